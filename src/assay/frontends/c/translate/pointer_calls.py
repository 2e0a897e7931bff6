"""Calls through pointers: as the call by name of every function that the pointer may point to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.core.errors import Unsupported
from assay.core.terms import FALSE, Term
from assay.frontends.c.checks import Kind
from assay.frontends.c.library.comparisons import refuse_effects
from assay.frontends.c.library.externals import Externals
from assay.frontends.c.memory.flows import Direct
from assay.frontends.c.memory.objects import Object, Spot
from assay.frontends.c.read.tree import Call, Function
from assay.frontends.c.read.types import Record, Void, as_int, is_scalar
from assay.frontends.c.translate.automaton import Point

if TYPE_CHECKING:
    from assay.frontends.c.translate.calls import Calls
    from assay.frontends.c.translate.translation import Translation


class PointerCalls:
    """Translates calls through pointers at the current point."""

    def __init__(self, translation: Translation, calls: Calls) -> None:
        self.t = translation
        self.calls = calls

    def call(self, call: Call, holder: Object | None) -> Term | None:
        """Compare the pointer with each candidate; another value is an unknown function."""
        t = self.t
        assert not isinstance(call.callee, Function)
        pointer = t.values.value(call.callee)
        if any(argument.effects for argument in call.arguments):
            pointer = t.values.keep(pointer, call.callee.type)
        terms, records = self.calls.arguments(call)
        types = self.calls.types
        t.where = call.where
        if t.points_to.unfollowed(call):
            raise Unsupported(
                "the function that is called is made of an integer that the analysis cannot follow", call.where
            )
        result = None
        if not isinstance(call.type, Void | Record):
            result = t.temporary(as_int(call.type))
        after = Point(t.frame)
        for function in t.points_to.candidates(call):
            if t.current is None:
                break
            chosen, rest = Point(t.frame), Point(t.frame)
            made = t.memory.pointer
            t.branch_on(t.encoding.compare("==", pointer, t.function_address(function), made), chosen, rest)
            t.resume(chosen)
            if self.calls.active:
                refuse_effects(self.calls.active[-1].function, function, t.points_to.reached, t.checks.told(call.where))
            self.calls.types = types
            direct = t.points_to.direct(call, function)
            if direct is None:
                self._chosen(function, terms, records, result, holder)
            else:
                self._directly(direct, terms, records, result, holder)
            t.goto(after)
            t.resume(rest)
        if t.current is not None:
            if t.points_to.externals is Externals.ANY and t.points_to.outside.may_be(call):
                self.calls.models.outside(call, "a function behind a pointer")
            else:
                t.check(Kind.DEREFERENCE, FALSE, call.where)
            if result is not None:
                t.set(result, t.memory.unknown("pointer_call()", t.memory.types[result]))
            elif holder is not None:
                self.calls.models.forget(holder)
            t.goto(after)
        t.resume(after)
        return result

    def _chosen(
        self,
        function: Function,
        terms: list[Term | None],
        records: list[Spot | None],
        result: Term | None,
        holder: Object | None,
    ) -> None:
        """Inline one candidate; one whose result is not of the wanted kind gives an unknown value."""
        returned = function.type.result
        scalar = is_scalar(returned)
        self.calls.inline(function, terms, records, result if scalar else None, holder)
        if not scalar:
            self._no_value(result)

    def _directly(
        self,
        direct: Direct,
        terms: list[Term | None],
        records: list[Spot | None],
        result: Term | None,
        holder: Object | None,
    ) -> None:
        """Keep the arguments, and call the function as if by its name."""
        t = self.t
        updates: dict[Term, Term] = {}
        for variable, term, record in zip(direct.arguments, terms, records, strict=True):
            found = t.memory.object(variable, t.frame)
            spot = Spot(found.start, found, 0)
            if record is not None:
                t.records.copied(spot, record, variable.type, t.frame, updates)
            elif term is not None:
                t.assignments.put(spot, variable.type, None, term, updates)
        t.step(updates)
        made = direct.expression
        if holder is not None and isinstance(made.type, Record):
            source = t.records.record(made)
            t.step(t.records.copied(Spot(holder.start, holder, 0), source, made.type, t.frame))
        elif result is not None and not isinstance(made.type, Void | Record):
            value = t.values.value(made)
            t.set(result, t.encoding.convert(value, as_int(made.type), t.memory.types[result]))
        else:
            t.values.discard(made)
            self._no_value(result)

    def _no_value(self, result: Term | None) -> None:
        if result is not None and self.t.current is not None:
            self.t.set(result, self.t.memory.unknown("no_value", self.t.memory.types[result]))
