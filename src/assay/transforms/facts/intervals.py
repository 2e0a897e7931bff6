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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.evidence import Proof
from assay.core.graph import forward_order, loop_heads
from assay.core.model import Edge, Location, Model
from assay.core.roles import Lowered, unchanged
from assay.core.terms import TRUE, Op, Term, and_, conjunction, eq, ge, integer, le, linear, not_, post_order
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

Bounds = dict[Term, Interval]

# Arrivals at a loop head before bounds jump; jumps of one bound before it is given up.
PATIENCE: Final = 2
JUMPS: Final = 12
_POWERS: Final = tuple(
    sorted({sign * (1 << w) + d for w in (7, 8, 15, 16, 31, 32, 63, 64) for sign in (1, -1) for d in (-1, 0)})
)


@dataclass
class _Analysis:
    """Bounds of the variables of each location that is reached so far; a variable that is not listed has none."""

    model: Model
    deadline: Deadline
    bounds: dict[Location, Bounds] = field(default_factory=dict)
    about: About = INTEGERS
    arrivals: dict[Location, int] = field(default_factory=dict)
    jumps: dict[tuple[Location, Term], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rank = forward_order(self.model)
        self.heads = loop_heads(self.model)
        self.thresholds = {**_thresholds(self.model), **self.about.thresholds}
        self.bounds[self.model.entry] = {}

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
                after = post(edge, self.bounds[place], self.about)
                if after is not None and self._arrive(edge.target, after) and edge.target not in queued:
                    queued.add(edge.target)
                    heappush(queue, (self.rank[edge.target], edge.target))
        return self._descended()

    def _arrive(self, place: Location, after: Bounds) -> bool:
        """Make room for ``after``; was there none yet?"""
        before = self.bounds.get(place)
        if before is None:
            self.bounds[place] = after
            return True
        wide = place in self.heads and self.arrivals.get(place, 0) >= PATIENCE
        changed: Bounds = {}
        for symbol, old in before.items():
            new = after.get(symbol, ANY)
            if new[0] < old[0] or new[1] > old[1]:
                new = joined(old, new)
                changed[symbol] = self._widened(place, symbol, old, new) if wide else new
        if not changed:
            return False
        if place in self.heads:
            self.arrivals[place] = self.arrivals.get(place, 0) + 1
        self.bounds[place] = {s: i for s, i in {**before, **changed}.items() if i != ANY}
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

    def _descended(self) -> dict[Location, Bounds] | None:
        """One pass downward, kept if it is inductive as well."""
        lower: dict[Location, Bounds] = {self.model.entry: {}}
        for place in sorted(self.bounds, key=lambda place: self.rank[place]):
            if self.deadline.passed:
                return None
            for edge in self.model.leaving(place):
                # Bounds of places that come earlier are new already.
                after = post(edge, self._meanwhile(lower, place), self.about)
                if after is None:
                    continue
                known = lower.get(edge.target)
                lower[edge.target] = after if known is None else _hull(known, after)
        return lower if self._is_inductive(lower) else self.bounds

    def _meanwhile(self, lower: Mapping[Location, Bounds], place: Location) -> Bounds:
        """The new bounds of a place once all steps into it are accounted for, the old ones of a loop head."""
        if place in self.heads or place not in lower:
            return self.bounds[place]
        return lower[place]

    def _is_inductive(self, bounds: Mapping[Location, Bounds]) -> bool:
        for place, here in bounds.items():
            for edge in self.model.leaving(place):
                after = post(edge, here, self.about)
                if after is None:
                    continue
                if edge.target not in bounds:
                    return False
                for symbol, interval in bounds[edge.target].items():
                    new = after.get(symbol, ANY)
                    if new[0] < interval[0] or new[1] > interval[1]:
                        return False
        return True


def _hull(left: Bounds, right: Bounds) -> Bounds:
    both = ((symbol, joined(interval, right[symbol])) for symbol, interval in left.items() if symbol in right)
    return {symbol: interval for symbol, interval in both if interval != ANY}


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


def post(edge: Edge, bounds: Bounds, about: About = INTEGERS) -> Bounds | None:
    """Bounds behind the edge; None if it cannot be taken."""
    ranges = about.over(bounds)
    if edge.guard is not TRUE:
        try:
            ranges.learn(edge.guard)
        except Infeasible:
            return None
    after: Bounds = {}
    for symbol in edge.target.variables:
        if symbol.sort is INT or symbol.sort is BOOL or about.tracks(symbol):
            value = edge.updates.get(symbol)
            interval = (ranges.known.get(symbol) or ANY) if value is None else ranges(value)
            if interval != ANY and (interval != EITHER or symbol.sort is not BOOL):
                after[symbol] = interval
    if isinstance(ranges, BitRanges):
        after.update(bounds_of_numbers(edge, ranges, about))
    return after


def intervals(model: Model, deadline: Deadline = FOREVER) -> dict[Location, Bounds] | None:
    """Inductive bounds per location that may be reached; None if time is over."""
    return _Analysis(model, deadline, about=what_is_bounded(model)).fixpoint()


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


def within(model: Model, found: Mapping[Location, Bounds]) -> Lowered:
    """The model with its steps simplified by inductive bounds, which proofs get back."""
    history: dict[Edge, Made] = {}
    edges: list[Edge] = []
    about = what_is_bounded(model)
    for edge in model.edges:
        if edge.source not in found:
            continue
        smaller = simplified(edge, found[edge.source], about.over)
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
