"""CTL properties in a file beside an AIGER circuit, in the notation of the IIMC model checker.

Formulas follow each other without separators (``;`` is allowed), may span lines, and name latches, inputs, outputs by
their AIGER symbols: ``AG(req<0> -> AF ack<0>)``, ``E ~stop U go``.  ``#`` starts a comment; a comment with ``(n)`` or
``(m-n)`` at its beginning numbers the formulas that follow, the others count on.  Operators, tightest first: ``~ !``,
``AX EX AF EF AG EG`` and the quantified ``U R W``, ``== = !=``, ``&``, ``^``, ``|``, ``->`` (to the right), ``<->``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from assay.core import temporal
from assay.core.errors import InputError
from assay.core.model import Ctl, Model
from assay.core.temporal import Atom, Formula, Logic, PathOperator, Quantifier, connect
from assay.core.terms import FALSE, TRUE, Term
from assay.core.terms.sorts import BOOL
from assay.frontends.text import Source

_TOKEN: Final = re.compile(
    r"(?P<space>\s+)|(?P<comment>#[^\n]*)|(?P<name>[A-Za-z_$](?:[\w.$:@/]|<[*\w]+>|\[\d+\])*)|(?P<digit>[01])"
    r"|(?P<symbol><->|->|==|!=|[()\[\]~!&|^=;])"
)
_LABEL: Final = re.compile(r"#\s*\w*:?\s*\((\d{1,18})(?:-\d+)?\)")
_PATH: Final = {
    letter + op.value: (quantifier, op)
    for letter, quantifier in (("A", Quantifier.ALL), ("E", Quantifier.SOME))
    for op in (PathOperator.NEXT, PathOperator.FINALLY, PathOperator.GLOBALLY)
}
_UNTIL: Final = ("U", "R", "V", "W")


def _until(op: str, left: Formula, right: Formula, quantifier: Quantifier) -> Formula:
    """``left op right`` along some or all paths; a weak until is a release."""
    match op:
        case "U":
            return temporal.temporal(PathOperator.UNTIL, left, right, quantifier=quantifier)
        case "W":
            either = connect(Logic.OR, left, right)
            return temporal.temporal(PathOperator.RELEASE, right, either, quantifier=quantifier)
        case _:
            return temporal.temporal(PathOperator.RELEASE, left, right, quantifier=quantifier)


def _iff(left: Formula, right: Formula) -> Formula:
    return connect(Logic.IFF, left, right)


def _differ(left: Formula, right: Formula) -> Formula:
    return connect(Logic.NOT, _iff(left, right))


# Operator: how tightly it binds, and what it builds.
_BINARY: Final[dict[str, tuple[int, Callable[[Formula, Formula], Formula]]]] = {
    "<->": (1, _iff),
    "->": (2, lambda left, right: connect(Logic.IMPLIES, left, right)),
    "|": (3, lambda left, right: connect(Logic.OR, left, right)),
    "^": (4, _differ),
    "&": (5, lambda left, right: connect(Logic.AND, left, right)),
    "==": (6, _iff),
    "=": (6, _iff),
    "!=": (6, _differ),
}
_PREFIX: Final = 9
_CONSTANTS: Final = {"TRUE": TRUE, "true": TRUE, "1": TRUE, "FALSE": FALSE, "false": FALSE, "0": FALSE}


def parse_ctl(source: Source, model: Model, only: str | None = None) -> tuple[Ctl, ...]:
    """The formulas in ``source`` (or the one numbered ``only``) over the names of ``model``."""
    symbols: dict[str, Term] = {symbol.name: symbol for symbol in (*model.inputs, *model.entry.variables)}
    symbols.update({name: term for name, term in model.definitions.items() if term.sort is BOOL})
    return _Parser(source, symbols, only).parse()


@dataclass(frozen=True, slots=True)
class _Pending:
    """An operator that waits for its right operand: a prefix, a binary one, an open bracket or a path quantifier."""

    text: str
    start: int
    level: int
    build: Callable[[Formula], Formula] | None = None


class _Parser:
    """Operator precedence with explicit stacks: formulas may be nested deeply."""

    def __init__(self, source: Source, symbols: Mapping[str, Term], only: str | None) -> None:
        self.source = source
        self.symbols = symbols
        self.only = only
        self.unknown: InputError | None = None
        self.operands: list[Formula] = []
        self.pending: list[_Pending] = []
        self.complete = False
        self.begin = 0
        self.end = 0
        self.found: list[Ctl] = []
        self.number = 0

    def parse(self) -> tuple[Ctl, ...]:
        text, offset = self.source.text, 0
        while offset < len(text):
            match = _TOKEN.match(text, offset)
            if match is None:
                raise self._wrong(f"{text[offset]!r} has no meaning in a CTL formula", offset)
            kind, token, start = match.lastgroup, match.group(), offset
            offset = match.end()
            if kind == "comment":
                self._comment(token)
            elif kind != "space":
                self._token(token, start)
                self.end = offset
        self._finish(len(text.rstrip()) - 1)
        return tuple(self.found)

    def _comment(self, token: str) -> None:
        label = _LABEL.match(token)
        if label and (self.complete or not self.pending):
            self._finish(self.end)
            self.number = int(label.group(1))

    def _token(self, token: str, start: int) -> None:
        if not self.complete:
            self._operand(token, start)
        elif token in _BINARY:
            level, build = _BINARY[token]
            # To the right: an implication waits for those that follow.
            self._reduce(level + 1 if token == "->" else level)
            left = self.operands.pop()
            self._push(_Pending(token, start, level, lambda right: build(left, right)))
        elif token in _UNTIL and self._quantified():
            self._until(token, start)
        elif token in (")", "]"):
            self._close(token, start)
        elif token == ";":
            self._finish(start)
        elif any(part.text in "([" for part in self.pending):
            raise self._wrong(f"an operator or a closing bracket should stand before {token!r}", start)
        else:
            self._finish(start)
            self._operand(token, start)

    def _operand(self, token: str, start: int) -> None:
        if not self.pending:
            if token == ";":
                return
            self.begin = start
        if token in self.symbols or (token in _CONSTANTS and token not in _PATH):
            self.operands.append(Atom(self.symbols.get(token) or _CONSTANTS[token]))
            self.complete = True
        elif token in ("~", "!"):
            self._push(_Pending(token, start, _PREFIX, lambda part: connect(Logic.NOT, part)))
        elif token in _PATH:
            quantifier, op = _PATH[token]
            self._push(_Pending(token, start, _PREFIX, partial(temporal.temporal, op, quantifier=quantifier)))
        elif token in ("(", "[", "A", "E"):
            self._push(_Pending(token, start, 0))
        elif token[0].isalpha() or token[0] in "_$":
            self.unknown = self.unknown or self._wrong(
                f"the circuit has no latch, input or output called {token!r}", start
            )
            self.operands.append(Atom(FALSE))
            self.complete = True
        else:
            raise self._wrong(f"a formula cannot begin with {token!r}", start)

    def _push(self, part: _Pending) -> None:
        self.pending.append(part)
        self.complete = False

    def _reduce(self, level: int) -> None:
        """Apply what waits and binds at least as tightly as ``level``."""
        while self.pending and self.pending[-1].build is not None and self.pending[-1].level >= level:
            build = self.pending.pop().build
            assert build is not None
            self.operands.append(build(self.operands.pop()))

    def _quantified(self) -> bool:
        """Is there a path quantifier to which an until belongs, inside the innermost bracket?"""
        for part in reversed(self.pending):
            if part.build is None:
                return part.text in ("A", "E") or (part.text == "[" and self._before_bracket() in ("A", "E"))
        return False

    def _before_bracket(self) -> str:
        places = [k for k, part in enumerate(self.pending) if part.text == "["]
        return self.pending[places[-1] - 1].text if places and places[-1] else ""

    def _until(self, op: str, start: int) -> None:
        self._reduce(0)
        left = self.operands.pop()
        bracket = self.pending[-1].text == "["
        letter = self.pending.pop(-2 if bracket else -1).text
        quantifier = Quantifier.ALL if letter == "A" else Quantifier.SOME
        level = 0 if bracket else _PREFIX
        self._push(_Pending(op, start, level, lambda right: _until(op, left, right, quantifier)))

    def _close(self, token: str, start: int) -> None:
        self._reduce(0)
        opening = "(" if token == ")" else "["
        if not self.pending or self.pending[-1].text != opening:
            raise self._wrong(f"{token!r} closes nothing", start)
        self.pending.pop()

    def _finish(self, where: int) -> None:
        """The formula is over: keep it."""
        if not self.complete and not self.pending:
            return
        if not self.complete:
            raise self._wrong(f"the formula ends after {self.pending[-1].text!r}", where)
        self._reduce(0)
        if self.pending:
            what = "U or R" if self.pending[-1].text in ("A", "E") else "the closing bracket"
            raise self._wrong(f"{self.pending[-1].text!r} lacks {what}", self.pending[-1].start)
        if temporal.too_deep(self.operands[-1]):
            raise self._wrong(f"a formula nested more than {temporal.DEEPEST} operators deep", self.begin)
        text = re.sub(r"#[^\n]*|\s+", " ", self.source.text[self.begin : self.end])
        found = Ctl(str(self.number), self.operands.pop(), " ".join(text.split()).rstrip("; "))
        if self.only is None or self.only == found.name:
            if self.unknown is not None:
                raise self.unknown
            self.found.append(found)
        self.unknown = None
        self.number += 1
        self.complete = False

    def _wrong(self, message: str, offset: int) -> InputError:
        return InputError(message, self.source.position(max(0, min(offset, len(self.source.text) - 1))))
