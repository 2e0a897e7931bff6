"""Two edges in a row, and parallel edges, as one edge.

Composition substitutes the first edge's updates into the second edge: guarded commands with inputs need no
intermediate variables.  Parallel edges become one with a disjunctive guard: common conjuncts are factored out, and a
variable whose value differs between them gets its next value from a primed input that each disjunct pins down.  So
updates stay small however many edges are merged, and which edge was taken is found again by evaluation.

Names of inputs: an edge never uses the prime of a target variable for anything but that variable's next value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from assay.core.model import Edge
from assay.core.terms import Term, and_, conjunction, conjuncts, disjunction, eq, prime, variable
from assay.core.terms.rebuild import Substitution, substitute
from assay.transforms.edges.history import Choice, Composed
from assay.transforms.edges.reduction import trimmed


def composed(first: Edge, second: Edge, name: str) -> tuple[Edge, Composed]:
    """The step that ``first`` and then ``second`` make together."""
    assert first.target == second.source
    own = frozenset(first.source.variables)
    first_names, second_names = _names(first, second, own)
    early = _renaming(first_names)
    values = {symbol: substitute(first.after(symbol), early) for symbol in first.target.variables}
    late = Substitution({**_renaming(second_names), **{s: v for s, v in values.items() if v is not s}})
    guard = and_(substitute(first.guard, early), late(second.guard))
    updates = {symbol: late(second.after(symbol)) for symbol in second.target.variables}
    edge = Edge(name, first.source, second.target, guard, trimmed(updates, own), first.origin)
    return edge, Composed(first, second, first_names, second_names)


def _renaming(names: Mapping[Term, Term]) -> dict[Term, Term]:
    return {symbol: name for symbol, name in names.items() if name is not symbol}


def _names(first: Edge, second: Edge, own: frozenset[Term]) -> tuple[dict[Term, Term], dict[Term, Term]]:
    """Names for the inputs of both edges, all different, none of them a source variable or a misleading prime."""
    nexts = {prime(symbol): symbol for symbol in second.target.variables}
    kept = {s for s in second.inputs if s in nexts and second.after(nexts[s]) is s and s not in own}
    taken: set[Term] = {*own, *nexts}
    second_names: dict[Term, Term] = {symbol: symbol for symbol in kept}
    first_names: dict[Term, Term] = {}
    for names, symbols in ((first_names, first.inputs), (second_names, second.inputs)):
        for symbol in symbols:
            if symbol not in names:
                names[symbol] = fresh(symbol, taken)
                taken.add(names[symbol])
    return first_names, second_names


def fresh(symbol: Term, taken: set[Term]) -> Term:
    """``symbol`` itself, or a variable with a similar name, outside ``taken``."""
    return symbol if symbol not in taken else numbered(symbol, taken, 1)[0]


def numbered(symbol: Term, taken: set[Term], number: int) -> tuple[Term, int]:
    """A variable named as ``symbol``, with the first number from ``number`` on that is outside ``taken``; with that."""
    base = symbol.name.split("!")[0]
    while (candidate := variable(f"{base}!{number}", symbol.sort)) in taken:
        number += 1
    return candidate, number


def merged(edges: Sequence[Edge], name: str) -> tuple[Edge, Choice]:
    """The step that one of several parallel edges makes."""
    source, target = edges[0].source, edges[0].target
    own = frozenset(source.variables)
    differing = [symbol for symbol in target.variables if len({edge.after(symbol) for edge in edges}) > 1]
    nexts = _nexts(edges, differing, own)
    parts = [conjuncts(edge.guard) for edge in edges]
    common = set(parts[0]).intersection(*parts[1:])
    cases = (
        conjunction((*_outside(own_parts, common), *(eq(nexts[s], edge.after(s)) for s in differing)))
        for edge, own_parts in zip(edges, parts, strict=True)
    )
    guard = conjunction((*(part for part in parts[0] if part in common), disjunction(cases)))
    values = {symbol: nexts.get(symbol, edges[0].after(symbol)) for symbol in target.variables}
    edge = Edge(name, source, target, guard, trimmed(values, own), edges[0].origin)
    return edge, Choice(tuple(edges))


def _outside(parts: Iterable[Term], common: set[Term]) -> list[Term]:
    return [part for part in parts if part not in common]


def _nexts(edges: Sequence[Edge], differing: Sequence[Term], own: frozenset[Term]) -> dict[Term, Term]:
    """An input for the next value of each of the variables: its prime, if no edge uses that for anything else."""
    used = {symbol for edge in edges for symbol in edge.inputs}
    nexts: dict[Term, Term] = {}
    for symbol in differing:
        name = prime(symbol)
        misused = name in own or any(name in edge.inputs and edge.after(symbol) is not name for edge in edges)
        nexts[symbol] = fresh(name, {*own, *used, *nexts.values()}) if misused else name
    return nexts
