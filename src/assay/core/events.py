"""What algorithms announce.  Algorithms never print and never count for reports: they emit, and reports listen."""

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
    | RoundStarted
    | Progress
    | Explored
    | PathRefuted
    | BoundReached
    | TurnEnded
    | PropertyTaken
    | LineExecuted
)
Listener = Callable[[Event], None]


def ignore(event: Event) -> None:
    """The listener that hears nothing."""
