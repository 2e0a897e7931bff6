"""A solver of somebody else's behind the port: what all of them need to be one of ours.

Answers, models and cores belong to the last check and are gone once something is added or popped.  Bits of
floating-point numbers are defined as they are met.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Protocol

from assay.core.errors import SolverFailure
from assay.core.terms import Op, Term
from assay.core.terms.evaluate import Value, evaluate
from assay.core.terms.float_operators import is_floating
from assay.core.terms.sorts import Sort
from assay.solve.float_bits import BitDefinitions
from assay.solve.smt import Answer


class Terms(Protocol):
    """Our terms as a solver's own, and its values as ours."""

    @property
    def meets_bits(self) -> bool:
        """Was there a term that speaks of the bits of a floating-point number?"""

    def term(self, root: Term) -> Any: ...
    def value(self, found: Any, sort: Sort) -> Value: ...


class Core(Protocol):
    """A solver as its package offers it; whatever it throws is a ``SolverFailure``."""

    @property
    def name(self) -> str: ...
    def add(self, formula: Any) -> None: ...
    def push(self) -> None: ...
    def pop(self) -> None: ...
    def check(self, assumptions: Sequence[Any], seconds: float | None) -> Answer: ...
    def needed(self, assumptions: Sequence[Any]) -> Collection[int]:
        """After UNSAT: the places of assumptions that suffice for it."""

    def value(self, term: Any) -> Any: ...


class Incremental:
    """A ``Solver``.  Without ``cores`` ``core`` returns every assumption."""

    def __init__(self, core: Core, terms: Terms, *, cores: bool) -> None:
        self._core = core
        self._terms = terms
        self._cores = cores
        self._queries = 0
        self._depth = 0
        self._answer: Answer | None = None
        self._assumed: tuple[Sequence[Term], list[Any]] = ((), [])
        self._bits = BitDefinitions()

    @property
    def name(self) -> str:
        return self._core.name

    @property
    def queries(self) -> int:
        return self._queries

    def add(self, *formulas: Term) -> None:
        self._answer = None
        for formula in formulas:
            translated = self._terms.term(formula)
            self._define_bits((formula,))
            self._core.add(translated)

    def push(self) -> None:
        self._answer = None
        self._depth += 1
        self._bits.push()
        self._core.push()

    def pop(self) -> None:
        self._answer = None
        if self._depth == 0:
            raise SolverFailure("pop without push")
        self._depth -= 1
        self._bits.pop()
        self._core.pop()

    def check(self, assumptions: Sequence[Term] = (), /, *, seconds: float | None = None) -> Answer:
        self._answer = None
        formulas = [self._terms.term(term) for term in assumptions]
        self._define_bits(assumptions)
        self._queries += 1
        self._assumed = (assumptions, formulas)
        self._answer = self._core.check(formulas, seconds)
        return self._answer

    def core(self) -> tuple[Term, ...]:
        if self._answer is not Answer.UNSAT:
            raise SolverFailure("a core needs an unsatisfiable check before it")
        terms, formulas = self._assumed
        if not self._cores or not formulas:
            return tuple(dict.fromkeys(terms))
        needed = self._core.needed(formulas)
        return tuple(dict.fromkeys(term for place, term in enumerate(terms) if place in needed))

    def value(self, term: Term) -> Value:
        if self._answer is not Answer.SAT:
            raise SolverFailure("a model needs a satisfiable check before it")
        if term.op is not Op.VAR and is_floating(term):
            return evaluate(term, {symbol: self.value(symbol) for symbol in term.free})
        return self._terms.value(self._core.value(self._terms.term(term)), term.sort)

    def truth(self, literals: Sequence[Term]) -> list[bool | None]:
        return [bool(self.value(literal)) for literal in literals]

    def _define_bits(self, formulas: Sequence[Term]) -> None:
        if self._terms.meets_bits:
            for definition in self._bits.missing(formulas):
                self._core.add(self._terms.term(definition))
