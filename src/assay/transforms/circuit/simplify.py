"""Smaller circuits with the same runs, as far as properties can tell: what bit-level engines start from.

Only the cone of influence of properties, constraints and the initial literal is kept; latches that ternary simulation
from the reset values finds constant are replaced, as are latches that do the same as another (equal reset, equal next
literal), until nothing changes.  ``Simplified`` maps invariants and runs back to the circuit that was given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from assay.core.circuit import Circuit, Gates, Latch

UNKNOWN: Final = 2
NOTHING: Final[Mapping[int, int]] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Simplified:
    """``circuit`` with the old node of each of its leaves, and what every reachable state satisfies besides.

    ``literals`` maps each old node that was kept to its new literal; ``clauses`` are over old latches, and inductive.
    """

    original: Circuit
    circuit: Circuit
    origin: Mapping[int, int]
    literals: Mapping[int, int]
    clauses: tuple[tuple[int, ...], ...]

    def literal(self, old: int) -> int:
        """The new literal that means the same as an old one of the cone."""
        return self.literals[old >> 1] ^ (old & 1)

    def lift_clauses(self, clauses: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
        """An inductive invariant of the original circuit from one of the smaller one."""
        lifted = [tuple(2 * self.origin[literal >> 1] | literal & 1 for literal in clause) for clause in clauses]
        return [*self.clauses, *lifted]

    def then(self, later: Simplified) -> Simplified:
        """Both, where ``later`` simplifies this one's circuit."""
        old = self.origin
        return Simplified(
            self.original,
            later.circuit,
            {node: old[middle] for node, middle in later.origin.items()},
            {node: later.literal(literal) for node, literal in self.literals.items() if literal >> 1 in later.literals},
            tuple(self.lift_clauses(later.clauses)),
        )

    def lift_leaves(self, values: Mapping[int, int]) -> dict[int, int]:
        """Values of latches or inputs of the original; what is not listed has its reset value, or does not matter."""
        return {self.origin[node]: value for node, value in values.items()}


def simplify(circuit: Circuit, extra: Sequence[int] = (), equal: Mapping[int, int] = NOTHING) -> Simplified:
    """The smaller circuit; the literals ``extra`` keep a meaning in it as well.

    ``equal`` maps gates and latches to literals of other nodes that they are equal to, and that it does not map: gates
    to smaller nodes, latches to latches or constants.  What it says of latches has to be inductive, all together, and
    what it says of gates has to follow.
    """
    nexts = {latch.node: latch.next for latch in circuit.latches}
    cone = _cone(circuit, [*_roots(circuit), *extra], nexts, equal)
    latches = [latch for latch in circuit.latches if latch.node in cone]
    order = sorted(cone)
    given = {node: literal for node, literal in equal.items() if node in nexts}
    merged = {node: literal for node, literal in given.items() if node in cone}
    merged.update(_constants(circuit, order, latches))
    while True:
        built = rebuilt(circuit, merged, order, equal)
        twins = _twins(latches, merged, built[1])
        if not twins:
            break
        merged.update(twins)
    gates, literals, origin = built

    def new(old: int) -> int:
        return literals[old >> 1] ^ (old & 1)

    kept = [latch for latch in latches if latch.node not in merged]
    smaller = Circuit(
        gates.left,
        gates.right,
        tuple(node for node, old in origin.items() if old not in nexts),
        tuple(Latch(literals[latch.node] >> 1, new(latch.next), latch.reset) for latch in kept),
        new(circuit.initial),
        tuple(dict.fromkeys(new(part) for part in circuit.constraints if new(part) != 1)),
        tuple(new(bad) for bad in circuit.bads),
        tuple(tuple(new(part) for part in group) for group in circuit.justice),
        tuple(new(part) for part in circuit.fairness),
        {node: circuit.names[old] for node, old in origin.items() if old in circuit.names},
    )
    return Simplified(circuit, smaller, origin, literals, tuple(_equations({**given, **merged})))


def _roots(circuit: Circuit) -> list[int]:
    groups = [part for group in circuit.justice for part in group]
    return [circuit.initial, *circuit.constraints, *circuit.bads, *groups, *circuit.fairness]


def _cone(circuit: Circuit, roots: Sequence[int], nexts: Mapping[int, int], equal: Mapping[int, int]) -> set[int]:
    """The nodes on which ``roots`` depend over any number of steps, the constant included.

    What is equal to something else depends on that alone.
    """
    left, right = circuit.left, circuit.right
    seen = {0}
    stack = [root >> 1 for root in roots]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if node in equal:
            stack.append(equal[node] >> 1)
        elif left[node] >= 0:
            stack += (left[node] >> 1, right[node] >> 1)
        elif node in nexts:
            stack.append(nexts[node] >> 1)
    return seen


