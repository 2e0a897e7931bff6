"""Which elements of arrays a proof may speak of: those that the error reads, at any index, and what they are made of.

The last step to the error reads elements at indices that depend on variables such as loop counters.  With these
replaced by *indices*, symbols that never change, such a read is a *cell*.  The error is looked at where the indices
have the values of the counters.  A loop that copies or compares elements connects the cell that it accesses with
others: where the counter is such that it meets the cell, the other reads of the step are cells, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from assay.core.model import Edge, Model
from assay.core.terms import Op, Term, from_linear, linear, post_order, variable
from assay.core.terms.arrays import select
from assay.core.terms.rebuild import substitute
from assay.core.terms.sorts import INT, Sort
from assay.transforms.arrays.elements import bases_of

# More cells than this make every question hard.
MOST_CELLS: Final = 24


@dataclass(frozen=True)
class Cells:
    """Reads of arrays at ``indices``; ``counters`` has, for each step that they come from, the values of the indices.

    Steps to the error are looked at for these values only.
    """

    indices: tuple[Term, ...]
    reads: tuple[Term, ...]
    counters: Mapping[Edge, Mapping[Term, Term]]


def cells(model: Model, edges: Iterable[Edge]) -> Cells:
    """The cells that ``edges`` read, such as those to the error, and what they are made of; there may be none."""
    changing = changing_variables(model)
    indices: dict[Term, None] = {}
    reads: dict[Term, None] = {}
    counters: dict[Edge, Mapping[Term, Term]] = {}
    for edge in edges:
        found = list(_reads(edge))
        names = _named((symbol for read in found for symbol in _counters(read.args[1], edge, changing)), model)
        indices.update(dict.fromkeys(names.values()))
        reads.update((substitute(read, names), None) for read in found)
        counters[edge] = {index: counter for counter, index in names.items()}
    return Cells(tuple(indices), tuple(_closed(model, reads, changing)), counters)


def reading(model: Model) -> list[Edge]:
    """The steps that read arrays."""
    return [edge for edge in model.edges if any(True for _ in _reads(edge))]


def changing_variables(model: Model) -> set[Term]:
    """The variables that some step changes after they have got a value."""
    return {
        symbol
        for edge in model.edges
        for symbol, value in edge.updates.items()
        if value is not symbol and symbol in edge.source.variables
    }


def _counters(index: Term, edge: Edge, changing: set[Term]) -> Iterator[Term]:
    """The symbols that make ``index`` another one at each step, in order."""
    own = set(edge.source.variables)
    for term in post_order(index):
        if term.op is Op.VAR and not term.sort.is_array and (term in changing or term not in own):
            yield term


def _named(counters: Iterable[Term], model: Model) -> dict[Term, Term]:
    """An index for each counter: the first of its sort, the second, and so on."""
    taken = {symbol.name for place in model.locations for symbol in place.variables}
    numbers: dict[Sort, int] = {}
    names: dict[Term, Term] = {}
    for counter in dict.fromkeys(counters):
        number = numbers[counter.sort] = numbers.get(counter.sort, 0) + 1
        name = f"%index{number}" if counter.sort is INT else f"%index{number}.{counter.sort}"
        while name in taken:
            name += "%"
        names[counter] = variable(name, counter.sort)
    return names


# -- accesses ----------------------------------------------------------------------------------------------------------


def _reads(edge: Edge) -> Iterator[Term]:
    """What the step reads of the arrays of its source, each as a term over these."""
    roots = _roots(edge)
    for term in post_order(*edge.terms):
        if term.op is Op.SELECT and not term.sort.is_array:
            for base in bases_of(term.args[0]):
                yield from (select(array, term.args[1]) for array in roots.get(base, ()))


def _accesses(edge: Edge) -> list[Term]:
    """What the step reads and writes, as reads of arrays of its source."""
    roots = _roots(edge)
    found = dict.fromkeys(_reads(edge))
    for term in post_order(*edge.terms):
        if term.op is Op.STORE:
            for base in bases_of(term):
                found.update((select(array, term.args[1]), None) for array in roots.get(base, ()))
    return list(found)


def _roots(edge: Edge) -> dict[Term, tuple[Term, ...]]:
    """For each array symbol of the step, the source's arrays that it is made of, as far as equations tell."""
    groups: dict[Term, set[Term]] = {}

    def join(symbols: Iterable[Term]) -> None:
        together = set().union(*(groups.get(symbol, {symbol}) for symbol in symbols))
        groups.update(dict.fromkeys(together, together))

    for term in post_order(*edge.terms):
        if term.op is Op.EQ and term.args[0].sort.is_array:
            join((*bases_of(term.args[0]), *bases_of(term.args[1])))
        elif term.op is Op.VAR and term.sort.is_array:
            join((term,))
    for target, value in edge.updates.items():
        if target.sort.is_array and target in edge.source.variables:
            join((target, *bases_of(value)))
    own = [symbol for symbol in edge.source.variables if symbol.sort.is_array]
    return {symbol: tuple(array for array in own if array in group) for symbol, group in groups.items()}


