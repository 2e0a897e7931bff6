"""``return e``, which Yosys does not know, as an assignment to the function's name (IEEE 1800-2017, 12.8 and 13.4.1).

What stands behind a branch that returns becomes the other branch: ``if (c) return a; return b;`` is
``if (c) f = a; else begin f = b; end``.  Limits: a return within a loop, within a block that is not the last, or in a
branch of which only a part returns, is left to Yosys, which refuses it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from assay.frontends.verilog.concurrent.definitions import closing
from assay.frontends.verilog.concurrent.statements import CASES, case_items, statement_end, word_at
from assay.frontends.verilog.edits import Edit, edited
from assay.frontends.verilog.tokens import Token, tokens_of

_ENDS: Final = {"function": "endfunction", "task": "endtask"}
_PROMISES: Final = ("unique", "unique0", "priority")
_RETURN: Final = "return"


class _Unfit(Exception):
    """A return of another form."""


class _Part(NamedTuple):
    """A statement, from where to where."""

    start: int
    end: int


def without_returns(text: str) -> str:
    """The text with assignments; lines stay where they are."""
    if _RETURN not in text:
        return text
    tokens = list(tokens_of(text))
    edits: list[Edit] = []
    for start, token in enumerate(tokens):
        if token.text in _ENDS and word_at(tokens, start - 1) not in ("import", "extern"):
            end = next((k for k in range(start, len(tokens)) if tokens[k].text == _ENDS[token.text]), start)
            if any(word.text == _RETURN for word in tokens[start:end]):
                edits.extend(_Routine(tokens, start, end).edits())
    return edited(text, edits)


class _Routine:
    """A function or task between two places."""

    def __init__(self, tokens: Sequence[Token], start: int, end: int) -> None:
        self._tokens = tokens
        place = start
        while place < end and tokens[place].text not in ("(", ";"):
            place = closing(tokens, place) + 1 if tokens[place].text == "[" else place + 1
        void = tokens[start].text == "task" or any(token.text == "void" for token in tokens[start:place])
        self._name = "" if void else tokens[place - 1].text
        head = next((k for k in range(place, end) if tokens[k].text == ";"), end)
        self._body = _Part(head + 1, end)
        self._found: list[Edit] = []

    def edits(self) -> list[Edit]:
        """The changes; none where a return is of another form."""
        try:
            self._last(list(self._parts(self._body)))
        except _Unfit:
            return []
        return self._found

    def _parts(self, body: _Part) -> Iterator[_Part]:
        place = body.start
        while place < body.end:
            end = min(max(statement_end(self._tokens, place), place + 1), body.end)
            yield _Part(place, end)
            place = end

    def _last(self, parts: Sequence[_Part]) -> None:
        """Changes statements behind which the routine ends."""
        for number, part in enumerate(parts):
            if not self._returns_somewhere(part):
                continue
            rest = parts[number + 1 :]
            word = word_at(self._tokens, part.start)
            if word in _PROMISES:
                part = _Part(part.start + 1, part.end)
                word = word_at(self._tokens, part.start)
            if word == "if":
                self._if(part, rest)
                return
            if rest:
                raise _Unfit
            if word == _RETURN:
                self._return(part)
            elif word == "begin":
                self._last(list(self._parts(self._inner(part))))
            elif word in CASES:
                for _, start, end in case_items(self._tokens, part.start):
                    self._last([_Part(start, end)])
            else:
                raise _Unfit

    def _if(self, part: _Part, rest: Sequence[_Part]) -> None:
        first = _Part(closing(self._tokens, part.start + 1) + 1, 0)
        first = first._replace(end=statement_end(self._tokens, first.start))
        other = _Part(first.end + 1, part.end) if word_at(self._tokens, first.end) == "else" else None
        if rest:
            if not self._returns(first):
                raise _Unfit
            begun = self._tokens[first.end - 1].end if other is None else self._tokens[other.start].start
            ended = self._tokens[rest[-1].end - 1].end
            self._found.append((begun, begun, " else begin " if other is None else "begin "))
            self._last([first])
            self._last([*([other] if other is not None else []), *rest])
            self._found.append((ended, ended, " end"))
        else:
            self._last([first])
            if other is not None:
                self._last([other])

    def _return(self, part: _Part) -> None:
        word, alone = self._tokens[part.start], part.end == part.start + 2
        if alone is bool(self._name):
            raise _Unfit
        self._found.append((word.start, word.end, f"{self._name} =" if self._name else "begin end"))
        if alone:
            self._found.append((self._tokens[part.end - 1].start, self._tokens[part.end - 1].end, ""))

    def _inner(self, part: _Part) -> _Part:
        """What is between begin and end."""
        start = part.start + (3 if word_at(self._tokens, part.start + 1) == ":" else 1)
        end = next(k for k in range(part.end - 1, part.start, -1) if self._tokens[k].text == "end")
        return _Part(start, end)

    def _returns_somewhere(self, part: _Part) -> bool:
        return any(token.text == _RETURN for token in self._tokens[part.start : part.end])

    def _returns(self, part: _Part) -> bool:
        """Does each way through it return?"""
        word = word_at(self._tokens, part.start)
        if word == _RETURN:
            return True
        if word == "begin":
            parts = list(self._parts(self._inner(part)))
            return bool(parts) and self._returns(parts[-1])
        if word == "if":
            start = closing(self._tokens, part.start + 1) + 1
            end = statement_end(self._tokens, start)
            both = word_at(self._tokens, end) == "else"
            return both and self._returns(_Part(start, end)) and self._returns(_Part(end + 1, part.end))
        return False
