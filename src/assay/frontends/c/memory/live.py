"""Which memory is alive: what was allocated and not freed, told by ghost variables next to the program's own.

Memory of a call that happens at most once in each of its inlined copies has a fixed address; whether it was freed is a
flag, and how large it is a variable, if it is no constant.  All other memory of a class of the points-to graph comes
from its pool.  Memory of ``alloca`` dies with its call.  What was freed is never handed out again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from assay.core.errors import Unsupported
from assay.core.terms import FALSE, TRUE, Term, ite, or_, variable
from assay.core.terms.arrays import const_array, store
from assay.core.terms.sorts import array
from assay.frontends.c.checks import Kind
from assay.frontends.c.library.known import canonical
from assay.frontends.c.memory.extents import Access, Block, Pool, Ranges
from assay.frontends.c.memory.leaks import Leaks
from assay.frontends.c.memory.lifetimes import Lifetimes
from assay.frontends.c.memory.memory import HEAP_BASE
from assay.frontends.c.memory.objects import GAP, Object, Origin, Spot
from assay.frontends.c.memory.points_to import constant_size
from assay.frontends.c.memory.points_to_graph import Node
from assay.frontends.c.read.tree import Call, Function, Variable
from assay.frontends.c.read.types import UNSIGNED_CHAR, Int
from assay.frontends.c.translate.automaton import Frame

if TYPE_CHECKING:
    from assay.frontends.c.translate.translation import Translation

# Addresses from HEAP_BASE on, scaled to the data model: four large objects of variable size, sixteen smaller ones, the
# heap of objects whose pointers never move, and eight pools of slots.
LARGE: Final = (4, 1 << 28)
MIDDLE: Final = (16, 1 << 24)
HEAP: Final = 1 << 28
POOLS: Final = (8, 1 << 26)
# Objects of variable size that are allocated again and again have slots of this many bytes.
VARIABLE_SLOT: Final = 1 << 16
GHOST: Final = "heap:"


@dataclass(slots=True)
class Held:
    """A block of the heap, with its node and what it was allocated by."""

    call: Call
    block: Block
    node: Node
    frame: Frame | None
    flag: Term | None


@dataclass(slots=True)
class Live:
    """What is allocated, in one translation."""

    t: Translation
    ranges: Ranges
    lifetimes: Lifetimes
    held: list[Held] = field(default_factory=list)
    initial: dict[Term, Term] = field(default_factory=dict)
    leaks: Leaks = field(init=False)
    _pools: dict[tuple[Node, int, Call | None, Frame | None], Pool] = field(default_factory=dict)
    _areas: int = 0
    _slotted: int = 0
    _declared: dict[Object, Held] = field(default_factory=dict)

    # -- where things lie

    @property
    def scale(self) -> int:
        return 1 << (12 if self.ranges.pointer.width > 32 else 0)

    @property
    def heap_start(self) -> int:
        """The first address of the heap of objects whose pointers never move."""
        return HEAP_BASE + self.scale * (LARGE[0] * LARGE[1] + MIDDLE[0] * MIDDLE[1])

    @property
    def heap_end(self) -> int:
        return self.heap_start + self.scale * HEAP

    def _area(self) -> tuple[int, int]:
        """The next range of addresses for an object of variable size: where it starts, how many bytes it has."""
        number, self._areas = self._areas, self._areas + 1
        if number < LARGE[0]:
            start, size = number * LARGE[1], LARGE[1]
        elif number < LARGE[0] + MIDDLE[0]:
            start, size = LARGE[0] * LARGE[1] + (number - LARGE[0]) * MIDDLE[1], MIDDLE[1]
        else:
            raise Unsupported("memory of variable size is allocated at too many places", self.t.where)
        return HEAP_BASE + self.scale * start + GAP, self.scale * size - 2 * GAP

    # -- ghosts

    def __post_init__(self) -> None:
        self.leaks = Leaks(self.t, self.ranges, self)

    def ghost(self, name: str, made: Int) -> Term:
        """A variable beside those of the program, zero at the beginning."""
        found = self.t.memory.new_variable(f"{GHOST}{name}", made, self.t.root)
        self.initial[found] = self.t.encoding.constant(0, made)
        return found

    def name_of(self, call: Call) -> str:
        return f"{allocator(call)}@{call.where.line}"

    def _truth(self, flag: Term) -> Term:
        return self.t.encoding.truth(flag, UNSIGNED_CHAR)

    def _flag(self, value: int) -> Term:
        return self.t.encoding.constant(value, UNSIGNED_CHAR)

    @property
    def counts(self) -> bool:
        """Does anybody ask what is left at the end?"""
        return self.t.asked(Kind.CLEANUP) or self.t.asked(Kind.LEAK)

    # -- extents

    def blocks(self, node: Node, frame: Frame) -> Iterator[Block]:
        """The objects of a node at fixed addresses that may be alive while ``frame`` is the innermost one."""
        memory, graph = self.t.memory, self.t.memory.graph
        active = frame.active()
        for declared, start in node.variables:
            for owner in active if declared.local else (self.t.root,):
                found = memory.instance(declared, owner)
                held = self._declared.get(found) if found is not None else None
                if found is not None and (held is None or held.frame is None or held.frame in active):
                    yield self._declared_block(found, start)
        for held in self.held:
            if graph.find_node(held.node) is node and (held.frame is None or held.frame in active):
                yield held.block

    def _declared_block(self, found: Object, start: int) -> Block:
        held = self._declared.get(found)
        if held is not None:
            return held.block
        size = max(found.variable.size, 1) if found.variable.type.size else found.variable.size
        return Block(found.address, size, start, self.ranges.number(size), self.lifetimes.alive(found))

    def pools(self, node: Node, frame: Frame) -> Iterator[Pool]:
        points_to, graph = self.t.points_to, self.t.memory.graph
        for call, site in points_to.allocations.items():
            found = graph.find(site)
            if found.node is not node or points_to.allocated(call) is not None or call in points_to.single:
                continue
            if not is_alloca(call):
                yield self.pool(node, found.offset)
                continue
            for owner in frame.active():
                if owner.function == points_to.home(call):
                    yield self.pool(node, found.offset, call, owner)

    def pool(self, node: Node, offset: int, call: Call | None = None, owner: Frame | None = None) -> Pool:
        key = node, 0 if node.stride else offset, call, owner
        found = self._pools.get(key)
        if found is None:
            pointer = self.t.encoding.sort(self.ranges.pointer)
            name = self.t.memory.names.fresh(f"{GHOST}sizes")
            table = variable(name, array(pointer, pointer))
            self.t.root.variables[table] = None
            self.initial[table] = const_array(table.sort, self.ranges.number(0))
            found = Pool(table, offset, heap=owner is None)
            if node.stride:
                found.slot = self._slot(node)
                found.low = self._next_slots()
                found.high = found.low + self.scale * POOLS[1]
            self._pools[key] = found
            if owner is not None:
                gone = {table: self.initial[table]}
                self.lifetimes.with_frame(owner, gone)
                declared = self.t.points_to.lengths.get(call) if call is not None else None
                if declared is not None:
                    self.lifetimes.with_variable(declared, owner, gone)
        return found

    def _next_slots(self) -> int:
        number, self._slotted = self._slotted, self._slotted + 1
        if number >= POOLS[0]:
            raise Unsupported("there are too many kinds of memory that is allocated again and again", self.t.where)
        return self.heap_end + number * self.scale * POOLS[1]

    def _slot(self, node: Node) -> int:
        """How many bytes each object of a pool has to itself."""
        points_to, graph = self.t.points_to, self.t.memory.graph
        largest = 1
        for call, site in points_to.allocations.items():
            if graph.find(site).node is node and call not in points_to.single:
                size = constant_size(call)
                if size is None:
                    return max(VARIABLE_SLOT, _power(largest + 2 * GAP))
                largest = max(largest, size)
        return _power(largest + 2 * GAP)

    # -- allocation

    def allocate(self, call: Call, size: Term) -> Term:
        """Fresh memory of ``size`` bytes."""
        self.leaks.allocated(call)
        site = self.t.memory.graph.find(self.t.points_to.site(call))
        if call in self.t.points_to.single:
            return self._single(call, site.node, site.offset, size)
        owner = self.t.frame if is_alloca(call) else None
        pool = self.pool(site.node, site.offset, call if owner is not None else None, owner)
        return self._slotted_object(pool, call, size) if pool.slot else self._from_heap(pool, call, size)

    def _single(self, call: Call, node: Node, offset: int, size: Term) -> Term:
        """Memory at an address of its own."""
        t, name = self.t, self.name_of(call)
        updates: dict[Term, Term] = {}
        guard = TRUE
        if size.is_const:
            start, room = t.memory.place(int(size.number), call.where), int(size.number)
        else:
            start, room = self._area()
            guard = self.ranges.compare("<=", size, self.ranges.number(room))
            kept = self.ghost(f"{name}.size", self.ranges.pointer)
            updates[kept], size = size, kept
            t.notes.assume(f"no allocation of variable size is of more than {room + 2 * GAP >> 20} MiB")
        block = Block(start, room, offset, size, heap=not is_alloca(call))
        held = Held(call, block, node, t.frame if is_alloca(call) else None, None)
        self._mark(held, name, updates, t.points_to.lengths.get(call))
        self.held.append(held)
        t.step(updates, call.where, guard)
        return self.ranges.number(start)

    def _mark(self, held: Held, name: str, updates: dict[Term, Term], declared: Variable | None = None) -> None:
        """Keep a flag for memory that may die while somebody could look."""
        freed = held.block.heap and (self.counts or self.t.points_to.may_free(held.node))
        nested = declared is not None and self.lifetimes.scopes.is_nested(declared)
        if freed or nested:
            held.flag = self.ghost(name, UNSIGNED_CHAR)
            held.block.alive = self._truth(held.flag)
            updates[held.flag] = self._flag(1)
            if declared is not None and nested:
                self.lifetimes.with_variable(declared, self.t.frame, {held.flag: self._flag(0)})

    def declared(self, found: Object, call: Call) -> None:
        """An object like a declared one is allocated, once."""
        self.leaks.allocated(call)
        start = self.t.memory.graph.find(found.start)
        size = found.variable.size
        block = Block(found.address, size, start.offset, self.ranges.number(size), heap=not is_alloca(call))
        held = self._declared.get(found)
        updates: dict[Term, Term] = {}
        if held is None:
            owner = self.t.frame if is_alloca(call) else None
            held = self._declared[found] = Held(call, block, start.node, owner, None)
            self._mark(held, found.variable.name, updates)
        elif held.flag is not None:
            updates[held.flag] = self._flag(1)
        self.t.step(updates, call.where)

    def _from_heap(self, pool: Pool, call: Call, size: Term) -> Term:
        """The next address of the heap."""
        t, ranges = self.t, self.ranges
        heap = t.calls.models.allocations.heap()
        room = ranges.minus(ranges.number(self.heap_end), heap)
        guard = ranges.compare("<", size, room)
        if size.is_const:
            step = ranges.number((int(size.number) + 31) // 16 * 16)
        else:
            step = ranges.minus(
                ranges.plus(size, ranges.number(31)), ranges.below(ranges.plus(size, ranges.number(31)), 16)
            )
        result = t.temporary(ranges.pointer)
        updates = {result: heap, heap: ranges.plus(heap, step)}
        self._enter(pool, heap, size, updates)
        t.step(updates, guard=guard)
        t.notes.assume(f"no run allocates more than {self.scale * HEAP >> 20} MiB")
        self._watch(pool, call, result)
        return result

    def _slotted_object(self, pool: Pool, call: Call, size: Term) -> Term:
        t, ranges = self.t, self.ranges
        counter = self._counter(pool)
        most = ranges.number(pool.slot - 2 * GAP)
        if not size.is_const:
            size = t.values.keep(size, ranges.pointer)
            t.beyond_unless(ranges.compare("<=", size, most))
        result = t.temporary(ranges.pointer)
        updates = {
            result: ranges.plus(counter, ranges.number(GAP)),
            counter: ranges.plus(counter, ranges.number(pool.slot)),
        }
        self._enter(pool, counter, size, updates)
        t.step(updates, guard=ranges.compare("<", counter, ranges.number(pool.high)))
        objects = self.scale * POOLS[1] // pool.slot
        t.notes.assume(f"no run allocates more than {objects} objects of one kind")
        self._watch(pool, call, result)
        return result

    def _counter(self, pool: Pool) -> Term:
        name = f"{GHOST}{pool.table.name.removeprefix(GHOST)}.next"
        found = next((v for v in self.initial if v.name == name), None)
        if found is None:
            found = self.t.memory.new_variable(name, self.ranges.pointer, self.t.root)
            self.initial[found] = self.ranges.number(pool.low)
        return found

    def _enter(self, pool: Pool, start: Term, size: Term, updates: dict[Term, Term]) -> None:
        updates[pool.table] = store(pool.table, start, self.ranges.plus(size, self.ranges.number(1)))

    def _watch(self, pool: Pool, call: Call, address: Term) -> None:
        if self.counts and pool.heap:
            self.leaks.watch(call, address)

    # -- what is alive

    def covered(self, spot: Spot, count: Term, frame: Frame) -> Term:
        """Does one live object contain all of these bytes?"""
        found = self.t.memory.graph.find(spot.handle)
        address = self.t.memory.address_of(spot)
        origin = spot.origin or Origin(address)
        if not origin.strides and abs(origin.shift) < GAP:
            # So near to the pointer, an object that has all of the access is the pointer's own.
            origin = Origin(address)
        access = Access(found.node, found.offset, address, count, origin)
        return or_(
            FALSE,
            *(self.ranges.inside_block(block, access) for block in self.blocks(found.node, frame)),
            *(self.ranges.inside_pool(pool, access) for pool in self.pools(found.node, frame)),
        )

    def is_pooled(self, call: Call) -> bool:
        """Is this memory to be freed, and allocated again and again?"""
        points_to = self.t.points_to
        return not is_alloca(call) and points_to.allocated(call) is None and call not in points_to.single

    def freeable(self) -> list[Held]:
        """The blocks that may have to be freed."""
        return [held for held in (*self.held, *self._declared.values()) if held.block.heap and held.flag is not None]

    # -- the end of memory

    def may_free(self, node: Node, frame: Frame, address: Term) -> list[Term]:
        """Conditions of which one holds if the address is the start of memory that may be freed."""
        found = [self.ranges.base_of_block(block, address) for block in self.blocks(node, frame)]
        return found + [self.ranges.base_of_pool(pool, address) for pool in self.pools(node, frame)]

    def size_of(self, node: Node, frame: Frame, address: Term) -> Term:
        """How many bytes the heap's live object has that starts at an address; none if there is no such."""
        ranges, found = self.ranges, self.ranges.number(0)
        for block in self.blocks(node, frame):
            if block.heap:
                found = ite(ranges.base_of_block(block, address), block.size, found)
        for pool in self.pools(node, frame):
            if pool.heap:
                start = ranges.minus(address, ranges.number(GAP)) if pool.slot else address
                size = ranges.minus(ranges.entry(pool, start), ranges.number(1))
                found = ite(ranges.base_of_pool(pool, address), size, found)
        return found

    def free(self, node: Node, frame: Frame, address: Term) -> dict[Term, Term]:
        """The updates that end the life of what starts at an address; nothing if nothing does."""
        updates: dict[Term, Term] = {}
        zero = self.ranges.number(0)
        for held in self.freeable():
            if held.flag is not None and self.t.memory.graph.find_node(held.node) is node:
                here = self.ranges.compare("==", address, self.ranges.number(held.block.start))
                updates[held.flag] = ite(here, self._flag(0), held.flag)
        for pool in self.pools(node, frame):
            if not pool.heap or pool.table in updates:
                continue
            start = self.ranges.minus(address, self.ranges.number(GAP)) if pool.slot else address
            # Where nothing starts there is a zero already.
            updates[pool.table] = store(pool.table, start, zero)
        return updates


def allocator(call: Call) -> str:
    assert isinstance(call.callee, Function)
    return canonical(call.callee.name)


def is_alloca(call: Call) -> bool:
    return allocator(call).startswith("alloca")


def _power(size: int) -> int:
    return 1 << (size - 1).bit_length()
