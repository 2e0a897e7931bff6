(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (=> (forall ((y Int)) (> x (* y y))) (p x))))
