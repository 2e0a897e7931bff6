#PASS: (3)
AG(low -> EF high)
