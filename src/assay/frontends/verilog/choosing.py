"""Choices by ``case`` in functions of numbers, left to the circuit.

A call with numbers alone Yosys works out by itself, and takes there ``casez`` and ``casex`` for ``case``, with ``?``
and x as values, and the items of a ``case`` for comparisons with widths and signs of their own (IEEE 1800-2017, 12.5
and 12.5.1: they have the same).  An assignment of an argument to itself, ``{x} = x``, which means nothing, is something
that Yosys does not work out: it makes a circuit of the call, and that is right.  Where only a number is possible, it
refuses the call.  A ``case`` all of whose items are numbers of one size and sign stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.definitions import NAME, closing
from assay.frontends.verilog.concurrent.statements import statement_end
from assay.frontends.verilog.edits import Edit, edited
from assay.frontends.verilog.tokens import Token, tokens_of

_CASES: Final = ("case", "casez", "casex")
_NUMBER: Final = re.compile(r"(?P<kind>\d*'[sS]?)[bBoOdDhH]\s*[\da-fA-F_]+|\d[\d_]*")
_BRACKETS: Final = ("(", "[", "{", "'{")


def exact_choices(text: str) -> str:
    """The text with such choices; lines stay where they are."""
    if "function" not in text or "case" not in text:
        return text
    tokens = list(tokens_of(text))
    edits: list[Edit] = []
    for start, end in _functions(tokens):
        for place in range(start, end):
            if tokens[place].text in _CASES and not _plain(tokens, place):
                argument = _argument(tokens, start, end)
                if not argument:
                    hint = "write if and else"
                    raise Unsupported(f"{tokens[place].text} in a function without arguments", tokens[place].spot, hint)
                last = statement_end(tokens, place)
                first, end_of_last = tokens[place].start, tokens[last - 1].end
                edits.append((first, first, f"begin {{{argument}}} = {argument} ; "))
                edits.append((end_of_last, end_of_last, " end"))
    return edited(text, edits)


def _functions(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    start = None
    for place, token in enumerate(tokens):
        if token.text == "function":
            start = place
        elif token.text == "endfunction" and start is not None:
            yield start, place
            start = None


def _argument(tokens: Sequence[Token], start: int, end: int) -> str:
    """The name of the first argument, without one nothing."""
    place = start
    while place < end and tokens[place].text not in ("(", ";"):
        place = closing(tokens, place) + 1 if tokens[place].text in ("[", "{") else place + 1
    if tokens[place].text == ";":
        place = next((number for number in range(place, end) if tokens[number].text == "input"), end)
    name, place = "", place + 1
    while place < end and tokens[place].text not in (",", ")", ";", "="):
        if NAME.fullmatch(tokens[place].text):
            name = tokens[place].text
        place = closing(tokens, place) + 1 if tokens[place].text in _BRACKETS else place + 1
    return name


def _plain(tokens: Sequence[Token], place: int) -> bool:
    """Whether it is a ``case`` with numbers of one size and sign."""
    if tokens[place].text != "case":
        return False
    end = statement_end(tokens, place) - 1
    kinds: set[str] = set()
    number = closing(tokens, place + 1) + 1
    while number < end:
        if tokens[number].text == "default":
            number += 1 + (tokens[number + 1].text == ":")
        else:
            while number < end and tokens[number].text != ":":
                match = _NUMBER.fullmatch(tokens[number].text)
                if match is None:
                    return False
                kinds.add((match["kind"] or "").lower())
                number += 2 if tokens[number + 1].text == "," else 1
            number += 1
        number = statement_end(tokens, number)
    return len(kinds) <= 1
