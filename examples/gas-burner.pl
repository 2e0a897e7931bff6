% Gas burner, discrete time, 30 s between leaks: after 60 s at most 1/20 leaks.
% Safe; 6 locations, 9 transitions.
:- multifile r/5, start/1, error/1, var2names/2, preds/2, trans_preds/3, refinement/1, cube_size/1.
refinement(inter).
cube_size(1).
preds(p(_, data(X, Y, Z, D)), []).
trans_preds(p(_, data(X, Y, Z, D)), p(_, data(Xp, Yp, Zp, Dp)), []).
var2names(p(pc(_), data(X, Y, Z, D)), [(X, 'x'), (Y, 'y'), (Z, 'z'), (D, 'd')]).
start(pc(start)).
error(pc(error)).
r(p(pc(start), data(X, Y, Z, D)), p(pc(leaking), data(Xp, Yp, Zp, Dp)), [], [Xp = 0, Yp = 0, Zp = 0, Dp = D], 1).
r(p(pc(leaking), data(X, Y, Z, D)), p(pc(leaking_delay), data(Xp, Yp, Zp, Dp)), [], [Xp = X, Yp = Y, Zp = Z], 2).
r(p(pc(leaking_delay), data(X, Y, Z, D)), p(pc(leaking), data(Xp, Yp, Zp, Dp)), [D >= 0, (X + D) =< 1], [Xp = (X + D), Yp = (Y + D), Zp = (Z + D), Dp = D], 3).
r(p(pc(leaking), data(X, Y, Z, D)), p(pc(tight), data(Xp, Yp, Zp, Dp)), [], [Xp = 0, Yp = Y, Zp = Z, Dp = D], 4).
r(p(pc(tight), data(X, Y, Z, D)), p(pc(tight_delay), data(Xp, Yp, Zp, Dp)), [], [Xp = X, Yp = Y, Zp = Z], 5).
r(p(pc(tight_delay), data(X, Y, Z, D)), p(pc(tight), data(Xp, Yp, Zp, Dp)), [D >= 0], [Xp = (X + D), Yp = (Y + D), Zp = Z, Dp = D], 6).
r(p(pc(tight), data(X, Y, Z, D)), p(pc(leaking), data(Xp, Yp, Zp, Dp)), [X >= 30], [Xp = 0, Yp = Y, Zp = Z, Dp = D], 7).
r(p(pc(leaking), data(X, Y, Z, D)), p(pc(error), data(Xp, Yp, Zp, Dp)), [Y >= 60, (20 * Z) >= Y + 1], [Xp = X, Yp = Y, Zp = Z, Dp = D], 8).
r(p(pc(tight), data(X, Y, Z, D)), p(pc(error), data(Xp, Yp, Zp, Dp)), [Y >= 60, (20 * Z) >= Y + 1], [Xp = X, Yp = Y, Zp = Z, Dp = D], 9).
