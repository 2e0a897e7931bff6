% Bakery algorithm for 2 processes, with a choosing phase: at most one is critical. Broken: nobody waits for choosers.
% Violated; 17 locations, 39 transitions.
:- multifile r/5, start/1, error/1, var2names/2, preds/2, trans_preds/3, refinement/1, cube_size/1.
refinement(inter).
cube_size(1).
preds(p(_, data(T0, T1, N0, N1)), []).
trans_preds(p(_, data(T0, T1, N0, N1)), p(_, data(T0p, T1p, N0p, N1p)), []).
var2names(p(pc(_), data(T0, T1, N0, N1)), [(T0, 't0'), (T1, 't1'), (N0, 'n0'), (N1, 'n1')]).
start(pc(start)).
error(pc(error)).
r(p(pc(start), data(T0, T1, N0, N1)), p(pc(idle_idle), data(T0p, T1p, N0p, N1p)), [], [T0p = 0, T1p = 0, N0p = 0, N1p = 0], 1).
r(p(pc(idle_idle), data(T0, T1, N0, N1)), p(pc(choose_idle), data(T0p, T1p, N0p, N1p)), [], [T0p = T0, T1p = T1, N0p = (T1 + 1), N1p = N1], 2).
r(p(pc(idle_idle), data(T0, T1, N0, N1)), p(pc(idle_choose), data(T0p, T1p, N0p, N1p)), [], [T0p = T0, T1p = T1, N0p = N0, N1p = (T0 + 1)], 3).
r(p(pc(idle_choose), data(T0, T1, N0, N1)), p(pc(choose_choose), data(T0p, T1p, N0p, N1p)), [], [T0p = T0, T1p = T1, N0p = (T1 + 1), N1p = N1], 4).
r(p(pc(idle_choose), data(T0, T1, N0, N1)), p(pc(idle_wait), data(T0p, T1p, N0p, N1p)), [], [T0p = T0, T1p = N1, N0p = N0, N1p = N1], 5).
r(p(pc(idle_wait), data(T0, T1, N0, N1)), p(pc(choose_wait), data(T0p, T1p, N0p, N1p)), [], [T0p = T0, T1p = T1, N0p = (T1 + 1), N1p = N1], 6).
r(p(pc(idle_wait), data(T0, T1, N0, N1)), p(pc(idle_critical), data(T0p, T1p, N0p, N1p)), [T0 = 0], [T0p = T0, T1p = T1, N0p = N0, N1p = N1], 7).
r(p(pc(idle_wait), data(T0, T1, N0, N1)), p(pc(idle_critical), data(T0p, T1p, N0p, N1p)), [T1 + 1 =< T0], [T0p = T0, T1p = T1, N0p = N0, N1p = N1], 8).
r(p(pc(idle_critical), data(T0, T1, N0, N1)), p(pc(choose_critical), data(T0p, T1p, N0p, N1p)), [], [T0p = T0, T1p = T1, N0p = (T1 + 1), N1p = N1], 9).
r(p(pc(idle_critical), data(T0, T1, N0, N1)), p(pc(idle_idle), data(T0p, T1p, N0p, N1p)), [], [T0p = T0, T1p = 0, N0p = N0, N1p = N1], 10).
r(p(pc(choose_idle), data(T0, T1, N0, N1)), p(pc(wait_idle), data(T0p, T1p, N0p, N1p)), [], [T0p = N0, T1p = T1, N0p = N0, N1p = N1], 11).
r(p(pc(choose_idle), data(T0, T1, N0, N1)), p(pc(choose_choose), data(T0p, T1p, N0p, N1p)), [], [T0p = T0, T1p = T1, N0p = N0, N1p = (T0 + 1)], 12).
r(p(pc(choose_choose), data(T0, T1, N0, N1)), p(pc(wait_choose), data(T0p, T1p, N0p, N1p)), [], [T0p = N0, T1p = T1, N0p = N0, N1p = N1], 13).
r(p(pc(choose_choose), data(T0, T1, N0, N1)), p(pc(choose_wait), data(T0p, T1p, N0p, N1p)), [], [T0p = T0, T1p = N1, N0p = N0, N1p = N1], 14).
r(p(pc(choose_wait), data(T0, T1, N0, N1)), p(pc(wait_wait), data(T0p, T1p, N0p, N1p)), [], [T0p = N0, T1p = T1, N0p = N0, N1p = N1], 15).
r(p(pc(choose_wait), data(T0, T1, N0, N1)), p(pc(choose_critical), data(T0p, T1p, N0p, N1p)), [T0 = 0], [T0p = T0, T1p = T1, N0p = N0, N1p = N1], 16).
r(p(pc(choose_wait), data(T0, T1, N0, N1)), p(pc(choose_critical), data(T0p, T1p, N0p, N1p)), [T1 + 1 =< T0], [T0p = T0, T1p = T1, N0p = N0, N1p = N1], 17).
r(p(pc(choose_critical), data(T0, T1, N0, N1)), p(pc(wait_critical), data(T0p, T1p, N0p, N1p)), [], [T0p = N0, T1p = T1, N0p = N0, N1p = N1], 18).
r(p(pc(choose_critical), data(T0, T1, N0, N1)), p(pc(choose_idle), data(T0p, T1p, N0p, N1p)), [], [T0p = T0, T1p = 0, N0p = N0, N1p = N1], 19).
r(p(pc(wait_idle), data(T0, T1, N0, N1)), p(pc(critical_idle), data(T0p, T1p, N0p, N1p)), [T1 = 0], [T0p = T0, T1p = T1, N0p = N0, N1p = N1], 20).
r(p(pc(wait_idle), data(T0, T1, N0, N1)), p(pc(critical_idle), data(T0p, T1p, N0p, N1p)), [T0 =< T1], [T0p = T0, T1p = T1, N0p = N0, N1p = N1], 21).
r(p(pc(wait_idle), data(T0, T1, N0, N1)), p(pc(wait_choose), data(T0p, T1p, N0p, N1p)), [], [T0p = T0, T1p = T1, N0p = N0, N1p = (T0 + 1)], 22).
r(p(pc(wait_choose), data(T0, T1, N0, N1)), p(pc(critical_choose), data(T0p, T1p, N0p, N1p)), [T1 = 0], [T0p = T0, T1p = T1, N0p = N0, N1p = N1], 23).
r(p(pc(wait_choose), data(T0, T1, N0, N1)), p(pc(critical_choose), data(T0p, T1p, N0p, N1p)), [T0 =< T1], [T0p = T0, T1p = T1, N0p = N0, N1p = N1], 24).
r(p(pc(wait_choose), data(T0, T1, N0, N1)), p(pc(wait_wait), data(T0p, T1p, N0p, N1p)), [], [T0p = T0, T1p = N1, N0p = N0, N1p = N1], 25).
r(p(pc(wait_wait), data(T0, T1, N0, N1)), p(pc(critical_wait), data(T0p, T1p, N0p, N1p)), [T1 = 0], [T0p = T0, T1p = T1, N0p = N0, N1p = N1], 26).
r(p(pc(wait_wait), data(T0, T1, N0, N1)), p(pc(critical_wait), data(T0p, T1p, N0p, N1p)), [T0 =< T1], [T0p = T0, T1p = T1, N0p = N0, N1p = N1], 27).
r(p(pc(wait_wait), data(T0, T1, N0, N1)), p(pc(wait_critical), data(T0p, T1p, N0p, N1p)), [T0 = 0], [T0p = T0, T1p = T1, N0p = N0, N1p = N1], 28).
r(p(pc(wait_wait), data(T0, T1, N0, N1)), p(pc(wait_critical), data(T0p, T1p, N0p, N1p)), [T1 + 1 =< T0], [T0p = T0, T1p = T1, N0p = N0, N1p = N1], 29).
r(p(pc(wait_critical), data(T0, T1, N0, N1)), p(pc(error), data(T0p, T1p, N0p, N1p)), [T1 = 0], [T0p = T0, T1p = T1, N0p = N0, N1p = N1], 30).
r(p(pc(wait_critical), data(T0, T1, N0, N1)), p(pc(error), data(T0p, T1p, N0p, N1p)), [T0 =< T1], [T0p = T0, T1p = T1, N0p = N0, N1p = N1], 31).
r(p(pc(wait_critical), data(T0, T1, N0, N1)), p(pc(wait_idle), data(T0p, T1p, N0p, N1p)), [], [T0p = T0, T1p = 0, N0p = N0, N1p = N1], 32).
r(p(pc(critical_idle), data(T0, T1, N0, N1)), p(pc(idle_idle), data(T0p, T1p, N0p, N1p)), [], [T0p = 0, T1p = T1, N0p = N0, N1p = N1], 33).
r(p(pc(critical_idle), data(T0, T1, N0, N1)), p(pc(critical_choose), data(T0p, T1p, N0p, N1p)), [], [T0p = T0, T1p = T1, N0p = N0, N1p = (T0 + 1)], 34).
r(p(pc(critical_choose), data(T0, T1, N0, N1)), p(pc(idle_choose), data(T0p, T1p, N0p, N1p)), [], [T0p = 0, T1p = T1, N0p = N0, N1p = N1], 35).
r(p(pc(critical_choose), data(T0, T1, N0, N1)), p(pc(critical_wait), data(T0p, T1p, N0p, N1p)), [], [T0p = T0, T1p = N1, N0p = N0, N1p = N1], 36).
r(p(pc(critical_wait), data(T0, T1, N0, N1)), p(pc(idle_wait), data(T0p, T1p, N0p, N1p)), [], [T0p = 0, T1p = T1, N0p = N0, N1p = N1], 37).
r(p(pc(critical_wait), data(T0, T1, N0, N1)), p(pc(error), data(T0p, T1p, N0p, N1p)), [T0 = 0], [T0p = T0, T1p = T1, N0p = N0, N1p = N1], 38).
r(p(pc(critical_wait), data(T0, T1, N0, N1)), p(pc(error), data(T0p, T1p, N0p, N1p)), [T1 + 1 =< T0], [T0p = T0, T1p = T1, N0p = N0, N1p = N1], 39).
