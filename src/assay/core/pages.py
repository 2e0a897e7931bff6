"""Maps that many places share: a copy with few changes costs little, and two maps are compared where they differ.

An analysis keeps a map for each location, and a step changes few of its entries.  Symbols get numbers; values lie on
pages by number; maps that descend from one another share the pages that are equal in both.  (Functional maps with
shortcuts for what is shared: Blanchet et al., PLDI 2003, section 6.2; flat here, for pages are copied by machine code.)
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, Generic, TypeVar

from assay.core.terms import Term

V = TypeVar("V")

BITS: Final = 5
PAGE: Final = 1 << BITS
MASK: Final = PAGE - 1
_EMPTY: Final[tuple[None, ...]] = (None,) * PAGE

Page = tuple[V | None, ...]


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

    __slots__ = ("_numbers", "_pages")

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers
        self._pages: tuple[Page[V], ...] = ()

    def get(self, symbol: Term) -> V | None:
        number = self._numbers.of.get(symbol)
        if number is None:
            return None
        page = number >> BITS
        return self._pages[page][number & MASK] if page < len(self._pages) else None

    def changed(self, changes: Mapping[Term, V | None]) -> Paged[V]:
        """The map with these values; a symbol with None goes."""
        by_page: dict[int, list[V | None]] = {}
        pages = self._pages
        for symbol, value in changes.items():
            number = self._numbers.number(symbol)
            page = number >> BITS
            entries = by_page.get(page)
            if entries is None:
                entries = by_page[page] = list(pages[page] if page < len(pages) else _EMPTY)
            entries[number & MASK] = value
        if not by_page:
            return self
        result = list(pages)
        for page, entries in by_page.items():
            if page >= len(result):
                result.extend((_EMPTY,) * (page + 1 - len(result)))
            result[page] = _page(entries, result[page])
        return self._with(tuple(result))

    def _with(self, pages: tuple[Page[V], ...]) -> Paged[V]:
        found: Paged[V] = Paged(self._numbers)
        found._pages = pages
        return found

    def differences(self, other: Paged[V]) -> Iterator[tuple[Term, V | None, V | None]]:
        """The symbols whose values are not one object in both, with both."""
        symbols = self._numbers.symbols
        left, right = self._pages, other._pages
        if left is right:
            return
        for page in range(max(len(left), len(right))):
            mine: Page[V] = left[page] if page < len(left) else _EMPTY
            theirs: Page[V] = right[page] if page < len(right) else _EMPTY
            if mine is theirs:
                continue
            base = page << BITS
            for place, (value, another) in enumerate(zip(mine, theirs, strict=True)):
                if value is not another:
                    yield symbols[base + place], value, another

    def items(self) -> Iterator[tuple[Term, V]]:
        """What the map lists, by number."""
        symbols = self._numbers.symbols
        for page, entries in enumerate(self._pages):
            if entries is _EMPTY:
                continue
            for place, value in enumerate(entries):
                if value is not None:
                    yield symbols[(page << BITS) + place], value


class Combination(Generic[V]):
    """What two maps have in common: what both list, ``combined`` where it is not one object; None leaves it out.

    Two pages are combined once, wherever they meet.
    """

    __slots__ = ("_combined", "_pages")

    def __init__(self, combined: Callable[[V, V], V | None]) -> None:
        self._combined = combined
        # The pages themselves are kept, so that nothing else gets their identity.
        self._pages: dict[tuple[int, int], tuple[Page[V], Page[V], Page[V]]] = {}

    def __call__(self, left: Paged[V], right: Paged[V]) -> Paged[V]:
        """The common part; ``left`` itself if it is that."""
        if left._pages is right._pages:
            return left
        others = right._pages
        pages = [
            mine if number < len(others) and mine is others[number] else self._common(mine, others[number : number + 1])
            for number, mine in enumerate(left._pages)
        ]
        same = all(map(operator.is_, pages, left._pages))
        return left if same else left._with(tuple(pages))

    def _common(self, mine: Page[V], other: tuple[Page[V], ...]) -> Page[V]:
        if mine is _EMPTY or not other:
            return _EMPTY
        theirs = other[0]
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


def _page(entries: list[V | None], *known: Page[V]) -> Page[V]:
    """The page with these entries: a known one, if it has them, so that it will be found to be the same."""
    page = tuple(entries)
    return next((other for other in (*known, _EMPTY) if page == other), page)
