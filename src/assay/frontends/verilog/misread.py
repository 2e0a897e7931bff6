"""Types and memories that Yosys takes for something else, and says nothing of: refused where they are used.

* An array of structs, whatever its elements are used for: it has the width of one.
* A name for a type of several dimensions: an index of it is about bits, in some places.
* A memory from a file to which an ``initial`` block gives values as well: the file comes last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.definitions import NAME, closing
from assay.frontends.verilog.concurrent.statements import statement_end
from assay.frontends.verilog.tokens import Token

_FILES: Final = ("$readmemh", "$readmemb")
_STRUCTS: Final = ("struct", "union")
_DECLARING: Final = ("]", "reg", "logic", "bit", "byte", "int", "integer")


@dataclass
class _Types:
    """Names of structs, of vectors with so many dimensions, and where they were given."""

    structs: set[str] = field(default_factory=set)
    dimensions: dict[str, int] = field(default_factory=dict)
    names: set[int] = field(default_factory=set)
    aliases: list[range] = field(default_factory=list)


def refuse_misread(tokens: Sequence[Token]) -> None:
    """Raises Unsupported for the first of these."""
    types = _types(tokens)
    for place, token in enumerate(tokens):
        if token.text in types.structs and place not in types.names:
            _refuse_array(tokens, place)
        elif types.dimensions.get(token.text, 0) > 1 and place not in types.names:
            if not any(place in alias for alias in types.aliases):
                hint = f"write its dimensions in place of {token.text}"
                raise Unsupported(f"{token.text}, a type of several dimensions with a name", token.spot, hint)
        elif token.text in _FILES:
            _refuse_file(tokens, place)


def _types(tokens: Sequence[Token]) -> _Types:
    found = _Types()
    for start, token in enumerate(tokens):
        if token.text != "typedef":
            continue
        end = start
        while end < len(tokens) and tokens[end].text != ";":
            end = closing(tokens, end) + 1 if tokens[end].text in ("{", "[", "(") else end + 1
        places = list(_outside(tokens, start + 1, end))
        words = [place for place in places if NAME.fullmatch(tokens[place].text)]
        if len(words) < 2:
            continue
        base, name = tokens[words[0]].text, words[-1]
        found.names.add(name)
        before = sum(tokens[place].text == "[" for place in places if place < name)
        behind = sum(tokens[place].text == "[" for place in places if place > name)
        known = next((tokens[place].text for place in words[:-1] if tokens[place].text in found.dimensions), "")
        if base in _STRUCTS or any(tokens[place].text in found.structs for place in words[:-1]):
            found.structs.add(tokens[name].text)
        elif base == "enum":
            found.dimensions[tokens[name].text] = 1
        else:
            found.aliases.append(range(start, end))
            found.dimensions[tokens[name].text] = max(before + found.dimensions.get(known, 0), behind)
    return found


def _outside(tokens: Sequence[Token], start: int, end: int) -> Iterator[int]:
    """The places of the words that stand in no brackets, and of the brackets that begin."""
    place = start
    while place < end:
        yield place
        place = closing(tokens, place) + 1 if tokens[place].text in ("{", "[", "(") else place + 1


def _refuse_array(tokens: Sequence[Token], place: int) -> None:
    """A struct with dimensions before or behind the name of what is declared."""
    behind = place + 1
    while behind < len(tokens) and tokens[behind].text == "[":
        behind = closing(tokens, behind) + 1
    dimensions = behind > place + 1
    while behind + 1 < len(tokens) and NAME.fullmatch(tokens[behind].text):
        if dimensions or tokens[behind + 1].text == "[":
            hint = "give each struct a name, or keep their parts in arrays"
            raise Unsupported(f"an array of {tokens[place].text}, which is a struct", tokens[place].spot, hint)
        if tokens[behind + 1].text != ",":
            return
        behind += 2


def _refuse_file(tokens: Sequence[Token], place: int) -> None:
    """A memory that is read from a file, and that has other first values."""
    memory = next((token.text for token in tokens[place + 3 : place + 6] if NAME.fullmatch(token.text)), "")
    blocks = [(start, statement_end(tokens, start + 1)) for start, t in enumerate(tokens) if t.text == "initial"]
    for number, token in enumerate(tokens):
        if token.text != memory or number + 1 >= len(tokens) or tokens[number + 1].text != "[":
            continue
        behind = number + 1
        while behind < len(tokens) and tokens[behind].text == "[":
            behind = closing(tokens, behind) + 1
        first = any(start < number < end for start, end in blocks) or tokens[number - 1].text in _DECLARING
        if first and behind < len(tokens) and tokens[behind].text == "=":
            hint = "give all values in the file, or all in the block"
            raise Unsupported(f"{memory} has first values beside those of its file", token.spot, hint)
