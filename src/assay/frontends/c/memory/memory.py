"""Where values live (docs/adr/0006-c-memory-model.md).

Every object has a fixed address; memory is cut into groups of bytes by the points-to graph.  A group whose objects
are all declared, and few, is a set of variables (*cells*), read and written through pointers by comparing addresses;
every other group is one array from addresses to values.  An object that no pointer reaches is always cells, each a
plain variable. A read through a pointer that meets no cell yields any value.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from assay.core.errors import Position, Unsupported
from assay.core.terms import Term, ite, prime, variable
from assay.core.terms.arrays import const_array, select, store
from assay.core.terms.sorts import array
from assay.frontends.c.memory.objects import Object, Region, Spot, few, path_of
from assay.frontends.c.memory.points_to import PointsTo
from assay.frontends.c.memory.points_to_graph import Group, Handle, Node, groups
from assay.frontends.c.memory.unwritten import Pieces, Shadow
from assay.frontends.c.read.tree import Variable
from assay.frontends.c.read.types import DataModel, Int, is_scalar, unsigned
from assay.frontends.c.translate.automaton import Frame
from assay.frontends.c.translate.encoding import Encoding
from assay.frontends.text import Names

# Objects with more units than MANY are forgotten as a whole; ones with more than LARGEST are not zeroed one by one.
MANY = 1024
LARGEST = 16384
STATIC_BASE = 0x1000
HEAP_BASE = 0x40000000
HEAP_END = 0xC0000000


class Bank(Protocol):
    """What lies at the units of memory: the program's values, or what is known of them."""

    def cell(self, owner: Object, group: Group, offset: int) -> Term: ...

    def array(self, region: Region, number: int) -> Term: ...

    def nothing(self, name: str, made: Int) -> Term:
        """What a read finds where no object is."""
        ...


