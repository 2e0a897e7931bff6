"""Properties from words, by precedence (16.9, 16.12, tables 16-1 and 16-3): the clock, what disables, and a tree.

What stands between operators of properties is an expression of Verilog, and is passed on as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from assay.core.errors import Position, Unsupported
from assay.frontends.verilog.concurrent.definitions import (
    DEEPEST,
    NAME,
    OPENING,
    Definition,
    Numbers,
    closing,
    expanded,
    split,
)
from assay.frontends.verilog.concurrent.syntax import (
    ANY,
    Always,
    And,
    Boolean,
    Either,
    FirstMatch,
    Fused,
    Implies,
    Matches,
    Not,
    Or,
    Property,
    Repeated,
    Sequence,
    Then,
    Together,
    Until,
    both,
    delayed,
    nexttime,
)
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
    "reject_on": "use disable iff",
    "sync_accept_on": "use disable iff",
    "sync_reject_on": "use disable iff",
    "dist": "write inside",
}
_MOST_TICKS: Final = 1000

Node = Sequence | Property
_SEQUENCES: Final = (Boolean, Then, Fused, Either, Together, Repeated, FirstMatch)


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
    found = reader.as_property(reader.expression(0))
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
                right = self.as_sequence(self.expression(binding + 1), operator)
                left = delayed(self.as_sequence(left, operator), right, fewest, most)
                continue
            right_side = self.expression(binding if operator.text in _TO_THE_RIGHT else binding + 1)
            left = self.combined(operator, left, right_side)
        return left

    def combined(self, operator: Token, left: Node, right: Node) -> Node:
        word = operator.text
        sequences = isinstance(left, _SEQUENCES) and isinstance(right, _SEQUENCES)
        if word in ("intersect", "within", "throughout"):
            first, second = self.as_sequence(left, operator), self.as_sequence(right, operator)
            if word == "throughout":
                if not isinstance(first, Boolean):
                    raise Unsupported("throughout, behind something else than an expression", operator.spot)
                first = Repeated(first, 0, None)
            elif word == "within":
                rest = Repeated(ANY, 0, None)
                first = Then(rest, Then(first, rest))
            return Together(first, second)
        if word in ("and", "or") and sequences:
            first, second = self.as_sequence(left, operator), self.as_sequence(right, operator)
            return both(first, second) if word == "and" else Either(first, second)
        if word in ("|->", "|=>", "#-#", "#=#"):
            sequence, body = self.as_sequence(left, operator), self.as_property(right)
            if word.endswith(("=>", "=#")):
                sequence = Then(sequence, ANY)
            return Implies(sequence, body) if word.startswith("|") else Not(Implies(sequence, Not(body)))
        one, other = self.as_property(left), self.as_property(right)
        match word:
            case "and":
                return And(one, other)
            case "or":
                return Or(one, other)
            case "implies":
                return Or(Not(one), other)
            case "iff":
                return And(Or(Not(one), other), Or(one, Not(other)))
            case _:
                last = And(one, other) if word.endswith("_with") else other
                return Until(one, last, strong=word.startswith("s_"))

    def prefixed(self) -> Node:
        word, where = self.word, self.spot
        if word in _UNKNOWN:
            raise Unsupported(f"{word} in a property", where, _UNKNOWN[word])
        match word:
            case "not":
                self.take()
                return Not(self.as_property(self.expression(_TIGHT)))
            case "nexttime" | "s_nexttime":
                self.take()
                ticks = self.context.numbers.value(self.group()) if self.word == "[" else 1
                self._check_ticks(ticks, where)
                return nexttime(self.as_property(self.expression(_TIGHT)), ticks)
            case "always" | "s_always" | "eventually" | "s_eventually":
                return self.ranged()
            case "if":
                self.take()
                condition = self.context.boolean(self.group())
                yes = Implies(Boolean(condition), self.as_property(self.expression(0)))
                if self.word != "else":
                    return yes
                self.take()
                return And(yes, Implies(Boolean(condition, true=False), self.as_property(self.expression(0))))
            case "@":
                self.clocked()
                return self.expression(0)
            case "##":
                operator = self.take()
                fewest, most = self.delay()
                return delayed(None, self.as_sequence(self.expression(_BINDING["##"] + 1), operator), fewest, most)
        return self.repeated(self.primary())

    def ranged(self) -> Property:
        """``always`` and ``eventually``, with a range of ticks or without."""
        operator = self.take()
        word = operator.text
        if self.word == "[":
            fewest, most = self.range(split(self.group(), ":"), operator)
            body = self.as_property(self.expression(0))
            if most is not None:
                parts = [nexttime(body, ticks) for ticks in range(fewest, most + 1)]
                found = parts[-1]
                for part in reversed(parts[:-1]):
                    found = And(part, found) if word.endswith("always") else Or(part, found)
                return found
            if word == "always":
                return nexttime(Always(body), fewest)
        elif word == "always":
            return Always(self.as_property(self.expression(0)))
        elif word == "s_eventually":
            body = self.as_property(self.expression(0))
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
            return self.range(split(self.group(), ":"), operator)
        words = self.group() if self.word == "(" else [self.take()]
        ticks = self.context.numbers.value(words)
        self._check_ticks(ticks, operator.spot)
        return ticks, ticks

    def range(self, parts: list[list[Token]], operator: Token) -> tuple[int, int | None]:
        """One number, or from one to another."""
        if len(parts) not in (1, 2) or not all(parts):
            raise Unsupported("a range of ticks of this form", operator.spot, "write [1:8]")
        fewest = self.context.numbers.value(parts[0])
        if [token.text for token in parts[-1]] == ["$"]:
            most = None
        else:
            most = fewest if len(parts) == 1 else self.context.numbers.value(parts[1])
        self._check_ticks(fewest, operator.spot)
        if most is not None:
            self._check_ticks(most, operator.spot)
            if most < fewest:
                raise Unsupported(f"a range from {fewest} to {most}", operator.spot)
        return fewest, most

    def _check_ticks(self, ticks: int, where: Position | None) -> None:
        if not 0 <= ticks <= _MOST_TICKS:
            raise Unsupported(f"{ticks} ticks", where, f"from 0 to {_MOST_TICKS} are understood")

    def repeated(self, body: Node) -> Node:
        while self.word in _REPETITIONS:
            operator = self.tokens[self.place]
            sequence = self.as_sequence(body, operator)
            if operator.text == "[+]":
                self.take()
                body = Repeated(sequence, 1, None)
                continue
            inside = self.group()
            if operator.text == "[*":
                fewest, most = self.range(split(inside, ":"), operator) if inside else (0, None)
                body = Repeated(sequence, fewest, most)
                continue
            fewest, most = self.range(split(inside, ":"), operator)
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
            sequence = self.as_sequence(self.inner(inside), first)
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

    def as_sequence(self, node: Node, operator: Token) -> Sequence:
        if isinstance(node, _SEQUENCES):
            return node
        raise Unsupported(f"a property where {operator.text} takes a sequence", operator.spot)

    def as_property(self, node: Node) -> Property:
        if isinstance(node, _SEQUENCES):
            return Matches(node, self.strong)
        return node


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


def _texts(tokens: tuple[Token, ...]) -> tuple[str, ...]:
    return tuple(token.text for token in tokens)
