"""Models of functions without a body: the competition's, allocators, memory and string functions, gcc's builtins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.core.errors import Unsupported
from assay.core.terms import TRUE, Term, and_
from assay.frontends.c.automaton import Mark, Point
from assay.frontends.c.blocks import Blocks
from assay.frontends.c.builtins import Builtins, writes_by_format
from assay.frontends.c.externals import Externals
from assay.frontends.c.library import Role, canonical, looked_at, refusal, role
from assay.frontends.c.library_names import INT_MAX, OPEN, PRINTS
from assay.frontends.c.memory import HEAP_END
from assay.frontends.c.notes import listed
from assay.frontends.c.objects import Object, Spot
from assay.frontends.c.tree import Call, Expression, Function, Refused, Variable
from assay.frontends.c.types import Int, Pointer, Void, as_int

if TYPE_CHECKING:
    from assay.frontends.c.translation import Translation


class Models:
    """Translates calls of functions that are known by name."""

    def __init__(self, translation: Translation) -> None:
        self.t = translation
        self.memory = translation.memory
        self.encoding = translation.encoding
        self.size = translation.memory.pointer
        self.blocks = Blocks(translation)
        self.builtins = Builtins(translation)

    def call(self, call: Call, callee: Function, kind: Role) -> Term | None:
        """The result of the call; None if it has none or control does not come back."""
        self.t.where = call.where
        needed = looked_at(callee.name, kind)
        scalars = all(isinstance(argument.type, Int | Pointer) for argument in call.arguments[:needed])
        if len(call.arguments) < needed or not scalars:
            raise Unsupported(f"{callee.name} is not used as the function of the C library", call.where)
        match kind:
            case Role.ERROR:
                self._discard(call.arguments)
                self.t.where = call.where
                self.t.leave(self.t.error, mark=Mark(self.t.statement or call.where))
                self.t.current = None
                return None
            case Role.STOP:
                self._discard(call.arguments)
                self.t.leave(self.t.stop)
                self.t.current = None
                return None
            case Role.ASSUME:
                self.t.step({}, call.where, self.t.values.condition(call.arguments[0]))
                return None
            case Role.ASSERT:
                good = Point(self.t.frame)
                marks = {self.t.error: Mark(self.t.statement or call.where)}
                self.t.branch(call.arguments[0], good, self.t.error, marks)
                self.t.resume(good)
                return None
            case Role.ALLOCATE:
                return self._allocate(call, canonical(callee.name))
            case Role.COPY:
                return self.blocks.copy(call)
            case Role.FILL:
                return self.blocks.fill(call)
            case Role.STRING | Role.STRING_TO_FIRST:
                return self.blocks.string(call, canonical(callee.name))
            case Role.FIRST_ARGUMENT:
                return self._first(call)
            case Role.ARITHMETIC:
                return self.builtins.arithmetic(call, callee.name)
            case Role.CONSTANT:
                return self.builtins.constant(call, callee.name)
            case Role.OPEN:
                return self._open(call, callee)
            case Role.ERRNO:
                return self._errno(call)
            case Role.REFUSE:
                message, hint = refusal(callee.name)
                raise Unsupported(message, call.where, hint)
            case _:
                return self._unknown(call, callee)

    def _discard(self, arguments: list[Expression]) -> None:
        for argument in arguments:
            if argument.effects:
                self.t.values.discard(argument)

    def _unknown(self, call: Call, callee: Function) -> Term | None:
        """Any value.  Whoever uses it on more than one step keeps it first, so each call is one input of one step."""
        self._discard(call.arguments)
        self.t.where = call.where
        if role(callee) is Role.UNKNOWN:
            self.outside(call, callee.name)
        if isinstance(call.type, Void):
            return None
        result = self.memory.unknown(f"{callee.name}()", as_int(call.type))
        self.t.notes.call(result, call, callee, self.t.frame)
        return result

    def returned(self, call: Call, callee: Function, holder: Object) -> None:
        """A record that a function without a body returns."""
        kind = role(callee)
        if kind is Role.UNKNOWN:
            self.outside(call, callee.name)
        elif kind not in (Role.NONDET, Role.OPEN):
            message, hint = refusal(callee.name)
            raise Unsupported(message, call.where, hint)
        self.forget(holder)

    def _open(self, call: Call, callee: Function) -> Term | None:
        """Any legal value."""
        name = canonical(callee.name)
        if name in PRINTS and writes_by_format(call):
            raise Unsupported(f"{callee.name} may write to memory by %n", call.where, "leave %n out")
        bounds = OPEN[name]
        if bounds is None or isinstance(call.type, Void | Pointer):
            return self._unknown(call, callee)
        made, limit = as_int(call.type), None
        if bounds.limit is not None and bounds.limit < len(call.arguments):
            argument = call.arguments[bounds.limit]
            wide = self.encoding.convert(self.t.values.value(argument), as_int(argument.type), made)
            limit = self.t.values.keep(wide, made)
        found = self._unknown(call, callee)
        assert found is not None
        result = self.t.values.keep(found, made)
        guard = []
        if made.signed or bounds.least > 0:
            guard.append(self.encoding.compare(">=", result, self.encoding.constant(bounds.least, made), made))
        if limit is not None:
            guard.append(self.encoding.compare("<=", result, limit, made))
        elif bounds.most < INT_MAX:
            guard.append(self.encoding.compare("<=", result, self.encoding.constant(bounds.most, made), made))
        self.t.step({}, call.where, and_(*guard))
        return result

    def _errno(self, call: Call) -> Term:
        """The place of the last error's number, which any call may have set since it was looked at."""
        holder = self.memory.object(self.t.points_to.errno, self.t.root)
        self.forget(holder)
        address = self.memory.address_of(Spot(holder.start, holder, 0))
        return self.encoding.convert(address, self.size, as_int(call.type))

    def outside(self, call: Call, name: str) -> None:
        """What a function without a body does: nothing, or anything to all that it can reach."""
        t = self.t
        if t.points_to.externals is Externals.PURE:
            t.notes.external(name, call.where, "returns any value and changes nothing")
            return
        outside = t.points_to.outside
        callable = outside.functions()
        if callable:
            raise Unsupported(
                f"{name}() has no body and may call {callable[0].name}()",
                call.where,
                "give it a body, or say --externals pure",
            )
        updates: dict[Term, Term] = {}
        changed: dict[str, None] = {}
        for node in outside.nodes():
            self.memory.forget_all(node, t.frame, updates, changed)
        t.step(updates, call.where)
        reach = f"may change {listed(list(changed))}" if changed else "changes nothing"
        t.notes.external(name, call.where, f"returns any value and {reach}")

    def forget(self, holder: Object) -> None:
        """The object may hold anything."""
        updates: dict[Term, Term] = {}
        self.memory.forget(holder, self.t.frame, updates)
        self.t.step(updates)

    def _first(self, call: Call) -> Term:
        value = self.t.values.value(call.arguments[0])
        self._discard([argument for argument in call.arguments[1:] if not isinstance(argument, Refused)])
        return self.encoding.convert(value, as_int(call.arguments[0].type), as_int(call.type))

    # -- allocation

    def _allocate(self, call: Call, name: str) -> Term:
        """Fresh memory behind everything allocated before; allocation never fails."""
        t, size = self.t, self.size
        declared = t.points_to.allocated(call)
        if declared is not None:
            return self._declared(call, declared, name)
        amounts = call.arguments[: 2 if name == "calloc" else 1]
        terms = [t.values.value(argument) for argument in amounts]
        self._discard(call.arguments[len(amounts) :])
        wide = [self.encoding.convert(m, as_int(a.type), size) for m, a in zip(terms, amounts, strict=True)]
        total = wide[0] if len(wide) == 1 else self.encoding.arithmetic("*", wide[0], wide[1], size)
        if name == "calloc":
            total = t.values.keep(total, size)
        if self.memory.heap is None:
            self.memory.heap = self.memory.new_variable("heap", size, t.root)
        heap = self.memory.heap
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
        return self.encoding.convert(result, size, as_int(call.type))

    def _declared(self, call: Call, declared: Variable, name: str) -> Term:
        """An allocation that happens at most once makes an object like a declared one."""
        found = self.memory.object(declared, self.t.root)
        if name == "calloc":
            updates: dict[Term, Term] = {}
            self.memory.clear(found, self.t.frame, updates, call.where)
            self.t.step(updates, call.where)
        address = self.memory.address_of(Spot(found.start, found, 0))
        return self.encoding.convert(address, self.size, as_int(call.type))

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
