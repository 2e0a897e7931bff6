"""Circuits that guess the state before the present one and check it, turned round: steps are functions then.

Backward search from the errors of a system can be written as a circuit: inputs guess all of the next state, a latch
records whether the present state is what the guess leads to, and bad is the system's first state.  Guesses are seldom
right, so searches that walk get nowhere.  In the opposite direction the system is there again: states are what was
guessed, a step is what the check demands of the present state, bad are the guesses with which a run may begin.  Runs
are those of the circuit read backward; of an inductive invariant the complement is one of the circuit.  (That forward
and backward reachability are dual is folklore; see Bradley, "Understanding IC3", SAT 2012, section 5.)

Latches are those that take over an input each (*guesses*), one that is 0 at first and then 1 (*started*), one that is 0
at first and once 0 stays so from the second step on (*legal*), which bad states need; other circuits have no such form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from assay.core.circuit import TRUE, Circuit, Gates, Latch
from assay.core.circuit_answers import Run, conjuncts, stepwise


@dataclass(frozen=True, eq=False)
class Reversed:
    """``circuit`` goes the other way; ``origin`` has the original node of each of its leaves.

    A latch stands for the latch of that node, and ``guesses`` has the input which that takes over.
    """

    original: Circuit
    circuit: Circuit
    origin: Mapping[int, int]
    guesses: Mapping[int, int]
    started: int
    legal: int

    def lift_run(self, run: Run) -> Run:
        """The run of the original that a run of the circuit is backward."""
        inputs = []
        for values, step in zip(stepwise(self.circuit, run.initial, run.inputs), run.inputs, strict=True):
            own = {self.origin[node]: value for node, value in step.items()}
            guessed = {self.guesses[self.origin[row.node]]: values[row.node] for row in self.circuit.latches}
            inputs.append({**own, **guessed})
        initial = {latch.node: latch.reset or 0 for latch in self.original.latches}
        return Run(initial, (*reversed(inputs), {}))


def reversed_circuit(circuit: Circuit) -> Reversed | None:
    """The circuit in the opposite direction, if it has the form."""
    if len(circuit.bads) != 1 or circuit.initial != TRUE or any(latch.reset is None for latch in circuit.latches):
        return None
    inputs = set(circuit.inputs)
    guesses = {
        latch.node: latch.next >> 1 for latch in circuit.latches if latch.next >> 1 in inputs and not latch.next & 1
    }
    others = [latch for latch in circuit.latches if latch.node not in guesses]
    started = [latch.node for latch in others if latch.next == TRUE and latch.reset == 0]
    legal = [latch for latch in others if latch.next != TRUE and latch.reset == 0]
    if len(set(guesses.values())) != len(guesses) or (len(started), len(legal), len(others)) != (1, 1, 2):
        return None
    return _Turned(circuit, guesses, started[0], legal[0]).made()


class _Turned:
    """The gates of the other direction: latches for guesses, and inputs for all other inputs."""

    def __init__(self, circuit: Circuit, guesses: Mapping[int, int], started: int, legal: Latch) -> None:
        self._circuit = circuit
        self._guesses = guesses
        self._started = started
        self._legal = legal
        self._gates = Gates()
        self._states = {latch: self._gates.leaf() for latch in guesses}
        guessed = set(guesses.values())
        self._others = {node: self._gates.leaf() for node in circuit.inputs if node not in guessed}
        self._inputs = {**{guesses[latch]: literal for latch, literal in self._states.items()}, **self._others}
        # What a step demands: of the state that it leaves, and of what is guessed at it.
        self._demands = (legal.next, *circuit.constraints)

    def made(self) -> Reversed | None:
        circuit, gates = self._circuit, self._gates
        start = self._start()
        functions = self._functions()
        if start is None or functions is None:
            return None
        demands = conjuncts(
            self._so_far(), self._mapped(self._demands, {**functions, **self._flags(TRUE), **self._inputs})
        )
        resets = {latch.node: latch.reset or 0 for latch in circuit.latches}
        bad = gates.all_of(self._mapped(self._demands, {**resets, **self._inputs}))
        fixed = {literal >> 1: 1 - (literal & 1) for literal in start if not gates.left[literal >> 1] >= 0}
        initial = gates.all_of(literal for literal in start if literal >> 1 not in fixed)
        latches = tuple(Latch(own >> 1, functions[latch], fixed.get(own >> 1)) for latch, own in self._states.items())
        leaves = {own >> 1: node for node, own in (*self._states.items(), *self._others.items())}
        named = {node: circuit.names[old] for node, old in leaves.items() if old in circuit.names}
        turned = Circuit(
            gates.left,
            gates.right,
            tuple(literal >> 1 for literal in self._others.values()),
            latches,
            initial,
            tuple(demands),
            (bad,),
            names=named,
        )
        return Reversed(circuit, turned, leaves, self._guesses, self._started, self._legal.node)

    def _flags(self, legal: int) -> dict[int, int]:
        return {self._started: TRUE, self._legal.node: legal}

    def _start(self) -> list[int] | None:
        """What is true of bad states and of no input; they are legal, and so none of them is the first one."""
        if 2 * self._legal.node not in conjuncts(self._circuit, self._circuit.bads):
            return None
        if any(node in self._inputs for node in self._circuit.cone(self._circuit.bads)):
            return None
        return conjuncts(self._so_far(), self._mapped(self._circuit.bads, {**self._states, **self._flags(TRUE)}))

    def _functions(self) -> dict[int, int] | None:
        """What each guessed latch has to be, if the guess at this step is right."""
        gates = self._gates
        marks = {latch: gates.leaf() for latch in self._guesses}
        legal = gates.leaf()
        parts = conjuncts(
            self._so_far(), self._mapped([self._legal.next], {**marks, **self._inputs, **self._flags(legal)})
        )
        if legal not in parts:
            return None
        found = _equalities(gates, parts)
        unknown = {literal >> 1 for literal in (*marks.values(), legal)}
        functions = {}
        for latch, mark in marks.items():
            function = found.get(mark)
            if function is None or any(node in unknown for node in self._so_far().cone([function])):
                return None
            functions[latch] = function
        return functions

    def _so_far(self) -> Circuit:
        return Circuit(self._gates.left, self._gates.right, (), ())

    def _mapped(self, roots: Sequence[int], leaves: Mapping[int, int]) -> list[int]:
        """Literals of the original over these literals for its leaves."""
        left, right, both = self._circuit.left, self._circuit.right, self._gates.both
        table = {0: 0, **leaves}
        for node in self._circuit.cone(roots):
            a, b = left[node], right[node]
            if a >= 0:
                table[node] = both(table[a >> 1] ^ (a & 1), table[b >> 1] ^ (b & 1))
        return [table[root >> 1] ^ (root & 1) for root in roots]


def _equalities(gates: Gates, parts: Iterable[int]) -> dict[int, int]:
    """Literals that are leaves, each with one that is equal where all of ``parts`` are true."""
    found: dict[int, int] = {}
    implied: set[tuple[int, int]] = set()

    def equal(one: int, other: int) -> None:
        for leaf, value in ((one, other), (other, one)):
            if gates.left[leaf >> 1] < 0:
                found.setdefault(leaf & ~1, value ^ (leaf & 1))

    def children(literal: int) -> tuple[int, int] | None:
        """Those of the gate whose negation the literal is."""
        node = literal >> 1
        return (gates.left[node], gates.right[node]) if literal & 1 and gates.left[node] >= 0 else None

    for part in parts:
        pair = children(part)
        if pair is None:
            if gates.left[part >> 1] < 0:
                equal(part, TRUE)
            continue
        one, other = pair
        # Not both, and not neither: two parts that are met one after the other.
        if (one ^ 1, other ^ 1) in implied or (other ^ 1, one ^ 1) in implied:
            equal(one, other ^ 1)
        implied.add((one, other))
        below, above = children(one), children(other)
        if below is not None and above is not None and {below[0] ^ 1, below[1] ^ 1} == set(above):
            equal(*below)
    return found
