"""Bitwuzla behind the port: made for bit-vectors, floating-point numbers and arrays, and nothing else.

Of the three it decides floating-point questions by far the soonest.  Integers and reals are a ``SolverFailure``.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from typing import Any

from assay.core.errors import SolverFailure
from assay.core.terms import Op, Term
from assay.core.terms.evaluate import Value, evaluate
from assay.core.terms.float_operators import is_floating
from assay.solve.bitwuzla.terms import BitwuzlaTerms
from assay.solve.float_bits import BitDefinitions
from assay.solve.smt import Answer


class BitwuzlaSolver:
    """A ``Solver``.  Answers, models and cores belong to the last check and are gone once something is added or popped.

    Without ``cores`` ``core`` returns every assumption.
    """

    def __init__(self, terms: BitwuzlaTerms | None = None, *, cores: bool = False) -> None:
        self._terms = terms if terms is not None else shared_terms()
        package = self._terms.package
        options = package.Options()
        options.set(package.Option.PRODUCE_MODELS, True)
        if cores:
            options.set(package.Option.PRODUCE_UNSAT_ASSUMPTIONS, True)
        self._solver: Any = package.Bitwuzla(self._terms.manager, options)
        self._cores = cores
        self._queries = 0
        self._depth = 0
        self._answer: Answer | None = None
        self._assumed: tuple[Sequence[Term], list[Any]] = ((), [])
        self._bits = BitDefinitions()
        self._end = float("inf")
        self._solver.configure_terminator(self._passed)

    @property
    def name(self) -> str:
        return "Bitwuzla"

    @property
    def queries(self) -> int:
        return self._queries

    def add(self, *formulas: Term) -> None:
        self._answer = None
        for formula in formulas:
            translated = self._terms.term(formula)
            self._define_bits((formula,))
            self._run(self._solver.assert_formula, translated)

    def push(self) -> None:
        self._answer = None
        self._depth += 1
        self._bits.push()
        self._run(self._solver.push, 1)

    def pop(self) -> None:
        self._answer = None
        if self._depth == 0:
            raise SolverFailure("pop without push")
        self._depth -= 1
        self._bits.pop()
        self._run(self._solver.pop, 1)

    def check(self, assumptions: Sequence[Term] = (), /, *, seconds: float | None = None) -> Answer:
        self._answer = None
        formulas = [self._terms.term(term) for term in assumptions]
        self._define_bits(assumptions)
        self._queries += 1
        self._assumed = (assumptions, formulas)
        self._end = float("inf") if seconds is None else time.monotonic() + seconds
        result = self._run(self._solver.check_sat, *formulas)
        kinds = self._terms.package.Result
        self._answer = {kinds.SAT: Answer.SAT, kinds.UNSAT: Answer.UNSAT}.get(result, Answer.UNKNOWN)
        return self._answer

    def core(self) -> tuple[Term, ...]:
        if self._answer is not Answer.UNSAT:
            raise SolverFailure("a core needs an unsatisfiable check before it")
        terms, formulas = self._assumed
        if not self._cores or not formulas:
            return tuple(dict.fromkeys(terms))
        found = {term.id() for term in self._run(self._solver.get_unsat_assumptions)}
        return tuple(dict.fromkeys(t for t, formula in zip(terms, formulas, strict=True) if formula.id() in found))

    def value(self, term: Term) -> Value:
        if self._answer is not Answer.SAT:
            raise SolverFailure("a model needs a satisfiable check before it")
        if term.op is not Op.VAR and is_floating(term):
            return evaluate(term, {symbol: self.value(symbol) for symbol in term.free})
        return self._terms.value(self._run(self._solver.get_value, self._terms.term(term)), term.sort)

    def truth(self, literals: Sequence[Term]) -> list[bool | None]:
        return [bool(self.value(literal)) for literal in literals]

    def _define_bits(self, formulas: Sequence[Term]) -> None:
        if self._terms.meets_bits:
            for definition in self._bits.missing(formulas):
                self._run(self._solver.assert_formula, self._terms.term(definition))

    def _passed(self) -> bool:
        return time.monotonic() > self._end

    def _run(self, method: Any, *arguments: Any) -> Any:
        """Call Bitwuzla; whatever it throws is a failure of the solver."""
        try:
            return method(*arguments)
        except self._terms.package.BitwuzlaException as problem:
            raise SolverFailure(f"Bitwuzla: {problem}") from problem


@cache
def shared_terms() -> BitwuzlaTerms:
    """The term manager that the solvers of this process share."""
    return BitwuzlaTerms()
