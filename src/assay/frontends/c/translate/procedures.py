"""Procedures: functions that are translated once and called, where others are copied into each call.

A call is a step into the procedure's entry, and a step over it, which uses a state of the procedure's end: the values
that it was called with, and those that it left.  Its locations carry, beside parameters and locals, only what it
touches of the variables outside, itself or through others that it calls; and of what it changes, the value at the call
as well.  What a procedure touches is read off its finished steps, so nothing that they mention can be missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from assay.core.terms import TRUE, Op, Term, post_order, variable
from assay.frontends.c.memory.objects import Object, Spot
from assay.frontends.c.read.tree import Function
from assay.frontends.c.read.types import Record, as_int, is_scalar
from assay.frontends.c.translate.automaton import Calling, Frame, Point, Procedure, Step

if TYPE_CHECKING:
    from assay.frontends.c.translate.translation import Translation


class Procedures:
    """The procedures of one translation; ``separate`` are the functions that are translated so."""

    def __init__(self, translation: Translation, separate: frozenset[str]) -> None:
        self.t = translation
        self._separate = separate
        self.made: dict[Function, Procedure] = {}
        self._holders: dict[Procedure, Object] = {}
        self._pending: list[Function] = []

    def has(self, function: Function) -> bool:
        return function.name in self._separate

    def call(
        self,
        function: Function,
        terms: list[Term | None],
        records: list[Spot | None],
        result: Term | None,
        record: Object | None,
    ) -> None:
        """Call a procedure at the current point."""
        t, procedure = self.t, self._of(function)
        assert t.current is not None
        arguments: dict[Term, Term] = {}
        t.calls.bind(function, procedure.frame, terms, records, arguments)
        self._choose(arguments)
        procedure.arguments |= dict.fromkeys(arguments)
        results: dict[Term, Term] = {}
        if result is not None and procedure.result is not None:
            given, wanted = t.memory.types[procedure.result], t.memory.types[result]
            results[result] = t.encoding.convert(procedure.result, given, wanted)
        elif record is not None and procedure in self._holders:
            holder = self._holders[procedure]
            target = Spot(record.start, record, 0)
            t.records.copied(target, Spot(holder.start, holder, 0), function.type.result, t.frame, results)
        after = Point(t.frame)
        t.automaton.call(t.current, after, t.where, Calling(procedure, arguments, results))
        t.current = after

    def _choose(self, arguments: dict[Term, Term]) -> None:
        """What an argument leaves open is chosen before the call: the steps into it and over it speak of one value."""
        t, chosen = self.t, dict[Term, Term]()
        for symbol, term in arguments.items():
            if any(s not in t.memory.types and not s.sort.is_array for s in term.free):
                arguments[symbol] = t.temporary(t.memory.types[symbol])
                chosen[arguments[symbol]] = term
        t.step(chosen)

    def _of(self, function: Function) -> Procedure:
        found = self.made.get(function)
        if found is None:
            t, name = self.t, function.name
            frame = Frame(name, t.root, name, detached=True)
            line = str(function.where.line)
            entry, end = Point(Frame(name, None), "entry"), Point(Frame(name, None), "end")
            found = Procedure(name, frame, entry, Point(frame, line), end)
            entry.entered = found.start.entered = True
            returned = function.type.result
            if is_scalar(returned):
                found.result = t.memory.new_variable(f"{name}::\\result", as_int(returned), frame)
            elif isinstance(returned, Record):
                self._holders[found] = t.memory.object(t.points_to.result_of(function), frame)
            self.made[function] = found
            self._pending.append(function)
        return found

    def run(self) -> None:
        """Translate the bodies of all that is called, once the rest of the program is translated."""
        from assay.frontends.c.translate.calls import Activation

        t = self.t
        while self._pending:
            function = self._pending.pop(0)
            procedure = self.made[function]
            t.frame, t.current, t.where = procedure.frame, procedure.start, function.where
            holder = self._holders.get(procedure)
            t.calls.body(Activation(function, function.where, procedure.end, procedure.result, holder))
        t.frame, t.current = t.root, None

    def close(self) -> None:
        """Give the locations of procedures their variables, and each procedure the step from its entry on."""
        if not self.made:
            return
        touched = _touched(self.t.automaton.steps, self.made.values())
        order = {symbol: number for number, symbol in enumerate(_outside(self.t.automaton.steps, self.t.root))}
        for function, procedure in self.made.items():
            use = touched[procedure]
            outer = sorted((symbol for symbol in use.mentioned if symbol in order), key=order.__getitem__)
            before = self._before(procedure, (*procedure.arguments, *outer), use.changed)
            given = (*procedure.arguments, *outer)
            procedure.given = tuple((symbol, before.get(symbol, symbol)) for symbol in given)
            procedure.changed = tuple(symbol for symbol in outer if symbol in use.changed)
            if procedure.result is not None:
                procedure.results[procedure.result] = None
            elif procedure in self._holders:
                procedure.results |= dict.fromkeys(self._holders[procedure].cells.values())
            procedure.frame.outer = (*before.values(), *outer)
            procedure.entry.frame.scope = given
            kept = (symbol for _, symbol in procedure.given)
            procedure.end.frame.scope = (*kept, *procedure.changed, *procedure.results)
            updates = {v: v for v in procedure.arguments} | {ghost: v for v, ghost in before.items()}
            first = Step(procedure.entry, procedure.start, TRUE, updates, function.where, enters=procedure.frame)
            self.t.automaton.steps.append(first)

    def _before(self, procedure: Procedure, given: Iterable[Term], changed: set[Term]) -> dict[Term, Term]:
        """Variables for the values at the call of what a procedure changes."""
        found: dict[Term, Term] = {}
        memory = self.t.memory
        for symbol in given:
            if symbol in changed:
                ghost = variable(memory.names.fresh(f"{procedure.name}::\\old({symbol.name})"), symbol.sort)
                if symbol in memory.types:
                    memory.types[ghost] = memory.types[symbol]
                found[symbol] = ghost
        return found


@dataclass(slots=True)
class _Touched:
    """The variables that a procedure mentions, and those that it changes."""

    mentioned: set[Term] = field(default_factory=set)
    changed: set[Term] = field(default_factory=set)
    calls: set[Procedure] = field(default_factory=set)


def _touched(steps: Iterable[Step], procedures: Iterable[Procedure]) -> Mapping[Procedure, _Touched]:
    """What each procedure touches, by itself and through all that it calls."""
    owners = {procedure.frame: procedure for procedure in procedures}
    found = {procedure: _Touched() for procedure in owners.values()}
    for step in steps:
        frame = step.source.frame.procedure
        if frame is None:
            continue
        own = found[owners[frame]]
        terms = [step.guard, *step.updates.values()]
        own.changed.update(step.updates)
        if step.calling is not None:
            terms += step.calling.arguments.values()
            own.changed.update(step.calling.results)
            own.calls.add(step.calling.procedure)
        own.mentioned.update(term for term in post_order(*terms) if term.op is Op.VAR)
    for use in found.values():
        use.mentioned |= use.changed
    growing = True
    while growing:
        growing = False
        for use in found.values():
            size = len(use.mentioned) + len(use.changed)
            for other in use.calls:
                use.mentioned |= found[other].mentioned
                use.changed |= found[other].changed
            growing |= len(use.mentioned) + len(use.changed) > size
    return found


def _outside(steps: Iterable[Step], root: Frame) -> Iterable[Term]:
    """The variables that live outside of all procedures, in the order of their frames."""
    frames = {root: None}
    for step in steps:
        for frame in (step.source.frame, step.target.frame):
            if frame not in frames and frame.procedure is None:
                frames.update(dict.fromkeys(reversed(frame.active())))
    return [symbol for frame in frames for symbol in frame.variables]
