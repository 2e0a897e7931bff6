"""cvc5 behind the port: a second opinion from a code base that shares nothing with z3's.

Meant for checking: a few hundred to a few thousand questions a second.
Limits (each a ``SolverFailure``): constant arrays of elements that are not constant, or connected by chains of writes.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from assay.core.errors import SolverFailure
from assay.solve.cvc5.terms import Cvc5Terms, shared_terms
from assay.solve.incremental import Incremental
from assay.solve.smt import Answer


def cvc5_solver(
    terms: Cvc5Terms | None = None, *, cores: bool = True, vectors_as_integers: bool = False, seed: int = 0
) -> Incremental:
    """A ``Solver``.

    Without ``cores`` the checks are faster.  With ``vectors_as_integers`` cvc5 reasons about bit-vectors by integers
    (Zohar et al., VMCAI 2022), which is good for sums and bounds.
    """
    chosen = terms if terms is not None else shared_terms()
    options = {"incremental": "true", "produce-models": "true", "arrays-exp": "true", "seed": str(seed)}
    if cores:
        options["produce-unsat-assumptions"] = "true"
    if vectors_as_integers:
        options["solve-bv-as-int"] = "sum"
    return Incremental(_Cvc5(chosen, options), chosen, cores=cores)


class _Cvc5:
    def __init__(self, terms: Cvc5Terms, options: Mapping[str, str]) -> None:
        self._solver: Any = terms.package.Solver(terms.manager)
        for name, value in options.items():
            self._solver.setOption(name, value)
        self._milliseconds = 0

    @property
    def name(self) -> str:
        return "cvc5"

    def add(self, formula: Any) -> None:
        self._run(self._solver.assertFormula, formula)

    def push(self) -> None:
        self._run(self._solver.push)

    def pop(self) -> None:
        self._run(self._solver.pop)

    def check(self, assumptions: Sequence[Any], seconds: float | None) -> Answer:
        self._limit(seconds)
        solver = self._solver
        result = self._run(solver.checkSatAssuming, *assumptions) if assumptions else self._run(solver.checkSat)
        return Answer.SAT if result.isSat() else Answer.UNSAT if result.isUnsat() else Answer.UNKNOWN

    def needed(self, assumptions: Sequence[Any]) -> Collection[int]:
        found = set(self._run(self._solver.getUnsatAssumptions))
        return {place for place, formula in enumerate(assumptions) if formula in found}

    def value(self, term: Any) -> Any:
        return self._run(self._solver.getValue, term)

    def _limit(self, seconds: float | None) -> None:
        milliseconds = 0 if seconds is None or math.isinf(seconds) else max(1, math.ceil(seconds * 1000))
        if milliseconds != self._milliseconds:
            self._milliseconds = milliseconds
            self._run(self._solver.setOption, "tlimit-per", str(milliseconds))

    def _run(self, method: Any, *arguments: Any) -> Any:
        """Call cvc5; whatever it throws is a failure of the solver."""
        try:
            return method(*arguments)
        except RuntimeError as problem:
            raise SolverFailure(f"cvc5: {problem}") from problem
