"""What a solver was told, scope by scope, for one that asks somebody else anew at every check."""

from __future__ import annotations

from assay.core.errors import SolverFailure
from assay.core.terms import Term


class Scopes:
    """The part of a ``Solver`` that is told formulas.  ``queries`` is the number of checks so far."""

    def __init__(self) -> None:
        self.queries = 0
        self.formulas: list[Term] = []
        self._marks: list[int] = []

    def add(self, *formulas: Term) -> None:
        self.formulas.extend(formulas)

    def push(self) -> None:
        self._marks.append(len(self.formulas))

    def pop(self) -> None:
        if not self._marks:
            raise SolverFailure("pop without push")
        del self.formulas[self._marks.pop() :]
