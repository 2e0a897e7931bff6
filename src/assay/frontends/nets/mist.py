"""Front end for MIST ``.spec`` files: Petri nets, with transfers, resets, inhibitors and equality tests.

A net is a model with one location: a non-negative integer variable per place, an edge per rule.  A rule that would make
a place negative is not enabled.  Lines of ``target`` are alternatives, and reaching one of them violates the property.
A place that ``init`` does not mention starts with any number of tokens.  The section ``invariants`` is a hint to other
tools: it is checked for syntax and otherwise ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from assay.core.errors import InputError, Position
from assay.core.model import Edge, Location, Model, Origin, Safety
from assay.core.terms import Term, add, and_, conjunction, disjunction, eq, ge, gt, integer, le, lt, scale, variable
from assay.core.terms.sorts import INT
from assay.frontends.text import Source, whole

FORMAT: Final = "MIST"

_TOKEN: Final = re.compile(
    r"\s+|#[^\n]*|(?P<name>[A-Za-z_][\w.$@]*)|(?P<number>\d+)|(?P<sign>->|>=|<=|[-+*=<>,;'\[\]])"
)
_SECTIONS: Final = ("vars", "rules", "init", "target", "invariants")
_START: Final = re.compile(r"(?:\s+|#[^\n]*)*vars\b")
_COMPARISONS: Final = {">=": ge, "<=": le, "=": eq, ">": gt, "<": lt}


def looks_like_mist(text: str) -> bool:
    """Does the text begin, after comments, with the section of variables?"""
    return _START.match(text) is not None


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    offset: int
    kind: str


def _tokens(source: Source) -> Iterator[_Token]:
    offset, text = 0, source.text
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        if match is None:
            raise InputError(f"unexpected character {text[offset]!r}", source.position(offset))
        if match.lastgroup is not None:
            yield _Token(match.group(), offset, match.lastgroup)
        offset = match.end()
    yield _Token("the end of the file", len(text), "end")


class _Reader:
    """Recursive descent over the tokens of one file."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._tokens = list(_tokens(source))
        self._next = 0
        self._places: dict[str, Term] = {}

    def model(self) -> Model:
        """sections: vars, rules, init, target, and maybe invariants"""
        self._section("vars")
        while self._now.kind == "name" and self._now.text not in _SECTIONS:
            self._declare()
        if not self._places:
            raise self._unexpected("the name of a variable")
        place = Location("net", tuple(self._places.values()))
        self._section("rules")
        edges: list[Edge] = []
        while self._now.text != "init":
            edges.append(self._rule(place, len(edges) + 1))
        self._section("init")
        initial = disjunction(self._alternatives())
        self._section("target")
        targets = tuple(self._alternatives())
        if self._now.text == "invariants":
            self._advance()
            tuple(self._alternatives())
        if self._now.kind != "end":
            raise self._unexpected("the end of the file")
        counts = conjunction(ge(variable, integer(0)) for variable in place.variables)
        prop = Safety("target", {place: disjunction(targets)})
        return Model(place, tuple(edges), and_(initial, counts), (prop,), Origin(self._source.file, FORMAT))

    def _declare(self) -> None:
        token = self._advance()
        if token.text in self._places:
            raise InputError(f"{token.text} is declared twice", self._position(token))
        self._places[token.text] = variable(token.text, INT)

    def _rule(self, place: Location, number: int) -> Edge:
        """guard -> updates ;"""
        start = self._now
        guard = conjunction(self._constraints()) if self._now.text != "->" else conjunction(())
        self._expect("->")
        updates: dict[Term, Term] = {}
        while self._now.text not in (";", "the end of the file"):
            token = self._now
            target = self._place()
            self._expect("'")
            self._expect("=")
            if target in updates:
                raise InputError(f"{token.text}' is given two values", self._position(token))
            updates[target] = self._sum()
            if self._now.text != ";":
                self._expect(",")
        self._expect(";")
        enabled = conjunction((guard, *(ge(value, integer(0)) for value in updates.values())))
        return Edge(f"rule {number}", place, place, enabled, updates, self._position(start))

    def _alternatives(self) -> Iterator[Term]:
        """Conjunctions that follow each other without a comma."""
        while self._now.kind == "name" and self._now.text not in _SECTIONS:
            yield conjunction(self._constraints())

    def _constraints(self) -> list[Term]:
        found = [self._constraint()]
        while self._now.text == ",":
            self._advance()
            found.append(self._constraint())
        return found

    def _constraint(self) -> Term:
        """place >= 3, place = 0, place in [0, 2]"""
        left = self._place()
        token = self._advance()
        if token.text == "in":
            self._expect("[")
            low = self._number()
            self._expect(",")
            high = self._number()
            self._expect("]")
            return and_(ge(left, integer(low)), le(left, integer(high)))
        if token.text not in _COMPARISONS:
            self._next -= 1
            raise self._unexpected("a comparison")
        return _COMPARISONS[token.text](left, self._sum())

    def _sum(self) -> Term:
        parts: list[Term] = []
        while True:
            factor = 1
            while self._now.text in ("+", "-"):
                factor = -factor if self._advance().text == "-" else factor
            if self._now.kind == "number":
                number = self._number()
                if self._now.text == "*":
                    self._advance()
                    parts.append(scale(factor * number, self._place()))
                else:
                    parts.append(integer(factor * number))
            else:
                parts.append(scale(factor, self._place()))
            if self._now.text not in ("+", "-"):
                return add(*parts)

    def _place(self) -> Term:
        token = self._now
        if token.kind != "name":
            raise self._unexpected("the name of a variable")
        if token.text not in self._places:
            hint = "declare it under vars" if token.text not in _SECTIONS else "is something missing before it?"
            raise InputError(f"{token.text!r} is not a declared variable", self._position(token), hint)
        return self._places[self._advance().text]

    def _number(self) -> int:
        if self._now.kind != "number":
            raise self._unexpected("a number")
        token = self._advance()
        return whole(token.text, self._position(token))

    def _section(self, name: str) -> None:
        if self._now.text != name:
            raise self._unexpected(f"the section {name}")
        self._advance()

    def _expect(self, text: str) -> None:
        if self._now.text != text:
            raise self._unexpected(repr(text))
        self._advance()

    @property
    def _now(self) -> _Token:
        return self._tokens[self._next]

    def _advance(self) -> _Token:
        token = self._now
        self._next = min(self._next + 1, len(self._tokens) - 1)
        return token

    def _unexpected(self, wanted: str) -> InputError:
        token = self._now
        if token.kind == "end":
            return InputError(f"the file ends where {wanted} should follow", self._source.end)
        return InputError(f"expected {wanted}, found {token.text!r}", self._position(token))

    def _position(self, token: _Token) -> Position:
        return self._source.position(token.offset)


def read_mist(source: Source) -> Model:
    """The net as a model whose one property is that no target can be reached."""
    return _Reader(source).model()
