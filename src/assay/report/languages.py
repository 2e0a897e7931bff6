"""How the formulas of an input are written: SMV with its own signs, names and ranges; everything else plainly.

Vectors of Verilog are numbers without a sign, and names of its netlists stand for themselves.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from assay.core.model import Model, Range, Word
from assay.core.terms import Term
from assay.report.infix import PLAIN, Language

SMV: Final = Language("=", "&", "|", ("FALSE", "TRUE"))


def language_of(model: Model) -> Language:
    """The language of the file that the model was read from."""

    def value(vector: Term, bits: int) -> str | None:
        domain = model.domains.get(vector)
        return domain.text(bits) if domain is not None else None

    def reads_signed(vector: Term) -> bool | None:
        match model.domains.get(vector):
            case None:
                return None if model.origin.netlist is None else False
            case Range(low):
                return low < 0
            case Word(_, signed):
                return signed
            case _:
                return False

    plain = replace(SMV if model.origin.format == "SMV" else PLAIN, value=value, reads_signed=reads_signed)
    return plain if model.origin.netlist is None else replace(plain, name=str)
