"""Types as a program writes them, where clang's tree does not show them: in ``sizeof`` and ``_Generic``.

Words of C, names whose meaning is given, pointers and arrays are understood; anything else is None, and refused by
those who ask.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

_COMMENTS: Final = re.compile(r"/\*.*?\*/|//[^\n]*|\\\n", re.DOTALL)
_TOKEN: Final = re.compile(r"\s*([A-Za-z_]\w*|\*|\[)")
_QUALIFIERS: Final = MappingProxyType(
    {word: word.strip("_") for word in ("const", "volatile", "__const", "__const__", "__volatile__", "__volatile")}
)
_TAGS: Final = frozenset(("struct", "union", "enum"))
_WORDS: Final = frozenset(
    ("void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "__signed__", "__int128")
)
_BRACKETS: Final = MappingProxyType({"(": ")", "[": "]", "{": "}"})


@dataclass(frozen=True, slots=True)
class TypeName:
    """A base type as clang spells it, qualifiers of it, a ``*`` with its qualifiers for each pointer, array lengths."""

    base: str
    qualifiers: frozenset[str] = frozenset()
    pointers: tuple[frozenset[str], ...] = ()
    lengths: int = 0

    def __str__(self) -> str:
        found = " ".join([*sorted(self.qualifiers), self.base])
        for number, qualifiers in enumerate(self.pointers):
            found += f"{'' if number else ' '}*{' '.join(sorted(qualifiers))}"
        return found


def without_comments(text: str) -> str:
    return _COMMENTS.sub(" ", text)


def type_name(text: str, names: Mapping[str, str]) -> TypeName | None:
    """The type that a text names; ``names`` are the spellings of what its other words stand for."""
    place, words = 0, list[str]()
    qualifiers, pointers = set[str](), list[set[str]]()
    while match := _TOKEN.match(text, place):
        token, place = match.group(1), match.end()
        if token == "[":
            place = match.start(1)
            break
        if token == "*":
            pointers.append(set())
        elif token in _QUALIFIERS:
            (pointers[-1] if pointers else qualifiers).add(_QUALIFIERS[token])
        elif pointers:
            return None
        else:
            words.append(token)
    base, lengths = _base(words, names), _lengths(text[place:])
    if base is None or lengths is None:
        return None
    return TypeName(base, frozenset(qualifiers), tuple(frozenset(found) for found in pointers), lengths)


def _base(words: list[str], names: Mapping[str, str]) -> str | None:
    if len(words) == 2 and words[0] in _TAGS:
        return " ".join(words)
    if len(words) == 1 and words[0] in names:
        return names[words[0]]
    if not words or not set(words) <= _WORDS:
        return None
    return _spelled(["signed" if word == "__signed__" else word for word in words])


def _spelled(words: list[str]) -> str:
    """An integer or floating-point type, in clang's words."""
    for alone in ("void", "_Bool", "float"):
        if alone in words:
            return alone
    if "double" in words:
        return "long double" if "long" in words else "double"
    sign = "unsigned " if "unsigned" in words else ""
    if "char" in words:
        return f"{sign}char" if sign or "signed" not in words else "signed char"
    size = "short" if "short" in words else " ".join(["long"] * words.count("long"))
    return f"{sign}{'__int128' if '__int128' in words else size or 'int'}"


def _lengths(text: str) -> int | None:
    """How many ``[...]`` follow; None if anything else does."""
    found, place = 0, 0
    text = text.strip()
    while place < len(text):
        end = closing(text, place) if text[place] == "[" else None
        if end is None:
            return None
        found, place = found + 1, end + 1
        while place < len(text) and text[place].isspace():
            place += 1
    return found


def closing(text: str, start: int) -> int | None:
    """Where the bracket at ``start`` is closed."""
    stack: list[str] = []
    for match in re.finditer(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[()\[\]{}]', text[start:]):
        sign = match.group()
        if sign in _BRACKETS:
            stack.append(_BRACKETS[sign])
        elif stack and sign == stack[-1]:
            stack.pop()
            if not stack:
                return start + match.start()
    return None


def split(text: str, sign: str) -> list[str]:
    """The parts of a text between signs that stand in no brackets and no literal."""
    parts, depth, start = list[str](), 0, 0
    for match in re.finditer(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[()\[\]{},:]', text):
        found = match.group()
        depth += (found in "([{") - (found in ")]}") if len(found) == 1 else 0
        if found == sign and not depth:
            parts.append(text[start : match.start()])
            start = match.end()
    return [*parts, text[start:]]
