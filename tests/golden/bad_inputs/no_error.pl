start(pc(l0)).
