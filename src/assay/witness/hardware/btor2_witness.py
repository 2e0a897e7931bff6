"""BTOR2 witnesses: written from a run, and replayed on the file by an evaluator over Python's integers.

The evaluator reads the file on its own and shares no code with the front end.  Frames are ``#k`` (states: at 0 those
without an initial value in the file, later those without a next function) and ``@k`` (inputs), as btorsim reads them.
What a witness does not mention has its initial value if the file gives one, and is 0 otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final

from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Assignment, Trace
from assay.core.model import Model
from assay.core.terms import Term, prime
from assay.core.terms.evaluate import ArrayValue, Value
from assay.witness.hardware.btor2_simulation import Data, Design, Frame, plain, read_design

REPLAYED: Final = "replayed on the BTOR2 file"


# -- writing ---------------------------------------------------------------------------------------------------------


def btor2_witness(model: Model, trace: Trace, property: str, *, determined: Collection[int] = ()) -> str:
    """The witness that ``trace`` is for ``property``, such as ``b0``.

    ``determined`` are the places of states whose first value the file gives: they are left out.
    """
    (edge,) = model.edges
    free = [symbol for symbol in model.entry.variables if edge.after(symbol) is prime(symbol)]
    lines = ["sat", property]
    steps: Sequence[Assignment] = trace.inputs if trace.loop is not None else (*trace.inputs, trace.final)
    numbers = {symbol: k for k, symbol in enumerate(model.entry.variables)}
    for number, step in enumerate(steps):
        shown = free if number else [symbol for symbol in model.entry.variables if numbers[symbol] not in determined]
        state = trace.states[number]
        rows = [row for symbol in shown for row in _rows(numbers[symbol], symbol, state, f"#{number}")]
        if rows or number == 0:
            lines += [f"#{number}", *rows]
        lines.append(f"@{number}")
        lines += [row for k, symbol in enumerate(model.inputs) for row in _rows(k, symbol, step, f"@{number}")]
    return "\n".join([*lines, ".", ""])


def _rows(number: int, symbol: Term, values: Assignment, frame: str) -> list[str]:
    value = values.get(symbol, 0)
    if isinstance(value, ArrayValue):
        assert symbol.sort.index is not None and symbol.sort.element is not None
        width, bits = symbol.sort.index.width, symbol.sort.element.width
        indices = range(1 << width) if value.default else [_whole(index) for index, _ in value.entries]
        tail = f"{symbol.name}{frame}"
        return [f"{number} [{index:0{width}b}] {_whole(value.at(index)):0{bits}b} {tail}" for index in indices]
    return [f"{number} {_whole(value):0{symbol.sort.width}b} {symbol.name}{frame}"]


def _whole(value: Value) -> int:
    assert isinstance(value, int)
    return int(value)


# -- checking --------------------------------------------------------------------------------------------------------


def check_btor2_witness(path: str | Path, witness: str) -> str:
    """The way in which ``witness`` was confirmed for the file at ``path``; raises UnsoundVerdict if it is not one."""
    design = read_design(path)
    lines = [line for line in witness.splitlines() if line and not line.startswith(";")]
    if len(lines) < 3 or lines[0] != "sat" or lines[-1] != ".":
        raise UnsoundVerdict("a witness has 'sat', a property, frames, and a dot")
    kind, index = lines[1][:1], lines[1][1:]
    goals: Sequence[object] = design.bads if kind == "b" else design.justice
    if kind not in ("b", "j") or not index.isdigit() or int(index) >= len(goals):
        raise UnsoundVerdict(f"the design has no property {lines[1]}")
    # Behind the first step, a bad state is asked of nothing but what it and the constraints depend on.
    roots = [design.bads[int(index)], *design.constraints] if kind == "b" else design.lines
    run = _run(design, _frames(lines[2:-1]), design.needed(roots))
    if kind == "b":
        if not run[-1].bits(design.bads[int(index)]):
            raise UnsoundVerdict(f"{lines[1]} is not true at the last step")
    else:
        _check_lasso(design, run, int(index))
    return REPLAYED


def _run(design: Design, frames: list[tuple[dict[int, Data], dict[int, Data]]], nodes: Sequence[int]) -> list[Frame]:
    """What the frames of a witness lead to: the first step as a whole, ``nodes`` at those that follow."""
    run: list[Frame] = []
    followed = set(nodes)
    for number, (states, inputs) in enumerate(frames):
        leaves: dict[int, Data] = {}
        for k, node in enumerate(design.states):
            if not number or node not in design.next:
                leaves[node] = states.get(k, design.blank(node))
            elif node in followed:
                leaves[node] = run[-1].of(design.next[node])
        for k, node in enumerate(design.inputs):
            leaves[node] = inputs.get(k, design.blank(node))
        given = {node for k, node in enumerate(design.states) if k in states}
        run.append(Frame(design, leaves, nodes) if number else first_frame(design, leaves, given))
        _check_frame(design, run[-1], number)
    return run


def first_frame(design: Design, leaves: Mapping[int, Data], given: Collection[int]) -> Frame:
    """The first frame: states that are not ``given`` have their initial values, which may depend on other states."""
    frame = Frame(design, dict(leaves))
    for _ in design.states:
        values = {node: _initial(design, frame, node) for node in design.init if node not in given}
        if all(frame.of(node) == value for node, value in values.items()):
            break
        frame = Frame(design, {**leaves, **values})
    return frame


def _initial(design: Design, frame: Frame, state: int) -> Data:
    """The value that the file gives to ``state`` at first; a vector fills an array."""
    wanted = frame.of(design.init[state])
    sort = int(design.lines[state][2])
    if sort in design.arrays and isinstance(wanted, int):
        return dict.fromkeys(range(1 << design.arrays[sort][0]), wanted) if wanted else {}
    return wanted


def _check_frame(design: Design, frame: Frame, number: int) -> None:
    if number == 0:
        for state in design.init:
            if not _same(frame.of(state), _initial(design, frame, state)):
                raise UnsoundVerdict(f"state {state} does not start with its initial value")
    for constraint in design.constraints:
        if not frame.bits(constraint):
            raise UnsoundVerdict(f"step {number}: constraint {constraint} is violated")


def _same(first: Data, second: Data) -> bool:
    """Are these the same value?  Elements of an array that are not listed are 0."""
    return plain(first) == plain(second) if isinstance(first, dict) else first == second


def _check_lasso(design: Design, run: list[Frame], index: int) -> None:
    """Does the state after the last step occur before, with all conditions true somewhere in between?"""
    last = run[-1]
    after = [last.of(design.next[node]) if node in design.next else None for node in design.states]
    wanted = (*design.justice[index], *design.fairness)
    for start, frame in enumerate(run):
        closes = all(
            value is None or _same(frame.of(node), value) for node, value in zip(design.states, after, strict=True)
        )
        if closes and all(any(other.bits(node) for other in run[start:]) for node in wanted):
            return
    raise UnsoundVerdict("there is no loop on which all justice and fairness conditions are true")


def _frames(lines: list[str]) -> list[tuple[dict[int, Data], dict[int, Data]]]:
    frames: list[tuple[dict[int, Data], dict[int, Data]]] = []
    current: dict[int, Data] = {}
    for line in lines:
        if line[0] in "#@":
            number = int(line[1:])
            if number == len(frames):
                frames.append(({}, {}))
            if number != len(frames) - 1:
                raise UnsoundVerdict(f"frame {line} is out of order")
            current = frames[-1][0 if line[0] == "#" else 1]
            continue
        words = line.split()
        key = int(words[0])
        if words[1].startswith("["):
            entry = current.setdefault(key, {})
            assert isinstance(entry, dict)
            entry[int(words[1][1:-1], 2)] = int(words[2].replace("x", "0"), 2)
        else:
            current[key] = int(words[1].replace("x", "0"), 2)
    if not frames:
        raise UnsoundVerdict("a witness has at least one frame")
    return frames
