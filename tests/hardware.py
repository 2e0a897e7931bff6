"""Random AIGER files, and writers for them that are independent of the project's own."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from hypothesis import strategies as st

from assay.core.circuit import Circuit, Gates, Latch
from assay.core.model import Model
from assay.frontends.hardware.aiger import read_aiger
from assay.frontends.hardware.btor2 import btor2_model
from assay.frontends.hardware.ctl import parse_ctl
from assay.frontends.text import read


@dataclass
class Aig:
    """Literals as in a file in standard order: inputs, latches, gates."""

    inputs: int
    latches: list[tuple[int, int | None]]
    gates: list[tuple[int, int]]
    outputs: list[int] = field(default_factory=list)
    bads: list[int] = field(default_factory=list)
    constraints: list[int] = field(default_factory=list)
    justice: list[list[int]] = field(default_factory=list)
    fairness: list[int] = field(default_factory=list)

    @property
    def maximum(self) -> int:
        return self.inputs + len(self.latches) + len(self.gates)

    def _header(self, kind: str) -> str:
        counts = [self.maximum, self.inputs, len(self.latches), len(self.outputs), len(self.gates), len(self.bads)]
        counts += [len(self.constraints), len(self.justice), len(self.fairness)]
        return f"{kind} {' '.join(map(str, counts))}"

    def _tail(self) -> list[str]:
        lines = [str(literal) for literal in (*self.outputs, *self.bads, *self.constraints)]
        lines += [str(len(group)) for group in self.justice]
        return lines + [str(literal) for group in self.justice for literal in group] + list(map(str, self.fairness))

    def ascii(self) -> bytes:
        lines = [self._header("aag"), *(str(2 * k + 2) for k in range(self.inputs))]
        for k, (after, reset) in enumerate(self.latches):
            own = 2 * (self.inputs + k + 1)
            lines.append(f"{own} {after} {own if reset is None else reset}")
        lines += self._tail()
        first = self.inputs + len(self.latches) + 1
        # Backwards: a reader must not depend on the order of gates.
        rows = [f"{2 * (first + k)} {left} {right}" for k, (left, right) in enumerate(self.gates)]
        return "\n".join([*lines, *reversed(rows), ""]).encode()

    def binary(self) -> bytes:
        lines = [self._header("aig")]
        for k, (after, reset) in enumerate(self.latches):
            own = 2 * (self.inputs + k + 1)
            lines.append(f"{after} {own if reset is None else reset}")
        body = bytearray("\n".join([*lines, *self._tail(), ""]).encode())
        first = self.inputs + len(self.latches) + 1
        for k, (left, right) in enumerate(self.gates):
            high, low = max(left, right), min(left, right)
            for delta in (2 * (first + k) - high, high - low):
                while delta > 127:
                    body.append(delta & 127 | 128)
                    delta >>= 7
                body.append(delta)
        return bytes(body)

    def write(self, path: Path) -> Path:
        path.write_bytes(self.binary() if path.suffix == ".aig" else self.ascii())
        return path


@st.composite
def circuits(
    draw: st.DrawFn, *, justice: bool = False, constraints: bool = True, most_latches: int = 4, most_gates: int = 14
) -> Aig:
    """Small random circuits with one bad state, or with one justice property."""
    inputs, latches = draw(st.integers(0, 3)), draw(st.integers(1, most_latches))
    gates = draw(st.integers(0, most_gates))
    leaves = inputs + latches
    rows = []
    for k in range(gates):
        literals = st.integers(0, 2 * (leaves + k) + 1)
        rows.append((draw(literals), draw(literals)))
    every = st.integers(0, 2 * (leaves + gates) + 1)
    nexts = [(draw(every), draw(st.sampled_from([0, 0, 1, None]))) for _ in range(latches)]
    circuit = Aig(inputs, nexts, rows)
    if justice:
        circuit.justice = [draw(st.lists(every, min_size=1, max_size=2))]
        circuit.fairness = draw(st.lists(every, max_size=1))
    else:
        circuit.bads = [draw(every)]
    if constraints:
        circuit.constraints = draw(st.lists(every, max_size=1))
    return circuit


def one_at_a_time(circuit: Aig) -> Aig:
    """The circuit where constraints let at most one input be 1 at a step."""
    gates, constraints = list(circuit.gates), list(circuit.constraints)
    for one in range(1, circuit.inputs + 1):
        for other in range(1, one):
            gates.append((2 * one, 2 * other))
            constraints.append(2 * (circuit.inputs + len(circuit.latches) + len(gates)) + 1)
    return replace(circuit, gates=gates, constraints=constraints)


@st.composite
def machines(draw: st.DrawFn, *, most_latches: int = 7, constraints: bool = True) -> Aig:
    """Latches that count, shift, hold and toggle under conditions: runs are longer than those of random gates."""
    inputs, latches = draw(st.integers(0, 2)), draw(st.integers(2, most_latches))
    leaves = inputs + latches
    gates: list[tuple[int, int]] = []

    def both(left: int, right: int) -> int:
        gates.append((max(left, right), min(left, right)))
        return 2 * (leaves + len(gates))

    def choose(condition: int, then: int, otherwise: int) -> int:
        return both(both(condition, then) ^ 1, both(condition ^ 1, otherwise) ^ 1) ^ 1

    any_leaf = st.integers(2, 2 * leaves + 1)
    rows: list[tuple[int, int | None]] = []
    carry = draw(any_leaf)
    for k in range(latches):
        own = 2 * (inputs + k + 1)
        match draw(st.integers(0, 4)):
            case 0:  # a bit of a counter
                after, carry = choose(carry, own ^ 1, own), both(carry, own)
            case 1:  # a shift register
                after = draw(any_leaf) if k == 0 else own - 2
            case 2:  # a bit that is set, and stays
                after = both(own ^ 1, both(draw(any_leaf), draw(any_leaf)) ^ 1) ^ 1
            case 3:
                after = choose(draw(any_leaf), draw(any_leaf), own)
            case _:
                after = both(draw(any_leaf), draw(any_leaf)) ^ draw(st.integers(0, 1))
        rows.append((after, draw(st.sampled_from([0, 0, 0, 1, None]))))
    bad = 1
    for _ in range(draw(st.integers(1, 4))):
        bad = both(bad, draw(any_leaf))
    limits = draw(st.lists(any_leaf, max_size=2)) if constraints else []
    spoiled = draw(st.booleans())
    if limits and spoiled:
        limits[0] = both(limits[0], draw(any_leaf)) ^ 1
    return Aig(inputs, rows, gates, bads=[bad], constraints=limits)


def read_btor2(path: str | Path) -> Model:
    """The model of the BTOR2 file at ``path``."""
    return btor2_model(read(path))


def read_ctl(circuit: str | Path, properties: str | Path, only: str | None = None) -> Model:
    """The model of the AIGER file ``circuit`` with the CTL formulas of ``properties`` as its only properties.

    With ``only``, the one of that number: then it does not matter if others name what the circuit does not have.
    """
    model = read_aiger(circuit)
    return replace(model, properties=(), temporal=parse_ctl(read(properties), model, only))


@st.composite
def recording(draw: st.DrawFn) -> Aig:
    """Machines that record in a latch or two what should not have happened, and are not bad after that."""
    machine = draw(machines(most_latches=5, constraints=draw(st.booleans())))
    number, old = draw(st.integers(1, 2)), machine.inputs + len(machine.latches)

    def moved(literal: int) -> int:
        return literal + 2 * number if literal >> 1 > old else literal

    gates = [(moved(left), moved(right)) for left, right in machine.gates]
    (bad,) = map(moved, machine.bads)
    rows = [(moved(after), reset) for after, reset in machine.latches]
    any_leaf = st.integers(2, 2 * old + 1)

    def both(left: int, right: int) -> int:
        gates.append((max(left, right), min(left, right)))
        return 2 * (old + number + len(gates))

    for k in range(number):
        # The literal of the latch that is true as long as nothing was recorded.
        good = 2 * (old + k + 1) + draw(st.integers(0, 1))
        goes_on = both(good, both(draw(any_leaf), draw(any_leaf)) ^ draw(st.integers(0, 1)))
        rows.append((goes_on ^ (good & 1), 1 ^ (good & 1)))
        bad = both(bad, good)
    return Aig(machine.inputs, rows, gates, bads=[bad], constraints=[moved(part) for part in machine.constraints])


def counter(bits: int, last: int, bad: int) -> Circuit:
    """Counts up while the input is 1, from 0 to ``last`` and again; is bad at one number."""
    gates = Gates()
    go, *state = [gates.leaf() for _ in range(bits + 1)]

    def at(number: int) -> int:
        found = 1
        for k, bit in enumerate(state):
            found = gates.both(found, bit ^ (number >> k & 1 ^ 1))
        return found

    carry, stays, nexts = go, gates.both(go, at(last)) ^ 1, []
    for bit in state:
        changed = gates.both(gates.both(bit, carry) ^ 1, gates.both(bit ^ 1, carry ^ 1) ^ 1)
        nexts.append(gates.both(changed, stays))
        carry = gates.both(carry, bit)
    latches = tuple(Latch(bit >> 1, after, 0) for bit, after in zip(state, nexts, strict=True))
    return Circuit(gates.left, gates.right, (go >> 1,), latches, bads=(at(bad),))


def three_latches() -> tuple[Circuit, list[int]]:
    """Three latches that keep their values, and their literals."""
    gates = Gates()
    literals = [gates.leaf() for _ in range(3)]
    latches = tuple(Latch(literal >> 1, literal, 0) for literal in literals)
    return Circuit(gates.left, gates.right, (), latches), literals
