"""Calls: inlined if the function is defined, unfolded to a bound if it is recursive, modelled if it is known by name.

What a function without a body does that is not known by name is a rule of the check (``externals``).  The *n*-th call
of a function in the translation has the input ``name()#n``.  Beyond the bound of recursion control enters the location
*bound*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.core.errors import Position, Unsupported
from assay.core.terms import TRUE, Term, and_
from assay.frontends.c.library.known import Role, role
from assay.frontends.c.library.models import Models
from assay.frontends.c.memory.objects import Object, Spot
from assay.frontends.c.read.statement_tree import Block, Loop
from assay.frontends.c.read.tree import Call, Expression, Function
from assay.frontends.c.read.types import Int, Record, Void, as_int
from assay.frontends.c.read.variadic import NO_MORE, NOT_KEPT, NUMBER, SLOT, extras
from assay.frontends.c.translate.automaton import Frame, Point
from assay.frontends.c.translate.cleanups import Cleanups
from assay.frontends.c.translate.pointer_calls import PointerCalls
from assay.frontends.c.translate.procedures import Procedures

if TYPE_CHECKING:
    from assay.frontends.c.translate.translation import Translation


class Activation:
    """A call that is being inlined: where it stands, where its result goes, where control goes on."""

    def __init__(
        self, function: Function, where: Position, after: Point, result: Term | None, record: Object | None
    ) -> None:
        self.function = function
        self.where = where
        self.after = after
        self.result = result
        self.record = record


class Calls:
    """Translates calls at the current point."""

    def __init__(self, translation: Translation, separate: frozenset[str] = frozenset()) -> None:
        self.t = translation
        self.models = Models(translation)
        self.pointers = PointerCalls(translation, self)
        self.procedures = Procedures(translation, separate)
        self.active: list[Activation] = []
        self.ending = False
        self.destroying = False

    def run_main(self, main: Function) -> None:
        """The program is a call of main with any arguments; constructors run before it, destructors behind it."""
        t = self.t
        t.where = main.where
        for constructor in t.points_to.reader.constructors():
            self.inline(constructor, [], [], None)
        terms: list[Term | None] = []
        guards: list[Term] = []
        for parameter in main.parameters[:2]:
            made = as_int(parameter.type)
            term = t.memory.unknown(parameter.name, made)
            zero = t.encoding.constant(0, made)
            guards.append(t.encoding.compare(">" if made.signed else "!=", term, zero, made))
            terms.append(term)
        self.types = [parameter.type for parameter in main.parameters]
        self.inline(main, terms, [], None, guard=and_(*guards))
        self.end()

    def end(self) -> None:
        """What happens when main returned or exit was called: handlers run, then destructors."""
        handlers = self.t.points_to.handlers()
        if self.ending and handlers:
            raise Unsupported("exit is called while the program ends", self.t.where, "call _exit there")
        if not self.ending:
            self.ending = True
            for handler in handlers:
                self.inline(handler, [], [], None)
            self.destroying = True
            for destructor in self.t.points_to.reader.destructors():
                self.inline(destructor, [], [], None)
            self.ending = self.destroying = False
            if self.t.validity is not None:
                self.t.validity.finish()

    # -- calls as values

    def call(self, call: Call) -> Term | None:
        """The value of a call, None if it has none."""
        if self.t.current is None:
            return self._nothing(call)
        if isinstance(call.type, Record):
            self.call_record(call)
            return None
        return self._dispatch(call)

    def call_record(self, call: Call) -> Spot:
        """Where the record that a call returns lies."""
        holder = self.t.memory.object(self.t.points_to.site_variable(call), self.t.frame)
        if self.t.current is not None:
            if not isinstance(call.callee, Function):
                self.pointers.call(call, holder)
            else:
                terms, records = self.arguments(call)
                if call.callee.defined:
                    self.inline(call.callee, terms, records, None, holder)
                else:
                    self.models.returned(call, call.callee, holder)
        return Spot(holder.start, holder, 0)

    def _nothing(self, call: Call) -> Term | None:
        """Some value, where control cannot be."""
        if isinstance(call.type, Void | Record):
            return None
        return self.t.encoding.constant(0, as_int(call.type))

    def _dispatch(self, call: Call) -> Term | None:
        callee = call.callee
        if not isinstance(callee, Function):
            return self.pointers.call(call, None)
        kind = role(callee)
        if callee.defined and kind is not Role.ERROR:
            terms, records = self.arguments(call)
            self.t.where = call.where
            result = None if isinstance(call.type, Void) else self.t.temporary(as_int(call.type))
            self.inline(callee, terms, records, result)
            return result
        return self.models.call(call, callee, kind)

    def arguments(self, call: Call) -> tuple[list[Term | None], list[Spot | None]]:
        """Terms of the scalar arguments and spots of the records, all valid at the point behind them."""
        terms: list[Term | None] = []
        records: list[Spot | None] = []
        values = self.t.values
        later = [any(a.effects for a in call.arguments[i + 1 :]) for i in range(len(call.arguments))]
        for argument, followed in zip(call.arguments, later, strict=True):
            if isinstance(argument.type, Record):
                terms.append(None)
                records.append(self.t.records.record(argument))
                continue
            if isinstance(argument.type, Void):
                values.discard(argument)
                terms.append(None)
                records.append(None)
                continue
            term = values.value(argument)
            terms.append(values.keep(term, argument.type) if followed else term)
            records.append(None)
        self.types = [argument.type for argument in call.arguments]
        return terms, records

    # -- inlining

    def inline(
        self,
        function: Function,
        terms: list[Term | None],
        records: list[Spot | None],
        result: Term | None,
        record: Object | None = None,
        guard: Term = TRUE,
    ) -> None:
        t = self.t
        if t.current is None:
            return
        if self.destroying and function.name.startswith("atexit."):
            raise Unsupported("atexit is called by a destructor", t.where, "register it before")
        if self.procedures.has(function) and (self.active or function is not t.points_to.reader.main()):
            self.procedures.call(function, terms, records, result, record)
            return
        depth = sum(1 for active in self.active if active.function is function)
        if depth > t.recursion:
            t.truncated = True
            t.beyond()
            return
        caller, where = t.frame, t.where
        parent = caller if self.active else t.root
        frame = Frame(self._frame_name(function), parent, function.name)
        updates: dict[Term, Term] = {}
        self.bind(function, frame, terms, records, updates)
        validity = t.validity
        if validity is not None:
            validity.lifetimes.called(frame)
        after = Point(caller)
        start = Point(frame, str(function.where.line))
        t.automaton.add(t.current, start, where, guard, updates, enters=frame)
        t.frame, t.current = frame, start
        opened = self.body(Activation(function, where, after, result, record))
        t.frame, t.where = caller, where
        t.resume(after)
        if validity is not None:
            validity.lifetimes.returned(frame, opened)

    def body(self, activation: Activation) -> list[Block | Loop]:
        """The body of the function whose frame is entered, up to its returns; the scopes of its caller."""
        t, body = self.t, activation.function.body
        assert body is not None
        self.active.append(activation)
        outer = t.statements.labels, t.statements.breaks, t.statements.continues, t.statements.cases
        scopes, t.statements.cleanups = t.statements.cleanups, Cleanups(t, body)
        t.statements.labels, t.statements.breaks, t.statements.continues, t.statements.cases = {}, [], [], {}
        opened = t.validity.lifetimes.begin_call(body) if t.validity is not None else []
        t.statements.run(body)
        t.statements.labels, t.statements.breaks, t.statements.continues, t.statements.cases = outer
        t.statements.cleanups = scopes
        self._fall_off()
        self.active.pop()
        return opened

    def _frame_name(self, function: Function) -> str:
        if not self.active:
            return function.name
        return f"{self.t.frame.name}:{self.t.where.line}/{function.name}"

    def bind(
        self,
        function: Function,
        frame: Frame,
        terms: list[Term | None],
        records: list[Spot | None],
        updates: dict[Term, Term],
    ) -> None:
        """Parameters receive their arguments.  A constant for a parameter that never changes needs no variable."""
        t = self.t
        for number, parameter in enumerate(function.parameters):
            found = t.memory.object(parameter, frame)
            spot = Spot(found.start, found, 0)
            if isinstance(parameter.type, Record):
                source = records[number] if number < len(records) else None
                if source is not None:
                    t.records.copied(spot, source, parameter.type, frame, updates)
                continue
            made = as_int(parameter.type)
            term = terms[number] if number < len(terms) else None
            if term is None:
                term = t.memory.unknown(parameter.name, made)
            else:
                term = t.floats.converted(term, self.types[number], parameter.type)
            if term.is_const and not parameter.assigned and not parameter.addressed and not frame.detached:
                t.constants[parameter, frame] = term
                continue
            t.assignments.put(spot, parameter.type, None, term, updates)
        if function.rest is not None:
            self._bind_rest(function, t.memory.object(function.rest, frame), terms, records, updates)

    def _bind_rest(
        self,
        function: Function,
        table: Object,
        terms: list[Term | None],
        records: list[Spot | None],
        updates: dict[Term, Term],
    ) -> None:
        """Fill the table of arguments without names."""
        t, start = self.t, Spot(table.start, table, 0)
        numbers = {max(len(terms) - len(function.parameters), 0) * SLOT: NO_MORE}
        for extra in extras(function, self.types[: len(terms)]):
            slot, term, record = extra.slot, terms[extra.index], records[extra.index]
            numbers[extra.at] = slot.number if slot is not None else NOT_KEPT
            if slot is None:
                continue
            place = start.moved(extra.at + slot.offset)
            if record is not None:
                t.records.copied(place, record, slot.stored, table.frame, updates)
            elif term is not None:
                given = self.types[extra.index]
                if isinstance(given, Int):
                    term = t.encoding.convert(term, given, as_int(slot.stored))
                t.assignments.put(place, slot.stored, None, term, updates)
        for at, number in numbers.items():
            t.assignments.put(start.moved(at), NUMBER, None, t.encoding.constant(number, NUMBER), updates)

    def _fall_off(self) -> None:
        """Behind the last statement; the value, if the caller wants one, is undefined (main's is not wanted)."""
        t = self.t
        if t.current is not None:
            self._leave(None)

    def give_back(self, value: Expression | None) -> None:
        """A return statement."""
        t = self.t
        if t.current is None:
            return
        active = self.active[-1]
        if value is None or isinstance(value.type, Void):
            if value is not None:
                t.values.discard(value)
            t.statements.cleanups.leave(0)
            self._leave(None)
            return
        if isinstance(value.type, Record):
            source = t.records.record(value)
            updates: dict[Term, Term] = {}
            if active.record is not None:
                target = Spot(active.record.start, active.record, 0)
                updates = t.records.copied(target, source, value.type, active.after.frame)
            if t.statements.cleanups:
                t.step(updates)
                t.statements.cleanups.leave(0)
                updates = {}
            t.leave(active.after, updates=updates)
            t.current = None
            return
        term = t.values.value(value)
        if t.statements.cleanups:
            term = t.values.keep(term, value.type)
            t.statements.cleanups.leave(0)
        self._leave(term, as_int(value.type))

    def _leave(self, value: Term | None, made: Int | None = None) -> None:
        t = self.t
        active = self.active[-1]
        updates: dict[Term, Term] = {}
        if active.result is not None:
            wanted = t.memory.types[active.result]
            if value is None or made is None:
                value = t.memory.unknown("no_value", wanted)
            else:
                value = t.encoding.convert(value, made, wanted)
            updates = {active.result: value}
        t.leave(active.after, updates=updates)
        t.current = None
