"""Bitwuzla behind the port: made for bit-vectors, floating-point numbers and arrays, and nothing else.

Of the three it decides floating-point questions by far the soonest.  Integers and reals are a ``SolverFailure``.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from assay.core.errors import SolverFailure
from assay.solve.bitwuzla.terms import BitwuzlaTerms
from assay.solve.incremental import Incremental
from assay.solve.smt import Answer


def bitwuzla_solver(terms: BitwuzlaTerms | None = None, *, cores: bool = False) -> Incremental:
    """A ``Solver``."""
    chosen = terms if terms is not None else shared_terms()
    return Incremental(_Bitwuzla(chosen, cores=cores), chosen, cores=cores)


class _Bitwuzla:
    def __init__(self, terms: BitwuzlaTerms, *, cores: bool) -> None:
        self._package = terms.package
        options = self._package.Options()
        options.set(self._package.Option.PRODUCE_MODELS, True)
        if cores:
            options.set(self._package.Option.PRODUCE_UNSAT_ASSUMPTIONS, True)
        self._solver: Any = self._package.Bitwuzla(terms.manager, options)
        self._end = float("inf")
        self._solver.configure_terminator(self._passed)

    @property
    def name(self) -> str:
        return "Bitwuzla"

    def add(self, formula: Any) -> None:
        self._run(self._solver.assert_formula, formula)

    def push(self) -> None:
        self._run(self._solver.push, 1)

    def pop(self) -> None:
        self._run(self._solver.pop, 1)

    def check(self, assumptions: Sequence[Any], seconds: float | None) -> Answer:
        self._end = float("inf") if seconds is None else time.monotonic() + seconds
        result = self._run(self._solver.check_sat, *assumptions)
        kinds = self._package.Result
        return {kinds.SAT: Answer.SAT, kinds.UNSAT: Answer.UNSAT}.get(result, Answer.UNKNOWN)

    def needed(self, assumptions: Sequence[Any]) -> Collection[int]:
        found = {term.id() for term in self._run(self._solver.get_unsat_assumptions)}
        return {place for place, formula in enumerate(assumptions) if formula.id() in found}

    def value(self, term: Any) -> Any:
        return self._run(self._solver.get_value, term)

    def _passed(self) -> bool:
        return time.monotonic() > self._end

    def _run(self, method: Any, *arguments: Any) -> Any:
        """Call Bitwuzla; whatever it throws is a failure of the solver."""
        try:
            return method(*arguments)
        except self._package.BitwuzlaException as problem:
            raise SolverFailure(f"Bitwuzla: {problem}") from problem


@cache
def shared_terms() -> BitwuzlaTerms:
    """The term manager that the solvers of this process share."""
    return BitwuzlaTerms()
