"""What Yosys takes for something else, written so that it takes it as the standard (IEEE 1800-2017) has it.

* Casts: see ``casts``.
* ``'d5`` has 32 bits (5.7.1), but for Yosys what is cast or written at an index has as many as the number needs.
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

from assay.frontends.verilog.casts import exact_casts
from assay.frontends.verilog.concurrent.definitions import closing
from assay.frontends.verilog.edits import Edit, edited
from assay.frontends.verilog.tokens import BASES, Token, tokens_of

_PROMISES: Final = ("unique", "unique0", "priority")
_ATTRIBUTES: Final = ("full_case", "parallel_case")
_COMMENT: Final = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
# How a comment begins that Yosys takes for these attributes.
_PROMISING: Final = re.compile(r"^(/[/*])([ \t]*(?:synopsys|synthesis)\b(?=[^\n]*\b(?:full|parallel)_case\b))")
# What stands before an attribute that means nothing to Yosys.
_PASSED: Final = "passed_"
_CHOICES: Final = ("if", "case", "casez", "casex")
# A number without a size, of which all bits are known.
_UNSIZED: Final = re.compile(r"'[sS]?([bBoOdDhH])\s*([\da-fA-F_]+)")
_COUNTING: Final = "$countones"


def exact_expressions(text: str, signs: Mapping[str, frozenset[bool]]) -> str:
    """The text with such expressions; lines stay where they are.  ``signs`` says which types have a sign."""
    if any(word in text for word in _ATTRIBUTES):
        text = _COMMENT.sub(lambda match: _PROMISING.sub(r"\1 passed:\2", match[0]), text)
    if not any(word in text for word in ("'", _COUNTING, *_PROMISES, *_ATTRIBUTES)):
        return text
    tokens = list(tokens_of(text))
    return edited(text, (*exact_casts(tokens, signs), *_unsized(tokens), *_counts(tokens), *_promises(tokens)))


def _unsized(tokens: Sequence[Token]) -> Iterator[Edit]:
    for before, token in pairwise(tokens):
        sized = before.text[0].isdigit() or (before.text == ")" and before.end == token.start)
        number = _UNSIZED.fullmatch(token.text)
        if number is not None and not sized:
            width = int(number[2].replace("_", ""), BASES[number[1].lower()]).bit_length()
            yield token.start, token.start, str(max(width, 32))


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


def _around(start: int, end: int, opening: str) -> Iterator[Edit]:
    yield start, start, opening
    yield end, end, ")"
