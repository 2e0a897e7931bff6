"""Invariants of bit-level models, checked by SAT: the same three conditions as ``witness.check.invariants``, in gates.

The model as it was read, its property and the negation of each conjunct of the invariant are blasted together, and a
solver that had no part in finding the proof decides initiation, consecution and safety conjunct by conjunct.  Where the
error is excluded by induction over several steps, base and step are decided instead (``witness.check.induction``). What
takes SAT long is asked of decision diagrams, where there are not too many latches. Trusted: bit-blasting, and
simplification of terms on construction; for AIGER and BTOR2 ``witness.hardware.second_reading`` compares what comes of
them with the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

from assay.core.budget import Deadline
from assay.core.circuit import Circuit
from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.core.evidence import Proof
from assay.core.joint import inducted
from assay.core.model import Model, Safety
from assay.core.terms import FALSE, conjuncts, not_
from assay.solve.sat import CHECKER, ConeSolver, OutOfTime
from assay.transforms.circuit.bitblast import circuit_of
from assay.transforms.circuit.extension import Extension
from assay.witness.check.diagrams import NAME, DiagramSteps
from assay.witness.check.induction import base_fails, step_fails
from assay.witness.hardware.second_reading import check_reading

# What SAT may take of the time, and seconds that it takes at most, before diagrams are asked instead ...
SAT_SHARE: Final = 0.4
MOST_SAT: Final = 10.0
# ... or where a conjunct of the invariant has more gates than this, which is a diagram, most likely ...
LARGE: Final = 5000
SHORT_SAT: Final = 1.0
# ... which are hopeless for more latches than these.
SOME_LATCHES: Final = 200


def check_proof_by_sat(model: Model, prop: Safety, proof: Proof, *, seconds: float, solver: str = CHECKER) -> str:
    """The name of what confirmed that ``proof``, of any depth, proves ``prop`` of the one-location ``model``.

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
    prop = inducted(prop, proof)
    together = replace(model, properties=(prop, *outside), temporal=(), fairness=(), compassion=())
    blasted = circuit_of(together)
    check_reading(model, blasted, prop)
    circuit = blasted.circuit
    diagrams = not proof.depth and len(circuit.latches) <= SOME_LATCHES
    most = SHORT_SAT if any(len(circuit.cone([bad])) > LARGE for bad in circuit.bads[1:]) else MOST_SAT
    share = deadline.within(min(most, SAT_SHARE * seconds)) if diagrams else deadline
    try:
        for what in chain(_refuted(circuit, solver, share), _erroneous(circuit, proof, solver, share)):
            raise UnsoundVerdict(f"{solver} refutes that {what}")
    except OutOfTime:
        if not diagrams:
            raise SolverFailure("no time left to check the invariant") from None
    else:
        return solver
    _check_by_diagrams(circuit, deadline)
    return NAME


def _check_by_diagrams(circuit: Circuit, deadline: Deadline) -> None:
    """The same three conditions; an invariant that is a large diagram is rather checked as one."""
    extension = Extension(circuit)
    bad, *outside = circuit.bads
    inside = extension.gates.all_of(literal ^ 1 for literal in outside)
    steps = DiagramSteps(extension.made(), inside, deadline)
    steps.be_invariant()
    steps.never([bad], "the invariant excludes the error")


def _refuted(circuit: Circuit, solver: str, deadline: Deadline) -> Iterator[str]:
    """Where the invariant fails to be one, in words.  ``bads`` are the error, then what is outside."""
    _, *outside = circuit.bads
    start = ConeSolver(circuit, solver, at_reset=True)
    for literal in outside:
        if start.sat.decide([start.literal(literal)], deadline):
            yield "the initial states satisfy the invariant"
    start.sat.close()
    inside = _inside(circuit, solver)
    for constraint in circuit.constraints:
        inside.sat.add([inside.literal(constraint)])
    after = NextStep(inside)
    for literal in outside:
        if inside.sat.decide([after.literal(literal)], deadline):
            yield "every step preserves the invariant"
    inside.sat.close()


def _erroneous(circuit: Circuit, proof: Proof, solver: str, deadline: Deadline) -> Iterator[str]:
    """Why the invariant, with induction where the proof says so, leaves the error possible, in words."""
    bad, *outside = circuit.bads
    if not proof.depth:
        inside = _inside(circuit, solver)
        if inside.sat.decide([inside.literal(bad)], deadline):
            yield "the invariant excludes the error"
        inside.sat.close()
        return
    if proof.depth < 0:
        yield "induction has a depth"
        return
    if base_fails(circuit, bad, proof.depth, solver, deadline):
        yield f"no run shows the error at one of its first {proof.depth} steps"
    if step_fails(circuit, bad, outside, proof.depth, solver, deadline, simple=proof.simple):
        yield f"{proof.depth} steps without error exclude the error at the next one"


def _inside(circuit: Circuit, solver: str) -> ConeSolver:
    """The states of the invariant."""
    cones = ConeSolver(circuit, solver)
    for literal in circuit.bads[1:]:
        cones.sat.add([-cones.literal(literal)])
    return cones


class NextStep:
    """Literals over latches, one step later: gates once more, over the literals of the next functions they need."""

    def __init__(self, cones: ConeSolver) -> None:
        self._cones = cones
        self._nexts = {latch.node: latch.next for latch in cones.circuit.latches}
        self._table = {0: cones.literal(0)}

    def literal(self, literal: int) -> int:
        table, circuit, sat = self._table, self._cones.circuit, self._cones.sat
        for node in circuit.cone([literal], table):
            if not circuit.is_gate(node):
                if node not in self._nexts:
                    raise UnsoundVerdict("the invariant depends on inputs")
                table[node] = self._cones.literal(self._nexts[node])
                continue
            a, b = circuit.left[node], circuit.right[node]
            x, y = table[a >> 1], table[b >> 1]
            x, y = -x if a & 1 else x, -y if b & 1 else y
            own = table[node] = sat.fresh()
            sat.add([-own, x])
            sat.add([-own, y])
            sat.add([own, -x, -y])
        own = table[literal >> 1]
        return -own if literal & 1 else own
