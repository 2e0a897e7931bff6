(set-logic HORN)
(declare-fun inv (Integer) Bool)