class Memory:
    """Objects, regions and the terms that read and write them."""

    def __init__(
        self,
        points_to: PointsTo,
        encoding: Encoding,
        model: DataModel,
        root: Frame,
        here: Callable[[], Position | None],
    ) -> None:
        self.points_to = points_to
        self.graph = points_to.graph
        self.encoding = encoding
        self.pointer = Int(model.pointer_width, signed=False)
        self.root = root
        self.here = here  # where the translation is; None where control cannot be
        self.names = Names()
        self.types: dict[Term, Int] = {}
        self.forgotten: dict[Term, tuple[Object, int]] = {}
        self.objects: dict[tuple[Variable, Frame], Object] = {}
        self.crossing: frozenset[Node] = frozenset()  # what is handed from one procedure to another
        self._instances: dict[Variable, list[Frame]] = {}
        self.by_address: list[Object] = []
        self._addresses: list[int] = []
        self._next = STATIC_BASE
        self._regions: dict[Node, Region] = {}
        self._plain: dict[tuple[Variable, Frame], Term | None] = {}
        self._unknowns = 0
        self.heap: Term | None = None
        self.gap = 0  # how many more bytes lie between objects
        self.check: Callable[[Spot, int, Frame], None] | None = None  # of accesses
        self.written: Callable[[Spot, int], None] | None = None  # a check of what is written alone
        self.exact = False  # does nobody read where no object is?
        self.shadow: Shadow | None = None  # which bits were never written, if anybody asks

    # -- objects

    def object(self, declared: Variable, frame: Frame) -> Object:
        """The instance of a variable in ``frame`` (in the root frame if it is not local)."""
        owner = frame if declared.local else self.root
        found = self.objects.get((declared, owner))
        if found is None:
            self._next += -self._next % max(declared.alignment, 16)
            found = Object(declared, owner, self._next, self.points_to.of_variable(declared))
            self.objects[declared, owner] = found
            self._instances.setdefault(declared, []).append(owner)
            self.by_address.append(found)
            self._addresses.append(self._next)
            self._take(declared.size)
            self.fits(declared.where)
        return found

    def _take(self, size: int) -> None:
        self._next += (max(size, 1) + 31) // 16 * 16 + self.gap

    def place(self, size: int, where: Position) -> int:
        """An address for an object that has no name."""
        self._next += -self._next % 16
        found = self._next
        self._take(size)
        self.fits(where)
        return found

    def instance(self, declared: Variable, owner: Frame) -> Object | None:
        """The instance of a variable that an active call has, even if its declaration is only met further down."""
        found = self.objects.get((declared, owner))
        if found is None and self.points_to.lives_in(declared, owner.function):
            found = self.object(declared, owner)
        return found

    def fits(self, where: Position) -> None:
        """Refuse objects that reach into the heap, or beyond the last address."""
        if self._next > (HEAP_BASE if self.heap is not None else (1 << self.pointer.width) - HEAP_BASE):
            raise Unsupported("the objects of this program take more memory than there is", where, "make them smaller")

    def reserve(self) -> int:
        """An address that belongs to nobody else."""
        address = self._next
        self._next += 16
        return address

    def at(self, address: int, handle: Handle, frame: Frame) -> Spot | None:
        """The known object at a constant address, if it is alive in ``frame`` and ``handle`` may mean it."""
        number = bisect_right(self._addresses, address) - 1
        if number < 0:
            return None
        found = self.by_address[number]
        offset = address - found.address
        if offset >= max(found.variable.size, 1):
            return None
        if found.frame not in frame.active() or self.graph.find(found.start).node is not self.graph.find(handle).node:
            return None
        return Spot(found.start.moved(offset), found, offset)

    def address_of(self, spot: Spot) -> Term:
        if spot.object is not None:
            return self.encoding.constant(spot.object.address + spot.offset, self.pointer)
        assert spot.address is not None
        if not spot.offset:
            return spot.address
        offset = self.encoding.constant(spot.offset, self.pointer)
        return self.encoding.arithmetic("+", spot.address, offset, self.pointer)

    # -- regions

    def region(self, handle: Handle) -> tuple[Region, int]:
        """The region of a byte, and the byte's offset in it."""
        found = self.graph.find(handle)
        region = self._regions.get(found.node)
        if region is None:
            made = groups(found.node)
            region = self._regions[found.node] = Region(found.node, made, [few(found.node, g) for g in made])
        return region, found.offset

    def cell(self, owner: Object, group: Group, offset: int) -> Term:
        """The variable for the unit at ``offset`` of an object."""
        found = owner.cells.get(offset)
        if found is None:
            declared = owner.variable
            path = path_of(declared.type, offset, group.unit)
            prefix = "" if owner.frame is self.root else f"{owner.frame.name}::"
            made = unsigned(8 * group.unit)
            if declared.type.size == group.unit and isinstance(declared.type, Int):
                made = declared.type
            found = self.new_variable(f"{prefix}{declared.label or declared.name}{path}", made, owner.frame)
            owner.cells[offset] = found
        return found

    def new_variable(self, name: str, made: Int, frame: Frame) -> Term:
        found = variable(self.names.fresh(name), self.encoding.sort(made))
        self.types[found] = made
        frame.variables[found] = None
        return found

    def array(self, region: Region, number: int) -> Term:
        """The array that holds group ``number`` of a region."""
        found = region.arrays.get(number)
        if found is None:
            unit = unsigned(8 * region.groups[number].unit)
            names = [v.name for v, _ in region.node.variables[:1]] or ["memory"]
            name = self.names.fresh(f"*{names[0]}" + (f".{region.groups[number].low}" if number else ""))
            found = variable(name, array(self.encoding.sort(self.pointer), self.encoding.sort(unit)))
            region.arrays[number] = found
            self.root.variables[found] = None
        return found

    def unknown(self, name: str, made: Int) -> Term:
        """A fresh value that nothing is known of."""
        self._unknowns += 1
        return self.encoding.unknown(f"{name}#{self._unknowns}", made)

    def nothing(self, name: str, made: Int) -> Term:
        return self.unknown(name, made)

    def owners(self, declared: Variable, node: Node, frame: Frame) -> Sequence[Frame]:
        """The active calls that may have an instance of a variable, while ``frame`` is the innermost one.

        For a procedure these are calls outside, too, if pointers to their variables may have been handed down.
        """
        if not declared.local:
            return (self.root,)
        active = frame.active()
        if node not in self.crossing or frame.procedure is None:
            return active
        return [*active, *(owner for owner in self._instances.get(declared, ()) if owner.procedure is None)]

    def visible(self, region: Region, group: Group, frame: Frame, bank: Bank) -> Iterator[tuple[int, Term]]:
        """Addresses and cells of the group's objects that exist while ``frame`` is the innermost one.

        A local of an active call is one even if its declaration is only met further down: control may come back.
        """
        for declared, start in region.node.variables:
            for owner in self.owners(declared, region.node, frame):
                found = self.instance(declared, owner)
                if found is not None:
                    for offset in group.cells(start, max(declared.size, 1)):
                        yield found.address + offset, bank.cell(found, group, offset)

    # -- access

    def plain(self, declared: Variable, frame: Frame) -> Term | None:
        """The variable that is all of a scalar, if it is one: the common case, remembered."""
        key = declared, frame if declared.local else self.root
        if key in self._plain:
            return self._plain[key]
        found = None
        if is_scalar(declared.type):
            owner = self.object(declared, frame)
            region, offset = self.region(owner.start)
            number = region.find(offset)
            if number is not None and region.cells[number] and region.groups[number].unit == declared.type.size:
                found = self.cell(owner, region.groups[number], 0)
        self._plain[key] = found
        return found

    def _followed(self, spot: Spot) -> tuple[Region, int]:
        """The region of a spot; an integer of which nobody knows what it points to is refused."""
        region, offset = self.region(spot.handle)
        if region.node.lost and spot.object is None and (where := self.here()) is not None:
            raise Unsupported(
                "this pointer is made of an integer that the analysis cannot follow",
                where,
                "keep addresses in pointers, or in integers that are computed from pointers",
            )
        return region, offset

    def load(self, spot: Spot, size: int, frame: Frame) -> Term:
        """``size`` bytes as an unsigned value."""
        if self.check is not None:
            self.check(spot, size, frame)
        return self.read(self, spot, size, frame)

    def unwritten(self, spot: Spot, size: int, frame: Frame) -> Pieces | None:
        """Which bits of ``size`` bytes were never written, if anybody asks; for whoever copies them."""
        return self.shadow.pieces(spot, size, frame) if self.shadow is not None else None

    def read(self, bank: Bank, spot: Spot, size: int, frame: Frame) -> Term:
        """``size`` bytes of a bank."""
        region, offset = self._followed(spot)
        number = region.find(offset)
        if number is None:
            return bank.nothing("padding", unsigned(8 * size))
        group = region.groups[number]
        if group.unit == size:
            return self._load_unit(bank, spot, region, number, frame)
        made = unsigned(8 * size)
        parts = [self._load_unit(bank, spot.moved(i), region, number, frame) for i in range(size)]
        return self.encoding.join(parts, made)

    def _load_unit(self, bank: Bank, spot: Spot, region: Region, number: int, frame: Frame) -> Term:
        group = region.groups[number]
        made = unsigned(8 * group.unit)
        if not region.cells[number]:
            return self.encoding.loaded(select(bank.array(region, number), self.address_of(spot)), made)
        if spot.object is not None:
            if 0 <= spot.offset <= spot.object.variable.size - group.unit:
                return self._as(bank.cell(spot.object, group, spot.offset), made)
            return bank.nothing("outside", made)
        address = self.address_of(spot)
        cells = list(self.visible(region, group, frame, bank))
        if self.exact and cells and not region.node.stride:
            result = self._as(cells.pop()[1], made)
        else:
            result = bank.nothing("invalid", made)
        for place, found in cells:
            here = self.encoding.compare("==", address, self.encoding.constant(place, self.pointer), self.pointer)
            result = ite(here, self._as(found, made), result)
        return result

    def _as(self, found: Term, made: Int) -> Term:
        """A cell as an unsigned value; a constant is one already."""
        return self.encoding.convert(found, self.types.get(found, made), made)

    def store(
        self,
        spot: Spot,
        size: int,
        value: Term,
        frame: Frame,
        updates: dict[Term, Term],
        unwritten: Pieces | None = None,
    ) -> None:
        """Add to ``updates`` what changes when ``size`` bytes become ``value`` (unsigned).

        Of a copy, ``unwritten`` are the bits of the original that were never written.
        """
        if self.check is not None:
            self.check(spot, size, frame)
        if self.written is not None:
            self.written(spot, size)
        self.write(self, spot, size, value, frame, updates)
        if self.shadow is not None:
            self.shadow.store(spot, size, unwritten, frame, updates)

    def write(self, bank: Bank, spot: Spot, size: int, value: Term, frame: Frame, updates: dict[Term, Term]) -> None:
        """Add to ``updates`` what changes in a bank."""
        region, offset = self._followed(spot)
        number = region.find(offset)
        if number is None:
            return  # nobody ever reads it
        group = region.groups[number]
        if group.unit == size:
            self._store_unit(bank, spot, region, number, value, frame, updates)
            return
        for i, part in enumerate(self.encoding.split(value, unsigned(8 * size))):
            self._store_unit(bank, spot.moved(i), region, number, part, frame, updates)

    def _store_unit(
        self,
        bank: Bank,
        spot: Spot,
        region: Region,
        number: int,
        value: Term,
        frame: Frame,
        updates: dict[Term, Term],
    ) -> None:
        group = region.groups[number]
        made = unsigned(8 * group.unit)
        if not region.cells[number]:
            memory = bank.array(region, number)
            updates[memory] = store(updates.get(memory, memory), self.address_of(spot), value)
            return
        if spot.object is not None:
            if 0 <= spot.offset <= spot.object.variable.size - group.unit:
                found = bank.cell(spot.object, group, spot.offset)
                if not found.is_const:
                    updates[found] = self.encoding.convert(value, made, self.types[found])
            return
        address = self.address_of(spot)
        for place, found in self.visible(region, group, frame, bank):
            if found.is_const:
                continue
            here = self.encoding.compare("==", address, self.encoding.constant(place, self.pointer), self.pointer)
            changed = self.encoding.convert(value, made, self.types[found])
            updates[found] = ite(here, changed, updates.get(found, found))

    def born(self, owner: Object) -> bool:
        """Does the object consist of variables that begin to live with its frame?"""
        region, _ = self.region(owner.start)
        return all(region.cells)

    def parts(self, owner: Object) -> Iterator[tuple[int, int]]:
        """Offset and size of the units of an object that anybody accesses."""
        region, _ = self.region(owner.start)
        for group in region.groups:
            for offset in group.cells(self.start(owner), max(owner.variable.size, 1)):
                yield offset, group.unit

    def start(self, owner: Object) -> int:
        """Where an object lies in its node."""
        node = self.graph.find(owner.start).node
        return next(start for declared, start in node.variables if declared is owner.variable)

    def clear(self, owner: Object, frame: Frame, updates: dict[Term, Term], where: Position) -> None:
        """Add to ``updates`` that all units of an object become zero; an array of nothing but it is zero as a whole."""
        region, _ = self.region(owner.start)
        start, size = self.start(owner), max(owner.variable.size, 1)
        for number, group in enumerate(region.groups):
            zero = self.encoding.constant(0, unsigned(8 * group.unit))
            if not region.cells[number] and self.alone(region, owner, frame):
                memory = self.array(region, number)
                updates.setdefault(memory, const_array(memory.sort, zero))
                if self.shadow is not None:
                    shadow = self.shadow.array(region, number)
                    updates.setdefault(shadow, const_array(shadow.sort, zero))
                continue
            if size // group.unit > LARGEST:
                raise Unsupported(f"{owner.variable.name} is too large to be initialised", where)
            for offset in group.cells(start, size):
                self.store(Spot(owner.start, owner, 0).moved(offset), group.unit, zero, frame, updates)

    def alone(self, region: Region, owner: Object, frame: Frame) -> bool:
        """Does the region hold nothing that is alive, but this object or, for a global, zeroed globals?"""
        if region.node.dynamic:
            return False
        declared = [variable for variable, _ in region.node.variables]
        if owner.variable.local:
            return (
                declared == [owner.variable] and sum((owner.variable, f) in self.objects for f in frame.active()) == 1
            )
        return not any(variable.local or variable.external for variable in declared)

    def forget(self, owner: Object, frame: Frame, updates: dict[Term, Term]) -> None:
        """Add to ``updates`` that an object may hold anything; a large one makes its whole array unknown."""
        region, _ = self.region(owner.start)
        start, size = self.start(owner), max(owner.variable.size, 1)
        for number, group in enumerate(region.groups):
            if not region.cells[number] and size // group.unit > MANY:
                memory = self.array(region, number)
                updates[memory] = prime(memory)
                continue
            for offset in group.cells(start, size):
                made = unsigned(8 * group.unit)
                if group.unit == size and isinstance(owner.variable.type, Int):
                    made = owner.variable.type
                value = self.encoding.convert(self.unknown(owner.variable.name, made), made, unsigned(made.width))
                self.store(Spot(owner.start, owner, 0).moved(offset), group.unit, value, frame, updates)

    def forget_all(self, node: Node, frame: Frame, updates: dict[Term, Term], changed: dict[str, None]) -> None:
        """Add to ``updates`` that all of a node may hold anything, and to ``changed`` the names of what that is."""
        region, _ = self.region(Handle(node, 0))
        variables = [found for found in node.variables if not found[0].constant]
        if not region.groups or not (variables or node.dynamic):
            return
        for declared, start in variables:
            changed[declared.name] = None
            for group, cells in zip(region.groups, region.cells, strict=True):
                if cells:
                    self._forget_cells(declared, group, start, frame, updates)
        if node.dynamic:
            changed["memory"] = None
        for number, cells in enumerate(region.cells):
            if not cells:
                updates[self.array(region, number)] = prime(self.array(region, number))
        if self.shadow is not None:
            self.shadow.written_outside(region, updates)

    def _forget_cells(
        self, declared: Variable, group: Group, start: int, frame: Frame, updates: dict[Term, Term]
    ) -> None:
        for owner in self.owners(declared, self.graph.find(self.points_to.of_variable(declared)).node, frame):
            found = self.objects.get((declared, owner))
            if found is None and not declared.local:
                found = self.object(declared, owner)
            if found is not None:
                for offset in group.cells(start, max(declared.size, 1)):
                    cell = self.cell(found, group, offset)
                    updates[cell] = self.unknown(f"changed {declared.name}", self.types[cell])
                    self.forgotten[cell] = found, offset
                    if self.shadow is not None and not (shadow := self.shadow.cell(found, group, offset)).is_const:
                        updates[shadow] = self.encoding.constant(0, self.types[shadow])
