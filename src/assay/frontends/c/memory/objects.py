"""Objects, the regions that they lie in, and places in them."""

from __future__ import annotations

from dataclasses import dataclass, field

from assay.core.terms import Term
from assay.frontends.c.memory.points_to_graph import Group, Handle, Node
from assay.frontends.c.read.tree import Variable
from assay.frontends.c.read.types import Array, Int, Record, Type
from assay.frontends.c.translate.automaton import Frame

# Up to this many cells, a group is variables even if pointers reach it: small enough to compare one by one.
CELLS = 16
# Where pointers are checked, this many bytes before and behind each object are nobody's.
GAP = 64


@dataclass(eq=False, slots=True)
class Object:
    """An instance of a variable."""

    variable: Variable
    frame: Frame
    address: int
    start: Handle
    cells: dict[int, Term] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Region:
    """A node of the final graph with its groups; the arrays are made when they are first used."""

    node: Node
    groups: list[Group]
    cells: list[bool]
    arrays: dict[int, Term] = field(default_factory=dict)

    def find(self, offset: int) -> int | None:
        """The group of a byte, None if nobody accesses it."""
        for number, group in enumerate(self.groups):
            if group.low <= offset < group.high:
                return number
        return None


@dataclass(frozen=True, slots=True)
class Stride:
    """A distance of ``index`` elements of ``size`` bytes."""

    index: Term
    type: Int
    size: int


@dataclass(frozen=True, slots=True)
class Origin:
    """What an address was computed from: a pointer, and how far it was moved from there."""

    base: Term
    strides: tuple[Stride, ...] = ()
    shift: int = 0

    def moved(self, distance: int) -> Origin:
        return Origin(self.base, self.strides, self.shift + distance) if distance else self

    @property
    def stays(self) -> bool:
        return not self.strides and not self.shift


@dataclass(frozen=True, slots=True)
class Spot:
    """A place at run time: in a known object, or at an address.

    ``origin`` says what an address that a pointer led to was computed from, where such things are checked.
    """

    handle: Handle
    object: Object | None
    offset: int
    address: Term | None = None
    origin: Origin | None = None

    def moved(self, distance: int) -> Spot:
        if not distance:
            return self
        origin = self.origin.moved(distance) if self.origin is not None else None
        return Spot(self.handle.moved(distance), self.object, self.offset + distance, self.address, origin)


def few(node: Node, group: Group) -> bool:
    """Is this group better represented by variables?"""
    if not node.indirect and not node.dynamic:
        return True
    if node.dynamic or not node.variables:
        return False
    total = 0
    for declared, start in node.variables:
        total += sum(1 for _ in group.cells(start, min(max(declared.size, 1), 4096)))
        if total > CELLS:
            return False
    return True


def path_of(whole: Type, offset: int, size: int) -> str:
    """How C writes the subobject at ``offset``: ``.next``, ``[3]``; by numbers where it has no name of its own."""
    path = ""
    while whole.size != size or isinstance(whole, Array | Record):
        if isinstance(whole, Array) and whole.element.size:
            number = offset // whole.element.size
            path, offset, whole = f"{path}[{number}]", offset % whole.element.size, whole.element
        elif isinstance(whole, Record):
            inside = [f for f in whole.fields if f.offset <= offset < f.offset + max(f.type.size, 1)]
            if not inside:
                return f"{path}.{offset}"
            path, whole, offset = f"{path}.{inside[0].name}", inside[0].type, offset - inside[0].offset
        else:
            return path or f".{offset}"
    return path
