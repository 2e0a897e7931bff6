"""AIGER witnesses: written from a run, and replayed on the file by a simulator that shares no code with the front end.

A witness is ``1``, the property (``b0``, ``j0``), the initial latches, the inputs of each step, and a dot.  It is
accepted if the latches respect their reset values, every constraint holds at every step, and the last step shows the
bad state; for a justice property the state after the last step must occur before, and every justice and fairness
literal must be true somewhere on the loop.  ``x`` is read as 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Assignment, Trace
from assay.core.model import Model
from assay.core.terms import Term

REPLAYED = "replayed on the AIGER file"


@dataclass(frozen=True)
class Design:
    """An AIGER file as lists of literals; gates in an order of evaluation."""

    variables: int
    inputs: list[int]
    latches: list[tuple[int, int, int]]
    bads: list[int]
    constraints: list[int]
    justice: list[list[int]]
    fairness: list[int]
    gates: list[tuple[int, int, int]]

    def values(self, latches: Sequence[int], inputs: Sequence[int]) -> list[int]:
        """The value of every literal in one step."""
        value = [0, 1] * (self.variables + 1)
        for literal, bit in zip((*self.inputs, *(row[0] for row in self.latches)), (*inputs, *latches), strict=True):
            value[literal] = bit
            value[literal ^ 1] = 1 - bit
        for literal, left, right in self.gates:
            bit = value[left] & value[right]
            value[literal] = bit
            value[literal ^ 1] = 1 - bit
        return value


def read_design(path: str | Path) -> Design:
    """The file at ``path``, which the front end found to be well formed."""
    return parse_design(Path(path).read_bytes())


def parse_design(data: bytes) -> Design:
    end = data.index(b"\n")
    words = data[:end].split()
    counts = [int(word) for word in words[1:]] + [0, 0, 0, 0]
    variables, inputs, latches, outputs, ands, bads, constraints, justice, fairness = counts[:9]
    binary = words[0] == b"aig"

    def rows(count: int) -> list[list[int]]:
        nonlocal end
        found = []
        for _ in range(count):
            start = end + 1
            end = data.find(b"\n", start)
            end = len(data) if end < 0 else end
            found.append([int(word) for word in data[start:end].split()])
        return found

    input_literals = [2 * k + 2 for k in range(inputs)] if binary else [row[0] for row in rows(inputs)]
    latch_rows = []
    for k, row in enumerate(rows(latches)):
        full = [2 * (inputs + k + 1), *row] if binary else row
        latch_rows.append((full[0], full[1], full[2] if len(full) > 2 else 0))
    output_literals = [row[0] for row in rows(outputs)]
    bad_literals = [row[0] for row in rows(bads)]
    constraint_literals = [row[0] for row in rows(constraints)]
    sizes = [row[0] for row in rows(justice)]
    groups = [[row[0] for row in rows(size)] for size in sizes]
    fair_literals = [row[0] for row in rows(fairness)]
    gates = (
        _binary_gates(data[end + 1 :], inputs + latches + 1, ands)
        if binary
        else _sorted([tuple(row) for row in rows(ands)])
    )
    goals = bad_literals if bad_literals or groups else output_literals
    return Design(variables, input_literals, latch_rows, goals, constraint_literals, groups, fair_literals, gates)


def _binary_gates(data: bytes, first: int, count: int) -> list[tuple[int, int, int]]:
    numbers: list[int] = []
    value = shift = 0
    for byte in data:
        if len(numbers) == 2 * count:
            break
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            numbers.append(value)
            value = shift = 0
    gates = []
    for k in range(count):
        literal = 2 * (first + k)
        left = literal - numbers[2 * k]
        gates.append((literal, left, left - numbers[2 * k + 1]))
    return gates


def _sorted(gates: list[tuple[int, ...]]) -> list[tuple[int, int, int]]:
    """The gates such that each follows those that it uses."""
    table = {gate[0] >> 1: (gate[0], gate[1], gate[2]) for gate in gates}
    order: dict[int, None] = {}
    active: set[int] = set()
    for root in table:
        stack = [root]
        while stack:
            node = stack[-1]
            below = [part >> 1 for part in table[node][1:] if part >> 1 in table and part >> 1 not in order]
            if node in order or not below:
                order[node] = None
                stack.pop()
                continue
            active.add(node)
            if not active.isdisjoint(below):
                raise UnsoundVerdict(f"gate {2 * node} depends on itself")
            stack.extend(below)
    return [table[node] for node in order]


# -- writing ---------------------------------------------------------------------------------------------------------


def aiger_witness(model: Model, trace: Trace, property: str) -> str:
    """The witness that ``trace`` is for ``property``, such as ``b0`` or ``j2``."""
    steps: Sequence[Assignment] = trace.inputs if trace.loop is not None else (*trace.inputs, trace.final)
    lines = ["1", property, _bits(model.entry.variables, trace.states[0])]
    lines += [_bits(model.inputs, step) for step in steps]
    return "\n".join([*lines, ".", ""])


def _bits(symbols: Sequence[Term], values: Assignment) -> str:
    return "".join("1" if values.get(symbol, False) else "0" for symbol in symbols)


# -- checking --------------------------------------------------------------------------------------------------------


def check_aiger_witness(path: str | Path, witness: str) -> str:
    """The way in which ``witness`` was confirmed for the file at ``path``; raises UnsoundVerdict if it is not one."""
    return replay(read_design(path), witness)


def replay(design: Design, witness: str) -> str:
    lines = [line for line in witness.splitlines() if not line.startswith(("c", "u"))]
    if len(lines) < 5 or lines[0] != "1" or lines[-1] != ".":
        raise UnsoundVerdict("a witness has '1', a property, initial latches, inputs of at least one step, and a dot")
    kind, index = lines[1][:1], lines[1][1:]
    goals: Sequence[object] = design.bads if kind == "b" else design.justice
    if kind not in ("b", "j") or not index.isdigit() or int(index) >= len(goals):
        raise UnsoundVerdict(f"the design has no property {lines[1]}")
    state = _read(lines[2], len(design.latches), "initial latches")
    for k, (literal, _, reset) in enumerate(design.latches):
        if reset != literal and state[k] != reset:
            raise UnsoundVerdict(f"latch {k} starts with {state[k]}, not with {reset}")
    states = [state]
    values: list[list[int]] = []
    for number, line in enumerate(lines[3:-1]):
        value = design.values(states[-1], _read(line, len(design.inputs), f"inputs of step {number}"))
        for k, literal in enumerate(design.constraints):
            if not value[literal]:
                raise UnsoundVerdict(f"step {number}: constraint {k} is violated")
        values.append(value)
        states.append([value[after] for _, after, _ in design.latches])
    if kind == "b":
        if not values[-1][design.bads[int(index)]]:
            raise UnsoundVerdict(f"{lines[1]} is not true at the last step")
    else:
        _check_lasso(design, int(index), states, values)
    return REPLAYED


def _check_lasso(design: Design, index: int, states: list[list[int]], values: list[list[int]]) -> None:
    if states[-1] not in states[:-1]:
        raise UnsoundVerdict("the last state does not occur before: there is no loop")
    wanted = (*design.justice[index], *design.fairness)
    for start, state in enumerate(states[:-1]):
        if state == states[-1] and all(any(value[literal] for value in values[start:]) for literal in wanted):
            return
    raise UnsoundVerdict("a justice or fairness condition is never true on the loop")


def _read(line: str, count: int, what: str) -> list[int]:
    if len(line) != count or line.strip("01x"):
        raise UnsoundVerdict(f"{what}: {count} digits are needed, not {line!r}")
    return [int(digit == "1") for digit in line]
