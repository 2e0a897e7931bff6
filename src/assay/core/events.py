"""What algorithms announce.  Algorithms never print and never count for reports: they emit, and reports listen.

What is costly to tell (every abstract state, the steps of every path) is told only to those who listen ``Closely``.
Whoever puts a listener of his own before another one makes it ``as_close`` as that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from assay.core.evidence import Path, Tree
from assay.core.terms import Term

Counters = Mapping[str, int | float]


@dataclass(frozen=True, slots=True)
class PhaseStarted:
    """A named stretch of work begins (reading, bounded search, exploring, refining, checking evidence ...)."""

    phase: str


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """Of several methods that take turns, ``method`` has its turn now."""

    method: str


@dataclass(frozen=True, slots=True)
class Speaking:
    """Of several methods that work side by side, what follows is announced by ``method``: for who listens closely."""

    method: str


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """The loop explores with its ``number``-th precision."""

    number: int


@dataclass(frozen=True, slots=True)
class Progress:
    """Counters as they stand now; sent every so often by long-running work."""

    counters: Counters


@dataclass(frozen=True, slots=True)
class Explored:
    """An exploration ended: ``outcome`` is ``proof``, ``alarm`` or ``stuck``."""

    outcome: str
    counters: Counters


@dataclass(frozen=True, slots=True)
class PathRefuted:
    """A spurious path, or derivation, was excluded by new predicates."""

    path: Path | Tree
    provider: str
    predicates: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PartsShown:
    """A spurious run of a design whose parts are partly hidden was excluded: these ``latches`` are no longer hidden.

    The abstraction that could not follow the run had so many latches in its ``layer``.
    """

    length: int
    layer: int
    latches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AbstractState:
    """A node of an abstract reachability graph, and what became of it.

    ``creators`` made it, by ``edge``; ``turn`` is its place in the order of expansions, 0 if it had none; ``heir`` is
    the node that pruned it, 0 if none did.  ``ahead``: it was put in front of the descendants of what it pruned.
    """

    number: int
    location: str
    state: Term | None
    creators: tuple[int, ...]
    edge: str
    status: str
    heir: int = 0
    turn: int = 0
    ahead: bool = False


@dataclass(frozen=True, slots=True)
class Unfolded:
    """The abstract states of an exploration, the oldest first; ``left_out`` is how many more there were.

    ``covered`` are successors that a state covers which was there: from where, by which edge, by whom.
    """

    states: tuple[AbstractState, ...]
    covered: tuple[tuple[int, str, int], ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class BoundReached:
    """No run of at most ``depth`` steps reaches the error."""

    depth: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A method had a turn of so many seconds, and this came of it."""

    method: str
    seconds: float
    outcome: str


@dataclass(frozen=True, slots=True)
class PropertyTaken:
    """What follows is about the property of this name, or about several at once."""

    name: str


@dataclass(frozen=True, slots=True)
class LineExecuted:
    """A numbered line of a printed algorithm was executed: the values of its names, put into words by ``str``.

    Where the algorithm has no numbered lines, ``number`` is the round, and the names are indexed by it.
    """

    method: str
    number: int
    values: Mapping[str, object] = field(default_factory=dict)
    note: str = ""


Event = (
    PhaseStarted
    | TurnStarted
    | Speaking
    | RoundStarted
    | Progress
    | Explored
    | PathRefuted
    | PartsShown
    | Unfolded
    | BoundReached
    | TurnEnded
    | PropertyTaken
    | LineExecuted
)
Listener = Callable[[Event], None]


def ignore(event: Event) -> None:
    """The listener that hears nothing."""


@dataclass(frozen=True)
class Closely:
    """A listener who wants to know what is costly to tell, too."""

    listener: Listener

    def __call__(self, event: Event) -> None:
        self.listener(event)


def listens_closely(listener: Listener) -> bool:
    return isinstance(listener, Closely)


def as_close(listener: Listener, other: Listener) -> Listener:
    """``listener``, who passes on what he hears to ``other``, and wants to know as much."""
    return Closely(listener) if listens_closely(other) else listener
