"""Sets of states of a circuit as decision diagrams, with images by a partitioned relation.

Latch v has a variable for now and, next to it in the order, one for later.  The conjuncts ``later(v) <-> next(v)`` and
the constraints are clustered up to a size, and variables are quantified after the last cluster that mentions them
(Burch, Clarke, Long, VLSI'91; ordering of clusters after Ranjan et al., IWLS'95).
A *step set* speaks of latches and inputs: steps, not states.  Limit: building may blow up; the deadline is looked at
between operations.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.circuit import Circuit
from assay.core.errors import SolverFailure
from assay.solve.bdd import Diagram, Diagrams
from assay.spaces.circuit.clusters import arranged, endings

CLUSTER: Final = 2_000
# To count nodes takes longer than most operations: it is done at so many looks at the clock.
EVERY: Final = 50

Schedule = Sequence[tuple[Diagram, frozenset[str]]]


class Functions:
    """The functions of a circuit's literals over its latches and inputs, in one manager, made when first needed.

    Spaces of circuits that differ only in which leaves are latches may share them.
    """

    def __init__(self, circuit: Circuit, deadline: Deadline = FOREVER, largest: float = math.inf) -> None:
        self.circuit = circuit
        self.deadline = deadline
        self.largest = largest
        self.diagrams = Diagrams()
        self._looks = 0
        self._latches = frozenset(latch.node for latch in circuit.latches)
        roots = [*goals_of(circuit), *circuit.constraints, circuit.initial, *(2 * row.node for row in circuit.latches)]
        self._ranks = {node: rank for rank, node in enumerate(_order(circuit, roots))}
        self._leaves: dict[int, Diagram] = {}
        self._table: dict[int, Diagram] = {0: self.diagrams.false}

    def check_time(self) -> None:
        """Gives up when time is over, or when there are more than ``largest`` nodes."""
        if self.deadline.passed:
            raise SolverFailure("out of time")
        if self.largest < math.inf:
            self._looks += 1
            if self._looks % EVERY == 1 and self.diagrams.live > self.largest:
                raise SolverFailure("the decision diagrams have become too large")

    def declare(self, nodes: Iterable[int]) -> None:
        """Variables for these leaves; a latch has one for later next to that for now.

        They are ordered as a walk from the properties meets them.
        """
        fresh = [node for node in nodes if node not in self._leaves]
        for node in sorted(fresh, key=lambda node: self._ranks.get(node, 0)):
            if node in self._latches:
                self.diagrams.pair(now(node), later(node))
            self._leaves[node] = self._table[node] = self.diagrams.variable(now(node))

    def prepare(self, roots: Sequence[int]) -> None:
        """Makes the function of every root's node; others are forgotten as soon as nothing needs them."""
        left, right = self.circuit.left, self.circuit.right
        cone = self.circuit.cone([root for root in roots if root >> 1 not in self._table])
        self.declare(node for node in cone if left[node] < 0)
        gates = [node for node in cone if left[node] >= 0 and node not in self._table]
        uses: dict[int, int] = {}
        for node in gates:
            for child in (left[node] >> 1, right[node] >> 1):
                uses[child] = uses.get(child, 0) + 1
        kept = {root >> 1 for root in roots}
        table = dict(self._table)
        for node in gates:
            self.check_time()
            a, b = left[node], right[node]
            x, y = table[a >> 1], table[b >> 1]
            table[node] = (~x if a & 1 else x) & (~y if b & 1 else y)
            for child in (a >> 1, b >> 1):
                uses[child] -= 1
                if not uses[child] and child not in kept and child not in self._table:
                    del table[child]
        self._table.update((node, table[node]) for node in kept)

    def literal(self, literal: int) -> Diagram:
        """The step set where a literal is true."""
        if literal >> 1 not in self._table:
            self.prepare([literal])
        function = self._table[literal >> 1]
        return ~function if literal & 1 else function


