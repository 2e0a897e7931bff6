"""Latches that are equal, opposite or constant in every reachable state, by induction over all of them together.

At first all latches with a fixed reset value may be equal, up to the sign that makes that value 0.  Random runs tell
them apart, and then steps, from states in which what is left of that is true, to states in which it is not: once there
is none, it is an invariant (van Eijk, "Sequential equivalence checking based on structural similarities", TCAD 2000,
section III).  Such steps are looked for over gates in which latches are replaced already, where most next functions are
one node (Mishchenko, Case, Brayton, Jang, "Scalable and scalably-verifiable sequential synthesis", ICCAD 2008).
Limits: nothing is found if that takes too much work.  Latches with an open reset value are left alone, and the
circuit's initial literal is not looked at: all states that reset values allow count as initial.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from random import Random
from typing import Final

from assay.core.circuit import Circuit
from assay.solve.sat import ConeSolver
from assay.transforms.circuit.simplify import rebuilt
from assay.transforms.circuit.simulation import Simulation

# A solver without inprocessing: each of many queries is easy.
SOLVER: Final = "minisat22"
SEED: Final = 1
# Runs at a time, and steps that they have as long as they tell latches apart; gates times steps at most.
RUNS: Final = 256
STEPS: Final = 64
MOST_EVALUATED: Final = 1_000_000
# Steps without a difference after which random runs end.
DULL: Final = 12
# So many steps that break something are collected before they are simulated, each with so many variations, and gone on
# with for so many steps.
BATCH: Final = 8
VARIATIONS: Final = 32
AFTERWARDS: Final = 4
# Conflicts in a query.
PATIENCE: Final = 100
# Variables that all queries may have assigned, and how many of them making or evaluating a node counts.
MOST_WORK: Final = 25_000_000
LOOK: Final = 4


def correspondences(circuit: Circuit) -> Generator[None, None, dict[int, int]]:
    """To each latch that is redundant the literal of an earlier latch, or constant, that it is always equal to.

    It pauses after each query.
    """
    classes = _Classes(circuit)
    random = Random(SEED)
    simulation = Simulation(circuit)
    yield from _random_runs(simulation, classes, random)
    work = 0
    while work < MOST_WORK:
        induction = _Round(circuit, classes, simulation, random)
        try:
            yield from induction.search(MOST_WORK - work)
        finally:
            induction.close()
        if induction.holds:
            return induction.merged
        work += induction.work
    return {}


class _Classes:
    """Which latches may still be equal, up to sign.

    A latch with a fixed reset value is looked at with the sign that makes this value 0, as the constant is.
    """

    def __init__(self, circuit: Circuit) -> None:
        self.sign = {latch.node: latch.reset or 0 for latch in circuit.latches}
        self.of = {0: 0}
        for latch in circuit.latches:
            self.of[latch.node] = 0 if latch.reset is not None else len(self.of)
        self._number = len(set(self.of.values()))

    def refine(self, words: Mapping[int, int], runs: int) -> bool:
        """Latches with different words (in some of the ``runs``) part; did some?"""
        numbers: dict[tuple[int, int], int] = {}
        refined = {}
        for node, known in self.of.items():
            word = words[node] & runs if node else 0
            if node and self.sign[node]:
                word ^= runs
            refined[node] = numbers.setdefault((known, word), len(numbers))
        self.of = refined
        before, self._number = self._number, len(numbers)
        return self._number > before

    def part(self, node: int) -> None:
        """The latch is like no other one."""
        self.of[node] = max(self.of.values()) + 1
        self._number += 1

    def merged(self) -> dict[int, int]:
        """To each latch that is not the first of its class the literal of that one."""
        first: dict[int, int] = {}
        merged = {}
        for node, number in self.of.items():
            if number in first:
                other = first[number]
                merged[node] = 2 * other ^ self.sign.get(other, 0) ^ self.sign[node]
            else:
                first[number] = node
        return merged


def _random_runs(simulation: Simulation, classes: _Classes, random: Random) -> Iterator[None]:
    """Tells apart what differs in random runs from initial states.

    Runs that break a constraint end, and when few are left, others begin where those are.  If all break one at once,
    they go on regardless, for no legal run is at hand.
    """
    circuit = simulation.circuit
    everywhere = (1 << RUNS) - 1
    state = {
        latch.node: random.getrandbits(RUNS) if latch.reset is None else everywhere * latch.reset
        for latch in circuit.latches
    }
    inputs = dict.fromkeys(circuit.inputs, 0)
    runs, dull = everywhere, 0
    for _ in range(max(1, min(STEPS, MOST_EVALUATED // circuit.size))):
        inputs = {node: _drawn(random, RUNS, before) for node, before in inputs.items()}
        state, legal = simulation.step(state, inputs, everywhere)
        runs = runs & legal or everywhere
        dull = 0 if classes.refine(state, runs) else dull + 1
        if dull == DULL:
            return
        if 2 * runs.bit_count() < RUNS:
            state, runs = _multiplied(state, runs, everywhere)
        yield


def _multiplied(state: Mapping[int, int], runs: int, everywhere: int) -> tuple[dict[int, int], int]:
    """Runs that have ended take over the states of others."""
    distance = 1
    while runs != everywhere and distance < RUNS:
        for moved in (distance, -distance):
            taken = (runs << moved if moved > 0 else runs >> -moved) & ~runs & everywhere
            state = {
                node: word & ~taken | (word << moved if moved > 0 else word >> -moved) & taken
                for node, word in state.items()
            }
            runs |= taken
        distance *= 2
    return dict(state), runs


def _drawn(random: Random, runs: int, before: int) -> int:
    """Values of an input: by chance, seldom, mostly, or as they were."""
    word = random.getrandbits(runs)
    match random.getrandbits(2):
        case 0:
            return word
        case 1:
            return word & random.getrandbits(runs)
        case 2:
            return word | random.getrandbits(runs)
        case _:
            return before


class _Round:
    """Looks for steps from states in which all classes are as they are now to states in which they are not.

    ``holds``: every query has been answered, and there is none.
    """

    def __init__(self, circuit: Circuit, classes: _Classes, simulation: Simulation, random: Random) -> None:
        self._circuit = circuit
        self._classes = classes
        self._simulation = simulation
        self._random = random
        self.merged = classes.merged()
        self.holds = True
        self.work = LOOK * circuit.size
        self._nexts = {latch.node: latch.next for latch in circuit.latches}
        gates, self._literals, _ = rebuilt(circuit, self.merged)
        self._cones = ConeSolver(Circuit(gates.left, gates.right, (), ()), SOLVER)
        for constraint in circuit.constraints:
            self._cones.sat.add([self._cones.literal(self._new(constraint))])
        # Latches that a step has told apart, and the values of leaves in it that matter.
        self._broken: list[tuple[int, dict[int, int]]] = []

    def close(self) -> None:
        self._cones.sat.close()

    def search(self, most: int) -> Iterator[None]:
        """Parts the latches that steps tell apart, and those of which it is hard to say, with so much work at most."""
        classes = self._classes
        for node, target in self.merged.items():
            if self.work > most:
                self.holds = False
                return
            if classes.of[node] != classes.of[target >> 1]:
                continue
            own = self._new(self._nexts[node])
            other = target if target < 2 else self._new(self._nexts[target >> 1]) ^ (target & 1)
            answer = self._differ(own, other)
            if answer is not False:
                self.holds = False
            if answer is None:
                classes.part(node)
            elif answer:
                self._broken.append((node, self._leaves()))
                if len(self._broken) == BATCH:
                    self._simulate()
            yield
        if self._broken:
            self._simulate()

    def _new(self, old: int) -> int:
        return self._literals[old >> 1] ^ (old & 1)

    def _differ(self, a: int, b: int) -> bool | None:
        """May the literals differ?  None if that is hard to say."""
        sat, queries = self._cones.sat, self._cones.sat.queries
        answer = self._cones.may_differ(a, b, PATIENCE)
        self.work += (sat.queries - queries) * sat.variables
        return answer

    def _leaves(self) -> dict[int, int]:
        """After a positive answer: the values of latches and inputs that matter, over the circuit's own nodes."""
        model, variable = self._cones.sat.model(), self._cones.variable
        values = {}
        for node in (*self._circuit.inputs, *self._nexts):
            literal = self._new(2 * node)
            own = variable.get(literal >> 1)
            if literal < 2:
                values[node] = literal
            elif own is not None and own <= len(model):
                values[node] = int(model[own - 1] > 0) ^ (literal & 1)
        return values

    def _simulate(self) -> None:
        """Takes the steps, with values by chance for what does not matter, and goes on from where they lead.

        All states on the way satisfy what the classes come to in the end.
        """
        random, runs = self._random, len(self._broken) * VARIATIONS
        every = (1 << VARIATIONS) - 1
        everywhere = (1 << runs) - 1

        def word(node: int) -> int:
            return sum(
                (random.getrandbits(VARIATIONS) if (bit := leaves.get(node)) is None else every * bit)
                << place * VARIATIONS
                for place, (_, leaves) in enumerate(self._broken)
            )

        inputs = {node: word(node) for node in self._circuit.inputs}
        state = {node: word(node) for node in self._nexts if node not in self.merged}
        for node, target in self.merged.items():
            state[node] = (state[target >> 1] if target > 1 else 0) ^ (everywhere if target & 1 else 0)
        legal = everywhere
        for _ in range(AFTERWARDS):
            self.work += LOOK * self._circuit.size
            state, allowed = self._simulation.step(state, inputs, everywhere)
            legal &= allowed
            self._classes.refine(state, legal)
            inputs = {node: random.getrandbits(runs) for node in inputs}
        for node, _ in self._broken:
            if self._classes.of[node] == self._classes.of[self.merged[node] >> 1]:
                self._classes.part(node)
        self._broken = []
