(set-logic HORN)
(declare-datatypes () ((Colour red green)))
(declare-fun p (Colour) Bool)
(assert (forall ((x Colour)) (=> (= x red) (p x))))
