"""Which bits of memory nobody has written yet: a shadow of ghosts beside it, for reads of uninitialised data.

Beside each variable of the model that holds a part of an object, and beside each array, there is one of the same shape
whose bits are 1 where the program's bit was never written since its object began to live.  A store of a value makes
them 0; a copy of a whole object copies them (as in MemorySanitizer: Stepanov, Serebryany, CGO 2015, section 3).
Variables that live as long as the program are always written; a local is not when its block is entered, and again
where its declaration is reached; what is allocated is not, unless ``calloc`` does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from assay.core.errors import Unsupported
from assay.core.program import DRIVER
from assay.core.terms import Term, variable
from assay.core.terms.arrays import const_array
from assay.core.terms.rebuild import substitute
from assay.frontends.c.memory.objects import Object, Region, Spot
from assay.frontends.c.memory.once import parts
from assay.frontends.c.memory.points_to_graph import Group, Handle, Node
from assay.frontends.c.memory.scopes import Scope, directly
from assay.frontends.c.read.statement_tree import Block, Case, Label, Loop
from assay.frontends.c.read.tree import Function, Named, Variable
from assay.frontends.c.read.types import Int, unsigned
from assay.frontends.c.translate.automaton import Frame

if TYPE_CHECKING:
    from assay.frontends.c.library.byte_loops import Blocks
    from assay.frontends.c.memory.memory import Memory

GHOST: Final = "heap:unwritten "
# An object with more units, which shares its array with others, is not followed.
MOST: Final = 4096

# Which bits of a place were never written: of a value as a whole, or of each of its bytes.
Pieces = tuple[Term, ...]


class Shadow:
    """The ghosts beside the memory of one translation."""

    def __init__(self, memory: Memory, outside: frozenset[Node]) -> None:
        self.memory = memory
        self.encoding = memory.encoding
        self.begins: dict[Term, Term] = {}
        self.outside = outside  # the memory that functions without a body may change
        self.jumps = Jumps()
        self._cells: dict[Term, Term] = {}
        self._arrays: dict[Term, Term] = {}

    def none(self, made: Int) -> Term:
        """All bits are written."""
        return self.encoding.constant(0, made)

    def all(self, made: Int) -> Term:
        """No bit is written."""
        return self.encoding.constant((1 << made.width) - 1, made)

    # -- where ghosts lie

    def cell(self, owner: Object, group: Group, offset: int) -> Term:
        """The ghost of a unit of an object; a constant if it is always written."""
        made = unsigned(8 * group.unit)
        if not owner.variable.local and not owner.variable.external:
            return self.none(made)
        data = self.memory.cell(owner, group, offset)
        found = self._cells.get(data)
        if found is None:
            found = self._cells[data] = self.memory.new_variable(f"{GHOST}{data.name}", made, owner.frame)
            self.begins[found] = self.all(made) if begins_unwritten(owner.variable) else self.none(made)
        return found

    def array(self, region: Region, number: int) -> Term:
        """The ghost of an array: memory that is allocated again and again is fresh where it was never seen before."""
        data = self.memory.array(region, number)
        found = self._arrays.get(data)
        if found is None:
            found = variable(self.memory.names.fresh(f"{GHOST}{data.name}"), data.sort)
            self._arrays[data] = found
            self.memory.root.variables[found] = None
            made = unsigned(8 * region.groups[number].unit)
            fresh = region.node.dynamic and region.node not in self.outside
            self.begins[found] = const_array(found.sort, self.all(made) if fresh else self.none(made))
        return found

    def nothing(self, _name: str, made: Int) -> Term:
        """Where no object is, nothing is said."""
        return self.none(made)

    def initial(self, updates: dict[Term, Term]) -> None:
        """Complete the initial values of everything by those of the ghosts."""
        for found in self._arrays.values():
            updates[found] = substitute(updates.get(found, found), {found: self.begins[found]})

    def variables(self) -> Iterator[tuple[Term, Int]]:
        """The ghosts that are no arrays, with their types."""
        return ((found, self.memory.types[found]) for found in self._cells.values())

    # -- reading and writing

    def load(self, spot: Spot, size: int, frame: Frame) -> Term:
        """Which of these bits were never written."""
        return self.memory.read(self, spot, size, frame)

    def pieces(self, spot: Spot, size: int, frame: Frame) -> Pieces:
        """The same, byte by byte where memory holds bytes."""
        count = self._count(spot, size)
        return tuple(self.load(spot.moved(i), size // count, frame) for i in range(0, size, size // count))

    def _count(self, spot: Spot, size: int) -> int:
        """How many values the memory holds of so many bytes."""
        region, offset = self.memory.region(spot.handle)
        number = region.find(offset)
        return size if number is not None and region.groups[number].unit < size else 1

    def store(self, spot: Spot, size: int, bits: Pieces | None, frame: Frame, updates: dict[Term, Term]) -> None:
        """Something is written here: all of it, or what ``bits`` leaves."""
        if bits is not None and len(bits) > 1 and self._count(spot, size) > 1:
            for number, piece in enumerate(bits):
                self.memory.write(self, spot.moved(number), 1, piece, frame, updates)
            return
        made = unsigned(8 * size)
        value = self.none(made) if bits is None else bits[0] if len(bits) == 1 else self.encoding.join(bits, made)
        self.memory.write(self, spot, size, value, frame, updates)

    def written_outside(self, region: Region, updates: dict[Term, Term]) -> None:
        """The arrays of a region may have been changed by a function without a body: they count as written."""
        for number, cells in enumerate(region.cells):
            if not cells:
                found = self.array(region, number)
                updates[found] = const_array(found.sort, self.none(unsigned(8 * region.groups[number].unit)))

    def fill(self, owner: Object, frame: Frame, updates: dict[Term, Term], *, written: bool) -> None:
        """Add to ``updates`` that all of an object is written, or that nothing of it is."""
        region, _ = self.memory.region(owner.start)
        start, size = self.memory.start(owner), max(owner.variable.size, 1)
        for number, group in enumerate(region.groups):
            made = unsigned(8 * group.unit)
            value = self.none(made) if written else self.all(made)
            if not region.cells[number] and self.memory.alone(region, owner, frame):
                found = self.array(region, number)
                updates[found] = const_array(found.sort, value)
                continue
            if not region.cells[number] and size // group.unit > MOST:
                _refuse(owner.variable)
            for offset in group.cells(start, size):
                self.store(Spot(owner.start, owner, 0).moved(offset), group.unit, (value,), frame, updates)

    def allocated(self, blocks: Blocks, site: Handle, address: Term, total: Term) -> None:
        """Fresh memory where functions without a body may have written before: nothing of it is written."""
        region, base = self.memory.region(site)
        if region.node not in self.outside:
            return
        address, total = blocks.t.values.keep(address, blocks.size), blocks.t.values.keep(total, blocks.size)
        for group in region.groups:
            for place in range(group.low, group.high, group.unit):
                offset = (place - base) % group.stride if group.stride else place - base
                if offset >= 0:
                    self._allocated(
                        blocks, site.moved(offset), blocks.plus(address, blocks.number(offset)), group, total
                    )

    def _allocated(self, blocks: Blocks, site: Handle, address: Term, group: Group, total: Term) -> None:
        made = unsigned(8 * group.unit)

        def unwritten(index: Term) -> None:
            updates: dict[Term, Term] = {}
            spot = Spot(site, None, 0, blocks.plus(address, index))
            self.store(spot, group.unit, (self.all(made),), blocks.t.frame, updates)
            blocks.t.step(updates)

        if group.stride:
            blocks.repeat(total, group.stride, unwritten)
        else:
            unwritten(blocks.number(0))


def begins_unwritten(declared: Variable) -> bool:
    """Has this variable no value when it begins to live?  What calls the program hands over values only."""
    return declared.local and not declared.external and declared.where.file != DRIVER


def _refuse(declared: Variable) -> None:
    message = f"{declared.name} is too large to follow which of it was written"
    raise Unsupported(message, declared.where, "make it smaller, or leave uninitialised out of --checks")


# -- jumps into blocks


def mentions(declared: Variable) -> bool:
    """Does the initialiser of a variable read the variable itself?"""
    stack: list[object] = list(declared.initial or ())
    while stack:
        found = stack.pop()
        if isinstance(found, Named) and found.variable is declared:
            return True
        stack.extend(parts(found))
    return False


class Jumps:
    """Into which blocks the labels of a function lead."""

    def __init__(self) -> None:
        self._labels: dict[Function, dict[str | Case, tuple[Scope, ...]]] = {}
        self._open: dict[Scope, bool] = {}

    def passed(self, scope: Scope) -> bool:
        """May a declaration in this scope be jumped over?"""
        found = self._open.get(scope)
        if found is None:
            found = self._open[scope] = any(isinstance(inner, Label | Case) for inner in _inside(scope))
        return found

    def entered(self, function: Function, label: str | Case, opened: Iterable[Scope]) -> list[Variable]:
        """The variables that begin to live when control jumps to a label from where some scopes are open."""
        found = self._labels.get(function)
        if found is None:
            assert function.body is not None
            found = self._labels[function] = dict(_labels(function.body))
        around = set(opened)
        return [v for scope in found.get(label, ()) if scope not in around for v in directly(scope)]


def _inside(scope: Scope) -> Iterator[object]:
    stack: list[object] = [scope]
    while stack:
        found = stack.pop()
        yield found
        stack.extend(parts(found))


def _labels(body: Block) -> Iterator[tuple[str | Case, tuple[Scope, ...]]]:
    stack: list[tuple[object, tuple[Scope, ...]]] = [(body, ())]
    while stack:
        found, scopes = stack.pop()
        if isinstance(found, Loop) or (isinstance(found, Block) and found.scope):
            scopes = (*scopes, found)
        if isinstance(found, Label):
            yield found.name, scopes
        elif isinstance(found, Case):
            yield found, scopes
        stack.extend((part, scopes) for part in parts(found))
