% Bakery algorithm for 3 processes, with a choosing phase: at most one is critical. Broken: nobody waits for choosers.
% Violated; 56 locations, 343 transitions.
:- multifile r/5, start/1, error/1, var2names/2, preds/2, trans_preds/3, refinement/1, cube_size/1.
refinement(inter).
cube_size(1).
preds(p(_, data(T0, T1, T2, N0, N1, N2)), []).
trans_preds(p(_, data(T0, T1, T2, N0, N1, N2)), p(_, data(T0p, T1p, T2p, N0p, N1p, N2p)), []).
var2names(p(pc(_), data(T0, T1, T2, N0, N1, N2)), [(T0, 't0'), (T1, 't1'), (T2, 't2'), (N0, 'n0'), (N1, 'n1'), (N2, 'n2')]).
start(pc(start)).
error(pc(error)).
r(p(pc(start), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_idle_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = 0, T1p = 0, T2p = 0, N0p = 0, N1p = 0, N2p = 0], 1).
r(p(pc(idle_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = (T1 + 1), N1p = N1, N2p = N2], 2).
r(p(pc(idle_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = (T2 + 1), N1p = N1, N2p = N2], 3).
r(p(pc(idle_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T0 + 1), N2p = N2], 4).
r(p(pc(idle_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T2 + 1), N2p = N2], 5).
r(p(pc(idle_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T0 + 1)], 6).
r(p(pc(idle_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T1 + 1)], 7).
r(p(pc(idle_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = (T1 + 1), N1p = N1, N2p = N2], 8).
r(p(pc(idle_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = (T2 + 1), N1p = N1, N2p = N2], 9).
r(p(pc(idle_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T0 + 1), N2p = N2], 10).
r(p(pc(idle_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T2 + 1), N2p = N2], 11).
r(p(pc(idle_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_idle_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = N2, N0p = N0, N1p = N1, N2p = N2], 12).
r(p(pc(idle_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = (T1 + 1), N1p = N1, N2p = N2], 13).
r(p(pc(idle_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = (T2 + 1), N1p = N1, N2p = N2], 14).
r(p(pc(idle_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T0 + 1), N2p = N2], 15).
r(p(pc(idle_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T2 + 1), N2p = N2], 16).
r(p(pc(idle_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_idle_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 17).
r(p(pc(idle_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_idle_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 18).
r(p(pc(idle_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_idle_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 19).
r(p(pc(idle_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_idle_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 20).
r(p(pc(idle_idle_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = (T1 + 1), N1p = N1, N2p = N2], 21).
r(p(pc(idle_idle_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = (T2 + 1), N1p = N1, N2p = N2], 22).
r(p(pc(idle_idle_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T0 + 1), N2p = N2], 23).
r(p(pc(idle_idle_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T2 + 1), N2p = N2], 24).
r(p(pc(idle_idle_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_idle_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = 0, N0p = N0, N1p = N1, N2p = N2], 25).
r(p(pc(idle_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = (T1 + 1), N1p = N1, N2p = N2], 26).
r(p(pc(idle_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = (T2 + 1), N1p = N1, N2p = N2], 27).
r(p(pc(idle_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_wait_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = N1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 28).
r(p(pc(idle_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T0 + 1)], 29).
r(p(pc(idle_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T1 + 1)], 30).
r(p(pc(idle_choose_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = (T1 + 1), N1p = N1, N2p = N2], 31).
r(p(pc(idle_choose_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = (T2 + 1), N1p = N1, N2p = N2], 32).
r(p(pc(idle_choose_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = N1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 33).
r(p(pc(idle_choose_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = N2, N0p = N0, N1p = N1, N2p = N2], 34).
r(p(pc(idle_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = (T1 + 1), N1p = N1, N2p = N2], 35).
r(p(pc(idle_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = (T2 + 1), N1p = N1, N2p = N2], 36).
r(p(pc(idle_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_wait_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = N1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 37).
r(p(pc(idle_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 38).
r(p(pc(idle_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 39).
r(p(pc(idle_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 40).
r(p(pc(idle_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 41).
r(p(pc(idle_choose_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = (T1 + 1), N1p = N1, N2p = N2], 42).
r(p(pc(idle_choose_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = (T2 + 1), N1p = N1, N2p = N2], 43).
r(p(pc(idle_choose_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_wait_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = N1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 44).
r(p(pc(idle_choose_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = 0, N0p = N0, N1p = N1, N2p = N2], 45).
r(p(pc(idle_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = (T1 + 1), N1p = N1, N2p = N2], 46).
r(p(pc(idle_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = (T2 + 1), N1p = N1, N2p = N2], 47).
r(p(pc(idle_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_critical_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 48).
r(p(pc(idle_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_critical_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 49).
r(p(pc(idle_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_critical_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 50).
r(p(pc(idle_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_critical_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 51).
r(p(pc(idle_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T0 + 1)], 52).
r(p(pc(idle_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T1 + 1)], 53).
r(p(pc(idle_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = (T1 + 1), N1p = N1, N2p = N2], 54).
r(p(pc(idle_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = (T2 + 1), N1p = N1, N2p = N2], 55).
r(p(pc(idle_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 56).
r(p(pc(idle_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 57).
r(p(pc(idle_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 58).
r(p(pc(idle_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 59).
r(p(pc(idle_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_wait_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = N2, N0p = N0, N1p = N1, N2p = N2], 60).
r(p(pc(idle_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = (T1 + 1), N1p = N1, N2p = N2], 61).
r(p(pc(idle_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = (T2 + 1), N1p = N1, N2p = N2], 62).
r(p(pc(idle_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_critical_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 63).
r(p(pc(idle_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_critical_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 64).
r(p(pc(idle_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_critical_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 65).
r(p(pc(idle_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_critical_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 66).
r(p(pc(idle_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_wait_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 67).
r(p(pc(idle_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_wait_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 68).
r(p(pc(idle_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_wait_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 69).
r(p(pc(idle_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_wait_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 70).
r(p(pc(idle_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = (T1 + 1), N1p = N1, N2p = N2], 71).
r(p(pc(idle_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = (T2 + 1), N1p = N1, N2p = N2], 72).
r(p(pc(idle_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 73).
r(p(pc(idle_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 74).
r(p(pc(idle_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 75).
r(p(pc(idle_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 76).
r(p(pc(idle_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_wait_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = 0, N0p = N0, N1p = N1, N2p = N2], 77).
r(p(pc(idle_critical_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = (T1 + 1), N1p = N1, N2p = N2], 78).
r(p(pc(idle_critical_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = (T2 + 1), N1p = N1, N2p = N2], 79).
r(p(pc(idle_critical_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_idle_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = 0, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 80).
r(p(pc(idle_critical_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T0 + 1)], 81).
r(p(pc(idle_critical_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T1 + 1)], 82).
r(p(pc(idle_critical_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = (T1 + 1), N1p = N1, N2p = N2], 83).
r(p(pc(idle_critical_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = (T2 + 1), N1p = N1, N2p = N2], 84).
r(p(pc(idle_critical_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = 0, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 85).
r(p(pc(idle_critical_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_critical_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = N2, N0p = N0, N1p = N1, N2p = N2], 86).
r(p(pc(idle_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = (T1 + 1), N1p = N1, N2p = N2], 87).
r(p(pc(idle_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = (T2 + 1), N1p = N1, N2p = N2], 88).
r(p(pc(idle_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_idle_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = 0, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 89).
r(p(pc(idle_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 90).
r(p(pc(idle_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 91).
r(p(pc(idle_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 92).
r(p(pc(idle_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 93).
r(p(pc(choose_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_idle_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = N0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 94).
r(p(pc(choose_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T0 + 1), N2p = N2], 95).
r(p(pc(choose_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T2 + 1), N2p = N2], 96).
r(p(pc(choose_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T0 + 1)], 97).
r(p(pc(choose_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T1 + 1)], 98).
r(p(pc(choose_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = N0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 99).
r(p(pc(choose_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T0 + 1), N2p = N2], 100).
r(p(pc(choose_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T2 + 1), N2p = N2], 101).
r(p(pc(choose_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = N2, N0p = N0, N1p = N1, N2p = N2], 102).
r(p(pc(choose_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_idle_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = N0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 103).
r(p(pc(choose_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T0 + 1), N2p = N2], 104).
r(p(pc(choose_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T2 + 1), N2p = N2], 105).
r(p(pc(choose_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 106).
r(p(pc(choose_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 107).
r(p(pc(choose_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 108).
r(p(pc(choose_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 109).
r(p(pc(choose_idle_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_idle_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = N0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 110).
r(p(pc(choose_idle_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T0 + 1), N2p = N2], 111).
r(p(pc(choose_idle_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T2 + 1), N2p = N2], 112).
r(p(pc(choose_idle_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = 0, N0p = N0, N1p = N1, N2p = N2], 113).
r(p(pc(choose_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = N0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 114).
r(p(pc(choose_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = N1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 115).
r(p(pc(choose_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T0 + 1)], 116).
r(p(pc(choose_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T1 + 1)], 117).
r(p(pc(choose_choose_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = N0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 118).
r(p(pc(choose_choose_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = N1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 119).
r(p(pc(choose_choose_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = N2, N0p = N0, N1p = N1, N2p = N2], 120).
r(p(pc(choose_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = N0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 121).
r(p(pc(choose_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = N1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 122).
r(p(pc(choose_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 123).
r(p(pc(choose_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 124).
r(p(pc(choose_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 125).
r(p(pc(choose_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 126).
r(p(pc(choose_choose_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = N0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 127).
r(p(pc(choose_choose_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = N1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 128).
r(p(pc(choose_choose_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = 0, N0p = N0, N1p = N1, N2p = N2], 129).
r(p(pc(choose_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_wait_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = N0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 130).
r(p(pc(choose_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 131).
r(p(pc(choose_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 132).
r(p(pc(choose_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 133).
r(p(pc(choose_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 134).
r(p(pc(choose_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T0 + 1)], 135).
r(p(pc(choose_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T1 + 1)], 136).
r(p(pc(choose_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = N0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 137).
r(p(pc(choose_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 138).
r(p(pc(choose_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 139).
r(p(pc(choose_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 140).
r(p(pc(choose_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 141).
r(p(pc(choose_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = N2, N0p = N0, N1p = N1, N2p = N2], 142).
r(p(pc(choose_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_wait_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = N0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 143).
r(p(pc(choose_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 144).
r(p(pc(choose_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 145).
r(p(pc(choose_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 146).
r(p(pc(choose_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 147).
r(p(pc(choose_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 148).
r(p(pc(choose_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 149).
r(p(pc(choose_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 150).
r(p(pc(choose_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 151).
r(p(pc(choose_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_wait_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = N0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 152).
r(p(pc(choose_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 153).
r(p(pc(choose_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 154).
r(p(pc(choose_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 155).
r(p(pc(choose_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 156).
r(p(pc(choose_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_wait_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = 0, N0p = N0, N1p = N1, N2p = N2], 157).
r(p(pc(choose_critical_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_critical_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = N0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 158).
r(p(pc(choose_critical_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = 0, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 159).
r(p(pc(choose_critical_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T0 + 1)], 160).
r(p(pc(choose_critical_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T1 + 1)], 161).
r(p(pc(choose_critical_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = N0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 162).
r(p(pc(choose_critical_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = 0, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 163).
r(p(pc(choose_critical_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_critical_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = N2, N0p = N0, N1p = N1, N2p = N2], 164).
r(p(pc(choose_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_critical_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = N0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 165).
r(p(pc(choose_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(choose_idle_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = 0, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 166).
r(p(pc(choose_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 167).
r(p(pc(choose_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 168).
r(p(pc(choose_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 169).
r(p(pc(choose_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 170).
r(p(pc(wait_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_idle_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 171).
r(p(pc(wait_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_idle_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 172).
r(p(pc(wait_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_idle_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 173).
r(p(pc(wait_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_idle_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 174).
r(p(pc(wait_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T0 + 1), N2p = N2], 175).
r(p(pc(wait_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T2 + 1), N2p = N2], 176).
r(p(pc(wait_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T0 + 1)], 177).
r(p(pc(wait_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T1 + 1)], 178).
r(p(pc(wait_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 179).
r(p(pc(wait_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 180).
r(p(pc(wait_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 181).
r(p(pc(wait_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 182).
r(p(pc(wait_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T0 + 1), N2p = N2], 183).
r(p(pc(wait_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T2 + 1), N2p = N2], 184).
r(p(pc(wait_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_idle_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = N2, N0p = N0, N1p = N1, N2p = N2], 185).
r(p(pc(wait_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_idle_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 186).
r(p(pc(wait_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_idle_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 187).
r(p(pc(wait_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_idle_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 188).
r(p(pc(wait_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_idle_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 189).
r(p(pc(wait_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T0 + 1), N2p = N2], 190).
r(p(pc(wait_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T2 + 1), N2p = N2], 191).
r(p(pc(wait_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_idle_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 192).
r(p(pc(wait_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_idle_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 193).
r(p(pc(wait_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_idle_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 194).
r(p(pc(wait_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_idle_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 195).
r(p(pc(wait_idle_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 196).
r(p(pc(wait_idle_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 197).
r(p(pc(wait_idle_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 198).
r(p(pc(wait_idle_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 199).
r(p(pc(wait_idle_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T0 + 1), N2p = N2], 200).
r(p(pc(wait_idle_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T2 + 1), N2p = N2], 201).
r(p(pc(wait_idle_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_idle_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = 0, N0p = N0, N1p = N1, N2p = N2], 202).
r(p(pc(wait_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 203).
r(p(pc(wait_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 204).
r(p(pc(wait_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 205).
r(p(pc(wait_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 206).
r(p(pc(wait_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_wait_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = N1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 207).
r(p(pc(wait_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T0 + 1)], 208).
r(p(pc(wait_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T1 + 1)], 209).
r(p(pc(wait_choose_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 210).
r(p(pc(wait_choose_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 211).
r(p(pc(wait_choose_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 212).
r(p(pc(wait_choose_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 213).
r(p(pc(wait_choose_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = N1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 214).
r(p(pc(wait_choose_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = N2, N0p = N0, N1p = N1, N2p = N2], 215).
r(p(pc(wait_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 216).
r(p(pc(wait_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 217).
r(p(pc(wait_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 218).
r(p(pc(wait_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 219).
r(p(pc(wait_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_wait_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = N1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 220).
r(p(pc(wait_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 221).
r(p(pc(wait_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 222).
r(p(pc(wait_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 223).
r(p(pc(wait_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 224).
r(p(pc(wait_choose_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 225).
r(p(pc(wait_choose_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 226).
r(p(pc(wait_choose_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 227).
r(p(pc(wait_choose_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 228).
r(p(pc(wait_choose_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_wait_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = N1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 229).
r(p(pc(wait_choose_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = 0, N0p = N0, N1p = N1, N2p = N2], 230).
r(p(pc(wait_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_wait_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 231).
r(p(pc(wait_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_wait_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 232).
r(p(pc(wait_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_wait_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 233).
r(p(pc(wait_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_wait_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 234).
r(p(pc(wait_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_critical_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 235).
r(p(pc(wait_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_critical_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 236).
r(p(pc(wait_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_critical_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 237).
r(p(pc(wait_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_critical_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 238).
r(p(pc(wait_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T0 + 1)], 239).
r(p(pc(wait_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T1 + 1)], 240).
r(p(pc(wait_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 241).
r(p(pc(wait_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 242).
r(p(pc(wait_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 243).
r(p(pc(wait_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 244).
r(p(pc(wait_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 245).
r(p(pc(wait_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 246).
r(p(pc(wait_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 247).
r(p(pc(wait_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 248).
r(p(pc(wait_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_wait_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = N2, N0p = N0, N1p = N1, N2p = N2], 249).
r(p(pc(wait_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_wait_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 250).
r(p(pc(wait_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_wait_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 251).
r(p(pc(wait_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_wait_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 252).
r(p(pc(wait_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_wait_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 253).
r(p(pc(wait_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_critical_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 254).
r(p(pc(wait_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_critical_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 255).
r(p(pc(wait_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_critical_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 256).
r(p(pc(wait_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_critical_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 257).
r(p(pc(wait_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_wait_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 258).
r(p(pc(wait_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_wait_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 259).
r(p(pc(wait_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_wait_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 260).
r(p(pc(wait_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_wait_critical), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 261).
r(p(pc(wait_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 262).
r(p(pc(wait_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 263).
r(p(pc(wait_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 264).
r(p(pc(wait_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 265).
r(p(pc(wait_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 266).
r(p(pc(wait_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 267).
r(p(pc(wait_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 268).
r(p(pc(wait_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 269).
r(p(pc(wait_wait_critical), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_wait_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = 0, N0p = N0, N1p = N1, N2p = N2], 270).
r(p(pc(wait_critical_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 271).
r(p(pc(wait_critical_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 272).
r(p(pc(wait_critical_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 273).
r(p(pc(wait_critical_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 274).
r(p(pc(wait_critical_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_idle_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = 0, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 275).
r(p(pc(wait_critical_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T0 + 1)], 276).
r(p(pc(wait_critical_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_critical_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T1 + 1)], 277).
r(p(pc(wait_critical_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 278).
r(p(pc(wait_critical_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 279).
r(p(pc(wait_critical_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 280).
r(p(pc(wait_critical_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 281).
r(p(pc(wait_critical_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = 0, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 282).
r(p(pc(wait_critical_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_critical_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = N2, N0p = N0, N1p = N1, N2p = N2], 283).
r(p(pc(wait_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 284).
r(p(pc(wait_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 285).
r(p(pc(wait_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 286).
r(p(pc(wait_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 287).
r(p(pc(wait_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(wait_idle_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = 0, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 288).
r(p(pc(wait_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 289).
r(p(pc(wait_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 290).
r(p(pc(wait_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 291).
r(p(pc(wait_critical_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 292).
r(p(pc(critical_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_idle_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = 0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 293).
r(p(pc(critical_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T0 + 1), N2p = N2], 294).
r(p(pc(critical_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T2 + 1), N2p = N2], 295).
r(p(pc(critical_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T0 + 1)], 296).
r(p(pc(critical_idle_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T1 + 1)], 297).
r(p(pc(critical_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_idle_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = 0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 298).
r(p(pc(critical_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T0 + 1), N2p = N2], 299).
r(p(pc(critical_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T2 + 1), N2p = N2], 300).
r(p(pc(critical_idle_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_idle_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = N2, N0p = N0, N1p = N1, N2p = N2], 301).
r(p(pc(critical_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_idle_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = 0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 302).
r(p(pc(critical_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T0 + 1), N2p = N2], 303).
r(p(pc(critical_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = (T2 + 1), N2p = N2], 304).
r(p(pc(critical_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 305).
r(p(pc(critical_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 306).
r(p(pc(critical_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 307).
r(p(pc(critical_idle_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 308).
r(p(pc(critical_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = 0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 309).
r(p(pc(critical_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_wait_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = N1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 310).
r(p(pc(critical_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T0 + 1)], 311).
r(p(pc(critical_choose_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T1 + 1)], 312).
r(p(pc(critical_choose_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = 0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 313).
r(p(pc(critical_choose_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = N1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 314).
r(p(pc(critical_choose_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = N2, N0p = N0, N1p = N1, N2p = N2], 315).
r(p(pc(critical_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_choose_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = 0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 316).
r(p(pc(critical_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_wait_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = N1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 317).
r(p(pc(critical_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 318).
r(p(pc(critical_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 319).
r(p(pc(critical_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 320).
r(p(pc(critical_choose_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 321).
r(p(pc(critical_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_wait_idle), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = 0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 322).
r(p(pc(critical_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 323).
r(p(pc(critical_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 324).
r(p(pc(critical_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 325).
r(p(pc(critical_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 326).
r(p(pc(critical_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T0 + 1)], 327).
r(p(pc(critical_wait_idle), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = (T1 + 1)], 328).
r(p(pc(critical_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_wait_choose), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = 0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 329).
r(p(pc(critical_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 330).
r(p(pc(critical_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 331).
r(p(pc(critical_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 332).
r(p(pc(critical_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 333).
r(p(pc(critical_wait_choose), data(T0, T1, T2, N0, N1, N2)), p(pc(critical_wait_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = T0, T1p = T1, T2p = N2, N0p = N0, N1p = N1, N2p = N2], 334).
r(p(pc(critical_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(idle_wait_wait), data(T0p, T1p, T2p, N0p, N1p, N2p)), [], [T0p = 0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 335).
r(p(pc(critical_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 336).
r(p(pc(critical_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 337).
r(p(pc(critical_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 338).
r(p(pc(critical_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 339).
r(p(pc(critical_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 340).
r(p(pc(critical_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 341).
r(p(pc(critical_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 342).
r(p(pc(critical_wait_wait), data(T0, T1, T2, N0, N1, N2)), p(pc(error), data(T0p, T1p, T2p, N0p, N1p, N2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2, N0p = N0, N1p = N1, N2p = N2], 343).
