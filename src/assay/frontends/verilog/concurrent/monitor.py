"""What has to be remembered to see a property fail, at the first tick at which no future could save it.

Idea: a property is an alternating automaton (Kupferman and Vardi, "Model Checking of Safety Properties", 2001, section
3; Boulé and Zilic, "Generating Hardware Assertion Checkers", 2008, chapter 7): a step takes what is still owed to a
formula over what is true now and what is owed next.  In conjunctive form each clause is one thing to remember: a
*token*, a set of states of which one must turn out well.  All attempts share the tokens, as each must turn out well by
itself.  A clause that is not true now moves on to the set of its states; if that is empty, the property has failed.

Negation is pushed to the expressions.  It is exact for what is decided after a bounded time: a clock that ticks for
ever is taken for granted, so that weak and strong are the same there.  Limits: what fails only by waiting for ever
(liveness) is refused, and so is what needs too many tokens.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Final, NamedTuple

from assay.frontends.verilog.concurrent.automata import Automaton, Literal, TooLarge, automaton
from assay.frontends.verilog.concurrent.syntax import (
    Always,
    And,
    Implies,
    Matches,
    Next,
    Not,
    Or,
    Property,
    Sequence,
    Until,
)

MOST_TOKENS: Final = 1500
MOST_CLAUSES: Final = 6000
BOUND: Final = "what fails at some step is checked: bound it, as ##[1:8] or s_eventually [0:8]"


class Inexact(Exception):
    """What is not said by failing at some tick, with what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True)
class All:
    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Some:
    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Later:
    """From the next tick on."""

    body: Formula


@dataclass(frozen=True)
class Path:
    """Some path of the automaton from this state to a final one ends where ``then`` holds, or goes on for ever."""

    automaton: Automaton
    state: int
    then: Formula


@dataclass(frozen=True)
class Paths:
    """Every path of the automaton from this state to a final one ends where ``then`` holds."""

    automaton: Automaton
    state: int
    then: Formula


@dataclass(frozen=True)
class Unless:
    """The first holds at each tick before one at which the second does."""

    first: Formula
    second: Formula


Formula = All | Some | Later | Path | Paths | Unless
TRUE: Final = All(())
FALSE: Final = Some(())


class Clause(NamedTuple):
    """What is true now, or else is owed next: one of each.  Their order is that in which they were found."""

    now: frozenset[Literal]
    owed: tuple[Formula, ...]

    def implies(self, other: Clause) -> bool:
        return self.now <= other.now and set(self.owed) <= set(other.owed)


Clauses = tuple[Clause, ...]
FAILURE: Final[Clauses] = (Clause(frozenset(), ()),)


@dataclass(frozen=True)
class Move:
    """Where ``source`` is owed and none of the expressions is as it says, ``target`` is owed at the next tick.

    Without a source it is so at each tick; without a target, the property has failed.
    """

    source: int | None
    unless: frozenset[Literal]
    target: int | None


@dataclass(frozen=True)
class Monitor:
    """The moves of so many tokens, none of which is there at first; ``waits`` if a wait without end is no failure."""

    tokens: int
    moves: tuple[Move, ...]
    waits: bool


def monitor(wanted: Property) -> Monitor:
    """What fails as the property does; raises Inexact or TooLarge."""
    return _monitor(_positive(wanted))


def recogniser(sequence: Sequence) -> Monitor:
    """What fails where a match of the sequence ends."""
    return _monitor(_nowhere(automaton(checked(sequence))))


# -- formulas ----------------------------------------------------------------------------------------------------------


def _positive(wanted: Property) -> Formula:
    match wanted:
        case Matches(sequence, strong):
            found = automaton(checked(sequence))
            if strong and not found.bounded:
                raise Inexact("a strong sequence without a bound", BOUND)
            return Path(found, 0, TRUE)
        case Not(body):
            return _negative(body)
        case And(first, second):
            return All((_positive(first), _positive(second)))
        case Or(first, second):
            return Some((_positive(first), _positive(second)))
        case Implies(sequence, body):
            return Paths(antecedent(sequence), 0, _positive(body))
        case Next(body):
            return Later(_positive(body))
        case Until(first, second, strong):
            if strong:
                raise Inexact("s_eventually or s_until, which fail only by waiting for ever", BOUND)
            return Unless(_positive(first), _positive(second))
        case Always(body):
            return Unless(_positive(body), FALSE)


def _negative(wanted: Property) -> Formula:
    match wanted:
        case Matches(sequence, strong):
            found = automaton(checked(sequence))
            if not strong and not found.bounded:
                raise Inexact("not, of a weak sequence without a bound", "write not strong(...), or bound it")
            return _nowhere(found)
        case Not(body):
            return _positive(body)
        case And(first, second):
            return Some((_negative(first), _negative(second)))
        case Or(first, second):
            return All((_negative(first), _negative(second)))
        case Implies(sequence, body):
            found = antecedent(sequence)
            if not found.bounded:
                raise Inexact("a match that may come at any time", BOUND)
            return Path(found, 0, _negative(body))
        case Next(body):
            return Later(_negative(body))
        case Until(first, second, strong):
            if not strong:
                raise Inexact("not, of until or always, which fails only by waiting for ever", BOUND)
            return Unless(_negative(second), All((_negative(first), _negative(second))))
        case Always():
            raise Inexact("not, of until or always, which fails only by waiting for ever", BOUND)


