"""Models of the allocators: fresh memory, and when there is none.

Under the rule of the competition they never fail.  Otherwise they fail as glibc's do: always for more bytes than
PTRDIFF_MAX or than the model's heap has left; and by choice, where the program looks whether they failed (``tested``).
The choice is the input ``allocation#n``: not zero is failure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.core.program import DRIVER
from assay.core.terms import FALSE, TRUE, Term, or_, variable
from assay.core.terms.arrays import store
from assay.core.terms.sorts import array
from assay.frontends.c.library.byte_loops import Blocks
from assay.frontends.c.library.externals import Externals
from assay.frontends.c.memory.memory import HEAP_END
from assay.frontends.c.memory.objects import Spot
from assay.frontends.c.read.tree import Call, Function, Variable
from assay.frontends.c.read.types import INT, Int, as_int, unsigned

if TYPE_CHECKING:
    from assay.frontends.c.memory.validity import Validity
    from assay.frontends.c.translate.translation import Translation

# The input that says whether an allocation fails.
CHOICE = "allocation"


class Allocations:
    """Translates calls of allocators at the current point."""

    def __init__(self, translation: Translation, blocks: Blocks) -> None:
        self.t = translation
        self.memory = translation.memory
        self.encoding = translation.encoding
        self.size = translation.memory.pointer
        self.blocks = blocks
        self._sizes: Term | None = None

    def allocate(self, call: Call, name: str) -> Term:
        """Fresh memory, or null."""
        t = self.t
        amounts = call.arguments[: 2 if name == "calloc" else 1]
        terms = [t.values.value(argument) for argument in amounts]
        for argument in call.arguments[len(amounts) :]:
            if argument.effects:
                t.values.discard(argument)
        wide = [self.encoding.convert(m, as_int(a.type), self.size) for m, a in zip(terms, amounts, strict=True)]
        if t.points_to.externals is Externals.PURE or name.startswith("alloca"):
            return self.encoding.convert(self.fresh(call, name, wide), self.size, as_int(call.type))
        wide = [t.values.keep(term, self.size) for term in wide]
        fails = self.fails(call, name, wide)
        if fails is FALSE:
            return self.encoding.convert(self.fresh(call, name, wide), self.size, as_int(call.type))
        if fails is TRUE:
            return self.encoding.constant(0, as_int(call.type))
        result = t.temporary(self.size)
        t.fork_on(
            fails,
            lambda: t.set(result, self.encoding.constant(0, self.size)),
            lambda: t.set(result, self.fresh(call, name, wide)),
        )
        return self.encoding.convert(result, self.size, as_int(call.type))

    def fails(self, call: Call, name: str, amounts: list[Term]) -> Term:
        """Is the result null?"""
        t = self.t
        total, too_much = self.total(amounts)
        reasons = [too_much]
        if not total.is_const and t.validity is None:
            reasons.append(self._no_room(total))
        if call in t.points_to.tested:
            choice = t.temporary(INT)
            chosen = self.memory.unknown(CHOICE, INT)
            if isinstance(call.callee, Function):
                t.notes.call(chosen, call, call.callee, t.frame)
            t.set(choice, chosen)
            reasons.append(self.encoding.truth(choice, INT))
        else:
            t.notes.assume(f"{name} never fails where its result is not tested")
        return or_(*reasons)

    def _no_room(self, total: Term) -> Term:
        """Is it more than the heap of the model has left?"""
        double = unsigned(2 * self.size.width)
        room = self.encoding.arithmetic("-", self.encoding.constant(HEAP_END, self.size), self.heap(), self.size)
        return self.encoding.compare(">=", total, self.encoding.convert(room, self.size, double), double)

    def heap(self) -> Term:
        """The next free address."""
        if self.memory.heap is None:
            self.memory.heap = self.memory.new_variable("heap", self.size, self.t.root)
        return self.memory.heap

    def total(self, amounts: list[Term]) -> tuple[Term, Term]:
        """The number of bytes, and whether it is more than an object can have."""
        double = unsigned(2 * self.size.width)
        total = self.encoding.convert(amounts[0], self.size, double)
        if len(amounts) > 1:
            total = self.encoding.arithmetic("*", total, self.encoding.convert(amounts[1], self.size, double), double)
        largest = self.encoding.constant((1 << (self.size.width - 1)) - 1, double)
        return total, self.encoding.compare(">", total, largest, double)

    def sizes(self) -> Term:
        """From the address of each object of the heap to its size, in programs that resize such; others have any."""
        if self._sizes is None:
            pointer = self.encoding.sort(self.size)
            self._sizes = variable(self.memory.names.fresh("heap:sizes"), array(pointer, pointer))
            self.t.root.variables[self._sizes] = None
        return self._sizes

    def fresh(self, call: Call, name: str, wide: list[Term]) -> Term:
        """The address of memory behind everything allocated before."""
        resized = self.t.points_to.resizes and self.t.validity is None and not name.startswith("alloca")
        if not resized:
            return self._fresh(call, name, wide)
        wide = [self.t.values.keep(term, self.size) for term in wide]
        result = self.t.values.keep(self._fresh(call, name, wide), self.size)
        self.t.step({self.sizes(): store(self.sizes(), result, self.bytes(wide))}, call.where)
        return result

    def bytes(self, wide: list[Term]) -> Term:
        return wide[0] if len(wide) == 1 else self.encoding.arithmetic("*", wide[0], wide[1], self.size)

    def _fresh(self, call: Call, name: str, wide: list[Term]) -> Term:
        t, size = self.t, self.size
        declared = t.points_to.allocated(call)
        if declared is not None:
            return self._declared(call, declared, name)
        total = self.bytes(wide)
        if name == "calloc":
            total = t.values.keep(total, size)
        if t.validity is not None:
            return self._checked(call, name, total, t.validity)
        heap = self.heap()
        guard = TRUE
        if total.is_const and isinstance(total.value, int):
            step = self.encoding.constant((total.value + 31) // 16 * 16, size)
        else:
            room = self.encoding.arithmetic("-", self.encoding.constant(HEAP_END, size), heap, size)
            guard = self.encoding.compare("<", total, room, size)
            slack = self.encoding.arithmetic("+", total, self.encoding.constant(31, size), size)
            blocks = self.encoding.arithmetic("/", slack, self.encoding.constant(16, size), size)
            step = self.encoding.arithmetic("*", blocks, self.encoding.constant(16, size), size)
        result = t.temporary(size)
        t.step({result: heap, heap: self.encoding.arithmetic("+", heap, step, size)}, call.where, guard)
        if name == "calloc":
            self._clear(call, result, total)
        return result

    def _checked(self, call: Call, name: str, total: Term, validity: Validity) -> Term:
        """Memory of which it is known how large it is, and whether it was freed."""
        result = validity.live.allocate(call, self.t.values.keep(total, self.size))
        if name == "calloc":
            with validity.trusted():
                self._clear(call, result, total)
        elif self.memory.shadow is not None:
            self.memory.shadow.allocated(self.blocks, self.t.points_to.site(call), result, total)
        return result

    def _declared(self, call: Call, declared: Variable, name: str) -> Term:
        """An allocation that happens at most once makes an object like a declared one."""
        found = self.memory.object(declared, self.t.root)
        if self.t.validity is not None:
            self.t.validity.live.declared(found, call)
        updates: dict[Term, Term] = {}
        if name == "calloc":
            self.memory.clear(found, self.t.frame, updates, call.where)
        elif self.memory.shadow is not None and call.where.file != DRIVER:
            self.memory.shadow.fill(found, self.t.frame, updates, written=False)
        self.t.step(updates, call.where)
        return self.memory.address_of(Spot(found.start, found, 0))

    def _clear(self, call: Call, address: Term, total: Term) -> None:
        """Zero the units of fresh memory that anybody reads."""
        handle = self.t.points_to.site(call)
        region, base = self.memory.region(handle)
        for group in region.groups:
            distance = (group.low - base) % group.stride if group.stride else group.low - base
            zero = self.encoding.constant(0, Int(8 * group.unit, signed=False))
            if not group.stride or (total.is_const and total.value == group.stride):
                updates: dict[Term, Term] = {}
                for offset in range(distance, distance + group.high - group.low, group.unit):
                    if offset < 0 or (total.is_const and offset + group.unit > total.number):
                        continue
                    spot = Spot(handle.moved(offset), None, offset, address)
                    self.memory.store(spot, group.unit, zero, self.t.frame, updates)
                self.t.step(updates, call.where)
                continue
            for offset in range(distance, distance + group.high - group.low, group.unit):
                place = self.blocks.plus(address, self.encoding.constant(offset, self.size))
                self.blocks.clear(handle.moved(offset), place, group, total)
