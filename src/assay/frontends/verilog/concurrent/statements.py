"""Where statements of Verilog begin and end: found in their words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.definitions import NAME, closing
from assay.frontends.verilog.tokens import STATEMENTS, Token

BLOCKS: Final = ("always", "always_ff", "always_comb", "always_latch", "initial", "final")
_WITH_CONDITION: Final = ("for", "while", "repeat", "foreach", "wait")
CASES: Final = ("case", "casez", "casex")


def statement_end(tokens: Sequence[Token], start: int) -> int:
    """The place behind the statement that begins at ``start``."""
    place = start
    while place < len(tokens):
        word = tokens[place].text
        if word not in ("begin", "fork") and NAME.fullmatch(word) and word_at(tokens, place + 1) == ":":
            place += 2
        elif word in ("unique", "unique0", "priority"):
            place += 1
        elif word == "(*":
            place = place_behind(tokens, place, "*)")
        elif word in ("@", "#"):
            place += 1
            place = closing(tokens, place) + 1 if word_at(tokens, place) == "(" else place + 1
        elif word in _WITH_CONDITION:
            place = closing(tokens, place + 1) + 1
        elif word == "forever":
            place += 1
        else:
            break
    word = word_at(tokens, place)
    if word == "begin":
        return behind_name(tokens, matching(tokens, place, ("begin",), "end"))
    if word == "fork":
        return behind_name(tokens, matching(tokens, place, ("fork",), "join", "join_any", "join_none"))
    if word in CASES:
        return matching(tokens, place, CASES, "endcase") + 1
    if word == "do":
        return place_behind(tokens, statement_end(tokens, place + 1), ";")
    if word == "if":
        place = statement_end(tokens, closing(tokens, place + 1) + 1)
        return statement_end(tokens, place + 1) if word_at(tokens, place) == "else" else place
    if word in (*STATEMENTS, "expect"):
        return action_end(tokens, brackets_of(tokens, place)[1] + 1)
    return place_behind(tokens, place, ";")


def case_items(tokens: Sequence[Token], place: int) -> Iterator[tuple[int, int, int]]:
    """Of the case at ``place``, for each item where its labels and its statement begin, and where that ends.

    The statement of a default has no labels: it begins where they would.
    """
    end = matching(tokens, place, CASES, "endcase")
    place = closing(tokens, place + 1) + 1
    place += word_at(tokens, place) == "inside"
    while place < end:
        first, choices = place, 0
        if word_at(tokens, place) == "default":
            first = place = place + 2 if word_at(tokens, place + 1) == ":" else place + 1
        else:
            while place < end and (choices or word_at(tokens, place) != ":"):
                choices += (word_at(tokens, place) == "?") - (word_at(tokens, place) == ":")
                opened = word_at(tokens, place) in ("(", "[", "{", "'{")
                place = closing(tokens, place) + 1 if opened else place + 1
            place += 1
        behind = max(statement_end(tokens, place), place + 1)
        yield first, place, behind
        place = behind


def action_end(tokens: Sequence[Token], place: int) -> int:
    """Behind what is done when an assertion holds or fails."""
    if word_at(tokens, place) == ";":
        return place + 1
    if word_at(tokens, place) != "else":
        place = statement_end(tokens, place)
    return statement_end(tokens, place + 1) if word_at(tokens, place) == "else" else place


def brackets_of(tokens: Sequence[Token], place: int) -> tuple[int, int]:
    """The brackets of a statement that asserts."""
    while place < len(tokens) and tokens[place].text != "(":
        if tokens[place].text == ";":
            break
        place += 1
    if word_at(tokens, place) != "(":
        raise Unsupported("an assertion without brackets", tokens[min(place, len(tokens) - 1)].spot)
    return place, closing(tokens, place)


def word_at(tokens: Sequence[Token], place: int) -> str:
    return tokens[place].text if 0 <= place < len(tokens) else ""


def place_behind(tokens: Sequence[Token], place: int, word: str) -> int:
    """The place behind the next such word outside of brackets."""
    while place < len(tokens):
        if tokens[place].text == word:
            return place + 1
        place = closing(tokens, place) + 1 if tokens[place].text in ("(", "[", "{") else place + 1
    return len(tokens)


def matching(tokens: Sequence[Token], place: int, opening: Sequence[str], *ending: str) -> int:
    depth = 0
    for number in range(place, len(tokens)):
        depth += (tokens[number].text in opening) - (tokens[number].text in ending)
        if not depth:
            return number
    return len(tokens) - 1


def behind_name(tokens: Sequence[Token], place: int) -> int:
    return place + 3 if word_at(tokens, place + 1) == ":" else place + 1
