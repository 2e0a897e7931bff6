error(pc(err)).
r(p(pc(l0), data(X)), p(pc(err), data(Xp)), [X >= 0], [Xp = X], 1).
