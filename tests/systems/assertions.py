"""Designs with many assertions, as BTOR2: blocks side by side that one input stalls, each with assertions of its own.

A block is a queue, a counter, an arbiter or a credit scheme; with each assertion comes what is known of it:

* ``inductive``: it excludes itself one step later (or the few of its block together do);
* ``invariant``: true, but a block that stalls makes induction over any number of steps fail: it takes an invariant;
* ``shallow``, ``deep``: violated after a few steps, or after dozens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice

INDUCTIVE = ("queue",)
MIXED = ("queue", "counter", "arbiter", "credits", "timer")


@dataclass
class Design:
    """The lines of a file, and what is known of each assertion, by name."""

    lines: list[str] = field(default_factory=list)
    known: dict[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, ""])

    def line(self, *words: object) -> int:
        number = len(self.lines) + 1
        self.lines.append(" ".join(map(str, (number, *words))))
        return number


class Blocks:
    """Blocks of one design, made one after the other."""

    def __init__(self) -> None:
        self.design = Design()
        self._sorts: dict[int, int] = {}
        self._constants: dict[tuple[int, int], int] = {}
        self._stall = self.design.line("input", self._sort(1), "stall")
        self._number = 0

    def block(self, kind: str) -> None:
        self._number += 1
        getattr(self, f"_{kind}")(f"{kind}{self._number}", 3 + self._number % 3)

    # -- lines ---------------------------------------------------------------------------------------------------------

    def _sort(self, width: int) -> int:
        if width not in self._sorts:
            self._sorts[width] = self.design.line("sort", "bitvec", width)
        return self._sorts[width]

    def _constant(self, width: int, value: int) -> int:
        key = width, value
        if key not in self._constants:
            self._constants[key] = self.design.line("constd", self._sort(width), value)
        return self._constants[key]

    def _made(self, operator: str, width: int, *args: int) -> int:
        return self.design.line(operator, self._sort(width), *args)

    def _input(self, name: str) -> int:
        return self.design.line("input", self._sort(1), name)

    def _state(self, name: str, width: int, first: int = 0) -> int:
        initial = self._constant(width, first)
        state = self.design.line("state", self._sort(width), name)
        self.design.line("init", self._sort(width), state, initial)
        return state

    def _next(self, state: int, width: int, value: int) -> None:
        """The next value, unless everything is stalled."""
        held = self._made("ite", width, self._stall, state, value)
        self.design.line("next", self._sort(width), state, held)

    def _plus(self, width: int, state: int, condition: int, amount: int = 1) -> int:
        more = self._made("add", width, state, self._constant(width, amount))
        return self._made("ite", width, condition, more, state)

    def _never(self, name: str, known: str, bad: int) -> None:
        self.design.line("bad", bad, name)
        self.design.known[name] = known

    # -- blocks --------------------------------------------------------------------------------------------------------

    def _queue(self, name: str, width: int) -> None:
        """Head, tail and the number of what is inside; pushes and pops are refused where they make no sense."""
        head, tail = self._state(f"{name}.head", width), self._state(f"{name}.tail", width)
        used = self._state(f"{name}.used", width + 1)
        full = self._made("eq", 1, used, self._constant(width + 1, 1 << width))
        empty = self._made("eq", 1, used, self._constant(width + 1, 0))
        push = self._made("and", 1, self._input(f"{name}.push"), self._made("not", 1, full))
        pop = self._made("and", 1, self._input(f"{name}.pop"), self._made("not", 1, empty))
        self._next(head, width, self._plus(width, head, pop))
        self._next(tail, width, self._plus(width, tail, push))
        more = self._plus(width + 1, used, push)
        self._next(used, width + 1, self._plus(width + 1, more, pop, (2 << width) - 1))
        low = self.design.line("slice", self._sort(width), used, width - 1, 0)
        distance = self._made("sub", width, tail, head)
        self._never(f"{name}_consistent", "inductive", self._made("neq", 1, low, distance))
        self._never(f"{name}_fits", "inductive", self._made("ugt", 1, used, self._constant(width + 1, 1 << width)))

    def _counter(self, name: str, width: int) -> None:
        """Counts by two: never odd, and for the same reason never one below the largest odd number."""
        width += 3
        count = self._state(f"{name}.count", width)
        self._next(count, width, self._plus(width, count, self._input(f"{name}.enable"), 2))
        odd = self._constant(width, 2 * width + 1)
        self._never(f"{name}_even", "invariant", self._made("eq", 1, count, odd))
        self._never(f"{name}_small", "shallow", self._made("eq", 1, count, self._constant(width, 6)))

    def _arbiter(self, name: str, width: int) -> None:
        """A token goes round; who has it is granted what it asks for, and keeps the grant for one step."""
        size = 2 * width
        token = self._state(f"{name}.token", size, 1)
        grant = self._state(f"{name}.grant", size)
        top = self.design.line("slice", self._sort(1), token, size - 1, size - 1)
        rest = self.design.line("slice", self._sort(size - 1), token, size - 2, 0)
        turned = self._made("concat", size, rest, top)
        step = self._input(f"{name}.step")
        self._next(token, size, self._made("ite", size, step, turned, token))
        asked = self.design.line("input", self._sort(size), f"{name}.request")
        self._next(grant, size, self._made("and", size, asked, token))
        fewer = self._made("sub", size, grant, self._constant(size, 1))
        two = self._made("neq", 1, self._made("and", size, grant, fewer), self._constant(size, 0))
        self._never(f"{name}_exclusive", "invariant", two)
        last = self._made("eq", 1, grant, self._constant(size, 1 << size - 1))
        self._never(f"{name}_last", "shallow", last)

    def _credits(self, name: str, width: int) -> None:
        """Credits are at home, on their way, or held by the other side: never more than there were."""
        total = (1 << width) - 2
        home, way, held = (
            self._state(f"{name}.{place}", width, first) for place, first in (("home", total), ("way", 0), ("held", 0))
        )
        some = [self._made("neq", 1, place, self._constant(width, 0)) for place in (home, way, held)]
        moves = [
            self._made("and", 1, self._input(f"{name}.{move}"), there)
            for move, there in zip(("send", "arrive", "return"), some, strict=True)
        ]
        less = (1 << width) - 1
        for place, inward, outward in ((home, 2, 0), (way, 0, 1), (held, 1, 2)):
            gained = self._plus(width, place, moves[inward])
            self._next(place, width, self._plus(width, gained, moves[outward], less))
        full = self._constant(width, less)
        self._never(f"{name}_kept", "invariant", self._made("eq", 1, held, full))
        self._never(f"{name}_moving", "deep", self._made("eq", 1, held, self._constant(width, total)))

    def _timer(self, name: str, width: int) -> None:
        """Counts while it is enabled and is reset now and then; a second one counts how often it came to its end."""
        width += 2
        last = (1 << width) - 3
        count = self._state(f"{name}.count", width)
        clear = self._input(f"{name}.clear")
        done = self._made("eq", 1, count, self._constant(width, last))
        again = self._made("or", 1, clear, done)
        zero = self._constant(width, 0)
        more = self._made("add", width, count, self._constant(width, 1))
        self._next(count, width, self._made("ite", width, again, zero, more))
        self._never(f"{name}_late", "deep", done)
        self._never(f"{name}_wraps", "invariant", self._made("eq", 1, count, self._constant(width, last + 2)))


def design(number: int, kinds: Sequence[str] = MIXED) -> Design:
    """A design with so many assertions, of blocks of these kinds in turns."""
    blocks = Blocks()
    for kind in _in_turns(kinds):
        if len(blocks.design.known) >= number:
            break
        blocks.block(kind)
    return blocks.design


def _in_turns(kinds: Sequence[str]) -> Iterator[str]:
    return islice(cycle(kinds), 10_000)
