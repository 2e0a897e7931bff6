% Odometer with 2 digits in base 3: digits stay in range, and a carry leaves zeros below it.
% Violated; 6 locations, 11 transitions.
:- multifile r/5, start/1, error/1, var2names/2, preds/2, trans_preds/3, refinement/1, cube_size/1.
refinement(inter).
cube_size(1).
preds(p(_, data(D0, D1)), []).
trans_preds(p(_, data(D0, D1)), p(_, data(D0p, D1p)), []).
var2names(p(pc(_), data(D0, D1)), [(D0, 'd0'), (D1, 'd1')]).
start(pc(start)).
error(pc(error)).
r(p(pc(start), data(D0, D1)), p(pc(count), data(D0p, D1p)), [], [D0p = 0, D1p = 0], 1).
r(p(pc(count), data(D0, D1)), p(pc(carry_0), data(D0p, D1p)), [], [D0p = D0, D1p = D1], 2).
r(p(pc(carry_0), data(D0, D1)), p(pc(carry_1), data(D0p, D1p)), [D0 >= 2], [D0p = 0, D1p = D1], 3).
r(p(pc(carry_0), data(D0, D1)), p(pc(count), data(D0p, D1p)), [D0 + 1 =< 2], [D0p = (D0 + 1), D1p = D1], 4).
r(p(pc(carry_1), data(D0, D1)), p(pc(overflow), data(D0p, D1p)), [D1 >= 3], [D0p = D0, D1p = 0], 5).
r(p(pc(carry_1), data(D0, D1)), p(pc(count), data(D0p, D1p)), [D1 + 1 =< 3], [D0p = D0, D1p = (D1 + 1)], 6).
r(p(pc(carry_1), data(D0, D1)), p(pc(error), data(D0p, D1p)), [D0 >= 0 + 1], [D0p = D0, D1p = D1], 7).
r(p(pc(count), data(D0, D1)), p(pc(error), data(D0p, D1p)), [D0 >= 3], [D0p = D0, D1p = D1], 8).
r(p(pc(count), data(D0, D1)), p(pc(error), data(D0p, D1p)), [D0 + 1 =< 0], [D0p = D0, D1p = D1], 9).
r(p(pc(count), data(D0, D1)), p(pc(error), data(D0p, D1p)), [D1 >= 3], [D0p = D0, D1p = D1], 10).
r(p(pc(count), data(D0, D1)), p(pc(error), data(D0p, D1p)), [D1 + 1 =< 0], [D0p = D0, D1p = D1], 11).
