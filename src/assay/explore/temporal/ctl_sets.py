"""The states that satisfy a CTL formula in negation normal form, among the reachable ones, and what shows it.

Path quantifiers range over fair infinite runs (Clarke, Emerson, Sistla, TOPLAS 1986; fairness by the fixpoint of
Emerson and Lei).  States where no fair run begins satisfy everything universal and nothing existential: so a universal
formula is true exactly where the existential one that denies it is false, and one fixpoint serves both.  What it passes
through is kept, for whoever has to show the result: distances, and the sets that were eliminated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Final

from assay.core.circuit import TRUE
from assay.core.temporal import Atom, Connective, Formula, Logic, PathOperator, Quantifier, Temporal, subformulas
from assay.core.terms import Term, not_
from assay.explore.temporal.lasso import fair_states
from assay.solve.bdd import Diagram
from assay.spaces.circuit.space import CircuitSpace

_DUAL: Final = {
    PathOperator.NEXT: PathOperator.NEXT,
    PathOperator.FINALLY: PathOperator.GLOBALLY,
    PathOperator.GLOBALLY: PathOperator.FINALLY,
    PathOperator.UNTIL: PathOperator.RELEASE,
    PathOperator.RELEASE: PathOperator.UNTIL,
}


@dataclass(frozen=True, eq=False)
class Kept:
    """The states where some fair run stays in a set, and what was removed from that set in turn.

    With each removal goes the number of the fairness condition that no step inside it meets.
    """

    states: Diagram
    removed: tuple[tuple[Diagram, int], ...]


@dataclass(frozen=True, eq=False)
class SomeRun:
    """The states where some fair run satisfies a path operator.

    ``rings`` are those that reach something, by distance; ``kept`` are those that keep something forever.
    """

    states: Diagram
    rings: tuple[Diagram, ...] = ()
    kept: Kept | None = None


class StateSets:
    """State sets by formula.  ``atoms`` gives the literals of state formulas, or of their negations."""

    def __init__(self, space: CircuitSpace, reached: Diagram, atoms: Mapping[Term, int]) -> None:
        self.space = space
        self.reached = reached
        self.literals = list(dict.fromkeys(space.circuit.fairness)) or [TRUE]
        self.conditions = [space.literal(part) for part in self.literals]
        self._atoms = atoms
        self._known: dict[Formula, Diagram] = {}
        self._runs: dict[tuple[PathOperator, tuple[Diagram, ...]], SomeRun] = {}
        self.infinite = self._keeping(reached)

    @property
    def fair(self) -> Diagram:
        """The states where a fair run begins."""
        return self.infinite.states

    def __getitem__(self, root: Formula) -> Diagram:
        """The states that satisfy ``root``."""
        if root not in self._known:
            for formula in subformulas(root):
                if formula not in self._known:
                    self._known[formula] = self._satisfying(formula)
        return self._known[root]

    def run(self, formula: Temporal) -> SomeRun:
        """Where some fair run does what ``formula`` asks for, or, if it asks every run, where one does not do it."""
        parts = [self._known[part] for part in formula.parts]
        if formula.quantifier is Quantifier.ALL:
            return self._some(_DUAL[formula.op], tuple(self.reached & ~part for part in parts))
        return self._some(formula.op, tuple(parts))

    def _satisfying(self, formula: Formula) -> Diagram:
        match formula:
            case Atom(term):
                return self.reached & self._atom(term)
            case Connective(Logic.AND, parts):
                return reduce(lambda a, b: a & b, (self._known[part] for part in parts))
            case Connective(_, parts):
                return reduce(lambda a, b: a | b, (self._known[part] for part in parts))
            case Temporal(_, _, Quantifier.ALL):
                return self.reached & ~self.run(formula).states
            case _:
                return self.run(formula).states

    def _atom(self, term: Term) -> Diagram:
        if term.is_const:
            return self.space.diagrams.true if term.value else self.space.diagrams.false
        return self.space.literal(self._atoms[term] if term in self._atoms else self._atoms[not_(term)] ^ 1)

    # -- fixpoints -----------------------------------------------------------------------------------------------------

    def _some(self, op: PathOperator, parts: tuple[Diagram, ...]) -> SomeRun:
        found = self._runs.get((op, parts))
        if found is None:
            found = self._runs[op, parts] = self._computed(op, parts)
        return found

    def _computed(self, op: PathOperator, parts: tuple[Diagram, ...]) -> SomeRun:
        match op:
            case PathOperator.NEXT:
                return SomeRun(self.reached & self.space.preimage(parts[0] & self.fair))
            case PathOperator.FINALLY:
                return self._reaching(parts[0], self.reached)
            case PathOperator.UNTIL:
                return self._reaching(parts[1], parts[0])
            case PathOperator.GLOBALLY:
                kept = self._keeping(parts[0])
                return SomeRun(kept.states, kept=kept)
            case _:
                until = self._reaching(parts[0] & parts[1], parts[1])
                kept = self._keeping(parts[1])
                return SomeRun(until.states | kept.states, until.rings, kept)

    def _reaching(self, goal: Diagram, within: Diagram) -> SomeRun:
        rings = distances(self.space, goal & self.fair, within)
        return SomeRun(reduce(lambda a, b: a | b, rings), tuple(rings))

    def _keeping(self, within: Diagram) -> Kept:
        removed: list[tuple[Diagram, int]] = []
        states, _ = fair_states(self.space, within, self.conditions, lambda taken, k: removed.append((taken, k)))
        return Kept(states, tuple(removed))


def distances(space: CircuitSpace, goal: Diagram, within: Diagram) -> list[Diagram]:
    """States by their distance to ``goal`` through ``within``; the first set is ``goal``, even where it is empty."""
    rings: list[Diagram] = []
    found = frontier = goal
    while frontier != space.diagrams.false or not rings:
        space.check_time()
        rings.append(frontier)
        frontier = space.preimage(frontier) & within & ~found
        found = found | frontier
    return rings
