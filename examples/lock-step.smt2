; Two counters move together: if x counts down to 0, y does too.
(set-info :status sat)
(set-logic HORN)

(declare-fun start (Int Int) Bool)
(declare-fun loop (Int Int) Bool)
(declare-fun error (Int Int) Bool)

(assert (forall ((x Int) (y Int)) (start x y)))
(assert (forall ((x Int) (y Int)) (=> (and (start x y) (>= x 0)) (loop x x))))
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (> x 0)) (loop (- x 1) (- y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (<= x 0) (> y 0)) (error x y))))
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (<= x 0) (< y 0)) (error x y))))
(assert (forall ((x Int) (y Int)) (=> (error x y) false)))
(check-sat)
