"""``e inside {a, [b:c]}``, ``case (e) inside`` and ``e ==? 4'b1?``, which Yosys does not know, as comparisons (IEEE
1800-2017, 11.4.13, 12.5.4 and 11.4.6); and events of one word.

What stands before ``inside`` is a name, a number or something in brackets: how tightly other things bind is left to
who writes them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.definitions import NAME, closing, split
from assay.frontends.verilog.concurrent.printing import words
from assay.frontends.verilog.concurrent.statements import case_items, word_at
from assay.frontends.verilog.edits import Edit, edited
from assay.frontends.verilog.patterns import HINT, compared, is_pattern
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
_CHOICE: Final = re.compile(r"\)\s*inside\b")
_WILD: Final = re.compile(r"[=!]=\?")
_SIGNS: Final = {"==?": "==", "!=?": "!="}
_EQUALITIES: Final = ("==", "!=", "===", "!==", "==?", "!=?")
_BINDING_BEHIND: Final = frozenset((*_BINDING, "[", "(", ".", "'", "inside")) - {
    "!",
    "~",
    "'",
    "&",
    "|",
    "^",
    "~^",
    "^~",
}
_OPEN: Final = re.compile(r"\d*'[sS]?[bBoOdDhH]\s*[\da-fA-F_]*[xXzZ?][\w?]*")


def exact_membership(text: str) -> str:
    """The text with comparisons; lines stay where they are."""
    text = _choices(_patterns(_EVENT.sub(r"\1@(\2)", text)))
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


def _patterns(text: str) -> str:
    """The text with comparisons of the bits that count in place of those with patterns."""
    if not _WILD.search(text):
        return text
    tokens = list(tokens_of(text))
    edits: list[Edit] = []
    for place in [place for place, token in enumerate(tokens) if token.text in _SIGNS]:
        first, sign = _operand(tokens, place, _EQUALITIES), _SIGNS[tokens[place].text]
        if tokens[place + 2].text in _BINDING_BEHIND:
            hint = "put brackets around the comparison"
            raise Unsupported(
                f"{tokens[place].text}, before an operator that binds more tightly", tokens[place].spot, hint
            )
        found = compared(words(tokens[first:place]), sign, tokens[place + 1])
        start, end = tokens[first].start, tokens[place + 1].end
        edits.append((start, end, f"{found}{chr(10) * text.count(chr(10), start, end)}"))
    return edited(text, edits)


def _choices(text: str) -> str:
    """The text with a choice of what is true in place of each ``case (e) inside``."""
    if not _CHOICE.search(text):
        return text
    tokens = list(tokens_of(text))
    edits: list[Edit] = []
    for place, token in enumerate(tokens):
        if token.text != "case" or word_at(tokens, behind := closing(tokens, place + 1) + 1) != "inside":
            continue
        _refuse_computed(tokens, place + 2, behind - 1)
        value = words(tokens[place + 1 : behind])
        start, end = tokens[place + 1].start, tokens[behind].end
        edits.append((start, end, f"(1'b1){chr(10) * text.count(chr(10), start, end)}"))
        for first, statement, _ in case_items(tokens, place):
            if first < statement:
                edits.append((tokens[first].start, tokens[first].start, f"({value} inside {{"))
                edits.append((tokens[statement - 2].end, tokens[statement - 2].end, "})"))
    return edited(text, edits)


def _refuse_computed(tokens: Sequence[Token], place: int, end: int) -> None:
    """Refuses a choice of what has an operator, whose width the standard does not tell."""
    while place < end:
        word = tokens[place].text
        if word not in ("[", "{", ".", "::") and not NAME.fullmatch(word):
            raise Unsupported("case inside, of what is computed", tokens[place].spot, "let a net have its value")
        place = closing(tokens, place) + 1 if word in ("[", "{") else place + 1


def _operand(tokens: Sequence[Token], place: int, more: Collection[str] = ()) -> int:
    """Where what stands before ``inside`` begins, or before what cannot stand behind ``more`` operators either."""
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
    if first and (tokens[first - 1].text in _BINDING or tokens[first - 1].text in more):
        word = tokens[place].text
        hint = f"put brackets around what stands before {word}"
        raise Unsupported(f"{word}, behind an operator that binds as tightly", tokens[place].spot, hint)
    return first


_WORDS: Final = ("if", "else", "begin", "return", "while", "not", "and", "or", "assert", "assume", "property", "cover")


def _compared(value: str, items: Sequence[Token]) -> str:
    parts = []
    for item in split(list(items)):
        if len(item) == 1 and is_pattern(item[0]):
            parts.append(compared(value, "==", item[0]))
            continue
        unknown = next((token for token in item if _OPEN.fullmatch(token.text)), None)
        if unknown is not None:
            raise Unsupported(f"{unknown.text} among the values of inside", unknown.spot, HINT)
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
