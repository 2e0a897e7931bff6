; A budget is spent in steps of any size: a step that is too large is not always refused.
(set-info :status unsat)
(set-logic HORN)

(declare-fun start (Int Int) Bool)
(declare-fun ask (Int Int) Bool)
(declare-fun decide (Int Int) Bool)
(declare-fun error (Int Int) Bool)

(assert (forall ((budget Int) (step Int)) (start budget step)))
(assert (forall ((budget Int) (step Int)) (=> (start budget step) (ask 10 0))))
(assert (forall ((budget Int) (step Int) (step_any Int)) (=> (ask budget step) (decide budget step_any))))
(assert (forall ((budget Int) (step Int)) (=> (and (decide budget step) (>= step 1) (<= step budget)) (ask (- budget step) step))))
(assert (forall ((budget Int) (step Int)) (=> (and (decide budget step) (> step budget)) (ask budget step))))
(assert (forall ((budget Int) (step Int)) (=> (and (decide budget step) (>= step 8)) (ask (- budget step) step))))
(assert (forall ((budget Int) (step Int)) (=> (and (ask budget step) (< budget 0)) (error budget step))))
(assert (forall ((budget Int) (step Int)) (=> (error budget step) false)))
(check-sat)
