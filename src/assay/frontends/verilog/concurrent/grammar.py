"""Properties from words, by precedence (16.9, 16.12, tables 16-1 and 16-3): the clock, what disables, and a tree.

What stands between operators of properties is an expression of Verilog, and is passed on as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from assay.core.errors import Position, Unsupported
from assay.frontends.verilog.concurrent.combining import Node, as_property, as_sequence, combined
from assay.frontends.verilog.concurrent.definitions import (
    DEEPEST,
    NAME,
    OPENING,
    Definition,
    closing,
    event,
    expanded,
    split,
)
from assay.frontends.verilog.concurrent.syntax import (
    ANY,
    Always,
    And,
    Boolean,
    FirstMatch,
    Implies,
    Matches,
    Not,
    Or,
    Property,
    Repeated,
    Then,
    Until,
    delayed,
    nexttime,
)
from assay.frontends.verilog.concurrent.ticks import Numbers
from assay.frontends.verilog.tokens import Token

# How tightly operators bind, and which of them take what is on their right first.
_BINDING: Final = {
    "|->": 1,
    "|=>": 1,
    "#-#": 1,
    "#=#": 1,
    "until": 2,
    "s_until": 2,
    "until_with": 2,
    "s_until_with": 2,
    "implies": 2,
    "iff": 3,
    "or": 4,
    "and": 5,
    "intersect": 7,
    "within": 8,
    "throughout": 9,
    "##": 10,
}
_TIGHT: Final = 6
_TO_THE_RIGHT: Final = ("|->", "|=>", "#-#", "#=#", "until", "s_until", "until_with", "s_until_with", "implies", "iff")
_REPETITIONS: Final = ("[*", "[->", "[=", "[+]")
_PREFIXES: Final = ("not", "nexttime", "s_nexttime", "always", "s_always", "eventually", "s_eventually", "if")
_OPERATORS: Final = frozenset((*_BINDING, *_REPETITIONS, *_PREFIXES, "strong", "weak", "first_match", "else"))
_MARKS: Final = _OPERATORS | {"@"}
_UNKNOWN: Final = {
    "case": "write if and else",
    "accept_on": "use disable iff",
    "reject_on": "write an assertion of its own for what may not happen",
    "sync_accept_on": "use disable iff",
    "sync_reject_on": "write an assertion of its own for what may not happen",
    "dist": "write inside",
}


@dataclass(frozen=True)
class Specification:
    """What a statement says: its property, the words of its clock, and those of what disables it."""

    property: Property
    clock: tuple[Token, ...] | None
    disabled: tuple[Token, ...] | None


@dataclass(frozen=True)
class Context:
    """What the words of a statement may refer to; ``boolean`` takes note of an expression, and gives it a name."""

    definitions: Callable[[str], Definition | None]
    clocks: Callable[[str], tuple[Token, ...] | None]
    numbers: Numbers
    boolean: Callable[[list[Token]], str]


def is_concurrent(tokens: list[Token], known: Callable[[str], Definition | None]) -> bool:
    """Is there anything in it that is no expression of Verilog?"""
    return any(token.text in _MARKS or token.text in _UNKNOWN or known(token.text) is not None for token in tokens)


def specification(tokens: list[Token], context: Context, *, strong: bool) -> Specification:
    """Reads what stands between the brackets of an assertion; sequences alone are taken to be ``strong``, or weak."""
    reader = _Reader(tokens, context, strong)
    disabled: tuple[Token, ...] | None = None
    for _ in range(DEEPEST):
        if reader.word == "@":
            reader.clocked()
        elif reader.word == "disable" and disabled is None:
            disabled = reader.disabling()
        elif (body := reader.named_whole()) is not None:
            reader.continue_with(body)
        else:
            break
    found = as_property(reader.expression(0), strong=reader.strong)
    if reader.word == ";":
        reader.take()
    if reader.word:
        raise Unsupported(f"{reader.word} is not expected here", reader.spot)
    return Specification(found, reader.clock, disabled)


class _Reader:
    """Words, and how far they have been read."""

    def __init__(self, tokens: list[Token], context: Context, strong: bool) -> None:
        self.tokens, self.place = tokens, 0
        self.context = context
        self.strong = strong
        self.clock: tuple[Token, ...] | None = None
        self.depth = 0
        self._last = tokens[0].spot if tokens else None

    # -- words ---------------------------------------------------------------------------------------------------------

    @property
    def word(self) -> str:
        return self.tokens[self.place].text if self.place < len(self.tokens) else ""

    @property
    def spot(self) -> Position | None:
        return self.tokens[self.place].spot if self.place < len(self.tokens) else self._last

    def take(self, wanted: str = "") -> Token:
        if not self.word or (wanted and self.word != wanted):
            raise Unsupported(f"{wanted or 'something'} is expected before {self.word or 'the end'}", self.spot)
        token = self.tokens[self.place]
        self.place += 1
        self._last = token.spot
        return token

    def group(self) -> list[Token]:
        """What stands in the brackets that begin here."""
        if self.word not in OPENING:
            raise Unsupported(f"brackets are expected before {self.word or 'the end'}", self.spot)
        end = closing(self.tokens, self.place)
        inside = self.tokens[self.place + 1 : end]
        self.place = end + 1
        return inside

    # -- what stands before the property -------------------------------------------------------------------------------

    def clocked(self) -> None:
        """An event: the same one everywhere."""
        where = self.spot
        self.take("@")
        words = self.group() if self.word == "(" else [self.take()]
        found = event(words, self.context.clocks, where)
        if self.clock is not None and _texts(self.clock) != _texts(found):
            raise Unsupported("a property with several clocks", where, "write a property for each clock")
        self.clock = found

    def disabling(self) -> tuple[Token, ...]:
        self.take("disable")
        self.take("iff")
        return tuple(self.group())

    def named_whole(self) -> list[Token] | None:
        """The words of the named property that is all that is left; a sequence is an expression like others."""
        start, end = self.place, len(self.tokens)
        while end > start and self.tokens[end - 1].text == ";":
            end -= 1
        if start == end:
            return None
        definition = self.context.definitions(self.word)
        if definition is None or definition.kind != "property":
            return None
        arguments = None
        last = start + 1
        if last < end and self.tokens[last].text == "(":
            stop = closing(self.tokens, last)
            arguments = self.tokens[last + 1 : stop]
            last = stop + 1
        return expanded(self.tokens[start], definition, arguments) if last == end else None

    def continue_with(self, tokens: list[Token]) -> None:
        self.tokens, self.place = tokens, 0

    def inner(self, tokens: list[Token]) -> Node:
        """What these words say, all of them, under the same clock."""
        if not tokens:
            raise Unsupported("an expression is expected", self._last)
        reader = _Reader(tokens, self.context, self.strong)
        reader.clock, reader.depth = self.clock, self.depth + 1
        if reader.depth > DEEPEST:
            raise Unsupported("a property that refers to itself, or is nested too deeply", reader.spot)
        if reader.word == "disable":
            raise Unsupported("disable iff within a property", reader.spot, "put it before the whole property")
        found = reader.expression(0)
        if reader.word == ";":
            reader.take()
        if reader.word:
            raise Unsupported(f"{reader.word} is not expected here", reader.spot)
        self.clock = reader.clock
        return found

    # -- operators -----------------------------------------------------------------------------------------------------

    def expression(self, least: int) -> Node:
        left = self.prefixed()
        while (binding := _BINDING.get(self.word, -1)) >= least:
            operator = self.take()
            if operator.text == "##":
                fewest, most = self.delay()
                right = as_sequence(self.expression(binding + 1), operator)
                left = delayed(as_sequence(left, operator), right, fewest, most)
                continue
            right_side = self.expression(binding if operator.text in _TO_THE_RIGHT else binding + 1)
            left = combined(operator, left, right_side, strong=self.strong)
        return left

    def stated(self, least: int) -> Property:
        return as_property(self.expression(least), strong=self.strong)

    def prefixed(self) -> Node:
        word, where = self.word, self.spot
        if word in _UNKNOWN:
            raise Unsupported(f"{word} in a property", where, _UNKNOWN[word])
        match word:
            case "not":
                self.take()
                return Not(self.stated(_TIGHT))
            case "nexttime" | "s_nexttime":
                self.take()
                ticks = self.context.numbers.ticks(self.group(), where) if self.word == "[" else 1
                return nexttime(self.stated(_TIGHT), ticks)
            case "always" | "s_always" | "eventually" | "s_eventually":
                return self.ranged()
            case "if":
                self.take()
                condition = self.context.boolean(self.group())
                yes = Implies(Boolean(condition), self.stated(0))
                if self.word != "else":
                    return yes
                self.take()
                return And(yes, Implies(Boolean(condition, true=False), self.stated(0)))
            case "@":
                self.clocked()
                return self.expression(0)
            case "##":
                operator = self.take()
                fewest, most = self.delay()
                return delayed(None, as_sequence(self.expression(_BINDING["##"] + 1), operator), fewest, most)
        return self.repeated(self.primary())

    def ranged(self) -> Property:
        """``always`` and ``eventually``, with a range of ticks or without."""
        operator = self.take()
        word = operator.text
        if self.word == "[":
            fewest, most = self.context.numbers.span(split(self.group(), ":"), operator)
            body = self.stated(0)
            if most is not None:
                parts = [nexttime(body, ticks) for ticks in range(fewest, most + 1)]
                found = parts[-1]
                for part in reversed(parts[:-1]):
                    found = And(part, found) if word.endswith("always") else Or(part, found)
                return found
            if word == "always":
                return nexttime(Always(body), fewest)
        elif word == "always":
            return Always(self.stated(0))
        elif word == "s_eventually":
            body = self.stated(0)
            return Until(Matches(ANY, strong=True), body, strong=True)
        raise Unsupported(f"{word} without a bound", operator.spot, "bound it, as s_eventually [0:8]")

    # -- ticks ---------------------------------------------------------------------------------------------------------

    def delay(self) -> tuple[int, int | None]:
        """What stands behind ``##``."""
        operator = self.tokens[self.place - 1]
        if self.word == "[*":
            self.take()
            self.take("]")
            return 0, None
        if self.word == "[+]":
            self.take()
            return 1, None
        if self.word == "[":
            return self.context.numbers.span(split(self.group(), ":"), operator)
        words = self.group() if self.word == "(" else [self.take()]
        ticks = self.context.numbers.ticks(words, operator.spot)
        return ticks, ticks

    def repeated(self, body: Node) -> Node:
        while self.word in _REPETITIONS:
            operator = self.tokens[self.place]
            sequence = as_sequence(body, operator)
            if operator.text == "[+]":
                self.take()
                body = Repeated(sequence, 1, None)
                continue
            inside = self.group()
            if operator.text == "[*":
                fewest, most = self.context.numbers.span(split(inside, ":"), operator) if inside else (0, None)
                body = Repeated(sequence, fewest, most)
                continue
            fewest, most = self.context.numbers.span(split(inside, ":"), operator)
            if not isinstance(sequence, Boolean):
                raise Unsupported(f"{operator.text}] of something else than an expression", operator.spot)
            if not sequence.text:
                raise Unsupported(f"{operator.text}] of a constant", operator.spot, "write ##1 or [*1:8]")
            waiting = Repeated(Boolean(sequence.text, not sequence.true), 0, None)
            found = Repeated(Then(waiting, sequence), fewest, most)
            body = found if operator.text == "[->" else Then(found, waiting)
        return body

    # -- operands ------------------------------------------------------------------------------------------------------

    def primary(self) -> Node:
        """An expression, a sequence or property with a name, or what stands in brackets."""
        start = self.place
        first = self.tokens[start] if self.word else None
        if first is not None and first.text in ("strong", "weak", "first_match"):
            self.take()
            where = self.spot
            inside = self.group()
            if len(split(inside)) > 1:
                raise Unsupported("a local variable of a sequence", where, "keep the value in a register")
            sequence = as_sequence(self.inner(inside), first)
            return FirstMatch(sequence) if first.text == "first_match" else Matches(sequence, first.text == "strong")
        run = self.run()
        if not run:
            raise Unsupported(f"an expression is expected before {self.word or 'the end'}", self.spot)
        if run[0].text == "(" and closing(run, 0) == len(run) - 1:
            inside = run[1:-1]
            if len(split(inside)) > 1:
                raise Unsupported("a local variable of a sequence", run[0].spot, "keep the value in a register")
            if is_concurrent(inside, self.context.definitions):
                return self.inner(inside)
        definition = self.context.definitions(run[0].text) if NAME.fullmatch(run[0].text) else None
        if definition is not None:
            if len(run) == 1:
                return self.inner(expanded(run[0], definition, None))
            if run[1].text == "(" and closing(run, 1) == len(run) - 1:
                return self.inner(expanded(run[0], definition, run[2:-1]))
        for token in run:
            if token.text in (*_OPERATORS, *_UNKNOWN) or self.context.definitions(token.text) is not None:
                hint = "combine sequences by and, or, ##0, and properties by and, or, implies"
                raise Unsupported(f"{token.text} within an expression", token.spot, hint)
        if len(split(run)) > 1:
            raise Unsupported("a list of expressions", run[0].spot)
        if [token.text for token in run] in (["1"], ["1'b1"], ["(", "1", ")"]):
            return ANY
        return Boolean(self.context.boolean(run))

    def run(self) -> list[Token]:
        """The words up to the next operator of properties."""
        start = self.place
        while self.word and self.word not in _MARKS and self.word not in (";", ")", "]", "}", ","):
            if self.word in _UNKNOWN:
                raise Unsupported(f"{self.word} in a property", self.spot, _UNKNOWN[self.word])
            if self.word in OPENING:
                self.place = closing(self.tokens, self.place) + 1
            else:
                self.place += 1
        return self.tokens[start : self.place]


def _texts(tokens: tuple[Token, ...]) -> tuple[str, ...]:
    return tuple(token.text for token in tokens)
