"""Elements that are only ever read modulo one number: units of memory, when a program is read over integers.

Of such an array only the remainders matter, so they can stand for the elements.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from assay.core.model import Edge, Model
from assay.core.terms import Op, Term, post_order
from assay.transforms.arrays.elements import bases_of

Owned = tuple[Edge | None, Term]
"""An array symbol: a variable, which is the same everywhere, or an input, which belongs to its step."""


@dataclass(frozen=True)
class Moduli:
    """The numbers by array symbol."""

    _numbers: Mapping[Owned, int]

    def of(self, variable: Term) -> int | None:
        return self._numbers.get((None, variable))

    def at(self, edge: Edge) -> Mapping[Term, int]:
        """Those of the symbols of a step."""
        symbols = (*edge.source.variables, *edge.inputs)
        owned = {symbol: _owned(symbol, edge) for symbol in symbols}
        return {symbol: self._numbers[key] for symbol, key in owned.items() if key in self._numbers}


def moduli(model: Model) -> Moduli:
    """The array symbols whose elements matter modulo a number only."""
    groups: dict[Owned, set[Owned]] = {}
    read: dict[Owned, set[int | None]] = {}
    for edge in model.edges:
        for together in _connected(edge):
            joined: set[Owned] = set().union(*(groups.get(symbol, {symbol}) for symbol in together))
            groups.update(dict.fromkeys(joined, joined))
        for symbol, number in _numbers(edge):
            read.setdefault(symbol, set()).add(number)
    found: dict[Owned, int] = {}
    for symbol, group in groups.items():
        numbers: set[int | None] = set().union(*(read.get(other, set()) for other in group))
        if len(numbers) == 1 and (only := numbers.pop()) is not None:
            found[symbol] = only
    return Moduli(found)


def _owned(symbol: Term, edge: Edge) -> Owned:
    return (None if symbol in edge.source.variables else edge, symbol)


def _connected(edge: Edge) -> Iterator[list[Owned]]:
    """Array symbols that have elements in common."""
    for term in post_order(*edge.terms):
        if term.sort.is_array:
            yield [_owned(base, edge) for base in bases_of(term)]
        elif term.op is Op.EQ and term.args[0].sort.is_array:
            yield [_owned(base, edge) for side in term.args for base in bases_of(side)]
    for target in edge.target.variables:
        if target.sort.is_array:
            yield [(None, target), *(_owned(base, edge) for base in bases_of(edge.after(target)))]


def _numbers(edge: Edge) -> Iterator[tuple[Owned, int | None]]:
    """What the elements that are read are divided by; None where they are not."""
    modular: set[Term] = set()
    plain: set[Term] = set(edge.terms)
    for term in post_order(*edge.terms):
        if term.op is Op.MOD and term.args[1].is_const and term.args[0].op is Op.SELECT:
            modular.add(term)
        else:
            plain.update(term.args)
    for read in plain:
        if read.op is Op.SELECT:
            yield from ((_owned(base, edge), None) for base in bases_of(read.args[0]))
    for term in modular:
        for base in bases_of(term.args[0].args[0]):
            yield _owned(base, edge), int(term.args[1].number)
