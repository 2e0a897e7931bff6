"""Invariants of bit-level models, checked by SAT: the same three conditions as ``witness.validate``, in gates.

The model as it was read, its property and the negation of each conjunct of the invariant are blasted together, and a
solver that had no part in finding the proof decides initiation, consecution and safety conjunct by conjunct.
Trusted: bit-blasting, and simplification of terms on construction.
Limit: time is looked at between queries.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from assay.core.circuit import Circuit
from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.core.model import Model, Safety
from assay.core.terms import FALSE, conjuncts, not_
from assay.core.verdict import Proof
from assay.solve.budget import Deadline
from assay.solve.sat import CHECKER, ConeSolver
from assay.transforms.bitblast import circuit_of


def check_proof_by_sat(model: Model, prop: Safety, proof: Proof, *, seconds: float, solver: str = CHECKER) -> str:
    """The name of what confirmed that ``proof`` proves ``prop`` of the one-location ``model``.

    Raises UnsoundVerdict if a condition is refuted, SolverFailure if time runs out.
    """
    deadline = Deadline.after(seconds)
    place = model.entry
    parts = tuple(dict.fromkeys(conjuncts(proof.invariant.get(place, FALSE))))
    for part in parts:
        foreign = sorted(symbol.name for symbol in part.free.difference(place.variables))
        if foreign:
            raise UnsoundVerdict(f"the invariant of {place} speaks of what has no value there: {', '.join(foreign)}")
    outside = tuple(Safety(f"conjunct {k}", {place: not_(part)}) for k, part in enumerate(parts))
    together = replace(model, properties=(prop, *outside), temporal=(), fairness=(), compassion=())
    circuit = circuit_of(together).circuit
    for what in _refuted(circuit, solver, deadline):
        raise UnsoundVerdict(f"{solver} refutes that {what}")
    return solver


def _refuted(circuit: Circuit, solver: str, deadline: Deadline) -> Iterator[str]:
    """The conditions that fail, in words, as they are found.  ``bads`` are the error, then what is outside."""
    bad, *outside = circuit.bads
    start = ConeSolver(circuit, solver, at_reset=True)
    for literal in outside:
        if _possible(start, [literal], deadline):
            yield "the initial states satisfy the invariant"
    start.sat.close()
    inside = ConeSolver(circuit, solver)
    for literal in outside:
        inside.sat.add([-inside.literal(literal)])
    if _possible(inside, [bad], deadline):
        yield "the invariant excludes the error"
    for constraint in circuit.constraints:
        inside.sat.add([inside.literal(constraint)])
    after = _NextStep(inside)
    for literal in outside:
        if deadline.passed:
            raise SolverFailure("no time left to check the invariant")
        if inside.sat.solve([after.literal(literal)]):
            yield "every step preserves the invariant"
    inside.sat.close()


def _possible(cones: ConeSolver, literals: list[int], deadline: Deadline) -> bool:
    if deadline.passed:
        raise SolverFailure("no time left to check the invariant")
    return cones.sat.solve(cones.literals(literals))


class _NextStep:
    """Literals over latches, one step later: gates once more, over the literals of the next functions."""

    def __init__(self, cones: ConeSolver) -> None:
        self._cones = cones
        self._table = {latch.node: cones.literal(latch.next) for latch in cones.circuit.latches}
        self._table[0] = cones.literal(0)

    def literal(self, literal: int) -> int:
        table, circuit, sat = self._table, self._cones.circuit, self._cones.sat
        for node in circuit.cone([literal]):
            if node in table:
                continue
            if not circuit.is_gate(node):
                raise UnsoundVerdict("the invariant depends on inputs")
            a, b = circuit.left[node], circuit.right[node]
            x, y = table[a >> 1], table[b >> 1]
            x, y = -x if a & 1 else x, -y if b & 1 else y
            own = table[node] = sat.fresh()
            sat.add([-own, x])
            sat.add([-own, y])
            sat.add([own, -x, -y])
        own = table[literal >> 1]
        return -own if literal & 1 else own
