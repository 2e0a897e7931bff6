"""Models of realloc and reallocarray: fresh memory that holds what the old memory held, and the end of the old.

Memory is always moved: what was behind the old pointer is gone.  ``realloc(p, 0)`` does what glibc does: it frees ``p``
and returns null.  Where it fails the old memory stays as it is.  Only the units that anybody accesses are copied; what
lies behind the old size is fresh memory, of any value.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from assay.core.errors import Unsupported
from assay.core.terms import FALSE, TRUE, Term, and_, ite, not_
from assay.core.terms.arrays import select
from assay.frontends.c.library.allocations import Allocations
from assay.frontends.c.library.byte_loops import ADDRESS_HINT, UNROLLED
from assay.frontends.c.library.externals import Externals
from assay.frontends.c.library.known import Role, role
from assay.frontends.c.memory.objects import Spot
from assay.frontends.c.memory.points_to_graph import Group, Handle
from assay.frontends.c.read.calls import is_null
from assay.frontends.c.read.tree import Call, Function
from assay.frontends.c.read.types import as_int

if TYPE_CHECKING:
    from assay.frontends.c.translate.translation import Translation


class Resizing:
    """Translates calls of realloc at the current point."""

    def __init__(self, translation: Translation, allocations: Allocations) -> None:
        self.t = translation
        self.memory = translation.memory
        self.encoding = translation.encoding
        self.size = translation.memory.pointer
        self.allocations = allocations
        self.blocks = allocations.blocks

    def _number(self, value: int) -> Term:
        return self.encoding.constant(value, self.size)

    def _compare(self, op: str, left: Term, right: Term) -> Term:
        return self.encoding.compare(op, left, right, self.size)

    def resize(self, call: Call, name: str) -> Term:
        """The address of the new memory, or null."""
        t = self.t
        handle = self._handle(call)
        kept: list[Term] = []
        for argument in call.arguments[: 3 if name == "reallocarray" else 2]:
            wide = self.encoding.convert(t.values.value(argument), as_int(argument.type), self.size)
            kept.append(t.values.keep(wide, self.size))
        t.where = call.where
        old, amounts = kept[0], kept[1:]
        if t.validity is not None:
            t.validity.may_free(handle, old, call.where)
        result = t.temporary(self.size)
        nothing = and_(
            not_(self._compare("==", old, self._number(0))),
            self._compare("==", self.allocations.bytes(amounts), self._number(0)),
        )
        too_much = self.allocations.total(amounts)[1] if len(amounts) > 1 else FALSE
        nothing = and_(nothing, not_(too_much))
        if nothing is FALSE:
            self._grow(call, name, handle, old, amounts, result)
        else:
            t.notes.assume(f"{name}(p, 0) frees p and returns null, as glibc's does")
            t.fork_on(
                nothing,
                lambda: self._end(call, handle, old, result),
                lambda: self._grow(call, name, handle, old, amounts, result),
            )
        return self.encoding.convert(result, self.size, as_int(call.type))

    def _handle(self, call: Call) -> Handle | None:
        """What the old pointer points to; None if it is null.  Refused if that cannot be told."""
        points_to, graph = self.t.points_to, self.memory.graph
        found = points_to.arguments[call][0]
        if found is None:
            unknown = not is_null(call.arguments[0])
        else:
            node = graph.find(found).node
            made = (c for c, site in points_to.allocations.items() if graph.find(site).node is node)
            known = node.pointers or node.variables or any(not _resizes(c) for c in made)
            unknown = node.numbers and not known
        if unknown:
            raise Unsupported("memory at an unknown address is given another size", call.where, ADDRESS_HINT)
        return found

    def _end(self, call: Call, handle: Handle | None, old: Term, result: Term) -> None:
        if self.t.validity is not None:
            self.t.validity.release(handle, old, call.where)
        self.t.set(result, self._number(0))

    def _grow(self, call: Call, name: str, handle: Handle | None, old: Term, amounts: list[Term], result: Term) -> None:
        """Not to no bytes: memory is moved, or there is none and nothing changes."""
        t = self.t
        if t.points_to.externals is not Externals.PURE:
            fails = self.allocations.fails(call, name, amounts)
        else:
            fails = self.allocations.total(amounts)[1] if len(amounts) > 1 else FALSE
        if fails is FALSE:
            self._move(call, name, handle, old, amounts, result)
            return
        if fails is TRUE:
            t.set(result, self._number(0))
            return
        t.fork_on(
            fails,
            lambda: t.set(result, self._number(0)),
            lambda: self._move(call, name, handle, old, amounts, result),
        )

    def _move(self, call: Call, name: str, handle: Handle | None, old: Term, amounts: list[Term], result: Term) -> None:
        t, validity = self.t, self.t.validity
        after = t.values.keep(self.allocations.bytes(amounts), self.size)
        before = t.values.keep(self._old_size(handle, old), self.size) if handle is not None else after
        new = t.values.keep(self.allocations.fresh(call, name, amounts), self.size)
        if handle is not None:
            smaller = ite(self._compare("<", before, after), before, after)
            smaller = ite(self._compare("==", old, self._number(0)), self._number(0), smaller)
            with validity.trusted() if validity is not None else nullcontext():
                self._copy(call, new, old, t.values.keep(smaller, self.size), after)
        if validity is not None:
            validity.release(handle, old, call.where)
        t.set(result, new)

    def _old_size(self, handle: Handle, old: Term) -> Term:
        if self.t.validity is not None:
            return self.t.validity.size_of(handle, old)
        return self.encoding.loaded(select(self.allocations.sizes(), old), self.size)

    # -- what is copied

    def _copy(self, call: Call, new: Term, old: Term, count: Term, most: Term) -> None:
        """Copy the units that lie in the first ``count`` bytes, of which there are no more than ``most``."""
        handle = self.t.points_to.site(call)
        region, base = self.memory.region(handle)
        for group in region.groups:
            for place in range(group.low, group.high, group.unit):
                offset = (place - base) % group.stride if group.stride else place - base
                if offset >= 0:
                    self._copy_each(handle, new, old, count, most, group, offset)

    def _copy_each(
        self, handle: Handle, new: Term, old: Term, count: Term, most: Term, group: Group, offset: int
    ) -> None:
        """Copy one unit of each stride."""
        end, handle = offset + group.unit, handle.moved(offset)
        if not group.stride:
            self._copy_unit(handle, new, old, count, group.unit, self._number(offset))
        elif not count.is_const and most.is_const and int(most.number) <= UNROLLED * group.stride:
            for at in range(offset, int(most.number) - group.unit + 1, group.stride):
                self._copy_unit(handle, new, old, count, group.unit, self._number(at))
        else:
            enough = self._compare(">=", count, self._number(end))
            behind = self.encoding.arithmetic("-", count, self._number(end - 1), self.size)
            self.blocks.repeat(
                ite(enough, behind, self._number(0)),
                group.stride,
                lambda index: self._copy_unit(
                    handle, new, old, count, group.unit, self.blocks.plus(index, self._number(offset))
                ),
            )

    def _copy_unit(self, handle: Handle, new: Term, old: Term, count: Term, unit: int, at: Term) -> None:
        """Copy a unit, if it lies in the first ``count`` bytes."""
        t, memory = self.t, self.memory
        inside = self._compare("<=", self.blocks.plus(at, self._number(unit)), count)
        if inside is FALSE:
            return
        source, target = (Spot(handle, None, 0, self.blocks.plus(address, at)) for address in (old, new))
        value = memory.load(source, unit, t.frame)
        updates: dict[Term, Term] = {}
        kept = ite(inside, value, memory.load(target, unit, t.frame))
        unwritten, before = memory.unwritten(source, unit, t.frame), memory.unwritten(target, unit, t.frame)
        if unwritten is not None and before is not None:
            unwritten = tuple(ite(inside, new, old) for new, old in zip(unwritten, before, strict=True))
        memory.store(target, unit, kept, t.frame, updates, unwritten)
        t.step(updates)


def _resizes(call: Call) -> bool:
    return isinstance(call.callee, Function) and role(call.callee) is Role.RESIZE
