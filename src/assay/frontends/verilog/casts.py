"""Casts to a number of bits, as ``4'(e)``, in brackets of their own where an operator stands before them.

Yosys takes ``|4'(e)`` for ``(|4)'(e)``, a cast to one bit; the standard (IEEE 1800-2017, A.8.4) has the cast first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from assay.frontends.verilog.tokens import Token, tokens_of

_OPERATORS: Final = frozenset(("~", "!", "-", "+", "&", "|", "^", "~&", "~|", "~^", "^~"))
_BRACKETS: Final = {"(": 1, "[": 1, "{": 1, "'{": 1, ")": -1, "]": -1, "}": -1}


def bracketed_casts(text: str) -> str:
    """The text with such brackets; lines stay where they are."""
    if "'" not in text:
        return text
    marks: list[tuple[int, str]] = []
    for start, end in _casts(list(tokens_of(text))):
        marks += [(start, "("), (end, ")")]
    parts, done = [], 0
    for place, mark in sorted(marks):
        parts += [text[done:place], mark]
        done = place
    return "".join([*parts, text[done:]])


def _casts(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Where the casts begin and end in the text that stand behind an operator."""
    for place, token in enumerate(tokens[:-1]):
        if not token.text.endswith("'") or tokens[place + 1].text != "(" or token.text.startswith(("\\", '"')):
            continue
        first = place if token.text != "'" else _opening(tokens, place - 1)
        while first > 1 and tokens[first - 1].text == "::":
            first -= 2
        if first > 0 and tokens[first - 1].text in _OPERATORS:
            yield tokens[first].start, tokens[_closing(tokens, place + 1)].end


def _opening(tokens: Sequence[Token], place: int) -> int:
    """Where what ends at ``place`` begins: a bracket, or a word."""
    depth = 0
    for number in range(place, -1, -1):
        depth -= _BRACKETS.get(tokens[number].text, 0)
        if not depth:
            return number
    return place


def _closing(tokens: Sequence[Token], place: int) -> int:
    depth = 0
    for number in range(place, len(tokens)):
        depth += _BRACKETS.get(tokens[number].text, 0)
        if not depth:
            return number
    return len(tokens) - 1
