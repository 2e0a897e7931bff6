"""Runs as Value Change Dump (IEEE 1364, section 18): what waveform viewers read.

One time unit a step, ten where a design in Verilog has one clock, which ticks; state variables, inputs and named
definitions, each in the scopes that the dots of its name say.  Vectors that stand for names are dumped as their codes,
and a comment lists what each code means.  Arrays are left out, and so are choices that have no name in the source.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from string import printable
from typing import Final

from assay.core.errors import UndefinedValue
from assay.core.evidence import Trace
from assay.core.model import Enumeration, Model
from assay.core.netlist import Clock
from assay.core.terms import Term, prime
from assay.core.terms.evaluate import Evaluation, Value
from assay.core.terms.sorts import BOOL

# Units from edge to edge of the only clock of a design in Verilog.
PERIOD: Final = 10
_CODES = [letter for letter in printable if "!" <= letter <= "~"]


def vcd(model: Model, trace: Trace, title: str = "") -> str:
    """The run as text; a lasso is marked by a comment."""
    signals = _signals(model)
    codes = {name: _code(number) for number, name in enumerate(signals)}
    lines = [_comment(title)] if title else []
    clock = None if model.origin.netlist is None else model.origin.netlist.clock
    period = 1 if clock is None else PERIOD
    if trace.loop is not None:
        lines.append(f"$comment the run repeats from time {trace.loop * period} on $end")
    top = "design" if model.origin.netlist is None else model.origin.netlist.top
    lines += ["$timescale 1 ns $end", *_legend(model, signals), *_scopes(top, signals, codes), "$enddefinitions $end"]
    before: dict[str, str] = {}
    ticking = (
        [] if clock is None else [codes[name] for name, term in signals.items() if term is signals.get(clock.name)]
    )
    # Behind the last step of a loop its first one comes again.
    last = trace.final if trace.loop is None else trace.inputs[trace.loop]
    for time in range(len(trace.states)):
        step = trace.inputs[time] if time < len(trace.inputs) else last
        evaluation = Evaluation({**step, **trace.states[time]})
        changes = []
        for name, term in signals.items():
            if codes[name] in ticking:
                continue
            text = _value(evaluation, term)
            if before.get(name) != text:
                before[name] = text
                changes.append(text + codes[name])
        lines += [f"#{time * period}", *_edge(clock, ticking, time > 0), *changes]
        if ticking:
            lines += [f"#{time * period + period // 2}", *_edge(clock, ticking, False)]
    return "\n".join([*lines, f"#{len(trace.states) * period}", *_edge(clock, ticking, True), ""])


def _edge(clock: Clock | None, codes: Sequence[str], active: bool) -> list[str]:
    """The clock as it is behind the edge that steps end with, or before it."""
    return [] if clock is None else [f"{int(active == clock.rising)}{code}" for code in codes]


def _signals(model: Model) -> dict[str, Term]:
    found: dict[str, Term] = {}
    unnamed = {prime(symbol) for symbol in model.entry.variables}
    if model.origin.format == "SMV":
        unnamed.update(symbol for symbol in model.inputs if "?" in symbol.name)
    netlist = model.origin.netlist
    if netlist is not None:
        unnamed.update(symbol for symbol in (*model.inputs, *model.entry.variables) if symbol.name not in netlist.nets)
    for symbol in (*model.entry.variables, *model.inputs):
        if symbol not in unnamed:
            found[symbol.name] = symbol
    for name, term in model.definitions.items():
        if netlist is not None and name not in netlist.nets:
            continue
        found.setdefault(name, term)
    return {name: term for name, term in found.items() if term.sort is BOOL or term.sort.is_bitvector}


def _code(number: int) -> str:
    text = ""
    while True:
        number, digit = divmod(number, len(_CODES))
        text += _CODES[digit]
        if not number:
            return text
        number -= 1


def _value(evaluation: Evaluation, term: Term) -> str:
    try:
        value: Value = evaluation(term)
    except UndefinedValue:
        return "x" if term.sort is BOOL else "bx "
    if isinstance(value, bool):
        return "1" if value else "0"
    assert isinstance(value, int)
    return f"b{value:b} "


def _legend(model: Model, signals: Mapping[str, Term]) -> Iterable[str]:
    for name, term in signals.items():
        domain = model.domains.get(term)
        if isinstance(domain, Enumeration):
            named = ((code, text) for code, text in enumerate(domain.values) if text != str(code))
            meaning = ", ".join(f"{code} = {text}" for code, text in named)
            yield _comment(f"{name}: {meaning}")


def _comment(text: str) -> str:
    """Words that end nothing but themselves."""
    words = "".join(letter if letter.isprintable() else " " for letter in text).split()
    return f"$comment {' '.join(word.replace('$end', '$ end') for word in words)} $end"


def _identifier(name: str) -> str:
    """A name as one word that is none of the format's own."""
    word = "".join(letter if letter.isprintable() and not letter.isspace() else "_" for letter in name)
    return f"_{word}" if word.startswith("$") or not word else word


def _scopes(top: str, signals: Mapping[str, Term], codes: Mapping[str, str]) -> list[str]:
    """Declarations, grouped by the dotted prefix of each name."""
    lines = [f"$scope module {_identifier(top)} $end"]
    path: list[str] = []
    for name in sorted(signals, key=lambda name: name.split(".")[:-1]):
        *scope, last = map(_identifier, name.split("."))
        common = 0
        while common < min(len(path), len(scope)) and path[common] == scope[common]:
            common += 1
        lines += ["$upscope $end"] * (len(path) - common)
        lines += [f"$scope module {part} $end" for part in scope[common:]]
        path = scope
        term = signals[name]
        width = 1 if term.sort is BOOL else term.sort.width
        lines.append(f"$var wire {width} {codes[name]} {last} $end")
    return [*lines, *["$upscope $end"] * (len(path) + 1)]
