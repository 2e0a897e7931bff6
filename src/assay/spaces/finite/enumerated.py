"""Finite models state by state: every location with every value of its Boolean and bit-vector variables.

Successors are found by evaluation, for all choices of inputs, so both numbers have a limit.  A state's number is its
bit; the steps remember an edge and inputs, so that rings become runs of the model.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from assay.core.bits import bitset, ones
from assay.core.budget import FOREVER, Deadline
from assay.core.errors import Unsupported
from assay.core.evidence import Assignment, Proof, Trace
from assay.core.model import Edge, Location, Model
from assay.core.terms import Term, atoms, conjunction, disjunction, eq
from assay.core.terms.evaluate import Value, constant, evaluate, holds
from assay.core.terms.sorts import BOOL
from assay.spaces.finite.explicit import Graph
from assay.spaces.sets import System

State = tuple[Location, tuple[Value, ...]]
Step = tuple[Edge, Assignment]


@dataclass(frozen=True)
class Enumerated:
    """The states of a model, the system over their numbers, and sets that a first domain may have as members."""

    model: Model
    states: tuple[State, ...]
    steps: Mapping[tuple[int, int], Step]
    graph: Graph

    @property
    def system(self) -> System[int]:
        graph = self.graph
        return System(graph.states, graph.initial, graph.bad, graph.post, graph.pre, self.describe, self.follow)

    def describe(self, invariant: int) -> Proof:
        """Per location, the disjunction of its states in the set."""
        cubes: dict[Location, list[Term]] = {place: [] for place in self.model.locations}
        for number in ones(invariant):
            place, values = self.states[number]
            symbols = place.variables
            cubes[place].append(conjunction(eq(s, constant(v, s.sort)) for s, v in zip(symbols, values, strict=True)))
        return Proof({place: disjunction(found) for place, found in cubes.items()})

    def follow(self, rings: Sequence[int]) -> Trace:
        """The run of least states through the rings."""
        numbers = [next(ones(rings[0]))]
        for ring in rings[1:]:
            numbers.append(next(ones(ring & self.graph.post(1 << numbers[-1]))))
        steps = [self.steps[pair] for pair in pairwise(numbers)]
        states = tuple(_assignment(self.states[number]) for number in numbers)
        final = _choice(self.model.properties[0].bad[self.states[numbers[-1]][0]], self.states[numbers[-1]])
        assert final is not None
        return Trace(states, tuple(edge for edge, _ in steps), tuple(inputs for _, inputs in steps), final=final)

    def satisfying(self, place: Location, predicate: Term) -> int:
        """The states at ``place`` where ``predicate`` over its variables is true."""
        return bitset(
            number
            for number, state in enumerate(self.states)
            if state[0] == place and holds(predicate, _assignment(state))
        )

    def predicates(self) -> Iterator[int]:
        """The locations, and what guards and errors distinguish at them."""
        for place in self.model.locations:
            yield bitset(number for number, state in enumerate(self.states) if state[0] == place)
            guards = (edge.guard for edge in self.model.leaving(place))
            errors = (goal.bad[place] for goal in self.model.properties if place in goal.bad)
            for atom in atoms(conjunction((*guards, *errors))):
                if atom.free and atom.free <= set(place.variables):
                    yield self.satisfying(place, atom)


def enumerated(model: Model, *, limit: int = 4096, deadline: Deadline = FOREVER) -> Enumerated:
    """The model's states and steps; ``Unsupported`` if there are more than ``limit``, or infinitely many."""
    states = tuple(_states(model.locations, limit))
    numbers = {state: number for number, state in enumerate(states)}
    steps: dict[tuple[int, int], Step] = {}
    for source, state in enumerate(states):
        if deadline.passed:
            raise Unsupported("there was no time to enumerate the states", hint="raise --time")
        for edge in model.leaving(state[0]):
            for target, inputs in _successors(edge, state, limit):
                steps.setdefault((source, numbers[target]), (edge, inputs))
    goal = model.properties[0].bad
    first = (n for n, s in enumerate(states) if s[0] == model.entry and holds(model.initial, _assignment(s)))
    bad = bitset(n for n, s in enumerate(states) if s[0] in goal and _choice(goal[s[0]], s) is not None)
    graph = Graph((1 << len(states)) - 1, tuple(steps), bitset(first), bad)
    return Enumerated(model, states, steps, graph)


def _states(places: Iterable[Location], limit: int) -> Iterator[State]:
    count = 0
    for place in places:
        for values in _valuations(place.variables, limit):
            count += 1
            if count > limit:
                raise Unsupported(f"more than {limit} states", hint="an engine that does not enumerate may help")
            yield place, tuple(values.values())


def _successors(edge: Edge, state: State, limit: int) -> Iterator[tuple[State, Assignment]]:
    before = _assignment(state)
    for inputs in _valuations(edge.inputs, limit):
        now = {**before, **inputs}
        if holds(edge.guard, now):
            after = tuple(evaluate(edge.after(symbol), now) for symbol in edge.target.variables)
            yield (edge.target, after), inputs


def _choice(bad: Term, state: State) -> Assignment | None:
    """Inputs that make the state erroneous, if any."""
    known = _assignment(state)
    inputs = sorted(bad.free.difference(known), key=lambda symbol: symbol.uid)
    return next((choice for choice in _valuations(inputs, 1 << 12) if holds(bad, {**known, **choice})), None)


def _valuations(symbols: Sequence[Term], limit: int) -> Iterator[dict[Term, Value]]:
    ranges: list[Sequence[Value]] = []
    size = 1
    for symbol in symbols:
        if symbol.sort is BOOL:
            values: Sequence[Value] = (False, True)
        elif symbol.sort.is_bitvector and symbol.sort.width <= limit.bit_length():
            values = range(1 << symbol.sort.width)
        else:
            raise Unsupported(f"{symbol.name} has too many values", hint="an engine that does not enumerate may help")
        size *= len(values)
        if size > limit:
            raise Unsupported(f"more than {limit} combinations of values")
        ranges.append(values)
    return (dict(zip(symbols, choice, strict=True)) for choice in product(*ranges))


def _assignment(state: State) -> dict[Term, Value]:
    place, values = state
    return dict(zip(place.variables, values, strict=True))
