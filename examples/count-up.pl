% Count from 0 to n: the loop ends with x = n.
% Safe; 3 locations, 3 transitions.
:- multifile r/5, start/1, error/1, var2names/2, preds/2, trans_preds/3, refinement/1, cube_size/1.
refinement(inter).
cube_size(1).
preds(p(_, data(X, N)), []).
trans_preds(p(_, data(X, N)), p(_, data(Xp, Np)), []).
var2names(p(pc(_), data(X, N)), [(X, 'x'), (N, 'n')]).
start(pc(start)).
error(pc(error)).
r(p(pc(start), data(X, N)), p(pc(loop), data(Xp, Np)), [N >= 0], [Xp = 0, Np = N], 1).
r(p(pc(loop), data(X, N)), p(pc(loop), data(Xp, Np)), [X + 1 =< N], [Xp = (X + 1), Np = N], 2).
r(p(pc(loop), data(X, N)), p(pc(error), data(Xp, Np)), [X >= N + 1], [Xp = X, Np = N], 3).
