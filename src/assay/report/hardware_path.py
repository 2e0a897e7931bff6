"""A run of a design as a table: the first state in full, then at each step what changes, and nothing else.

Values are written as in the source: names of enumerations, TRUE and FALSE, words with their width in SMV; elsewhere
bits that are named like ``count[0]`` or ``count<0>`` are shown as one vector, and vectors wider than a nibble in
hexadecimal.  Arrays are shown entry by entry.  Choices that the reader of the file has named itself are left out: what
follows from them is shown.  Of a long run the steps in the middle are left out, but for those whose inputs decided that
it is a violation.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from assay.core.evidence import Assignment, Trace
from assay.core.model import Model
from assay.core.netlist import Netlist
from assay.core.slicing.influence import influence
from assay.core.terms import Term, prime, symbols_of
from assay.core.terms.evaluate import ArrayValue, Evaluation, Value
from assay.core.terms.sorts import BOOL
from assay.core.words import counted

# Longer runs are folded in the middle, and longer lists of signals cut.
SHOWN_STEPS: Final = 24
SHOWN_SIGNALS: Final = 20
# Of the steps in the middle, so many are shown all the same; of longer runs it is not asked which.
DECIDING_STEPS: Final = 8
LONGEST_FOLLOWED: Final = 500
BROADEST: Final = 40
# Of registers without a first value, so many are named.
MOST_OPEN: Final = 5
_BIT: Final = re.compile(r"(.+?)(?:\[(\d+)\]|<(\d+)>)")
_NIBBLE: Final = 4
# Arrays with indices of so many bits are compared element by element.
_SMALL: Final = 12
# The front end of SMV puts this into the names of choices that the source leaves nameless.
_CHOICE: Final = "?"


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


@dataclass(frozen=True)
class Row:
    """A line of the table; ``trivial`` if it says that something is zero at first."""

    name: str
    text: str
    trivial: bool = False


def title(trace: Trace, whole: Trace | None = None) -> str:
    """What the table shows, in a sentence; of the ``whole`` run, if that is longer."""
    return f"{_length(trace)}{without(trace, whole)}: the first state in full, then what changes"


def _length(trace: Trace) -> str:
    steps = counted(len(trace.edges), "step")
    if trace.loop is None:
        return f"a run of {steps}"
    body = len(trace.edges) - trace.loop
    return f"a run of {steps}, the last {'one' if body == 1 else body} again and again"


def without(trace: Trace, whole: Trace | None) -> str:
    """That the run takes more steps, where signals that do not matter keep it from repeating earlier."""
    if whole is None or (len(whole.edges), whole.loop) == (len(trace.edges), trace.loop):
        return ""
    return f" (with the signals that do not matter: {_length(whole).removeprefix('a run of ')})"


def path_lines(
    model: Model,
    trace: Trace,
    *,
    relevant: Collection[Term] | None = None,
    steps: int | None = SHOWN_STEPS,
    signals: int | None = SHOWN_SIGNALS,
    opening: str = "",
    marks: Mapping[int, str] = MappingProxyType({}),
    telling: Collection[int] = (),
) -> list[str]:
    """The run, one line a value or change; the step's number before the first of them, a loop marked where it begins
    and where it closes.  Only ``relevant`` symbols are shown, if they are given; None shows all steps or signals.
    With an ``opening`` that is said instead of the first state; ``marks`` are said at their steps.  Where not all steps
    are shown, ``telling`` ones are.
    """
    states, inputs = shown_signals(model, relevant)
    if model.origin.netlist is not None:
        trace = with_values(trace, states)
    count = len(trace.states)
    folded = steps is not None and count > steps + 1
    ends = {*range((steps or 0) // 2), *range(count - (steps or 0) // 2, count)}
    shown = sorted(ends.union(telling)) if folded else range(count)
    tables: dict[int, list[Row]] = {}
    for number in shown:
        changes = [] if opening and not number else _state_rows(model, states, trace.states, number)
        tables[number] = list(_cut([*changes, *_input_rows(model, inputs, trace, number)], signals))
    names = [row.name for rows in tables.values() for row in rows if row.text]
    broad = min(BROADEST, max(map(len, names), default=0))
    blocks: list[tuple[int, list[str]]] = []
    for number, rows in tables.items():
        body = [f"{row.name:<{broad}}  {row.text}".rstrip() for row in rows]
        if opening and not number:
            body.insert(0, opening)
        if not number and not opening:
            body += _open_at_first(model, states, trace)
        if number in marks:
            body.append(marks[number])
        if number == trace.loop and number != count - 1:
            body.insert(0, "the loop begins here")
        if trace.loop is not None and number == count - 1:
            body.append(f"this is the state of step {trace.loop}: from here the run repeats")
        blocks.append((number, body))
    return list(_numbered(blocks))


def _open_at_first(model: Model, signals: Sequence[Signal], trace: Trace) -> Iterator[str]:
    """Which registers of a design in Verilog have any first value, where a run is over before a reset could act."""
    if model.origin.netlist is None or len(trace.edges) > 1 or trace.loop is not None:
        return
    given = symbols_of(model.initial)
    states = set(model.entry.variables)
    made = {signal.name: states.intersection(*map(symbols_of, signal.symbols)) for signal in signals}
    found = [name for name, symbols in made.items() if symbols and symbols.isdisjoint(given)]
    if found:
        more = f" and {len(found) - MOST_OPEN} more" if len(found) > MOST_OPEN else ""
        yield f"any first value, as none is given: {', '.join(found[:MOST_OPEN])}{more}"


def _numbered(blocks: Sequence[tuple[int, list[str]]]) -> Iterator[str]:
    """Blocks behind the numbers of their steps; steps without change together, and a word about those left out."""
    margin = len(f"step {blocks[-1][0]}") if blocks else 0
    due = 0
    position = 0
    while position < len(blocks):
        number, body = blocks[position]
        if number != due:
            yield f"... {counted(number - due, 'more step')} ..."
        last = position
        while not body and last + 1 < len(blocks) and blocks[last + 1] == (blocks[last][0] + 1, []):
            last += 1
        if body:
            yield from (f"{f'step {number}' if not k else '':<{margin}}  {text}" for k, text in enumerate(body))
        else:
            head = f"step {number}" if last == position else f"steps {number} to {blocks[last][0]}"
            yield f"{head:<{margin}}  nothing changes"
        due = blocks[last][0] + 1
        position = last + 1


def deciding_steps(trace: Trace, bad: Term) -> tuple[int, ...]:
    """The last few steps at which an input that is not as it was before made the run end in a ``bad`` state."""
    if trace.loop is not None or not SHOWN_STEPS < len(trace.edges) <= LONGEST_FOLLOWED:
        return ()
    matters = influence(trace, bad).inputs
    found = [
        number
        for number in range(1, len(trace.edges))
        if any(trace.inputs[number][s] != trace.inputs[number - 1].get(s) for s, _ in matters[number])
    ]
    return tuple(found[-DECIDING_STEPS:])


def shortened(trace: Trace, symbols: Collection[Term]) -> Trace:
    """The lasso with the shortest loop and stem that show the same of ``symbols``, for ever."""
    loop = trace.loop
    if loop is None:
        return trace
    word = [
        ({s: state[s] for s in symbols if s in state}, {s: step[s] for s in symbols if s in step})
        for state, step in zip(trace.states, trace.inputs, strict=False)
    ]
    body = len(word) - loop
    turn = next(d for d in range(1, body + 1) if body % d == 0 and word[loop + d :] == word[loop : len(word) - d])
    while loop and word[loop - 1] == word[loop - 1 + turn]:
        loop -= 1
    end = loop + turn
    return replace(trace, states=trace.states[: end + 1], edges=trace.edges[:end], inputs=trace.inputs[:end], loop=loop)


def shown_signals(model: Model, relevant: Collection[Term] | None) -> tuple[list[Signal], list[Signal]]:
    """The states and the inputs of the table, in the order of the source."""
    if model.origin.netlist is not None:
        return _named_signals(model, model.origin.netlist, relevant)
    hidden = {prime(symbol) for symbol in model.entry.variables}
    hidden.update(symbol for symbol in model.inputs if _CHOICE in symbol.name and model.origin.format == "SMV")

    def wanted(symbols: Sequence[Term]) -> list[Signal]:
        left = [s for s in symbols if s not in hidden and (relevant is None or s in relevant)]
        # SMV has arrays, and their elements keep their names; elsewhere a vector is only a way to name its bits.
        return [Signal(s.name, (s,)) for s in left] if model.origin.format == "SMV" else grouped(left)

    return wanted(model.entry.variables), wanted(model.inputs)


def _named_signals(
    model: Model, netlist: Netlist, relevant: Collection[Term] | None
) -> tuple[list[Signal], list[Signal]]:
    """What has a name in the source: registers and what else is left open, and inputs other than the only clock."""
    terms = terms_by_name(model)

    def wanted(names: Iterable[str]) -> list[Signal]:
        found = [Signal(name, (terms[name],)) for name in names if name in terms]
        return [s for s in found if relevant is None or concerns(model, s, relevant)]

    clock = netlist.clock.name if netlist.clock is not None else None
    inputs = [port.name for port in netlist.ports if port.direction == "input" and port.name != clock]
    return wanted(netlist.shown), wanted(inputs)


def concerns(model: Model, signal: Signal, relevant: Collection[Term]) -> bool:
    """Is the signal, or what it is made of, among the ``relevant`` symbols?

    A register with an asynchronous reset is made of a state and the reset: the state tells.
    """
    made = {symbol for term in signal.symbols for symbol in symbols_of(term)}
    return not (made.intersection(model.entry.variables) or made).isdisjoint(relevant)


def terms_by_name(model: Model) -> dict[str, Term]:
    """The variables, inputs and definitions by their names."""
    return {**model.definitions, **{symbol.name: symbol for symbol in (*model.inputs, *model.entry.variables)}}


def with_values(trace: Trace, signals: Sequence[Signal]) -> Trace:
    """The run with values of what is defined by states and inputs."""
    steps = (*trace.inputs, trace.final) if trace.loop is None else (*trace.inputs, trace.inputs[-1])
    states = []
    for state, step in zip(trace.states, steps, strict=True):
        evaluation = Evaluation({**step, **state})
        values = {term: evaluation(term) for signal in signals for term in signal.symbols}
        states.append({**state, **values})
    return replace(trace, states=tuple(states))


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


def _input(signal: Signal) -> str:
    return f"{signal.name} (input)"


def _cut(rows: Sequence[Row], most: int | None) -> Iterator[Row]:
    """At most so many rows, those that say more first to stay; then how many there were."""
    if most is None or len(rows) <= most:
        yield from rows
        return
    telling = [row for row in rows if not row.trivial]
    room = max(0, most - len(telling))
    kept = 0
    for row in rows:
        if row.trivial and room:
            room -= 1
        elif row.trivial or kept >= most:
            continue
        kept += 1
        yield row
    rest = len(rows) - kept
    yield Row(f"... and {rest} more" + (", all of them 0" if len(telling) <= most else ""), "")


def _state_rows(model: Model, signals: Sequence[Signal], states: Sequence[Assignment], number: int) -> Iterator[Row]:
    """At step 0 all signals, later those whose value is not that of the step before."""
    for signal in signals:
        now = signal.value(states[number])
        before = signal.value(states[number - 1]) if number else None
        if now is not None and (now != before or not number):
            yield from _rows(model, signal.name, signal, now, before)


def _input_rows(model: Model, signals: Sequence[Signal], trace: Trace, number: int) -> Iterator[Row]:
    """The inputs at the step, where they are not those of the step before."""
    steps = (*trace.inputs, trace.final) if trace.loop is None else trace.inputs
    if number >= len(steps):
        return
    for signal in signals:
        now = signal.value(steps[number])
        before = signal.value(steps[number - 1]) if number else None
        if now is not None and (now != before or not number):
            yield from _rows(model, _input(signal), signal, now, before)


def _rows(model: Model, name: str, signal: Signal, now: Value, before: Value | None) -> Iterator[Row]:
    if isinstance(now, ArrayValue):
        yield from _entries(name, now, before if isinstance(before, ArrayValue) else None)
        return
    text = spelled(model, signal, now)
    was = "" if before is None else f"{spelled(model, signal, before)} -> "
    yield Row(name, was + text, trivial=before is None and not now)


def _entries(name: str, now: ArrayValue, before: ArrayValue | None) -> Iterator[Row]:
    """What changed within an array; at first what most elements have, and the others."""
    if before is None:
        yield Row(f"{name}[..]", _number(now.default, 0), trivial=not now.default)
        for index, value in now.entries:
            yield Row(f"{name}[{_number(index, 0)}]", _number(value, 0))
        return
    indices: Collection[Value] = {*dict(before.entries), *dict(now.entries)}
    assert now.sort.index is not None
    if before.default != now.default and now.sort.index.is_bitvector and now.sort.index.width <= _SMALL:
        indices = range(1 << now.sort.index.width)
    elif before.default != now.default:
        yield Row(f"{name}[..]", f"{_number(before.default, 0)} -> {_number(now.default, 0)}")
    for index in sorted(indices, key=repr):
        if before.at(index) != now.at(index):
            yield Row(f"{name}[{_number(index, 0)}]", f"{_number(before.at(index), 0)} -> {_number(now.at(index), 0)}")


def spelled(model: Model, signal: Signal, value: Value) -> str:
    """The value as the source would write it."""
    if isinstance(value, bool) and model.origin.format == "SMV":
        return str(value).upper()
    domain = model.domains.get(signal.symbols[0])
    if domain is not None and isinstance(value, int):
        return domain.text(value)
    return _number(value, max(signal.places) + 1 if signal.places else signal.symbols[0].sort.width)


def _number(value: Value, width: int) -> str:
    """A value in hexadecimal if it is wide; decimal otherwise."""
    if isinstance(value, bool):
        return str(int(value))
    return f"0x{value:x}" if isinstance(value, int) and width > _NIBBLE else str(value)
