"""What Yosys takes for something else, written so that it takes it as the standard has it; lines stay where they are.

An enumeration without a type is of ``int`` (IEEE 1800-2017, 6.19), with its width and sign.  A ``default`` without a
colon (12.5), which Yosys passes over where the choice is about a number, gets one.  What stands between comments
``synthesis translate_off`` and ``translate_on``, which Yosys passes over, is left out, unless it asserts something:
that is said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from assay.frontends.verilog.choosing import exact_choices
from assay.frontends.verilog.edits import edited
from assay.frontends.verilog.expressions import exact_expressions
from assay.frontends.verilog.membership import exact_membership
from assay.frontends.verilog.named_types import signs
from assay.frontends.verilog.overriding import twice_overriding
from assay.frontends.verilog.packages import with_packages
from assay.frontends.verilog.parts import exact_parts
from assay.frontends.verilog.returning import without_returns
from assay.frontends.verilog.shapes import outside
from assay.frontends.verilog.tokens import tokens_of

_COMMENT: Final = r"(?://[ \t]*{0}[ \t]*(?=\n)|/\*[ \t]*{0}[ \t]*\*/)"
_SWITCH: Final = r"(?:synopsys|synthesis)[ \t]*translate_"
_PASSED: Final = re.compile(
    rf"""{_COMMENT.format(_SWITCH + "off")}.*?{_COMMENT.format(_SWITCH + "on")}
    | "(?:\\.|[^"\\])*" | //[^\n]* | /\*.*?\*/""",
    re.DOTALL | re.VERBOSE,
)
# What follows ``default`` where it is no item of a case.
_BEHIND_DEFAULT: Final = (":", "clocking", "disable", "input", "output")
_KEPT: Final = re.compile(r"\b(?:assert|assume|cover|restrict|property)\b|`file_")


def mended(texts: Sequence[str]) -> list[str]:
    """The texts for Yosys; raises Unsupported for what cannot be written otherwise."""
    read = [without_returns(text) for text in with_packages([_PASSED.sub(_without, text) for text in texts])]
    typed = [exact_membership(_with_colons(_typed_enumerations(text))) for text in read]
    known = signs(list(tokens_of(text)) for text in typed if "typedef" in text)
    exact = [exact_choices(exact_expressions(text, known)) for text in typed]
    others = [token for text in exact for token in outside(list(tokens_of(text)))]
    return [twice_overriding(exact_parts(text, others)) for text in exact]


def _without(passed: re.Match[str]) -> str:
    """The ends of its lines in place of what is between such comments."""
    text = passed[0]
    return (
        text if text.startswith('"') or "translate_off" not in text or _KEPT.search(text) else "\n" * text.count("\n")
    )


def _with_colons(text: str) -> str:
    if "default" not in text:
        return text
    words = pairwise(tokens_of(text))
    found = (word for word, after in words if word.text == "default" and after.text not in _BEHIND_DEFAULT)
    return edited(text, [(word.end, word.end, " :") for word in found])


def _typed_enumerations(text: str) -> str:
    if "enum" not in text:
        return text
    words = pairwise(tokens_of(text))
    return edited(
        text, [(word.end, word.end, " int") for word, after in words if (word.text, after.text) == ("enum", "{")]
    )
