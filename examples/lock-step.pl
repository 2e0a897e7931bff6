% Two counters move together: if x counts down to 0, y does too.
% Safe; 3 locations, 4 transitions.
:- multifile r/5, start/1, error/1, var2names/2, preds/2, trans_preds/3, refinement/1, cube_size/1.
refinement(inter).
cube_size(1).
preds(p(_, data(X, Y)), []).
trans_preds(p(_, data(X, Y)), p(_, data(Xp, Yp)), []).
var2names(p(pc(_), data(X, Y)), [(X, 'x'), (Y, 'y')]).
start(pc(start)).
error(pc(error)).
r(p(pc(start), data(X, Y)), p(pc(loop), data(Xp, Yp)), [X >= 0], [Xp = X, Yp = X], 1).
r(p(pc(loop), data(X, Y)), p(pc(loop), data(Xp, Yp)), [X >= 0 + 1], [Xp = (X - 1), Yp = (Y - 1)], 2).
r(p(pc(loop), data(X, Y)), p(pc(error), data(Xp, Yp)), [X =< 0, Y >= 0 + 1], [Xp = X, Yp = Y], 3).
r(p(pc(loop), data(X, Y)), p(pc(error), data(Xp, Yp)), [X =< 0, Y + 1 =< 0], [Xp = X, Yp = Y], 4).
