% Bakery algorithm for 2 processes, with tickets taken in one step: at most one is critical. Broken: a newcomer takes the largest ticket, not the next.
% Violated; 10 locations, 23 transitions.
:- multifile r/5, start/1, error/1, var2names/2, preds/2, trans_preds/3, refinement/1, cube_size/1.
refinement(inter).
cube_size(1).
preds(p(_, data(T0, T1)), []).
trans_preds(p(_, data(T0, T1)), p(_, data(T0p, T1p)), []).
var2names(p(pc(_), data(T0, T1)), [(T0, 't0'), (T1, 't1')]).
start(pc(start)).
error(pc(error)).
r(p(pc(start), data(T0, T1)), p(pc(idle_idle), data(T0p, T1p)), [], [T0p = 0, T1p = 0], 1).
r(p(pc(idle_idle), data(T0, T1)), p(pc(wait_idle), data(T0p, T1p)), [], [T0p = T1, T1p = T1], 2).
r(p(pc(idle_idle), data(T0, T1)), p(pc(idle_wait), data(T0p, T1p)), [], [T0p = T0, T1p = T0], 3).
r(p(pc(idle_wait), data(T0, T1)), p(pc(wait_wait), data(T0p, T1p)), [], [T0p = T1, T1p = T1], 4).
r(p(pc(idle_wait), data(T0, T1)), p(pc(idle_critical), data(T0p, T1p)), [T0 = 0], [T0p = T0, T1p = T1], 5).
r(p(pc(idle_wait), data(T0, T1)), p(pc(idle_critical), data(T0p, T1p)), [T1 + 1 =< T0], [T0p = T0, T1p = T1], 6).
r(p(pc(idle_critical), data(T0, T1)), p(pc(wait_critical), data(T0p, T1p)), [], [T0p = T1, T1p = T1], 7).
r(p(pc(idle_critical), data(T0, T1)), p(pc(idle_idle), data(T0p, T1p)), [], [T0p = T0, T1p = 0], 8).
r(p(pc(wait_idle), data(T0, T1)), p(pc(critical_idle), data(T0p, T1p)), [T1 = 0], [T0p = T0, T1p = T1], 9).
r(p(pc(wait_idle), data(T0, T1)), p(pc(critical_idle), data(T0p, T1p)), [T0 =< T1], [T0p = T0, T1p = T1], 10).
r(p(pc(wait_idle), data(T0, T1)), p(pc(wait_wait), data(T0p, T1p)), [], [T0p = T0, T1p = T0], 11).
r(p(pc(wait_wait), data(T0, T1)), p(pc(critical_wait), data(T0p, T1p)), [T1 = 0], [T0p = T0, T1p = T1], 12).
r(p(pc(wait_wait), data(T0, T1)), p(pc(critical_wait), data(T0p, T1p)), [T0 =< T1], [T0p = T0, T1p = T1], 13).
r(p(pc(wait_wait), data(T0, T1)), p(pc(wait_critical), data(T0p, T1p)), [T0 = 0], [T0p = T0, T1p = T1], 14).
r(p(pc(wait_wait), data(T0, T1)), p(pc(wait_critical), data(T0p, T1p)), [T1 + 1 =< T0], [T0p = T0, T1p = T1], 15).
r(p(pc(wait_critical), data(T0, T1)), p(pc(error), data(T0p, T1p)), [T1 = 0], [T0p = T0, T1p = T1], 16).
r(p(pc(wait_critical), data(T0, T1)), p(pc(error), data(T0p, T1p)), [T0 =< T1], [T0p = T0, T1p = T1], 17).
r(p(pc(wait_critical), data(T0, T1)), p(pc(wait_idle), data(T0p, T1p)), [], [T0p = T0, T1p = 0], 18).
r(p(pc(critical_idle), data(T0, T1)), p(pc(idle_idle), data(T0p, T1p)), [], [T0p = 0, T1p = T1], 19).
r(p(pc(critical_idle), data(T0, T1)), p(pc(critical_wait), data(T0p, T1p)), [], [T0p = T0, T1p = T0], 20).
r(p(pc(critical_wait), data(T0, T1)), p(pc(idle_wait), data(T0p, T1p)), [], [T0p = 0, T1p = T1], 21).
r(p(pc(critical_wait), data(T0, T1)), p(pc(error), data(T0p, T1p)), [T0 = 0], [T0p = T0, T1p = T1], 22).
r(p(pc(critical_wait), data(T0, T1)), p(pc(error), data(T0p, T1p)), [T1 + 1 =< T0], [T0p = T0, T1p = T1], 23).
