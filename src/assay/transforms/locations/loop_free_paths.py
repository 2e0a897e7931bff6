"""Large blocks in one pass: all paths from one cut point to the next as a single edge.

Large-block encoding (Beyer et al., FMCAD 2009) without eliminating locations one by one: from each cut point (entry,
error, loop heads) the locations in between are visited once, in forward order, each with the condition of all paths to
it and the values of its variables.  Where paths meet, what they have in common stays outside the disjunction, and a
variable whose values differ gets an input that each path pins down.  So the work is near-linear in the block.  A proof
says nothing of the locations in between: it is one at cut points (``witness.check.loop_invariants`` checks those as
they are).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from assay.core.evidence import Proof
from assay.core.graph import forward_order
from assay.core.model import Edge, Location, Model, among
from assay.core.pages import Combination, Numbers, Paged
from assay.core.roles import Lowered, unchanged
from assay.core.terms import FALSE, TRUE, Term, and_, conjunction, conjuncts, disjunction, eq, prime
from assay.core.terms.rebuild import Substitution
from assay.core.terms.sorts import Sort
from assay.transforms.aim import error_of
from assay.transforms.edges.compose import numbered
from assay.transforms.edges.guards import settled
from assay.transforms.edges.history import Block, Made, lifting
from assay.transforms.edges.reduction import rewritten, trimmed


@dataclass(eq=False, slots=True)
class _Condition:
    """A conjunction, as a list that shares its beginning with others."""

    parent: _Condition | None
    literal: Term
    depth: int

    def extended(self, literal: Term) -> _Condition:
        return self if literal is TRUE else _Condition(self, literal, self.depth + 1)


def _start() -> _Condition:
    return _Condition(None, TRUE, 0)


@dataclass(eq=False, slots=True)
class _Arrival:
    """Paths to a location: their condition, the values that variables have got, constants that symbols must be.

    A variable without a value has the one that it had at the cut point.
    """

    condition: _Condition
    values: Paged[Term]
    known: Paged[Term]


@dataclass
class _Region:
    """The paths that begin at ``start``."""

    start: Location
    taken: set[Term]
    names: dict[Edge, dict[Term, Term]] = field(default_factory=dict)
    arrivals: dict[Location, list[_Arrival]] = field(default_factory=dict)
    numbers: Numbers = field(default_factory=Numbers)
    common: Combination[Term] = field(default_factory=lambda: Combination(lambda *_: None))
    latest: dict[tuple[str, Sort], int] = field(default_factory=dict)

    def first(self) -> _Arrival:
        """The path of no step."""
        return _Arrival(_start(), Paged(self.numbers), Paged(self.numbers))

    def fresh(self, symbol: Term) -> Term:
        """A name for ``symbol`` that no other has."""
        if symbol in self.taken:
            key = (symbol.name.split("!")[0], symbol.sort)
            # Lower numbers are all taken.
            symbol, self.latest[key] = numbered(symbol, self.taken, self.latest.get(key, 0) + 1)
        self.taken.add(symbol)
        return symbol

    def follow(self, edge: Edge, arrival: _Arrival) -> None:
        """Account for the paths that go on along ``edge``."""
        replace = self._replacing(edge, arrival)
        guard = replace(edge.guard)
        if guard is FALSE:
            return
        values = arrival.values
        if edge.updates:
            values = values.changed({symbol: replace(value) for symbol, value in edge.updates.items()})
        known = arrival.known
        if guard is not TRUE:
            found = settled(conjuncts(guard), guard.free)
            known = known.changed(found)
        self.arrivals.setdefault(edge.target, []).append(_Arrival(arrival.condition.extended(guard), values, known))

    def _replacing(self, edge: Edge, arrival: _Arrival) -> Substitution:
        """Source variables by their values, inputs by names of their own, both by constants where those are known."""
        names: dict[Term, Term] = {}
        for symbol in edge.inputs:
            names[symbol] = self.fresh(symbol)
        self.names[edge] = names
        mapping: dict[Term, Term] = {}
        free = frozenset[Term]().union(edge.guard.free, *(value.free for value in edge.updates.values()))
        for symbol in free:
            value = names.get(symbol) or arrival.values.get(symbol) or symbol
            value = arrival.known.get(value) or value
            if value is not symbol:
                mapping[symbol] = value
        return Substitution(mapping)

    def met(self, place: Location) -> _Arrival:
        """All paths to ``place`` as one."""
        arrivals = self.arrivals.pop(place)
        if len(arrivals) == 1:
            return arrivals[0]
        values, equations = self._merged(place.variables, arrivals, {})
        root, cases = _cases(arrivals, equations)
        known = arrivals[0].known
        for arrival in arrivals[1:]:
            known = self.common(known, arrival.known)
        return _Arrival(root.extended(cases), values, known)

    def step_to(self, place: Location) -> tuple[Term, dict[Term, Term]]:
        """Guard and values of the edge from the cut point to ``place``."""
        arrivals = self.arrivals[place]
        nexts = {symbol: prime(symbol) for symbol in place.variables}
        values, equations = self._merged(place.variables, arrivals, nexts)
        root, cases = _cases(arrivals, equations)
        literals = [cases]
        node: _Condition | None = root
        while node is not None:
            literals.append(node.literal)
            node = node.parent
        return conjunction(literals), {symbol: values.get(symbol) or symbol for symbol in place.variables}

    def _merged(
        self, variables: tuple[Term, ...], arrivals: Sequence[_Arrival], names: Mapping[Term, Term]
    ) -> tuple[Paged[Term], list[list[Term]]]:
        """Values, with symbols for those that paths do not agree on, and what each path says of those symbols."""
        equations: list[list[Term]] = [[] for _ in arrivals]
        first = arrivals[0].values
        differing = {s for arrival in arrivals[1:] for s, _, _ in first.differences(arrival.values)}
        values: dict[Term, Term | None] = {}
        for symbol in among(differing, variables):
            found = [arrival.values.get(symbol) or symbol for arrival in arrivals]
            if all(value is found[0] for value in found):
                continue
            values[symbol] = name = names.get(symbol) or self.fresh(symbol)
            for parts, value in zip(equations, found, strict=True):
                parts.append(eq(name, value))
        return first.changed(values), equations


def _cases(arrivals: Sequence[_Arrival], equations: Sequence[Sequence[Term]]) -> tuple[_Condition, Term]:
    """What the conditions have in common, and the disjunction of the rest, each with its equations.

    The rests form a tree, and so does the disjunction: nothing is said twice.
    """
    root = arrivals[0].condition
    for arrival in arrivals[1:]:
        root = _shared(root, arrival.condition)
    tree = _Tree()
    for arrival, parts in zip(arrivals, equations, strict=True):
        tree.note(arrival.condition, conjunction(parts))
    while True:
        node, inside = tree.deepest()
        if node is root:
            return root, inside
        assert node.parent is not None
        tree.note(node.parent, and_(node.literal, inside))


class _Tree:
    """What follows each condition, as far as it is known."""

    def __init__(self) -> None:
        self._contents: dict[_Condition, list[Term]] = {}
        self._order: list[tuple[int, int, _Condition]] = []
        self._made = 0

    def note(self, node: _Condition, case: Term) -> None:
        """One more case behind ``node``."""
        if node not in self._contents:
            self._contents[node] = []
            self._made += 1
            heappush(self._order, (-node.depth, self._made, node))
        self._contents[node].append(case)

    def deepest(self) -> tuple[_Condition, Term]:
        """The condition that no case lies behind any more, with the disjunction of its cases; it goes."""
        _, _, node = heappop(self._order)
        return node, disjunction(self._contents.pop(node))


def _shared(left: _Condition, right: _Condition) -> _Condition:
    """The longest common beginning of two conditions."""
    while left is not right:
        if left.depth >= right.depth:
            assert left.parent is not None
            left = left.parent
        else:
            assert right.parent is not None
            right = right.parent
    return left


def listing(model: Model, heads: Collection[Location]) -> Lowered:
    """The model itself; proofs list all ``heads``, so that they cut cycles, too, that became impossible on the way."""

    def lift_proof(proof: Proof) -> Proof:
        return Proof({**dict.fromkeys(heads, FALSE), **proof.invariant}, every=proof.every)

    return Lowered(model, lambda trace: trace, lift_proof)


def summarised(model: Model, heads: Collection[Location]) -> Lowered:
    """The aimed model with one edge between any two cut points; ``heads`` cut every cycle."""
    rank = forward_order(model)
    cuts = {model.entry, error_of(model), *heads}.intersection(model.locations)
    if cuts.issuperset(model.locations) and _is_simple(model):
        return unchanged(model)
    reserved = {prime(symbol) for place in cuts for symbol in place.variables}
    history: dict[Edge, Made] = {}
    edges: list[Edge] = []
    for place in sorted(cuts, key=lambda cut: rank[cut]):
        for edge, made in blocks_from(model, place, model.leaving(place), cuts, rank, reserved):
            smaller, rewriting = rewritten(edge)
            if smaller.guard is FALSE:
                continue
            history[edge] = made
            if smaller is not edge:
                history[smaller] = rewriting
            edges.append(smaller)
    lowered = Model(model.entry, tuple(edges), model.initial, model.properties, model.origin)
    return Lowered(lowered, lifting(history), lambda proof: proof)


def _is_simple(model: Model) -> bool:
    """Is there at most one edge between any two locations?"""
    return len({(edge.source, edge.target) for edge in model.edges}) == len(model.edges)


def blocks_from(
    model: Model,
    start: Location,
    leaving: Iterable[Edge],
    cuts: Collection[Location],
    rank: Mapping[Location, int],
    reserved: Iterable[Term],
) -> list[tuple[Edge, Block]]:
    """The summaries of all paths from ``start`` to the next cut points, along one of the edges ``leaving`` it."""
    region = _Region(start, {*start.variables, *reserved})
    queue: list[tuple[int, Location]] = []
    inside: list[Edge] = []
    arrival = region.first()
    while True:
        for edge in leaving:
            if edge.idle:
                continue
            first = edge.target not in region.arrivals
            region.follow(edge, arrival)
            inside.append(edge)
            if first and edge.target in region.arrivals and edge.target not in cuts:
                heappush(queue, (rank[edge.target], edge.target))
        if not queue:
            break
        _, place = heappop(queue)
        arrival, leaving = region.met(place), model.leaving(place)
    found: list[tuple[Edge, Block]] = []
    own = frozenset(start.variables)
    for target in region.arrivals:
        guard, values = region.step_to(target)
        edge = Edge(f"{start}->{target}", start, target, guard, trimmed(values, own), inside[0].origin)
        found.append((edge, Block(tuple(inside), region.names)))
    return found
