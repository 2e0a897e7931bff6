#PASS: (0)
AG(req -> AF ack