def _constants(circuit: Circuit, order: Sequence[int], latches: Sequence[Latch]) -> dict[int, int]:
    """Latches that keep their reset value whatever the inputs and the other latches do: to the constant literal."""
    left, right = circuit.left, circuit.right
    values = [UNKNOWN] * circuit.size
    values[0] = 0
    for latch in latches:
        values[latch.node] = UNKNOWN if latch.reset is None else latch.reset

    def value(literal: int) -> int:
        found = values[literal >> 1]
        return found if found == UNKNOWN else found ^ (literal & 1)

    def conjunction(node: int) -> int:
        x, y = value(left[node]), value(right[node])
        return 0 if x == 0 or y == 0 else 1 if x == 1 and y == 1 else UNKNOWN

    above: dict[int, list[int]] = {}
    for node in order:
        if left[node] >= 0:
            values[node] = conjunction(node)
            above.setdefault(left[node] >> 1, []).append(node)
            above.setdefault(right[node] >> 1, []).append(node)
    followers: dict[int, list[int]] = {}
    for latch in latches:
        followers.setdefault(latch.next >> 1, []).append(latch.node)
    # Values only ever become unknown: each node is lost once, and only what depends on it is looked at again.
    known = (latch for latch in latches if values[latch.node] != UNKNOWN)
    lost = [latch.node for latch in known if value(latch.next) != values[latch.node]]
    while lost:
        node = lost.pop()
        values[node] = UNKNOWN
        lost += (latch for latch in followers.get(node, ()) if values[latch] != UNKNOWN)
        lost += (gate for gate in above.get(node, ()) if values[gate] != UNKNOWN and conjunction(gate) == UNKNOWN)
    return {latch.node: values[latch.node] for latch in latches if values[latch.node] != UNKNOWN}


def rebuilt(
    circuit: Circuit,
    merged: dict[int, int],
    order: Sequence[int] | None = None,
    equal: Mapping[int, int] = NOTHING,
) -> tuple[Gates, dict[int, int], dict[int, int]]:
    """The gates over again with merged latches replaced; new literal of each old node, old node of each new leaf.

    ``merged`` maps a latch to an old literal of a latch that stays, or to a constant; ``equal`` maps gates to literals
    of smaller nodes.  Only nodes of ``order`` are made.
    """
    gates = Gates()
    literals: dict[int, int] = {0: 0}
    origin: dict[int, int] = {}
    left, right = circuit.left, circuit.right
    order = range(circuit.size) if order is None else order
    for node in order:
        if left[node] < 0 and node and node not in merged:
            literals[node] = gates.leaf()
            origin[literals[node] >> 1] = node
    # What was merged last may be what an earlier one was merged with.
    for latch in reversed(merged):
        target = merged[latch]
        literals[latch] = literals[target >> 1] ^ (target & 1)
    both = gates.both
    for node in order:
        a, b = left[node], right[node]
        if a < 0:
            continue
        if node in equal:
            literals[node] = literals[equal[node] >> 1] ^ (equal[node] & 1)
        else:
            literals[node] = both(literals[a >> 1] ^ (a & 1), literals[b >> 1] ^ (b & 1))
    return gates, literals, origin


def _twins(latches: Sequence[Latch], merged: Mapping[int, int], literals: Mapping[int, int]) -> dict[int, int]:
    """Latches that start and go on as an earlier one does, or as its negation."""
    first: dict[int, int] = {}
    twins: dict[int, int] = {}
    for latch in latches:
        if latch.node in merged or latch.reset is None:
            continue
        after = literals[latch.next >> 1] ^ (latch.next & 1)
        key = after ^ latch.reset
        # Phase is normalised so that the reset value is 0.
        if key == 0:
            twins[latch.node] = latch.reset
        elif key in first:
            twins[latch.node] = first[key] ^ latch.reset
        else:
            first[key] = 2 * latch.node ^ latch.reset
    return twins


def _equations(merged: Mapping[int, int]) -> list[tuple[int, ...]]:
    """What merging assumed, as clauses."""
    clauses: list[tuple[int, ...]] = []
    for latch, target in merged.items():
        if target < 2:
            clauses.append((2 * latch ^ 1 ^ target,))
        else:
            clauses += [(2 * latch, target ^ 1), (2 * latch ^ 1, target)]
    return clauses
