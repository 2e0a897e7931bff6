"""CTL over decision diagrams: the set of states that satisfies each subformula, among the reachable ones.

Path quantifiers range over fair infinite runs (Clarke, Emerson, Sistla, TOPLAS 1986; fairness by the fixpoint of
Emerson and Lei).  States where no fair run begins satisfy everything universal and nothing existential.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from assay.core.circuit_answers import Shown
from assay.core.errors import SolverFailure
from assay.core.events import Listener, ignore
from assay.core.evidence import Fixpoints, StateTable
from assay.core.temporal import (
    Atom,
    Connective,
    Formula,
    Logic,
    PathOperator,
    Quantifier,
    Temporal,
    negation_normal,
    subformulas,
)
from assay.core.terms import Term
from assay.explore.circuit.reachability import list_rings, table, union
from assay.explore.temporal.ctl_certificate import Claims
from assay.explore.temporal.ctl_runs import Branches, shows_something
from assay.explore.temporal.lasso import backward, fair_states
from assay.solve.bdd import Diagram
from assay.spaces.circuit.space import CircuitSpace
from assay.transforms.circuit.lift_branches import MOST_RUNS

# To show an answer by runs there are so many seconds, and what it took to find it.
LEAST_SECONDS: Final = 1.0


@dataclass(frozen=True)
class Branching:
    """Do all fair initial states satisfy the formula?  If not, ``state`` is one that does not.

    ``deadlock`` says that some of the ``reached`` states has no successor; ``fixpoints`` say why the answer is so, and
    ``shown`` are runs that show it as far as runs can, if there was time to tell: from ``state`` where the formula
    fails; where it holds and runs can show that, from an initial state as an ``example``.
    """

    state: Mapping[int, int] | None
    deadlock: bool
    reached: StateTable
    fixpoints: Fixpoints | None = None
    shown: tuple[Shown, ...] = ()
    example: Mapping[int, int] | None = None


def branching_in(
    space: CircuitSpace, formula: Formula, atoms: Mapping[Term, int], announce: Listener = ignore
) -> Branching:
    """Decides the CTL ``formula``, whose state formulas are the literals ``atoms``, which depend on latches only."""
    started = time.monotonic()
    nothing = space.diagrams.false
    reached = union(space, list_rings(space, nothing, announce))
    sets = _Sets(space, reached)
    good = sets.satisfying(formula, atoms)
    wrong = space.initial() & sets.fair & ~good
    deadlock = reached & ~space.preimage(reached) != nothing
    state = None if wrong == nothing else space.pick(wrong)[0]
    answer = Branching(state, deadlock, table(space, reached))
    return _explained(space, reached, formula, atoms, answer, time.monotonic() - started)


def _explained(
    space: CircuitSpace,
    reached: Diagram,
    formula: Formula,
    atoms: Mapping[Term, int],
    answer: Branching,
    seconds: float,
) -> Branching:
    """The answer with why it is so, without which it is worth nothing, and with runs, if those take no longer."""
    functions = space.functions
    deadline = functions.deadline
    state = answer.state
    try:
        root = negation_normal(formula, negated=state is not None)
        claims = Claims(space, reached)
        answer = replace(answer, fixpoints=claims.certificate(root, atoms, state=state))
        functions.deadline = deadline.within(LEAST_SECONDS + seconds)
        runs = Branches(space, claims.sets, claims.fair, MOST_RUNS)
        if state is not None:
            return replace(answer, shown=runs.shown(root, state))
        start = space.initial() & claims.fair & claims.sets[root]
        if start != space.diagrams.false and shows_something(root):
            state = space.pick(start)[0]
            return replace(answer, example=state, shown=runs.at(root, state))
        return answer
    except SolverFailure:
        return answer
    finally:
        functions.deadline = deadline


class _Sets:
    """State sets by formula, inside the reachable states."""

    def __init__(self, space: CircuitSpace, reached: Diagram) -> None:
        self._space = space
        self._reached = reached
        literals = dict.fromkeys(space.circuit.fairness)
        self._conditions = [space.literal(part) for part in literals] or [space.diagrams.true]
        self.fair = self._always(reached)

    def satisfying(self, root: Formula, atoms: Mapping[Term, int]) -> Diagram:
        table: dict[Formula, Diagram] = {}
        for formula in subformulas(root):
            match formula:
                case Atom(term):
                    inside = self._space.literal(atoms[term]) if term in atoms else self._constant(term)
                    table[formula] = inside & self._reached
                case Connective(op, parts):
                    table[formula] = self._connected(op, [table[part] for part in parts])
                case Temporal(op, parts, Quantifier.ALL):
                    denied = [self._not(table[part]) for part in parts]
                    table[formula] = self._not(self._some(_DUAL[op], denied))
                case Temporal(op, parts, _):
                    table[formula] = self._some(op, [table[part] for part in parts])
        return table[root]

    def _constant(self, term: Term) -> Diagram:
        assert term.is_const, "an atom without a literal"
        return self._space.diagrams.true if term.value else self._space.diagrams.false

    def _not(self, states: Diagram) -> Diagram:
        return self._reached & ~states

    def _connected(self, op: Logic, parts: list[Diagram]) -> Diagram:
        match op:
            case Logic.NOT:
                return self._not(parts[0])
            case Logic.AND:
                return reduce(lambda a, b: a & b, parts)
            case Logic.OR:
                return reduce(lambda a, b: a | b, parts)
            case Logic.IMPLIES:
                return self._not(parts[0]) | parts[1]
            case Logic.IFF:
                return self._reached & self._space.diagrams.equal(parts[0], parts[1])

    def _some(self, op: PathOperator, parts: list[Diagram]) -> Diagram:
        """The states where some fair run satisfies the operator."""
        match op:
            case PathOperator.NEXT:
                return self._reached & self._space.preimage(parts[0] & self.fair)
            case PathOperator.FINALLY:
                return backward(self._space, parts[0] & self.fair, self._reached)
            case PathOperator.GLOBALLY:
                return self._always(parts[0])
            case PathOperator.UNTIL:
                return backward(self._space, parts[1] & self.fair, parts[0])
            case _:
                until = backward(self._space, parts[0] & parts[1] & self.fair, parts[1])
                return until | self._always(parts[1])

    def _always(self, states: Diagram) -> Diagram:
        return fair_states(self._space, states, self._conditions)[0]


_DUAL = {
    PathOperator.NEXT: PathOperator.NEXT,
    PathOperator.FINALLY: PathOperator.GLOBALLY,
    PathOperator.GLOBALLY: PathOperator.FINALLY,
    PathOperator.UNTIL: PathOperator.RELEASE,
    PathOperator.RELEASE: PathOperator.UNTIL,
}
