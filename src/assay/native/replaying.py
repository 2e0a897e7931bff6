"""An execution as a run of the model: the same inputs, followed from the entry by the interpreter.

Inputs that no function returns (uninitialised variables, fresh memory) are zero, as in the execution.  The model has
the results of calls as inputs of its steps, in the order of their numbers, and leaves out calls whose results cancel
out: then the two part, and there is no run.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import UndefinedValue
from assay.core.evidence import NativeRun, Trace
from assay.core.model import Edge, Model, Safety
from assay.core.terms import Term
from assay.core.terms.evaluate import Evaluation, Value, default_value
from assay.core.terms.sorts import BOOL, Sort
from assay.witness.c.execution.interpreter import Machine, stored
from assay.witness.c.execution.plan import function_of, number_of

# Longer runs, and those with more values, stay executions; so do those that take longer to follow.
MOST_STEPS: Final = 20_000
MOST_VALUES: Final = 1_000_000
MOST_SECONDS: Final = 1.0
# Steps between two looks at the clock.
LOOK: Final = 64


def replayed(model: Model, goal: Safety, run: NativeRun, deadline: Deadline) -> Trace | None:
    """The run of the model that the execution is, if there is one of a few thousand steps that violates ``goal``."""
    if not model.is_linear:
        return None
    until = deadline.within(MOST_SECONDS)
    machine, left = Machine(model), _Left(run)
    place, state = model.entry, {v: stored(default_value(v.sort)) for v in model.entry.variables}
    values = 0
    steps: list[tuple[Edge, Mapping[Term, Value]]] = []
    while place not in goal.bad:
        values += len(place.variables)
        if len(steps) == MOST_STEPS or values > MOST_VALUES or (len(steps) % LOOK == 0 and until.passed):
            return None
        for edge in model.leaving(place):
            chosen = left.chosen(edge)
            after = machine.taken(edge, state, partial(_stored_in, chosen))
            if after is not None:
                break
        else:
            return None
        left.take(edge)
        steps.append((edge, chosen))
        place, state = edge.target, after
    return _trace(model, steps)


def _trace(model: Model, steps: Sequence[tuple[Edge, Mapping[Term, Value]]]) -> Trace | None:
    """The run that takes these steps; None if a value on the way is not defined."""
    states: list[Mapping[Term, Value]] = [{v: default_value(v.sort) for v in model.entry.variables}]
    try:
        for edge, inputs in steps:
            evaluation = Evaluation({**states[-1], **inputs})
            states.append({v: evaluation(edge.after(v)) for v in edge.target.variables})
    except UndefinedValue:
        return None
    return Trace(tuple(states), tuple(edge for edge, _ in steps), tuple(inputs for _, inputs in steps))


class _Left:
    """What calls of each function are still to return."""

    def __init__(self, run: NativeRun) -> None:
        self._values: dict[str, deque[int]] = {}
        for function, value in run.calls:
            self._values.setdefault(function, deque()).append(value)

    def chosen(self, edge: Edge) -> dict[Term, Value]:
        """Values for the inputs of a step, none of them used up."""
        used: dict[str, int] = {}
        found: dict[Term, Value] = {}
        for symbol in sorted(edge.inputs, key=number_of):
            function = function_of(symbol)
            number = used.get(function or "", 0)
            values = self._values.get(function or "", ())
            if function is None or number >= len(values):
                found[symbol] = default_value(symbol.sort)
                continue
            used[function] = number + 1
            found[symbol] = _as(symbol.sort, values[number])
        return found

    def take(self, edge: Edge) -> None:
        """The step was taken."""
        for symbol in edge.inputs:
            values = self._values.get(function_of(symbol) or "")
            if values:
                values.popleft()


def _stored_in(chosen: Mapping[Term, Value], symbol: Term) -> object:
    return stored(chosen[symbol])


def _as(sort: Sort, value: int) -> Value:
    if sort is BOOL:
        return bool(value)
    return value % (1 << sort.width) if sort.width else value
