"""What a block asks before it comes to a concurrent assertion within it (16.14.6).

An attempt begins at those ticks of the block at which its conditions, ``if`` and ``else``, lead there.  They are looked
at as they are before the edge, like the assertion itself: refused is what the block has set before it by ``=``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.definitions import NAME, closing
from assay.frontends.verilog.concurrent.statements import BLOCKS, statement_end
from assay.frontends.verilog.concurrent.survey import Asserting, declared_within
from assay.frontends.verilog.tokens import ASSIGNING, STATEMENTS, Token

HINT: Final = "put it outside of the block: what the block asks first becomes if (...), or stands before |->"
_CLOCKED: Final = ("always", "always_ff")
# Behind these an item is a generated one without ``begin``, and nothing can be put behind it.
_ALONE: Final = (")", "else", ":")
_BEFORE_STATEMENTS: Final = (";", "begin", "end", "else", ")", ":")
_KEYWORDS: Final = (*STATEMENTS, "if", "for", "while", "repeat", "foreach", "wait", "case", "casez", "casex", "disable")


@dataclass(frozen=True)
class Enclosed:
    """The place behind the block, the words of its event, and an expression that leads to the assertion, or none."""

    end: int
    event: tuple[Token, ...]
    condition: tuple[Token, ...]


def enclosed(tokens: Sequence[Token], statement: Asserting) -> Enclosed:
    """What is around an assertion within a block; raises Unsupported for other ways to it than ``if``."""
    start = block_start(tokens, statement.start)
    opened = start + 2
    if tokens[start].text not in _CLOCKED or tokens[start + 1].text != "@" or tokens[opened].text != "(":
        raise _refused(statement)
    if start and tokens[start - 1].text in _ALONE:
        raise _refused(statement)
    behind = closing(tokens, opened) + 1
    conditions = tuple(_conditions(tokens, behind, statement))
    names = {token.text for condition in conditions for token in condition if NAME.fullmatch(token.text)}
    before = tokens[behind : statement.start]
    changed = names & {*_set(before), *declared_within(tokens, behind, statement.start)}
    if names and _calls(before):
        raise _refused(statement)
    if changed:
        message = f"a concurrent assertion behind a condition about {min(changed)}, which the block sets before it"
        raise Unsupported(message, statement.kind.spot, HINT)
    also = statement.kind._replace(text="&&")
    condition = tuple(token for part in conditions for token in (also, *part))[1:]
    return Enclosed(statement_end(tokens, start + 1), tuple(tokens[opened + 1 : behind - 1]), condition)


def _set(tokens: Sequence[Token]) -> Iterator[str]:
    """The names left of ``=`` and its like, in brackets as well, and beside ``++``."""
    for number, token in enumerate(tokens):
        if token.text not in ASSIGNING:
            continue
        place, depth = number - 1, 0
        while place >= 0 and (depth or tokens[place].text in ("]", "}", ".") or NAME.fullmatch(tokens[place].text)):
            depth += (tokens[place].text in ("]", "}")) - (tokens[place].text in ("[", "{"))
            yield tokens[place].text
            place -= 1
        if number + 1 < len(tokens):
            yield tokens[number + 1].text


def _calls(tokens: Sequence[Token]) -> bool:
    """Is there a task among the statements?  It may set anything."""
    return any(
        before.text in _BEFORE_STATEMENTS and NAME.fullmatch(name.text) and behind.text in ("(", ";")
        for before, name, behind in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if name.text not in _KEYWORDS
    )


def block_start(tokens: Sequence[Token], place: int) -> int:
    """Where the block around this place begins; ``assert final`` begins none."""
    return next(
        (k for k in range(place, 0, -1) if tokens[k].text in BLOCKS and tokens[k - 1].text not in STATEMENTS), 0
    )


def _conditions(tokens: Sequence[Token], place: int, statement: Asserting) -> Iterator[tuple[Token, ...]]:
    """The conditions on the way from the statement that begins at ``place`` down to the assertion, in brackets."""
    while place != statement.start:
        word = tokens[place].text
        if word != "begin" and tokens[place + 1].text == ":" and NAME.fullmatch(word):
            place += 2
        elif word == "begin":
            place += 3 if tokens[place + 1].text == ":" else 1
            while (end := statement_end(tokens, place)) <= statement.start:
                place = end
        elif word == "if":
            close = closing(tokens, place + 1)
            condition = tuple(tokens[place + 1 : close + 1])
            behind = statement_end(tokens, close + 1)
            if statement.start < behind:
                place = close + 1
            else:
                condition, place = (tokens[place]._replace(text="!"), *condition), behind + 1
            yield condition
        else:
            raise _refused(statement)


def _refused(statement: Asserting) -> Unsupported:
    return Unsupported("a concurrent assertion within a block", statement.kind.spot, HINT)
