(set-logic HORN)
(declare-const limit Int)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (=> (< x limit) (p x))))
