"""Reading Prolog text into terms with positions: the subset that fact files use.

Standard operators with their standard priorities, lists, quoted atoms, comments.  Nothing is evaluated.
Chains of ``,`` and ``;`` lean to the left, so that long ones need no deep recursion.
Known limits: no user-defined operators, no character codes (``0'c``), brackets nested at most ``DEPTH`` deep.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from assay.core.errors import InputError
from assay.frontends.text import DIGITS, Source

DEPTH: Final = 100


@dataclass(frozen=True, slots=True)
class Compound:
    """``functor(arguments...)``; an atom has none.  ``offset`` is where the functor stands."""

    functor: str
    arguments: tuple[Node, ...]
    offset: int


@dataclass(frozen=True, slots=True)
class Variable:
    name: str
    offset: int


@dataclass(frozen=True, slots=True)
class Number:
    """An integer, or a fraction for what was written with a decimal point."""

    value: int | Fraction
    offset: int


@dataclass(frozen=True, slots=True)
class Items:
    """A list without a tail."""

    items: tuple[Node, ...]
    offset: int


Node = Compound | Variable | Number | Items

_TOKEN: Final = re.compile(
    r"""(?P<blank>(?:\s+|%[^\n]*|/\*.*?\*/)+)
    |(?P<end>\.(?=\s|%|\Z))
    |(?P<number>[0-9]+\.[0-9]+|[0-9]+)
    |(?P<variable>[A-Z_]\w*)
    |(?P<atom>[^\W\d_A-Z]\w*|'(?:[^'\\]|\\.|'')*'|\[\]|!)
    |(?P<string>"(?:[^"\\]|\\.|"")*")
    |(?P<symbol>[+\-*/\\^<>=~:.?@#&$]+|;)
    |(?P<punctuation>[()\[\]{},|])""",
    re.VERBOSE | re.DOTALL,
)
_COMPARISONS: Final = ("=", "\\=", "==", "\\==", "is", "=:=", "=\\=", "<", ">", "=<", ">=", "@<", "@>", "@=<", "@>=")
# infix operator -> (priority, greatest priority on the left, greatest priority on the right)
_INFIX: Final[dict[str, tuple[int, int, int]]] = {
    **dict.fromkeys((":-", "-->"), (1200, 1199, 1199)),
    ";": (1100, 1100, 1099),
    "->": (1050, 1049, 1050),
    ",": (1000, 1000, 999),
    **dict.fromkeys(_COMPARISONS, (700, 699, 699)),
    ":": (550, 549, 550),
    **dict.fromkeys(("+", "-", "/\\", "\\/"), (500, 500, 499)),
    **dict.fromkeys(("*", "/", "//", "mod", "rem", "<<", ">>"), (400, 400, 399)),
    **dict.fromkeys(("**", "^"), (200, 199, 200)),
}
# prefix operator -> (priority, greatest priority of the argument)
_PREFIX: Final[dict[str, tuple[int, int]]] = {
    **dict.fromkeys((":-", "?-"), (1200, 1199)),
    **dict.fromkeys(("dynamic", "multifile", "discontiguous", "initialization"), (1150, 1149)),
    "\\+": (900, 900),
    **dict.fromkeys(("-", "+", "\\"), (200, 200)),
}


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    offset: int
    touches: bool  # an opening parenthesis follows at once, as in functional notation


def _tokens(source: Source) -> Iterator[_Token]:
    text, offset = source.text, 0
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        if match is None:
            raise _unreadable(source, offset)
        kind, start, offset = match.lastgroup, offset, match.end()
        if kind == "blank":
            continue
        assert kind is not None
        word = match.group()
        if kind == "symbol" and "/*" in word and word != "/*":
            offset = start + word.index("/*")  # a comment right after an operator
            word = text[start:offset]
        if kind == "symbol" and word.startswith("/*"):
            raise InputError("this comment does not end", source.position(start), "close it with */")
        if kind == "symbol" and len(word) > 1 and word.endswith(".") and text[offset : offset + 1].strip() == "":
            offset -= 1  # an operator symbol just before the full stop
            word = word[:-1]
        yield _Token(kind, word, start, text.startswith("(", offset))


def _unreadable(source: Source, offset: int) -> InputError:
    where = source.position(offset)
    character = source.text[offset]
    if character in "'\"":
        return InputError(f"this quoted text does not end: {character}", where, "close the quotes")
    return InputError(f"unexpected character {character!r}", where)


def _shown(token: _Token) -> str:
    text = token.text if len(token.text) <= 40 else token.text[:37] + "..."
    return repr(text)


def _unquoted(text: str) -> str:
    if not text.startswith("'"):
        return text
    return re.sub(r"\\(.)", r"\1", text[1:-1].replace("''", "'"), flags=re.DOTALL)


class _Parser:
    """Operator precedence over the tokens of one file."""

    __slots__ = ("_current", "_depth", "_source", "_tokens")

    def __init__(self, source: Source) -> None:
        self._source = source
        self._tokens = _tokens(source)
        self._depth = 0
        self._current = next(self._tokens, None)

    def clauses(self) -> Iterator[Node]:
        while self._current is not None:
            clause = self._term(1200)
            stop = self._take("a full stop")
            if stop.kind != "end":
                message = f"expected an operator or a full stop before {_shown(stop)}"
                raise InputError(message, self._source.position(stop.offset))
            yield clause

    def _take(self, wanted: str) -> _Token:
        """The current token, left behind; if the file ends here, ``wanted`` is what is missing."""
        token = self._current
        if token is None:
            raise InputError(f"the file breaks off: expected {wanted}", self._source.end, "is it truncated?")
        self._current = next(self._tokens, None)
        return token

    def _expected(self, wanted: str) -> InputError:
        token = self._current
        if token is None:
            return InputError(f"the file breaks off: expected {wanted}", self._source.end, "is it truncated?")
        return InputError(f"expected {wanted} before {_shown(token)}", self._source.position(token.offset))

    def _at(self, *texts: str) -> bool:
        token = self._current
        return token is not None and token.kind in ("punctuation", "symbol") and token.text in texts

    def _close(self, bracket: str) -> None:
        if not self._at(bracket):
            raise self._expected(f"an operator or {bracket!r}")
        self._take(bracket)

    def _term(self, limit: int) -> Node:
        """The longest term of priority at most ``limit`` that begins here."""
        self._depth += 1
        if self._depth > DEPTH:
            assert self._current is not None
            raise InputError(f"nested more than {DEPTH} levels deep", self._source.position(self._current.offset))
        left, priority = self._primary(limit)
        while self._current is not None and self._current.kind in ("symbol", "atom", "punctuation"):
            operator = self._current
            rule = _INFIX.get(operator.text)
            if rule is None or rule[0] > limit or priority > rule[1]:
                break
            self._take("an operator")
            right = self._term(rule[2])
            left, priority = Compound(operator.text, (left, right), operator.offset), rule[0]
        self._depth -= 1
        return left

    def _primary(self, limit: int) -> tuple[Node, int]:
        token = self._take("a term")
        match token.kind:
            case "number":
                return self._number(token), 0
            case "variable":
                return Variable(token.text, token.offset), 0
            case "string":
                return Compound(token.text, (), token.offset), 0
            case "atom" | "symbol":
                return self._named(token, limit)
        if token.text == "(":
            inner = self._term(1200)
            self._close(")")
            return inner, 0
        if token.text == "{":
            inner = self._term(1200)
            self._close("}")
            return Compound("{}", (inner,), token.offset), 0
        if token.text == "[":
            items = self._arguments()
            self._close("]")
            return Items(items, token.offset), 0
        raise InputError(f"expected a term before {_shown(token)}", self._source.position(token.offset))

    def _number(self, token: _Token) -> Number:
        if len(token.text) > DIGITS:
            raise InputError(f"a number of more than {DIGITS} digits", self._source.position(token.offset))
        return Number(Fraction(token.text) if "." in token.text else int(token.text), token.offset)

    def _named(self, token: _Token, limit: int) -> tuple[Node, int]:
        """What begins with an atom: a compound term, a prefix operator with its argument, or the atom itself."""
        if token.text == "[]":
            return Items((), token.offset), 0
        if token.touches:
            self._take("(")
            arguments = self._arguments()
            self._close(")")
            return Compound(_unquoted(token.text), arguments, token.offset), 0
        number = self._current
        if token.text == "-" and number is not None and number.kind == "number" and number.offset == token.offset + 1:
            value = self._primary(0)[0]
            assert isinstance(value, Number)
            return Number(-value.value, token.offset), 0
        rule = _PREFIX.get(token.text)
        if rule is not None and self._starts_term():
            priority, argument = rule if rule[0] <= limit else (999, 999)
            return Compound(token.text, (self._term(argument),), token.offset), priority
        if token.kind == "symbol":
            raise InputError(f"expected a term before {_shown(token)}", self._source.position(token.offset))
        return Compound(_unquoted(token.text), (), token.offset), 0

    def _starts_term(self) -> bool:
        token = self._current
        if token is None or token.kind == "end":
            return False
        if token.kind == "punctuation":
            return token.text in "([{"
        return token.text not in _INFIX or token.text in _PREFIX or token.touches

    def _arguments(self) -> tuple[Node, ...]:
        found = [self._term(999)]
        while self._at(","):
            self._take(",")
            found.append(self._term(999))
        return tuple(found)


def parse(source: Source) -> Iterator[Node]:
    """The clauses and directives of a Prolog file, in order; a syntax error is an ``InputError`` with its position."""
    return _Parser(source).clauses()


def show(node: Node) -> str:
    """``node`` as canonical text: no blanks, brackets only where nesting needs them."""
    suffixes: list[str] = []
    while isinstance(node, Compound) and len(node.arguments) == 2 and node.functor in _INFIX:
        left, right = node.arguments
        suffixes.append(node.functor + _operand(right, _INFIX[node.functor][2]))
        if _priority(left) > _INFIX[node.functor][1]:
            return f"({show(left)})" + "".join(reversed(suffixes))
        node = left
    return _simple(node) + "".join(reversed(suffixes))


def _simple(node: Node) -> str:
    match node:
        case Variable(name):
            return name
        case Number(value):
            return str(value)
        case Items(items):
            return f"[{','.join(_operand(item, 999) for item in items)}]"
        case Compound(functor, ()):
            return functor
        case Compound(functor, arguments):
            return f"{functor}({','.join(_operand(argument, 999) for argument in arguments)})"


def _priority(node: Node) -> int:
    infix = isinstance(node, Compound) and len(node.arguments) == 2
    return _INFIX.get(node.functor, (0, 0, 0))[0] if infix and isinstance(node, Compound) else 0


def _operand(node: Node, limit: int) -> str:
    return f"({show(node)})" if _priority(node) > limit else show(node)
