% Odometer with 3 digits in base 10: digits stay in range, and a carry leaves zeros below it.
% Safe; 7 locations, 17 transitions.
:- multifile r/5, start/1, error/1, var2names/2, preds/2, trans_preds/3, refinement/1, cube_size/1.
refinement(inter).
cube_size(1).
preds(p(_, data(D0, D1, D2)), []).
trans_preds(p(_, data(D0, D1, D2)), p(_, data(D0p, D1p, D2p)), []).
var2names(p(pc(_), data(D0, D1, D2)), [(D0, 'd0'), (D1, 'd1'), (D2, 'd2')]).
start(pc(start)).
error(pc(error)).
r(p(pc(start), data(D0, D1, D2)), p(pc(count), data(D0p, D1p, D2p)), [], [D0p = 0, D1p = 0, D2p = 0], 1).
r(p(pc(count), data(D0, D1, D2)), p(pc(carry_0), data(D0p, D1p, D2p)), [], [D0p = D0, D1p = D1, D2p = D2], 2).
r(p(pc(carry_0), data(D0, D1, D2)), p(pc(carry_1), data(D0p, D1p, D2p)), [D0 >= 9], [D0p = 0, D1p = D1, D2p = D2], 3).
r(p(pc(carry_0), data(D0, D1, D2)), p(pc(count), data(D0p, D1p, D2p)), [D0 + 1 =< 9], [D0p = (D0 + 1), D1p = D1, D2p = D2], 4).
r(p(pc(carry_1), data(D0, D1, D2)), p(pc(carry_2), data(D0p, D1p, D2p)), [D1 >= 9], [D0p = D0, D1p = 0, D2p = D2], 5).
r(p(pc(carry_1), data(D0, D1, D2)), p(pc(count), data(D0p, D1p, D2p)), [D1 + 1 =< 9], [D0p = D0, D1p = (D1 + 1), D2p = D2], 6).
r(p(pc(carry_1), data(D0, D1, D2)), p(pc(error), data(D0p, D1p, D2p)), [D0 >= 0 + 1], [D0p = D0, D1p = D1, D2p = D2], 7).
r(p(pc(carry_2), data(D0, D1, D2)), p(pc(overflow), data(D0p, D1p, D2p)), [D2 >= 9], [D0p = D0, D1p = D1, D2p = 0], 8).
r(p(pc(carry_2), data(D0, D1, D2)), p(pc(count), data(D0p, D1p, D2p)), [D2 + 1 =< 9], [D0p = D0, D1p = D1, D2p = (D2 + 1)], 9).
r(p(pc(carry_2), data(D0, D1, D2)), p(pc(error), data(D0p, D1p, D2p)), [D0 >= 0 + 1], [D0p = D0, D1p = D1, D2p = D2], 10).
r(p(pc(carry_2), data(D0, D1, D2)), p(pc(error), data(D0p, D1p, D2p)), [D1 >= 0 + 1], [D0p = D0, D1p = D1, D2p = D2], 11).
r(p(pc(count), data(D0, D1, D2)), p(pc(error), data(D0p, D1p, D2p)), [D0 >= 10], [D0p = D0, D1p = D1, D2p = D2], 12).
r(p(pc(count), data(D0, D1, D2)), p(pc(error), data(D0p, D1p, D2p)), [D0 + 1 =< 0], [D0p = D0, D1p = D1, D2p = D2], 13).
r(p(pc(count), data(D0, D1, D2)), p(pc(error), data(D0p, D1p, D2p)), [D1 >= 10], [D0p = D0, D1p = D1, D2p = D2], 14).
r(p(pc(count), data(D0, D1, D2)), p(pc(error), data(D0p, D1p, D2p)), [D1 + 1 =< 0], [D0p = D0, D1p = D1, D2p = D2], 15).
r(p(pc(count), data(D0, D1, D2)), p(pc(error), data(D0p, D1p, D2p)), [D2 >= 10], [D0p = D0, D1p = D1, D2p = D2], 16).
r(p(pc(count), data(D0, D1, D2)), p(pc(error), data(D0p, D1p, D2p)), [D2 + 1 =< 0], [D0p = D0, D1p = D1, D2p = D2], 17).
