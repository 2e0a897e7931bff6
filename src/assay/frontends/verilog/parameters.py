"""Parameters with a sign and no range, which have the range of their value, and the sign that is written (IEEE
1800-2017, 6.20.2): ``parameter signed K = 8'hF0`` is -16.  Yosys gives them the sign of the value.

The value of a ``localparam`` is cast; a ``parameter``, which may get another value, is cast wherever it is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.definitions import NAME, closing
from assay.frontends.verilog.edits import Edit, edited
from assay.frontends.verilog.shapes import modules, shapes
from assay.frontends.verilog.tokens import Token, tokens_of

_SIGNS: Final = {"signed": "$signed(", "unsigned": "$unsigned("}
_BRACKETS: Final = ("(", "[", "{", "'{")


def exact_parameters(text: str) -> str:
    """The text with these casts; lines stay where they are."""
    if not any(sign in text for sign in _SIGNS):
        return text
    tokens = list(tokens_of(text))
    edits = []
    for start, token in enumerate(tokens[:-2]):
        if token.text == "localparam" and tokens[start + 1].text in _SIGNS:
            for _, first, end in _declared(tokens, start + 2):
                edits += _around(tokens, first, end, tokens[start + 1].text)
    for start, end in modules(tokens):
        edits += _uses(tokens[start:end])
    return edited(text, edits)


def _uses(tokens: Sequence[Token]) -> Iterator[Edit]:
    """The casts of parameters in a module."""
    signs: dict[str, str] = {}
    declared: set[int] = set()
    for start, token in enumerate(tokens[:-2]):
        if token.text == "parameter" and tokens[start + 1].text in _SIGNS:
            for name, _, _ in _declared(tokens, start + 2):
                signs[tokens[name].text] = tokens[start + 1].text
                declared.add(name)
    known = shapes(tokens) if signs else {}
    for place, token in enumerate(tokens):
        if token.text not in signs or place in declared:
            continue
        if not all(shape.number for shape in known.get(token.text, ())):
            raise Unsupported(f"{token.text}, a parameter and something else in one module", token.spot)
        # Parts have no sign, and names behind a point are those of others.
        if tokens[place - 1].text not in (".", "::") and tokens[place + 1].text != "[":
            yield from _around(tokens, place, place + 1, signs[token.text])


def _declared(tokens: Sequence[Token], place: int) -> Iterator[tuple[int, int, int]]:
    """The names from this place on, with where their values begin and end."""
    while place + 2 < len(tokens) and NAME.fullmatch(tokens[place].text) and tokens[place + 1].text == "=":
        end = place + 2
        while end < len(tokens) and tokens[end].text not in (",", ";", ")"):
            end = closing(tokens, end) + 1 if tokens[end].text in _BRACKETS else end + 1
        yield place, place + 2, end
        if end >= len(tokens) or tokens[end].text != ",":
            return
        place = end + 1


def _around(tokens: Sequence[Token], first: int, end: int, sign: str) -> list[Edit]:
    start, last = tokens[first].start, tokens[end - 1].end
    return [(start, start, _SIGNS[sign]), (last, last, ")")]
