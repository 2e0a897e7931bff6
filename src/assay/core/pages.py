"""Maps that many places share: a copy with few changes costs little, and two maps are compared where they differ.

An analysis keeps a map for each location, and a step changes few of its entries.  Symbols get numbers; values lie on
pages by number, and pages in volumes; maps that descend from one another share the pages and volumes that are equal in
both.  (Functional maps with shortcuts for what is shared: Blanchet et al., PLDI 2003, section 6.2; of two levels here,
for pages are copied by machine code.)
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, zip_longest
from typing import Final, Generic, TypeVar

from assay.core.terms import Term

V = TypeVar("V")

BITS: Final = 5
PAGE: Final = 1 << BITS
MASK: Final = PAGE - 1
VOLUME: Final = 2 * BITS

Page = tuple[V | None, ...]
Volume = tuple[Page[V], ...]

_EMPTY: Final[tuple[None, ...]] = (None,) * PAGE
_NO_PAGES: Final[tuple[tuple[None, ...], ...]] = (_EMPTY,) * PAGE


class Numbers:
    """The symbols that the maps of a family are about, numbered as they come."""

    __slots__ = ("of", "symbols")

    def __init__(self, symbols: Iterable[Term] = ()) -> None:
        self.symbols: list[Term] = list(dict.fromkeys(symbols))
        self.of: dict[Term, int] = {symbol: number for number, symbol in enumerate(self.symbols)}

    def number(self, symbol: Term) -> int:
        found = self.of.get(symbol)
        if found is None:
            found = self.of[symbol] = len(self.symbols)
            self.symbols.append(symbol)
        return found


class Paged(Generic[V]):
    """A map from symbols to values; it never changes.  Maps are combined with those of the same ``Numbers`` only.

    Values are compared by identity where that is quick: a value that is equal may count as a difference.
    """

    __slots__ = ("_numbers", "_volumes")

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers
        self._volumes: tuple[Volume[V], ...] = ()

    def get(self, symbol: Term) -> V | None:
        number = self._numbers.of.get(symbol)
        if number is None:
            return None
        volumes, volume = self._volumes, number >> VOLUME
        return volumes[volume][(number >> BITS) & MASK][number & MASK] if volume < len(volumes) else None

    def changed(self, changes: Mapping[Term, V | None]) -> Paged[V]:
        """The map with these values; a symbol with None goes."""
        if not changes:
            return self
        result = list(self._volumes)
        volumes: dict[int, list[Page[V]]] = {}
        pages: dict[int, list[V | None]] = {}
        for symbol, value in changes.items():
            number = self._numbers.number(symbol)
            entries = pages.get(number >> BITS)
            if entries is None:
                volume = number >> VOLUME
                if volume >= len(result):
                    result.extend((_NO_PAGES,) * (volume + 1 - len(result)))
                if volume not in volumes:
                    volumes[volume] = list(result[volume])
                entries = pages[number >> BITS] = list(volumes[volume][(number >> BITS) & MASK])
            entries[number & MASK] = value
        for page, entries in pages.items():
            around = volumes[page >> BITS]
            around[page & MASK] = _page(entries, around[page & MASK])
        for place, made in volumes.items():
            if not _same(made, result[place]):
                result[place] = tuple(made)
        return self if len(result) == len(self._volumes) and _same(result, self._volumes) else self._with(tuple(result))

    def _with(self, volumes: tuple[Volume[V], ...]) -> Paged[V]:
        found: Paged[V] = Paged(self._numbers)
        found._volumes = volumes
        return found

    def differences(self, other: Paged[V]) -> Iterator[tuple[Term, V | None, V | None]]:
        """The symbols whose values are not one object in both, with both."""
        symbols = self._numbers.symbols
        for first, mine, theirs in self._differing(other):
            for place, (value, another) in enumerate(zip(mine, theirs, strict=True)):
                if value is not another:
                    yield symbols[first + place], value, another

    def _differing(self, other: Paged[V]) -> Iterator[tuple[int, Page[V], Page[V]]]:
        """The pages that are not one object in both, each with the number of its first symbol."""
        for volume, (left, right) in enumerate(zip_longest(self._volumes, other._volumes, fillvalue=_NO_PAGES)):
            if left is not right:
                for page, (mine, theirs) in enumerate(zip(left, right, strict=True), volume << BITS):
                    if mine is not theirs:
                        yield page << BITS, mine, theirs

    def items(self) -> Iterator[tuple[Term, V]]:
        """What the map lists, by number."""
        symbols = self._numbers.symbols
        for page, entries in enumerate(chain.from_iterable(self._volumes)):
            if entries is _EMPTY:
                continue
            for place, value in enumerate(entries):
                if value is not None:
                    yield symbols[(page << BITS) + place], value


class Combination(Generic[V]):
    """What two maps have in common: what both list, ``combined`` where it is not one object; None leaves it out.

    Two pages are combined once, wherever they meet, and so are two volumes.
    """

    __slots__ = ("_combined", "_pages", "_volumes")

    def __init__(self, combined: Callable[[V, V], V | None]) -> None:
        self._combined = combined
        # The pages themselves are kept, so that nothing else gets their identity.
        self._pages: dict[tuple[int, int], tuple[Page[V], Page[V], Page[V]]] = {}
        self._volumes: dict[tuple[int, int], tuple[Volume[V], Volume[V], Volume[V]]] = {}

    def __call__(self, left: Paged[V], right: Paged[V]) -> Paged[V]:
        """The common part; ``left`` itself if it is that."""
        if left._volumes is right._volumes:
            return left
        both = zip_longest(left._volumes, right._volumes[: len(left._volumes)], fillvalue=_NO_PAGES)
        volumes = tuple(mine if mine is theirs else self._common_volume(mine, theirs) for mine, theirs in both)
        return left if _same(volumes, left._volumes) else left._with(volumes)

    def _common_volume(self, mine: Volume[V], theirs: Volume[V]) -> Volume[V]:
        found = self._volumes.get((id(mine), id(theirs)))
        if found is None:
            pages = tuple(
                page if page is other else self._common(page, other) for page, other in zip(mine, theirs, strict=True)
            )
            volume = mine if _same(pages, mine) else theirs if _same(pages, theirs) else pages
            found = self._volumes[id(mine), id(theirs)] = (mine, theirs, volume)
        return found[2]

    def _common(self, mine: Page[V], theirs: Page[V]) -> Page[V]:
        if mine is _EMPTY or theirs is _EMPTY:
            return _EMPTY
        found = self._pages.get((id(mine), id(theirs)))
        if found is None:
            entries = [
                value
                if value is another
                else None
                if value is None or another is None
                else self._combined(value, another)
                for value, another in zip(mine, theirs, strict=True)
            ]
            found = self._pages[id(mine), id(theirs)] = (mine, theirs, _page(entries, mine, theirs))
        return found[2]


def _same(some: Iterable[object], others: Iterable[object]) -> bool:
    """Are they the same objects, one by one?"""
    return all(map(operator.is_, some, others))


def _page(entries: list[V | None], *known: Page[V]) -> Page[V]:
    """The page with these entries: a known one, if it has them, so that it will be found to be the same."""
    page = tuple(entries)
    for other in known:
        if page == other:
            return other
    return _EMPTY if page == _EMPTY else page
