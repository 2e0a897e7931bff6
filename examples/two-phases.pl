% First x grows to n, then it is handed over to y unit by unit: nothing is lost.
% Safe; 4 locations, 6 transitions.
:- multifile r/5, start/1, error/1, var2names/2, preds/2, trans_preds/3, refinement/1, cube_size/1.
refinement(inter).
cube_size(1).
preds(p(_, data(X, Y, N)), []).
trans_preds(p(_, data(X, Y, N)), p(_, data(Xp, Yp, Np)), []).
var2names(p(pc(_), data(X, Y, N)), [(X, 'x'), (Y, 'y'), (N, 'n')]).
start(pc(start)).
error(pc(error)).
r(p(pc(start), data(X, Y, N)), p(pc(fill), data(Xp, Yp, Np)), [N >= 1], [Xp = 0, Yp = 0, Np = N], 1).
r(p(pc(fill), data(X, Y, N)), p(pc(fill), data(Xp, Yp, Np)), [X + 1 =< N], [Xp = (X + 1), Yp = Y, Np = N], 2).
r(p(pc(fill), data(X, Y, N)), p(pc(pour), data(Xp, Yp, Np)), [X >= N], [Xp = X, Yp = Y, Np = N], 3).
r(p(pc(pour), data(X, Y, N)), p(pc(pour), data(Xp, Yp, Np)), [X >= 0 + 1], [Xp = (X - 1), Yp = (Y + 1), Np = N], 4).
r(p(pc(pour), data(X, Y, N)), p(pc(error), data(Xp, Yp, Np)), [X =< 0, Y + 1 =< N], [Xp = X, Yp = Y, Np = N], 5).
r(p(pc(pour), data(X, Y, N)), p(pc(error), data(Xp, Yp, Np)), [X =< 0, Y >= N + 1], [Xp = X, Yp = Y, Np = N], 6).
