"""Runs that show why a CTL formula is true at a state: a path for what is reached, a lasso for what is kept.

The formula is in negation normal form, and the states of each part are known.  Each existential operator is shown by a
run; what its parts need at a position of that run is shown by runs that begin there, and so on.  Every run goes on as a
fair lasso, so that nothing has to be believed about the existence of fair runs (Clarke, Grumberg, McMillan, Zhao, DAC
1995).  Universal parts are left to the sets of states; so is the rest when there are ``most`` runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.core.circuit_answers import Run, Shown, simulate
from assay.core.temporal import TRUE as ALWAYS
from assay.core.temporal import Atom, Connective, Formula, Logic, PathOperator, Quantifier, Temporal
from assay.explore.temporal.ctl_sets import StateSets
from assay.explore.temporal.lasso import Walk, closed_walk
from assay.solve.bdd import Diagram

State = dict[int, int]


class Branches:
    """Draws runs inside the states that are known to satisfy each part."""

    def __init__(self, sets: StateSets, most: int) -> None:
        self._sets = sets
        self._space = sets.space
        self._fair = sets.fair
        self._left = most
        self._latches = [latch.node for latch in sets.space.circuit.latches]

    def shown(self, root: Formula, state: Mapping[int, int]) -> tuple[Shown, ...]:
        """Runs for ``root`` at ``state``, one at least: it shows that a fair run begins there."""
        found = self.at(root, state)
        if not found:
            run = self._run(dict(state), [], dict(state), self._fair)
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
        kept = self._sets.run(formula).kept
        if kept is not None and self._space.only(state) & kept.states != self._space.diagrams.false:
            return self._kept(formula, parts[1], kept.states, state)
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
        run = self._run(state, walk.inputs, walk.state, self._fair)
        return Shown(formula, run, goal, self._below(run, wanted))

    def _kept(self, formula: Temporal, part: Formula, states: Diagram, state: State) -> Shown:
        run = self._run(state, [], state, states)
        return Shown(formula, run, None, self._below(run, dict.fromkeys(range(len(run.inputs)), part)))

    def _run(self, first: State, stem: Sequence[State], start: State, fair: Diagram) -> Run:
        """From ``first`` by the inputs ``stem`` to ``start``, and on as a fair lasso inside ``fair``."""
        inputs, loop = closed_walk(self._space, start, fair, self._sets.conditions)
        return Run(first, (*stem, *inputs), len(stem) + loop)

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
