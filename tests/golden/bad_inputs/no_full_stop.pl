start(pc(l0)).
error(pc(err))
