"""Inputs of which the constraints let at most one be 1 at a step: they choose what happens.

So models of processes that take steps in turn are written, with an input for each step that a process may take.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from assay.core.budget import FOREVER
from assay.core.circuit import TRUE, Circuit
from assay.solve.sat import FINDER, ConeSolver
from assay.transforms.circuit.extension import Extension

# Fewer or more inputs are no choice that would be worth a look.
FEWEST: Final = 4
MOST: Final = 200
# Conflicts of the SAT solver, at most: that at most one is 1 is mostly stated.
CONFLICTS: Final = 1000


def exclusive_choices(circuit: Circuit, others: Collection[int] = ()) -> tuple[int, ...]:
    """All inputs but ``others``, if no step that the constraints allow makes two of them 1; else none."""
    choices = tuple(node for node in circuit.inputs if node not in others)
    return choices if at_most_one(circuit, choices, circuit.constraints) else ()


def at_most_one(circuit: Circuit, nodes: Sequence[int], limits: Sequence[int], solver: str = FINDER) -> bool:
    """Is at most one of the nodes, neither few nor many, 1 where the limits are true, and is that soon seen?"""
    if not FEWEST <= len(nodes) <= MOST or not limits:
        return False
    extension = Extension(circuit)
    gates = extension.gates
    seen = several = 0
    for node in nodes:
        several = gates.either(several, gates.both(seen, 2 * node))
        seen = gates.either(seen, 2 * node)
    cone = ConeSolver(extension.made(), solver)
    try:
        return cone.sat.solve_within(FOREVER, cone.literals((several, *limits)), CONFLICTS) is False
    finally:
        cone.sat.close()


class Chosen:
    """The circuit with more gates: those of its literals where one of some inputs is 1, and the others are 0."""

    def __init__(self, circuit: Circuit, choices: Sequence[int], roots: Iterable[int]) -> None:
        self._circuit = circuit
        self._choices = choices
        self._gates = [node for node in circuit.cone(roots) if circuit.is_gate(node)]
        self._extension = Extension(circuit)

    def circuit(self) -> Circuit:
        return self._extension.made(bads=self._circuit.bads)

    def where(self, choice: int | None, literals: Iterable[int]) -> list[int]:
        """What stands for literals that are among the roots where ``choice``, or none, is 1."""
        left, right, both = self._circuit.left, self._circuit.right, self._extension.gates.both
        table = {**dict.fromkeys(self._choices, 0), 0: 0}
        if choice is not None:
            table[choice] = TRUE

        def of(literal: int) -> int:
            node = literal >> 1
            return table.get(node, 2 * node) ^ (literal & 1)

        for node in self._gates:
            table[node] = both(of(left[node]), of(right[node]))
        return [of(literal) for literal in literals]
