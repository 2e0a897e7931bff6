"""An execution as a run of the model, and a run of one reading of a program as one of another.

The same inputs are followed from the entry by the interpreter.  Those of an execution that no function returns
(uninitialised variables, fresh memory) are zero.  A model has the results of calls as inputs of its steps, in the
order of their numbers, and leaves out calls whose results cancel out: then the two part, and there is no run.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import Position, UndefinedValue
from assay.core.evidence import NativeRun, Trace
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import Term
from assay.core.terms.evaluate import ArrayValue, Evaluation, Value, default_value
from assay.core.terms.sorts import BOOL, Sort
from assay.witness.c.execution.interpreter import Machine, stored
from assay.witness.c.execution.plan import function_of, number_of

# Longer runs, and those with more values, stay executions; so do those that take longer to follow.
MOST_STEPS: Final = 20_000
MOST_VALUES: Final = 1_000_000
MOST_SECONDS: Final = 1.0
# Steps between two looks at the clock.
LOOK: Final = 64

# What an input stands for: a function, a place where it is called, or what has a name.
Key = str | tuple[str, Position]


def replayed(model: Model, goal: Safety, run: NativeRun, deadline: Deadline) -> Trace | None:
    """The run of the model that the execution is, if there is one of a few thousand steps that violates ``goal``."""
    return _followed(model, goal.bad, _Left(run.calls, function_of), deadline.within(MOST_SECONDS))


def carried_over(model: Model, goal: Safety, run: Trace, read: Model, deadline: Deadline) -> Trace | None:
    """The run of the model on the inputs of a ``run`` of the same program as it was ``read`` for other errors.

    Readings number their inputs each in its own way: a call is known by its place, another input by its name.
    """
    return _followed(model, goal.bad, _inputs(run, read, model), deadline.within(MOST_SECONDS))


def first_error(model: Model, run: Trace, read: Model, deadline: Deadline) -> Safety | None:
    """Which property of the model a run on the inputs of another reading violates first; None if that is not found."""
    bad = {place for prop in model.properties for place in prop.bad}
    found = _followed(model, bad, _inputs(run, read, model), deadline)
    if found is None or not found.edges:
        return None
    return next(prop for prop in model.properties if found.edges[-1].target in prop.bad)


def _inputs(run: Trace, read: Model, model: Model) -> _Left:
    """The inputs of a run of one reading, for one of the model."""
    inputs = [
        (_key(read, symbol), chosen[symbol])
        for edge, chosen in zip(run.edges, run.inputs, strict=True)
        for symbol in sorted(edge.inputs, key=number_of)
    ]
    return _Left(inputs, partial(_key, model))


def _key(model: Model, symbol: Term) -> Key:
    """What an input stands for in every reading of the program."""
    source = model.origin.source
    site = source.calls.get(symbol.name) if source is not None else None
    if site is not None:
        return site.name, site.position
    return symbol.name.removesuffix("'").rpartition("#")[0] or symbol.name


def _followed(model: Model, bad: Container[Location], left: _Left, deadline: Deadline) -> Trace | None:
    """The run to a ``bad`` location that takes, wherever inputs are chosen, what is left of them."""
    if not model.is_linear:
        return None
    machine = Machine(model)
    place, state = model.entry, {v: stored(default_value(v.sort)) for v in model.entry.variables}
    values = 0
    steps: list[tuple[Edge, Mapping[Term, Value]]] = []
    while place not in bad:
        values += len(place.variables)
        if len(steps) == MOST_STEPS or values > MOST_VALUES or (len(steps) % LOOK == 0 and deadline.passed):
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
    """The values that inputs are still to have, in their order; those of one key share them, without one have none."""

    def __init__(self, inputs: Iterable[tuple[Key, Value]], key: Callable[[Term], Key | None]) -> None:
        self._key = key
        self._values: dict[Key, deque[Value]] = {}
        for known, value in inputs:
            self._values.setdefault(known, deque()).append(value)

    def chosen(self, edge: Edge) -> dict[Term, Value]:
        """Values for the inputs of a step, none of them used up."""
        used: dict[Key, int] = {}
        found: dict[Term, Value] = {}
        for symbol in sorted(edge.inputs, key=number_of):
            key = self._key(symbol)
            number = used.get(key, 0) if key is not None else 0
            values = self._values.get(key, ()) if key is not None else ()
            if key is None or number >= len(values):
                found[symbol] = default_value(symbol.sort)
                continue
            used[key] = number + 1
            found[symbol] = _as(symbol.sort, values[number])
        return found

    def take(self, edge: Edge) -> None:
        """The step was taken."""
        for symbol in edge.inputs:
            key = self._key(symbol)
            values = self._values.get(key) if key is not None else None
            if values:
                values.popleft()


def _stored_in(chosen: Mapping[Term, Value], symbol: Term) -> object:
    return stored(chosen[symbol])


def _as(sort: Sort, value: Value) -> Value:
    """The value as one of the sort; the sort's default if it is of another kind."""
    if isinstance(value, int) and not sort.is_array:
        return bool(value) if sort is BOOL else value % (1 << sort.width) if sort.width else value
    return value if isinstance(value, ArrayValue) and value.sort is sort else default_value(sort)
