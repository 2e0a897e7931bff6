"""``e inside {a, [b:c]}``, which Yosys does not know, as comparisons (IEEE 1800-2017, 11.4.13); and events of one word.

What stands before ``inside`` is a name, a number or something in brackets: how tightly other things bind is left to
who writes them.  Limit: values with x, z or ``?``, which stand for any bit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.definitions import NAME, closing, split
from assay.frontends.verilog.concurrent.printing import words
from assay.frontends.verilog.tokens import Token, tokens_of

_INSIDE: Final = re.compile(r"\binside\s*\{")
_EVENT: Final = re.compile(r"\b(always(?:_ff|_latch)?\s*)@\s*([A-Za-z_][\w$]*)")
_OPENING: Final = {")": "(", "]": "[", "}": "{"}
_BINDING: Final = frozenset(
    (
        *("!", "~", "+", "-", "*", "/", "%", "**", "<<", ">>", "<<<", ">>>", "<", ">", "<=", ">="),
        *("'", "&", "|", "^", "~&", "~|", "~^", "^~"),
    )
)
_OPEN: Final = re.compile(r"\d*'[sS]?[bBoOdDhH]\s*[\da-fA-F_]*[xXzZ?][\w?]*")


def exact_membership(text: str) -> str:
    """The text with comparisons; lines stay where they are."""
    text = _EVENT.sub(r"\1@(\2)", text)
    while _INSIDE.search(text):
        tokens = list(tokens_of(text))
        places = [k for k, token in enumerate(tokens[:-1]) if token.text == "inside" and tokens[k + 1].text == "{"]
        if not places:
            break
        # The last one has no other one in its braces.
        place = places[-1]
        first, last = _operand(tokens, place), closing(tokens, place + 1)
        start, end = tokens[first].start, tokens[last].end
        found = _compared(words(tokens[first:place]), tokens[place + 2 : last])
        text = f"{text[:start]}{found}{chr(10) * text.count(chr(10), start, end)}{text[end:]}"
    return text


def _operand(tokens: Sequence[Token], place: int) -> int:
    """Where what stands before ``inside`` begins."""
    first = place - 1
    while first > 0 and tokens[first].text in _OPENING:
        opening, depth = _OPENING[tokens[first].text], 1
        closed = tokens[first].text
        while first > 0 and depth:
            first -= 1
            depth += (tokens[first].text == closed) - (tokens[first].text == opening)
        before = tokens[first - 1].text
        named = before.startswith("$") or NAME.fullmatch(before) is not None
        if opening == "{" or (opening == "(" and not (named and before not in _WORDS)):
            break
        first -= 1
    while first > 1 and tokens[first - 1].text in (".", "::"):
        first -= 2
    if first and tokens[first - 1].text in _BINDING:
        hint = "put brackets around what stands before inside"
        raise Unsupported("inside, behind an operator that binds as tightly", tokens[place].spot, hint)
    return first


_WORDS: Final = ("if", "else", "begin", "return", "while", "not", "and", "or", "assert", "assume", "property", "cover")


def _compared(value: str, items: Sequence[Token]) -> str:
    parts = []
    for item in split(list(items)):
        unknown = next((token for token in item if _OPEN.fullmatch(token.text)), None)
        if unknown is not None:
            raise Unsupported(f"{unknown.text} among the values of inside", unknown.spot, "compare by ==? instead")
        if not item or item[0].text != "[" or closing(item, 0) != len(item) - 1:
            parts.append(f"(({value}) == ({words(item)}))")
            continue
        bounds = [words(bound) for bound in split(item[1:-1], ":")]
        if len(bounds) != 2:
            raise Unsupported("a range of this form", item[0].spot, "write [1:8]")
        sides = [
            f"(({value}) {sign} ({bound}))" for sign, bound in zip((">=", "<="), bounds, strict=True) if bound != "$"
        ]
        parts.append(f"({' && '.join(sides) or 1})")
    return f"({' || '.join(parts)})"
