"""A list that keeps its order under insertion: who comes first is one comparison of integers.

Doubly linked cells carry labels that grow along the list.  A new cell takes the midpoint of its neighbours' labels;
where the gap is used up, the smallest aligned range of labels that is sparse enough is spread out again (Dietz and
Sleator, STOC 1987, in the form of Bender et al., ESA 2002).  Removal, both ends and comparison are O(1), insertion is
amortised O(log n).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final, Generic, TypeVar

T = TypeVar("T", bound=Hashable)

GAP: Final = 1 << 20


class _Cell(Generic[T]):
    __slots__ = ("after", "before", "item", "label")

    def __init__(self, item: T, label: int, before: _Cell[T] | None, after: _Cell[T] | None) -> None:
        self.item = item
        self.label = label
        self.before = before
        self.after = after


class Queue(Generic[T]):
    """Distinct items in a row.  An item may enter at either end or in front of another one."""

    __slots__ = ("_cells", "_first", "_last", "relabelled")

    def __init__(self) -> None:
        self._cells: dict[T, _Cell[T]] = {}
        self._first: _Cell[T] | None = None
        self._last: _Cell[T] | None = None
        self.relabelled = 0

    def __len__(self) -> int:
        return len(self._cells)

    def __contains__(self, item: object) -> bool:
        return item in self._cells

    def __iter__(self) -> Iterator[T]:
        cell = self._first
        while cell is not None:
            yield cell.item
            cell = cell.after

    def label(self, item: T) -> int:
        """A number that grows along the queue; it means nothing after the next insertion."""
        return self._cells[item].label

    def append(self, item: T) -> None:
        """Put ``item`` behind everything."""
        last = self._last
        self._link(item, 0 if last is None else last.label + GAP, last, None)

    def prepend(self, item: T) -> None:
        """Put ``item`` in front of everything."""
        first = self._first
        self._link(item, 0 if first is None else first.label - GAP, None, first)

    def insert_before(self, item: T, successor: T) -> None:
        """Put ``item`` just in front of ``successor``."""
        after = self._cells[successor]
        before = after.before
        if before is None:
            self.prepend(item)
            return
        if after.label - before.label < 2:
            self._spread(after)
        self._link(item, (before.label + after.label) // 2, before, after)

    def pop(self) -> T:
        """Take the first item away."""
        if self._first is None:
            raise IndexError("pop from an empty queue")
        item = self._first.item
        self.remove(item)
        return item

    def remove(self, item: T) -> None:
        """Take ``item`` away, wherever it is."""
        cell = self._cells.pop(item)
        before, after = cell.before, cell.after
        if before is None:
            self._first = after
        else:
            before.after = after
        if after is None:
            self._last = before
        else:
            after.before = before

    def _link(self, item: T, label: int, before: _Cell[T] | None, after: _Cell[T] | None) -> None:
        if item in self._cells:
            raise ValueError(f"{item!r} is queued already")
        cell = _Cell(item, label, before, after)
        self._cells[item] = cell
        if before is None:
            self._first = cell
        else:
            before.after = cell
        if after is None:
            self._last = cell
        else:
            after.before = cell

    def _spread(self, cell: _Cell[T]) -> None:
        """Give the cells around ``cell`` new labels, in the smallest range of size 2**n that holds at most (4/3)**n."""
        first = last = cell
        count, bits = 1, 1
        while True:
            bits += 1
            low = cell.label >> bits << bits
            high = low + (1 << bits)
            while first.before is not None and first.before.label >= low:
                first, count = first.before, count + 1
            while last.after is not None and last.after.label < high:
                last, count = last.after, count + 1
            if (count + 1) * 3**bits <= 4**bits:
                break
        step = (1 << bits) // (count + 1)
        current: _Cell[T] | None = first
        for number in range(1, count + 1):
            assert current is not None
            current.label = low + number * step
            current = current.after
        self.relabelled += count
