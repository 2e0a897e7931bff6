"""What Yosys takes for something else, written so that it takes it as the standard has it; lines stay where they are.

* An enumeration without a type is of ``int`` (IEEE 1800-2017, 6.19), with its width and sign.
* ``default`` gets a colon: without one Yosys leaves it out where the choice is by a constant, as in ``case (1'b1)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from assay.frontends.verilog.choosing import exact_choices
from assay.frontends.verilog.edits import edited
from assay.frontends.verilog.expressions import exact_expressions
from assay.frontends.verilog.importing import without_imports
from assay.frontends.verilog.membership import exact_membership
from assay.frontends.verilog.named_types import signs
from assay.frontends.verilog.overriding import twice_overriding
from assay.frontends.verilog.parts import exact_parts
from assay.frontends.verilog.shapes import outside
from assay.frontends.verilog.tokens import tokens_of

# What follows ``default`` where it is no item of a case.
_DEFAULTS: Final = (":", "clocking", "disable", "input", "output")


def mended(texts: Sequence[str]) -> list[str]:
    """The texts for Yosys; raises Unsupported for what cannot be written otherwise."""
    typed = [exact_membership(_with_colons(_typed_enumerations(text))) for text in without_imports(texts)]
    known = signs(list(tokens_of(text)) for text in typed if "typedef" in text)
    exact = [exact_choices(exact_expressions(text, known)) for text in typed]
    others = [token for text in exact for token in outside(list(tokens_of(text)))]
    return [twice_overriding(exact_parts(text, others)) for text in exact]


def _typed_enumerations(text: str) -> str:
    if "enum" not in text:
        return text
    words = pairwise(tokens_of(text))
    return edited(
        text, [(word.end, word.end, " int") for word, after in words if (word.text, after.text) == ("enum", "{")]
    )


def _with_colons(text: str) -> str:
    if "default" not in text:
        return text
    words = pairwise(tokens_of(text))
    return edited(
        text,
        [(word.end, word.end, ":") for word, after in words if word.text == "default" and after.text not in _DEFAULTS],
    )
