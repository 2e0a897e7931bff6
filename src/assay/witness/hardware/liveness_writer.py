"""Why no fair run exists as a certificate circuit: the design with latches that count rounds, and an invariant.

A justice property holds if the conditions of its violation are never all met in so many rounds; ``counting`` has the
latches.  A proof that counts rounds is such an invariant already.  One by elimination becomes one: a run goes through
the n sets that were eliminated from later to earlier ones, and inside a set its condition is never met.  So in the i-th
set (i = 1 is eliminated first) at most n - i + 1 rounds were completed, and one less if its condition was met in this
round, in which the run has been in a later set; after n rounds no more are completed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from assay.core.circuit import TRUE, Circuit, Gates
from assay.core.errors import Unsupported
from assay.core.evidence import Clauses, Counting, Elimination, NoFairRun, StateTable
from assay.core.model import Justice, Model
from assay.transforms.circuit.extension import Extension
from assay.transforms.temporal.liveness import rounds
from assay.transforms.temporal.violations import violations
from assay.witness.hardware.certificate_writer import write_aiger

# Rounds that a certificate has latches for.
MOST_ROUNDS = 2_000


def liveness_certificate(model: Model, prop: Justice, found: NoFairRun) -> tuple[str, int]:
    """The certificate that ``found`` shows ``prop`` of the one-location ``model``, in ascii AIGER, and its rounds."""
    violating = violations(model, prop)
    assert violating is not None, "justice is a property of runs"
    circuit = violating.circuit
    if circuit.initial != TRUE or len(circuit.latches) != len(violating.blasted.circuit.latches):
        raise Unsupported("AIGER cannot express an initial condition, or fairness, beyond its own")
    number = found.number if isinstance(found, Counting) else len(found.removals) + 1
    if number > MOST_ROUNDS:
        raise Unsupported(f"a certificate that counts {number} rounds would be too large", hint="--engine ic3")
    counter = _Counter(circuit, number)
    parts = counter.counted(found) if isinstance(found, Counting) else counter.eliminated(found)
    inside = counter.extension.gates.all_of(parts)
    comment = "certificate: the bad state is the negation of an inductive invariant of the design that counts rounds"
    return write_aiger(counter.extension.made(bads=(inside ^ 1,)), comment), number


class _Counter:
    """The circuit with the latches of ``counting``, in the order that it has."""

    def __init__(self, circuit: Circuit, number: int) -> None:
        self.circuit = circuit
        self.number = number
        self.extension = Extension(circuit)
        self.conditions = tuple(circuit.fairness)
        gates = self.extension.gates
        seen = [self.extension.latch(0) for _ in self.conditions]
        counted = [self.extension.latch(0) for _ in range(number)]
        met = [gates.either(latch, condition) for latch, condition in zip(seen, self.conditions, strict=True)]
        complete = gates.all_of(met)
        for latch, literal in zip(seen, met, strict=True):
            self.extension.step(latch, gates.both(literal, complete ^ 1))
        before = 1
        for latch in counted:
            self.extension.step(latch, gates.either(latch, gates.both(before, complete)))
            before = latch
        # Latches that say which conditions were met in this round, and how many rounds were completed.
        self.seen, self.rounds = seen, counted
        self.extension.fairness.clear()

    def counted(self, found: Counting) -> list[int]:
        """The invariant of a circuit that has one latch for conditions that are the same."""
        gates, distinct = self.extension.gates, list(dict.fromkeys(self.conditions))
        first = [self.seen[self.conditions.index(condition)] for condition in distinct]
        theirs = [latch.node for latch in rounds(self.circuit, found.number).latches]
        ours = [2 * latch.node for latch in self.circuit.latches] + first + list(self.rounds)
        table = dict(zip(theirs, ours, strict=True))
        parts = _clauses(gates, [[table[part >> 1] ^ (part & 1) for part in clause] for clause in found.clauses])
        for condition, latch in zip(self.conditions, self.seen, strict=True):
            parts.append(gates.differ(latch, first[distinct.index(condition)]) ^ 1)
        return parts

    def eliminated(self, found: Elimination) -> list[int]:
        """Inside the reachable states: the fewer sets are left to go through, the more rounds there may have been."""
        gates = self.extension.gates
        parts = [_set(gates, found.reached), *_clauses(gates, found.clauses), *self._ordered()]
        earlier = 0
        for place, (states, condition) in enumerate(found.removals):
            inside = gates.both(_set(gates, states), earlier ^ 1)
            earlier = gates.either(earlier, inside)
            most = len(found.removals) - place
            parts.append(gates.either(inside ^ 1, self._at_most(most)))
            if condition in self.conditions:
                met = gates.both(inside, self.seen[self.conditions.index(condition)])
                parts.append(gates.either(met ^ 1, self._at_most(most - 1)))
        return [*parts, earlier]

    def _ordered(self) -> list[int]:
        """Rounds are completed one after the other."""
        gates, counted = self.extension.gates, self.rounds
        return [gates.either(after ^ 1, before) for before, after in pairwise(counted)]

    def _at_most(self, completed: int) -> int:
        """No more than so many rounds were completed."""
        return self.rounds[completed] ^ 1


def _clauses(gates: Gates, clauses: Clauses | Sequence[Sequence[int]]) -> list[int]:
    return [gates.any_of(clause) for clause in clauses]


def _set(gates: Gates, states: StateTable) -> int:
    """The literal that is true in exactly the states of the table."""
    rows = [0]
    for latch, low, high in states.rows:
        then, otherwise = rows[high >> 1] ^ (high & 1), rows[low >> 1] ^ (low & 1)
        rows.append(gates.choose(2 * latch, then, otherwise))
    return rows[states.root >> 1] ^ (states.root & 1)
