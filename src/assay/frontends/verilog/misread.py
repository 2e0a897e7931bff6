"""Types and memories that Yosys takes for something else, and says nothing of: refused where they are used.

* An array of structs, whatever its elements are used for: it has the width of one.
* A name for a type of several dimensions: an index of it is about bits, in some places.
* A memory from a file to which an ``initial`` block gives values as well: the file comes last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.definitions import NAME, closing
from assay.frontends.verilog.concurrent.statements import statement_end
from assay.frontends.verilog.named_types import STRUCTS, named_types
from assay.frontends.verilog.tokens import Token

_FILES: Final = ("$readmemh", "$readmemb")
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
    for named in named_types(tokens):
        words = [tokens[place].text for place in named.words]
        name = tokens[named.name].text
        found.names.add(named.name)
        if words[0] in STRUCTS or found.structs.intersection(words):
            found.structs.add(name)
        elif words[0] == "enum":
            found.dimensions[name] = 1
        else:
            known = next((found.dimensions[word] for word in words if word in found.dimensions), 0)
            before = _dimensions(tokens, named.words[0], named.name)
            behind = _dimensions(tokens, named.name, named.end)
            found.aliases.append(range(named.start, named.end))
            found.dimensions[name] = max(before + known, behind)
    return found


def _dimensions(tokens: Sequence[Token], start: int, end: int) -> int:
    """How many of them stand here, outside of one another."""
    found, place = 0, start
    while place < end:
        found += tokens[place].text == "["
        place = closing(tokens, place) + 1 if tokens[place].text == "[" else place + 1
    return found


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
