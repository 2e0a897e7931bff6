; Fibonacci's numbers: each is the sum of the two before it, so that two predicates stand in a body.
; Not all of them are less than twice their index: fib(8) = 21.
(set-logic HORN)
(declare-fun fib (Int Int) Bool)
(assert (forall ((n Int)) (=> (and (<= 0 n) (<= n 1)) (fib n n))))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (fib n a) (fib (+ n 1) b)) (fib (+ n 2) (+ a b)))))
(assert (forall ((n Int) (r Int)) (=> (fib n r) (<= r (* 2 n)))))
(check-sat)
