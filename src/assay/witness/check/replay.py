"""Replaying a run step by step by evaluation: the independent checker of violations.  No solver takes part.

A run is accepted if it starts in an initial state, follows edges of the model whose guards hold, reaches exactly the
values that their updates give, and ends in an erroneous state.  Every variable and every input must have a value of
its sort: a missing one is refused, never guessed.  Limit: a run that divides by zero cannot be confirmed, because the
theory leaves the value open.
"""

from __future__ import annotations

from fractions import Fraction

from assay.core.errors import SolverFailure, UndefinedValue, UnsoundVerdict
from assay.core.evidence import Assignment, Trace
from assay.core.model import Edge, Location, Model, Property
from assay.core.terms import FALSE, Term
from assay.core.terms.evaluate import ArrayValue, Evaluation, Value
from assay.core.terms.sorts import BOOL, INT, REAL, Sort

REPLAYED = "replayed by evaluation"


def check_trace(model: Model, property: Property, trace: Trace) -> str:
    """The way in which ``trace`` was confirmed to violate ``property`` of ``model``.

    Raises UnsoundVerdict with the step that fails, SolverFailure if the theory does not fix a value that matters.
    """
    if trace.loop is not None:
        raise UnsoundVerdict("a run that violates a safety property has no loop")
    places = check_path(model, trace)
    bad = property.bad.get(places[-1], FALSE)
    inputs = tuple(sorted(bad.free.difference(places[-1].variables), key=lambda symbol: symbol.uid))
    require_values(inputs, trace.final, "the inputs of the last state")
    last = {**{symbol: trace.final[symbol] for symbol in inputs}, **trace.states[-1]}
    require(bad, last, f"the last state, at {places[-1]}, is no error")
    return REPLAYED


def check_path(model: Model, trace: Trace, *, anywhere: bool = False) -> tuple[Location, ...]:
    """The location of each state of a path of ``model``, which begins in an initial state unless it may ``anywhere``.

    Raises as ``check_trace`` does.
    """
    places = _places(model, trace)
    for number, (location, state) in enumerate(zip(places, trace.states, strict=True)):
        require_values(location.variables, state, f"state {number} at {location}")
    if not anywhere:
        require(model.initial, trace.states[0], f"state 0 at {model.entry} is not initial")
    for number, edge in enumerate(trace.edges):
        if edge.uses:
            raise UnsoundVerdict(f"step {number} takes {edge.name}, which needs more than the state before it")
        _step(number, edge, trace)
    return places


def moments(trace: Trace) -> list[Evaluation]:
    """What is true at each step that is taken: of its state, and of its inputs, which must be values of their sorts."""
    for number, step in enumerate(trace.inputs):
        require_values(tuple(step), step, f"the inputs of step {number}")
    return [Evaluation({**step, **state}) for state, step in zip(trace.states, trace.inputs, strict=False)]


def _places(model: Model, trace: Trace) -> tuple[Location, ...]:
    """The location of each state, if the run has the shape of one."""
    if not len(trace.states) - 1 == len(trace.edges) == len(trace.inputs):
        raise UnsoundVerdict(
            f"{len(trace.states)} states, {len(trace.edges)} edges and {len(trace.inputs)} inputs do not make a run"
        )
    own = set(model.edges)
    place = model.entry
    places = [place]
    for number, edge in enumerate(trace.edges):
        if edge not in own:
            raise UnsoundVerdict(f"step {number}: edge {edge} is not one of the model")
        if edge.source != place:
            raise UnsoundVerdict(f"step {number}: edge {edge} does not leave {place}")
        place = edge.target
        places.append(place)
    return tuple(places)


def _step(number: int, edge: Edge, trace: Trace) -> None:
    """Does ``edge`` lead from state ``number`` to the next one under the inputs given?"""
    inputs, after = trace.inputs[number], trace.states[number + 1]
    where = f"step {number}, edge {edge.name}"
    require_values(edge.inputs, inputs, f"the inputs of {where}")
    before = {v: trace.states[number][v] for v in edge.source.variables}
    evaluation = Evaluation({**before, **{symbol: inputs[symbol] for symbol in edge.inputs}})
    if evaluated(edge.guard, evaluation, where) is not True:
        raise UnsoundVerdict(f"{where}: the guard is false")
    for target in edge.target.variables:
        value = evaluated(edge.after(target), evaluation, where)
        if value != after[target]:
            raise UnsoundVerdict(f"{where}: {target.name} becomes {value}, not {after[target]}")


def require(formula: Term, state: Assignment, otherwise: str) -> None:
    """The formula is true of the state, or the evidence is wrong for the reason given."""
    if evaluated(formula, Evaluation(state), otherwise) is not True:
        raise UnsoundVerdict(otherwise)


def evaluated(term: Term, evaluation: Evaluation, where: str) -> Value:
    """The value of the term; ``SolverFailure`` if the theory does not fix it."""
    try:
        return evaluation(term)
    except UndefinedValue as undefined:
        raise SolverFailure(f"the run cannot be replayed: {where}: {undefined}") from None


def require_values(symbols: tuple[Term, ...], assignment: Assignment, where: str) -> None:
    """Each symbol has a value of its sort."""
    for symbol in symbols:
        if symbol not in assignment:
            raise UnsoundVerdict(f"{where}: no value for {symbol.name}")
        if not belongs(assignment[symbol], symbol.sort):
            raise UnsoundVerdict(f"{where}: {assignment[symbol]!r} is no value of {symbol.name}, a {symbol.sort}")


def belongs(value: Value, sort: Sort) -> bool:
    """Is ``value`` in the form that the sort prescribes, and in range?"""
    if sort is BOOL:
        return isinstance(value, bool)
    if sort is REAL:
        return isinstance(value, Fraction)
    if sort.is_array:
        return isinstance(value, ArrayValue) and value.sort is sort and _is_regular(value)
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return sort is INT or 0 <= value < 1 << sort.width


def _is_regular(value: ArrayValue) -> bool:
    index, element = value.sort.index, value.sort.element
    assert index is not None and element is not None
    return belongs(value.default, element) and all(belongs(i, index) and belongs(v, element) for i, v in value.entries)
