"""Runs that show why a CTL formula is true at a state: a path for what is reached, a lasso for what is kept.

The formula is in negation normal form, and the states of each part are known.  Each existential operator is shown by a
run; what its parts need at a position of that run is shown by runs that begin there, and so on.  Every run goes on as a
fair lasso, so that nothing has to be believed about the existence of fair runs (Clarke, Grumberg, McMillan, Zhao, DAC
1995).  Universal parts are left to the sets of states; so is the rest when there are ``most`` runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.core.circuit import TRUE
from assay.core.circuit_answers import Run, Shown, simulate
from assay.core.temporal import TRUE as ALWAYS
from assay.core.temporal import Atom, Connective, Formula, Logic, PathOperator, Quantifier, Temporal
from assay.explore.temporal.lasso import Walk, fair_states
from assay.solve.bdd import Diagram
from assay.spaces.circuit.space import CircuitSpace

State = dict[int, int]


class Branches:
    """Draws runs inside the states that are known to satisfy each part."""

    def __init__(self, space: CircuitSpace, sets: Mapping[Formula, Diagram], fair: Diagram, most: int) -> None:
        self._space = space
        self._sets = sets
        self._fair = fair
        self._left = most
        literals = list(dict.fromkeys(space.circuit.fairness)) or [TRUE]
        self._conditions = [space.literal(part) for part in literals]
        self._latches = [latch.node for latch in space.circuit.latches]

    def shown(self, root: Formula, state: Mapping[int, int]) -> tuple[Shown, ...]:
        """Runs for ``root`` at ``state``, one at least: it shows that a fair run begins there."""
        found = self.at(root, state)
        if not found:
            run = self._run([], self._lasso(dict(state), self._fair), dict(state))
            found = (Shown(Temporal(PathOperator.GLOBALLY, (ALWAYS,), Quantifier.SOME), run, None),)
        return found

    def at(self, formula: Formula, state: Mapping[int, int]) -> tuple[Shown, ...]:
        """Runs for ``formula`` at ``state``, which satisfies it; none where no run can show anything."""
        match formula:
            case Connective(Logic.AND, parts):
                return tuple(shown for part in parts for shown in self.at(part, state))
            case Connective(_, parts):
                return self.at(min((part for part in parts if self._holds(part, state)), key=_effort), state)
            case Temporal(op, parts, Quantifier.SOME) if self._left > 0:
                self._left -= 1
                return (self._branch(formula, op, parts, dict(state)),)
            case _:
                return ()

    def _holds(self, formula: Formula, state: Mapping[int, int]) -> bool:
        return bool(self._space.only(state) & self._sets[formula] != self._space.diagrams.false)

    def _branch(self, formula: Temporal, op: PathOperator, parts: Sequence[Formula], state: State) -> Shown:
        sets = [self._sets[part] for part in parts]
        match op:
            case PathOperator.NEXT:
                walk = Walk(self._space, state, sets[0] & self._fair)
                walk.step(self._space.diagrams.true)
                return self._path(formula, walk, state, {1: parts[0]})
            case PathOperator.FINALLY:
                walk = self._walk(state, self._space.diagrams.true, sets[0])
                return self._path(formula, walk, state, {len(walk.inputs): parts[0]})
            case PathOperator.UNTIL:
                walk = self._walk(state, sets[0], sets[1])
                wanted = dict.fromkeys(range(len(walk.inputs)), parts[0])
                return self._path(formula, walk, state, {**wanted, len(walk.inputs): parts[1]})
            case PathOperator.GLOBALLY:
                return self._kept(formula, parts[0], self._sets[formula], state)
            case _:
                return self._released(formula, parts, state)

    def _released(self, formula: Temporal, parts: Sequence[Formula], state: State) -> Shown:
        """``E [p V q]``: up to a state with both, or with the second part for ever."""
        first, second = (self._sets[part] for part in parts)
        kept = fair_states(self._space, second, self._conditions)[0]
        if self._space.only(state) & kept != self._space.diagrams.false:
            return self._kept(formula, parts[1], kept, state)
        walk = self._walk(state, second, first & second)
        wanted: dict[int, Formula] = dict.fromkeys(range(len(walk.inputs)), parts[1])
        wanted[len(walk.inputs)] = Connective(Logic.AND, tuple(parts))
        return self._path(formula, walk, state, wanted)

    # -- runs ----------------------------------------------------------------------------------------------------------

    def _walk(self, state: State, within: Diagram, goal: Diagram) -> Walk:
        """To a nearest state of ``goal`` where a fair run begins, through ``within``."""
        goal = goal & self._fair
        walk = Walk(self._space, state, within | goal)
        walk.into(goal)
        return walk

    def _path(self, formula: Temporal, walk: Walk, state: State, wanted: Mapping[int, Formula]) -> Shown:
        """The walk, and a fair run from where it ends; ``wanted`` is needed at positions of the walk."""
        goal = len(walk.inputs)
        run = self._run(walk.inputs, self._lasso(walk.state, self._fair), state)
        return Shown(formula, run, goal, self._below(run, wanted))

    def _kept(self, formula: Temporal, part: Formula, states: Diagram, state: State) -> Shown:
        run = self._run([], self._lasso(state, states), state)
        return Shown(formula, run, None, self._below(run, dict.fromkeys(range(len(run.inputs)), part)))

    def _lasso(self, start: State, fair: Diagram) -> tuple[list[State], int]:
        """Inputs of a run inside ``fair`` that meets all conditions again and again, and where it closes."""
        inputs: list[State] = []
        while True:
            walk = Walk(self._space, start, fair)
            for condition in self._conditions:
                walk.on(condition)
            if walk.to(start):
                return [*inputs, *walk.inputs], len(inputs)
            inputs += walk.inputs
            start = walk.state

    def _run(self, stem: Sequence[State], lasso: tuple[list[State], int], state: State) -> Run:
        inputs, loop = lasso
        return Run(state, (*stem, *inputs), len(stem) + loop)

    def _below(self, run: Run, wanted: Mapping[int, Formula]) -> dict[int, tuple[Shown, ...]]:
        if all(isinstance(part, Atom) for part in wanted.values()):
            return {}
        below: dict[int, tuple[Shown, ...]] = {}
        for position, values in enumerate(simulate(self._space.circuit, run)):
            if position in wanted:
                found = self.at(wanted[position], {node: values[node] for node in self._latches})
                if found:
                    below[position] = found
        return below


def shows_something(formula: Formula) -> bool:
    """Is there a part of the formula, in negation normal form, that a run from the state at hand can show?"""
    match formula:
        case Connective(_, parts):
            return any(map(shows_something, parts))
        case Temporal(_, _, quantifier):
            return quantifier is Quantifier.SOME
        case _:
            return False


def _effort(formula: Formula) -> int:
    """What needs no run comes before what one shows, and that before what no run shows."""
    match formula:
        case Atom():
            return 0
        case Connective(_, parts):
            return max(map(_effort, parts))
        case Temporal(_, _, Quantifier.SOME):
            return 1
        case _:
            return 2
