"""The two analyses as refinement selection sees them: value analysis and predicate abstraction.

Each works on its own part of the engine's precision, which a ``Part`` reaches: the whole of it, or one component of a
product.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.evidence import Path, Trace
from assay.core.model import Model
from assay.core.terms import FALSE, Term, conjunction, conjuncts
from assay.core.terms.rebuild import Substitution
from assay.domains.predicates.families import guidance
from assay.domains.predicates.precision import Precision
from assay.domains.values.domain import ValuePrecision
from assay.refine.paths.interpolate import extended, interfaces
from assay.refine.paths.unrolling import Unrolling, decide, unroll
from assay.refine.selection.heuristics import Candidate, Domain
from assay.refine.selection.prefixes import PathFormula, SlicedPrefix, sliced_prefixes
from assay.refine.selection.value_interpolation import Operations, ValueTrail, value_interpolants
from assay.solve.interpolation.providers import Chain, interpolate

P = TypeVar("P")
Q = TypeVar("Q")


@dataclass(frozen=True)
class Part(Generic[P, Q]):
    """Where a precision ``Q`` sits in a precision ``P``."""

    get: Callable[[P], Q]
    put: Callable[[P, Q], P]


ALL_VALUES: Final[Part[ValuePrecision, ValuePrecision]] = Part(lambda whole: whole, lambda whole, part: part)
ALL_PREDICATES: Final[Part[Precision, Precision]] = Part(lambda whole: whole, lambda whole, part: part)


@dataclass(frozen=True)
class ValueAnalysis(Generic[P]):
    """Explicit values: candidates say which variables to track."""

    operations: Operations
    part: Part[P, ValuePrecision]

    @property
    def name(self) -> Domain:
        return "value"

    def prefixes(self, path: Path, deadline: Deadline, /) -> tuple[SlicedPrefix, ...]:
        return sliced_prefixes(path.edges, ValueTrail(self.operations, path.edges, deadline))

    def refutes(self, path: Path, deadline: Deadline, /) -> bool:
        return bool(self.prefixes(path, deadline))

    def refinements(self, prefix: SlicedPrefix, deadline: Deadline, /) -> Iterator[Candidate]:
        elements = value_interpolants(self.operations, prefix, sliced=prefix.reason is not FALSE, deadline=deadline)
        yield Candidate("value", prefix, elements)

    def extended(self, precision: P, candidate: Candidate, /) -> P:
        return self.part.put(precision, self.part.get(precision).extended(candidate.found))

    def spent(self, precision: P, /) -> Mapping[Term, int]:
        own = self.part.get(precision)
        return {symbol: 1 for symbols in own.tracked.values() for symbol in symbols}


@dataclass(frozen=True)
class PredicateAnalysis(Generic[P]):
    """Predicate abstraction: candidates are interpolants, one for each order of providers in ``orders``.

    None stands for the order that suits the path.  With ``guided`` predicates that only count along a loop bring others
    along, as in ``refine.paths.interpolate``.
    """

    model: Model
    part: Part[P, Precision]
    orders: tuple[tuple[str, ...] | None, ...] = (None,)
    guided: bool = True
    seconds_a_prefix: float = 3.0

    @property
    def name(self) -> Domain:
        return "predicate"

    def prefixes(self, path: Path, deadline: Deadline, /) -> tuple[SlicedPrefix, ...]:
        return sliced_prefixes(path.edges, PathFormula(self.model, path.edges, deadline))

    def refutes(self, path: Path, deadline: Deadline, /) -> bool:
        return not isinstance(decide(self.model, path, deadline), Trace)

    def refinements(self, prefix: SlicedPrefix, deadline: Deadline, /) -> Iterator[Candidate]:
        unrolling = unroll(self.model, prefix.edges)
        chain = Chain(related_steps(unrolling, prefix.reason), interfaces(unrolling))
        seconds = self.seconds_a_prefix if prefix.reason is not FALSE else deadline.left
        known: set[tuple[tuple[Term, ...], ...]] = set()
        problem: SolverFailure | None = None
        for order in self.orders:
            try:
                result = interpolate(chain, order=order, deadline=deadline.within(seconds))
            except SolverFailure as failure:
                problem = failure
                continue
            plain = [unrolling.back(i)(result.interpolants[i]) for i in range(1, len(prefix.edges))]
            elements = (*(tuple(conjuncts(formula)) if not formula.is_const else () for formula in plain), ())
            if elements not in known:
                known.add(elements)
                yield Candidate("predicate", prefix, elements, result.provider)
        if not known and problem is not None:
            raise problem

    def extended(self, precision: P, candidate: Candidate, /) -> P:
        """Conjuncts of the interpolants; their atoms, or they themselves, only where no conjunct is new."""
        places = [edge.target for edge in candidate.prefix.edges]
        interpolants = zip(places, map(conjunction, candidate.elements), strict=True)
        finer, _ = extended(self.part.get(precision), list(interpolants))
        return self.part.put(precision, finer.extended(guidance(candidate.found)) if self.guided else finer)

    def spent(self, precision: P, /) -> Mapping[Term, int]:
        counts: dict[Term, int] = {}
        for predicates in self.part.get(precision).tracked.values():
            for symbol in (symbol for predicate in predicates for symbol in predicate.free):
                counts[symbol] = counts.get(symbol, 0) + 1
        return counts


def related_steps(unrolling: Unrolling, reason: Term) -> tuple[tuple[Term, ...], ...]:
    """What the prefix's last condition is connected with over shared symbols: enough to contradict it.

    The rest is satisfiable by itself, since only the last condition contradicts.  Nothing is left out of a whole path.
    """
    if reason is FALSE:
        return unrolling.steps
    last = len(unrolling.edges) - 1
    reached = set(Substitution({**unrolling.symbols[last], **unrolling.inputs[last]})(reason).free)
    speaking: dict[Term, list[Term]] = {}
    for step in unrolling.steps:
        for part in step:
            for symbol in part.free:
                speaking.setdefault(symbol, []).append(part)
    related: set[Term] = set()
    pending = list(reached)
    while pending:
        for part in speaking.get(pending.pop(), ()):
            if part not in related:
                related.add(part)
                fresh = part.free - reached
                reached |= fresh
                pending.extend(fresh)
    return tuple(tuple(part for part in step if part in related or not part.free) for step in unrolling.steps)
