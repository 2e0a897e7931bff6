"""Sliced prefixes of a spurious path: every reason why it is infeasible, not only the first that a solver sees.

Go along the path and drop each condition that contradicts what was kept before it: the prefix up to there is one
reason, and the search goes on as if the condition were true (Beyer, Löwe, Wendler, *Sliced path prefixes*, FORTE 2015;
*Refinement selection*, SPIN 2015, algorithm 1).  A condition is a conjunct of a guard, so the same slicing works for
single blocks, where an edge has one, and for large blocks, where it has many.
Laws: every prefix is infeasible and ends in its only contradicting condition; what excludes it excludes the path.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import UndefinedValue
from assay.core.model import Edge, Model
from assay.core.terms import TRUE, Term, conjunction, conjuncts, eq
from assay.core.terms.evaluate import Evaluation, Value, default_value
from assay.core.terms.rebuild import Substitution
from assay.refine.paths.unrolling import Unrolling, unroll
from assay.solve.smt import Answer, Solver
from assay.solve.z3.solver import Z3Solver


@dataclass(frozen=True)
class SlicedPrefix:
    """The first edges of a path, some without some of their conditions; ``reason`` is the condition that contradicts.

    The last edge has no condition after ``reason``.
    """

    edges: tuple[Edge, ...]
    reason: Term

    def __len__(self) -> int:
        return len(self.edges)


class Trail(Protocol):
    """Where a path has led an analysis so far: its strongest post, fed piece by piece."""

    def assume(self, condition: Term, /) -> bool:
        """Go on under ``condition`` of the edge at hand, unless that is contradictory, as the answer then says."""

    def leave(self) -> None:
        """Perform the updates of the edge at hand and stand before the next one."""


def sliced_prefixes(path: Sequence[Edge], trail: Trail) -> tuple[SlicedPrefix, ...]:
    """The infeasible sliced prefixes of ``path`` as the analysis behind ``trail`` sees them, by increasing length.

    None iff the analysis cannot refute the path.  Only prefixes within one edge have equal lengths.
    """
    found: list[SlicedPrefix] = []
    before: list[Edge] = []
    for edge in path:
        conditions = conjuncts(edge.guard)
        kept: list[Term] = []
        for condition in conditions:
            if trail.assume(condition):
                kept.append(condition)
            else:
                found.append(SlicedPrefix((*before, with_guard(edge, (*kept, condition))), condition))
        before.append(edge if len(kept) == len(conditions) else with_guard(edge, kept))
        trail.leave()
    return tuple(found)


def with_guard(edge: Edge, conditions: Sequence[Term]) -> Edge:
    """The edge with these conditions for its guard."""
    return Edge(edge.name, edge.source, edge.target, conjunction(conditions), edge.updates, edge.origin)


def some(prefixes: Sequence[SlicedPrefix], limit: int) -> tuple[SlicedPrefix, ...]:
    """At most ``limit`` of the prefixes: the shortest half and the longest half."""
    if len(prefixes) <= limit:
        return tuple(prefixes)
    return (*prefixes[: limit - limit // 2], *prefixes[len(prefixes) - limit // 2 :])


class PathFormula:
    """The exact trail: the path formula in one solver, asked at most once for each condition.

    A model of what was kept is at hand, as far as later conditions speak of it: one that it satisfies needs no
    question.  Updates define new symbols, so they extend the model.  A condition that the solver cannot decide in time
    is not asserted, as if it were true.
    """

    def __init__(
        self, model: Model, path: Sequence[Edge], deadline: Deadline = FOREVER, solver: Solver | None = None
    ) -> None:
        self._unrolling = unroll(model, path)
        self._solver: Solver = solver if solver is not None else Z3Solver()
        self._deadline = deadline
        self._position = 0
        self._now = self._translation()
        self._live = _last_uses(self._unrolling)
        self._values: dict[Term, Value] = {}
        self._exact = True
        start = Substitution(self._unrolling.symbols[0])(model.initial)
        if start is not TRUE and not self._satisfied(start):
            self._ask(start)

    @property
    def queries(self) -> int:
        """The number of questions asked so far."""
        return self._solver.queries

    def assume(self, condition: Term, /) -> bool:
        formula = self._now(condition)
        if self._satisfied(formula):
            self._solver.add(formula)
            return True
        return self._ask(formula)

    def leave(self) -> None:
        edge = self._unrolling.edges[self._position]
        after = self._unrolling.symbols[self._position + 1]
        for target, update in edge.updates.items():
            meaning = self._now(update)
            if after[target] is not meaning:
                self._solver.add(eq(after[target], meaning))
                self._values[after[target]] = self._value(meaning)
        self._position += 1
        if self._position < len(self._unrolling.edges):
            self._now = self._translation()

    def _translation(self) -> Substitution:
        """From the edge at hand to the symbols of the path formula."""
        return Substitution({**self._unrolling.symbols[self._position], **self._unrolling.inputs[self._position]})

    def _ask(self, formula: Term) -> bool:
        self._solver.push()
        self._solver.add(formula)
        answer = self._solver.check(seconds=self._deadline.left)
        if answer is Answer.SAT:
            wanted = [symbol for symbol, last in self._live.items() if last >= self._position]
            self._values = {symbol: self._solver.value(symbol) for symbol in wanted}
            self._exact = True
            return True
        self._solver.pop()
        return answer is Answer.UNKNOWN

    def _satisfied(self, formula: Term) -> bool:
        return formula is TRUE or (self._value(formula) is True and self._exact)

    def _value(self, term: Term) -> Value:
        """The value in the model at hand.  Where that is undefined the model is of no use until the next question."""
        missing = {symbol: default_value(symbol.sort) for symbol in term.free if symbol not in self._values}
        self._values.update(missing)
        try:
            return Evaluation({symbol: self._values[symbol] for symbol in term.free})(term)
        except UndefinedValue:
            self._exact = False
            return default_value(term.sort)


def _last_uses(unrolling: Unrolling) -> dict[Term, int]:
    """Per symbol of the path formula the last position whose edge speaks of it."""
    uses: dict[Term, int] = {}
    for position, edge in enumerate(unrolling.edges):
        symbols = {**unrolling.symbols[position], **unrolling.inputs[position]}
        spoken = edge.guard.free.union(*(update.free for update in edge.updates.values()))
        uses.update((symbols[symbol], position) for symbol in sorted(spoken, key=lambda symbol: symbol.uid))
    return uses
