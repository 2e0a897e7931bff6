"""Abstract systems whose states are sets: the setting in which orders of exploration are tried without any solver.

A system lists, per location and in program order, named transitions to a location with a monotone function on sets
(None where the transition is not enabled).  A transition may use sets of further locations.  ``SetTransfer`` is its
abstract domain: larger sets cover smaller ones.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from assay.core.events import Counters
from assay.core.model import Edge, Location, Model, Safety, Use
from assay.core.terms import TRUE, Term
from assay.explore.unfold.explorer import DEFAULT, Options, Unfold
from assay.explore.unfold.graph import Node
from assay.explore.unfold.order import Order

State = frozenset[int]
Function = Callable[..., State | None]  # of the source's set and of those that are used
Transition = tuple[str, str, str, Function]  # name, source, target, function


@dataclass
class SetTransfer:
    """The domain of a system of sets."""

    start: State
    functions: Mapping[str, Function]

    def adopt(self, precision: None, /) -> bool:
        return True

    def initial(self) -> Sequence[State]:
        return (self.start,)

    def post(self, edge: Edge, state: State, /, *uses: State) -> Sequence[State]:
        result = self.functions[edge.name](state, *uses)
        return () if result is None else (result,)

    def possible(self, edge: Edge, chosen: Sequence[State | None], /) -> bool:
        return True

    def leq(self, left: State, right: State, /) -> bool:
        return left <= right

    def rank(self, state: State, /) -> int:
        return -len(state)

    def stamp(self, location: Location, /) -> int:
        return 0

    def formula(self, location: Location, states: Sequence[State], /) -> Term:
        return TRUE

    def counters(self) -> Counters:
        return {}


@dataclass(frozen=True)
class System:
    entry: str
    start: State
    transitions: tuple[Transition, ...]
    uses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def premises(self, name: str, source: str) -> tuple[str, ...]:
        return (source, *self.uses.get(name, ()))

    def model(self, error: str = "nowhere") -> Model:
        edges = [
            Edge(
                name,
                Location(source),
                Location(target),
                uses=tuple(Use(Location(p), ()) for p in self.uses.get(name, ())),
            )
            for name, source, target, _ in self.transitions
        ]
        return Model(Location(self.entry), tuple(edges), properties=(Safety("error", {Location(error): TRUE}),))

    def transfer(self) -> SetTransfer:
        return SetTransfer(self.start, {name: function for name, _, _, function in self.transitions})


class Run:
    """One exploration, with the expansions in order."""

    def __init__(self, system: System, order: Order, options: Options = DEFAULT, error: str = "nowhere") -> None:
        self.expanded: list[str] = []
        explorer = Unfold(system.model(error), system.transfer(), order, options, watch=self._watch)
        self.outcome = explorer.derive(None)
        self.totals = explorer.totals
        self.antichain = {place.name: frozenset(states) for place, states in explorer.live().items()}

    def _watch(self, node: Node[State]) -> None:
        assert node.state is not None
        self.expanded.append(f"{node.location}:{''.join(map(str, sorted(node.state)))}")


def same(state: State) -> State:
    return state


def chain(length: int) -> System:
    """A short thin branch and a long thick one lead into a chain of ``length`` locations."""
    transitions: list[Transition] = [
        ("t1", "S", "L1", lambda s: s & {0}),
        ("t2", "S", "A1", same),
        ("t3", "A1", "A2", same),
        ("t4", "A2", "L1", same),
    ]
    transitions += [(f"c{k}", f"L{k}", f"L{k + 1}", same) for k in range(1, length)]
    return System("S", frozenset({0, 1}), tuple(transitions))


def comb(length: int) -> System:
    """The chain, with a dead end beside each of its locations."""
    transitions = list(chain(length).transitions)
    for k in range(1, length + 1):
        transitions.append((f"d{k}", f"L{k}", f"M{k}", same))
    return System("S", frozenset({0, 1}), tuple(transitions))


def self_loop(size: int) -> System:
    """A location that adds elements to its own set: its child relation is cyclic."""
    return System(
        "S",
        frozenset(),
        (
            ("start", "S", "L", lambda s: frozenset({0})),
            ("inc", "L", "L", lambda s: s | {(max(s) + 1) % size}),
            ("out", "L", "X", same),
        ),
    )


def random_system(rng: random.Random) -> System:
    """Up to six locations and twelve union-preserving transitions over a universe of up to five elements."""
    places, universe = rng.randint(2, 6), rng.randint(1, 5)
    transitions: list[Transition] = []
    for number in range(rng.randint(2, 12)):
        source, target = rng.randrange(places), rng.randrange(places)
        always = frozenset(x for x in range(universe) if rng.random() < 0.3)
        image = {x: frozenset(y for y in range(universe) if rng.random() < 0.3) for x in range(universe)}
        guard = rng.choice([None, *range(universe)])
        transitions.append((f"e{number}", str(source), str(target), _union(always, image, guard)))
    return System("0", frozenset(x for x in range(universe) if rng.random() < 0.5), tuple(transitions))


def random_joint_system(rng: random.Random) -> System:
    """The same with transitions that use up to two further sets each."""
    plain = random_system(rng)
    places = sorted({place for _, source, target, _ in plain.transitions for place in (source, target)})
    uses = {name: tuple(rng.choices(places, k=rng.choice((0, 1, 1, 2)))) for name, *_ in plain.transitions}
    joint = [(name, source, target, _joined(function)) for name, source, target, function in plain.transitions]
    return System(plain.entry, plain.start, tuple(joint), uses)


def _joined(function: Function) -> Function:
    """The function of all that is common to the first two sets, with what the third has."""

    def joined(state: State, *uses: State) -> State | None:
        both = state & uses[0] if uses else state
        return function(both.union(*uses[1:]))

    return joined


def _union(always: State, image: Mapping[int, State], guard: int | None) -> Function:
    def function(state: State) -> State | None:
        if guard is not None and guard not in state:
            return None
        return always.union(*(image[x] for x in state))

    return function
