; Gas burner, dense time, 10 s between leaks: after 60 s at most 1/20 leaks.
(set-info :status unsat)
(set-logic HORN)

(declare-fun start (Real Real Real) Bool)
(declare-fun leaking (Real Real Real) Bool)
(declare-fun tight (Real Real Real) Bool)
(declare-fun error (Real Real Real) Bool)

(assert (forall ((x Real) (y Real) (z Real)) (start x y z)))
(assert (forall ((x Real) (y Real) (z Real)) (=> (start x y z) (leaking 0.0 0.0 0.0))))
(assert (forall ((x Real) (y Real) (z Real) (d Real)) (=> (and (leaking x y z) (>= d 0.0) (<= (+ x d) 1.0)) (leaking (+ x d) (+ y d) (+ z d)))))
(assert (forall ((x Real) (y Real) (z Real)) (=> (leaking x y z) (tight 0.0 y z))))
(assert (forall ((x Real) (y Real) (z Real) (d Real)) (=> (and (tight x y z) (>= d 0.0)) (tight (+ x d) (+ y d) z))))
(assert (forall ((x Real) (y Real) (z Real)) (=> (and (tight x y z) (>= x 10.0)) (leaking 0.0 y z))))
(assert (forall ((x Real) (y Real) (z Real)) (=> (and (leaking x y z) (>= y 60.0) (> (* 20.0 z) y)) (error x y z))))
(assert (forall ((x Real) (y Real) (z Real)) (=> (and (tight x y z) (>= y 60.0) (> (* 20.0 z) y)) (error x y z))))
(assert (forall ((x Real) (y Real) (z Real)) (=> (error x y z) false)))
(check-sat)
