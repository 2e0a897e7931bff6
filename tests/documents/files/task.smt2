; Count from 0 in steps of two: the loop need not end with x = n.
(set-info :status unsat)
(set-logic HORN)

(declare-fun start (Int Int) Bool)
(declare-fun loop (Int Int) Bool)
(declare-fun error (Int Int) Bool)

(assert (forall ((x Int) (n Int)) (start x n)))
(assert (forall ((x Int) (n Int)) (=> (and (start x n) (>= n 5)) (loop 0 n))))
(assert (forall ((x Int) (n Int)) (=> (and (loop x n) (< x n)) (loop (+ x 2) n))))
(assert (forall ((x Int) (n Int)) (=> (and (loop x n) (> x n)) (error x n))))
(assert (forall ((x Int) (n Int)) (=> (error x n) false)))
(check-sat)
