"""What Yosys takes for something else, written so that it takes it as the standard has it; lines stay where they are.

An enumeration without a type is of ``int`` (IEEE 1800-2017, 6.19), with its width and sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from assay.frontends.verilog.choosing import exact_choices
from assay.frontends.verilog.edits import edited
from assay.frontends.verilog.expressions import exact_expressions
from assay.frontends.verilog.membership import exact_membership
from assay.frontends.verilog.named_types import signs
from assay.frontends.verilog.overriding import twice_overriding
from assay.frontends.verilog.packages import with_packages
from assay.frontends.verilog.returning import without_returns
from assay.frontends.verilog.tokens import tokens_of


def mended(texts: Sequence[str]) -> list[str]:
    """The texts for Yosys; raises Unsupported for what cannot be written otherwise."""
    read = [without_returns(text) for text in with_packages(texts)]
    typed = [exact_membership(_typed_enumerations(text)) for text in read]
    known = signs(list(tokens_of(text)) for text in typed if "typedef" in text)
    return [twice_overriding(exact_choices(exact_expressions(text, known))) for text in typed]


def _typed_enumerations(text: str) -> str:
    if "enum" not in text:
        return text
    words = pairwise(tokens_of(text))
    return edited(
        text, [(word.end, word.end, " int") for word, after in words if (word.text, after.text) == ("enum", "{")]
    )
