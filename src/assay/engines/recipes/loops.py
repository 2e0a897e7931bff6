"""Proof search where loops with closed forms are single steps, and runs that are too long to be written down.

A run of the program has a state for each iteration.  Where there are too many of them, but all that the program asks of
its surroundings comes before, those answers are enough: compiled and executed with them, it shows the error, or nothing
is said (docs/adr/0013-evidence-by-execution.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from assay.core.c_source import SourceMap
from assay.core.evidence import Assignment, NativeRun, Proof, Trace
from assay.core.model import Edge, Location, Model, Safety
from assay.core.roles import Lowered, Search, Stuck
from assay.core.terms import Term
from assay.engines.recipes.directed import exactly_backward
from assay.engines.searches import Lifted
from assay.engines.views import Task
from assay.transforms.edges.history import TooLong
from assay.transforms.loops.accelerate import iterations

# Of a program, a run that goes round its loops more often than this takes longer to follow than to execute.
LONG: Final = 2000


def proof_over_closed_forms(task: Task) -> Search[Proof | Trace | NativeRun]:
    """From the error backward; what is found is told of the program."""
    lowered = task.prepared().lowered
    goal = task.views.goal
    assert isinstance(goal, Safety)

    def lift(evidence: Proof | Trace) -> Proof | Trace | NativeRun | Stuck:
        if isinstance(evidence, Trace) and task.views.is_program and iterations(evidence.inputs) > LONG:
            executed = execution(task.views.model, goal, lowered, evidence)
            if executed is not None:
                return executed
        try:
            return lowered.lift(evidence)
        except TooLong as reason:
            return Stuck(str(reason))

    return Lifted(exactly_backward(task, plain_simplex=not task.views.is_program), lift, task.announce)


def execution(model: Model, goal: Safety, lowered: Lowered, trace: Trace) -> NativeRun | None:
    """The answers that the program gets before its long loops; None where it may ask for more."""
    source = model.origin.source
    parts = goal.parts or (goal,)
    if source is None or len(parts) > 1 or not model.is_linear:
        return None
    start = _beginning(lowered, trace)
    place = start.edges[-1].target if start.edges else model.entry
    calls: list[tuple[str, int]] = []
    for edge, inputs in zip(start.edges, start.inputs, strict=True):
        for answer in _answers(source, edge, inputs):
            if answer is None:
                return None
            calls.append(answer)
    if _asks(model, source, place):
        return None
    return NativeRun(tuple(calls), parts[0].kind, parts[0].where)


def _beginning(lowered: Lowered, trace: Trace) -> Trace:
    """The run of the program up to where it has gone round its loops too often."""
    length = next(end for end in range(len(trace.edges)) if iterations(trace.inputs[: end + 1]) > LONG)
    # It ends in an error as runs do; that step is taken away again with the way that the model was aimed.
    last = Edge("end", trace.edges[length].source, trace.edges[-1].target)
    return lowered.lift_trace(
        Trace((*trace.states[: length + 1], {}), (*trace.edges[:length], last), (*trace.inputs[:length], {}))
    )


def _asks(model: Model, source: SourceMap, place: Location) -> bool:
    """May the program call a function without a body behind ``place``, or anywhere unseen?"""
    shown = {symbol.name for edge in model.edges for symbol in edge.inputs}
    behind, pending = {place: None}, [place]
    while pending:
        new = [edge.target for edge in model.leaving(pending.pop()) if edge.target not in behind]
        behind.update(dict.fromkeys(new))
        pending.extend(new)
    after = (symbol.name for here in behind for edge in model.leaving(here) for symbol in edge.inputs)
    return not source.calls.keys() <= shown or any(name in source.calls for name in after)


def _answers(source: SourceMap, edge: Edge, inputs: Assignment) -> Iterator[tuple[str, int] | None]:
    """What calls return in this step, in the order of the program; None for what cannot be handed over like that."""
    for symbol in sorted(edge.inputs, key=_number):
        site = source.calls.get(symbol.name)
        if site is None:
            continue  # what nothing initialises: an execution does not ask
        if site.type.pointer or not symbol.name.startswith(f"{site.name}()#"):
            yield None
            return
        value, low = inputs[symbol], site.type.bounds[0]
        assert isinstance(value, int)
        yield site.name, (int(value) - low) % (1 << site.type.width) + low


def _number(symbol: Term) -> int:
    number = symbol.name.rpartition("#")[2]
    return int(number) if number.isdecimal() else 0
