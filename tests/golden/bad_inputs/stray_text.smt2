(set-logic HORN)
; a comment
inv
