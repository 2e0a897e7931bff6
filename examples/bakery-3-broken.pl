% Bakery algorithm for 3 processes, with tickets taken in one step: at most one is critical. Broken: a newcomer takes the largest ticket, not the next.
% Violated; 22 locations, 157 transitions.
:- multifile r/5, start/1, error/1, var2names/2, preds/2, trans_preds/3, refinement/1, cube_size/1.
refinement(inter).
cube_size(1).
preds(p(_, data(T0, T1, T2)), []).
trans_preds(p(_, data(T0, T1, T2)), p(_, data(T0p, T1p, T2p)), []).
var2names(p(pc(_), data(T0, T1, T2)), [(T0, 't0'), (T1, 't1'), (T2, 't2')]).
start(pc(start)).
error(pc(error)).
r(p(pc(start), data(T0, T1, T2)), p(pc(idle_idle_idle), data(T0p, T1p, T2p)), [], [T0p = 0, T1p = 0, T2p = 0], 1).
r(p(pc(idle_idle_idle), data(T0, T1, T2)), p(pc(wait_idle_idle), data(T0p, T1p, T2p)), [T1 >= T2], [T0p = T1, T1p = T1, T2p = T2], 2).
r(p(pc(idle_idle_idle), data(T0, T1, T2)), p(pc(wait_idle_idle), data(T0p, T1p, T2p)), [T2 >= T1], [T0p = T2, T1p = T1, T2p = T2], 3).
r(p(pc(idle_idle_idle), data(T0, T1, T2)), p(pc(idle_wait_idle), data(T0p, T1p, T2p)), [T0 >= T2], [T0p = T0, T1p = T0, T2p = T2], 4).
r(p(pc(idle_idle_idle), data(T0, T1, T2)), p(pc(idle_wait_idle), data(T0p, T1p, T2p)), [T2 >= T0], [T0p = T0, T1p = T2, T2p = T2], 5).
r(p(pc(idle_idle_idle), data(T0, T1, T2)), p(pc(idle_idle_wait), data(T0p, T1p, T2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T0], 6).
r(p(pc(idle_idle_idle), data(T0, T1, T2)), p(pc(idle_idle_wait), data(T0p, T1p, T2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T1], 7).
r(p(pc(idle_idle_wait), data(T0, T1, T2)), p(pc(wait_idle_wait), data(T0p, T1p, T2p)), [T1 >= T2], [T0p = T1, T1p = T1, T2p = T2], 8).
r(p(pc(idle_idle_wait), data(T0, T1, T2)), p(pc(wait_idle_wait), data(T0p, T1p, T2p)), [T2 >= T1], [T0p = T2, T1p = T1, T2p = T2], 9).
r(p(pc(idle_idle_wait), data(T0, T1, T2)), p(pc(idle_wait_wait), data(T0p, T1p, T2p)), [T0 >= T2], [T0p = T0, T1p = T0, T2p = T2], 10).
r(p(pc(idle_idle_wait), data(T0, T1, T2)), p(pc(idle_wait_wait), data(T0p, T1p, T2p)), [T2 >= T0], [T0p = T0, T1p = T2, T2p = T2], 11).
r(p(pc(idle_idle_wait), data(T0, T1, T2)), p(pc(idle_idle_critical), data(T0p, T1p, T2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2], 12).
r(p(pc(idle_idle_wait), data(T0, T1, T2)), p(pc(idle_idle_critical), data(T0p, T1p, T2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2], 13).
r(p(pc(idle_idle_wait), data(T0, T1, T2)), p(pc(idle_idle_critical), data(T0p, T1p, T2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2], 14).
r(p(pc(idle_idle_wait), data(T0, T1, T2)), p(pc(idle_idle_critical), data(T0p, T1p, T2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2], 15).
r(p(pc(idle_idle_critical), data(T0, T1, T2)), p(pc(wait_idle_critical), data(T0p, T1p, T2p)), [T1 >= T2], [T0p = T1, T1p = T1, T2p = T2], 16).
r(p(pc(idle_idle_critical), data(T0, T1, T2)), p(pc(wait_idle_critical), data(T0p, T1p, T2p)), [T2 >= T1], [T0p = T2, T1p = T1, T2p = T2], 17).
r(p(pc(idle_idle_critical), data(T0, T1, T2)), p(pc(idle_wait_critical), data(T0p, T1p, T2p)), [T0 >= T2], [T0p = T0, T1p = T0, T2p = T2], 18).
r(p(pc(idle_idle_critical), data(T0, T1, T2)), p(pc(idle_wait_critical), data(T0p, T1p, T2p)), [T2 >= T0], [T0p = T0, T1p = T2, T2p = T2], 19).
r(p(pc(idle_idle_critical), data(T0, T1, T2)), p(pc(idle_idle_idle), data(T0p, T1p, T2p)), [], [T0p = T0, T1p = T1, T2p = 0], 20).
r(p(pc(idle_wait_idle), data(T0, T1, T2)), p(pc(wait_wait_idle), data(T0p, T1p, T2p)), [T1 >= T2], [T0p = T1, T1p = T1, T2p = T2], 21).
r(p(pc(idle_wait_idle), data(T0, T1, T2)), p(pc(wait_wait_idle), data(T0p, T1p, T2p)), [T2 >= T1], [T0p = T2, T1p = T1, T2p = T2], 22).
r(p(pc(idle_wait_idle), data(T0, T1, T2)), p(pc(idle_critical_idle), data(T0p, T1p, T2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 23).
r(p(pc(idle_wait_idle), data(T0, T1, T2)), p(pc(idle_critical_idle), data(T0p, T1p, T2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2], 24).
r(p(pc(idle_wait_idle), data(T0, T1, T2)), p(pc(idle_critical_idle), data(T0p, T1p, T2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 25).
r(p(pc(idle_wait_idle), data(T0, T1, T2)), p(pc(idle_critical_idle), data(T0p, T1p, T2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2], 26).
r(p(pc(idle_wait_idle), data(T0, T1, T2)), p(pc(idle_wait_wait), data(T0p, T1p, T2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T0], 27).
r(p(pc(idle_wait_idle), data(T0, T1, T2)), p(pc(idle_wait_wait), data(T0p, T1p, T2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T1], 28).
r(p(pc(idle_wait_wait), data(T0, T1, T2)), p(pc(wait_wait_wait), data(T0p, T1p, T2p)), [T1 >= T2], [T0p = T1, T1p = T1, T2p = T2], 29).
r(p(pc(idle_wait_wait), data(T0, T1, T2)), p(pc(wait_wait_wait), data(T0p, T1p, T2p)), [T2 >= T1], [T0p = T2, T1p = T1, T2p = T2], 30).
r(p(pc(idle_wait_wait), data(T0, T1, T2)), p(pc(idle_critical_wait), data(T0p, T1p, T2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 31).
r(p(pc(idle_wait_wait), data(T0, T1, T2)), p(pc(idle_critical_wait), data(T0p, T1p, T2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2], 32).
r(p(pc(idle_wait_wait), data(T0, T1, T2)), p(pc(idle_critical_wait), data(T0p, T1p, T2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 33).
r(p(pc(idle_wait_wait), data(T0, T1, T2)), p(pc(idle_critical_wait), data(T0p, T1p, T2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2], 34).
r(p(pc(idle_wait_wait), data(T0, T1, T2)), p(pc(idle_wait_critical), data(T0p, T1p, T2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2], 35).
r(p(pc(idle_wait_wait), data(T0, T1, T2)), p(pc(idle_wait_critical), data(T0p, T1p, T2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2], 36).
r(p(pc(idle_wait_wait), data(T0, T1, T2)), p(pc(idle_wait_critical), data(T0p, T1p, T2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2], 37).
r(p(pc(idle_wait_wait), data(T0, T1, T2)), p(pc(idle_wait_critical), data(T0p, T1p, T2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2], 38).
r(p(pc(idle_wait_critical), data(T0, T1, T2)), p(pc(wait_wait_critical), data(T0p, T1p, T2p)), [T1 >= T2], [T0p = T1, T1p = T1, T2p = T2], 39).
r(p(pc(idle_wait_critical), data(T0, T1, T2)), p(pc(wait_wait_critical), data(T0p, T1p, T2p)), [T2 >= T1], [T0p = T2, T1p = T1, T2p = T2], 40).
r(p(pc(idle_wait_critical), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 41).
r(p(pc(idle_wait_critical), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2], 42).
r(p(pc(idle_wait_critical), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 43).
r(p(pc(idle_wait_critical), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2], 44).
r(p(pc(idle_wait_critical), data(T0, T1, T2)), p(pc(idle_wait_idle), data(T0p, T1p, T2p)), [], [T0p = T0, T1p = T1, T2p = 0], 45).
r(p(pc(idle_critical_idle), data(T0, T1, T2)), p(pc(wait_critical_idle), data(T0p, T1p, T2p)), [T1 >= T2], [T0p = T1, T1p = T1, T2p = T2], 46).
r(p(pc(idle_critical_idle), data(T0, T1, T2)), p(pc(wait_critical_idle), data(T0p, T1p, T2p)), [T2 >= T1], [T0p = T2, T1p = T1, T2p = T2], 47).
r(p(pc(idle_critical_idle), data(T0, T1, T2)), p(pc(idle_idle_idle), data(T0p, T1p, T2p)), [], [T0p = T0, T1p = 0, T2p = T2], 48).
r(p(pc(idle_critical_idle), data(T0, T1, T2)), p(pc(idle_critical_wait), data(T0p, T1p, T2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T0], 49).
r(p(pc(idle_critical_idle), data(T0, T1, T2)), p(pc(idle_critical_wait), data(T0p, T1p, T2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T1], 50).
r(p(pc(idle_critical_wait), data(T0, T1, T2)), p(pc(wait_critical_wait), data(T0p, T1p, T2p)), [T1 >= T2], [T0p = T1, T1p = T1, T2p = T2], 51).
r(p(pc(idle_critical_wait), data(T0, T1, T2)), p(pc(wait_critical_wait), data(T0p, T1p, T2p)), [T2 >= T1], [T0p = T2, T1p = T1, T2p = T2], 52).
r(p(pc(idle_critical_wait), data(T0, T1, T2)), p(pc(idle_idle_wait), data(T0p, T1p, T2p)), [], [T0p = T0, T1p = 0, T2p = T2], 53).
r(p(pc(idle_critical_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2], 54).
r(p(pc(idle_critical_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2], 55).
r(p(pc(idle_critical_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2], 56).
r(p(pc(idle_critical_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2], 57).
r(p(pc(wait_idle_idle), data(T0, T1, T2)), p(pc(critical_idle_idle), data(T0p, T1p, T2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 58).
r(p(pc(wait_idle_idle), data(T0, T1, T2)), p(pc(critical_idle_idle), data(T0p, T1p, T2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2], 59).
r(p(pc(wait_idle_idle), data(T0, T1, T2)), p(pc(critical_idle_idle), data(T0p, T1p, T2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 60).
r(p(pc(wait_idle_idle), data(T0, T1, T2)), p(pc(critical_idle_idle), data(T0p, T1p, T2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2], 61).
r(p(pc(wait_idle_idle), data(T0, T1, T2)), p(pc(wait_wait_idle), data(T0p, T1p, T2p)), [T0 >= T2], [T0p = T0, T1p = T0, T2p = T2], 62).
r(p(pc(wait_idle_idle), data(T0, T1, T2)), p(pc(wait_wait_idle), data(T0p, T1p, T2p)), [T2 >= T0], [T0p = T0, T1p = T2, T2p = T2], 63).
r(p(pc(wait_idle_idle), data(T0, T1, T2)), p(pc(wait_idle_wait), data(T0p, T1p, T2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T0], 64).
r(p(pc(wait_idle_idle), data(T0, T1, T2)), p(pc(wait_idle_wait), data(T0p, T1p, T2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T1], 65).
r(p(pc(wait_idle_wait), data(T0, T1, T2)), p(pc(critical_idle_wait), data(T0p, T1p, T2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 66).
r(p(pc(wait_idle_wait), data(T0, T1, T2)), p(pc(critical_idle_wait), data(T0p, T1p, T2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2], 67).
r(p(pc(wait_idle_wait), data(T0, T1, T2)), p(pc(critical_idle_wait), data(T0p, T1p, T2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 68).
r(p(pc(wait_idle_wait), data(T0, T1, T2)), p(pc(critical_idle_wait), data(T0p, T1p, T2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2], 69).
r(p(pc(wait_idle_wait), data(T0, T1, T2)), p(pc(wait_wait_wait), data(T0p, T1p, T2p)), [T0 >= T2], [T0p = T0, T1p = T0, T2p = T2], 70).
r(p(pc(wait_idle_wait), data(T0, T1, T2)), p(pc(wait_wait_wait), data(T0p, T1p, T2p)), [T2 >= T0], [T0p = T0, T1p = T2, T2p = T2], 71).
r(p(pc(wait_idle_wait), data(T0, T1, T2)), p(pc(wait_idle_critical), data(T0p, T1p, T2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2], 72).
r(p(pc(wait_idle_wait), data(T0, T1, T2)), p(pc(wait_idle_critical), data(T0p, T1p, T2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2], 73).
r(p(pc(wait_idle_wait), data(T0, T1, T2)), p(pc(wait_idle_critical), data(T0p, T1p, T2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2], 74).
r(p(pc(wait_idle_wait), data(T0, T1, T2)), p(pc(wait_idle_critical), data(T0p, T1p, T2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2], 75).
r(p(pc(wait_idle_critical), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 76).
r(p(pc(wait_idle_critical), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2], 77).
r(p(pc(wait_idle_critical), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 78).
r(p(pc(wait_idle_critical), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2], 79).
r(p(pc(wait_idle_critical), data(T0, T1, T2)), p(pc(wait_wait_critical), data(T0p, T1p, T2p)), [T0 >= T2], [T0p = T0, T1p = T0, T2p = T2], 80).
r(p(pc(wait_idle_critical), data(T0, T1, T2)), p(pc(wait_wait_critical), data(T0p, T1p, T2p)), [T2 >= T0], [T0p = T0, T1p = T2, T2p = T2], 81).
r(p(pc(wait_idle_critical), data(T0, T1, T2)), p(pc(wait_idle_idle), data(T0p, T1p, T2p)), [], [T0p = T0, T1p = T1, T2p = 0], 82).
r(p(pc(wait_wait_idle), data(T0, T1, T2)), p(pc(critical_wait_idle), data(T0p, T1p, T2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 83).
r(p(pc(wait_wait_idle), data(T0, T1, T2)), p(pc(critical_wait_idle), data(T0p, T1p, T2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2], 84).
r(p(pc(wait_wait_idle), data(T0, T1, T2)), p(pc(critical_wait_idle), data(T0p, T1p, T2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 85).
r(p(pc(wait_wait_idle), data(T0, T1, T2)), p(pc(critical_wait_idle), data(T0p, T1p, T2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2], 86).
r(p(pc(wait_wait_idle), data(T0, T1, T2)), p(pc(wait_critical_idle), data(T0p, T1p, T2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 87).
r(p(pc(wait_wait_idle), data(T0, T1, T2)), p(pc(wait_critical_idle), data(T0p, T1p, T2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2], 88).
r(p(pc(wait_wait_idle), data(T0, T1, T2)), p(pc(wait_critical_idle), data(T0p, T1p, T2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 89).
r(p(pc(wait_wait_idle), data(T0, T1, T2)), p(pc(wait_critical_idle), data(T0p, T1p, T2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2], 90).
r(p(pc(wait_wait_idle), data(T0, T1, T2)), p(pc(wait_wait_wait), data(T0p, T1p, T2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T0], 91).
r(p(pc(wait_wait_idle), data(T0, T1, T2)), p(pc(wait_wait_wait), data(T0p, T1p, T2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T1], 92).
r(p(pc(wait_wait_wait), data(T0, T1, T2)), p(pc(critical_wait_wait), data(T0p, T1p, T2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 93).
r(p(pc(wait_wait_wait), data(T0, T1, T2)), p(pc(critical_wait_wait), data(T0p, T1p, T2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2], 94).
r(p(pc(wait_wait_wait), data(T0, T1, T2)), p(pc(critical_wait_wait), data(T0p, T1p, T2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 95).
r(p(pc(wait_wait_wait), data(T0, T1, T2)), p(pc(critical_wait_wait), data(T0p, T1p, T2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2], 96).
r(p(pc(wait_wait_wait), data(T0, T1, T2)), p(pc(wait_critical_wait), data(T0p, T1p, T2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 97).
r(p(pc(wait_wait_wait), data(T0, T1, T2)), p(pc(wait_critical_wait), data(T0p, T1p, T2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2], 98).
r(p(pc(wait_wait_wait), data(T0, T1, T2)), p(pc(wait_critical_wait), data(T0p, T1p, T2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 99).
r(p(pc(wait_wait_wait), data(T0, T1, T2)), p(pc(wait_critical_wait), data(T0p, T1p, T2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2], 100).
r(p(pc(wait_wait_wait), data(T0, T1, T2)), p(pc(wait_wait_critical), data(T0p, T1p, T2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2], 101).
r(p(pc(wait_wait_wait), data(T0, T1, T2)), p(pc(wait_wait_critical), data(T0p, T1p, T2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2], 102).
r(p(pc(wait_wait_wait), data(T0, T1, T2)), p(pc(wait_wait_critical), data(T0p, T1p, T2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2], 103).
r(p(pc(wait_wait_wait), data(T0, T1, T2)), p(pc(wait_wait_critical), data(T0p, T1p, T2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2], 104).
r(p(pc(wait_wait_critical), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 105).
r(p(pc(wait_wait_critical), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2], 106).
r(p(pc(wait_wait_critical), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 107).
r(p(pc(wait_wait_critical), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2], 108).
r(p(pc(wait_wait_critical), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 109).
r(p(pc(wait_wait_critical), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2], 110).
r(p(pc(wait_wait_critical), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 111).
r(p(pc(wait_wait_critical), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2], 112).
r(p(pc(wait_wait_critical), data(T0, T1, T2)), p(pc(wait_wait_idle), data(T0p, T1p, T2p)), [], [T0p = T0, T1p = T1, T2p = 0], 113).
r(p(pc(wait_critical_idle), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 114).
r(p(pc(wait_critical_idle), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2], 115).
r(p(pc(wait_critical_idle), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 116).
r(p(pc(wait_critical_idle), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2], 117).
r(p(pc(wait_critical_idle), data(T0, T1, T2)), p(pc(wait_idle_idle), data(T0p, T1p, T2p)), [], [T0p = T0, T1p = 0, T2p = T2], 118).
r(p(pc(wait_critical_idle), data(T0, T1, T2)), p(pc(wait_critical_wait), data(T0p, T1p, T2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T0], 119).
r(p(pc(wait_critical_idle), data(T0, T1, T2)), p(pc(wait_critical_wait), data(T0p, T1p, T2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T1], 120).
r(p(pc(wait_critical_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T1 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 121).
r(p(pc(wait_critical_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T1 = 0, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2], 122).
r(p(pc(wait_critical_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 =< T1, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 123).
r(p(pc(wait_critical_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 =< T1, T0 =< T2], [T0p = T0, T1p = T1, T2p = T2], 124).
r(p(pc(wait_critical_wait), data(T0, T1, T2)), p(pc(wait_idle_wait), data(T0p, T1p, T2p)), [], [T0p = T0, T1p = 0, T2p = T2], 125).
r(p(pc(wait_critical_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2], 126).
r(p(pc(wait_critical_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2], 127).
r(p(pc(wait_critical_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2], 128).
r(p(pc(wait_critical_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2], 129).
r(p(pc(critical_idle_idle), data(T0, T1, T2)), p(pc(idle_idle_idle), data(T0p, T1p, T2p)), [], [T0p = 0, T1p = T1, T2p = T2], 130).
r(p(pc(critical_idle_idle), data(T0, T1, T2)), p(pc(critical_wait_idle), data(T0p, T1p, T2p)), [T0 >= T2], [T0p = T0, T1p = T0, T2p = T2], 131).
r(p(pc(critical_idle_idle), data(T0, T1, T2)), p(pc(critical_wait_idle), data(T0p, T1p, T2p)), [T2 >= T0], [T0p = T0, T1p = T2, T2p = T2], 132).
r(p(pc(critical_idle_idle), data(T0, T1, T2)), p(pc(critical_idle_wait), data(T0p, T1p, T2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T0], 133).
r(p(pc(critical_idle_idle), data(T0, T1, T2)), p(pc(critical_idle_wait), data(T0p, T1p, T2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T1], 134).
r(p(pc(critical_idle_wait), data(T0, T1, T2)), p(pc(idle_idle_wait), data(T0p, T1p, T2p)), [], [T0p = 0, T1p = T1, T2p = T2], 135).
r(p(pc(critical_idle_wait), data(T0, T1, T2)), p(pc(critical_wait_wait), data(T0p, T1p, T2p)), [T0 >= T2], [T0p = T0, T1p = T0, T2p = T2], 136).
r(p(pc(critical_idle_wait), data(T0, T1, T2)), p(pc(critical_wait_wait), data(T0p, T1p, T2p)), [T2 >= T0], [T0p = T0, T1p = T2, T2p = T2], 137).
r(p(pc(critical_idle_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2], 138).
r(p(pc(critical_idle_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2], 139).
r(p(pc(critical_idle_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2], 140).
r(p(pc(critical_idle_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2], 141).
r(p(pc(critical_wait_idle), data(T0, T1, T2)), p(pc(idle_wait_idle), data(T0p, T1p, T2p)), [], [T0p = 0, T1p = T1, T2p = T2], 142).
r(p(pc(critical_wait_idle), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 143).
r(p(pc(critical_wait_idle), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2], 144).
r(p(pc(critical_wait_idle), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 145).
r(p(pc(critical_wait_idle), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2], 146).
r(p(pc(critical_wait_idle), data(T0, T1, T2)), p(pc(critical_wait_wait), data(T0p, T1p, T2p)), [T0 >= T1], [T0p = T0, T1p = T1, T2p = T0], 147).
r(p(pc(critical_wait_idle), data(T0, T1, T2)), p(pc(critical_wait_wait), data(T0p, T1p, T2p)), [T1 >= T0], [T0p = T0, T1p = T1, T2p = T1], 148).
r(p(pc(critical_wait_wait), data(T0, T1, T2)), p(pc(idle_wait_wait), data(T0p, T1p, T2p)), [], [T0p = 0, T1p = T1, T2p = T2], 149).
r(p(pc(critical_wait_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 = 0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 150).
r(p(pc(critical_wait_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 = 0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2], 151).
r(p(pc(critical_wait_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T1 + 1 =< T0, T2 = 0], [T0p = T0, T1p = T1, T2p = T2], 152).
r(p(pc(critical_wait_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T1 + 1 =< T0, T1 =< T2], [T0p = T0, T1p = T1, T2p = T2], 153).
r(p(pc(critical_wait_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 = 0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2], 154).
r(p(pc(critical_wait_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T0 = 0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2], 155).
r(p(pc(critical_wait_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T2 + 1 =< T0, T1 = 0], [T0p = T0, T1p = T1, T2p = T2], 156).
r(p(pc(critical_wait_wait), data(T0, T1, T2)), p(pc(error), data(T0p, T1p, T2p)), [T2 + 1 =< T0, T2 + 1 =< T1], [T0p = T0, T1p = T1, T2p = T2], 157).
