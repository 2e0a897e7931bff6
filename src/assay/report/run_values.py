"""What functions without a body did in a run of a C program: what they returned, and what they stored.

A violation rests on it: whoever knows these functions can tell whether they would do so.  Values that had no influence
on the run (``core.slicing.influence``) could be any others, and are marked.  Of memory that is one array of the model,
only the elements that had influence are told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.core.c_source import CallSite, OutsideCall, Scalar, SourceMap, Whose
from assay.core.errors import Position
from assay.core.evidence import NativeRun, Trace
from assay.core.model import Edge, Model
from assay.core.slicing.influence import Influence, Need, influence
from assay.core.terms import Term, prime
from assay.core.terms.evaluate import ArrayValue, Value
from assay.core.verdict import Violated
from assay.report.c_path import value_text
from assay.report.json import Record

# How the inputs begin that stand for what a function without a body stored.
_CHANGED = "changed "
# How the inputs begin that say whether an allocation fails.
_ALLOCATION = "allocation#"
# Of the models of library functions, written in C: nobody's calls.
_OURS = "__assay_"
# So many results of an execution are told, unless the answer rests on them.
MOST_TOLD = 10_000


@dataclass(frozen=True)
class RunValue:
    """One value: the result of a call, or (with a ``place``) what a call stored; in words of C."""

    function: str
    whose: Whose
    where: Position
    value: str
    place: str = ""
    matters: bool = True

    def __str__(self) -> str:
        what = f"stored {self.value} in {self.place}" if self.place else f"returned {self.value}"
        return f"{self.function}() at {Path(self.where.file).name}:{self.where.line} {what}"

    @property
    def record(self) -> Record:
        """As JSON has it: integers are numbers, everything else is text."""
        digits = self.value.removeprefix("-")
        return {
            "kind": "stored" if self.place else "returned",
            "function": self.function,
            "whose": str(self.whose),
            "file": self.where.file,
            "line": self.where.line,
            "column": self.where.column,
            "value": int(self.value) if digits.isascii() and digits.isdecimal() else self.value,
            "place": self.place,
            "matters": self.matters,
        }


def run_values(model: Model, trace: Trace) -> tuple[RunValue, ...]:
    """In the order of the run, the results of all calls of functions without a body, and what they stored."""
    source = model.origin.source
    if source is None:
        return ()
    matters = influence(trace)
    return tuple(found for step in range(len(trace.edges)) for found in _step(source, trace, matters, step))


def violation_values(model: Model, verdict: Violated) -> tuple[RunValue, ...]:
    """The same of whatever shows a violation."""
    run = verdict.evidence
    return native_values(model, run) if isinstance(run, NativeRun) else run_values(model, verdict.trace)


def native_values(model: Model, run: NativeRun) -> tuple[RunValue, ...]:
    """In the order of an execution, the results of all calls of functions without a body.

    Of very many that rest on nothing, by the rules of SV-COMP, the first are told.
    """
    source = model.origin.source
    if source is None:
        return ()
    lines = {passed.call: passed.where for passed in run.passed if passed.call is not None}
    by_name: dict[str, list[CallSite]] = {}
    for site in source.calls.values():
        if site.where is not None:
            by_name.setdefault(site.name, []).append(site)
    found = []
    for number, (function, value) in enumerate(run.calls):
        sites = by_name.get(function, [])
        at = lines.get(number)
        there = [site for site in sites if at is not None and site.where is not None and site.where.line == at.line]
        chosen = next(iter(there or sites), None)
        if chosen is None or (number >= MOST_TOLD and chosen.whose is Whose.COMPETITION):
            continue
        if chosen.where is not None and not function.startswith(_OURS):
            found.append(RunValue(function, chosen.whose, at or chosen.where, value_text(value, chosen.type)))
    return tuple(found)


def rests_on(model: Model, values: Sequence[RunValue]) -> list[str]:
    """What a violation rests on, in words: what functions did where that mattered, and what else is assumed.

    What the rules of SV-COMP leave open is no assumption; nor is what a function might have done, where it is told what
    it did.
    """
    told = dict.fromkeys(str(value) for value in values if value.matters and value.whose is not Whose.COMPETITION)
    functions = tuple(f"{value.function}() (" for value in values)
    return [*told, *(line for line in model.origin.assumptions if not line.startswith(functions))]


def _step(source: SourceMap, trace: Trace, matters: Influence, step: int) -> Iterator[RunValue]:
    edge, inputs = trace.edges[step], trace.inputs[step]
    needed = matters.inputs[step]
    relevant = {symbol for symbol, _ in needed}
    for symbol in edge.inputs:
        site = source.calls.get(symbol.name)
        if site is None or site.where is None or site.name.startswith(_OURS):
            continue
        if not symbol.name.startswith(_ALLOCATION):
            yield _returned(site, site.where, inputs[symbol], matters=symbol in relevant)
        elif inputs[symbol]:
            yield RunValue(site.name, site.whose, site.where, "NULL", matters=symbol in relevant)
    call = source.outside.get(edge.name)
    if call is not None:
        yield from _stored(source, trace, step, call, needed)


def _returned(site: CallSite, where: Position, value: Value, *, matters: bool) -> RunValue:
    return RunValue(site.name, site.whose, where, value_text(value, site.type), matters=matters)


def _stored(
    source: SourceMap, trace: Trace, step: int, call: OutsideCall, needed: frozenset[Need]
) -> Iterator[RunValue]:
    edge, inputs = trace.edges[step], trace.inputs[step]
    relevant = {symbol for symbol, _ in needed}
    for target, term in edge.updates.items():
        chosen = [symbol for symbol in term.free if symbol in inputs and symbol.name.startswith(_CHANGED)]
        named = source.named(target)
        if chosen and named is not None:
            value = value_text(trace.states[step + 1][target], named.type)
            matters = not relevant.isdisjoint(chosen)
            yield RunValue(call.function, Whose.NOBODY, call.where, value, named.text, matters)
    yield from _elements(source, edge, inputs, call, needed)


def _elements(
    source: SourceMap, edge: Edge, inputs: Mapping[Term, Value], call: OutsideCall, needed: frozenset[Need]
) -> Iterator[RunValue]:
    """What mattered of the arrays that hold memory."""
    arrays = {prime(target): target for target in edge.updates if target.sort.is_array}
    found = [(arrays[symbol], symbol, index) for symbol, index in needed if symbol in arrays and isinstance(index, int)]
    for array, symbol, index in sorted(found, key=lambda item: (item[0].name, item[2])):
        whole = inputs[symbol]
        assert isinstance(whole, ArrayValue)
        element = whole.sort.element
        made = Scalar(element.width if element is not None and element.width else 64, signed=True)
        place = f"*{index:#x}"
        for cells in source.memory.get(array, ()):
            text = cells.at(index)
            if text is not None:
                place, made = text, cells.type
                break
        yield RunValue(call.function, Whose.NOBODY, call.where, value_text(whole.at(index), made), place)
