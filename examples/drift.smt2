; A clock that gains up to 1/10 a step leaves its tolerance of 1/4 after the third step.
(set-info :status unsat)
(set-logic HORN)

(declare-fun start (Real Real) Bool)
(declare-fun run (Real Real) Bool)
(declare-fun error (Real Real) Bool)

(assert (forall ((shown Real) (true_time Real)) (start shown true_time)))
(assert (forall ((shown Real) (true_time Real)) (=> (start shown true_time) (run 0.0 0.0))))
(assert (forall ((shown Real) (true_time Real) (e Real)) (=> (and (run shown true_time) (>= e 0.0) (<= e 0.1)) (run (+ (+ shown 1.0) e) (+ true_time 1.0)))))
(assert (forall ((shown Real) (true_time Real)) (=> (and (run shown true_time) (> (- shown true_time) 0.25)) (error shown true_time))))
(assert (forall ((shown Real) (true_time Real)) (=> (error shown true_time) false)))
(check-sat)
