start(pc(l0)).
error(pc(err)).
r(p(pc(l0), data(X)), p(pc(err), data(Xp)), [X >=
