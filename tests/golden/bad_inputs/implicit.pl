implicit_updates.
start(pc(l0)).
