"""What Yosys takes for something else, written so that it takes it as the standard has it; lines stay where they are.

An enumeration without a type is of ``int`` (IEEE 1800-2017, 6.19), with its width and sign.
"""

from __future__ import annotations

import re
from typing import Final

from assay.frontends.verilog.choosing import exact_choices
from assay.frontends.verilog.expressions import exact_expressions
from assay.frontends.verilog.overriding import twice_overriding

_ENUM: Final = re.compile(r"\benum\b(?=\s*\{)")


def mended(text: str) -> str:
    """The text for Yosys; raises Unsupported for what cannot be written otherwise."""
    return twice_overriding(exact_choices(exact_expressions(_ENUM.sub("enum int", text))))
