"""Models of functions without a body: the competition's, allocators, memory and string functions, gcc's builtins."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from assay.core.errors import Unsupported
from assay.core.terms import Term, and_
from assay.frontends.c.checks import Kind
from assay.frontends.c.library.allocations import Allocations
from assay.frontends.c.library.builtins import Builtins, writes_by_format
from assay.frontends.c.library.byte_loops import Blocks
from assay.frontends.c.library.externals import Externals
from assay.frontends.c.library.handed import HandingOver
from assay.frontends.c.library.known import ERROR_FUNCTIONS, Role, canonical, is_int_like, looked_at, refusal, role
from assay.frontends.c.library.numbers import Numbers
from assay.frontends.c.library.resizing import Resizing
from assay.frontends.c.library.sources import ANY_NUMBER
from assay.frontends.c.library.unmodelled import INT_MAX, OPEN, PRINTS
from assay.frontends.c.memory.objects import Object, Spot
from assay.frontends.c.memory.points_to_graph import Node
from assay.frontends.c.read.tree import Call, Expression, Function, Refused, Variable
from assay.frontends.c.read.types import Int, Pointer, Void, as_int, is_scalar
from assay.frontends.c.translate.automaton import Mark, Point
from assay.frontends.c.translate.notes import listed

if TYPE_CHECKING:
    from assay.frontends.c.memory.validity import Validity
    from assay.frontends.c.translate.translation import Translation


class Models:
    """Translates calls of functions that are known by name."""

    def __init__(self, translation: Translation) -> None:
        self.t = translation
        self.memory = translation.memory
        self.encoding = translation.encoding
        self.size = translation.memory.pointer
        self.blocks = Blocks(translation)
        self.builtins = Builtins(translation)
        self.numbers = Numbers(translation)
        self.allocations = Allocations(translation, self.blocks)
        self.resizing = Resizing(translation, self.allocations)

    def call(self, call: Call, callee: Function, kind: Role) -> Term | None:
        """The result of the call; None if it has none or control does not come back."""
        self.t.where = call.where
        needed = looked_at(callee.name, kind)
        scalars = all(isinstance(argument.type, Int | Pointer) for argument in call.arguments[:needed])
        if len(call.arguments) < needed or not scalars:
            hint = "include <assert.h>" if callee.name == "assert" else "include the header that declares it"
            raise Unsupported(f"{callee.name} is not used as the function of the C library", call.where, hint)
        match kind:
            case Role.ERROR:
                self._discard(call.arguments)
                self.t.where = call.where
                made = Kind.ERROR_CALL if callee.name in ERROR_FUNCTIONS else Kind.ASSERTION
                if not self.t.asked(made):
                    self._ended()
                self.t.leave(self.t.checks.point(made, call.where), mark=Mark(self.t.statement or call.where))
                self.t.current = None
                return None
            case Role.STOP:
                self._discard(call.arguments)
                if canonical(callee.name) == "exit":
                    self.t.calls.end()
                elif canonical(callee.name) != "__builtin_unreachable":
                    self._ended()
                self.t.leave(self.t.stop)
                self.t.current = None
                return None
            case Role.BEYOND:
                self.t.beyond()
                return None
            case Role.ASSUME:
                self.t.step({}, call.where, self.t.values.condition(call.arguments[0]))
                return None
            case Role.ASSERT:
                good = Point(self.t.frame)
                error = self.t.checks.point(Kind.ASSERTION, call.where)
                failed = error if self.t.asked(Kind.ASSERTION) else Point(self.t.frame)
                self.t.branch(call.arguments[0], good, failed, {failed: Mark(self.t.statement or call.where)})
                if failed is not error:
                    self.t.resume(failed)
                    self._ended()
                    self.t.goto(error)
                self.t.resume(good)
                return None
            case Role.ALLOCATE:
                return self.allocations.allocate(call, canonical(callee.name))
            case Role.RESIZE:
                return self.resizing.resize(call, canonical(callee.name))
            case Role.COPY:
                return self.blocks.copy(call)
            case Role.FILL:
                return self.blocks.fill(call)
            case Role.FIRST_ARGUMENT:
                return self._first(call)
            case Role.ARITHMETIC:
                return self.builtins.arithmetic(call, callee.name)
            case Role.NUMBER:
                return self.numbers.call(call, callee.name)
            case Role.CONSTANT:
                return self.builtins.constant(call, callee.name)
            case Role.OPEN:
                return self._open(call, callee)
            case Role.ERRNO:
                return self._errno(call)
            case Role.REFUSE:
                message, hint = refusal(callee.name)
                raise Unsupported(message, call.where, hint)
            case Role.NOTHING if canonical(callee.name) == "free" and self.t.validity is not None:
                self._free(call, self.t.validity)
                return None
            case _:
                return self._unknown(call, callee)

    def _ended(self) -> None:
        """The run ends here, with whatever is still allocated."""
        if self.t.validity is not None:
            self.t.validity.finish()

    def _free(self, call: Call, validity: Validity) -> None:
        address = self.t.values.keep(self.t.values.value(call.arguments[0]), self.size)
        self.t.where = call.where
        validity.free(self.t.points_to.arguments[call][0], address, call.where)

    def _discard(self, arguments: list[Expression]) -> None:
        for argument in arguments:
            if self.memory.shadow is not None and is_scalar(argument.type) and not isinstance(argument, Refused):
                found = self.t.values.value(argument)  # what is handed over is read
                if argument.effects:
                    self.t.values.keep(found, argument.type)
            elif argument.effects or self.t.checks.fallible(argument):
                self.t.values.discard(argument)

    def _unknown(self, call: Call, callee: Function) -> Term | None:
        """Any value.  Whoever uses it on more than one step keeps it first, so each call is one input of one step."""
        self._discard(call.arguments)
        self.t.where = call.where
        if role(callee) is Role.UNKNOWN:
            self.outside(call, callee.name)
        elif role(callee) is Role.NONDET:
            self._refuse_unclear(call, callee)
        if not callee.returns:
            self.t.leave(self.t.stop)
            self.t.current = None
            return None
        if isinstance(call.type, Void):
            return None
        if callee.name == ANY_NUMBER:
            self.t.notes.assume("of functions like sin(), exp() and pow() only bounds are known")
        result = self.memory.unknown(f"{callee.name}()", as_int(call.type))
        self.t.notes.call(result, call, callee, self.t.frame)
        return result

    def _refuse_unclear(self, call: Call, callee: Function) -> None:
        """A function that returns any value of a type, by its name: without a declaration, C has it return an int."""
        if any(isinstance(argument.type, Pointer) for argument in call.arguments):
            hint = "of the functions of the competition, __VERIFIER_nondet_memory writes through a pointer"
            raise Unsupported(f"what {callee.name} does with a pointer is not known", call.where, hint)
        if callee.implicit and not is_int_like(callee.name):
            message = f"nothing declares {callee.name}(), so C takes it to return an int"
            raise Unsupported(message, call.where, "declare it with its type")

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
        program = self.t.points_to.reader.texts()
        if name in PRINTS and writes_by_format(call, name, program):
            raise Unsupported(f"{callee.name} may write to memory by %n", call.where, "leave %n out")
        bounds = OPEN[name]
        points_to = self.t.points_to
        unused = points_to.is_discarded(call) and callee.name not in points_to.used_results
        if bounds is None or unused or isinstance(call.type, Void | Pointer):
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
        self._refuse_implicit(call)
        if t.points_to.externals is Externals.PURE:
            t.notes.external(name, call.where, "returns any value and changes nothing")
            return
        nodes, called = self._known_outside
        if called:
            message = f"{name}() has no body and may call {called[0].name}()"
            raise Unsupported(message, call.where, "give it a body, or say --externals pure")
        updates: dict[Term, Term] = {}
        changed: dict[str, None] = {}
        for node in nodes:
            self.memory.forget_all(node, t.frame, updates, changed)
        t.step(updates, call.where, mark=Mark(call.where, call=self._handing_over(call, name)))
        if changed and self.memory.shadow is not None:
            t.notes.assume("what functions without a body may change counts as written by them")
        reach = f"may change {listed(list(changed))}" if changed else "changes nothing"
        t.notes.external(name, call.where, f"returns any value and {reach}")

    def _refuse_implicit(self, call: Call) -> None:
        """A function that nothing declares may be a macro of a header; programs of the competition leave such out."""
        if not isinstance(call.callee, Function) or not call.callee.implicit:
            return
        points_to, name = self.t.points_to, call.callee.name
        includes = points_to.reader.mentions(b"#include")
        if points_to.externals is Externals.ANY or (includes and name.isupper()):
            raise Unsupported(f"nothing declares {name}()", call.where, "declare it; is a header missing?")

    def _handing_over(self, call: Call, name: str) -> HandingOver:
        """The call, with the addresses of the variables whose address it plainly hands over."""
        t = self.t

        def address(variable: Variable) -> int | None:
            found = self.memory.objects.get((variable, t.frame if variable.local else t.root))
            return found.address if found is not None else None

        return t.notes.handed.enter(call, name, address)

    @cached_property
    def _known_outside(self) -> tuple[list[Node], list[Function]]:
        """What functions without a body may change, and call."""
        outside = self.t.points_to.outside
        return outside.nodes(), outside.functions()

    def forget(self, holder: Object) -> None:
        """The object may hold anything."""
        updates: dict[Term, Term] = {}
        self.memory.forget(holder, self.t.frame, updates)
        if self.memory.shadow is not None:
            self.memory.shadow.fill(holder, self.t.frame, updates, written=True)
        self.t.step(updates)

    def _first(self, call: Call) -> Term:
        value = self.t.values.value(call.arguments[0])
        self._discard([argument for argument in call.arguments[1:] if not isinstance(argument, Refused)])
        return self.encoding.convert(value, as_int(call.arguments[0].type), as_int(call.type))
