"""SMV text as tokens.

A hyphen belongs to a name if a letter, digit or underscore follows it, as in ``and-gate``; ``a->b`` is an implication.
Comments begin with ``--`` and end with the line, or stand between ``/--`` and ``--/``.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from assay.core.errors import InputError
from assay.frontends.text import DIGITS, Source

_TOKEN: Final = re.compile(
    r"(?:\s+|/--.*?--/|--[^\n]*)*"
    r"(?:(?P<word>0[us]?[bBoOdDhH][0-9]*_[0-9a-fA-F_]+)"
    r"|(?P<decimal>[0-9]+\.[0-9]+(?:[eE][-+]?[0-9]{1,3})?)"
    r"|(?P<number>[0-9]+)"
    r"|(?P<name>[A-Za-z_](?:[A-Za-z0-9_$#]|-(?=[A-Za-z0-9_$#]))*)"
    r"|(?P<symbol><->|->|:=|::|\.\.|!=|<=|>=|<<|>>|[-+*/!&|=<>?:;,(){}\[\].])"
    r"|(?P<end>\Z))",
    re.DOTALL,
)

_BLANK: Final = re.compile(r"(?:\s+|/--.*?--/|--[^\n]*)*", re.DOTALL)

_SECTION_WORDS: Final = (
    "MODULE DEFINE MDEFINE CONSTANTS VAR IVAR FROZENVAR INIT TRANS INVAR SPEC CTLSPEC LTLSPEC PSLSPEC COMPUTE "
    "INVARSPEC FAIRNESS JUSTICE COMPASSION ISA ASSIGN PRED MIRROR PARSYNTH"
)
_OTHER_WORDS: Final = (
    "NAME process array of boolean integer real word signed unsigned case esac mod union in xor xnor self TRUE FALSE "
    "next init EX AX EF AF EG AG E A F G X O H Y Z U S V T BU EBF ABF EBG ABG"
)
SECTIONS: Final = frozenset(_SECTION_WORDS.split())
KEYWORDS: Final = SECTIONS | frozenset(_OTHER_WORDS.split())


class Token(NamedTuple):
    """``kind`` is the text itself for keywords and symbols, else name, number, decimal, word or end."""

    kind: str
    text: str
    start: int


def tokens(source: Source) -> list[Token]:
    """All tokens, the last one of kind ``end``."""
    text = source.text
    found: list[Token] = []
    offset = 0
    while True:
        match = _TOKEN.match(text, offset)
        if match is None:
            blank = _BLANK.match(text, offset)
            place = blank.end() if blank else offset
            raise InputError(f"{text[place]!r} has no meaning in SMV", source.position(place))
        kind = match.lastgroup
        assert kind is not None
        if kind == "end":
            break
        word = match.group(kind)
        most = {"number": DIGITS, "decimal": DIGITS, "word": 4 * DIGITS}.get(kind, len(text))
        if len(word) > most:
            raise InputError(f"a number of more than {most} digits", source.position(match.start(kind)))
        exact = kind == "symbol" or (kind == "name" and word in KEYWORDS)
        found.append(Token(word if exact else kind, word, match.start(kind)))
        offset = match.end()
    found.append(Token("end", "the end of the file", max(len(text.rstrip()) - 1, 0)))
    return found


def without_comments(text: str) -> str:
    """``text`` on one line, without comments."""
    return " ".join(re.sub(r"/--.*?--/|--[^\n]*", " ", text, flags=re.DOTALL).split())
