(set-logic HORN)
(declare-fun p (String) Bool)
(assert (forall ((s String)) (=> (= s "a") (p s))))
