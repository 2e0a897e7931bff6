"""Where live memory is: the ranges of addresses that belong to an object, for the checks of pointers (ADR 0006).

A *block* is one object at a fixed address: a declared one, or memory of a call that allocates at most once.  A *pool*
is memory that is allocated again and again; a ghost array, from the address of each of its objects to the size and
one, says what is alive: zero is nothing.  If no pointer into the class ever moves, the class itself says how far behind
the object's start a pointer points; otherwise every object has a slot of its own, a power of two, and a pointer's low
bits tell.  Objects are kept apart by gaps, so that a pointer just outside of one is not yet in the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.core.terms import FALSE, TRUE, Term, and_, or_
from assay.core.terms.arrays import select
from assay.frontends.c.memory.objects import GAP, Origin, Stride
from assay.frontends.c.memory.points_to_graph import Node
from assay.frontends.c.translate.fitting import bounds

if TYPE_CHECKING:
    from assay.frontends.c.memory.memory import Memory


@dataclass(eq=False, slots=True)
class Block:
    """An object at ``start``; nobody else has the ``room`` behind it.  ``offset`` is where it lies in its node."""

    start: int
    room: int
    offset: int
    size: Term
    alive: Term = TRUE
    heap: bool = False

    @property
    def low(self) -> int:
        return self.start - GAP

    @property
    def high(self) -> int:
        return self.start + self.room + GAP


@dataclass(eq=False, slots=True)
class Pool:
    """Objects that are made again and again; in slots of ``slot`` bytes, if pointers into them move."""

    table: Term
    offset: int
    slot: int = 0
    low: int = 0
    high: int = 0
    heap: bool = True


@dataclass(frozen=True, slots=True)
class Access:
    """``count`` bytes from ``address``, which a pointer into byte ``place`` of ``node`` leads to."""

    node: Node
    place: int
    address: Term
    count: Term
    origin: Origin


class Ranges:
    """Conditions on addresses, as terms."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.encoding = memory.encoding
        self.pointer = memory.pointer

    def number(self, value: int) -> Term:
        return self.encoding.constant(value, self.pointer)

    def compare(self, op: str, left: Term, right: Term) -> Term:
        return self.encoding.compare(op, left, right, self.pointer)

    def plus(self, left: Term, right: Term) -> Term:
        return self.encoding.arithmetic("+", left, right, self.pointer)

    def minus(self, left: Term, right: Term) -> Term:
        return self.encoding.arithmetic("-", left, right, self.pointer)

    def between(self, low: int, address: Term, high: int) -> Term:
        """``low <= address < high``."""
        above = self.compare(">=", address, self.number(low))
        return and_(above, self.compare("<", address, self.number(high)))

    def below(self, address: Term, slot: int) -> Term:
        """How far an address is behind the beginning of its slot."""
        return self.encoding.arithmetic("&", address, self.number(slot - 1), self.pointer)

    def start_of(self, address: Term, slot: int) -> Term:
        return self.minus(address, self.below(address, slot))

    # -- what lies inside

    def inside_block(self, block: Block, access: Access) -> Term:
        """Does the access lie inside of the block, and did its pointer come from there?"""
        if block.alive is FALSE:
            return FALSE
        if not access.node.stride and access.count.is_const:
            return self._exactly(block, access)
        by_index = self._by_index(block, access)
        if by_index is not None:
            return and_(block.alive, by_index)
        count, start = access.count, self.number(block.start)
        enough = self.compare(">=", block.size, count)
        last = self.minus(self.plus(start, block.size), count)
        within = and_(self.compare(">=", access.address, start), self.compare("<=", access.address, last))
        return and_(block.alive, enough, within, self.from_block(block, access.origin), self.fits(access.origin))

    def _exactly(self, block: Block, access: Access) -> Term:
        """Pointers into the node never move: there is one place that this one may point to."""
        distance = access.place - block.offset
        needed = distance + int(access.count.number)
        if distance < 0:
            return FALSE
        enough = self.compare(">=", block.size, self.number(needed))
        return and_(block.alive, enough, self.compare("==", access.address, self.number(block.start + distance)))

    def _by_index(self, block: Block, access: Access) -> Term | None:
        """The access to an element of a known object by one index: bounds of the index say it all."""
        origin = access.origin
        if len(origin.strides) != 1 or not (origin.base.is_const and block.size.is_const and access.count.is_const):
            return None
        (step,) = origin.strides
        distance = int(origin.base.number) + origin.shift - block.start
        if not block.low <= int(origin.base.number) < block.high or not step.size:
            return None
        room = int(block.size.number) - int(access.count.number)
        if room < 0:
            return FALSE
        first, last = -distance, room - distance
        if step.size < 0:
            first, last = last, first
        low, high = -(-first // step.size), last // step.size
        return self._index_between(step, low, high)

    def _index_between(self, step: Stride, low: int, high: int) -> Term:
        least, most = bounds(step.type)
        low, high = max(low, least), min(high, most)
        if low > high:
            return FALSE
        ends = (self.encoding.constant(bound, step.type) for bound in (low, high))
        first, last = next(ends), next(ends)
        return and_(
            self.encoding.compare(">=", step.index, first, step.type) if low > least else TRUE,
            self.encoding.compare("<=", step.index, last, step.type) if high < most else TRUE,
        )

    def fits(self, origin: Origin) -> Term:
        """Is no distance longer than any object, so that none leads around all addresses?"""
        most = (1 << (self.pointer.width - 1)) - 1
        return and_(*(self._index_between(s, -(most // abs(s.size)), most // abs(s.size)) for s in origin.strides))

    def from_block(self, block: Block, origin: Origin) -> Term:
        """Was the address computed from a pointer to this block?"""
        return TRUE if origin.stays else self.near(block, origin.base)

    def near(self, block: Block, address: Term) -> Term:
        return self.between(block.low, address, block.high)

    def inside_pool(self, pool: Pool, access: Access) -> Term:
        """Does the access lie inside of a live object of the pool, and did its pointer come from there?"""
        if not pool.slot:
            distance = access.place - pool.offset
            if distance < 0 or not access.count.is_const:
                return FALSE
            found = self.entry(pool, self.minus(access.address, self.number(distance)))
            return self.compare(">", found, self.number(distance + int(access.count.number)))
        below = self.below(access.address, pool.slot)
        found = self.entry(pool, self.minus(access.address, below))
        gap = self.number(GAP)
        needed = self.plus(self.minus(below, gap), access.count)
        small = self.compare("<=", access.count, self.number(pool.slot))
        inside = and_(small, self.compare(">=", below, gap), self.compare("<", needed, found))
        if access.origin.stays:
            return inside
        return and_(inside, self.same_slot(pool, access.origin.base, access.address), self.fits(access.origin))

    def entry(self, pool: Pool, start: Term) -> Term:
        """What the table says of the object, or slot, that starts here."""
        return self.encoding.loaded(select(pool.table, start), self.pointer)

    def same_slot(self, pool: Pool, first: Term, second: Term) -> Term:
        return self.compare("==", self.start_of(first, pool.slot), self.start_of(second, pool.slot))

    # -- where pointers move

    def stays_with_block(self, block: Block, base: Term, address: Term) -> Term:
        """An address near the block was computed from one near it."""
        return or_(
            self.compare("<", address, self.number(block.low)),
            self.compare(">=", address, self.number(block.high)),
            self.near(block, base),
        )

    def stays_with_pool(self, pool: Pool, base: Term, address: Term) -> Term:
        if not pool.slot:
            return TRUE
        outside = or_(
            self.compare("<", address, self.number(pool.low)), self.compare(">=", address, self.number(pool.high))
        )
        return or_(outside, self.same_slot(pool, base, address))

    def base_of_block(self, block: Block, address: Term) -> Term:
        """Is this the start of a block that may be freed?"""
        if not block.heap:
            return FALSE
        return and_(block.alive, self.compare("==", address, self.number(block.start)))

    def base_of_pool(self, pool: Pool, address: Term) -> Term:
        if not pool.heap:
            return FALSE
        start = address
        aligned = TRUE
        if pool.slot:
            aligned = self.compare("==", self.below(address, pool.slot), self.number(GAP))
            start = self.minus(address, self.number(GAP))
        return and_(aligned, self.compare("!=", self.entry(pool, start), self.number(0)))
