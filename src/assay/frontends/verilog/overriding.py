"""Assignments by ``<=`` that override earlier ones, written so that Yosys lets them.

The last assignment to a variable counts (IEEE 1800-2017, 4.9.4 and 10.4.2).  In ``if (a) begin if (b) r <= 0; r <= 1;
end`` Yosys 0.70 lets the first one count: within a branch it takes away what an inner branch has set only where the
same branch has set the variable itself before.  So what overrides is written twice, which means the same: the first of
the two makes Yosys take the earlier ones away before the second.  Limits: what a task sets counts as set everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from assay.frontends.verilog.concurrent.definitions import NAME, closing
from assay.frontends.verilog.concurrent.statements import BLOCKS, statement_end
from assay.frontends.verilog.edits import Edit, edited
from assay.frontends.verilog.tokens import ASSIGNING, Token, tokens_of

_CASES: Final = ("case", "casez", "casex")
_LOOPS: Final = ("for", "while", "repeat", "foreach", "forever", "do")
_PROMISES: Final = ("unique", "unique0", "priority")
_BRACKETS: Final = ("(", "[", "{", "'{")
# What stands before the left side of an assignment.
_BEFORE: Final = (";", "begin", "end", "endcase", "else", ")", "*)", ":", "do", "forever")


def twice_overriding(text: str) -> str:
    """The text with such assignments written twice; lines stay where they are."""
    if "<=" not in text:
        return text
    walk = _Walk(list(tokens_of(text)))
    walk.all()
    edits: list[Edit] = []
    for start, end in walk.found:
        first, last = walk.tokens[start].start, walk.tokens[end - 1].end
        again = " ".join(token.text for token in walk.tokens[start:end])
        edits += [(first, first, f"begin {again} "), (last, last, " end")]
    return edited(text, edits)


class _Walk:
    """Through all blocks and tasks; ``found`` are the assignments that are to be written twice."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.found: set[tuple[int, int]] = set()
        self._tasks: frozenset[str] = frozenset()

    def all(self) -> None:
        tasks = [(place, self._end_of_task(place)) for place, token in enumerate(self.tokens) if token.text == "task"]
        self._tasks = frozenset(name for start, end in tasks for name in self._set_in(start, end))
        for start, end in tasks:
            place = _behind(self.tokens, start, ";")
            while place < end:
                place = self._statement(place, set(self._tasks), 1)
        for place, token in enumerate(self.tokens):
            if token.text in BLOCKS:
                self._statement(place + 1, set(), 0)

    def _end_of_task(self, start: int) -> int:
        ends = (place for place in range(start, len(self.tokens)) if self.tokens[place].text == "endtask")
        return next(ends, len(self.tokens))

    def _statement(self, place: int, before: set[str], depth: int) -> int:
        """Adds what the statement sets to what is set ``before`` in its branch; the place behind it."""
        end = max(statement_end(self.tokens, place), place + 1)
        first = place = self._start(place, end)
        word = self._word(place)
        if word == "begin":
            place += 3 if self._word(place + 1) == ":" else 1
            while place < end and self._word(place) != "end":
                place = self._statement(place, before, depth)
        elif word in _LOOPS:
            before.update(self._set_in(first, end))
            inner = place + 1 if word in ("forever", "do") else closing(self.tokens, place + 1) + 1
            self._statement(inner, before, depth)
        elif word == "if":
            place = self._branch(closing(self.tokens, place + 1) + 1, depth)
            if place < end and self._word(place) == "else":
                self._branch(place + 1, depth)
        elif word in _CASES:
            place = closing(self.tokens, place + 1) + 1
            while place < end - 1:
                place = self._branch(self._behind_labels(place, end), depth)
        elif depth and self._assigns(first, end) and before.intersection(self._set_in(first, end)):
            self.found.add((first, end))
        before.update(self._set_in(first, end))
        return end

    def _branch(self, place: int, depth: int) -> int:
        return self._statement(place, set(self._tasks), depth + 1)

    def _start(self, place: int, end: int) -> int:
        """Behind labels, attributes, promises and events."""
        while place < end:
            word = self._word(place)
            if self._word(place + 1) == ":" and NAME.fullmatch(word) and word != "begin":
                place += 2
            elif word in _PROMISES:
                place += 1
            elif word == "(*":
                place = _behind(self.tokens, place, "*)")
            elif word in ("@", "#"):
                place = closing(self.tokens, place + 1) + 1 if self._word(place + 1) == "(" else place + 2
            else:
                break
        return place

    def _behind_labels(self, place: int, end: int) -> int:
        """Where the statement of an item of ``case`` begins."""
        if self._word(place) == "default":
            return place + 2 if self._word(place + 1) == ":" else place + 1
        choices = 0
        while place < end and (choices or self._word(place) != ":"):
            word = self._word(place)
            choices += (word == "?") - (word == ":")
            place = closing(self.tokens, place) + 1 if word in _BRACKETS else place + 1
        return place + 1

    def _assigns(self, start: int, end: int) -> bool:
        """Whether it is an assignment by ``<=``."""
        place = start
        while place < end:
            word = self._word(place)
            if word == "<=" or word in ASSIGNING:
                return word == "<="
            place = closing(self.tokens, place) + 1 if word in _BRACKETS else place + 1
        return False

    def _set_in(self, start: int, end: int) -> Iterator[str]:
        """The names to the left of each ``<=`` outside of brackets, with those of indices."""
        depth = 0
        for number in range(start, end):
            depth += {"(": 1, ")": -1}.get(self._word(number), 0)
            if depth or self._word(number) != "<=":
                continue
            place, inside = number - 1, 0
            while place >= start and (inside or self._word(place) not in _BEFORE):
                word = self._word(place)
                inside += (word in ("]", "}")) - (word in ("[", "{"))
                if NAME.fullmatch(word):
                    yield word
                place -= 1

    def _word(self, place: int) -> str:
        return self.tokens[place].text if 0 <= place < len(self.tokens) else ""


def _behind(tokens: Sequence[Token], place: int, word: str) -> int:
    while place < len(tokens) and tokens[place].text != word:
        place += 1
    return place + 1
