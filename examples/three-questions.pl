% One loop, three queries: x >= 0 (holds), x <= n (holds), x <= 5 (violated).
% Violated; 5 locations, 5 transitions.
:- multifile r/5, start/1, error/1, var2names/2, preds/2, trans_preds/3, refinement/1, cube_size/1.
refinement(inter).
cube_size(1).
preds(p(_, data(X, N)), []).
trans_preds(p(_, data(X, N)), p(_, data(Xp, Np)), []).
var2names(p(pc(_), data(X, N)), [(X, 'x'), (N, 'n')]).
start(pc(start)).
error(pc(below_zero)).
error(pc(above_n)).
error(pc(above_five)).
r(p(pc(start), data(X, N)), p(pc(loop), data(Xp, Np)), [N >= 0], [Xp = 0, Np = N], 1).
r(p(pc(loop), data(X, N)), p(pc(loop), data(Xp, Np)), [X + 1 =< N], [Xp = (X + 1), Np = N], 2).
r(p(pc(loop), data(X, N)), p(pc(below_zero), data(Xp, Np)), [X + 1 =< 0], [Xp = X, Np = N], 3).
r(p(pc(loop), data(X, N)), p(pc(above_n), data(Xp, Np)), [X >= N + 1], [Xp = X, Np = N], 4).
r(p(pc(loop), data(X, N)), p(pc(above_five), data(Xp, Np)), [X >= 5 + 1], [Xp = X, Np = N], 5).
