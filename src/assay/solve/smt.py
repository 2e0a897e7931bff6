"""The port to SMT solvers: what the rest of the house may ask, whichever solver answers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum
from typing import Protocol

from assay.core.terms import Term
from assay.core.terms.evaluate import Value


class Answer(Enum):
    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


class Solver(Protocol):
    """An incremental solver.  Formulas and results are terms of ours; each ``check`` counts as one query."""

    @property
    def name(self) -> str: ...
    @property
    def queries(self) -> int:
        """The number of checks so far."""

    def add(self, *formulas: Term) -> None: ...
    def push(self) -> None: ...
    def pop(self) -> None: ...
    def check(self, assumptions: Sequence[Term] = (), /, *, seconds: float | None = None) -> Answer:
        """Satisfiability together with ``assumptions``, which are quickest as Boolean variables and their negations."""

    def core(self) -> tuple[Term, ...]:
        """After UNSAT: assumptions that suffice for it."""

    def value(self, term: Term) -> Value:
        """After SAT: the value of ``term`` in a total model."""

    def truth(self, literals: Sequence[Term]) -> list[bool | None]:
        """After SAT, in bulk: the model's value of Boolean terms, None where it leaves them open."""


class ProjectingSolver(Solver, Protocol):
    """A solver that can also eliminate variables around a model."""

    def project(self, formula: Term, eliminate: Collection[Term]) -> tuple[Term, ...]:
        """After SAT of (at least) ``formula``: literals without ``eliminate``, true in the model, that together imply
        ``exists eliminate. formula`` (model-based projection; finitely many cubes cover the whole projection)."""
