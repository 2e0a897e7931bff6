"""Edges in their smallest form: equations solved, known constants spread, bounds tightened, idle inputs projected away.

Each rule keeps the step relation between source and target variables exactly as it is, so proofs need no way back;
runs get the removed inputs by evaluating their definitions.  The rules are applied to each edge on its own until none
does anything.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass

from assay.core.model import Edge, Model, among
from assay.core.roles import Lowered, unchanged
from assay.core.terms import FALSE, Op, Term, conjunction, disjunction, not_, symbols_of
from assay.core.terms.literals import Definition, independent_definitions
from assay.core.terms.rebuild import Substitution
from assay.transforms.edges.fourier_motzkin import project
from assay.transforms.edges.guards import flattened, settled, states_constant, tightened
from assay.transforms.edges.history import History, Made, Rewritten, lifting


@dataclass(frozen=True, slots=True)
class Reduction:
    """``parts`` and ``values`` say the same as before; ``definitions`` give the inputs that are gone."""

    parts: tuple[Term, ...]
    values: Mapping[Term, Term]
    definitions: tuple[Definition, ...]


def reduced(
    parts: Iterable[Term], values: Mapping[Term, Term], unknowns: frozenset[Term], variables: frozenset[Term]
) -> Reduction:
    """A guard (as conjuncts) and the values after the step, over ``variables`` and ever fewer of the ``unknowns``."""
    current = flattened(parts)
    definitions: list[Definition] = []
    while True:
        current = _resolved(tightened(current))
        if FALSE in current:
            return Reduction((FALSE,), values, ())
        solved, rest = independent_definitions(current, unknowns)
        if solved:
            replace = Substitution(solved)
            current = flattened(map(replace, rest))
            values = {symbol: replace(value) for symbol, value in values.items()}
            unknowns = unknowns.difference(solved)
            definitions.extend(solved.items())
            continue
        known = settled(current, variables)
        if known:
            replace = Substitution(known)
            values = {symbol: replace(value) for symbol, value in values.items()}
            after = flattened(part if states_constant(part) else replace(part) for part in current)
            if after != current:
                current = after
                continue
        used: frozenset[Term] = frozenset().union(*(value.free for value in values.values()))
        idle = sorted(unknowns.difference(used).intersection(_occurring(current)), key=lambda symbol: symbol.uid)
        current, found = project(current, idle)
        if not found:
            return Reduction(tuple(current), values, tuple(definitions))
        definitions.extend(found)
        unknowns = unknowns.difference(symbol for symbol, _ in found)


def _occurring(parts: Iterable[Term]) -> frozenset[Term]:
    return frozenset().union(*(part.free for part in parts))


def _resolved(parts: list[Term]) -> list[Term]:
    """Disjunctions shortened by the literals that stand beside them."""
    if not any(part.op is Op.OR for part in parts):
        return parts
    known = set(parts)
    result: list[Term] = []
    for part in parts:
        if part.op is not Op.OR:
            result.append(part)
        elif known.isdisjoint(part.args):
            result.append(disjunction(arg for arg in part.args if not _refuted(arg, known)))
    return flattened(result)


def _refuted(disjunct: Term, known: set[Term]) -> bool:
    return any(not_(literal) in known for literal in (disjunct.args if disjunct.op is Op.AND else (disjunct,)))


def rewritten(edge: Edge) -> tuple[Edge, Rewritten]:
    """The edge in its smallest form, and how it came about; the edge itself if it is in that form."""
    inputs = frozenset(edge.inputs)
    # Of the other variables of the source nothing is said: they keep their values, if the target has them.
    own = frozenset(symbols_of(*edge.terms).difference(inputs))
    kept = {symbol: symbol for symbol in own if symbol not in edge.updates}
    result = reduced((edge.guard,), {**edge.updates, **kept}, inputs, own)
    guard = conjunction(result.parts)
    updates = trimmed(result.values, own)
    updates = {symbol: updates[symbol] for symbol in among(updates, edge.target.variables)}
    if guard is edge.guard and updates == edge.updates:
        return edge, Rewritten(edge)
    smaller = Edge(edge.name, edge.source, edge.target, guard, updates, edge.origin)
    return smaller, Rewritten(edge, result.definitions)


def trimmed(values: Mapping[Term, Term], variables: Container[Term]) -> dict[Term, Term]:
    """The values as updates: without variables that keep theirs."""
    return {symbol: value for symbol, value in values.items() if value is not symbol or symbol not in variables}


def reduce_edges(model: Model) -> Lowered:
    """Every edge in its smallest form."""
    return rewired_each(model, rewritten)


class Reducing:
    """``reduce_edges`` for a model that changes little at a time: knows which edges are in their smallest form."""

    def __init__(self) -> None:
        self._done: set[Edge] = set()

    def __call__(self, model: Model) -> Lowered:
        return rewired_each(model, self._rewritten)

    def _rewritten(self, edge: Edge) -> tuple[Edge, Rewritten]:
        if edge in self._done:
            return edge, Rewritten(edge)
        smaller, made = rewritten(edge)
        self._done.add(smaller)
        return smaller, made


def rewired_each(model: Model, rewrite: Callable[[Edge], tuple[Edge, Made]]) -> Lowered:
    """The model with every edge rewritten, or left as it is."""
    history: dict[Edge, Made] = {}
    edges: list[Edge] = []
    for edge in model.edges:
        smaller, made = rewrite(edge)
        edges.append(smaller)
        if smaller is not edge:
            history[smaller] = made
    return rewired(model, edges, history)


def rewired(model: Model, edges: Iterable[Edge], history: History) -> Lowered:
    """The model with other edges that stand for steps of the old ones, between the same states."""
    found = tuple(edges)
    if found == model.edges:
        return unchanged(model)
    lowered = Model(model.entry, found, model.initial, model.properties, model.origin)
    return Lowered(lowered, lifting(history), lambda proof: proof)
