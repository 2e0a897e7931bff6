"""How lowered steps were made, and runs replayed on what they were made from.

Every transform that changes edges keeps a ``History``: per new edge, what it stands for.  A lowered run becomes a run
of the original by going through its steps in order, with the original state at hand: each step is unfolded until only
original edges are left, and each of those is executed by evaluation.  States are recomputed, never guessed, so
variables that the lowered model has dropped come back by themselves.  Inputs that the lowered edge lost are free and
get a default value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from assay.core.errors import SolverFailure, UndefinedValue
from assay.core.evidence import Assignment, Trace
from assay.core.model import Edge, Location
from assay.core.roles import LiftTrace
from assay.core.terms import Term
from assay.core.terms.evaluate import Evaluation, Value, default_value


class TooLong(SolverFailure):
    """The run has more states than anybody writes down."""


# A run is written down state by state: one that goes round a loop more often than this is none that anybody checks.
MOST_REPEATED: Final = 100_000


@dataclass(frozen=True, slots=True)
class Composed:
    """``first`` and then ``second``; each input of theirs has a name of its own in the composition."""

    first: Edge
    second: Edge
    first_names: Mapping[Term, Term]
    second_names: Mapping[Term, Term]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several edges between the same locations; they may share inputs."""

    alternatives: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The same step as ``edge``, without inputs that ``definitions`` recompute.

    A definition may use the source's variables, the inputs that are left, and inputs defined *later* in the list.
    """

    edge: Edge
    definitions: tuple[tuple[Term, Term], ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A path along some of ``edges``, none of them twice; each input of theirs has a name of its own."""

    edges: tuple[Edge, ...]
    names: Mapping[Edge, Mapping[Term, Term]]


@dataclass(frozen=True, slots=True)
class Repeated:
    """``edge``, which has no inputs, as many times in a row as ``times`` says, a term over the step's inputs."""

    edge: Edge
    times: Term


Made = Composed | Choice | Rewritten | Block | Repeated
History = Mapping[Edge, Made]
Step = tuple[Edge, Assignment]


def chosen(symbols: Iterable[Term], values: Assignment) -> dict[Term, Value]:
    """A value for each of ``symbols``: the given one, else a default."""
    return {symbol: values[symbol] if symbol in values else default_value(symbol.sort) for symbol in symbols}


def successor(state: Assignment, edge: Edge, inputs: Assignment) -> dict[Term, Value]:
    """The state after ``edge``, whose guard is not looked at."""
    value = Evaluation({**state, **inputs})
    return {target: value(edge.after(target)) for target in edge.target.variables}


def _restored(made: Rewritten, state: Assignment, inputs: Assignment) -> Step:
    """The step before it was rewritten: definitions evaluated from the last to the first."""
    values: dict[Term, Value] = dict(inputs)
    for symbol, definition in reversed(made.definitions):
        missing = [other for other in definition.free if other not in values and other not in state]
        values.update(chosen(missing, {}))
        values[symbol] = Evaluation({**state, **values})(definition)
    return made.edge, chosen(made.edge.inputs, values)


def _taken(merged: Edge, made: Choice, state: Assignment, inputs: Assignment) -> Step:
    """The first alternative that allows the step, with its share of the inputs."""
    after = successor(state, merged, inputs)
    undefined: UndefinedValue | None = None
    for edge in made.alternatives:
        share = chosen(edge.inputs, inputs)
        try:
            if Evaluation({**state, **share})(edge.guard) is True and successor(state, edge, share) == after:
                return edge, share
        except UndefinedValue as value:
            undefined = value
    raise undefined or AssertionError(f"no alternative of {merged} allows the step")


def _path(block: Edge, made: Block, state: Assignment, inputs: Assignment) -> list[Step]:
    """The path that the block took, its last step first."""
    after = successor(state, block, inputs)
    leaving: dict[Location, list[Edge]] = {}
    for edge in made.edges:
        leaving.setdefault(edge.source, []).append(edge)
    undefined: UndefinedValue | None = None
    trail: list[tuple[Step, Assignment]] = []
    pending: list[tuple[Edge, Assignment, int]] = [(e, state, 0) for e in reversed(leaving[block.source])]
    while pending:
        edge, before, depth = pending.pop()
        del trail[depth:]
        names = made.names.get(edge, {})
        share = chosen(edge.inputs, {symbol: inputs[name] for symbol, name in names.items() if name in inputs})
        try:
            if Evaluation({**before, **share})(edge.guard) is not True:
                continue
            now = successor(before, edge, share)
        except UndefinedValue as value:
            undefined = value
            continue
        trail.append(((edge, share), now))
        if edge.target == block.target and now == after:
            return [step for step, _ in reversed(trail)]
        if edge.target != block.source:
            pending.extend((e, now, depth + 1) for e in reversed(leaving.get(edge.target, ())))
    raise undefined or AssertionError(f"no path allows the step {block}")


def _repeated(made: Repeated, inputs: Assignment) -> list[Step]:
    times = Evaluation(inputs)(made.times)
    assert isinstance(times, int)
    if times > MOST_REPEATED:
        raise TooLong(f"the run takes a loop {times:,} times, too often to be written down")
    return [(made.edge, {})] * times


def unfolded(step: Step, made: Made, state: Assignment) -> list[Step]:
    """What the step stands for, last part first."""
    edge, inputs = step
    match made:
        case Rewritten():
            return [_restored(made, state, inputs)]
        case Choice():
            return [_taken(edge, made, state, inputs)]
        case Block():
            return _path(edge, made, state, inputs)
        case Repeated():
            return _repeated(made, inputs)
        case Composed(first, second, first_names, second_names):
            early = {symbol: inputs[name] for symbol, name in first_names.items() if name in inputs}
            late = {symbol: inputs[name] for symbol, name in second_names.items() if name in inputs}
            return [(second, chosen(second.inputs, late)), (first, chosen(first.inputs, early))]


def lifting(history: History) -> LiftTrace:
    """The way back for runs of edges that were made as ``history`` tells; edges that it does not list stay."""

    def lift(trace: Trace) -> Trace:
        states: list[Assignment] = [trace.states[0]]
        edges: list[Edge] = []
        inputs: list[Assignment] = []
        position = [0]
        for step in zip(trace.edges, trace.inputs, strict=True):
            pending: list[Step] = [step]
            while pending:
                edge, values = pending.pop()
                made = history.get(edge)
                if made is not None:
                    pending.extend(unfolded((edge, values), made, states[-1]))
                    continue
                edges.append(edge)
                inputs.append(values)
                states.append(successor(states[-1], edge, values))
            position.append(len(edges))
        loop = None if trace.loop is None else position[trace.loop]
        return Trace(tuple(states), tuple(edges), tuple(inputs), loop)

    return lift
