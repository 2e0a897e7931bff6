"""Automata of sequences: their states are what one attempt can have come to, their edges ticks.

An edge is taken if all expressions of its label are true.  The first state has no edge that leads to it, and each state
can still come to a final one; whether that is so depends on lengths only, and not on what the expressions say, as the
standard asks of weak sequences (annex F.3.4: what is to come is taken to satisfy everything, even ``1'b0``).
An empty match is kept apart: it ends before it begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple, TypeVar

from assay.frontends.verilog.concurrent.syntax import (
    Boolean,
    Either,
    FirstMatch,
    Fused,
    Repeated,
    Sequence,
    Then,
    Together,
)

MOST_STATES: Final = 1200
MOST_EDGES: Final = 20_000
Key = TypeVar("Key")
# Expressions of which ``first_match`` asks every combination.
MOST_COMBINED: Final = 6


class TooLarge(Exception):
    """What has to be remembered is more than is worth writing down."""


class Literal(NamedTuple):
    """An expression, or that it is false."""

    text: str
    true: bool

    @property
    def opposite(self) -> Literal:
        return Literal(self.text, not self.true)


Label = frozenset[Literal]
Edge = tuple[Label, int]


@dataclass(frozen=True, eq=False)
class Automaton:
    """Edges by state, of which the first is 0; the final states; and whether there is an empty match."""

    edges: tuple[tuple[Edge, ...], ...]
    final: frozenset[int]
    empty: bool

    @property
    def bounded(self) -> bool:
        """Is there a longest match?"""
        active, done = {0}, set[int]()
        stack = [(0, iter(self.edges[0]))]
        while stack:
            state, rest = stack[-1]
            target = next((target for _, target in rest if target not in done), None)
            if target is None:
                done.add(state)
                stack.pop()
            elif target not in active:
                active.add(target)
                stack.append((target, iter(self.edges[target])))
            else:
                return False
        return True

    @property
    def matches(self) -> bool:
        """Is there a match of at least one tick?"""
        return bool(self.edges[0])


def automaton(sequence: Sequence) -> Automaton:
    """The automaton of the sequence; raises TooLarge."""
    match sequence:
        case Boolean(text, true):
            label = frozenset((Literal(text, true),)) if text else frozenset[Literal]()
            return Automaton((((label, 1),), ()), frozenset((1,)), empty=False)
        case Then(first, second):
            return _then(automaton(first), automaton(second))
        case Fused(first, second):
            return _fused(automaton(first), automaton(second))
        case Either(first, second):
            return _either(automaton(first), automaton(second))
        case Together(first, second):
            return _together(automaton(first), automaton(second))
        case Repeated(body, least, most):
            return _repeated(automaton(body), least, most)
        case FirstMatch(body):
            return _first_match(automaton(body))


def _then(first: Automaton, second: Automaton) -> Automaton:
    def edges(key: tuple[int, int]) -> Iterator[tuple[Label, tuple[int, int]]]:
        part, state = key
        for label, target in (first, second)[part].edges[state]:
            yield label, (part, target)
        if part == 0 and (state in first.final or (state == 0 and first.empty)):
            for label, target in second.edges[0]:
                yield label, (1, target)

    def final(key: tuple[int, int]) -> bool:
        return key[1] in second.final if key[0] else second.empty and key[1] in first.final

    return _made((0, 0), edges, final, empty=first.empty and second.empty)


def _fused(first: Automaton, second: Automaton) -> Automaton:
    def edges(key: tuple[int, int]) -> Iterator[tuple[Label, tuple[int, int]]]:
        part, state = key
        for label, target in (first, second)[part].edges[state]:
            yield label, (part, target)
            if part == 0 and target in first.final:
                for other, behind in second.edges[0]:
                    yield label | other, (1, behind)

    def final(key: tuple[int, int]) -> bool:
        return key[0] == 1 and key[1] in second.final

    return _made((0, 0), edges, final, empty=False)


def _either(first: Automaton, second: Automaton) -> Automaton:
    def edges(key: tuple[int, int]) -> Iterator[tuple[Label, tuple[int, int]]]:
        part, state = key
        for number, side in enumerate((first, second)):
            if part in (2, number):
                for label, target in side.edges[state]:
                    yield label, (number, target)

    def final(key: tuple[int, int]) -> bool:
        return key[0] < 2 and key[1] in (first, second)[key[0]].final

    return _made((2, 0), edges, final, empty=first.empty or second.empty)


def _together(first: Automaton, second: Automaton) -> Automaton:
    def edges(key: tuple[int, int]) -> Iterator[tuple[Label, tuple[int, int]]]:
        for (label, target), (other, behind) in product(first.edges[key[0]], second.edges[key[1]]):
            yield label | other, (target, behind)

    def final(key: tuple[int, int]) -> bool:
        return key[0] in first.final and key[1] in second.final

    return _made((0, 0), edges, final, empty=first.empty and second.empty)


def _repeated(body: Automaton, least: int, most: int | None) -> Automaton:
    """States say how many times the body is behind them, as far as that matters."""
    needed = 0 if body.empty else least
    top = max(needed, 1) - 1 if most is None else most - 1

    def edges(key: tuple[int, int]) -> Iterator[tuple[Label, tuple[int, int]]]:
        done, state = key
        for label, target in body.edges[state]:
            yield label, (done, target)
        if state in body.final and (most is None or done < top):
            for label, target in body.edges[0]:
                yield label, (min(done + 1, top), target)

    if most == 0:
        return Automaton(((),), frozenset(), empty=True)
    return _made((0, 0), edges, lambda key: key[1] in body.final and key[0] + 1 >= needed, empty=needed == 0)


def _first_match(body: Automaton) -> Automaton:
    """By sets of states: one with a final state is where the first match ends."""
    if body.empty:
        return Automaton(((),), frozenset(), empty=True)

    def final(key: frozenset[int]) -> bool:
        return bool(key & body.final)

    def edges(key: frozenset[int]) -> Iterator[tuple[Label, frozenset[int]]]:
        leading = [edge for state in sorted(key) for edge in body.edges[state]] if not final(key) else []
        texts = sorted({literal.text for label, _ in leading for literal in label})
        if len(texts) > MOST_COMBINED:
            raise TooLarge
        for values in product((True, False), repeat=len(texts)):
            label = frozenset(map(Literal, texts, values))
            targets = frozenset(target for needed, target in leading if needed <= label)
            if targets:
                yield label, targets

    return _made(frozenset((0,)), edges, final, empty=False)


def _made(
    start: Key, edges: Callable[[Key], Iterable[tuple[Label, Key]]], final: Callable[[Key], bool], *, empty: bool
) -> Automaton:
    """The part of the automaton that can be reached, and from which a final state can."""
    found: dict[Key, list[tuple[Label, Key]]] = {}
    before: dict[Key, list[Key]] = {}
    waiting, count = [start], 0
    while waiting:
        key = waiting.pop()
        if key in found:
            continue
        found[key] = list(dict.fromkeys(edges(key)))
        count += len(found[key])
        if len(found) > MOST_STATES or count > MOST_EDGES:
            raise TooLarge
        for _, target in found[key]:
            before.setdefault(target, []).append(key)
            waiting.append(target)
    useful: set[Key] = set()
    waiting = [key for key in found if final(key)]
    while waiting:
        key = waiting.pop()
        if key not in useful:
            useful.add(key)
            waiting.extend(before.get(key, ()))
    order = {start: 0}
    for key in found:
        if key in useful:
            order.setdefault(key, len(order))
    kept = tuple(tuple((label, order[target]) for label, target in found[key] if target in useful) for key in order)
    return Automaton(kept, frozenset(order[key] for key in order if final(key)), empty)
