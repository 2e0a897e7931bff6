; Halving a positive real never reaches zero (no integer can do that).
(set-info :status sat)
(set-logic HORN)

(declare-fun start (Real) Bool)
(declare-fun loop (Real) Bool)
(declare-fun error (Real) Bool)

(assert (forall ((x Real)) (start x)))
(assert (forall ((x Real)) (=> (and (start x) (> x 0.0)) (loop x))))
(assert (forall ((x Real)) (=> (loop x) (loop (* 0.5 x)))))
(assert (forall ((x Real)) (=> (and (loop x) (<= x 0.0)) (error x))))
(assert (forall ((x Real)) (=> (error x) false)))
(check-sat)
