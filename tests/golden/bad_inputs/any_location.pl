start(pc(l0)).
error(pc(_)).
