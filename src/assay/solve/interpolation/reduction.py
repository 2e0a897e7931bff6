"""Chains cut down to what makes them unsatisfiable, and the check of what providers return.

Dropping conjuncts outside an unsatisfiable core is what makes interpolants talk about little.  A few plain re-checks of
the core shrink it nearly as well as minimisation and cost far less (measured on paths of Horn clauses).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.terms import FALSE, TRUE, Term, conjuncts, implies, not_, variable
from assay.core.terms.sorts import BOOL
from assay.solve.interpolation.port import Chain, Interpolants
from assay.solve.smt import Answer, Solver

_ROUNDS: Final = 3
_SHRINKING: Final = 0.5  # seconds at most
_WORTHWHILE: Final = 0.95  # stop re-checking once a round keeps more than this share of the core


def decide(solver: Solver, assumptions: Sequence[Term], deadline: Deadline) -> bool:
    """Is it satisfiable?  No answer is a ``SolverFailure``."""
    if deadline.passed:
        raise SolverFailure("no time left")
    answer = solver.check(assumptions, seconds=deadline.left)
    if answer is Answer.UNKNOWN:
        raise SolverFailure(f"{solver.name} gave no answer in time")
    return answer is Answer.SAT


def shrunk_core(solver: Solver, deadline: Deadline) -> frozenset[Term]:
    """After UNSAT: its core, re-checked a few times while that is quick and makes it much smaller."""
    core = solver.core()
    deadline = deadline.within(_SHRINKING)
    for _ in range(_ROUNDS):
        if len(core) < 2:
            break
        # Another order of assumptions often gives another core; what is refuted stays refuted if time runs out.
        if deadline.passed or solver.check(core[::-1], seconds=deadline.left) is not Answer.UNSAT:
            break
        smaller = solver.core()
        enough = len(smaller) > len(core) * _WORTHWHILE
        core = smaller if len(smaller) <= len(core) else core
        if enough:
            break
    return frozenset(core)


def reduce_with(solver: Solver, chain: Chain, deadline: Deadline) -> Chain | None:
    """``reduce`` with a fresh ``solver``."""
    fresh = (variable(f"assay!conjunct!{number}", BOOL) for number in count())
    labelled = [[(next(fresh), part) for conjunct in step for part in conjuncts(conjunct)] for step in chain.steps]
    solver.add(*(implies(label, part) for pairs in labelled for label, part in pairs))
    if decide(solver, [label for pairs in labelled for label, _ in pairs], deadline):
        return None
    core = shrunk_core(solver, deadline)
    steps = tuple(tuple(part for label, part in pairs if label in core) for pairs in labelled)
    return Chain(steps, chain.interfaces)


def validated_by(solver: Solver, chain: Chain, interpolants: Interpolants, deadline: Deadline) -> bool:
    """``validated`` with a fresh ``solver``."""
    if len(interpolants) != len(chain) + 1 or interpolants[0] is not TRUE or interpolants[-1] is not FALSE:
        return False
    if not all(formula.free <= allowed for formula, allowed in zip(interpolants, chain.interfaces, strict=True)):
        return False
    return all(
        _inductive(solver, before, step, after, deadline)
        for before, step, after in zip(interpolants, chain.steps, interpolants[1:], strict=False)
    )


def _inductive(solver: Solver, before: Term, step: tuple[Term, ...], after: Term, deadline: Deadline) -> bool:
    """Do ``before`` and ``step`` imply ``after``?"""
    if after is TRUE or before is FALSE or (before is after and not step):
        return True
    solver.push()
    solver.add(before, *step, not_(after))
    satisfiable = decide(solver, (), deadline)
    solver.pop()
    return not satisfiable
