(set-logic HORN)
(declare-fun f (Int) Int)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (=> (= x (f x)) (p x))))
