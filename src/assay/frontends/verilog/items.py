"""Items of ``case`` that are computed of numbers alone, as ``~4'd0``, which are refused.

They have the width of the longest item and of what is compared (IEEE 1800-2017, 12.5.1); Yosys takes their own.

Limit: one with a number of 32 bits, as ``P + 1``, is taken for wide enough.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.definitions import NAME, split
from assay.frontends.verilog.concurrent.statements import CASES, case_items
from assay.frontends.verilog.shapes import modules, outside, shapes
from assay.frontends.verilog.tokens import Token

# Operators whose last bits, or those above, depend on the width that they are computed with.
_COMPUTING: Final = ("+", "-", "*", "**", "~", "<<", "<<<")
_WIDE: Final = re.compile(r"\d[\d_]*|(?:32)?'[sS]?[bBoOdDhH].*")


def refuse_items(tokens: Sequence[Token]) -> None:
    """Raises Unsupported for the first of them."""
    others = outside(tokens)
    for start, end in modules(tokens):
        within = tokens[start:end]
        known = shapes([*others, *within])
        varying = {name for name, found in known.items() if not all(shape.number for shape in found)}
        for place, token in enumerate(within):
            if token.text in CASES:
                _refuse(within, place, varying)


def _refuse(tokens: Sequence[Token], place: int, varying: set[str]) -> None:
    for first, start, _ in case_items(tokens, place):
        # A default has no labels; behind those of others is a colon.
        for item in split(tokens[first : start - 1]) if first < start else ():
            words = [token.text for token in item]
            computes = any(word in _COMPUTING for word in words) and not any(map(_WIDE.fullmatch, words))
            if computes and not any(NAME.fullmatch(word) and word in varying for word in words):
                hint = "let a localparam as wide as what is compared have its value"
                raise Unsupported("an item of a case that is computed of numbers", item[0].spot, hint)
