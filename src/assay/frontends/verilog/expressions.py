"""Expressions that Yosys takes for others, written so that it takes them as the standard (IEEE 1800-2017) has them.

* ``|4'(e)`` is for Yosys ``(|4)'(e)``, a cast to one bit; a cast comes first (A.8.4), and gets brackets.
* ``$countones(e)`` has a sign (20.9), as it is an ``int``; it gets ``$signed``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from assay.frontends.verilog.tokens import Token, tokens_of

_OPERATORS: Final = frozenset(("~", "!", "-", "+", "&", "|", "^", "~&", "~|", "~^", "^~"))
_COUNTING: Final = "$countones"
_BRACKETS: Final = {"(": 1, "[": 1, "{": 1, "'{": 1, ")": -1, "]": -1, "}": -1}


def exact_expressions(text: str) -> str:
    """The text with such expressions; lines stay where they are."""
    if "'" not in text and _COUNTING not in text:
        return text
    tokens = list(tokens_of(text))
    marks: list[tuple[int, str]] = []
    for start, end in _casts(tokens):
        marks += [(start, "("), (end, ")")]
    for place, token in enumerate(tokens[:-1]):
        if token.text == _COUNTING and tokens[place + 1].text == "(":
            marks += [(token.start, "$signed("), (tokens[_closing(tokens, place + 1)].end, ")")]
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
