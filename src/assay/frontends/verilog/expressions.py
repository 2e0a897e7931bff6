"""What Yosys takes for something else, written so that it takes it as the standard (IEEE 1800-2017) has it.

* ``|4'(e)`` is for Yosys ``(|4)'(e)``, a cast to one bit; a cast comes first (A.8.4), and gets brackets.
* ``$countones(e)`` has a sign (20.9), as it is an ``int``; it gets ``$signed``.
* Where no condition of a ``unique`` statement holds nothing is done (12.4.2), but Yosys writes to memories then:
  ``unique``, ``unique0``, ``priority`` and the attributes ``full_case`` and ``parallel_case``,
  also those in comments, are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from assay.frontends.verilog.tokens import Token, tokens_of

_OPERATORS: Final = frozenset(("~", "!", "-", "+", "&", "|", "^", "~&", "~|", "~^", "^~"))
_PROMISES: Final = ("unique", "unique0", "priority")
_ATTRIBUTES: Final = ("full_case", "parallel_case")
# A comment that Yosys takes for these attributes.
_COMMENT: Final = re.compile(r"(/[/*])([ \t]*(?:synopsys|synthesis)\b(?=[^\n]*\b(?:full|parallel)_case\b))")
# What stands before an attribute that means nothing to Yosys.
_PASSED: Final = "passed_"
_CHOICES: Final = ("if", "case", "casez", "casex")
_COUNTING: Final = "$countones"
_BRACKETS: Final = {"(": 1, "[": 1, "{": 1, "'{": 1, ")": -1, "]": -1, "}": -1}


def exact_expressions(text: str) -> str:
    """The text with such expressions; lines stay where they are."""
    text = _COMMENT.sub(r"\1 passed:\2", text)
    if not any(word in text for word in ("'", _COUNTING, *_PROMISES, *_ATTRIBUTES)):
        return text
    tokens = list(tokens_of(text))
    marks: list[tuple[int, str]] = []
    for start, end in _casts(tokens):
        marks += [(start, "("), (end, ")")]
    for place, token in enumerate(tokens[:-1]):
        if token.text == _COUNTING and tokens[place + 1].text == "(":
            marks += [(token.start, "$signed("), (tokens[_closing(tokens, place + 1)].end, ")")]
    edits = [(place, place, mark) for place, mark in marks]
    for token, after in pairwise(tokens):
        if token.text in _PROMISES and after.text in _CHOICES:
            edits.append((token.start, token.end, ""))
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if token.text in _ATTRIBUTES and before.text in ("(*", ",") and after.text in ("*)", ",", "="):
            edits.append((token.start, token.end, f"{_PASSED}{token.text}"))
    parts, done = [], 0
    for start, end, mark in sorted(edits):
        parts += [text[done:start], mark]
        done = end
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
