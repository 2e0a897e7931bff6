"""Models of memcpy and memset, which copy by types: unrolled where short, else loops of the model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from assay.core.errors import Unsupported
from assay.core.terms import Term
from assay.frontends.c.library.known import copied_type
from assay.frontends.c.memory.objects import Origin, Spot
from assay.frontends.c.memory.points_to_graph import Group, Handle
from assay.frontends.c.memory.unwritten import Pieces
from assay.frontends.c.read.tree import Call
from assay.frontends.c.read.types import UNSIGNED_CHAR, as_int, pieces, unsigned
from assay.frontends.c.translate.automaton import Point

if TYPE_CHECKING:
    from assay.frontends.c.translate.translation import Translation

# Copies and fills of at most this many units are unrolled.
UNROLLED = 64
# What to do where it is not known which object a pointer leads to.
ADDRESS_HINT = "let the pointer come from an object of the program, not from an integer or a function without a body"


class Blocks:
    """Translates copies and fills of memory."""

    def __init__(self, translation: Translation) -> None:
        self.t = translation
        self.memory = translation.memory
        self.encoding = translation.encoding
        self.size = translation.memory.pointer

    def plus(self, address: Term, index: Term) -> Term:
        return self.encoding.arithmetic("+", address, index, self.size)

    def number(self, value: int) -> Term:
        return self.encoding.constant(value, self.size)

    def clear(self, handle: Handle, address: Term, group: Group, total: Term) -> None:
        """Zero the units of one place in each stride of fresh memory."""
        zero = self.encoding.constant(0, unsigned(8 * group.unit))
        address = self.t.values.keep(address, self.size)
        self.repeat(total, group.stride, lambda index: self._put(handle, self.plus(address, index), group.unit, zero))

    def _put(self, handle: Handle, address: Term, size: int, value: Term, unwritten: Pieces | None = None) -> None:
        updates: dict[Term, Term] = {}
        self.memory.store(self._spot(handle, address), size, value, self.t.frame, updates, unwritten)
        self.t.step(updates)

    def _spot(self, handle: Handle, address: Term) -> Spot:
        if address.is_const and isinstance(address.value, int):
            known = self.memory.at(address.value, handle, self.t.frame)
            if known is not None:
                return Spot(known.handle, known.object, known.offset, origin=Origin(address))
        return Spot(handle, None, 0, address)

    def repeat(self, total: Term, stride: int, work: Callable[[Term], object]) -> None:
        """For index 0, stride, 2 * stride, ... below ``total``."""
        t = self.t
        if total.is_const and isinstance(total.value, int) and total.value <= UNROLLED * stride:
            for offset in range(0, total.value, stride):
                work(self.encoding.constant(offset, self.size))
            return
        total = t.values.keep(total, self.size)
        index = t.temporary(self.size)
        t.set(index, self.encoding.constant(0, self.size))
        head, body, after = (Point(t.frame) for _ in range(3))
        t.goto(head)
        t.current = head.resolved()
        t.branch_on(self.encoding.compare("<", index, total, self.size), body, after)
        t.resume(body)
        work(index)
        t.set(index, self.encoding.arithmetic("+", index, self.encoding.constant(stride, self.size), self.size))
        t.goto(head)
        t.resume(after)

    # -- memory functions

    def _three(self, call: Call) -> list[Term]:
        terms: list[Term] = []
        for number, argument in enumerate(call.arguments):
            term = self.t.values.value(argument)
            if any(later.effects for later in call.arguments[number + 1 :]):
                term = self.t.values.keep(term, argument.type)
            terms.append(term)
        return terms

    def _handles(self, call: Call) -> list[Handle]:
        """What the pointer arguments point to."""
        found = self.t.points_to.arguments[call]
        return [handle if handle is not None else self.t.points_to.absolute for handle in found]

    def copy(self, call: Call) -> Term:
        target, source, count = self._three(call)
        to, origin = self._handles(call)[:2]
        made = copied_type(call)
        if made is not None:
            updates: dict[Term, Term] = {}
            spots = self._spot(origin, source), self._spot(to, target)
            with self.t.checked_whole([(spot, self.t.frame) for spot in spots], made.size):
                for offset, size in pieces(made):
                    value = self.memory.load(spots[0].moved(offset), size, self.t.frame)
                    unwritten = self.memory.unwritten(spots[0].moved(offset), size, self.t.frame)
                    self.memory.store(spots[1].moved(offset), size, value, self.t.frame, updates, unwritten)
            self.t.step(updates, call.where)
            return target
        if self.t.points_to.arguments[call][0] is None or self.t.points_to.arguments[call][1] is None:
            raise Unsupported("memory is copied from or to an unknown address", call.where, ADDRESS_HINT)
        target, source = (self.t.values.keep(term, self.size) for term in (target, source))
        total = self.encoding.convert(count, as_int(call.arguments[2].type), self.size)
        if self.t.validity is not None:
            self.t.validity.apart(self._spot(to, target), self._spot(origin, source), total)
        with self._checked(((origin, source), (to, target)), total):
            self.repeat(
                total,
                1,
                lambda index: self._copy_byte(
                    self._spot(origin, self.plus(source, index)), to, self.plus(target, index)
                ),
            )
        return target

    @contextmanager
    def _checked(self, ranges: Iterable[tuple[Handle, Term]], count: Term) -> Iterator[None]:
        """Accesses to so many bytes, which are checked as a whole if they are checked."""
        validity = self.t.validity
        if validity is None:
            yield
            return
        for handle, address in ranges:
            validity.block(self._spot(handle, address), count, self.t.frame)
        with validity.trusted():
            yield

    def _copy_byte(self, source: Spot, to: Handle, target: Term) -> None:
        value = self.memory.load(source, 1, self.t.frame)
        self._put(to, target, 1, value, self.memory.unwritten(source, 1, self.t.frame))

    def fill(self, call: Call) -> Term:
        target, value, count = self._three(call)
        to = self._handles(call)[0]
        made = copied_type(call)
        byte = self.encoding.convert(value, as_int(call.arguments[1].type), UNSIGNED_CHAR)
        if made is not None:
            updates: dict[Term, Term] = {}
            spot = self._spot(to, target)
            with self.t.checked_whole([(spot, self.t.frame)], made.size):
                for offset, size in pieces(made):
                    whole = self.encoding.join([byte] * size, unsigned(8 * size))
                    self.memory.store(spot.moved(offset), size, whole, self.t.frame, updates)
            self.t.step(updates, call.where)
            return target
        if self.t.points_to.arguments[call][0] is None:
            raise Unsupported("memory at an unknown address is filled", call.where, ADDRESS_HINT)
        target, byte = self.t.values.keep(target, self.size), self.t.values.keep(byte, UNSIGNED_CHAR)
        total = self.encoding.convert(count, as_int(call.arguments[2].type), self.size)
        with self._checked(((to, target),), total):
            self.repeat(total, 1, lambda index: self._put(to, self.plus(target, index), 1, byte))
        return target
