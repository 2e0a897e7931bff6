"""Variables in the words of a source, and what they are before anything sets them.

A variable of a two-state type (``bit``, ``int``, an enumeration without a base) is 0 until something sets it (IEEE
1800, table 6-7), which Yosys reads as any value.  Those that a block sets at an edge get their 0 in the text: so it is
the first value of their own register.  Arrays of such types stay as Yosys has them, and that is said.
Limits: structs are taken for four-state ones; a latch begins with any value, whatever its type.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from assay.frontends.verilog.concurrent.definitions import NAME, closing, split
from assay.frontends.verilog.concurrent.statements import statement_end
from assay.frontends.verilog.edits import Edit, edited
from assay.frontends.verilog.named_types import STRUCTS, named_types
from assay.frontends.verilog.tokens import ASSIGNING, Token, tokens_of

_TWO_STATE: Final = ("bit", "byte", "shortint", "int", "longint")
_FOUR_STATE: Final = ("reg", "logic", "integer", "time")
_SIGNS: Final = ("signed", "unsigned")
_DIRECTIONS: Final = ("input", "output", "inout", "ref")
_SCOPES: Final = ("module", "macromodule", "interface", "package", "program")
_ENDS: Final = ("endmodule", "endinterface", "endpackage", "endprogram")
_BLOCKS: Final = ("always", "always_ff", "always_comb", "always_latch", "initial", "final")
_ROUTINES: Final = {"function": "endfunction", "task": "endtask"}
# What begins something up to a semicolon in which no variable is declared.
_NUMBERS: Final = ("parameter", "localparam", "genvar", "const")
_PASSED: Final = (*_NUMBERS, "typedef", "import", "assign", "defparam", "input", "inout", "bind")
_EDGES: Final = ("posedge", "negedge", "edge")
_BEFORE_TARGETS: Final = (";", "begin", "end", "else", ")", ":")
_OF_TWO_STATES: Final = re.compile(r"\b(?:bit|byte|shortint|int|longint|enum)\b")


class Variable(NamedTuple):
    """A variable of a module; ``first`` are the words of the value that it is declared with, none without one."""

    module: str
    name: Token
    two_state: bool
    array: bool = False
    first: tuple[Token, ...] = ()


@dataclass(frozen=True)
class Block:
    """A block of a module: its words, and those of the event that it waits for."""

    module: str
    kind: str
    words: Sequence[Token]

    @property
    def clocked(self) -> bool:
        event = self.words[1 : closing(self.words, 1)] if len(self.words) > 1 and self.words[1].text == "(" else ()
        return self.kind in ("always", "always_ff") and any(token.text in _EDGES for token in event)

    def targets(self) -> Iterator[str]:
        """The variables that it sets: first words of what stands to the left of an assignment."""
        chosen, depth = False, 0
        for place, token in enumerate(self.words):
            depth += (token.text == "(") - (token.text == ")")
            before = self.words[place - 1].text if place else ";"
            if before in (";", "begin", "end"):
                chosen = False
            chosen = chosen or token.text == "?"
            if depth or before not in _BEFORE_TARGETS or (before == ":" and chosen):
                continue
            parts = split(self.words[place + 1 : closing(self.words, place)]) if token.text == "{" else [[token]]
            behind = closing(self.words, place) + 1 if token.text == "{" else self._behind_choice(place + 1)
            if behind < len(self.words) and self.words[behind].text in ("<=", *ASSIGNING):
                yield from (part[0].text for part in parts if part and NAME.fullmatch(part[0].text))

    def _behind_choice(self, place: int) -> int:
        """The place behind indexes and members of what is named before it."""
        while place < len(self.words) and self.words[place].text in ("[", "."):
            place = closing(self.words, place) + 1 if self.words[place].text == "[" else place + 2
        return place


def first_values(texts: Sequence[str]) -> tuple[list[str], list[str]]:
    """The texts in which two-state variables begin with 0, and what is to be said of others."""
    if not any(map(_OF_TWO_STATES.search, texts)):
        return list(texts), []
    read = [list(tokens_of(text)) for text in texts]
    types = two_state_types(read)
    found, said = [], []
    for text, tokens in zip(texts, read, strict=True):
        items = list(_items(tokens, types))
        blocks = [item for item in items if isinstance(item, Block)]
        edits: list[Edit] = []
        for item in items:
            if not isinstance(item, Variable) or not item.two_state or item.first:
                continue
            own = [block for block in blocks if block.module == item.module]
            if any(block.kind == "initial" and _mentions(block, item.name.text) for block in own):
                continue
            if not any(block.clocked and item.name.text in block.targets() for block in own):
                continue
            if item.array:
                said.append(f"the elements of {item.name.text} begin with any values, not with 0 ({item.name.place})")
            else:
                # Behind the declaration, or behind the header of the module.
                end = next(token for token in tokens if token.start > item.name.start and token.text == ";")
                edits.append((end.end, end.end, f" initial {item.name.text} = 0;"))
        found.append(edited(text, edits))
    return found, said


def declared_values(read: Sequence[Sequence[Token]]) -> Mapping[tuple[str, str], tuple[Token, ...]]:
    """By module and name what variables are before the first step: the words of a number, as far as it is one."""
    types = two_state_types(read)
    found: dict[tuple[str, str], tuple[Token, ...]] = {}
    seen: set[tuple[str, str]] = set()
    for tokens in read:
        for item in _items(tokens, types):
            if not isinstance(item, Variable):
                continue
            key = item.module, item.name.text
            first = item.first or ((item.name._replace(text="0"),) if item.two_state else ())
            if key in seen or item.array or any(NAME.fullmatch(token.text) for token in first):
                found.pop(key, None)
            elif first:
                found[key] = first
            seen.add(key)
    return found


def two_state_types(read: Iterable[Sequence[Token]]) -> frozenset[str]:
    """The names of types whose variables begin with 0; one with two meanings is none."""
    meanings: dict[str, set[bool]] = {}
    for tokens in read:
        for named in named_types(tokens):
            known = {name for name, kinds in meanings.items() if kinds == {True}}
            two_state = _kind(tokens, named.start + 1, known) is True
            meanings.setdefault(tokens[named.name].text, set()).add(two_state)
    return frozenset(name for name, kinds in meanings.items() if kinds == {True})


# -- words -------------------------------------------------------------------------------------------------------------


def _items(tokens: Sequence[Token], types: frozenset[str]) -> Iterator[Variable | Block]:
    """The variables of modules, and the blocks."""
    place, module = 0, ""
    while place < len(tokens):
        word = tokens[place].text
        if word in _SCOPES:
            place, module = _named(tokens, place)
            yield from _ports(tokens, place, module, types)
            place = _end(tokens, place)
        elif word in _BLOCKS:
            end = statement_end(tokens, place + 1)
            yield Block(module, word, tokens[place + 1 : end])
            place = end
        elif word in _ROUTINES:
            place = next((k for k in range(place, len(tokens)) if tokens[k].text == _ROUTINES[word]), len(tokens)) + 1
        elif word in ("(", "{", "["):
            place = closing(tokens, place) + 1
        elif word in _PASSED:
            place = _end(tokens, place) + 1
        else:
            kind = _kind(tokens, place, types)
            if kind is None:
                module = "" if word in _ENDS else module
                place += 1
                continue
            end = _end(tokens, place)
            yield from _declared(tokens, _behind_type(tokens, place), end, module, two_state=kind)
            place = end + 1


def _named(tokens: Sequence[Token], place: int) -> tuple[int, str]:
    """The place behind the name of a module, and that name."""
    place += 1
    while place < len(tokens) and tokens[place].text in ("automatic", "static"):
        place += 1
    return (place + 1, tokens[place].text) if place < len(tokens) else (place, "")


def _end(tokens: Sequence[Token], place: int) -> int:
    """The place of the next semicolon outside of brackets."""
    while place < len(tokens) and tokens[place].text != ";":
        place = closing(tokens, place) + 1 if tokens[place].text in ("(", "[", "{") else place + 1
    return place


def _kind(tokens: Sequence[Token], place: int, types: Iterable[str]) -> bool | None:
    """Does a type of two states stand here?  None if there is no type of a variable."""
    word = tokens[place].text if place < len(tokens) else ""
    if word in _TWO_STATE:
        return True
    if word in _FOUR_STATE or word in STRUCTS:
        return False
    if word == "enum":
        base = tokens[place + 1].text if place + 1 < len(tokens) else ""
        return base == "{" or base in _TWO_STATE or base in types
    named = place + 1 < len(tokens) and NAME.fullmatch(tokens[place + 1].text) is not None
    return True if word in types and named else None


def _behind_type(tokens: Sequence[Token], place: int) -> int:
    """The place behind the type that stands here, with its sign, its dimensions and its members."""
    if tokens[place].text in ("enum", *STRUCTS):
        while place < len(tokens) and tokens[place].text not in ("{", ";"):
            place += 1
        place = closing(tokens, place) if place < len(tokens) and tokens[place].text == "{" else place
    place += 1
    while place < len(tokens) and tokens[place].text in (*_SIGNS, "["):
        place = closing(tokens, place) + 1 if tokens[place].text == "[" else place + 1
    return place


def _declared(tokens: Sequence[Token], start: int, end: int, module: str, *, two_state: bool) -> Iterator[Variable]:
    for part in split(tokens[start:end]):
        named, *first = split(part, "=")
        if named and NAME.fullmatch(named[0].text):
            value = tuple(first[0]) if first else ()
            yield Variable(module, named[0], two_state, len(named) > 1, value)


def _ports(tokens: Sequence[Token], place: int, module: str, types: frozenset[str]) -> Iterator[Variable]:
    """The outputs that a header declares as variables with two states."""
    end = _end(tokens, place)
    while place < end and tokens[place].text != "(":
        place += 1
        if place < end and tokens[place - 1].text == "#" and tokens[place].text == "(":
            place = closing(tokens, place) + 1
    if place >= end:
        return
    direction, kind = "", None
    for part in split(tokens[place + 1 : closing(tokens, place)]):
        start = 0
        if part and part[0].text in _DIRECTIONS:
            direction, start = part[0].text, 1
            kind = _kind(part, start, types)
        if direction == "output" and kind:
            start = _behind_type(part, start) if start else start
            yield from _declared(part, start, len(part), module, two_state=True)


def _mentions(block: Block, name: str) -> bool:
    return any(token.text == name for token in block.words)
