"""Questions about floating-point numbers, asked of Bitwuzla on behalf of another solver.

A solver that meets such numbers hands everything it was told to a ``Deputy``, which answers from then on.  Without
Bitwuzla, or where a sort is none of its, there is no deputy, and the solver answers itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec

from assay.core.errors import SolverFailure
from assay.core.terms import Term
from assay.core.terms.evaluate import Value
from assay.solve.smt import Answer, Solver


@cache
def has_bitwuzla() -> bool:
    """Is Bitwuzla installed?"""
    return find_spec("bitwuzla") is not None


class Deputy:
    """What a solver was told, scope by scope, and who answers for it once numbers occur."""

    def __init__(self, make: Callable[[], Solver] | None = None) -> None:
        self._make = make if make is not None else _bitwuzla
        self._scopes: list[list[Term]] = [[]]
        self._solver: Solver | None = None
        self._able = has_bitwuzla()

    @property
    def solver(self) -> Solver | None:
        """Who answers; None as long as that is the solver itself."""
        return self._solver

    def add(self, formulas: Sequence[Term]) -> None:
        self._scopes[-1].extend(formulas)
        self._trying(lambda solver: solver.add(*formulas))

    def push(self) -> None:
        self._scopes.append([])
        self._trying(lambda solver: solver.push())

    def pop(self) -> None:
        self._scopes.pop()
        self._trying(lambda solver: solver.pop())

    def begin(self) -> None:
        """Numbers have occurred."""
        if not self._able or self._solver is not None:
            return
        self._solver = self._make()
        self._trying(self._told)

    def check(self, assumptions: Sequence[Term], seconds: float | None) -> Answer | None:
        """The answer; None if the solver has to answer itself."""
        found: list[Answer] = []
        self._trying(lambda solver: found.append(solver.check(assumptions, seconds=seconds)))
        return found[0] if found else None

    def value(self, term: Term) -> Value:
        assert self._solver is not None
        return self._solver.value(term)

    def _told(self, solver: Solver) -> None:
        for number, formulas in enumerate(self._scopes):
            if number:
                solver.push()
            solver.add(*formulas)

    def _trying(self, work: Callable[[Solver], object]) -> None:
        if self._solver is None:
            return
        try:
            work(self._solver)
        except SolverFailure:
            self._solver, self._able = None, False


def _bitwuzla() -> Solver:
    from assay.solve.bitwuzla.solver import bitwuzla_solver

    return bitwuzla_solver(cores=True)