# -- what cells are made of --------------------------------------------------------------------------------------------


def _closed(model: Model, reads: Iterable[Term], changing: set[Term]) -> list[Term]:
    """``reads``, and what steps that access one of them read at the same time."""
    found = dict.fromkeys(reads)
    waiting = list(found)
    accesses = {edge: (_accesses(edge), list(dict.fromkeys(_reads(edge)))) for edge in model.edges}
    while waiting and len(found) < MOST_CELLS:
        cell = waiting.pop(0)
        for edge, (accessed, read) in accesses.items():
            met = (other for access in accessed for other in _met(cell, access, read, edge, changing))
            for other in (*_copied(cell, edge), *met):
                new = not any(symbol in changing or symbol not in _known(cell, edge) for symbol in _scalars(other))
                if new and other not in found and len(found) < MOST_CELLS:
                    found[other] = None
                    waiting.append(other)
    return list(found)


def _copied(cell: Term, edge: Edge) -> Iterator[Term]:
    """What the cell is after the step, if its array is then made of others."""
    array, index = cell.args
    if array in edge.target.variables and array in edge.updates:
        roots = _roots(edge)
        for base in bases_of(edge.updates[array]):
            yield from (select(root, edge.back(index)) for root in roots.get(base, ()) if root is not array)


def _met(cell: Term, access: Term, read: Iterable[Term], edge: Edge, changing: set[Term]) -> Iterator[Term]:
    """All that a step reads where one access meets the cell, as far as that is at indices only."""
    if access.args[0] is not cell.args[0]:
        return
    counters = dict.fromkeys(_counters(access.args[1], edge, changing))
    if len(counters) != 1:
        return
    (counter,) = counters
    value = _solved(access.args[1], counter, cell.args[1])
    if value is None:
        return
    yield from (substitute(other, {counter: value}) for other in read)


def _known(cell: Term, edge: Edge) -> set[Term]:
    return {*edge.source.variables, *cell.free}


def _scalars(term: Term) -> Iterator[Term]:
    return (symbol for symbol in term.free if not symbol.sort.is_array)


def _solved(index: Term, counter: Term, goal: Term) -> Term | None:
    """The value of ``counter`` that makes ``index`` the ``goal``, if there is one for all values of the rest."""
    for symbol in goal.free:
        if symbol.sort is counter.sort and substitute(index, {counter: symbol}) is goal:
            return symbol
    if index.sort is not INT or counter in goal.free:
        return None
    factors, constant = linear(index)
    factor = factors.pop(counter, 0)
    if not factor or any(counter in atom.free for atom in factors):
        return None
    rest, offset = linear(goal)
    rest = dict(rest)
    for atom, coefficient in factors.items():
        rest[atom] = rest.get(atom, 0) - coefficient
    offset -= constant
    if offset % factor or any(coefficient % factor for coefficient in rest.values()):
        return None
    return from_linear({atom: c // factor for atom, c in rest.items() if c}, offset // factor, INT)
