"""Casts, written so that Yosys takes them as the standard (IEEE 1800-2017, 6.24.1) has them.

* ``|4'(e)`` is for Yosys ``(|4)'(e)``, a cast to one bit; a cast comes first (A.8.4), and gets brackets.
* ``int'(e)`` has the sign of ``int``, and a cast by a name that of its type, but for Yosys that of ``e``; it gets
  ``$signed`` or ``$unsigned``.
* ``2'(e)`` has two bits, but where Yosys asks how wide an expression is, it has as many as ``e`` if those are more:
  ``2'(e) + 2'd1 > 3`` keeps a carry.  Numbers are written with their width, ``(2)'sd1`` for ``2'(1)``.  Elsewhere this
  matters only among operators whose result depends on their width, behind which nothing cuts it; there a *guard* makes
  Yosys refuse an ``e`` with more bits.  Limit: some that do no harm are refused as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.definitions import NAME, closing, opened_at
from assay.frontends.verilog.concurrent.printing import words
from assay.frontends.verilog.concurrent.statements import CASES
from assay.frontends.verilog.edits import Edit
from assay.frontends.verilog.tokens import Token

_REDUCTIONS: Final = ("!", "&", "|", "^", "~&", "~|", "~^", "^~")
_OPERATORS: Final = ("~", "-", "+", *_REDUCTIONS)
# What Yosys says where a guard refuses.
NARROWED: Final = "Left operand of replicate expression is not constant"
_DECIMAL: Final = re.compile(r"\d[\d_]{0,8}")
_WIDTHS: Final = {
    "bit": 1,
    "logic": 1,
    "reg": 1,
    "byte": 8,
    "shortint": 16,
    "int": 32,
    "integer": 32,
    "longint": 64,
    "time": 64,
}
_OPERAND: Final = re.compile(r"[\w$'\"\\.]|::")
# Types that for Yosys have no width in a cast.
_BITS: Final = ("bit", "logic", "reg")
_SIGNS: Final = ("signed", "unsigned")
_OTHER: Final = ("void", "const", "string", "real", "type")
_OPENING: Final = ("(", "[", "{", "'{")
_CLOSING: Final = (")", "]", "}")
_COMPARING: Final = ("==", "!=", "===", "!==", "<", "<=", ">", ">=")
# Operators of which the last bits depend on as many bits of their operands, and what is computed in brackets.
_CUT: Final = ("(", "+", "-", "*", "&", "|", "^", "~", "~^", "^~", "?", ":")
_CHOOSING: Final = ("?", ":")
# What ends an expression within one of properties or within an index, or asks only whether it is true.
_ASKING: Final = ("&&", "||", "->", "|->", "|=>", "#-#", "#=#", "##", "@", "+:", "-:")
_CONDITIONS: Final = ("if", "while", "repeat", "wait", "iff", "assert", "assume", "cover", "restrict", "property")
_THROUGH: Final = ("$signed", "$unsigned", "$past")
_ENDS: Final = (";", "begin", "end", "else", "endcase", "do", "return", "*)")


def exact_casts(tokens: Sequence[Token], signs: Mapping[str, frozenset[bool]]) -> Iterator[Edit]:
    """The changes to a text with these words; ``signs`` says which types have a sign."""
    for place, (token, after) in enumerate(pairwise(tokens)):
        if token.text.endswith("'") and after.text == "(" and not token.text.startswith(("\\", '"')):
            yield from _cast(tokens, place, signs)


def _cast(tokens: Sequence[Token], place: int, signs: Mapping[str, frozenset[bool]]) -> Iterator[Edit]:
    token, name = tokens[place], tokens[place].text.removesuffix("'")
    first = place if name else opened_at(tokens, place - 1)
    while first > 1 and tokens[first - 1].text == "::":
        first -= 2
    last = closing(tokens, place + 1)
    start, end = tokens[first].start, tokens[last].end
    inside = tokens[place + 2 : last]
    opening = closed = ""
    if name in signs:
        if len(signs[name]) > 1:
            hint = "give each type a name of its own"
            raise Unsupported(f"a cast to {name}, which is the name of several types", token.spot, hint)
        opening, closed = ("$signed(" if True in signs[name] else "$unsigned("), ")"
    if name not in (*_SIGNS, *_OTHER) and _matters(tokens, first, last):
        size = words(tokens[first:place]) if not name else f"{words(tokens[first:place])}{name}"
        if name not in signs and len(inside) == 1 and _DECIMAL.fullmatch(inside[0].text):
            yield start, end, f"(({size})'sd{inside[0].text})"
            return
        if name in signs:
            size = str(_WIDTHS.get(name) or f"$bits({size}'(1'b0))")
        operand = words([word._replace(text="1'") if word.text[:-1] in _BITS else word for word in inside])
        guard = f"$signed({{($bits({{{operand}}}) > ({size}) ? $anyseq : 1){{1'b0}}}})"
        opening, closed = f"({opening}", f"{closed} + {guard})"
    elif not opening and first and tokens[first - 1].text in _OPERATORS:
        opening, closed = "(", ")"
    if opening:
        yield start, start, opening
        yield end, end, closed
    if name in _BITS:
        yield token.start, token.end, "1'"


# -- where it matters how many bits an expression has ------------------------------------------------------------------


def _matters(tokens: Sequence[Token], first: int, last: int) -> bool:
    """Does more than its value, cut to what it is assigned to, depend on the width of what stands here?"""
    if tokens[first - 1].text in _REDUCTIONS and not _ends_operand(tokens[first - 2].text):
        return False
    computed = counted = False
    while True:
        left, before = _side(tokens, first, -1)
        right, behind = _side(tokens, last, 1)
        operators = [*before, *behind]
        near = [*_up_to_choice(before), *_up_to_choice(behind)]
        condition = behind[len(_up_to_choice(behind)) :][:1] == ["?"]
        compared = len(near) == 1 and near[0] in _COMPARING
        asked = not near and (condition or tokens[left].text in _ASKING or tokens[right].text in _ASKING)
        if not computed and (compared or asked):
            return False
        if condition or any(operator not in _CUT for operator in operators):
            return True
        computed = computed or bool(operators)
        counted = counted or any(operator not in _CHOOSING for operator in operators)
        if tokens[left].text in ("=", "<=", "return"):
            return tokens[right].text not in (";", ",")
        while tokens[left].text == ",":
            left, _ = _side(tokens, left, -1)
        opened, word = tokens[left].text, tokens[left - 1].text
        if opened == "(" and (word in _CONDITIONS or word in CASES):
            return computed or word in CASES
        if opened == "(" and word not in _THROUGH and _called(tokens, left) and not word.endswith("'"):
            return word.startswith("$")
        if opened not in ("(", "{") or (computed and (opened == "{" or _called(tokens, left))):
            return counted or opened != "["
        first, last = left - _called(tokens, left), closing(tokens, left)


def _side(tokens: Sequence[Token], place: int, step: int) -> tuple[int, list[str]]:
    """The place of what ends the expression on one side of this word, and the operators up to there."""
    found: list[str] = []
    place += step
    while 0 < place < len(tokens) - 1:
        word = tokens[place].text
        if word in (*_CLOSING, *_OPENING):
            if (word in _OPENING) is (step < 0):
                break
            other = opened_at(tokens, place) if step < 0 else closing(tokens, place)
            start = min(place, other)
            if step < 0 and tokens[start - 1].text == "@":
                place = start - 1
                break
            if tokens[start].text == "(" and not _called(tokens, start):
                found.append("(")
            place = other
        elif word in (",", "=", *_ENDS, *_ASKING) or (word == "<=" and step < 0 and _assigns(tokens, place)):
            break
        elif not _OPERAND.match(word):
            found.append(word)
        place += step
    return place, found


def _ends_operand(word: str) -> bool:
    """Is what stands behind this word an operator of two operands?"""
    return word in _CLOSING or (_OPERAND.match(word) is not None and word not in (*_ENDS, *_CONDITIONS))


def _up_to_choice(operators: Sequence[str]) -> list[str]:
    return list(takewhile(lambda operator: operator not in _CHOOSING, operators))


def _called(tokens: Sequence[Token], place: int) -> bool:
    """Do these brackets belong to a word before them?"""
    before = tokens[place - 1].text
    return before.endswith("'") or before[0] == "$" or (NAME.fullmatch(before) is not None and before not in _ENDS)


def _assigns(tokens: Sequence[Token], place: int) -> bool:
    """Is this ``<=`` an assignment?"""
    place -= 1
    while place > 1 and tokens[place].text not in (*_ENDS, ")"):
        if tokens[place].text in ("]", "}"):
            place = opened_at(tokens, place)
        elif tokens[place].text != "." and not NAME.fullmatch(tokens[place].text):
            return False
        place -= 1
    return True
