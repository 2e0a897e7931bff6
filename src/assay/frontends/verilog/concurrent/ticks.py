"""Numbers that say how many ticks: known before the circuit is.

A parameter in a range is read as its default, and a guard in the text refuses other values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from assay.core.errors import Position, Unsupported
from assay.frontends.verilog.concurrent.definitions import DEEPEST, Scope
from assay.frontends.verilog.tokens import BASES, Token

_NUMBER: Final = re.compile(r"\d[\d_]*|\d*'[sS]?([bBoOdDhH])([\da-fA-F_]+)")
_MOST_TICKS: Final = 1000


class Numbers:
    """Values of constant expressions, and of which parameters they were made."""

    def __init__(self, scope: Scope, given: Mapping[str, str]) -> None:
        self._scope = scope
        self._given = given
        self.used: dict[str, int] = {}

    def ticks(self, tokens: Sequence[Token], where: Position | None) -> int:
        """As many as are understood."""
        found = self.value(tokens)
        if not 0 <= found <= _MOST_TICKS:
            raise Unsupported(f"{found} ticks", where, f"from 0 to {_MOST_TICKS} are understood")
        return found

    def span(self, parts: Sequence[Sequence[Token]], operator: Token) -> tuple[int, int | None]:
        """One number of ticks, or from one to another, or without an end."""
        if len(parts) not in (1, 2) or not all(parts):
            raise Unsupported("a range of ticks of this form", operator.spot, "write [1:8]")
        fewest = self.ticks(parts[0], operator.spot)
        if [token.text for token in parts[-1]] == ["$"]:
            return fewest, None
        most = fewest if len(parts) == 1 else self.ticks(parts[1], operator.spot)
        if most < fewest:
            raise Unsupported(f"a range from {fewest} to {most}", operator.spot)
        return fewest, most

    def value(self, tokens: Sequence[Token], depth: int = 0) -> int:
        """Of sums, differences and products of numbers and parameters."""
        if not tokens:
            raise Unsupported("a range of ticks without a number")
        self._tokens, self._place = list(tokens), 0
        found = self._sum(depth)
        if self._place != len(self._tokens):
            raise self._strange()
        return found

    def _sum(self, depth: int) -> int:
        total = self._product(depth)
        while self._word() in ("+", "-"):
            sign = 1 if self._next() == "+" else -1
            total += sign * self._product(depth)
        return total

    def _product(self, depth: int) -> int:
        total = self._atom(depth)
        while self._word() == "*":
            self._next()
            total *= self._atom(depth)
        return total

    def _atom(self, depth: int) -> int:
        word = self._word()
        number = _NUMBER.fullmatch(word)
        if word == "(":
            self._next()
            total = self._sum(depth)
            if self._next() != ")":
                raise self._strange()
            return total
        if number is not None:
            self._next()
            digits = (number[2] or word).replace("_", "")
            return int(digits, BASES[number[1].lower()] if number[1] else 10)
        if word in self._scope.numbers and depth < DEEPEST:
            self._next()
            inner = Numbers(self._scope, self._given)
            told = self._given.get(word, "")
            if _NUMBER.fullmatch(told) and "'" not in told:
                self.used[word] = int(told)
            else:
                self.used[word] = inner.value(self._scope.numbers[word], depth + 1)
            return self.used[word]
        raise self._strange()

    def _word(self) -> str:
        return self._tokens[self._place].text if self._place < len(self._tokens) else ""

    def _next(self) -> str:
        word = self._word()
        self._place += 1
        return word

    def _strange(self) -> Unsupported:
        where = self._tokens[min(self._place, len(self._tokens) - 1)].spot
        words = " ".join(token.text for token in self._tokens)
        return Unsupported(f"a number of ticks that is not known here: {words}", where, "write a number")
