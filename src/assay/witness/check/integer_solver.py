"""A solver for formulas about vectors that asks another one about the same over integers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.terms import Op, Term
from assay.core.terms.bitvectors import mask
from assay.core.terms.evaluate import Value, default_value, evaluate
from assay.solve.smt import Answer, Solver
from assay.witness.check.as_integers import Translation
from assay.witness.check.scopes import Scopes


@dataclass(frozen=True)
class ReadAsIntegers:
    """Makes a solver for formulas about vectors of one that is to be asked about integers."""

    factory: Callable[[], Solver]

    def __call__(self) -> Solver:
        return IntegerSolver(self.factory)


class IntegerSolver(Scopes):
    """A ``Solver``.  What is unsatisfiable here is so over vectors; a model may be none over vectors: evaluate it."""

    def __init__(self, factory: Callable[[], Solver]) -> None:
        super().__init__()
        self._factory = factory
        self._name = factory().name
        self._asked: tuple[Solver, Translation] | None = None
        self._assumed: tuple[Term, ...] = ()

    @property
    def name(self) -> str:
        return self._name

    def check(self, assumptions: Sequence[Term] = (), /, *, seconds: float | None = None) -> Answer:
        until = FOREVER if seconds is None or math.isinf(seconds) else Deadline.after(seconds)
        self.queries += 1
        self._assumed = tuple(dict.fromkeys(assumptions))
        self._asked = None
        translation = Translation((*self.formulas, *assumptions), until)
        if translation.symbols.others and not translation.symbols.integers:
            # Not about vectors: there is nothing to be gained.
            return Answer.UNKNOWN
        solver = self._factory()
        solver.add(*translation.formulas)
        answer = solver.check(seconds=None if until is FOREVER else until.left)
        if answer is Answer.SAT:
            self._asked = solver, translation
        return answer

    def core(self) -> tuple[Term, ...]:
        return self._assumed

    def value(self, term: Term) -> Value:
        if self._asked is None:
            raise SolverFailure("a model needs a satisfiable check before it")
        if term.op is not Op.VAR:
            return evaluate(term, {symbol: self.value(symbol) for symbol in term.free})
        solver, translation = self._asked
        if term in translation.symbols.integers:
            return _whole(solver.value(translation.symbols.integers[term])) & mask(term.sort.width)
        if term in translation.symbols.booleans:
            return solver.value(translation.symbols.booleans[term])
        return default_value(term.sort)

    def truth(self, literals: Sequence[Term]) -> list[bool | None]:
        return [bool(self.value(literal)) for literal in literals]


def _whole(value: Value) -> int:
    assert isinstance(value, int)
    return value
