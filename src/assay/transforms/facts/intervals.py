"""Interval analysis of an automaton over integers or floating-point numbers, and the steps that it simplifies.

Cousot and Cousot (POPL 1977): bounds per location, widened at loop heads, first to the next constant that the variable
is compared with, then to the next power of two; one descending pass takes back what that lost.  Conditions that the
bounds decide, remainders that do nothing and wrap-arounds that cannot happen go; steps that cannot be taken go as
well.  The bounds are inductive: a proof gets them back.
Limits: one variable at a time; integers and truth values only, besides vectors where a program computes with
floating-point numbers.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import chain
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.evidence import Proof
from assay.core.graph import forward_order, loop_heads
from assay.core.model import Edge, Location, Model
from assay.core.pages import Combination, Numbers, Paged
from assay.core.roles import Lowered, unchanged
from assay.core.terms import (
    FALSE,
    TRUE,
    Op,
    Term,
    and_,
    by_age,
    conjunction,
    eq,
    ge,
    integer,
    le,
    linear,
    not_,
    post_order,
    symbols_of,
)
from assay.core.terms.floats import fp_is_nan
from assay.core.terms.sorts import BOOL, INT
from assay.transforms.edges.history import Made, Rewritten
from assay.transforms.edges.reduction import rewired
from assay.transforms.edges.shortening import simplified
from assay.transforms.facts.bit_bounds import (
    INTEGERS,
    LANDMARKS,
    About,
    bounds_of_numbers,
    parts_of_number,
    parts_of_vector,
    what_is_bounded,
)
from assay.transforms.facts.bit_ranges import BitRanges
from assay.transforms.facts.ranges import ANY, EITHER, FALSEHOOD, TRUTH, Infeasible, Interval, joined

Bounds = Mapping[Term, Interval]

# Arrivals at a loop head before bounds jump; jumps of one bound before it is given up.
PATIENCE: Final = 2
JUMPS: Final = 12
_POWERS: Final = tuple(
    sorted({sign * (1 << w) + d for w in (7, 8, 15, 16, 31, 32, 63, 64) for sign in (1, -1) for d in (-1, 0)})
)


@dataclass
class _Analysis:
    """Bounds of the variables of each location that is reached so far; a variable that is not listed has none.

    One that a location no longer has may still be listed there; nobody asks for it.
    """

    model: Model
    deadline: Deadline
    bounds: dict[Location, Paged[Interval]] = field(default_factory=dict)
    about: About = INTEGERS
    arrivals: dict[Location, int] = field(default_factory=dict)
    jumps: dict[tuple[Location, Term], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rank = forward_order(self.model)
        self.heads = loop_heads(self.model)
        self.thresholds = {**_thresholds(self.model), **self.about.thresholds}
        self.steps = _Steps(self.about)
        self.nothing: Paged[Interval] = Paged(Numbers())
        self.hull: Combination[Interval] = Combination(_hull)
        self.bounds[self.model.entry] = self.nothing

    def fixpoint(self) -> dict[Location, Bounds] | None:
        """Bounds that every step keeps; None if time is over."""
        queue = [(0, self.model.entry)]
        queued = {self.model.entry}
        while queue:
            if self.deadline.passed:
                return None
            _, place = heappop(queue)
            queued.discard(place)
            for edge in self.model.leaving(place):
                after = self.steps.post(edge, self.bounds[place])
                if after is not None and self._arrive(edge.target, after) and edge.target not in queued:
                    queued.add(edge.target)
                    heappush(queue, (self.rank[edge.target], edge.target))
        found = self._descended()
        if found is None:
            return None
        return {place: Listed(place, bounds, self.about) for place, bounds in found.items()}

    def _arrive(self, place: Location, after: Paged[Interval]) -> bool:
        """Make room for ``after``; was there none yet?"""
        before = self.bounds.get(place)
        if before is None:
            self.bounds[place] = after
            return True
        if place not in self.heads:
            now = self.bounds[place] = self.hull(before, after)
            return now is not before
        arrived = self.arrivals.get(place, 0)
        has = frozenset(place.variables).issuperset
        changed: dict[Term, Interval | None] = {}
        for symbol, old, new in before.differences(after):
            if old is not None and exceeds(new or ANY, old) and has(symbol.free):
                wider = joined(old, new or ANY)
                wider = self._widened(place, symbol, old, wider) if arrived >= PATIENCE else wider
                changed[symbol] = wider if wider != ANY else None
        if not changed:
            return False
        self.arrivals[place] = arrived + 1
        self.bounds[place] = before.changed(changed)
        return True

    def _widened(self, place: Location, symbol: Term, old: Interval, new: Interval) -> Interval:
        if symbol.sort is BOOL:
            return ANY
        count = self.jumps[place, symbol] = self.jumps.get((place, symbol), 0) + 1
        coarse = LANDMARKS[symbol.sort] if symbol.sort.is_float else _POWERS
        stops = self.thresholds.get(symbol, coarse) if count <= JUMPS else coarse
        if count > JUMPS + len(_POWERS):
            return ANY
        low, high = new
        if low < old[0]:
            index = bisect.bisect_right(stops, low) - 1
            low = stops[index] if index >= 0 else -math.inf
        if high > old[1]:
            index = bisect.bisect_left(stops, high)
            high = stops[index] if index < len(stops) else math.inf
        return (low, high)

    def _descended(self) -> dict[Location, Paged[Interval]] | None:
        """One pass downward, kept if it is inductive as well."""
        lower: dict[Location, Paged[Interval]] = {self.model.entry: self.nothing}
        for place in sorted(self.bounds, key=lambda place: self.rank[place]):
            if self.deadline.passed:
                return None
            for edge in self.model.leaving(place):
                # Bounds of places that come earlier are new already.
                after = self.steps.post(edge, self._meanwhile(lower, place))
                if after is None:
                    continue
                known = lower.get(edge.target)
                lower[edge.target] = after if known is None else self.hull(known, after)
        return lower if self._is_inductive(lower) else self.bounds

    def _meanwhile(self, lower: Mapping[Location, Paged[Interval]], place: Location) -> Paged[Interval]:
        """The new bounds of a place once all steps into it are accounted for, the old ones of a loop head."""
        if place in self.heads or place not in lower:
            return self.bounds[place]
        return lower[place]

    def _is_inductive(self, bounds: Mapping[Location, Paged[Interval]]) -> bool:
        for place, here in bounds.items():
            for edge in self.model.leaving(place):
                after = self.steps.post(edge, here)
                if after is None:
                    continue
                if edge.target not in bounds:
                    return False
                there = bounds[edge.target]
                if self.hull(there, after) is not there and self._leaves(edge.target, there, after):
                    return False
        return True

    def _leaves(self, place: Location, bounds: Paged[Interval], after: Paged[Interval]) -> bool:
        """Is what a location has after a step outside of its bounds?"""
        has = frozenset(place.variables).issuperset
        return any(
            old is not None and exceeds(new or ANY, old) and has(symbol.free)
            for symbol, old, new in bounds.differences(after)
        )


class _Steps:
    """Bounds behind steps.  Of each step the last answer is kept: mostly what it reads has the same bounds again."""

    def __init__(self, about: About) -> None:
        self._about = about
        self._readings: dict[Edge, Reading] = {}
        self._last: dict[Edge, tuple[tuple[Interval | None, ...], dict[Term, Interval | None] | None]] = {}

    def post(self, edge: Edge, bounds: Paged[Interval]) -> Paged[Interval] | None:
        """Bounds behind the edge; None if it cannot be taken."""
        reading = self._readings.get(edge)
        if reading is None:
            reading = self._readings[edge] = reading_of(edge, self._about)
        given = tuple(map(bounds.get, reading.terms))
        last = self._last.get(edge)
        if last is None or last[0] != given:
            last = self._last[edge] = (given, changes(edge, reading, given, self._about))
        return None if last[1] is None else bounds.changed(last[1])


@dataclass(frozen=True, slots=True)
class Reading:
    """The ``terms`` whose bounds a step reads, and which of its variables are bounded behind it: ``kept`` that it reads
    and leaves as they are, and those that it updates, with their ``values``."""

    terms: tuple[Term, ...]
    kept: tuple[Term, ...]
    values: tuple[tuple[Term, Term], ...]


def reading_of(edge: Edge, about: About) -> Reading:
    """What the step has to do with bounds."""
    symbols = sorted(symbols_of(*edge.terms).difference(edge.inputs), key=by_age)
    kept = tuple(s for s in symbols if s not in edge.updates and about.bounds(s))
    return Reading(about.named_by(symbols), kept, tuple((s, v) for s, v in edge.updates.items() if about.bounds(s)))


class Listed(Mapping[Term, Interval]):
    """The bounds of what a location has."""

    def __init__(self, place: Location, bounds: Paged[Interval], about: About) -> None:
        self._place = place
        self._bounds = bounds
        self._about = about

    def __getitem__(self, term: Term) -> Interval:
        found = self._bounds.get(term)
        if found is None or not self._about.is_at(term, self._place):
            raise KeyError(term)
        return found

    def __iter__(self) -> Iterator[Term]:
        terms = self._about.named_by(self._place.variables)
        return (term for term in terms if self._bounds.get(term) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def exceeds(new: Interval, old: Interval) -> bool:
    """Is something of ``new`` outside of ``old``?"""
    return new[0] < old[0] or new[1] > old[1]


def _hull(left: Interval, right: Interval) -> Interval | None:
    both = joined(left, right)
    return both if both != ANY else None


def _thresholds(model: Model) -> dict[Term, Sequence[int]]:
    """Per variable, the constants that it is compared with, and their neighbours."""
    found: dict[Term, set[int]] = {}
    seen: set[Term] = set()
    for edge in model.edges:
        for root in (edge.guard, *edge.updates.values()):
            if root in seen:
                continue
            for term in post_order(root):
                if term in seen:
                    continue
                seen.add(term)
                if (term.op is Op.LE or term.op is Op.EQ) and term.args[0].sort is INT and term.args[1].is_const:
                    value = int(term.args[1].number)
                    for atom in linear(term.args[0])[0]:
                        if atom.op is Op.VAR:
                            found.setdefault(atom, set()).update((value - 1, value, value + 1))
    return {symbol: sorted({*values, *_POWERS, 0}) for symbol, values in found.items()}


def changes(
    edge: Edge, reading: Reading, given: Sequence[Interval | None], about: About = INTEGERS
) -> dict[Term, Interval | None] | None:
    """The bounds that are others behind the edge, where ``given`` are those of what it reads; None if it cannot be
    taken."""
    if edge.guard is FALSE:
        return None
    if about is INTEGERS and not reading.values and all(term.sort.is_bitvector for term in edge.guard.free):
        return {}
    ranges = about.over({term: bounds for term, bounds in zip(reading.terms, given, strict=True) if bounds is not None})
    if edge.guard is not TRUE:
        try:
            ranges.learn(edge.guard)
        except Infeasible:
            return None
    found: dict[Term, Interval | None] = {}
    for symbol in reading.kept:
        found[symbol] = _listed(symbol, ranges.known.get(symbol) or ANY)
    for symbol, value in reading.values:
        found[symbol] = _listed(symbol, ranges(value))
    if isinstance(ranges, BitRanges):
        found.update(bounds_of_numbers((*reading.kept, *edge.updates), edge, ranges, about))
    return found


def _listed(symbol: Term, interval: Interval) -> Interval | None:
    """The interval, if it says anything."""
    return None if interval == ANY or (symbol.sort is BOOL and interval == EITHER) else interval


def intervals(model: Model, deadline: Deadline = FOREVER) -> dict[Location, Bounds] | None:
    """Inductive bounds per location that may be reached; None if time is over."""
    return _Analysis(model, deadline, about=what_is_bounded(model)).fixpoint()


def has_bounds(model: Model) -> bool:
    """Is there a variable that may have bounds?"""
    if what_is_bounded(model) is not INTEGERS:
        return True
    symbols = chain(model.entry.variables, *(edge.updates for edge in model.edges))
    return any(symbol.sort is INT or symbol.sort is BOOL for symbol in symbols)


# -- the transform ---------------------------------------------------------------------------------------------------


def formula(bounds: Mapping[Term, Interval]) -> Term:
    """The bounds as a formula."""
    return conjunction(part for term, interval in bounds.items() for part in _parts(term, interval, bounds))


def _parts(term: Term, interval: Interval, bounds: Mapping[Term, Interval]) -> Iterable[Term]:
    low, high = interval
    if term.op is Op.FP_IS_NAN and term.args[0] in bounds:
        return ()  # its bounds say so
    if term.sort is BOOL:
        return (term,) if interval == TRUTH else (not_(term),) if interval == FALSEHOOD else ()
    if term.sort.is_float:
        return parts_of_number(term, interval, nan=bounds.get(fp_is_nan(term)) != FALSEHOOD)
    if term.sort.is_bitvector:
        return parts_of_vector(term, interval)
    if low == high:
        return (eq(term, integer(int(low))),)
    parts: list[Term] = []
    if not math.isinf(low):
        parts.append(ge(term, integer(int(low))))
    if not math.isinf(high):
        parts.append(le(term, integer(int(high))))
    return parts


def _read_by(edge: Edge, bounds: Bounds, about: About) -> Bounds:
    """The bounds of what the step reads."""
    terms = about.named_by(symbols_of(*edge.terms).difference(edge.inputs))
    return {term: interval for term in terms if (interval := bounds.get(term)) is not None}


def within(model: Model, found: Mapping[Location, Bounds]) -> Lowered:
    """The model with its steps simplified by inductive bounds, which proofs get back."""
    history: dict[Edge, Made] = {}
    edges: list[Edge] = []
    about = what_is_bounded(model)
    for edge in model.edges:
        if edge.source not in found:
            continue
        smaller = simplified(edge, _read_by(edge, found[edge.source], about), about.over)
        if smaller is None:
            continue
        edges.append(smaller)
        if smaller is not edge:
            history[smaller] = Rewritten(edge)
    if about is not INTEGERS and not history and len(edges) == len(model.edges):
        return unchanged(model)  # what no step needs would have to be checked all the same
    facts: dict[Location, Term] = {}

    def lift_proof(proof: Proof) -> Proof:
        for place in proof.invariant:
            if place in found and place not in facts:
                facts[place] = formula(found[place])
        return Proof({p: and_(f, facts[p]) for p, f in proof.invariant.items() if p in facts}, every=proof.every)

    lowered = rewired(model, edges, history)
    return Lowered(lowered.model, lowered.lift_trace, lift_proof)
