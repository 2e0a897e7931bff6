"""Gates that compute the same, or opposite values, become one gate.

Gates are made over again, smallest node first.  One that has the same values as an earlier one under random patterns is
asked about: a SAT solver shows that both are always equal, and the earlier one stands for both, or finds a pattern that
tells them apart, and probably others as well (Kuehlmann, Paruthi, Krohm, Ganai, "Robust Boolean reasoning for
equivalence checking and functional property verification", TCAD 2002, section IV; Mishchenko, Chatterjee, Jiang,
Brayton, "FRAIGs: a unifying representation for logic synthesis and verification", 2005).
Limits: a query that is not easy leaves both as they are; when queries have taken too much work no more are asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from random import Random
from typing import Final

from assay.core.circuit import Circuit, Gates
from assay.solve.sat import ConeSolver
from assay.transforms.circuit.correspondence import correspondences
from assay.transforms.circuit.simplify import Simplified, simplify
from assay.transforms.circuit.simulation import Simulation

# A solver without inprocessing: each of many queries is easy.
SOLVER: Final = "minisat22"
SEED: Final = 1
# Random patterns at first, and what each batch of patterns that told gates apart becomes with variations.
PATTERNS: Final = 256
BLOCKS: Final = 16
BATCH: Final = 64
VARIATIONS: Final = 4
# So many earlier gates of the same values a gate is compared with.
COMPARED: Final = 2
# Conflicts in a query.
PATIENCE: Final = 50
# A solver is made anew when it has so many variables: each query assigns all of them.
MOST_VARIABLES: Final = 3000
# Variables that all queries may have assigned, and how many of them a look at the values of a node counts.
MOST_WORK: Final = 25_000_000
LOOK: Final = 5


def swept(circuit: Circuit) -> Generator[None, None, Simplified]:
    """The circuit without latches that correspond to others, and without redundant gates; it pauses between queries."""
    fewer_latches = simplify(circuit, equal=(yield from correspondences(circuit)))
    same = yield from equal_gates(fewer_latches.circuit)
    redundant = {node: literal for node, literal in enumerate(same) if literal != 2 * node}
    return fewer_latches.then(simplify(fewer_latches.circuit, equal=redundant))


def equal_gates(circuit: Circuit) -> Generator[None, None, Sequence[int]]:
    """For each node the literal of an earlier one that is equal in every state and for all inputs, or its own.

    It pauses after each query.
    """
    sweep = _Sweep(circuit)
    try:
        yield from sweep.search()
    finally:
        sweep.close()
    return sweep.same


class _Sweep:
    def __init__(self, circuit: Circuit) -> None:
        self._circuit = circuit
        self._simulation = Simulation(circuit)
        self._random = Random(SEED)
        self._gates = Gates()
        self._graph = Circuit(self._gates.left, self._gates.right, (), ())
        self._cones = ConeSolver(self._graph, SOLVER)
        self._leaves = [node for node in range(1, circuit.size) if not circuit.is_gate(node)]
        # The literal over the new gates of each node, and the other way round for nodes that are not redundant.
        self._new = [0] * circuit.size
        self._old = {0: 0}
        self.same = [2 * node for node in range(circuit.size)]
        # Values of nodes up to sign, as numbers: equal ones have been equal under all patterns.
        self._signs = [0] * circuit.size
        self._values = [0] * circuit.size
        self._numbers = 1
        # Nodes whose values others have as well.
        self._shared = list(range(circuit.size))
        # Nodes that are not redundant, by their values.
        self._known: dict[int, list[int]] = {}
        self._apart: list[dict[int, int]] = []
        self.work = 0

    def close(self) -> None:
        self._cones.sat.close()

    def search(self) -> Iterator[None]:
        circuit, new, both = self._circuit, self._new, self._gates.both
        left, right = circuit.left, circuit.right
        self._look({node: self._drawn() for node in self._leaves}, BLOCKS * PATTERNS, first=True)
        self._known = {self._values[0]: [0]}
        for node in range(1, circuit.size):
            a, b = left[node], right[node]
            literal = self._gates.leaf() if a < 0 else both(new[a >> 1] ^ (a & 1), new[b >> 1] ^ (b & 1))
            new[node] = literal
            known = self._old.get(literal >> 1)
            if known is not None:
                self.same[node] = 2 * known ^ (new[known] ^ literal) & 1
                continue
            if a >= 0 and self.work < MOST_WORK:
                yield from self._compare(node)
            if self.same[node] == 2 * node:
                self._old[new[node] >> 1] = node
                self._known.setdefault(self._values[node], []).append(node)

    def _compare(self, node: int) -> Iterator[None]:
        """Finds out whether the node is equal to an earlier one."""
        for other in self._known.get(self._values[node], ())[:COMPARED]:
            sign = self._signs[node] ^ self._signs[other]
            answer = self._differ(self._new[node], self._new[other] ^ sign)
            yield
            if answer is False:
                self.same[node] = 2 * other ^ sign
                self._new[node] = self._new[other] ^ sign
                return
            if answer:
                self._apart.append(self._pattern())
                if len(self._apart) == BATCH:
                    self._look_again()
                    # What the node is equal to now may not be in this list.
                    return

    def _differ(self, a: int, b: int) -> bool | None:
        """May the literals differ?  None if that is hard to say."""
        if self._cones.sat.variables > MOST_VARIABLES:
            self._cones.sat.close()
            self._cones = ConeSolver(self._graph, SOLVER)
        sat, queries = self._cones.sat, self._cones.sat.queries
        answer = self._cones.may_differ(a, b, PATIENCE)
        self.work += (sat.queries - queries) * sat.variables
        return answer

    # -- patterns ------------------------------------------------------------------------------------------------------

    def _drawn(self) -> int:
        """Values of a leaf, in each block of patterns by chance, seldom true, or mostly."""
        word = 0
        for _ in range(BLOCKS):
            bits, kind = self._random.getrandbits, self._random.getrandbits(2)
            drawn = bits(PATTERNS)
            if kind == 1:
                drawn &= bits(PATTERNS) & bits(PATTERNS)
            elif kind == 2:
                drawn |= bits(PATTERNS) | bits(PATTERNS)
            word = word << PATTERNS | drawn
        return word

    def _pattern(self) -> dict[int, int]:
        """After a positive answer: the values of the leaves that matter."""
        model, variable, new = self._cones.sat.model(), self._cones.variable, self._new
        found = {}
        for node in self._leaves:
            own = variable.get(new[node] >> 1)
            if own is not None and own <= len(model):
                found[node] = int(model[own - 1] > 0)
        return found

    def _look_again(self) -> None:
        """Looks at the values under the patterns found, with values by chance for what does not matter."""
        random, count = self._random, len(self._apart) * VARIATIONS
        every = (1 << VARIATIONS) - 1
        leaves = {
            node: sum(
                (random.getrandbits(VARIATIONS) if (bit := pattern.get(node)) is None else every * bit)
                << place * VARIATIONS
                for place, pattern in enumerate(self._apart)
            )
            for node in self._leaves
        }
        self._apart = []
        self._look(leaves, count)
        self._known = {}
        for node in self._shared:
            if self._old.get(self._new[node] >> 1) == node:
                self._known.setdefault(self._values[node], []).append(node)

    def _look(self, leaves: dict[int, int], count: int, *, first: bool = False) -> None:
        """Tells values apart by more patterns; the sign of a node makes its first value 0."""
        everywhere = (1 << count) - 1
        self.work += LOOK * self._circuit.size
        words = self._simulation.values(leaves, everywhere)
        if first:
            self._signs = [word & 1 for word in words]
        signs, values = (0, everywhere), self._values
        numbers: dict[tuple[int, int], int] = {}
        for node in self._shared:
            key = values[node], words[node] ^ signs[self._signs[node]]
            values[node] = numbers.setdefault(key, self._numbers + len(numbers))
        self._numbers += len(numbers)
        often = Counter(map(values.__getitem__, self._shared))
        self._shared = [node for node in self._shared if often[values[node]] > 1]
