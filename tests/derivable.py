"""Random models with steps from several states, and all that is derivable in them, by brute force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hypothesis import strategies as st

from assay.core.model import Edge, Location, Model, Safety, Use
from assay.core.terms import FALSE, Term
from assay.core.terms.evaluate import evaluate, holds
from assay.core.terms.sorts import BOOL
from models import State, assignment, choices, literals, models, numbers, states_of

Derivable = set[tuple[Location, State]]


@st.composite
def hyper_models(draw: st.DrawFn, locations: int = 3, variables: int = 2, edges: int = 6) -> Model:
    """A random model where some steps use one or two states beside their source's."""
    plain = draw(models(locations, variables, edges=edges))
    places = [place for place in plain.locations if place != plain.entry] or list(plain.locations)
    steps = tuple(draw(_using(edge, places)) for edge in plain.edges)
    return replace(plain, edges=steps)


@st.composite
def _using(draw: st.DrawFn, edge: Edge, places: Sequence[Location]) -> Edge:
    symbols = [*edge.source.variables, *edge.inputs]
    uses: list[Use] = []
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.sampled_from(places))
        uses.append(Use(place, tuple(draw(_argument(v, symbols)) for v in place.variables)))
    return Edge(edge.name, edge.source, edge.target, edge.guard, edge.updates, uses=tuple(uses))


@st.composite
def _argument(draw: st.DrawFn, symbol: Term, symbols: Sequence[Term]) -> Term:
    return draw(literals(symbols)) if symbol.sort is BOOL else draw(numbers(symbol.sort, symbols))


def derivable(model: Model) -> Derivable:
    """All derivable states: the least fixpoint of all steps."""
    entry = model.entry
    found = {(entry, state) for state in states_of(entry) if holds(model.initial, assignment(entry, state))}
    size = -1
    while len(found) > size:
        size = len(found)
        for edge in model.edges:
            found.update((edge.target, state) for state in list(_after(edge, found)))
    return found


def _after(edge: Edge, known: Derivable) -> Iterator[State]:
    for before in [state for place, state in known if place == edge.source]:
        values = assignment(edge.source, before)
        for inputs in choices(edge, values):
            now = {**values, **inputs}
            used = ((use.location, tuple(evaluate(term, now) for term in use.arguments)) for use in edge.uses)
            if all(pair in known for pair in used):
                yield tuple(evaluate(edge.after(v), now) for v in edge.target.variables)


def violated(found: Derivable, goal: Safety) -> bool:
    """Is a bad state derivable?"""
    return any(holds(goal.bad.get(place, FALSE), assignment(place, state)) for place, state in found)