class CircuitSpace:
    """State sets of ``circuit`` (over latches) and step sets (over latches and inputs)."""

    def __init__(
        self,
        circuit: Circuit,
        extra: Sequence[int] = (),
        deadline: Deadline = FOREVER,
        functions: Functions | None = None,
    ) -> None:
        self.circuit = circuit
        self.functions = functions or Functions(circuit, deadline)
        self.diagrams = self.functions.diagrams
        self.latches = tuple(latch.node for latch in circuit.latches)
        self._nexts = {latch.node: latch.next for latch in circuit.latches}
        goals = [*goals_of(circuit), *extra]
        order = _order(circuit, [*goals, *circuit.constraints, circuit.initial, *(2 * n for n in self.latches)])
        self.functions.declare(order)
        self.functions.prepare([*goals, *circuit.constraints, circuit.initial, *self._nexts.values()])
        self._inputs = frozenset(now(node) for node in order if node not in self._nexts)
        self._to_later = {now(node): later(node) for node in self.latches}
        self._to_now = {later(node): now(node) for node in self.latches}
        self._clusters = self._clustered()
        self._forward = self._scheduled({*self._to_later, *self._inputs})
        self._backward = self._scheduled({*self._to_now, *self._inputs})
        # What no part of the relation mentions.
        self._alone = (self._to_later.keys() | self._inputs).difference(*(ending for _, ending in self._forward))

    def check_time(self) -> None:
        self.functions.check_time()

    def literal(self, literal: int) -> Diagram:
        """The step set where a literal of the circuit is true."""
        return self.functions.literal(literal)

    def _clustered(self) -> list[Diagram]:
        """The relation in conjuncts of some size, of latches that have variables in common."""
        diagrams = self.diagrams
        parts = [
            diagrams.equal(diagrams.variable(later(node)), self.literal(after)) for node, after in self._nexts.items()
        ]
        parts += [self.literal(constraint) for constraint in self.circuit.constraints]
        supports = [diagrams.support(part) for part in parts]
        clusters: list[Diagram] = []
        for number in arranged(supports, {*self._to_later, *self._inputs}):
            self.check_time()
            part = parts[number]
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
        order = arranged(supports, quantified)
        ending = endings([supports[number] for number in order], quantified)
        return [(self._clusters[number], names) for number, names in zip(order, ending, strict=True)]

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
        product = self.diagrams.exists(self._alone, states)
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

    def steps_before(self, states: Diagram, within: Diagram | None = None) -> Diagram:
        """The steps (those ``within``), as constraints allow them, that lead into ``states``."""
        diagrams = self.diagrams
        inside = diagrams.true if within is None else within
        for constraint in self.circuit.constraints:
            self.check_time()
            inside = inside & self.literal(constraint)
        if inside == diagrams.false:
            return inside
        support = diagrams.support(states)
        # Where a step is outside, the next functions do not matter: inside a small set they are small.
        change = {
            now(node): diagrams.restrict(self.literal(after), inside)
            for node, after in self._nexts.items()
            if now(node) in support
        }
        return inside & diagrams.substitute(change, states)

    def steps_of(self, steps: Diagram, state: Mapping[int, int]) -> Diagram:
        """Those of ``steps``, as constraints allow them, that lead to one state."""
        for constraint in self.circuit.constraints:
            steps = steps & self.literal(constraint)
        for node, after in self._nexts.items():
            steps = steps & self.literal(after if state[node] else after ^ 1)
        return steps

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
        return [(node_of(name), low, high) for name, low, high in rows], root


def goals_of(circuit: Circuit) -> list[int]:
    """The literals that properties are about."""
    return [*circuit.bads, *(part for group in circuit.justice for part in group), *circuit.fairness]


def now(node: int) -> str:
    return f"x{node}"


def later(node: int) -> str:
    return f"y{node}"


def node_of(name: str) -> int:
    """The leaf that a variable belongs to."""
    return int(name[1:])


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
