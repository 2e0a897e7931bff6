"""CTL over decision diagrams: does every initial state where a fair run begins satisfy the formula, and why?

The sets of states that satisfy its subformulas (``ctl_sets``) decide that, are told as a certificate, and are where
runs are drawn that show it to a person.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from assay.core.circuit_answers import Shown
from assay.core.errors import SolverFailure
from assay.core.events import Listener, ignore
from assay.core.evidence import Fixpoints, StateTable
from assay.core.temporal import (
    Formula,
    negation_normal,
)
from assay.core.terms import Term
from assay.explore.circuit.reachability import list_rings, table, union
from assay.explore.temporal.ctl_certificate import fixpoints_for
from assay.explore.temporal.ctl_runs import Branches, shows_something
from assay.explore.temporal.ctl_sets import StateSets
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
    sets = StateSets(space, reached, atoms)
    wrong = space.initial() & sets.fair & ~sets[negation_normal(formula)]
    deadlock = reached & ~space.preimage(reached) != nothing
    state = None if wrong == nothing else space.pick(wrong)[0]
    answer = Branching(state, deadlock, table(space, reached))
    return _explained(sets, formula, answer, time.monotonic() - started)


def _explained(sets: StateSets, formula: Formula, answer: Branching, seconds: float) -> Branching:
    """The answer with why it is so, without which it is worth nothing, and with runs, if those take no longer."""
    space, functions = sets.space, sets.space.functions
    deadline = functions.deadline
    state = answer.state
    try:
        root = negation_normal(formula, negated=state is not None)
        answer = replace(answer, fixpoints=fixpoints_for(sets, root, state))
        functions.deadline = deadline.within(LEAST_SECONDS + seconds)
        runs = Branches(sets, MOST_RUNS)
        if state is not None:
            return replace(answer, shown=runs.shown(root, state))
        start = space.initial() & sets.fair & sets[root]
        if start != space.diagrams.false and shows_something(root):
            state = space.pick(start)[0]
            return replace(answer, example=state, shown=runs.at(root, state))
        return answer
    except SolverFailure:
        return answer
    finally:
        functions.deadline = deadline
