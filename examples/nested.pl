% A loop in a loop: the inner counter never passes the outer bound.
% Safe; 4 locations, 6 transitions.
:- multifile r/5, start/1, error/1, var2names/2, preds/2, trans_preds/3, refinement/1, cube_size/1.
refinement(inter).
cube_size(1).
preds(p(_, data(I, J, N)), []).
trans_preds(p(_, data(I, J, N)), p(_, data(Ip, Jp, Np)), []).
var2names(p(pc(_), data(I, J, N)), [(I, 'i'), (J, 'j'), (N, 'n')]).
start(pc(start)).
error(pc(error)).
r(p(pc(start), data(I, J, N)), p(pc(outer), data(Ip, Jp, Np)), [N >= 1], [Ip = 0, Jp = 0, Np = N], 1).
r(p(pc(outer), data(I, J, N)), p(pc(inner), data(Ip, Jp, Np)), [I + 1 =< N], [Ip = I, Jp = I, Np = N], 2).
r(p(pc(inner), data(I, J, N)), p(pc(inner), data(Ip, Jp, Np)), [J + 1 =< N], [Ip = I, Jp = (J + 1), Np = N], 3).
r(p(pc(inner), data(I, J, N)), p(pc(outer), data(Ip, Jp, Np)), [J >= N], [Ip = (I + 1), Jp = J, Np = N], 4).
r(p(pc(inner), data(I, J, N)), p(pc(error), data(Ip, Jp, Np)), [J >= N + 1], [Ip = I, Jp = J, Np = N], 5).
r(p(pc(outer), data(I, J, N)), p(pc(error), data(Ip, Jp, Np)), [I >= N + 1], [Ip = I, Jp = J, Np = N], 6).
