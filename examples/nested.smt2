; A loop in a loop: the inner counter never passes the outer bound.
(set-info :status sat)
(set-logic HORN)

(declare-fun start (Int Int Int) Bool)
(declare-fun outer (Int Int Int) Bool)
(declare-fun inner (Int Int Int) Bool)
(declare-fun error (Int Int Int) Bool)

(assert (forall ((i Int) (j Int) (n Int)) (start i j n)))
(assert (forall ((i Int) (j Int) (n Int)) (=> (and (start i j n) (>= n 1)) (outer 0 0 n))))
(assert (forall ((i Int) (j Int) (n Int)) (=> (and (outer i j n) (< i n)) (inner i i n))))
(assert (forall ((i Int) (j Int) (n Int)) (=> (and (inner i j n) (< j n)) (inner i (+ j 1) n))))
(assert (forall ((i Int) (j Int) (n Int)) (=> (and (inner i j n) (>= j n)) (outer (+ i 1) j n))))
(assert (forall ((i Int) (j Int) (n Int)) (=> (and (inner i j n) (> j n)) (error i j n))))
(assert (forall ((i Int) (j Int) (n Int)) (=> (and (outer i j n) (> i n)) (error i j n))))
(assert (forall ((i Int) (j Int) (n Int)) (=> (error i j n) false)))
(check-sat)
