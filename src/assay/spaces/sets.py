"""State sets as a Boolean algebra, and transition systems over them: all that fixpoint engines ask of a state space.

A *set* is any value with ``&``, ``|``, ``~``, truth (is it non-empty?) and equality; integers as bitsets, finite and
cofinite sets, decision diagrams and formulas over blocks all qualify.  ``~`` may leave the system's ``whole``: it is
only used inside a meet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, Self, TypeVar

from assay.core.events import LineExecuted, Listener
from assay.core.evidence import Proof, Trace


class StateSet(Protocol):
    """An element of a Boolean algebra of sets; equality is equality of sets, truth is being non-empty."""

    def __and__(self, other: Self, /) -> Self: ...
    def __or__(self, other: Self, /) -> Self: ...
    def __invert__(self) -> Self: ...
    def __bool__(self) -> bool: ...


S = TypeVar("S", bound=StateSet)
T = TypeVar("T")


def included(left: S, right: S) -> bool:
    """Is ``left`` a subset of ``right``?"""
    return not left & ~right


def least(step: Callable[[S], S], bottom: S) -> S:
    """The least fixpoint of a monotone ``step`` above ``bottom``, which must be below its image."""
    current = bottom
    while (following := step(current)) != current:
        current = following
    return current


greatest = least
"""The greatest fixpoint below a top that is above its image: the same iteration, downwards."""


def accumulated(first: S, step: Callable[[S], S]) -> S:
    """The least set with ``first`` that contains its image under ``step``, which distributes over unions."""
    found = frontier = first
    while frontier:
        frontier = step(frontier) & ~found
        found = found | frontier
    return found


def _no_proof(invariant: object) -> Proof:
    raise AssertionError("this system has no formulas for its sets")


def _no_trace(rings: Sequence[object]) -> Trace:
    raise AssertionError("this system has no runs of a model")


@dataclass(frozen=True)
class System(Generic[S]):
    """States ``whole``, of which some are ``initial`` and others ``bad``, with images of sets under all transitions.

    ``describe`` turns an inductive set into a proof; ``follow`` turns rings, the first of them initial states, each
    with a successor in the next, the last bad, into a run; ``show`` is for people.  Steps need not be total.
    """

    whole: S
    initial: S
    bad: S
    post: Callable[[S], S]
    pre: Callable[[S], S]
    describe: Callable[[S], Proof] = field(default=_no_proof, compare=False)
    follow: Callable[[Sequence[S]], Trace] = field(default=_no_trace, compare=False)
    show: Callable[[S], str] = field(default=str, compare=False)

    @property
    def empty(self) -> S:
        return self.whole & ~self.whole

    @property
    def safe(self) -> S:
        return self.whole & ~self.bad

    @property
    def other(self) -> S:
        """The states that are not initial."""
        return self.whole & ~self.initial

    def all_pre(self, states: S) -> S:
        """The states all of whose successors are in ``states``."""
        return self.whole & ~self.pre(self.whole & ~states)

    def pre_within(self, region: S, states: S) -> S:
        return region & self.pre(region & states)

    def all_pre_within(self, region: S, states: S) -> S:
        """Everything outside ``region``; inside, the states all of whose successors there are in ``states``."""
        return self.whole & ~self.pre_within(region, self.whole & ~states)

    def reachable(self, states: S, region: S) -> S:
        """What ``states`` reach by steps inside ``region``, themselves included."""
        return accumulated(states & region, lambda found: region & self.post(found))

    def reaching(self, states: S, region: S) -> S:
        """What reaches ``states`` by steps inside ``region``, themselves included."""
        return accumulated(states & region, lambda found: region & self.pre(found))

    def reversed(self) -> System[S]:
        """Every step and both ends turned around; what is inductive here has an inductive complement there."""
        return System(
            self.whole,
            self.bad,
            self.initial,
            self.pre,
            self.post,
            describe=lambda states: self.describe(self.whole & ~states),
            show=self.show,
        )

    def minimal_counterexamples(self) -> S:
        """The states on some run from an initial to a bad state that is neither in between."""
        core = self.safe & self.other
        ahead = self.reachable(self.post(self.initial), core)
        behind = self.reaching(self.pre(self.bad), core)
        middle = ahead & behind
        last = self.bad & self.post(self.initial | middle)
        first = self.initial & self.pre(self.bad | middle)
        return middle | last | first

    def run(self, region: S) -> Trace | None:
        """A shortest run from an initial to a bad state inside ``region``, if there is one."""
        layers = self.rings(region)
        return None if layers is None else self.follow(layers)

    def rings(self, region: S) -> tuple[S, ...] | None:
        """Layers of a shortest run from an initial to a bad state inside ``region``; None if there is none.

        Terminates whenever there is such a run.
        """
        layers = [self.bad & region]
        seen = layers[0]
        while not layers[-1] & self.initial:
            fresh = region & self.pre(layers[-1]) & ~seen
            if not fresh:
                return None
            layers.append(fresh)
            seen = seen | fresh
        layers[-1] = layers[-1] & self.initial
        return tuple(reversed(layers))


@dataclass(frozen=True)
class Line(Generic[S]):
    """A numbered line of a printed algorithm as it was executed: what it computed, by printed names.

    CGR has no numbered lines: there ``number`` is the round.  ``domain`` has the blocks with their cones where a line
    changes the domain and its blocks are few enough to be listed.
    """

    method: str
    number: int
    values: Mapping[str, S] = field(default_factory=dict)
    note: str = ""
    domain: tuple[tuple[S, S], ...] = ()


Recorder = Callable[[Line[S]], None]


def forget(line: Line[S]) -> None:
    """The recorder that keeps nothing."""


@dataclass(frozen=True)
class InWords(Generic[T]):
    """A set that is put into words only if somebody reads it."""

    states: T
    show: Callable[[T], str]

    def __str__(self) -> str:
        return self.show(self.states)


def announcing(system: System[S], announce: Listener) -> Recorder[S]:
    """The recorder that announces every line."""

    def cells(domain: tuple[tuple[S, S], ...]) -> str:
        return " ".join(f"{system.show(block)}:{system.show(cone)}" for block, cone in domain)

    def record(line: Line[S]) -> None:
        values: dict[str, object] = {name: InWords(states, system.show) for name, states in line.values.items()}
        if line.domain:
            values["mu"] = InWords(line.domain, cells)
        announce(LineExecuted(line.method, line.number, values, line.note))

    return record
