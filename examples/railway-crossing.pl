% Railway crossing, controller reacts within 2 ticks: the gate is closed while the train is inside.
% Safe; 9 locations, 20 transitions.
:- multifile r/5, start/1, error/1, var2names/2, preds/2, trans_preds/3, refinement/1, cube_size/1.
refinement(inter).
cube_size(1).
preds(p(_, data(T, C, G)), []).
trans_preds(p(_, data(T, C, G)), p(_, data(Tp, Cp, Gp)), []).
var2names(p(pc(_), data(T, C, G)), [(T, 't'), (C, 'c'), (G, 'g')]).
start(pc(start)).
error(pc(error)).
r(p(pc(start), data(T, C, G)), p(pc(far_calm_open), data(Tp, Cp, Gp)), [], [Tp = 0, Cp = 0, Gp = 0], 1).
r(p(pc(far_calm_open), data(T, C, G)), p(pc(far_calm_open), data(Tp, Cp, Gp)), [], [Tp = (T + 1), Cp = (C + 1), Gp = (G + 1)], 2).
r(p(pc(far_calm_open), data(T, C, G)), p(pc(near_told_open), data(Tp, Cp, Gp)), [], [Tp = 0, Cp = 0, Gp = G], 3).
r(p(pc(far_calm_raising), data(T, C, G)), p(pc(far_calm_raising), data(Tp, Cp, Gp)), [G + 1 =< 2], [Tp = (T + 1), Cp = (C + 1), Gp = (G + 1)], 4).
r(p(pc(far_calm_raising), data(T, C, G)), p(pc(near_told_raising), data(Tp, Cp, Gp)), [], [Tp = 0, Cp = 0, Gp = G], 5).
r(p(pc(far_calm_raising), data(T, C, G)), p(pc(far_calm_open), data(Tp, Cp, Gp)), [], [Tp = T, Cp = C, Gp = G], 6).
r(p(pc(near_calm_lowering), data(T, C, G)), p(pc(near_calm_lowering), data(Tp, Cp, Gp)), [T + 1 =< 10, G + 1 =< 2], [Tp = (T + 1), Cp = (C + 1), Gp = (G + 1)], 7).
r(p(pc(near_calm_lowering), data(T, C, G)), p(pc(error), data(Tp, Cp, Gp)), [T >= 5], [Tp = 0, Cp = C, Gp = G], 8).
r(p(pc(near_calm_lowering), data(T, C, G)), p(pc(near_calm_closed), data(Tp, Cp, Gp)), [], [Tp = T, Cp = C, Gp = G], 9).
r(p(pc(near_calm_closed), data(T, C, G)), p(pc(near_calm_closed), data(Tp, Cp, Gp)), [T + 1 =< 10], [Tp = (T + 1), Cp = (C + 1), Gp = (G + 1)], 10).
r(p(pc(near_calm_closed), data(T, C, G)), p(pc(inside_calm_closed), data(Tp, Cp, Gp)), [T >= 5], [Tp = 0, Cp = C, Gp = G], 11).
r(p(pc(near_told_open), data(T, C, G)), p(pc(near_told_open), data(Tp, Cp, Gp)), [T + 1 =< 10, C + 1 =< 2], [Tp = (T + 1), Cp = (C + 1), Gp = (G + 1)], 12).
r(p(pc(near_told_open), data(T, C, G)), p(pc(error), data(Tp, Cp, Gp)), [T >= 5], [Tp = 0, Cp = C, Gp = G], 13).
r(p(pc(near_told_open), data(T, C, G)), p(pc(near_calm_lowering), data(Tp, Cp, Gp)), [], [Tp = T, Cp = C, Gp = 0], 14).
r(p(pc(near_told_raising), data(T, C, G)), p(pc(near_told_raising), data(Tp, Cp, Gp)), [T + 1 =< 10, C + 1 =< 2, G + 1 =< 2], [Tp = (T + 1), Cp = (C + 1), Gp = (G + 1)], 15).
r(p(pc(near_told_raising), data(T, C, G)), p(pc(error), data(Tp, Cp, Gp)), [T >= 5], [Tp = 0, Cp = C, Gp = G], 16).
r(p(pc(near_told_raising), data(T, C, G)), p(pc(near_calm_lowering), data(Tp, Cp, Gp)), [], [Tp = T, Cp = C, Gp = 0], 17).
r(p(pc(near_told_raising), data(T, C, G)), p(pc(near_told_open), data(Tp, Cp, Gp)), [], [Tp = T, Cp = C, Gp = G], 18).
r(p(pc(inside_calm_closed), data(T, C, G)), p(pc(inside_calm_closed), data(Tp, Cp, Gp)), [T + 1 =< 3], [Tp = (T + 1), Cp = (C + 1), Gp = (G + 1)], 19).
r(p(pc(inside_calm_closed), data(T, C, G)), p(pc(far_calm_raising), data(Tp, Cp, Gp)), [], [Tp = 0, Cp = C, Gp = 0], 20).
