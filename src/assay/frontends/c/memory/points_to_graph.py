"""The points-to graph: classes of objects that pointers cannot tell apart, merged by unification, with fields.

Steensgaard (POPL 1996) with offsets, in the spirit of Lattner and Adve's data structure analysis (PLDI 2007): a node
stands for a set of objects laid over each other; bytes are told apart by their offset, and once pointer arithmetic in
steps of k bytes is seen, only modulo k.  Nothing ever collapses beyond that: a step of one byte makes all bytes of a
node one class.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import gcd

from assay.frontends.c.read.tree import Function, Variable


@dataclass(eq=False, slots=True)
class Node:
    """A class of objects.  A node that was merged away has a ``parent`` and lies ``shift`` bytes behind its start.

    ``numbers`` says that integers which are no constants may be pointers to it, ``pointers`` that some of them were
    pointers before.
    """

    parent: Node | None = None
    shift: int = 0
    stride: int = 0
    pointees: dict[int, Handle] = field(default_factory=dict)
    accesses: set[tuple[int, int]] = field(default_factory=set)
    variables: list[tuple[Variable, int]] = field(default_factory=list)
    functions: dict[str, Function] = field(default_factory=dict)
    dynamic: bool = False
    indirect: bool = False
    numbers: bool = False
    pointers: bool = False
    number: int = 0

    @property
    def lost(self) -> bool:
        """Is nothing known that such a pointer could point to, although it is made of something?"""
        return self.numbers and not (self.pointers or self.variables or self.dynamic or self.functions)


@dataclass(frozen=True, slots=True)
class Handle:
    """A byte of a node: what a pointer points to."""

    node: Node
    offset: int

    def moved(self, distance: int) -> Handle:
        return Handle(self.node, self.offset + distance) if distance else self


@dataclass(slots=True)
class Graph:
    """All nodes, with the operations of the analysis."""

    count: int = 0
    _work: list[tuple[Handle, Handle]] = field(default_factory=list)

    def fresh(self, *, dynamic: bool = False) -> Handle:
        self.count += 1
        return Handle(Node(dynamic=dynamic, number=self.count), 0)

    def find(self, handle: Handle) -> Handle:
        """The same byte in the node that survives."""
        node, offset = handle.node, handle.offset
        parent = node.parent
        if parent is None:
            if node.stride:
                offset %= node.stride
            return Handle(node, offset) if offset != handle.offset else handle
        while parent is not None:
            offset += node.shift
            if parent.parent is not None:
                node.shift += parent.shift
                node.parent = parent.parent
            node, parent = parent, parent.parent
        return Handle(node, offset % node.stride if node.stride else offset)

    def find_node(self, node: Node) -> Node:
        return self.find(Handle(node, 0)).node

    def pointee(self, handle: Handle) -> Handle:
        """What the pointer stored at this byte points to."""
        found = self.find(handle)
        target = found.node.pointees.get(found.offset)
        if target is None:
            target = found.node.pointees[found.offset] = self.fresh()
        return target

    def access(self, handle: Handle, size: int, *, indirect: bool) -> None:
        """Note that ``size`` bytes are read or written as one value."""
        found = self.find(handle)
        found.node.accesses.add((found.offset, size))
        if indirect:
            found.node.indirect = True

    def unify(self, left: Handle, right: Handle) -> None:
        """Let both bytes be the same."""
        self._work.append((left, right))
        while self._work:
            first, second = (self.find(handle) for handle in self._work.pop())
            if first.node is not second.node:
                self._merge(first, second)
            elif first.offset != second.offset:
                self._restride(first.node, abs(first.offset - second.offset))

    def step(self, handle: Handle, stride: int) -> None:
        """Pointer arithmetic in steps of ``stride`` bytes may move along the node."""
        found = self.find(handle)
        self._restride(found.node, stride)
        self.unify(handle, handle)

    def _restride(self, node: Node, step: int) -> None:
        stride = gcd(node.stride, step)
        if stride == node.stride:
            return
        node.stride = stride
        pointees, node.pointees = node.pointees, {}
        for offset, target in pointees.items():
            self._point(node, offset, target)
        node.accesses = {(offset % stride, size) for offset, size in node.accesses}

    def _point(self, node: Node, offset: int, target: Handle) -> None:
        if node.stride:
            offset %= node.stride
        known = node.pointees.setdefault(offset, target)
        if known is not target:
            self._work.append((known, target))

    def _merge(self, first: Handle, second: Handle) -> None:
        kept, gone = first.node, second.node
        distance = first.offset - second.offset
        if len(kept.pointees) + len(kept.variables) < len(gone.pointees) + len(gone.variables):
            kept, gone, distance = gone, kept, -distance
        gone.parent, gone.shift = kept, distance
        if gone.stride:
            self._restride(kept, gone.stride)
        stride = kept.stride
        for offset, target in gone.pointees.items():
            self._point(kept, offset + distance, target)
        for offset, size in gone.accesses:
            place = offset + distance
            kept.accesses.add((place % stride if stride else place, size))
        kept.variables += [(variable, start + distance) for variable, start in gone.variables]
        kept.functions.update(gone.functions)
        kept.dynamic |= gone.dynamic
        kept.indirect |= gone.indirect
        kept.numbers |= gone.numbers
        kept.pointers |= gone.pointers
        gone.pointees, gone.accesses, gone.variables, gone.functions = {}, set(), [], {}


@dataclass(frozen=True, slots=True)
class Group:
    """Bytes ``low`` to ``high`` of a node that are accessed together; ``unit`` is the size of one stored value.

    All accesses are one unit, or else the unit is a byte and values are put together.
    """

    low: int
    high: int
    unit: int
    stride: int

    def cells(self, start: int, size: int) -> Iterator[int]:
        """Offsets, inside an object of ``size`` bytes that lies at ``start``, of its units in this group."""
        if not self.stride:
            for low in range(self.low, self.high, self.unit):
                if 0 <= low - start and low - start + self.unit <= size:
                    yield low - start
            return
        if self.unit == self.high - self.low:
            yield from range((self.low - start) % self.stride, size - self.unit + 1, self.stride)
            return
        for offset in range(size):
            if self.low <= (start + offset - self.low) % self.stride + self.low < self.high:
                yield offset

    def has(self, start: int, size: int, offset: int) -> bool:
        """Is ``offset`` one of the ``cells``?"""
        if not 0 <= offset <= size - self.unit:
            return False
        place = start + offset - self.low
        if self.stride:
            place %= self.stride
        return 0 <= place < self.high - self.low and place % self.unit == 0


def groups(node: Node) -> list[Group]:
    """The accesses of a node in classes that do not overlap."""
    stride = node.stride
    if stride and any(offset + size > stride for offset, size in node.accesses):
        sizes = {size for _, size in node.accesses}
        offsets = {offset for offset, _ in node.accesses}
        if sizes == {stride} and offsets == {0}:
            return [Group(0, stride, stride, stride)]
        return [Group(0, stride, 1, 1)]
    found: list[Group] = []
    for offset, size in sorted(node.accesses, key=lambda access: (access[0], -access[1])):
        last = found[-1] if found else None
        if last is None or offset >= last.high:
            found.append(Group(offset, offset + size, size, stride))
        elif (offset, offset + size) != (last.low, last.high):
            found[-1] = Group(last.low, max(last.high, offset + size), 1, stride)
    return found
