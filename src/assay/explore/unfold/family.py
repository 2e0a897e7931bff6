"""A tree that grows by leaves, some of whose members wait: who waits first among a member and its descendants?

A member may have an heir, which takes its place in the tree.  The members stand in one sequence, ancestors first, a new
member right behind its creator.  So the descendants of a member follow it without a gap, up to whoever came behind it
when it entered.  The sequence is cut into blocks of at most ``WIDTH``, these into blocks of blocks, as in a B-tree
(Bayer and McCreight, Acta Informatica 1972); a block remembers who waits first in it until somebody in it begins or
ceases to wait.  Entering, waiting and asking look at O(log n) parts each, amortised: a part is looked at again only
where a change was noted since.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Final, Generic, TypeVar

T = TypeVar("T", bound=Hashable)

WIDTH: Final = 32

Turn = Callable[[T], tuple[int, int]]
"""When somebody who waits has a turn: smaller is earlier.  It may change as long as nobody overtakes another."""


class _Block(Generic[T]):
    """Consecutive parts of the sequence: all of them blocks, or all of them seats."""

    __slots__ = ("above", "first", "parts", "stale")

    def __init__(self, parts: list[_Block[T] | _Seat[T]]) -> None:
        self.above: _Block[T] | None = None
        self.parts = parts
        self.first: T | None = None
        self.stale = True
        for part in parts:
            part.above = self


class _Seat(Generic[T]):
    """The place of one member; ``first`` is the member while it waits.  Descendants sit between it and ``end``."""

    __slots__ = ("above", "end", "first", "stale")

    def __init__(self, end: _Seat[T] | None) -> None:
        self.above: _Block[T] | None = None
        self.first: T | None = None
        self.stale = False
        self.end = end


class Family(Generic[T]):
    """The members created from ``root``, and which of them wait.  ``looks`` counts the parts that were looked at."""

    __slots__ = ("_seats", "_turn", "looks")

    def __init__(self, root: T, turn: Turn[T]) -> None:
        self._turn = turn
        last: _Seat[T] = _Seat(None)
        seat: _Seat[T] = _Seat(last)
        _Block[T]([seat, last])
        self._seats = {root: seat}
        self.looks = 0

    def __contains__(self, member: object) -> bool:
        return member in self._seats

    def enter(self, member: T, creator: T) -> None:
        """Seat a new member, which does not wait yet."""
        before = self._seats[creator]
        block = before.above
        assert block is not None
        at = block.parts.index(before) + 1
        seat = self._seats[member] = _Seat(self._behind(block, at))
        seat.above = block
        block.parts.insert(at, seat)
        if len(block.parts) > WIDTH:
            self._split(block)

    def inherit(self, heir: T, member: T) -> None:
        """Seat a new member, which does not wait yet, in the place of ``member``, whose descendants it gets."""
        self.cease(member)
        self._seats[heir] = self._seats.pop(member)

    def leave(self, member: T) -> None:
        """Forget a member.  Its seat stays, for it bounds others; its ancestors keep its descendants."""
        self.cease(member)
        del self._seats[member]

    def wait(self, member: T) -> None:
        """``member`` begins to wait."""
        seat = self._seats[member]
        seat.first = member
        _outdate(seat)

    def cease(self, member: T) -> None:
        """``member`` does not wait any more."""
        seat = self._seats[member]
        if seat.first is not None:
            seat.first = None
            _outdate(seat)

    def first(self, member: T) -> T | None:
        """Who waits first among ``member`` and its descendants."""
        left: _Seat[T] | _Block[T] = self._seats[member]
        right: _Seat[T] | _Block[T] | None = self._seats[member].end
        best = left.first
        while right is not None:
            ours, theirs = left.above, right.above
            assert ours is not None and theirs is not None
            start, stop = ours.parts.index(left) + 1, theirs.parts.index(right)
            if ours is theirs:
                return self._least(best, ours.parts[start:stop])
            best = self._least(self._least(best, ours.parts[start:]), theirs.parts[:stop])
            left, right = ours, theirs
        return best

    def _behind(self, block: _Block[T], at: int) -> _Seat[T]:
        """The seat at a position of the block, or the one behind the block; there is a last seat, so there is one."""
        while at == len(block.parts):
            above = block.above
            assert above is not None
            block, at = above, above.parts.index(block) + 1
        part = block.parts[at]
        while isinstance(part, _Block):
            part = part.parts[0]
        return part

    def _split(self, block: _Block[T]) -> None:
        """Cut a block that is too long in two, and whatever becomes too long thereby."""
        while len(block.parts) > WIDTH:
            half = len(block.parts) // 2
            other = _Block(block.parts[half:])
            del block.parts[half:]
            _outdate(block)
            block.stale = True
            above = block.above
            if above is None:
                _Block[T]([block, other])
                return
            above.parts.insert(above.parts.index(block) + 1, other)
            other.above = above
            block = above

    def _least(self, best: T | None, parts: Iterable[_Block[T] | _Seat[T]]) -> T | None:
        """Who has the first turn: ``best``, or whoever waits first in one of ``parts``."""
        turn = self._turn
        for part in parts:
            self.looks += 1
            if part.stale and isinstance(part, _Block):
                part.first = self._least(None, part.parts)
                part.stale = False
            first = part.first
            if first is not None and (best is None or turn(first) < turn(best)):
                best = first
        return best


def _outdate(part: _Block[T] | _Seat[T]) -> None:
    """Note that the blocks around ``part`` may have another first; above a stale block all are stale."""
    block = part.above
    while block is not None and not block.stale:
        block.stale = True
        block = block.above
