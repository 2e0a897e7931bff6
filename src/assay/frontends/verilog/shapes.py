"""The dimensions of what a source declares, found in its words.

Within a module scopes are not told apart: what has a name anywhere may be meant by it everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from assay.frontends.verilog.concurrent.definitions import NAME, closing, split
from assay.frontends.verilog.named_types import NamedType, named_types
from assay.frontends.verilog.tokens import Token

_TYPES: Final = frozenset(
    (
        *("reg", "wire", "logic", "bit", "byte", "shortint", "int", "longint", "integer", "time", "tri", "wand", "wor"),
        *("var", "signed", "unsigned", "localparam", "parameter", "input", "output", "inout", "function", "automatic"),
        *("static", "const", "uwire", "genvar", "supply0", "supply1"),
    )
)
_MODULES: Final = {"module": "endmodule", "macromodule": "endmodule", "interface": "endinterface"}
_NUMBERS: Final = ("localparam", "parameter", "genvar")


class Dimension(NamedTuple):
    """A range of bits: its left bound; is it sure that it ends with bit 0, and that it does not ascend?"""

    left: str
    to_zero: bool
    descends: bool


class Shape(NamedTuple):
    """The dimensions before a name, how many there are behind it, whether it is a known number, and whether a dimension
    behind it begins or ends below 0.
    """

    packed: tuple[Dimension, ...]
    words: int
    number: bool
    below_zero: bool

    @property
    def descends(self) -> bool:
        return all(dimension.descends for dimension in self.packed)

    @property
    def to_zero(self) -> bool:
        return all(dimension.to_zero and dimension.descends for dimension in self.packed)


Shapes = Mapping[str, frozenset[Shape]]


def outside(tokens: Sequence[Token]) -> list[Token]:
    """What stands outside of modules, also in packages."""
    found = list(tokens)
    for start, end in reversed(list(modules(tokens))):
        del found[start:end]
    return found


def modules(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Where modules begin, and the places behind their ends."""
    start = None
    for place, token in enumerate(tokens):
        if token.text in _MODULES and start is None:
            start = place
        elif start is not None and token.text == _MODULES[tokens[start].text]:
            yield start, place + 1
            start = None


def shapes(tokens: Sequence[Token]) -> Shapes:
    """The shapes of what is declared, by its names."""
    types: dict[str, tuple[Dimension, ...]] = {}
    named = list(named_types(tokens))
    for one in named:
        types[tokens[one.name].text] = _of_type(tokens, one, types)
    names = {one.name for one in named}
    found: dict[str, set[Shape]] = {}
    for place, token in enumerate(tokens[:-1]):
        after = tokens[place + 1].text
        typed = (token.text in _TYPES or token.text in types) and place not in names
        if typed and after not in _TYPES and after not in types:
            number = _is_number(tokens, place)
            for name, shape in _declared(tokens, place + 1, types.get(token.text, ()), number=number):
                found.setdefault(name, set()).add(shape)
    return {name: frozenset(several) for name, several in found.items()}


def brackets(tokens: Sequence[Token], place: int) -> tuple[int, int]:
    """How many pairs of them stand behind a name, and the place behind the last one."""
    number, place = 0, place + 1
    while place < len(tokens) and tokens[place].text == "[":
        place = closing(tokens, place) + 1
        number += 1
    return number, place


def _of_type(
    tokens: Sequence[Token], named: NamedType, types: Mapping[str, tuple[Dimension, ...]]
) -> tuple[Dimension, ...]:
    before = tuple(_dimensions(tokens, named.start, named.name))
    known = next((types[tokens[word].text] for word in named.words if tokens[word].text in types), ())
    return (*before, *known)


def _declared(
    tokens: Sequence[Token], place: int, of_type: tuple[Dimension, ...], *, number: bool
) -> Iterator[tuple[str, Shape]]:
    """The names that a declaration gives, of which the type's words stand before this place."""
    start = place
    while place < len(tokens) and tokens[place].text == "[":
        place = closing(tokens, place) + 1
    packed = (*_dimensions(tokens, start, place), *of_type)
    while place < len(tokens) and NAME.fullmatch(tokens[place].text):
        name = tokens[place].text
        start = place
        words, place = brackets(tokens, place)
        inside = zip(tokens[start:place], tokens[start + 1 : place], strict=False)
        below_zero = any(word.text in ("[", ":") and after.text == "-" for word, after in inside)
        yield name, Shape(packed, words, number, below_zero)
        while place < len(tokens) and tokens[place].text not in (",", ";", ")"):
            place = closing(tokens, place) + 1 if tokens[place].text in ("(", "[", "{", "'{") else place + 1
        if place >= len(tokens) or tokens[place].text != ",":
            return
        place += 1


def _is_number(tokens: Sequence[Token], place: int) -> bool:
    """Do these words of a type, which end here, belong to a parameter, or to the variable of a loop?"""
    while tokens[place].text in _TYPES and tokens[place].text not in _NUMBERS and place:
        place -= 1
    return tokens[place].text in _NUMBERS or (tokens[place].text == "(" and tokens[place - 1].text == "for")


def _dimensions(tokens: Sequence[Token], start: int, end: int) -> Iterator[Dimension]:
    """The ranges that stand here, outside of other brackets."""
    place = start
    while place < end:
        word = tokens[place].text
        behind = closing(tokens, place) + 1 if word in ("(", "[", "{", "'{") else place + 1
        if word == "[":
            yield _dimension(split(tokens[place + 1 : behind - 1], ":"))
        place = behind


def _dimension(bounds: Iterable[Sequence[Token]]) -> Dimension:
    left, right = [" ".join(token.text for token in bound) for bound in (*bounds, [], [])][:2]
    to_zero = right == "0"
    if left.isdecimal() and right.isdecimal():
        return Dimension(left, to_zero, int(left) >= int(right))
    return Dimension(left, to_zero, to_zero)
