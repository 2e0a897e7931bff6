"""SMV expressions by operator precedence, with an explicit stack: files nest brackets hundreds deep.

Precedences are those of the NuSMV manual (section 2.2); temporal operators bind tighter than ``&`` and looser than
comparisons.  Chains of ``&`` and of ``|`` become one node.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from assay.core.errors import InputError, Unsupported
from assay.core.temporal import DEEPEST
from assay.frontends.smv.lexer import Token
from assay.frontends.smv.syntax import Node
from assay.frontends.text import Source

_BINARY: Final = {
    "->": 4,
    "<->": 5,
    "|": 7,
    "xor": 7,
    "xnor": 7,
    "&": 8,
    **dict.fromkeys(("U", "V", "R", "S", "T"), 9),
    **dict.fromkeys(("=", "!=", "<", ">", "<=", ">="), 11),
    "in": 12,
    "union": 13,
    "..": 14,
    "<<": 15,
    ">>": 15,
    "+": 16,
    "-": 16,
    "*": 17,
    "/": 17,
    "mod": 17,
    "::": 19,
}
_QUESTION: Final = 6
_PREFIX: Final = {
    "!": 20,
    "-": 18,
    **dict.fromkeys(("EX", "AX", "EF", "AF", "EG", "AG", "X", "F", "G", "Y", "Z", "O", "H"), 10),
}
_BOUNDED: Final = {"EBF": "EF", "ABF": "AF", "EBG": "EG", "ABG": "AG"}
_MAYBE_BOUNDED: Final = frozenset("FGOH")
_CLOSING: Final = {"(": ")", "call": ")", "{": "}", "[": "]", "row": "]", "path": "]", "case": "esac"}


class _Entry:
    """What waits on the stack: a prefix (``arity`` 1), a binary operator (2), ``?`` (3), or an open bracket (0)."""

    __slots__ = ("arity", "bounds", "count", "level", "middle", "op", "start", "value")

    def __init__(self, op: str, arity: int, level: int, start: int, value: str = "") -> None:
        self.op = op
        self.arity = arity
        self.level = level
        self.start = start
        self.value = value
        self.count = 0
        self.middle = ""
        self.bounds = ""


class ExpressionParser:
    """Reads one expression from ``tokens``, beginning at ``position``; ``position`` ends behind it."""

    def __init__(self, source: Source, tokens: Sequence[Token], position: int) -> None:
        self.source = source
        self.tokens = tokens
        self.position = position
        self.operands: list[Node] = []
        self.stack: list[_Entry] = []
        self.brackets: list[_Entry] = []

    def parse(self) -> Node:
        while True:
            self._operand()
            if not self._operators():
                break
        self._reduce(0)
        (result,) = self.operands
        return result

    def wrong(self, message: str, token: Token) -> InputError:
        return InputError(message, self.source.position(token.start))

    # -- operands ----------------------------------------------------------------------------------------------------

    def _operand(self) -> None:
        """Reads prefixes and opening brackets up to a first complete operand."""
        while True:
            token = self.tokens[self.position]
            self.position += 1
            kind = token.kind
            if kind == "name" and self.tokens[self.position].kind == "(":
                self._open("call", token, token.text)
                self.position += 1
                if self.tokens[self.position].kind == ")":
                    raise self.wrong(f"{token.text} needs an argument", self.tokens[self.position])
            elif kind in ("name", "number", "decimal", "word", "TRUE", "FALSE", "self"):
                self.operands.append(Node(kind, [], token.start, token.text))
                return
            elif kind in _PREFIX:
                bounds = self._bounds(",", "]") if kind in _MAYBE_BOUNDED and self._passes("[") else ""
                self._prefix(kind, token, bounds)
            elif kind in ("(", "{", "case"):
                self._open(kind, token)
            elif kind == "[":
                self._open("row", token)
            elif kind in ("next", "init", "word1", "bool", "signed", "unsigned"):
                self._open("call", token, token.text)
                self._expect("(")
            elif kind in ("A", "E"):
                self._expect("[")
                self._open("path", token, kind)
            elif kind in _BOUNDED:
                self._prefix(_BOUNDED[kind], token, self._bounds(".."))
            else:
                raise self.wrong(f"an expression should stand before {_shown(token)}", token)

    def _prefix(self, op: str, token: Token, bounds: str) -> None:
        entry = _Entry(op, 1, _PREFIX[op], token.start)
        entry.bounds = bounds
        self.stack.append(entry)

    def _open(self, op: str, token: Token, value: str = "") -> None:
        entry = _Entry(op, 0, 0, token.start, value)
        self.stack.append(entry)
        self.brackets.append(entry)

    def _expect(self, kind: str) -> None:
        token = self.tokens[self.position]
        if token.kind != kind:
            raise self.wrong(f"{kind!r} should stand before {_shown(token)}", token)
        self.position += 1

    def _passes(self, kind: str) -> bool:
        """Is the next token of this kind?  Then it is passed."""
        found = self.tokens[self.position].kind == kind
        self.position += found
        return found

    def _bounds(self, between: str, end: str = "") -> str:
        """The first and the last step of a bounded operator, as ``2..5``."""
        start = self.tokens[self.position]
        first = self._steps()
        self._expect(between)
        last = self._steps()
        if end:
            self._expect(end)
        if first > last:
            raise self.wrong("the bounds are empty: the first is above the last", start)
        return f"{first}..{last}"

    def _steps(self) -> int:
        token = self.tokens[self.position]
        if token.kind != "number":
            raise self.wrong(f"a number of steps should stand before {_shown(token)}", token)
        self.position += 1
        if int(token.text) > DEEPEST:
            message = f"bounds above {DEEPEST} steps are not read"
            raise Unsupported(message, self.source.position(token.start), "count the steps in a variable")
        return int(token.text)

    # -- operators -----------------------------------------------------------------------------------------------------

    def _operators(self) -> bool:
        """Reads what may follow a complete operand; true if another operand must follow, false at the end."""
        while True:
            token = self.tokens[self.position]
            kind = "R" if token.text == "R" else token.kind
            bracket = self.brackets[-1] if self.brackets else None
            if kind in ("U", "V", "R") and bracket is not None and bracket.op == "path" and not bracket.middle:
                self._reduce(0)
                bracket.middle = "U" if kind == "U" else "V"
            elif kind == "BU" and bracket is not None and bracket.op == "path" and not bracket.middle:
                self._reduce(0)
                bracket.middle = "U"
                self.position += 1
                bracket.bounds = self._bounds("..")
                if not bracket.bounds.startswith("0.."):
                    # The manual of NuSMV leaves open what must hold before the first of these steps.
                    message = "a bounded until whose bounds begin after 0 is not read"
                    raise Unsupported(message, self.source.position(token.start), "put AX or EX around A [p BU 0..n q]")
                return True
            elif kind in _BINARY:
                level = _BINARY[kind]
                self._reduce(level + 1 if kind == "->" else level)
                self.stack.append(_Entry("V" if kind == "R" else kind, 2, level, token.start))
            elif kind == "?":
                self._reduce(_QUESTION + 1)
                self.stack.append(_Entry("?", 3, _QUESTION, token.start))
            elif kind == ":" and self._question():
                self._colon()
            elif kind == ".":
                self._dot()
                continue
            elif kind == "[":
                self._open("[", token)
            elif bracket is not None:
                if self._in_bracket(bracket, token):
                    continue
            else:
                return False
            self.position += 1
            return True

    def _in_bracket(self, bracket: _Entry, token: Token) -> bool:
        """Handles what may stand inside or close ``bracket``; true if that completed an operand."""
        kind, op = token.kind, bracket.op
        if op == "case" and kind in (":", ";") and (kind == ":") == (bracket.count % 2 == 0):
            self._reduce(0)
            bracket.count += 1
            if kind == ";" and self.tokens[self.position + 1].kind == "esac":
                self.position += 2
                self._close(bracket)
                return True
            return False
        if kind == "," and op in ("(", "call", "{", "row"):
            self._reduce(0)
            bracket.count += 1
            return False
        if kind == ":" and op == "[" and not bracket.count:
            self._reduce(0)
            bracket.count += 1
            return False
        if kind != _CLOSING[op] or op == "case" or (op == "path" and not bracket.middle):
            wanted = "':' or ';'" if op == "case" else "'U'" if op == "path" else repr(_CLOSING[op])
            raise self.wrong(f"an operator or {wanted} should stand before {_shown(token)}", token)
        self._reduce(0)
        bracket.count += 1
        self.position += 1
        self._close(bracket)
        return True

    def _close(self, bracket: _Entry) -> None:
        self.brackets.pop()
        self.stack.pop()
        op, start, count = bracket.op, bracket.start, bracket.count
        if op == "path":
            count = 2
        elif op == "[":
            count += 1
        args = self.operands[len(self.operands) - count :]
        del self.operands[len(self.operands) - count :]
        if op == "(":
            node = args[0] if count == 1 else Node("tuple", args, start)
        elif op == "call":
            node = Node("next", args, start) if bracket.value == "next" else Node("call", args, start, bracket.value)
        elif op == "[":
            node = Node("index" if count == 2 else "slice", args, start)
        else:
            names = {"{": "set", "row": "row", "case": "case", "path": bracket.value + bracket.middle}
            node = Node(names[op], args, start, bracket.bounds)
        self.operands.append(node)

    def _dot(self) -> None:
        name = self.tokens[self.position + 1]
        if name.kind not in ("name", "number") and not name.text.isidentifier():
            raise self.wrong(f"a name should stand before {_shown(name)}", name)
        self.position += 2
        base = self.operands.pop()
        self.operands.append(Node("dot", [base], name.start, name.text))

    def _question(self) -> bool:
        """Does a ``?`` wait for its ``:`` inside the innermost bracket?"""
        for entry in reversed(self.stack):
            if entry.arity == 0:
                return False
            if entry.arity == 3 and not entry.middle:
                return True
        return False

    def _colon(self) -> None:
        while self.stack[-1].arity != 3 or self.stack[-1].middle:
            self._apply(self.stack.pop())
        self.stack[-1].middle = ":"

    def _reduce(self, level: int) -> None:
        """Builds what waits above the innermost bracket and binds at least as tightly as ``level``."""
        while self.stack and self.stack[-1].arity and self.stack[-1].level >= level:
            entry = self.stack[-1]
            if entry.arity == 3 and not entry.middle:
                if level:
                    return
                token = self.tokens[self.position]
                raise self.wrong(f"':' should stand before {_shown(token)}", token)
            self._apply(self.stack.pop())

    def _apply(self, entry: _Entry) -> None:
        operands = self.operands
        if entry.arity == 1:
            part = operands.pop()
            if entry.op == "-" and part.op == "number" and not part.value.startswith("-"):
                operands.append(Node("number", [], entry.start, "-" + part.value))
            else:
                operands.append(Node("minus" if entry.op == "-" else entry.op, [part], entry.start, entry.bounds))
            return
        right = operands.pop()
        left = operands.pop()
        if entry.arity == 3:
            operands.append(Node("?:", [operands.pop(), left, right], entry.start))
        elif entry.op in ("&", "|") and left.op == entry.op:
            left.args.append(right)
            operands.append(left)
        else:
            operands.append(Node(entry.op, [left, right], entry.start))


def _shown(token: Token) -> str:
    return token.text if token.kind == "end" else repr(token.text)