def _nowhere(found: Automaton) -> Formula:
    return Paths(found, 0, FALSE)


def checked(sequence: Sequence) -> Sequence:
    """A sequence that is asked for: not one that matches nothing, or before it begins (16.12.22)."""
    found = automaton(sequence)
    if found.empty:
        raise Inexact("a sequence that matches before it begins", "leave [*0] out")
    if not found.matches:
        raise Inexact("a sequence that nothing matches, whatever the signals are", "its parts differ in length")
    return sequence


def antecedent(sequence: Sequence) -> Automaton:
    found = automaton(sequence)
    if not found.matches:
        raise Inexact("a sequence that nothing matches, whatever the signals are", "its parts differ in length")
    return found


# -- steps -------------------------------------------------------------------------------------------------------------


def _step(formula: Formula) -> Clauses:
    """What the formula says of this tick and of what is owed next."""
    match formula:
        case All(parts):
            return _and(map(_step, parts))
        case Some(parts):
            return _or(map(_step, parts))
        case Later(body):
            return _next(body)
        case Unless(first, second):
            return _or((_step(second), _and((_step(first), _next(formula)))))
        case Path(found, state, then):
            ways = []
            for label, target in found.edges[state]:
                goes_on = []
                if target in found.final:
                    goes_on.append(_step(then))
                if found.edges[target]:
                    goes_on.append(_next(Path(found, target, then)))
                ways.append(_and((*(_literal(literal) for literal in sorted(label)), _or(goes_on))))
            return _or(ways)
        case Paths(found, state, then):
            owed = []
            for label, target in found.edges[state]:
                opposite = [_literal(literal.opposite) for literal in sorted(label)]
                if target in found.final:
                    owed.append(_or((*opposite, _step(then))))
                if found.edges[target]:
                    owed.append(_or((*opposite, _next(Paths(found, target, then)))))
            return _and(owed)


def _next(formula: Formula) -> Clauses:
    match formula:
        case All(parts):
            return _and(map(_next, parts))
        case Some(parts) if parts:
            return _or(map(_next, parts))
        case Path(found, state, _) if (frozenset(), state) in found.edges[state]:
            return ()  # it can wait for ever, whatever happens
        case _:
            return (Clause(frozenset(), (formula,)),)


def _literal(literal: Literal) -> Clauses:
    return (Clause(frozenset((literal,)), ()),)


def _and(parts: Iterable[Clauses]) -> Clauses:
    return _least(clause for part in parts for clause in part)


def _or(parts: Iterable[Clauses]) -> Clauses:
    return reduce(_either, parts, FAILURE)


def _either(first: Clauses, second: Clauses) -> Clauses:
    if len(first) * len(second) > MOST_CLAUSES:
        raise TooLarge
    return _least(_joined(one, other) for one in first for other in second)


def _joined(one: Clause, other: Clause) -> Clause:
    owed = tuple(dict.fromkeys((*one.owed, *other.owed)))
    return Clause(one.now | other.now, tuple(state for state in owed if state != FALSE) if len(owed) > 1 else owed)


def _least(clauses: Iterable[Clause]) -> Clauses:
    """Without those that say less than another one, or nothing."""
    kept: list[Clause] = []
    for clause in sorted(clauses, key=lambda clause: len(clause.now) + len(clause.owed)):
        if any(literal.opposite in clause.now for literal in clause.now):
            continue
        if not any(known.implies(clause) for known in kept):
            kept.append(clause)
        if len(kept) > MOST_CLAUSES:
            raise TooLarge
    return tuple(kept)


# -- tokens ------------------------------------------------------------------------------------------------------------


def _monitor(formula: Formula) -> Monitor:
    numbers: dict[frozenset[Formula], int] = {}
    moves: list[Move] = []
    waiting: list[tuple[int | None, Clauses]] = [(None, _step(formula))]
    while waiting:
        source, clauses = waiting.pop(0)
        for now, owed in clauses:
            target = None
            if owed:
                key = frozenset(owed)
                if key not in numbers:
                    numbers[key] = len(numbers)
                    waiting.append((numbers[key], _or(map(_step, owed))))
                target = numbers[key]
            moves.append(Move(source, now, target))
        if len(numbers) > MOST_TOKENS or len(moves) > MOST_CLAUSES:
            raise TooLarge
    return Monitor(len(numbers), tuple(moves), _waits(formula))


def _waits(formula: Formula) -> bool:
    """May some of it wait for ever for a sequence to match?"""
    match formula:
        case All(parts) | Some(parts):
            return any(map(_waits, parts))
        case Later(body):
            return _waits(body)
        case Unless(first, second):
            return _waits(first) or _waits(second)
        case Path(found, _, then):
            return not found.bounded or _waits(then)
        case Paths(_, _, then):
            return _waits(then)
