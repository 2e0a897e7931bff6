"""Names that ``typedef`` gives to types, and whether what is of a type has a sign (IEEE 1800-2017, 6.8, 6.11, 6.19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from assay.frontends.verilog.concurrent.definitions import NAME, closing
from assay.frontends.verilog.tokens import Token

STRUCTS: Final = ("struct", "union")
SIGNED: Final = ("byte", "shortint", "int", "longint", "integer")
UNSIGNED: Final = ("bit", "logic", "reg", "time")
_BRACKETS: Final = ("(", "[", "{")


class NamedType(NamedTuple):
    """A type with a name: the places of ``typedef``, of the words outside of brackets up to the name, of the name, and
    of the semicolon."""

    start: int
    words: tuple[int, ...]
    name: int
    end: int


def named_types(tokens: Sequence[Token]) -> Iterator[NamedType]:
    """The types to which these words give names, in their order."""
    for start, token in enumerate(tokens):
        if token.text != "typedef":
            continue
        end = start
        places = []
        while end < len(tokens) and tokens[end].text != ";":
            places.append(end)
            end = closing(tokens, end) + 1 if tokens[end].text in _BRACKETS else end + 1
        words = tuple(place for place in places[1:] if NAME.fullmatch(tokens[place].text))
        if len(words) > 1:
            yield NamedType(start, words[:-1], words[-1], end)


def signs(read: Iterable[Sequence[Token]]) -> Mapping[str, frozenset[bool]]:
    """Whether what is of a type has a sign, by the names of types; several answers where a name is given twice."""
    found: dict[str, frozenset[bool]] = {word: frozenset((True,)) for word in SIGNED}
    found.update((word, frozenset((False,))) for word in UNSIGNED)
    for tokens in read:
        for named in named_types(tokens):
            name = tokens[named.name].text
            found[name] = found.get(name, frozenset()) | _signs([tokens[place].text for place in named.words], found)
    return found


def _signs(words: Sequence[str], known: Mapping[str, frozenset[bool]]) -> frozenset[bool]:
    if "signed" in words or "unsigned" in words:
        return frozenset(("signed" in words,))
    if words[0] in STRUCTS:
        return frozenset((False,))
    base = words[-1] if words[-1] != "enum" else "int"
    return known.get(base, frozenset((False, True)))
