; First x grows to n, then it is handed over to y unit by unit: nothing is lost.
(set-info :status sat)
(set-logic HORN)

(declare-fun start (Int Int Int) Bool)
(declare-fun fill (Int Int Int) Bool)
(declare-fun pour (Int Int Int) Bool)
(declare-fun error (Int Int Int) Bool)

(assert (forall ((x Int) (y Int) (n Int)) (start x y n)))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (start x y n) (>= n 1)) (fill 0 0 n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (fill x y n) (< x n)) (fill (+ x 1) y n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (fill x y n) (>= x n)) (pour x y n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (pour x y n) (> x 0)) (pour (- x 1) (+ y 1) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (pour x y n) (<= x 0) (< y n)) (error x y n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (pour x y n) (<= x 0) (> y n)) (error x y n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (error x y n) false)))
(check-sat)
