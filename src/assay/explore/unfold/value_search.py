"""Breadth-first search over explicit values, written for speed: the explorer of the engine ``value``.

The same law as ``explore.unfold.explorer``, without its graph: a state is dropped if a state at its location says no
more. States that know the same variables are compared by hash; for states that know fewer, each pattern of unknown
variables that has occurred at the location is looked up.  States that a later one covers are kept, which is sound.
After a refinement the search starts again.  Limit: no other order; ``unfolding`` of the domain has them all.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.events import AbstractState, Counters, Explored, Listener, Progress, Unfolded, ignore, listens_closely
from assay.core.evidence import Path, Proof
from assay.core.model import Edge, Location, Model
from assay.core.roles import Alarm, Proved, Stuck, outcome
from assay.core.terms import Term
from assay.domains.values.compile_commands import State, Transition
from assay.domains.values.domain import ValueAbstraction, ValuePrecision
from assay.explore.unfold.diary import MOST_STATES as TOLD_STATES
from assay.explore.unfold.diary import worth_telling
from assay.explore.unfold.explorer import PROGRESS_SECONDS, error_locations

Pattern = tuple[int, ...]
"""The positions of unknown values."""

_FEW: Final = 4  # edges that are all tried; of more, those that the state's values allow
_BATCH: Final = 1000  # expansions between two looks at the clock
MOST_STATES: Final = 5_000_000  # about 300 bytes each


class _Shelf:
    """What was reached at one location, and how to go on: by all ``moves``, or by those that ``choose`` finds."""

    __slots__ = ("choose", "moves", "patterns", "place", "states")

    def __init__(self, place: Location) -> None:
        self.place = place
        self.states: dict[State, None] = {}
        self.patterns: dict[Pattern, None] = {}
        self.moves: Moves | None = None
        self.choose: Callable[[State], Moves] | None = None

    def take(self, state: State) -> bool:
        """Keep a state that is not here yet, unless another one here says no more; is it kept?"""
        if None in state or self.patterns:
            pattern = tuple([place for place, value in enumerate(state) if value is None])
            for general in self.patterns:
                if len(general) > len(pattern) and set(general).issuperset(pattern):
                    weaker = list(state)
                    for place in general:
                        weaker[place] = None
                    if tuple(weaker) in self.states:
                        return False
            if pattern:
                self.patterns[pattern] = None
        self.states[state] = None
        return True


@dataclass(frozen=True)
class Explosion:
    """When the values of a variable are too many to be tracked: that many of them, among so many states.

    Those that are ``spared`` are tracked whatever they cost: loops that end come to an end.
    """

    values: int = 1_000
    states: int = 20_000
    spared: Callable[[], frozenset[Term]] = frozenset


Move = tuple[Transition, Edge, _Shelf | None]
Moves = tuple[Move, ...]
Node = tuple[State, _Shelf, int, Edge | None]
"""A state, where it is, and how it was reached: the number of its creator (-1 for none) and the edge from there."""


class ValueSearch:
    """Explorer of the value analysis: a proof, or a path to the error that tracked values do not exclude.

    With an ``explosion``, variables whose values explode are ``dropped`` for good, and the search begins anew without
    them.  The precision still has them, so that a refinement that asks for nothing else is none.
    """

    def __init__(
        self,
        model: Model,
        domain: ValueAbstraction,
        deadline: Deadline = FOREVER,
        announce: Listener = ignore,
        most_states: int = MOST_STATES,
        explosion: Explosion | None = None,
    ) -> None:
        self._model = model
        self._domain = domain
        self._deadline = deadline
        self._announce = announce
        self._most_states = most_states
        self._errors = error_locations(model)
        self._shelves: dict[Location, _Shelf] = {}
        self._explosion = explosion
        self.dropped: frozenset[Term] = frozenset()
        self.transitions = 0
        self.expansions = 0
        self._explorations = 0

    def explore(self, precision: ValuePrecision, /) -> Proved[Proof] | Alarm[Path] | Stuck:
        """Decide whether the abstraction at ``precision`` reaches the error."""
        answer = None
        while answer is None:
            self._domain.adopt(precision.without(self.dropped))
            answer = self._search()
        length = {"path_length": len(answer.evidence)} if isinstance(answer, Alarm) else {}
        self._announce(Explored(outcome(answer), {**self.counters(), **length}))
        return answer

    def counters(self) -> Counters:
        """Totals over all explorations; ``states`` are those of the last one."""
        states = sum(len(shelf.states) for shelf in self._shelves.values())
        totals = {"transitions": self.transitions, "expansions": self.expansions, "states": states}
        return {**totals, **self._domain.counters()}

    def live(self) -> Mapping[Location, tuple[State, ...]]:
        """The states of the last exploration by location, oldest first."""
        return {place: tuple(shelf.states) for place, shelf in self._shelves.items() if shelf.states}

    def seen(self) -> dict[Term, int]:
        """The number of different values that each tracked variable had in the last exploration."""
        return self._domain.spread(self.live())

    # -- search ------------------------------------------------------------------------------------------------------

    def _explode(self) -> bool:
        """Are there variables with too many values?  They are dropped from now on."""
        assert self._explosion is not None
        many = {symbol for symbol, number in self.seen().items() if number > self._explosion.values}
        found = many - self._explosion.spared() if many else many
        self.dropped |= found
        return bool(found)

    def _search(self) -> Proved[Proof] | Alarm[Path] | Stuck | None:
        """One exploration; None if it is to be done again without variables that were dropped."""
        self._shelves = {place: _Shelf(place) for place in self._model.locations}
        entry = self._shelves[self._model.entry]
        nodes: list[Node] = [(state, entry, -1, None) for state in self._domain.initial() if entry.take(state)]
        if nodes and self._model.entry in self._errors:
            return Alarm(Path(()))
        answer = self._follow(nodes)
        self._explorations += 1
        if listens_closely(self._announce) and (worth_telling(self._explorations) or isinstance(answer, Proved)):
            self._announce(self._unfolded(nodes))
        return answer

    def _follow(self, nodes: list[Node]) -> Proved[Proof] | Alarm[Path] | Stuck | None:
        """All that comes of the ``nodes``, which it is added to."""
        told = time.monotonic()
        done, look = 0, self._explosion.states if self._explosion is not None else math.inf
        while done < len(nodes):
            alarm, done = self._batch(nodes, done)
            if alarm is not None:
                return alarm
            if time.monotonic() - told > PROGRESS_SECONDS:
                told = time.monotonic()
                self._announce(Progress(self.counters()))
            if len(nodes) > look:
                look *= 2
                if self._explode():
                    return None
            if len(nodes) > self._most_states:
                return Stuck(f"more than {self._most_states} states with explicit values", "try predicate+value")
            if self._deadline.passed:
                return Stuck("the time for exploring is over", "allow more time, or try predicate+value")
        found = self.live().items()
        return Proved(Proof({place: self._domain.formula(place, states) for place, states in found}))

    def _unfolded(self, nodes: Sequence[Node]) -> Unfolded:
        """The oldest states, for who wants to look at them; they are expanded in the order in which they were found."""
        states = [
            AbstractState(
                number + 1,
                shelf.place.name,
                self._domain.formula(shelf.place, (state,)),
                (creator + 1,) if creator >= 0 else (),
                edge.name if edge is not None else "",
                "live",
                turn=number + 1,
            )
            for number, (state, shelf, creator, edge) in enumerate(nodes[:TOLD_STATES])
        ]
        return Unfolded(tuple(states), left_out=len(nodes) - len(states))

    def _batch(self, nodes: list[Node], number: int) -> tuple[Alarm[Path] | None, int]:
        """Expand a few nodes from ``number`` on; the number of the first that is left."""
        end, transitions, start = number + _BATCH, 0, number
        while number < len(nodes) and number < end:
            state, shelf = nodes[number][:2]
            choose = shelf.choose
            for step, edge, target in choose(state) if choose else shelf.moves or self._moves(shelf, state):
                for after in step(state):
                    transitions += 1
                    if target is None:
                        self._count(transitions, number + 1 - start)
                        return Alarm(Path((*_path(nodes, number), edge))), number
                    if after not in target.states and target.take(after):
                        nodes.append((after, target, number, edge))
            number += 1
        self._count(transitions, number - start)
        return None, number

    def _count(self, transitions: int, expansions: int) -> None:
        self.transitions += transitions
        self.expansions += expansions

    def _moves(self, shelf: _Shelf, state: State) -> Moves:
        """The steps from the first state that leaves a location; where there are many, the state chooses."""
        edges = sorted(self._model.leaving(shelf.place), key=lambda edge: edge.target not in self._errors)
        demands = [self._domain.demands(edge) for edge in edges] if len(edges) > _FEW else []
        places = sorted({place for demanded in demands for place in demanded})
        if not places:
            shelf.moves = tuple(map(self._move, edges))
            return shelf.moves
        shelf.choose = self._choice(edges, demands, places)
        return shelf.choose(state)

    def _choice(
        self, edges: Sequence[Edge], demands: Sequence[Mapping[int, frozenset[object]]], places: Sequence[int]
    ) -> Callable[[State], Moves]:
        """The steps that the values at ``places`` allow, found and compiled once for each combination of them."""
        key_of = itemgetter(*places)
        known: dict[object, Moves] = {}

        def choose(state: State) -> Moves:
            key = key_of(state)
            moves = known.get(key)
            if moves is None:
                moves = known[key] = tuple(
                    self._move(edge)
                    for edge, demanded in zip(edges, demands, strict=True)
                    if all(state[place] is None or state[place] in values for place, values in demanded.items())
                )
            return moves

        return choose

    def _move(self, edge: Edge) -> Move:
        return self._domain.transition(edge), edge, None if edge.target in self._errors else self._shelves[edge.target]


def _path(nodes: list[Node], number: int) -> list[Edge]:
    """The edges by which a node was reached."""
    edges: list[Edge] = []
    while number >= 0:
        _, _, number, edge = nodes[number]
        if edge is not None:
            edges.append(edge)
    edges.reverse()
    return edges
