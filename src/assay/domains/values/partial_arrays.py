"""Arrays of which only some elements are known: what the value analysis keeps of memory.

A partial array is a default (None if the elements in general are not known) and exceptions from it, by index; None
means *not known* here as everywhere in the value analysis.  A read or write at a known index is exact, a write at an
unknown index forgets every element that might have been meant.  Limit: arrays of arrays are not tracked at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assay.core.terms import TRUE, Term, conjunction, eq
from assay.core.terms.arrays import const_array, select, store
from assay.core.terms.evaluate import constant

Known = Any
"""A bool, int, Fraction or partial array; None if the value is not known."""


class PartialArray:
    """Immutable, hashable.  No exception repeats the default, so equal knowledge is equal."""

    __slots__ = ("_hash", "default", "exceptions")

    def __init__(self, default: Known, exceptions: Mapping[Known, Known]) -> None:
        self.default = default
        self.exceptions = {index: value for index, value in exceptions.items() if value != default}
        self._hash = hash((default, frozenset(self.exceptions.items())))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, PartialArray)
            and self._hash == other._hash
            and self.default == other.default
            and self.exceptions == other.exceptions
        )

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"PartialArray({self.default!r}, {self.exceptions!r})"


def everywhere(value: Known) -> PartialArray | None:
    """The array that holds ``value`` at each index."""
    return None if value is None else PartialArray(value, {})


def read(table: PartialArray | None, index: Known) -> Known:
    """The element at ``index``; None unless it is the same whatever is unknown."""
    if table is None:
        return None
    if index is None:
        return None if table.exceptions else table.default
    return table.exceptions.get(index, table.default)


def write(table: PartialArray | None, index: Known, value: Known) -> PartialArray | None:
    """The array after the element at ``index`` became ``value``."""
    default, exceptions = (None, {}) if table is None else (table.default, table.exceptions)
    if index is not None:
        return _some(default, {**exceptions, index: value})
    if value is not None and value == default:
        # Whichever element was meant: those that differ from the default may or may not do so now.
        return _some(default, dict.fromkeys(exceptions))
    return _some(None, {} if value is None else {i: v for i, v in exceptions.items() if v == value})


def _some(default: Known, exceptions: Mapping[Known, Known]) -> PartialArray | None:
    table = PartialArray(default, exceptions)
    return None if default is None and not table.exceptions else table


def same(left: PartialArray | None, right: PartialArray | None) -> bool | None:
    """Are the arrays equal?  None if what is known does not tell."""
    if left is None or right is None:
        return None
    for index in (*left.exceptions, *right.exceptions):
        mine, theirs = read(left, index), read(right, index)
        if mine is not None and theirs is not None and mine != theirs:
            return False
    complete = left.default is not None and None not in left.exceptions.values()
    return True if complete and left == right else None


def leq(left: Known, right: Known) -> bool:
    """Is everything that ``right`` says also said by ``left``?"""
    if right is None or left == right:
        return True
    if not isinstance(left, PartialArray) or not isinstance(right, PartialArray):
        return False
    if right.default is not None and left.default != right.default:
        return False
    indices = (*left.exceptions, *right.exceptions)
    return all(read(right, index) is None or read(left, index) == read(right, index) for index in indices)


def facts(value: Known) -> int:
    """How much is known of a value; never less than of what it is below in ``leq``."""
    if isinstance(value, PartialArray):
        return len(value.exceptions) + 1 if value.default is None else 1 << 60
    return value is not None


def described(term: Term, value: Known) -> Term:
    """The formula that ``term`` has what is known of ``value``."""
    if value is None:
        return TRUE
    sort = term.sort
    if not isinstance(value, PartialArray):
        return eq(term, constant(value, sort))
    assert sort.index is not None and sort.element is not None
    entries = sorted(value.exceptions.items())
    if value.default is None:
        element = sort.element
        return conjunction(
            eq(select(term, constant(index, sort.index)), constant(entry, element)) for index, entry in entries
        )
    table = const_array(sort, constant(value.default, sort.element))
    for index, entry in entries:
        at = constant(index, sort.index)
        table = store(table, at, select(term, at) if entry is None else constant(entry, sort.element))
    return eq(term, table)
