"""A circuit unrolled in time, in a solver: constants are propagated and equal gates shared across steps.

Clauses of a gate are added when a query first needs it.  Literals are those of the solver; 1 is the constant true.
"""

from __future__ import annotations

from typing import Final

from assay.core.circuit import TRUE, Circuit
from assay.core.circuit_answers import Run
from assay.solve.sat import FINDER, SatSolver

YES: Final = 1


class Unrolled:
    """Steps from the initial states, or with ``from_anywhere`` from any state; latches of step 0 are its leaves."""

    def __init__(self, circuit: Circuit, *, from_anywhere: bool = False, name: str = FINDER) -> None:
        self.circuit = circuit
        self.sat = SatSolver(name)
        self.sat.add([self.sat.fresh()])
        self._from_anywhere = from_anywhere
        self._frames: list[list[int]] = []
        self._table: dict[tuple[int, int], int] = {}
        self._definitions: dict[int, tuple[int, int]] = {}
        roots = [*circuit.bads, *circuit.constraints, *circuit.fairness, circuit.initial]
        roots += [latch.next for latch in circuit.latches]
        roots += [part for group in circuit.justice for part in group]
        self._order = [node for node in circuit.cone(roots) if circuit.is_gate(node)]

    @property
    def depth(self) -> int:
        """The number of the last step."""
        return len(self._frames) - 1

    def extend(self) -> None:
        """One more step; nothing is asserted of it."""
        values = [0] * self.circuit.size
        values[0] = -YES
        self._set_latches(values)
        for node in self.circuit.inputs:
            values[node] = self.sat.fresh()
        left, right, table = self.circuit.left, self.circuit.right, self._table
        for node in self._order:
            a, b = left[node], right[node]
            x, y = values[a >> 1], values[b >> 1]
            x, y = -x if a & 1 else x, -y if b & 1 else y
            if x == -YES or y == -YES or x == -y:
                values[node] = -YES
            elif x in (YES, y):
                values[node] = y
            elif y == YES:
                values[node] = x
            else:
                key = (x, y) if x < y else (y, x)
                known = table.get(key)
                if known is None:
                    known = table[key] = self.sat.fresh()
                    self._definitions[known] = key
                values[node] = known
        self._frames.append(values)
        if len(self._frames) == 1 and not self._from_anywhere and self.circuit.initial != TRUE:
            self.sat.add([self.literal(self.circuit.initial, 0)])

    def _set_latches(self, values: list[int]) -> None:
        for latch in self.circuit.latches:
            if self._frames:
                before = self._frames[-1][latch.next >> 1]
                values[latch.node] = -before if latch.next & 1 else before
            elif latch.reset is None or self._from_anywhere:
                values[latch.node] = self.sat.fresh()
            else:
                values[latch.node] = YES if latch.reset else -YES

    def literal(self, literal: int, step: int) -> int:
        """The solver's literal for a literal of the circuit at a step."""
        own = self._frames[step][literal >> 1]
        definitions, add = self._definitions, self.sat.add
        stack = [abs(own)]
        while stack:
            gate = stack.pop()
            parts = definitions.pop(gate, None)
            if parts is not None:
                a, b = parts
                add([-gate, a])
                add([-gate, b])
                add([gate, -a, -b])
                stack += (abs(a), abs(b))
        return -own if literal & 1 else own

    def take_step(self, step: int) -> None:
        """The step is taken: its constraints hold."""
        for constraint in self.circuit.constraints:
            self.sat.add([self.literal(constraint, step)])

    def state(self, step: int, model: list[int]) -> tuple[bool, ...]:
        """The latches at a step, in the model that the solver found."""
        return tuple(self._value(self._frames[step][latch.node], model) for latch in self.circuit.latches)

    @staticmethod
    def _value(literal: int, model: list[int]) -> bool:
        variable = abs(literal)
        return variable <= len(model) and (model[variable - 1] > 0) == (literal > 0)

    def differ(self, first: int, second: int) -> list[int]:
        """The clause that the states at two steps are different."""
        clause = []
        for latch in self.circuit.latches:
            a, b = self.literal(2 * latch.node, first), self.literal(2 * latch.node, second)
            if a == b:
                continue
            other = self.sat.fresh()
            self.sat.add([-other, a, b])
            self.sat.add([-other, -a, -b])
            clause.append(other)
        return clause

    def run(self, last: int | None = None) -> Run:
        """The run that the solver found, up to step ``last``, or to the last one there is."""
        model = self.sat.model()
        first = self._frames[0]
        frames = self._frames if last is None else self._frames[: last + 1]
        initial = {latch.node: int(self._value(first[latch.node], model)) for latch in self.circuit.latches}
        inputs = [{n: int(self._value(frame[n], model)) for n in self.circuit.inputs} for frame in frames]
        return Run(initial, tuple(inputs))
