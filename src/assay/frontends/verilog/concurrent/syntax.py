"""Sequences and properties as trees, after the derived forms of the standard's annex F have been replaced.

Sequences are over expressions of Verilog that are looked at once for each tick of the clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Boolean:
    """One tick at which the expression is true, or not; without a text, any tick."""

    text: str = ""
    true: bool = True


@dataclass(frozen=True)
class Then:
    """One sequence behind the other: ``##1``."""

    first: Sequence
    second: Sequence


@dataclass(frozen=True)
class Fused:
    """The second begins with the tick that ends the first: ``##0``."""

    first: Sequence
    second: Sequence


@dataclass(frozen=True)
class Either:
    """``or`` of sequences."""

    first: Sequence
    second: Sequence


@dataclass(frozen=True)
class Together:
    """``intersect``: both, from the same tick to the same tick."""

    first: Sequence
    second: Sequence


@dataclass(frozen=True)
class Repeated:
    """From ``least`` to ``most`` times, one behind the other; without ``most``, any number of times."""

    body: Sequence
    least: int
    most: int | None


@dataclass(frozen=True)
class FirstMatch:
    """Of the matches that begin together, those that end first."""

    body: Sequence


Sequence = Boolean | Then | Fused | Either | Together | Repeated | FirstMatch
ANY: Final = Boolean()


def delayed(first: Sequence | None, second: Sequence, least: int, most: int | None) -> Sequence:
    """``first ##[least:most] second``, or without a first one (annex F.3.4.2.2)."""
    if first is None:
        return Then(Repeated(ANY, least, most), second)
    later: Sequence = second
    if (least, most) == (0, 0):
        return Fused(first, second)
    fewest, last = max(least, 1), None if most is None else most - 1
    if (fewest, last) != (1, 0):
        later = Then(Repeated(ANY, fewest - 1, last), second)
    later = Then(first, later)
    return Either(Fused(first, second), later) if least == 0 else later


def both(first: Sequence, second: Sequence) -> Sequence:
    """``and`` of sequences: from the same tick, to the later end."""
    rest = Repeated(ANY, 0, None)
    return Either(Together(Then(first, rest), second), Together(first, Then(second, rest)))


@dataclass(frozen=True)
class Matches:
    """A sequence as a property; if ``strong``, a wait without end is a failure."""

    sequence: Sequence
    strong: bool


@dataclass(frozen=True)
class Not:
    body: Property


@dataclass(frozen=True)
class And:
    first: Property
    second: Property


@dataclass(frozen=True)
class Or:
    first: Property
    second: Property


@dataclass(frozen=True)
class Implies:
    """``|->``: wherever a match of the sequence ends, the property holds from that tick on."""

    sequence: Sequence
    body: Property


@dataclass(frozen=True)
class Next:
    """The property holds from the next tick on."""

    body: Property


@dataclass(frozen=True)
class Until:
    """The first holds at each tick before one at which the second does; if ``strong``, there is such a tick."""

    first: Property
    second: Property
    strong: bool


@dataclass(frozen=True)
class Always:
    body: Property


Property = Matches | Not | And | Or | Implies | Next | Until | Always


def nexttime(body: Property, ticks: int) -> Property:
    for _ in range(ticks):
        body = Next(body)
    return body
