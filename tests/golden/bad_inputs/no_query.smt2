(declare-rel p (Int))
(declare-var x Int)
(rule (p 0))
(rule (=> (p x) (p (+ x 1))))
