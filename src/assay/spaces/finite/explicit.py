"""Explicit finite systems: states are numbers, sets are integers used as bitsets.

A system is given by its transitions; it is a model as well, so that its proofs and runs can be checked as any other.
A model over one integer whose steps only lead from number to number is such a system.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from assay.core.bits import bitset, ones
from assay.core.errors import Unsupported
from assay.core.evidence import Proof, Trace
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import Op, Term, disjunction, disjuncts, eq, integer, variable
from assay.core.terms.sorts import INT
from assay.spaces.sets import System

_STATE = "state"


@dataclass(frozen=True)
class Graph:
    """A finite transition system: the transitions, and which states are initial and bad."""

    states: int
    transitions: tuple[tuple[int, int], ...]
    initial: int
    bad: int
    given: Model | None = field(default=None, compare=False, repr=False)

    @cached_property
    def _successors(self) -> Mapping[int, int]:
        return _table(self.transitions)

    @cached_property
    def _predecessors(self) -> Mapping[int, int]:
        return _table((target, source) for source, target in self.transitions)

    def post(self, states: int) -> int:
        return _image(self._successors, states)

    def pre(self, states: int) -> int:
        return _image(self._predecessors, states)

    @cached_property
    def model(self) -> Model:
        """The same system as a model: the one that it was read from, or one integer and an edge per transition."""
        if self.given is not None:
            return self.given
        state = variable(_STATE, INT)
        place = Location("graph", (state,))
        edges = (
            Edge(f"{source}>{target}", place, place, eq(state, integer(source)), {state: integer(target)})
            for source, target in self.transitions
        )
        bad = Safety("bad", {place: _formula(state, self.bad)})
        return Model(place, tuple(edges), _formula(state, self.initial), (bad,))

    def describe(self, invariant: int) -> Proof:
        place = self.model.entry
        return Proof({place: _formula(place.variables[0], invariant)})

    def follow(self, rings: Sequence[int]) -> Trace:
        """The run of least states through the rings."""
        (state,) = self.model.entry.variables
        numbers = [next(ones(rings[0]))]
        for ring in rings[1:]:
            numbers.append(next(ones(ring & self.post(1 << numbers[-1]))))
        steps = {_step(edge): edge for edge in self.model.edges}
        edges = tuple(steps[pair] for pair in pairwise(numbers))
        return Trace(tuple({state: number} for number in numbers), edges, ({},) * len(edges))

    @cached_property
    def system(self) -> System[int]:
        return System(self.states, self.initial, self.bad, self.post, self.pre, self.describe, self.follow, show)


def show(states: int) -> str:
    """The elements of a bitset, for people."""
    return "{" + " ".join(map(str, ones(states))) + "}"


def graph_of(model: Model, goal: Safety) -> Graph:
    """The model as a graph over the values of its one integer; ``Unsupported`` if its steps compute anything."""
    variables = model.entry.variables
    if len(model.locations) != 1 or len(variables) != 1 or variables[0].sort is not INT:
        raise Unsupported("a graph is a model over one integer")
    steps = tuple(map(_step, model.edges))
    initial, bad = states_of(model.initial), states_of(goal.bad[model.entry])
    states = bitset(state for pair in steps for state in pair) | initial | bad
    for named in model.definitions.values():
        states |= states_of(named)
    return Graph(states, steps, initial, bad, model)


def _step(edge: Edge) -> tuple[int, int]:
    (state,) = edge.source.variables
    source, target = _value(edge.guard), edge.after(state)
    if source is None or not target.is_const:
        raise Unsupported(f"{edge.name} does not lead from one number to another", edge.origin)
    return source, int(target.number)


def states_of(formula: Term) -> int:
    """The set of the numbers that the formula lists; ``Unsupported`` if it says anything else."""
    found = [_value(part) for part in disjuncts(formula)]
    if None in found:
        raise Unsupported("this is no list of states")
    return bitset(number for number in found if number is not None)


def _value(formula: Term) -> int | None:
    """The natural number that the one variable is equated with."""
    if formula.op is not Op.EQ or formula.args[0].op is not Op.VAR or not formula.args[1].is_const:
        return None
    number = int(formula.args[1].number)
    return number if number >= 0 else None


def _table(transitions: Iterable[tuple[int, int]]) -> Mapping[int, int]:
    table: dict[int, int] = {}
    for source, target in transitions:
        table[source] = table.get(source, 0) | 1 << target
    return table


def _image(table: Mapping[int, int], states: int) -> int:
    result = 0
    for state in ones(states):
        result |= table.get(state, 0)
    return result


def _formula(state: Term, states: int) -> Term:
    return disjunction(eq(state, integer(number)) for number in ones(states))
