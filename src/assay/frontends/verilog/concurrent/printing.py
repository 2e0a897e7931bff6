"""A monitor as Verilog: a block of its own, with a register for each token and a wire for each expression.

The functions of values at earlier ticks become registers as well: ``$past(e)`` is the register in the place of ``e``,
with the width and the sign of ``e``.  Before the first tick a variable has the value that it is declared with (16.9.3),
and everything else any value.  What disables clears the tokens at any time, as an asynchronous reset does, and excuses
a failure at the tick itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.automata import Literal
from assay.frontends.verilog.concurrent.definitions import closing, split
from assay.frontends.verilog.concurrent.monitor import Monitor
from assay.frontends.verilog.concurrent.ticks import Numbers
from assay.frontends.verilog.tokens import Token

_WITHIN: Final = re.compile(r"(?<=[\w$\]]) (\.|::) (?=\w)")
# Stands in a declaration for what it declares, and in no source.
_ITSELF: Final = "\0"
_EDGES_SEEN: Final = ("$rose", "$fell", "$stable", "$changed")
_SAMPLED: Final = ("$past", "$sampled", *_EDGES_SEEN)
# The wire that is asserted, assumed or covered.
ASKED: Final = "asked"
# The wires whose values a property without a monitor is about.
ATOM: Final = "atom"
_MOST_STAGES: Final = 256
_OTHER_CLOCKS: Final = "_gclk"


def words(tokens: Sequence[Token]) -> str:
    return _joined(token.text for token in tokens)


def _joined(texts: Iterable[str]) -> str:
    """A name with a backslash ends with a space, and parts of a name have none between them."""
    text = " ".join(f"{text} " if text.startswith("\\") else text for text in texts)
    return _WITHIN.sub(r"\1", text)


@dataclass
class Past:
    """Registers and wires for values at earlier ticks of one clock; their declarations, in order.

    ``firsts`` are the values that variables are declared with; ``open`` tells of others before the first tick.
    ``told`` is what people call the registers.
    """

    prefix: str
    clock: str
    numbers: Numbers
    firsts: Mapping[str, str] = field(default_factory=dict)
    open: bool = False
    declared: list[str] = field(default_factory=list)
    told: dict[str, str] = field(default_factory=dict)
    _known: dict[tuple[str, ...], str] = field(default_factory=dict)

    def rewritten(self, tokens: Sequence[Token]) -> str:
        """The expression, with registers in place of what was before."""
        found, place = [], 0
        while place < len(tokens):
            token = tokens[place]
            if token.text in _SAMPLED and place + 1 < len(tokens) and tokens[place + 1].text == "(":
                end = closing(tokens, place + 1)
                found.append(self._function(token, split(tokens[place + 2 : end])))
                place = end + 1
                continue
            if token.text.startswith("$") and token.text.endswith(_OTHER_CLOCKS):
                raise Unsupported(f"{token.text}, which is about another clock", token.spot)
            found.append(token.text)
            place += 1
        return _joined(found)

    def _function(self, function: Token, arguments: list[list[Token]]) -> str:
        name = function.text
        if not arguments or not arguments[0] or len(arguments) > (4 if name == "$past" else 2):
            raise Unsupported(f"{name} with {len(arguments)} arguments", function.spot)
        if name == "$sampled":
            return f"( {self.rewritten(arguments[0])} )"
        clock = arguments[3:] if name == "$past" else arguments[1:]
        if clock and clock[0] and self._event(clock[0]) != self.clock:
            raise Unsupported(f"{name} of another clock", function.spot, "write a property for each clock")
        inner = self.rewritten(arguments[0])
        first = self.firsts.get(inner, "")
        self.open = self.open or not first
        if name == "$past":
            stages = self.numbers.value(arguments[1]) if arguments[1:] and arguments[1] else 1
            if not 1 <= stages <= _MOST_STAGES:
                raise Unsupported(f"$past of {stages} ticks", function.spot, f"from 1 to {_MOST_STAGES} are understood")
            gate = self.rewritten(arguments[2]) if arguments[2:] and arguments[2] else ""
            return f"({self._yes()} ? {self._registers(inner, stages, gate, first, inner)} : ({inner}))"
        if name in ("$rose", "$fell"):
            now = self._wire("", inner)
            before = self._registers(now, 1, "", first, inner, plain=True)
            return f"({now} & !{before})" if name == "$rose" else f"(!{now} & {before})"
        now = self._wire(f"[$bits({{{inner}}})-1:0] ", inner)
        same = f"({now} == {self._registers(now, 1, '', first, inner)})"
        return same if name == "$stable" else f"(!{same})"

    def _event(self, tokens: list[Token]) -> str:
        return words([token for token in tokens if token.text not in ("@", "(", ")")])

    def _yes(self) -> str:
        """True, but no constant: both sides of a choice then say what width and sign it has."""
        return self._declare(("yes",), f"wire {_ITSELF} = 1'b1;")

    def _wire(self, width: str, text: str) -> str:
        return self._declare(("wire", width, text), f"wire {width}{_ITSELF} = {text};")

    def _registers(self, text: str, stages: int, gate: str, first: str, called: str, *, plain: bool = False) -> str:
        """The value so many ticks ago of what people have ``called`` so.

        ``gate`` says which ticks count, ``first`` what was before them all.
        """
        name = text
        for stage in range(1, stages + 1):
            width = "" if plain else f"signed [$bits({{{text}}})-1:0] "
            condition = f"if ({gate}) " if gate else ""
            update = f"always @({self.clock}) {condition}{_ITSELF} <= {name};"
            begun = f" = ({first})" if first else ""
            name = self._declare(("reg", width, name, gate, first), f"reg {width}{_ITSELF}{begun}; {update}")
            if self.prefix not in called:
                self.told[name] = f"{''.join(called.split())}.past{stage if stage > 1 else ''}"
        return name

    def _declare(self, key: tuple[str, ...], text: str) -> str:
        if key not in self._known:
            self._known[key] = f"{self.prefix}{len(self._known)}"
            self.declared.append(text.replace(_ITSELF, self._known[key]))
        return self._known[key]


@dataclass(frozen=True)
class Statement:
    """What is asserted, assumed or covered; ``first`` if it begins at the first tick only."""

    kind: str
    first: bool
    disabled: str


def printed(
    statement: Statement, monitor: Monitor, atoms: dict[str, str], *, prefix: str, block: str, clock: str, past: Past
) -> str:
    """A block that watches; ``atoms`` has the expressions by the names that the monitor has for them."""
    known = {name: f"{prefix}n{number}" for number, name in enumerate(atoms)}
    failing, moving = [], dict[int, list[str]]()
    for move in monitor.moves:
        source = f"{prefix}t{move.source}" if move.source is not None else f"{prefix}start"
        term = " & ".join([source, *(_false(literal, known) for literal in sorted(move.unless))])
        if move.target is None:
            failing.append(f"({term})")
        else:
            moving.setdefault(move.target, []).append(f"({term})")
    tokens = [f"{prefix}t{number}" for number in range(monitor.tokens)]
    lines = [f"wire {known[name]} = !({text});" for name, text in atoms.items()]
    lines.append(f"reg {prefix}start = 1;" if statement.first else f"wire {prefix}start = 1'b1;")
    lines.extend(f"reg {token} = 0;" for token in tokens)
    off = f"{prefix}off"
    on = f"!{off} & " if statement.disabled else ""
    later = [f"{prefix}t{number} <= {on}({' | '.join(terms)});" for number, terms in sorted(moving.items())]
    ended = f"always @({clock}) {prefix}start <= 0;" if statement.first else ""
    failed = " | ".join(failing) or f"!{prefix}start & {prefix}start"
    if statement.disabled:
        lines.append(f"wire {off} = !(!({statement.disabled}));")
        cleared = " ".join(f"{token} <= 0;" for token in tokens)
        if tokens:
            lines.append(
                f"always @({clock} or posedge {off}) if ({off}) begin {cleared} end else begin {' '.join(later)} end"
            )
        failed = f"{on}({failed})"
    elif tokens:
        lines.append(f"always @({clock}) begin {' '.join(later)} end")
    wanted = f"!(!({failed}))" if statement.kind == "cover" else f"!({failed})"
    lines.append(f"wire {prefix}{ASKED} = {wanted};")
    lines.append(f"{ended} always @({clock}) {statement.kind} ({prefix}{ASKED});")
    return f"begin : {block} {' '.join((*past.declared, *lines))} end"


def printed_atoms(atoms: Sequence[str], prefix: str, block: str, clock: str, past: Past) -> str:
    """A block that has the value of each expression at each tick, as a cover.

    Each is a net of its own, also where the expression is a constant, or that of another one.
    """
    lines = []
    for number, text in enumerate(atoms):
        lines.append(f"wire {prefix}n{number} = !({text});")
        lines.append(f"wire {prefix}{ATOM}{number} = !{prefix}n{number};")
        lines.append(f"always @({clock}) cover ({prefix}{ATOM}{number});")
    return f"begin : {block} {' '.join((*past.declared, *lines))} end"


def _false(literal: Literal, known: dict[str, str]) -> str:
    return known[literal.text] if literal.true else f"!{known[literal.text]}"
