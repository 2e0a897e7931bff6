"""Random AIGER files, and writers for them that are independent of the project's own."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import strategies as st


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
def circuits(draw: st.DrawFn, *, justice: bool = False, constraints: bool = True) -> Aig:
    """Small random circuits with one bad state, or with one justice property."""
    inputs, latches, gates = draw(st.integers(0, 3)), draw(st.integers(1, 4)), draw(st.integers(0, 14))
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
