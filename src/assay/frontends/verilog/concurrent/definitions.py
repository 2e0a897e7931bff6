"""What assertions refer to by name: properties, sequences and clocks.

A named property or sequence stands for its words, with those of the actual arguments in brackets in place of the formal
ones (16.8, 16.12).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from assay.core.errors import InputError, Position, Unsupported
from assay.frontends.verilog.tokens import Token

OPENING: Final = {"(": ")", "[": "]", "{": "}", "'{": "}", "[*": "]", "[->": "]", "[=": "]"}
NAME: Final = re.compile(r"[A-Za-z_][\w$]*|\\\S+")
_PLAIN: Final = ("untyped", "sequence", "property", "event", "int", "integer", "shortint", "longint", "byte")
_BITS: Final = ("bit", "logic", "reg")
_SIGNED: Final = {"int": 32, "integer": 32, "shortint": 16, "longint": 64, "byte": 8}
DEEPEST: Final = 30


@dataclass(frozen=True)
class Formal:
    """An argument: its type's words, and what it is where nothing is given."""

    name: str
    type: tuple[str, ...]
    default: tuple[Token, ...] | None


@dataclass(frozen=True)
class Definition:
    """A named property or sequence, in a module or beside them (``scope`` is empty, or a package)."""

    name: Token
    kind: str
    formals: tuple[Formal, ...]
    body: tuple[Token, ...]

    @property
    def free(self) -> frozenset[str]:
        """The names that are no arguments."""
        own = {formal.name for formal in self.formals}
        words = [token.text for token in self.body]
        return frozenset(word for word in words if NAME.fullmatch(word) and word not in own)


@dataclass
class Scope:
    """What is defined in one module, package or interface, or, without a kind, outside; ``shared`` if others see it."""

    definitions: dict[str, Definition] = field(default_factory=dict)
    clocks: dict[str, tuple[Token, ...]] = field(default_factory=dict)
    clock: tuple[Token, ...] | None = None
    disabled: tuple[Token, ...] | None = None
    numbers: dict[str, tuple[Token, ...]] = field(default_factory=dict)
    kind: str = ""

    @property
    def shared(self) -> bool:
        return self.kind in ("", "package")


def closing(tokens: Sequence[Token], start: int) -> int:
    """Where the bracket at ``start`` is closed."""
    stack = []
    for place in range(start, len(tokens)):
        word = tokens[place].text
        if word in OPENING:
            stack.append(OPENING[word])
        elif stack and word == stack[-1]:
            stack.pop()
            if not stack:
                return place
    raise InputError(f"{tokens[start].text} is not closed", tokens[start].spot)


def opened_at(tokens: Sequence[Token], end: int) -> int:
    """Where what ends at ``end`` begins: a bracket, or a word."""
    depth = 0
    for place in range(end, -1, -1):
        depth += (tokens[place].text in OPENING.values()) - (tokens[place].text in OPENING)
        if not depth:
            return place
    return end


def split(tokens: Sequence[Token], separator: str = ",") -> list[list[Token]]:
    """The parts between separators outside of brackets; none of nothing."""
    parts: list[list[Token]] = [[]]
    place = 0
    while place < len(tokens):
        if tokens[place].text in OPENING:
            end = closing(tokens, place)
            parts[-1].extend(tokens[place : end + 1])
            place = end + 1
            continue
        if tokens[place].text == separator:
            parts.append([])
        else:
            parts[-1].append(tokens[place])
        place += 1
    return parts if tokens else []


def formals_of(tokens: Sequence[Token]) -> tuple[Formal, ...]:
    """The arguments between the brackets of a definition; a type is for those behind it as well."""
    found: list[Formal] = []
    kind: tuple[str, ...] = ()
    for part in split(tokens):
        before, *default = split(part, "=")
        dimensions = []
        while before and before[-1].text == "]":
            dimensions.append(before.pop())
        if not before or dimensions or not NAME.fullmatch(before[-1].text):
            raise Unsupported("an argument of this form", part[0].spot if part else None)
        words = tuple(token.text for token in before[:-1])
        if words and words[0] == "local":
            raise Unsupported("a local variable of a property", before[0].spot)
        kind = words or kind
        found.append(Formal(before[-1].text, kind, tuple(default[0]) if default else None))
    return tuple(found)


