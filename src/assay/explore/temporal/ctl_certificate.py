"""Why states satisfy a CTL formula, as sets that can be checked one step at a time.

For a formula in negation normal form the states that satisfy each subformula are computed once more, and what the
fixpoints pass through is kept: distances for what some run reaches, eliminated sets for what every run must reach, and
both for fair runs (``core.evidence``).  Quantifiers range over fair runs inside the reachable states.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce

from assay.core.circuit import TRUE
from assay.core.evidence import Claim, Clauses, Fixpoints, Lasting, StateTable
from assay.core.temporal import Atom, Connective, Formula, Logic, PathOperator, Quantifier, Temporal, subformulas
from assay.core.terms import Term, not_
from assay.explore.circuit.reachability import table
from assay.explore.temporal.lasso import backward, fair_states
from assay.solve.bdd import Diagram
from assay.spaces.circuit.space import CircuitSpace


@dataclass(frozen=True, eq=False)
class _Known:
    """The states of a subformula, with its claim."""

    states: Diagram
    claim: Claim


class Claims:
    """Claims about the reachable states of a space; ``sets`` are the states of the formulas that were certified."""

    def __init__(self, space: CircuitSpace, reached: Diagram) -> None:
        self._space = space
        self._reached = reached
        self._literals = list(dict.fromkeys(space.circuit.fairness)) or [TRUE]
        self._conditions = [space.literal(part) for part in self._literals]
        self._unfair: list[tuple[StateTable, int]] = []
        self.sets: dict[Formula, Diagram] = {}
        self.fair = self._always(reached, self._unfair)

    def certificate(
        self,
        root: Formula,
        atoms: Mapping[Term, int],
        clauses: Clauses = (),
        state: Mapping[int, int] | None = None,
    ) -> Fixpoints:
        """Why ``root``, in negation normal form, holds where a fair run begins, or at ``state``."""
        table_of: dict[Formula, _Known] = {}
        for formula in subformulas(root):
            table_of[formula] = self._claimed(formula, atoms, table_of)
            self.sets[formula] = table_of[formula].states
        return Fixpoints(
            clauses,
            table(self._space, self._reached),
            tuple(self._unfair),
            self._lasting(self.fair),
            tuple(known.claim for known in table_of.values()),
            None if state is None else tuple(sorted(state.items())),
        )

    def _claimed(self, formula: Formula, atoms: Mapping[Term, int], known: Mapping[Formula, _Known]) -> _Known:
        match formula:
            case Atom(term):
                return self._plain(self._reached & self._atom(term, atoms))
            case Connective(Logic.AND, parts):
                return self._plain(reduce(lambda a, b: a & b, (known[part].states for part in parts)))
            case Connective(_, parts):
                return self._plain(reduce(lambda a, b: a | b, (known[part].states for part in parts)))
            case Temporal(op, parts, quantifier):
                sets = [known[part].states for part in parts]
                return self._all(op, sets) if quantifier is Quantifier.ALL else self._some(op, sets)

    def _atom(self, term: Term, atoms: Mapping[Term, int]) -> Diagram:
        if term.is_const:
            return self._space.diagrams.true if term.value else self._space.diagrams.false
        return self._space.literal(atoms[term] if term in atoms else atoms[not_(term)] ^ 1)

    def _plain(self, states: Diagram) -> _Known:
        return _Known(states, Claim(self._table(states)))

    def _table(self, states: Diagram) -> StateTable:
        self._space.check_time()
        return table(self._space, states, self._reached)

    # -- some fair run -------------------------------------------------------------------------------------------------

    def _some(self, op: PathOperator, parts: list[Diagram]) -> _Known:
        match op:
            case PathOperator.NEXT:
                return self._plain(self._reached & self._space.preimage(parts[0] & self.fair))
            case PathOperator.FINALLY:
                return self._reaching(parts[0], self._reached)
            case PathOperator.UNTIL:
                return self._reaching(parts[1], parts[0])
            case PathOperator.GLOBALLY:
                states = self._always(parts[0])
                return _Known(states, Claim(self._table(states), lasting=self._lasting(states)))
            case _:
                until = self._reaching(parts[0] & parts[1], parts[1])
                always = self._always(parts[1])
                both = until.states | always
                return _Known(both, Claim(self._table(both), until.claim.rings, lasting=self._lasting(always)))

    def _reaching(self, goal: Diagram, within: Diagram) -> _Known:
        rings = self._rings(goal & self.fair, within)
        states = reduce(lambda a, b: a | b, rings)
        return _Known(states, Claim(self._table(states), tuple(self._table(ring) for ring in rings)))

    def _rings(self, goal: Diagram, within: Diagram) -> list[Diagram]:
        """States by their distance to ``goal`` through ``within``."""
        rings: list[Diagram] = []
        found = frontier = goal
        while frontier != self._space.diagrams.false or not rings:
            self._space.check_time()
            rings.append(frontier)
            frontier = self._space.preimage(frontier) & within & ~found
            found = found | frontier
        return rings

    def _always(self, states: Diagram, removed: list[tuple[StateTable, int]] | None = None) -> Diagram:
        def note(taken: Diagram, number: int) -> None:
            if removed is not None:
                removed.append((self._table(taken), self._literals[number]))

        return fair_states(self._space, states, self._conditions, note)[0]

    def _lasting(self, states: Diagram) -> Lasting:
        rows = []
        for condition in self._conditions:
            rings = self._rings(states & self._space.preimage(states, condition), states)
            rows.append(tuple(self._table(ring) for ring in rings))
        return Lasting(self._table(states), tuple(rows))

    # -- every fair run ------------------------------------------------------------------------------------------------

    def _all(self, op: PathOperator, parts: list[Diagram]) -> _Known:
        space, reached, fair = self._space, self._reached, self.fair
        denied = [reached & ~part for part in parts]
        match op:
            case PathOperator.NEXT:
                return self._plain(reached & ~space.preimage(denied[0] & fair))
            case PathOperator.GLOBALLY:
                return self._plain(reached & ~backward(space, denied[0] & fair, reached))
            case PathOperator.RELEASE:
                return self._plain(reached & ~backward(space, denied[1] & fair, denied[0]))
            case PathOperator.FINALLY:
                wrong = space.diagrams.false
                pending = denied[0]
            case _:
                wrong = backward(space, denied[0] & denied[1] & fair, denied[1])
                pending = denied[1]
        removed: list[tuple[StateTable, int]] = []
        states = reached & ~wrong & ~self._always(pending, removed)
        return _Known(states, Claim(self._table(states), removals=tuple(removed)))
