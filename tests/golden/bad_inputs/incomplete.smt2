(declare-rel p (Int))
(rule)
