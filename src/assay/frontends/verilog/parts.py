"""Parts of what has several dimensions, where Yosys takes other bits or another width, and says nothing.

* ``m[i][15:8] <= e``, a part of a word of an array: ``e`` is computed with its own width and extended with zeros (IEEE
  1800-2017, 10.7 and 11.6.1: it has that of the left side).  The left side gets braces, or ``e`` a cast.
* Parts of the words of an array whose bits are not numbered down to 0, and ``[i +: n]`` and ``[i -: n]`` of a member of
  a struct that ascends, or where one of several dimensions ascends: other bits.  They are refused.
* The words of an array from below 0: other words.  They are refused.
* ``{c, v[i]} = e``, something at an index that varies within braces: nothing is written to it.  It is refused as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.definitions import NAME, closing, opened_at, split
from assay.frontends.verilog.concurrent.printing import words
from assay.frontends.verilog.concurrent.statements import place_behind, statement_end
from assay.frontends.verilog.edits import Edit, edited
from assay.frontends.verilog.shapes import Shape, Shapes, brackets, modules, outside, shapes
from assay.frontends.verilog.tokens import Token, tokens_of

_BLOCKS: Final = ("always", "always_ff", "always_comb", "always_latch", "initial")
# What stands before a statement, and what sets the whole of its left side.
_BEFORE: Final = (";", "begin", "end", "endcase", "else", ")", "*)", ":", "do", "forever")
_SETTING: Final = ("<=", "=")
# A number that is extended with zeros, or long enough.
_UNSIGNED: Final = re.compile(r"\d[\d_]*|\d*'[bBoOdDhH]\s*[\da-fA-F_]+")
# A width that the left side gives in braces.
_RANGE: Final = ":"
_HINT: Final = "number its bits down to 0, as in [7:0]"


def exact_parts(text: str, others: Sequence[Token]) -> str:
    """The text in which parts of words give their width; lines stay where they are.

    ``others`` are the words outside of the modules of all texts.
    """
    tokens = list(tokens_of(text))
    edits: list[Edit] = []
    for start, end in modules(tokens):
        within = tokens[start:end]
        known = {name: found for name, found in shapes([*others, *within]).items() if any(one.words for one in found)}
        edits += _written(within, known) if known else ()
    return edited(text, edits)


def _written(tokens: Sequence[Token], known: Shapes) -> Iterator[Edit]:
    for start, end in _executed(tokens):
        for place in range(start + 1, end):
            found = known.get(tokens[place].text)
            if found is None or tokens[place - 1].text not in _BEFORE:
                continue
            number, behind = brackets(tokens, place)
            if behind >= end or tokens[behind].text not in _SETTING:
                continue
            if tokens[behind + 2].text == ";" and _UNSIGNED.fullmatch(tokens[behind + 1].text):
                continue
            inner = tokens[opened_at(tokens, behind - 1) + 1 : behind - 1]
            width = next((_width(inner, number, shape) for shape in found if number > shape.words), "")
            if width == _RANGE:
                first, last, opening, closed = tokens[place].start, tokens[behind - 1].end, "{", "}"
            else:
                first, last = tokens[behind + 1].start, tokens[place_behind(tokens, behind, ";") - 2].end
                opening, closed = f"({width})'(", ")"
            if width:
                yield first, first, opening
                yield last, last, closed


def _width(inner: Sequence[Token], number: int, shape: Shape) -> str:
    """The width of a part with so many brackets, of which these words stand in the last; empty for a bit."""
    for sign in ("+:", "-:"):
        parts = split(inner, sign)
        if len(parts) > 1:
            # Of elements, if another dimension is behind this one.
            return "*".join([f"({words(parts[1])})", *_counts(shape, number)])
    if len(split(inner, ":")) > 1 and not any(token.text == "?" for token in inner):
        return _RANGE
    return "*".join(_counts(shape, number))


def _counts(shape: Shape, number: int) -> list[str]:
    """How many bits there are in the dimensions behind so many brackets."""
    return [f"(({dimension.left})+1)" for dimension in shape.packed[number - shape.words :]]


def _executed(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Where blocks and tasks begin and end."""
    for place, token in enumerate(tokens):
        if token.text in _BLOCKS:
            yield place, statement_end(tokens, place + 1)
        elif token.text == "task":
            yield place, next((end for end in range(place, len(tokens)) if tokens[end].text == "endtask"), len(tokens))


def refuse_parts(tokens: Sequence[Token]) -> None:
    """Raises Unsupported for the first part of which Yosys takes other bits."""
    others = outside(tokens)
    for start, end in modules(tokens):
        within = tokens[start:end]
        declared = shapes([*others, *within])
        _refuse_in_braces(within, declared)
        _refuse_other_bits(within, declared)
    _refuse_other_bits(others, shapes(others))


def _refuse_other_bits(tokens: Sequence[Token], declared: Shapes) -> None:
    known = {
        name: found for name, found in declared.items() if not all(one.to_zero and not one.below_zero for one in found)
    }
    for place, token in enumerate(tokens):
        for shape in known.get(token.text, ()):
            if shape.below_zero:
                hint = "count its words from 0"
                raise Unsupported(f"{token.text}, an array with words below 0", token.spot, hint)
            number, behind = brackets(tokens, place)
            if shape.words and number > shape.words and not shape.to_zero:
                message = f"a part of a word of {token.text}, whose bits are not numbered down to 0"
                raise Unsupported(message, token.spot, _HINT)
            if shape.words or shape.descends or not number or not _measured(tokens, behind - 1):
                continue
            if tokens[place - 1].text == ".":
                raise Unsupported(f"a part by +: or -: of {token.text}, which ascends in a struct", token.spot, _HINT)
            if len(shape.packed) > 1:
                message = f"a part by +: or -: of {token.text}, which has several dimensions and ascends"
                raise Unsupported(message, token.spot, _HINT)


def _measured(tokens: Sequence[Token], last: int) -> bool:
    """Are these brackets, which end here, of a part by its width?"""
    inner = tokens[opened_at(tokens, last) + 1 : last]
    return any(len(split(inner, sign)) > 1 for sign in ("+:", "-:"))


def _refuse_in_braces(tokens: Sequence[Token], declared: Shapes) -> None:
    """Raises Unsupported for what is at an index that varies, in braces to the left of an assignment."""
    counting = {tokens[k + 2].text for k, token in enumerate(tokens[:-2]) if token.text == "for"}
    varying = {name for name, found in declared.items() if not all(shape.number for shape in found)} - counting
    for start, token in enumerate(tokens[1:-1], 1):
        if token.text != "{" or tokens[start - 1].text not in (*_BEFORE, "assign"):
            continue
        end = closing(tokens, start)
        if tokens[end + 1].text not in _SETTING:
            continue
        for place in range(start + 1, end):
            if not NAME.fullmatch(tokens[place].text):
                continue
            for shape in declared.get(tokens[place].text, ()):
                number, behind = brackets(tokens, place)
                within = {inner.text for inner in tokens[_behind_words(tokens, place, shape) : behind]}
                if number > shape.words and within & varying:
                    message = f"{tokens[place].text} at an index that varies, within braces on the left"
                    raise Unsupported(
                        message, tokens[place].spot, "let a variable have it, and set this one from there"
                    )


def _behind_words(tokens: Sequence[Token], place: int, shape: Shape) -> int:
    """The place behind the brackets that choose a word."""
    place += 1
    for _ in range(shape.words):
        place = closing(tokens, place) + 1 if tokens[place].text == "[" else place
    return place