def expanded(use: Token, definition: Definition, arguments: Sequence[Token] | None) -> list[Token]:
    """The words of the body, with the actual arguments between the brackets of its use."""
    given: dict[str, list[Token]] = {}
    formals = definition.formals
    for number, part in enumerate(split(arguments or ())):
        if len(part) > 3 and part[0].text == "." and part[2].text == "(":
            given[part[1].text] = part[3:-1]
        elif number < len(formals):
            given[formals[number].name] = part
        else:
            raise Unsupported(f"{use.text} has {len(formals)} arguments", use.spot)
    actual: dict[str, list[Token]] = {}
    for formal in formals:
        part = given.pop(formal.name, []) or list(formal.default or ())
        if not part:
            raise Unsupported(f"{use.text} is not told what {formal.name} is", use.spot)
        actual[formal.name] = _as_typed(use, formal, part)
    if given:
        raise Unsupported(f"{use.text} has no argument {next(iter(given))}", use.spot)
    body: list[Token] = []
    for place, token in enumerate(definition.body):
        if token.text in actual and not (place and definition.body[place - 1].text in (".", "::")):
            body.extend(actual[token.text])
        else:
            body.append(token)
    return body


def _as_typed(use: Token, formal: Formal, part: list[Token]) -> list[Token]:
    """The actual argument as its type has it: with the width of the formal one, and in brackets."""

    def word(text: str) -> Token:
        return part[0]._replace(text=text)

    kind = formal.type
    alone = part if len(part) == 1 else [word("("), *part, word(")")]
    if not kind or kind in (("untyped",), ("sequence",), ("property",), ("event",)):
        return alone
    number = int(part[0].text) if len(part) == 1 and part[0].text.isdecimal() else None
    if kind[0] in _SIGNED and len(kind) == 1:
        return part if number is not None else [word(text) for text in _cut(part, _SIGNED[kind[0]], "$signed")]
    width = 1 if kind in tuple((bit,) for bit in _BITS) else 0
    if kind[0] in _BITS and len(kind) == 6 and kind[1] == "[" and kind[3:] == (":", "0", "]") and kind[2].isdigit():
        width = int(kind[2]) + 1
    if width and number is not None:
        return [word(f"{width}'d{number % 2**width}")]
    if width:
        return [word(text) for text in _cut(part, width, "$unsigned")]
    hint = "leave the type out, or give a number"
    raise Unsupported(f"an argument of type {' '.join(kind)}", use.spot, hint)


def _cut(value: Sequence[Token], width: int, sign: str) -> Iterator[str]:
    """The words for a value with so many bits, and with a sign or without; Yosys refuses one that has more.

    For Yosys a cast to fewer bits has, where it asks how wide it is, as many bits as its operand: see ``casts``.
    """
    operand = [token.text for token in value]
    yield from (sign, "(", "{", f"{width}'", "(", *operand, ")", ",", "{", "(", "$bits", "(", "{", *operand, "}", ")")
    yield from (">", str(width), "?", "$anyseq", ":", "0", ")", "{", "1'b0", "}", "}", "}", ")")


def event(
    words: list[Token], clocks: Callable[[str], tuple[Token, ...] | None], where: Position | None
) -> tuple[Token, ...]:
    """The words of a clock: an edge of a signal, or the name of a clocking block."""
    while len(words) > 2 and words[0].text == "(" and closing(words, 0) == len(words) - 1:
        words = words[1:-1]
    if len(words) == 1 and (named := clocks(words[0].text)) is not None:
        return named
    if len(words) > 1 and words[0].text in ("posedge", "negedge"):
        signal = words[1:]
        while len(signal) > 2 and signal[0].text == "(" and closing(signal, 0) == len(signal) - 1:
            signal = signal[1:-1]
        if not any(token.text in ("iff", "or", ",", "posedge", "negedge", "edge") for token in signal):
            return (words[0], *signal)
    hint = "write @(posedge clk) or @(negedge clk)"
    raise Unsupported(f"the clock @({' '.join(token.text for token in words)})", where, hint)
