"""A run of a design as lines for the terminal: at each step the signals that change, and nothing else.

Bits that are named like ``count[0]`` or ``count<0>`` are shown as one vector, codes as the names that they stand for,
vectors wider than a nibble in hexadecimal, arrays entry by entry.  At step 0 only what is not zero is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from assay.core.evaluate import ArrayValue, Value
from assay.core.model import Enumeration, Model, Range
from assay.core.sorts import BOOL
from assay.core.terms import Term
from assay.core.verdict import Assignment, Trace

# Longer runs are folded in the middle, and longer lists of signals cut.
SHOWN_STEPS: Final = 24
SHOWN_SIGNALS: Final = 20
_BIT: Final = re.compile(r"(.+?)(?:\[(\d+)\]|<(\d+)>)")
_NIBBLE: Final = 4


@dataclass(frozen=True)
class Signal:
    """A variable or input, or bits of a vector, least significant first where their numbers say so."""

    name: str
    symbols: tuple[Term, ...]
    places: tuple[int, ...] = ()

    def value(self, values: Assignment) -> Value | None:
        """What the signal has; None if some part of it has no value."""
        if any(symbol not in values for symbol in self.symbols):
            return None
        if not self.places:
            return values[self.symbols[0]]
        return sum(int(bool(values[s])) << place for s, place in zip(self.symbols, self.places, strict=True))


def path_lines(model: Model, trace: Trace, *, steps: int = SHOWN_STEPS, signals: int = SHOWN_SIGNALS) -> list[str]:
    """The run, one line a change under the number of its step; a lasso ends by saying where it goes on."""
    states, inputs = grouped(model.entry.variables), grouped(model.inputs)
    count = len(trace.states)
    shown = range(count) if count <= steps + 1 else (*range(steps // 2), *range(count - steps // 2, count))
    broad = max((len(signal.name) for signal in (*states, *inputs)), default=0)
    lines: list[str] = []
    last = -1
    for number in shown:
        if number != last + 1:
            lines.append(f"... {number - last - 1} more steps ...")
        last = number
        lines.append(f"step {number}")
        changes = [*_changes(model, states, trace.states, number), *_choices(model, inputs, trace, number)]
        lines += [f"  {name:<{min(broad, 40)}}  {text}" for name, text in changes[:signals]]
        if len(changes) > signals:
            lines.append(f"  ... and {len(changes) - signals} more")
    if trace.loop is not None:
        lines.append(f"the last state is that of step {trace.loop}: the run goes on from there for ever")
    return lines


def grouped(symbols: Sequence[Term]) -> list[Signal]:
    """The symbols in order, bits of one vector together where the first of them stands."""
    vectors: dict[str, dict[int, Term]] = {}
    for symbol in symbols:
        match = _BIT.fullmatch(symbol.name)
        if match and symbol.sort is BOOL:
            vectors.setdefault(match[1], {}).setdefault(int(match[2] or match[3]), symbol)
    found: dict[str, Signal] = {}
    for symbol in symbols:
        match = _BIT.fullmatch(symbol.name)
        bits = vectors.get(match[1], {}) if match and symbol.sort is BOOL else {}
        if match and len(bits) > 1 and symbol in bits.values():
            places = tuple(sorted(bits))
            found.setdefault(match[1] + "[]", Signal(match[1], tuple(bits[place] for place in places), places))
        else:
            found[symbol.name] = Signal(symbol.name, (symbol,))
    return list(found.values())


def _changes(
    model: Model, signals: Sequence[Signal], states: Sequence[Assignment], number: int
) -> Iterator[tuple[str, str]]:
    """The signals whose value at the step is not that of the step before; at step 0, not zero."""
    for signal in signals:
        now = signal.value(states[number])
        before = signal.value(states[number - 1]) if number else None
        if now is None or now == before:
            continue
        if isinstance(now, ArrayValue):
            yield from _entries(signal.name, now, before if isinstance(before, ArrayValue) else None)
        elif number and before is not None:
            yield signal.name, f"{_text(model, signal, before)} -> {_text(model, signal, now)}"
        elif now or isinstance(model.domains.get(signal.symbols[0]), Enumeration):
            yield signal.name, _text(model, signal, now)


def _choices(model: Model, signals: Sequence[Signal], trace: Trace, number: int) -> Iterator[tuple[str, str]]:
    """The inputs at the step, where they are not those of the step before; at step 0, not zero."""
    steps = (*trace.inputs, trace.final) if trace.loop is None else trace.inputs
    if number >= len(steps):
        return
    for signal in signals:
        now = signal.value(steps[number])
        before = signal.value(steps[number - 1]) if number else None
        if now is not None and now != before and (now or number) and not isinstance(now, ArrayValue):
            yield signal.name, f"input {_text(model, signal, now)}"


def _entries(name: str, now: ArrayValue, before: ArrayValue | None) -> Iterator[tuple[str, str]]:
    """What changed within an array."""
    old: Mapping[Value, Value] = dict(before.entries) if before is not None else {}
    new: Mapping[Value, Value] = dict(now.entries)
    if before is None or before.default != now.default:
        yield f"{name}[..]", _number(now.default, 0)
    for index in sorted({*old, *new}, key=repr):
        value = now.at(index)
        if before is None or before.at(index) != value:
            was = f"{_number(before.at(index), 0)} -> " if before is not None else ""
            yield f"{name}[{_number(index, 0)}]", was + _number(value, 0)


def _text(model: Model, signal: Signal, value: Value) -> str:
    domain = model.domains.get(signal.symbols[0])
    if isinstance(domain, Enumeration) and isinstance(value, int):
        return domain.text(value)
    width = max(signal.places) + 1 if signal.places else signal.symbols[0].sort.width
    if isinstance(domain, Range) and isinstance(value, int):
        return str(value - (1 << width) if domain.low < 0 and value >> (width - 1) else value)
    return _number(value, width)


def _number(value: Value, width: int) -> str:
    """A value in hexadecimal if it is wide; decimal otherwise."""
    if isinstance(value, bool):
        return str(int(value))
    return f"0x{value:x}" if isinstance(value, int) and width > _NIBBLE else str(value)
