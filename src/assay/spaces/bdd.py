"""Sets of states of a circuit as decision diagrams, with images by a partitioned relation.

Latch v has a variable for now and, next to it in the order, one for later.  The conjuncts ``later(v) <-> next(v)`` and
the constraints are clustered up to a size, and variables are quantified after the last cluster that mentions them
(Burch, Clarke, Long, VLSI'91; ordering of clusters after Ranjan et al., IWLS'95).
A *step set* speaks of latches and inputs: steps, not states.  Limit: building may blow up; the deadline is looked at
between operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from assay.core.circuit import Circuit
from assay.core.errors import SolverFailure
from assay.solve.bdd import Diagram, Diagrams
from assay.solve.budget import FOREVER, Deadline

CLUSTER: Final = 2_000

Schedule = Sequence[tuple[Diagram, frozenset[str]]]


class CircuitSpace:
    """State sets of ``circuit`` (over latches) and step sets (over latches and inputs)."""

    def __init__(self, circuit: Circuit, extra: Sequence[int] = (), deadline: Deadline = FOREVER) -> None:
        self.circuit = circuit
        self.deadline = deadline
        self.diagrams = Diagrams()
        self.latches = tuple(latch.node for latch in circuit.latches)
        self._nexts = {latch.node: latch.next for latch in circuit.latches}
        goals = [*circuit.bads, *(part for group in circuit.justice for part in group), *circuit.fairness, *extra]
        roots = [*goals, *circuit.constraints, circuit.initial, *self._nexts.values()]
        order = _order(circuit, [*goals, *circuit.constraints, circuit.initial, *(2 * n for n in self.latches)])
        leaves: dict[int, Diagram] = {}
        for node in order:
            leaves[node] = self.diagrams.variable(now(node))
            if node in self._nexts:
                self.diagrams.variable(later(node))
        self._functions = self._build(roots, leaves)
        self._inputs = frozenset(now(node) for node in order if node not in self._nexts)
        self._to_later = {now(node): later(node) for node in self.latches}
        self._to_now = {later(node): now(node) for node in self.latches}
        self._clusters = self._clustered()
        self._forward = self._scheduled({*self._to_later, *self._inputs})
        self._backward = self._scheduled({*self._to_now, *self._inputs})

    def check_time(self) -> None:
        if self.deadline.passed:
            raise SolverFailure("out of time")

    # -- building ------------------------------------------------------------------------------------------------------

    def _build(self, roots: Sequence[int], leaves: Mapping[int, Diagram]) -> dict[int, Diagram]:
        """The function of every root's node; others are forgotten as soon as nothing needs them."""
        left, right = self.circuit.left, self.circuit.right
        gates = [node for node in self.circuit.cone(roots) if left[node] >= 0]
        uses: dict[int, int] = {}
        for node in gates:
            for child in (left[node] >> 1, right[node] >> 1):
                uses[child] = uses.get(child, 0) + 1
        for root in roots:
            uses[root >> 1] = uses.get(root >> 1, 0) + 1
        table: dict[int, Diagram] = {**leaves, 0: self.diagrams.false}
        for node in gates:
            self.check_time()
            a, b = left[node], right[node]
            x, y = table[a >> 1], table[b >> 1]
            table[node] = (~x if a & 1 else x) & (~y if b & 1 else y)
            for child in (a >> 1, b >> 1):
                uses[child] -= 1
                if not uses[child] and left[child] >= 0:
                    del table[child]
        return table

    def literal(self, literal: int) -> Diagram:
        """The step set where a literal of a root is true."""
        function = self._functions[literal >> 1]
        return ~function if literal & 1 else function

    def _clustered(self) -> list[Diagram]:
        diagrams = self.diagrams
        parts = [
            diagrams.equal(diagrams.variable(later(node)), self.literal(after)) for node, after in self._nexts.items()
        ]
        parts += [self.literal(constraint) for constraint in self.circuit.constraints]
        clusters: list[Diagram] = []
        for part in parts:
            self.check_time()
            if clusters and len(clusters[-1]) + len(part) <= 2 * CLUSTER:
                both = clusters[-1] & part
                if len(both) <= CLUSTER:
                    clusters[-1] = both
                    continue
            clusters.append(part)
        return clusters

    def _scheduled(self, quantified: set[str]) -> Schedule:
        """The clusters in an order in which variables can be quantified early, each with those that end there."""
        supports = [self.diagrams.support(cluster) for cluster in self._clusters]
        counts: dict[str, int] = {}
        for support in supports:
            for name in support & quantified:
                counts[name] = counts.get(name, 0) + 1
        left, seen = list(range(len(supports))), set[str]()
        schedule: list[tuple[Diagram, frozenset[str]]] = []

        def gain(index: int) -> float:
            support = supports[index]
            ending = sum(1 for name in support if counts.get(name) == 1)
            staying = len(support - quantified)
            return (ending - staying - 0.5 * len(support - seen)) / (len(support) + 1)

        while left:
            best = max(left, key=gain)
            left.remove(best)
            seen |= supports[best]
            mine = supports[best] & quantified
            for name in mine:
                counts[name] -= 1
            schedule.append((self._clusters[best], frozenset(name for name in mine if not counts[name])))
        return schedule

    # -- sets ----------------------------------------------------------------------------------------------------------

    def initial(self) -> Diagram:
        """The initial states."""
        values = {now(latch.node): bool(latch.reset) for latch in self.circuit.latches if latch.reset is not None}
        return self.diagrams.exists(self._inputs, self.diagrams.cube(values) & self.literal(self.circuit.initial))

    def states(self, steps: Diagram) -> Diagram:
        """The states where some inputs make a step of the set."""
        return self.diagrams.exists(self._inputs, steps)

    def image(self, states: Diagram) -> Diagram:
        """The states that a step (of a step set, too) leads to."""
        mentioned = frozenset[str]().union(*(ending for _, ending in self._forward))
        alone = (set(self._to_later) | self._inputs) - mentioned
        product = self.diagrams.exists(alone, states)
        for cluster, ending in self._forward:
            self.check_time()
            product = self.diagrams.and_exists(product, cluster, ending)
        return self.diagrams.rename(self._to_now, product)

    def preimage(self, states: Diagram, steps: Diagram | None = None) -> Diagram:
        """The states from which a step (one of ``steps``) leads into ``states``."""
        product = self.diagrams.rename(self._to_later, states)
        if steps is not None:
            product = product & steps
        for cluster, ending in self._backward:
            self.check_time()
            product = self.diagrams.and_exists(product, cluster, ending)
        return self.diagrams.exists((*self._to_now, *self._inputs), product)

    def steps_into(self, state: Mapping[int, int]) -> Diagram:
        """The steps, as constraints allow them, that lead to one state."""
        values = {later(node): bool(state[node]) for node in self.latches}
        product = self.diagrams.true
        for cluster in self._clusters:
            product = product & self.diagrams.assign(values, cluster)
        return product

    def pick(self, steps: Diagram) -> tuple[dict[int, int], dict[int, int]]:
        """A state and the inputs of some step in the set; what does not matter is 0, or as at reset."""
        found = self.diagrams.pick(steps)
        state = {latch.node: latch.reset or 0 for latch in self.circuit.latches}
        state.update({node: int(found[now(node)]) for node in self.latches if now(node) in found})
        inputs = {node: int(found[now(node)]) for node in self.circuit.inputs if now(node) in found}
        return state, inputs

    def only(self, state: Mapping[int, int]) -> Diagram:
        """The set of one state."""
        return self.diagrams.cube({now(node): bool(state[node]) for node in self.latches})

    def table(self, states: Diagram) -> tuple[list[tuple[int, int, int]], int]:
        """The set as a list of ``(latch, low, high)``; literals as in ``Diagrams.table``."""
        rows, root = self.diagrams.table(states)
        return [(int(name[1:]), low, high) for name, low, high in rows], root


def now(node: int) -> str:
    return f"x{node}"


def later(node: int) -> str:
    return f"y{node}"


def _order(circuit: Circuit, roots: Iterable[int]) -> list[int]:
    """Leaves as a depth-first walk from the properties meets them, then those that their next functions need."""
    left, right = circuit.left, circuit.right
    nexts = {latch.node: latch.next for latch in circuit.latches}
    seen, found = {0}, []
    row = list(roots)
    while row:
        following: list[int] = []
        for root in row:
            stack = [root >> 1]
            while stack:
                node = stack.pop()
                if node in seen:
                    continue
                seen.add(node)
                if left[node] >= 0:
                    stack += (right[node] >> 1, left[node] >> 1)
                    continue
                found.append(node)
                if node in nexts:
                    following.append(nexts[node])
        row = following
    return found
