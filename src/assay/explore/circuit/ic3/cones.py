"""One step of a circuit in a solver, cone by cone, with few variables: wide conjunctions and choices are one gate each.

A circuit of and-gates with two inputs hides larger gates.  A conjunction that nothing but one other conjunction uses is
taken into that; two conjunctions of which one has a literal and the other its negation are a choice (exclusive or
included).  What is inside has no variable: less to load, to propagate, to decide, and to justify afterwards (Een,
Mishchenko, Soerensson, "Applying logic synthesis for speeding up SAT", SAT 2007, has such encodings and better ones).
"""

from __future__ import annotations

from typing import NamedTuple

from assay.core.circuit import Circuit
from assay.solve.sat import ConeSolver


class Choice(NamedTuple):
    """The literal ``then`` where ``condition`` is true, else ``otherwise``."""

    condition: int
    then: int
    otherwise: int


class WideGates:
    """The gates of ``circuit``, as wide as they are: made when they are first asked for, for all solvers at once."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit
        self._made: dict[int, Choice | tuple[int, ...]] = {}
        self._once = self._used_once()

    def _used_once(self) -> bytearray:
        """For each node, is it below exactly one gate, and nothing else?"""
        circuit = self.circuit
        uses = [0] * circuit.size
        for node, literal in enumerate(circuit.left):
            if literal >= 0:
                uses[literal >> 1] += 1
                uses[circuit.right[node] >> 1] += 1
        for literal in (*circuit.constraints, *circuit.bads, *(latch.next for latch in circuit.latches)):
            uses[literal >> 1] += 2
        return bytearray(number == 1 for number in uses)

    def gate(self, node: int) -> Choice | tuple[int, ...]:
        """What the gate is: the choice, or the conjunction of all literals."""
        found = self._made.get(node)
        if found is None:
            found = self._made[node] = self._choice(node) or self._conjunction(node)
        return found

    def _choice(self, node: int) -> Choice | None:
        left, right = self.circuit.left, self.circuit.right
        a, b = left[node], right[node]
        if not a & b & 1 or left[a >> 1] < 0 or left[b >> 1] < 0:
            return None
        for condition, then in ((left[a >> 1], right[a >> 1]), (right[a >> 1], left[a >> 1])):
            for negated, otherwise in ((left[b >> 1], right[b >> 1]), (right[b >> 1], left[b >> 1])):
                if condition == negated ^ 1:
                    return Choice(condition, then ^ 1, otherwise ^ 1)
        return None

    def _conjunction(self, node: int) -> tuple[int, ...]:
        left, right = self.circuit.left, self.circuit.right
        parts: dict[int, None] = {}
        stack = [right[node], left[node]]
        while stack:
            literal = stack.pop()
            inner = literal >> 1
            if not literal & 1 and self._once[inner] and left[inner] >= 0 and self._choice(inner) is None:
                stack += (right[inner], left[inner])
            else:
                parts[literal] = None
        return tuple(parts)


class Cones(ConeSolver):
    """A step of a circuit in a solver, loaded by wide gates; ``variable`` has those of the nodes that have one."""

    def __init__(self, gates: WideGates, *, at_reset: bool = False) -> None:
        self.gates = gates
        super().__init__(gates.circuit, at_reset=at_reset)

    def _load(self, root: int) -> None:
        left, table, gate_of, fresh = self.gates.circuit.left, self.variable, self.gates.gate, self.sat.fresh
        stack = [root]
        while stack:
            node = stack[-1]
            if node in table:
                stack.pop()
                continue
            if left[node] < 0:
                stack.pop()
                self._load_leaf(node)
                continue
            gate = gate_of(node)
            missing = [part >> 1 for part in gate if part >> 1 not in table]
            if missing:
                stack += missing
                continue
            stack.pop()
            own = table[node] = fresh()
            parts = [-table[part >> 1] if part & 1 else table[part >> 1] for part in gate]
            if isinstance(gate, Choice):
                self._add_choice(own, *parts)
            else:
                self._add_conjunction(own, parts)

    def _add_conjunction(self, own: int, parts: list[int]) -> None:
        add = self.sat.add
        for part in parts:
            add([-own, part])
        add([own, *(-part for part in parts)])

    def _add_choice(self, own: int, condition: int, then: int, otherwise: int) -> None:
        add = self.sat.add
        add([-own, -condition, then])
        add([own, -condition, -then])
        add([-own, condition, otherwise])
        add([own, condition, -otherwise])
        if then != -otherwise:
            # What follows whatever the condition is.
            add([-own, then, otherwise])
            add([own, -then, -otherwise])
