"""Random models over small finite domains, and brute force about them: the ground truth of law and agreement tests.

``models()`` draws models whose guards keep every variable and input inside ``DOMAIN``, so that exhaustive search is
exact over the unbounded sorts as well.  Transforms keep that: enumerating ``DOMAIN`` is exact for their results too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import Final

from hypothesis import strategies as st

from assay.core.evidence import Assignment, Proof, Trace
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    and_,
    conjuncts,
    disjunction,
    eq,
    int_mod,
    integer,
    ite,
    le,
    not_,
    or_,
    prime,
    real,
    scale,
    sub,
    to_real,
    variable,
)
from assay.core.terms.evaluate import Value, constant, evaluate, holds
from assay.core.terms.sorts import BOOL, INT, REAL, Sort

HALVES: Final = (Fraction(0), Fraction(1, 2), Fraction(1))
DOMAIN: Final[Mapping[Sort, tuple[Value, ...]]] = {
    BOOL: (False, True),
    INT: (0, 1, 2),
    REAL: HALVES,
}

State = tuple[Value, ...]


# -- random terms ----------------------------------------------------------------------------------------------------


def inside(term: Term) -> Term:
    """``term`` has a value of the domain."""
    if term.sort is BOOL:
        return TRUE
    if term.sort is INT:
        return and_(le(integer(0), term), le(term, integer(2)))
    return disjunction(eq(term, real(value)) for value in HALVES)


@st.composite
def numbers(draw: st.DrawFn, sort: Sort, symbols: Sequence[Term]) -> Term:
    """A small arithmetic term."""
    own = [symbol for symbol in symbols if symbol.sort is sort]
    values = [constant(value, sort) for value in DOMAIN[sort]]
    leaf = st.sampled_from(own + values) if own else st.sampled_from(values)
    shape = draw(st.sampled_from(("leaf", "leaf", "sum", "difference", "choice", "special")))
    if shape == "leaf":
        return draw(leaf)
    left, right = draw(leaf), draw(leaf)
    if shape in ("sum", "difference"):
        value = add(left, right) if shape == "sum" else sub(left, right)
        return left if inside(value) is FALSE else value
    if shape == "choice":
        return ite(draw(literals(symbols)), left, right)
    if sort is INT:
        return draw(st.sampled_from((int_mod(scale(2, left), integer(3)), int_mod(add(left, right), integer(2)))))
    whole = [symbol for symbol in symbols if symbol.sort is INT]
    return scale(Fraction(1, 2), to_real(draw(st.sampled_from(whole))) if whole else left)


@st.composite
def literals(draw: st.DrawFn, symbols: Sequence[Term]) -> Term:
    """A Boolean variable or a comparison, or the negation of one."""
    truths = [symbol for symbol in symbols if symbol.sort is BOOL]
    kinds = [sort for sort in (INT, REAL) if any(symbol.sort is sort for symbol in symbols)]
    if truths and (not kinds or draw(st.booleans())):
        left = draw(st.sampled_from(truths))
        atom = draw(st.sampled_from((left, eq(left, draw(st.sampled_from(truths))))))
    elif kinds:
        sort = draw(st.sampled_from(kinds))
        own = [symbol for symbol in symbols if symbol.sort is sort]
        left = draw(st.sampled_from(own))
        right = draw(st.sampled_from(own + [constant(value, sort) for value in DOMAIN[sort]]))
        atom = draw(st.sampled_from((le, eq)))(left, right)
    else:
        return TRUE
    return not_(atom) if atom is FALSE or (atom is not TRUE and draw(st.booleans())) else atom


@st.composite
def formulas(draw: st.DrawFn, symbols: Sequence[Term]) -> Term:
    """A few literals, conjoined or disjoined."""
    parts = [draw(literals(symbols)) for _ in range(draw(st.integers(1, 3)))]
    formula = draw(st.sampled_from((or_(*parts), and_(parts[0], or_(*parts[1:]) if parts[1:] else TRUE), and_(*parts))))
    return parts[0] if formula is FALSE else formula


@st.composite
def narrow(draw: st.DrawFn, symbols: Sequence[Term]) -> Term:
    """A formula with few models, if symbols allow that."""
    parts: list[Term] = []
    for symbol in symbols:
        if draw(st.integers(0, 3)):
            parts.append(eq(symbol, constant(draw(st.sampled_from(DOMAIN[symbol.sort])), symbol.sort)))
    return and_(*parts) if len(parts) > 1 else draw(formulas(symbols))


# -- random models ---------------------------------------------------------------------------------------------------


@st.composite
def models(
    draw: st.DrawFn,
    locations: int = 4,
    variables: int = 3,
    inputs: int = 1,
    edges: int = 7,
    sorts: Sequence[Sort] = (INT, BOOL, REAL),
) -> Model:
    """A model with at most so many locations, variables (each location has some of them), inputs an edge, and edges."""
    pool = [variable(f"v{number}", draw(st.sampled_from(sorts))) for number in range(variables)]
    places = []
    for number in range(draw(st.integers(min(2, locations), locations))):
        absent = draw(st.sets(st.sampled_from(pool), max_size=1)) if pool else set()
        places.append(Location(f"l{number}", tuple(symbol for symbol in pool if symbol not in absent)))
    ends = list(pairwise(places))
    for _ in range(draw(st.integers(edges // 2, edges)) - len(ends)):
        ends.append((draw(st.sampled_from(places)), draw(st.sampled_from(places))))
    steps = tuple(draw(steps_between(*pair, number, inputs)) for number, pair in enumerate(ends))
    initial = and_(draw(narrow(places[0].variables)), *(inside(symbol) for symbol in places[0].variables))
    chosen = {places[-1], *draw(st.sets(st.sampled_from(places), max_size=1))}
    bad = {place: draw(narrow(place.variables)) for place in places if place in chosen}
    return Model(places[0], steps, initial, (Safety("safe", bad),))


@st.composite
def steps_between(draw: st.DrawFn, source: Location, target: Location, number: int, inputs: int) -> Edge:
    """A random edge: some updates are terms, some are inputs that the guard pins down or leaves open."""
    names = [variable(name, sort) for name in ("i", "j", "v0", "v1") for sort in (INT, BOOL, REAL)]
    free = [symbol for symbol in names if symbol.name not in {own.name for own in source.variables}]
    extra = draw(st.lists(st.sampled_from(free), max_size=inputs, unique_by=lambda symbol: symbol.name))
    symbols = [*source.variables, *extra]
    guard = [draw(formulas(symbols)), *(inside(symbol) for symbol in extra)]
    updates: dict[Term, Term] = {}
    for symbol in target.variables:
        if symbol in source.variables and draw(st.booleans()):
            continue
        value = draw(literals(symbols)) if symbol.sort is BOOL else draw(numbers(symbol.sort, symbols))
        if symbol in source.variables and draw(st.booleans()):
            value = ite(inside(value), value, symbol)
        else:
            guard.append(inside(value))
        if draw(st.booleans()):
            guard.append(eq(prime(symbol), value))
            value = prime(symbol)
        updates[symbol] = value
    return Edge(f"e{number}", source, target, and_(*guard), updates)


# -- brute force -----------------------------------------------------------------------------------------------------


def states_of(place: Location) -> Iterator[State]:
    """Every state of the domain."""
    return product(*(DOMAIN[symbol.sort] for symbol in place.variables))


def assignment(place: Location, state: State) -> dict[Term, Value]:
    return dict(zip(place.variables, state, strict=True))


def choices(edge: Edge, before: Assignment) -> Iterator[dict[Term, Value]]:
    """The inputs that the guard allows, by backtracking: a conjunct is tested as soon as its symbols have values."""
    order = edge.inputs
    tests: list[list[Term]] = [[] for _ in range(len(order) + 1)]
    for part in conjuncts(edge.guard):
        tests[max((order.index(symbol) + 1 for symbol in part.free if symbol in order), default=0)].append(part)

    def extend(values: dict[Term, Value], depth: int) -> Iterator[dict[Term, Value]]:
        if not all(holds(part, {**before, **values}) for part in tests[depth]):
            return
        if depth == len(order):
            yield values
            return
        for value in DOMAIN[order[depth].sort]:
            yield from extend({**values, order[depth]: value}, depth + 1)

    return extend({}, 0)


def successors(edge: Edge, state: State) -> Iterator[tuple[dict[Term, Value], State]]:
    """Inputs and next states of one edge."""
    before = assignment(edge.source, state)
    for values in choices(edge, before):
        now = {**before, **values}
        yield values, tuple(evaluate(edge.after(symbol), now) for symbol in edge.target.variables)


@dataclass(frozen=True)
class Reached:
    """Every reachable state, with the step that first led to it."""

    model: Model
    came: Mapping[tuple[Location, State], tuple[State, Edge, Assignment] | None]

    def at(self, place: Location) -> list[State]:
        return [state for where, state in self.came if where == place]

    def trace(self, place: Location, state: State) -> Trace:
        """A shortest run to ``state``."""
        states: list[Assignment] = [assignment(place, state)]
        edges: list[Edge] = []
        inputs: list[Assignment] = []
        while (step := self.came[place, state]) is not None:
            state, edge, values = step
            place = edge.source
            states.append(assignment(place, state))
            edges.append(edge)
            inputs.append(values)
        return Trace(tuple(reversed(states)), tuple(reversed(edges)), tuple(reversed(inputs)))


def reachable(model: Model) -> Reached:
    """Breadth-first search over all concrete states."""
    start = [(model.entry, s) for s in states_of(model.entry) if holds(model.initial, assignment(model.entry, s))]
    came: dict[tuple[Location, State], tuple[State, Edge, Assignment] | None] = dict.fromkeys(start)
    queue = deque(start)
    while queue:
        place, state = queue.popleft()
        for edge in model.leaving(place):
            for values, after in successors(edge, state):
                if (edge.target, after) not in came:
                    came[edge.target, after] = (state, edge, values)
                    queue.append((edge.target, after))
    return Reached(model, came)


def violations(model: Model, goal: Safety) -> list[Trace]:
    """A shortest run to each reachable bad state, nearest first."""
    found = reachable(model)
    bad = ((p, s) for p, s in found.came if holds(goal.bad.get(p, FALSE), assignment(p, s)))
    return [found.trace(place, state) for place, state in bad]


def replay(model: Model, trace: Trace, goal: Safety | None = None) -> None:
    """Asserts that ``trace`` is a run of ``model`` from an initial state, to a bad one of ``goal`` if that is given."""
    assert len(trace.states) == len(trace.edges) + 1 == len(trace.inputs) + 1
    place = model.entry
    assert holds(model.initial, trace.states[0])
    for before, edge, values, after in zip(trace.states, trace.edges, trace.inputs, trace.states[1:], strict=False):
        assert edge in model.edges and edge.source == place
        assert set(before) == set(place.variables) and set(values) >= set(edge.inputs)
        now = {**values, **before}
        assert holds(edge.guard, now), f"{edge}: {edge.guard} under {now}"
        place = edge.target
        assert dict(after) == {symbol: evaluate(edge.after(symbol), now) for symbol in place.variables}
    assert set(trace.states[-1]) == set(place.variables)
    assert goal is None or holds(goal.bad.get(place, FALSE), trace.states[-1])


# -- invariants ------------------------------------------------------------------------------------------------------


def described(place: Location, states: Iterable[State]) -> Term:
    """The formula that is true of exactly these states."""
    return disjunction(cube(place, state) for state in states)


def cube(place: Location, state: State) -> Term:
    """The formula that is true of exactly this state."""
    return and_(*(eq(symbol, constant(value, symbol.sort)) for symbol, value in assignment(place, state).items()))


def strongest(model: Model) -> Proof:
    """The reachable states, as an inductive invariant."""
    found = reachable(model)
    return Proof({place: described(place, states) for place in model.locations if (states := found.at(place))})


def weakest(model: Model, goal: Safety) -> Proof:
    """The states of the domain from which no bad state and no state outside the domain can be reached.

    An inductive invariant if the model is safe.
    """
    every = {(place, state) for place in model.locations for state in states_of(place)}
    before: dict[tuple[Location, State], list[tuple[Location, State]]] = {}
    for place, state in every:
        for edge in model.leaving(place):
            for _, after in successors(edge, state):
                before.setdefault((edge.target, after), []).append((place, state))
    doomed = {(p, s) for p, s in every if holds(goal.bad.get(p, FALSE), assignment(p, s))}
    doomed.update(pair for pair in before if pair not in every)
    pending = list(doomed)
    while pending:
        for pair in before.get(pending.pop(), ()):
            if pair not in doomed:
                doomed.add(pair)
                pending.append(pair)
    return Proof({p: described(p, (s for s in states_of(p) if (p, s) not in doomed)) for p in model.locations})
