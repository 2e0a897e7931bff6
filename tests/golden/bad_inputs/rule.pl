start(pc(l0)).
error(pc(X)) :- start(pc(X)).
