"""Why states satisfy a CTL formula, as sets that can be checked one step at a time.

For each subformula of a formula in negation normal form there are the states that satisfy it, and what their fixpoint
passed through: distances for what some run reaches, eliminated sets for what every run must reach, and both for fair
runs (``core.evidence``).  Quantifiers range over fair runs inside the reachable states.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from assay.core.evidence import Claim, Clauses, Fixpoints, Lasting, StateTable
from assay.core.temporal import Formula, Quantifier, Temporal, subformulas
from assay.explore.circuit.reachability import table
from assay.explore.temporal.ctl_sets import Kept, StateSets, distances
from assay.solve.bdd import Diagram


def fixpoints_for(
    sets: StateSets, root: Formula, state: Mapping[int, int] | None = None, clauses: Clauses = ()
) -> Fixpoints:
    """Why ``root``, in negation normal form, holds where a fair run begins, or at ``state``."""
    told = _Tables(sets)
    return Fixpoints(
        clauses,
        table(sets.space, sets.reached),
        told.removals(sets.infinite),
        told.lasting(sets.fair),
        tuple(told.claim(formula) for formula in subformulas(root)),
        None if state is None else tuple(sorted(state.items())),
    )


class _Tables:
    """State sets as tables, with care for reachable states only."""

    def __init__(self, sets: StateSets) -> None:
        self._sets = sets

    def claim(self, formula: Formula) -> Claim:
        states = self._table(self._sets[formula])
        if not isinstance(formula, Temporal):
            return Claim(states)
        run = self._sets.run(formula)
        if formula.quantifier is Quantifier.ALL:
            return Claim(states, removals=() if run.kept is None else self.removals(run.kept))
        lasting = None if run.kept is None else self.lasting(run.kept.states)
        return Claim(states, self._tables(run.rings), lasting=lasting)

    def lasting(self, states: Diagram) -> Lasting:
        space = self._sets.space
        rows = [
            self._tables(distances(space, states & space.preimage(states, condition), states))
            for condition in self._sets.conditions
        ]
        return Lasting(self._table(states), tuple(rows))

    def removals(self, kept: Kept) -> tuple[tuple[StateTable, int], ...]:
        return tuple((self._table(taken), self._sets.literals[number]) for taken, number in kept.removed)

    def _tables(self, rings: Iterable[Diagram]) -> tuple[StateTable, ...]:
        return tuple(self._table(ring) for ring in rings)

    def _table(self, states: Diagram) -> StateTable:
        self._sets.space.check_time()
        return table(self._sets.space, states, self._sets.reached)
