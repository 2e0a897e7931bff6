% A budget is spent in steps of any size: a step that is too large is not always refused.
% Violated; 4 locations, 6 transitions.
:- multifile r/5, start/1, error/1, var2names/2, preds/2, trans_preds/3, refinement/1, cube_size/1.
refinement(inter).
cube_size(1).
preds(p(_, data(Budget, Step)), []).
trans_preds(p(_, data(Budget, Step)), p(_, data(Budgetp, Stepp)), []).
var2names(p(pc(_), data(Budget, Step)), [(Budget, 'budget'), (Step, 'step')]).
start(pc(start)).
error(pc(error)).
r(p(pc(start), data(Budget, Step)), p(pc(ask), data(Budgetp, Stepp)), [], [Budgetp = 10, Stepp = 0], 1).
r(p(pc(ask), data(Budget, Step)), p(pc(decide), data(Budgetp, Stepp)), [], [Budgetp = Budget], 2).
r(p(pc(decide), data(Budget, Step)), p(pc(ask), data(Budgetp, Stepp)), [Step >= 1, Step =< Budget], [Budgetp = (Budget - Step), Stepp = Step], 3).
r(p(pc(decide), data(Budget, Step)), p(pc(ask), data(Budgetp, Stepp)), [Step >= Budget + 1], [Budgetp = Budget, Stepp = Step], 4).
r(p(pc(decide), data(Budget, Step)), p(pc(ask), data(Budgetp, Stepp)), [Step >= 8], [Budgetp = (Budget - Step), Stepp = Step], 5).
r(p(pc(ask), data(Budget, Step)), p(pc(error), data(Budgetp, Stepp)), [Budget + 1 =< 0], [Budgetp = Budget, Stepp = Step], 6).
