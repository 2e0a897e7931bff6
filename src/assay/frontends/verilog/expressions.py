"""What Yosys takes for something else, written so that it takes it as the standard (IEEE 1800-2017) has it.

* ``|4'(e)`` is for Yosys ``(|4)'(e)``, a cast to one bit; a cast comes first (A.8.4), and gets brackets.
* ``int'(e)`` has the sign of ``int``, and a cast by a name that of its type (6.24.1), but for Yosys that of ``e``; it
  gets ``$signed`` or ``$unsigned``.
* ``$countones(e)`` has a sign (20.9), as it is an ``int``; it gets ``$signed``.
* Where no condition of a ``unique`` statement holds nothing is done (12.4.2), but Yosys writes to memories then:
  ``unique``, ``unique0``, ``priority`` and the attributes ``full_case`` and ``parallel_case``,
  also those in comments, are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.definitions import closing
from assay.frontends.verilog.edits import Edit, edited
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
# Types that for Yosys have no width in a cast.
_BITS: Final = ("bit", "logic", "reg")
_BRACKETS: Final = {"(": 1, "[": 1, "{": 1, "'{": 1, ")": -1, "]": -1, "}": -1}


def exact_expressions(text: str, signs: Mapping[str, frozenset[bool]]) -> str:
    """The text with such expressions; lines stay where they are.  ``signs`` says which types have a sign."""
    text = _COMMENT.sub(r"\1 passed:\2", text)
    if not any(word in text for word in ("'", _COUNTING, *_PROMISES, *_ATTRIBUTES)):
        return text
    tokens = list(tokens_of(text))
    return edited(text, (*_casts(tokens, signs), *_counts(tokens), *_promises(tokens)))


def _counts(tokens: Sequence[Token]) -> Iterator[Edit]:
    for place, (token, after) in enumerate(pairwise(tokens)):
        if token.text == _COUNTING and after.text == "(":
            yield from _around(token.start, tokens[closing(tokens, place + 1)].end, "$signed(")


def _promises(tokens: Sequence[Token]) -> Iterator[Edit]:
    for token, after in pairwise(tokens):
        if token.text in _PROMISES and after.text in _CHOICES:
            yield token.start, token.end, ""
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if token.text in _ATTRIBUTES and before.text in ("(*", ",") and after.text in ("*)", ",", "="):
            yield token.start, token.end, f"{_PASSED}{token.text}"


def _casts(tokens: Sequence[Token], signs: Mapping[str, frozenset[bool]]) -> Iterator[Edit]:
    """Casts to a type, with its sign, and in brackets those behind an operator."""
    for place, (token, after) in enumerate(pairwise(tokens)):
        if not token.text.endswith("'") or after.text != "(" or token.text.startswith(("\\", '"')):
            continue
        first = place if token.text != "'" else _opening(tokens, place - 1)
        while first > 1 and tokens[first - 1].text == "::":
            first -= 2
        name = token.text.removesuffix("'")
        start, end = tokens[first].start, tokens[closing(tokens, place + 1)].end
        if name in signs:
            if len(signs[name]) > 1:
                hint = "give each type a name of its own"
                raise Unsupported(f"a cast to {name}, which is the name of several types", token.spot, hint)
            yield from _around(start, end, "$signed(" if True in signs[name] else "$unsigned(")
        elif first > 0 and tokens[first - 1].text in _OPERATORS:
            yield from _around(start, end, "(")
        if name in _BITS:
            yield token.start, token.end, "1'"


def _around(start: int, end: int, opening: str) -> Iterator[Edit]:
    yield start, start, opening
    yield end, end, ")"


def _opening(tokens: Sequence[Token], place: int) -> int:
    """Where what ends at ``place`` begins: a bracket, or a word."""
    depth = 0
    for number in range(place, -1, -1):
        depth -= _BRACKETS.get(tokens[number].text, 0)
        if not depth:
            return number
    return place
