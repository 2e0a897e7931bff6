"""cvc5 behind the port: a second opinion from a code base that shares nothing with z3's.

Meant for checking: a few hundred to a few thousand questions a second.
Limits (each a ``SolverFailure``): constant arrays of elements that are not constant, or connected by chains of writes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from assay.core.errors import SolverFailure
from assay.core.terms import Op, Term
from assay.core.terms.evaluate import Value, evaluate
from assay.core.terms.float_operators import is_floating
from assay.solve.cvc5.terms import Cvc5Terms, shared_terms
from assay.solve.float_bits import BitDefinitions
from assay.solve.smt import Answer


class Cvc5Solver:
    """A ``Solver``.  Answers, models and cores belong to the last check and are gone once something is added or popped.

    Without ``cores`` the checks are faster, and ``core`` returns every assumption.  With ``vectors_as_integers`` cvc5
    reasons about bit-vectors by integers (Zohar et al., VMCAI 2022), which is good for sums and bounds.
    """

    def __init__(
        self,
        terms: Cvc5Terms | None = None,
        *,
        cores: bool = True,
        vectors_as_integers: bool = False,
        seed: int = 0,
    ) -> None:
        self._terms = terms if terms is not None else shared_terms()
        self._solver: Any = self._terms.package.Solver(self._terms.manager)
        options = {"incremental": "true", "produce-models": "true", "arrays-exp": "true", "seed": str(seed)}
        if cores:
            options["produce-unsat-assumptions"] = "true"
        if vectors_as_integers:
            options["solve-bv-as-int"] = "sum"
        for name, value in options.items():
            self._solver.setOption(name, value)
        self._cores = cores
        self._milliseconds = 0
        self._queries = 0
        self._depth = 0
        self._answer: Answer | None = None
        self._assumed: tuple[Sequence[Term], list[Any]] = ((), [])
        self._bits = BitDefinitions()

    @property
    def name(self) -> str:
        return "cvc5"

    @property
    def queries(self) -> int:
        return self._queries

    def add(self, *formulas: Term) -> None:
        self._answer = None
        for formula in formulas:
            translated = self._terms.term(formula)
            self._define_bits((formula,))
            self._run(self._solver.assertFormula, translated)

    def push(self) -> None:
        self._answer = None
        self._depth += 1
        self._bits.push()
        self._run(self._solver.push)

    def pop(self) -> None:
        self._answer = None
        if self._depth == 0:
            raise SolverFailure("pop without push")
        self._depth -= 1
        self._bits.pop()
        self._run(self._solver.pop)

    def check(self, assumptions: Sequence[Term] = (), /, *, seconds: float | None = None) -> Answer:
        self._answer = None
        formulas = [self._terms.term(term) for term in assumptions]
        self._define_bits(assumptions)
        self._limit(seconds)
        self._queries += 1
        self._assumed = (assumptions, formulas)
        result = self._run(self._solver.checkSatAssuming, *formulas) if formulas else self._run(self._solver.checkSat)
        self._answer = Answer.SAT if result.isSat() else Answer.UNSAT if result.isUnsat() else Answer.UNKNOWN
        return self._answer

    def core(self) -> tuple[Term, ...]:
        if self._answer is not Answer.UNSAT:
            raise SolverFailure("a core needs an unsatisfiable check before it")
        terms, formulas = self._assumed
        if not self._cores or not formulas:
            return tuple(dict.fromkeys(terms))
        found = set(self._run(self._solver.getUnsatAssumptions))
        return tuple(dict.fromkeys(term for term, formula in zip(terms, formulas, strict=True) if formula in found))

    def value(self, term: Term) -> Value:
        if self._answer is not Answer.SAT:
            raise SolverFailure("a model needs a satisfiable check before it")
        if term.op is not Op.VAR and is_floating(term):
            return evaluate(term, {symbol: self.value(symbol) for symbol in term.free})
        return self._terms.value(self._run(self._solver.getValue, self._terms.term(term)), term.sort)

    def truth(self, literals: Sequence[Term]) -> list[bool | None]:
        return [bool(self.value(literal)) for literal in literals]

    def _define_bits(self, formulas: Sequence[Term]) -> None:
        if self._terms.meets_bits:
            for definition in self._bits.missing(formulas):
                self._run(self._solver.assertFormula, self._terms.term(definition))

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
