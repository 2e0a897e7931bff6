"""Names that are declared outside of all modules and again inside of one: Yosys takes the one outside, also where
Verilog means the one inside, and says nothing.  They are refused, wherever they are declared and whatever they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.definitions import NAME, closing
from assay.frontends.verilog.tokens import Token

_SCOPES: Final = {
    "module": "endmodule",
    "macromodule": "endmodule",
    "package": "endpackage",
    "interface": "endinterface",
}
_ROUTINES: Final = {"function": "endfunction", "task": "endtask"}
# Words behind which a name is declared, or another word of its type stands.
_TYPES: Final = frozenset(
    (
        *("reg", "wire", "logic", "bit", "byte", "shortint", "int", "longint", "integer", "time", "real", "tri"),
        *("wand", "wor", "var", "signed", "unsigned", "genvar", "localparam", "parameter", "input", "output", "inout"),
        *("function", "task", "automatic", "static", "const", "void", "supply0", "supply1"),
    )
)
_STRUCTS: Final = ("struct", "union")
_OPENING: Final = ("(", "[", "{", "'{")
_CLOSING: Final = (")", "]", "}")
# So many words before its brackets an enumeration begins at most: `enum logic signed [W - 1 : 0] {`.
_FAR: Final = 12


def refuse_shadowing(tokens: Sequence[Token]) -> None:
    """Raises Unsupported for the first name inside of a module, or package, that is one outside of all as well."""
    outside: list[Token] = []
    inside: list[Token] = []
    place = 0
    while place < len(tokens):
        end = _end(tokens, place, _SCOPES)
        if end > place:
            inside += tokens[place:end]
        else:
            outside.append(tokens[place])
        place = max(end, place + 1)
    common = {token.text for token in top_names(outside)}
    for token in declared_names(inside, common) if common else ():
        if token.text in common:
            hint = "give one of them another name"
            raise Unsupported(f"{token.text} is declared outside of the modules as well", token.spot, hint)


def _end(tokens: Sequence[Token], place: int, kinds: Mapping[str, str]) -> int:
    """Behind the end of what begins here, if that is of one of these kinds; else the place itself."""
    last = kinds.get(tokens[place].text)
    if last is None:
        return place
    return next((number + 1 for number in range(place, len(tokens)) if tokens[number].text == last), len(tokens))


def top_names(tokens: Sequence[Token]) -> Iterator[Token]:
    """What is declared at the top: types, numbers, values of enumerations, and routines without what is in them."""
    types = {token.text for token in _named_types(tokens)}
    plain: list[Token] = []
    place = 0
    while place < len(tokens):
        end = _end(tokens, place, _ROUTINES)
        if end > place:
            yield from islice(declared_names(tokens[place:end], types), 1)
        elif tokens[place].text in _STRUCTS and "{" in [token.text for token in tokens[place : place + 4]]:
            end = closing(tokens, place + [token.text for token in tokens[place : place + 4]].index("{"))
        else:
            plain.append(tokens[place])
            end = place + 1
        place = end
    yield from declared_names(plain, types)


def declared_names(tokens: Sequence[Token], types: Collection[str]) -> Iterator[Token]:
    """The names that declarations in these words give, and members of structs; ``types`` may stand before them."""
    known = _TYPES | set(types) | {token.text for token in _named_types(tokens)}
    declaring = -1
    # For each bracket that is open, whether it has the values of an enumeration.
    open_brackets: list[bool] = []
    before = ""
    for place, token in enumerate(tokens):
        word = token.text
        if word in _OPENING:
            enumerated = word == "{" and any(other.text == "enum" for other in tokens[max(0, place - _FAR) : place])
            open_brackets.append(enumerated and before != "=")
        elif word in _CLOSING and open_brackets:
            open_brackets.pop()
        depth = len(open_brackets)
        if depth < declaring or (word == ";" and depth <= declaring):
            declaring = -1
        elif word in _TYPES or (word in known and _is_before_a_name(tokens, place)):
            declaring = depth
        elif NAME.fullmatch(word) and (
            before in known
            or before in ("]", "}")
            or (before == "," and depth == declaring)
            or (before in ("{", ",") and depth > 0 and open_brackets[-1])
        ):
            declaring = depth
            yield token
        before = word


def _is_before_a_name(tokens: Sequence[Token], place: int) -> bool:
    """Does a name follow, behind dimensions or at once?"""
    behind = place + 1
    while behind < len(tokens) and tokens[behind].text == "[":
        behind = closing(tokens, behind) + 1
    return behind < len(tokens) and NAME.fullmatch(tokens[behind].text) is not None


def _named_types(tokens: Sequence[Token]) -> Iterator[Token]:
    """What ``typedef`` names."""
    for start, token in enumerate(tokens):
        if token.text != "typedef":
            continue
        end = start
        while end < len(tokens) and tokens[end].text != ";":
            end = closing(tokens, end) + 1 if tokens[end].text in _OPENING else end + 1
        names = [token for token in tokens[start + 1 : end] if NAME.fullmatch(token.text)]
        yield from names[-1:]
