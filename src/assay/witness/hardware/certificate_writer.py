"""Circuits as AIGER text, and proofs as certificate circuits (Yu, Biere, Heljanko, "Progress in certifying hardware
model checking results", CAV 2021).

A certificate is the design again (same inputs, latches, reset values, next functions and constraints) with one bad
state: the invariant is violated.  A proof by induction over k steps has one as well: latches remember the k - 1 steps
before, and the invariant says that all of them were legal and without error, and that they began in an initial state
unless there were as many.  ``witness.hardware.certificate_checker`` checks certificates.
Limit: induction over paths without repeated states has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from assay.core.circuit import TRUE, Circuit, Gates, Latch
from assay.core.errors import Unsupported
from assay.core.evidence import Proof
from assay.core.joint import inducted
from assay.core.model import Model, Safety
from assay.core.terms import FALSE, Term, not_
from assay.transforms.circuit.bitblast import circuit_of
from assay.transforms.circuit.extension import Extension
from assay.transforms.circuit.truth import in_vectors


def certificate(model: Model, prop: Safety, proof: Proof) -> str:
    """The certificate that ``proof`` shows ``prop`` of the one-location ``model``, in ascii AIGER."""
    if proof.simple:
        raise Unsupported("a proof over paths without repeated states has no certificate", hint="try --engine ic3")
    circuit = _circuit(model, inducted(prop, proof), not_(in_vectors(proof.invariant.get(model.entry, FALSE))))
    bad, outside = circuit.bads
    if not proof.depth:
        own = replace(circuit, bads=(outside,))
        return write_aiger(own, "certificate: the bad state is the negation of an inductive invariant")
    comment = f"certificate: the bad state is the negation of an invariant over the last {proof.depth} steps"
    return write_aiger(_remembering(circuit, bad, outside, proof.depth - 1), comment)


def _circuit(model: Model, prop: Safety, outside: Term = FALSE) -> Circuit:
    """The model in gates; its bad states are those of ``prop``, and ``outside``."""
    properties = (prop, Safety("outside", {model.entry: outside}))
    circuit = circuit_of(replace(model, properties=properties, temporal=(), fairness=(), compassion=())).circuit
    if circuit.initial != TRUE:
        raise Unsupported("AIGER cannot express an initial condition beyond reset values")
    return circuit


# -- the past ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Moment:
    """A step that was taken: whether it is remembered, and the literal of each node that matters at it."""

    known: int
    table: Mapping[int, int]

    def __call__(self, literal: int) -> int:
        return self.table[literal >> 1] ^ (literal & 1)


def _remembering(circuit: Circuit, bad: int, outside: int, length: int) -> Circuit:
    """The circuit with latches for ``length`` steps of the past; bad where they are not as they must have been."""
    order = _closure(circuit, [bad, outside, *circuit.constraints])
    extension = Extension(circuit)
    gates = extension.gates
    latches = [latch for latch in circuit.latches if latch.node in set(order)]
    leaves = [node for node in order if not circuit.is_gate(node)]
    moments = [_Moment(TRUE, {node: 2 * node for node in (0, *order)})]
    good = [outside ^ 1, bad ^ 1]
    for _ in range(length):
        later = moments[-1]
        known = extension.latch(0)
        extension.step(known, later.known)
        table = {0: 0}
        for node in leaves:
            table[node] = extension.latch(0)
            extension.step(table[node], later(2 * node))
        for node in order:
            if circuit.is_gate(node):
                a, b = circuit.left[node], circuit.right[node]
                table[node] = gates.both(table[a >> 1] ^ (a & 1), table[b >> 1] ^ (b & 1))
        moment = _Moment(known, table)
        legal = [moment(part) for part in (outside ^ 1, bad ^ 1, *circuit.constraints)]
        led = [gates.differ(later(2 * latch.node), moment(latch.next)) ^ 1 for latch in latches]
        good.append(gates.either(known ^ 1, gates.all_of((later.known, *legal, *led))))
        good.append(gates.either(gates.either(later.known ^ 1, known), _initial(gates, latches, later)))
        moments.append(moment)
    return extension.made(bads=(gates.all_of(good) ^ 1,))


def _closure(circuit: Circuit, roots: Iterable[int]) -> list[int]:
    """The nodes on which ``roots`` depend over any number of steps, smallest first."""
    nexts = {latch.node: latch.next for latch in circuit.latches}
    found: set[int] = set()
    fresh = list(roots)
    while fresh:
        nodes = [node for node in circuit.cone(fresh) if node not in found]
        found.update(nodes)
        fresh = [nexts[node] for node in nodes if node in nexts]
    return sorted(found)


def _initial(gates: Gates, latches: Sequence[Latch], moment: _Moment) -> int:
    """Are the latches at ``moment`` as they are at first?"""
    resets = ((2 * latch.node, latch.reset) for latch in latches)
    return gates.all_of(moment(literal) ^ 1 ^ reset for literal, reset in resets if reset is not None)


# -- text --------------------------------------------------------------------------------------------------------------


def write_aiger(circuit: Circuit, comment: str = "") -> str:
    """The circuit in ascii AIGER 1.9.  Its ``initial`` literal must be true: AIGER has reset values only."""
    if circuit.initial != 1:
        raise ValueError("AIGER cannot express an initial condition beyond reset values")
    number = _numbering(circuit)

    def literal(inner: int) -> int:
        return 2 * number[inner >> 1] + (inner & 1)

    gates = [node for node in range(circuit.size) if circuit.is_gate(node)]
    counts = [len(number) - 1, len(circuit.inputs), len(circuit.latches), 0, len(gates), len(circuit.bads)]
    counts += [len(circuit.constraints), len(circuit.justice), len(circuit.fairness)]
    lines = ["aag " + " ".join(map(str, counts))]
    lines += [str(2 * number[node]) for node in circuit.inputs]
    for latch in circuit.latches:
        own = 2 * number[latch.node]
        lines.append(f"{own} {literal(latch.next)} {own if latch.reset is None else latch.reset}")
    lines += [str(literal(bad)) for bad in (*circuit.bads, *circuit.constraints)]
    lines += [str(len(group)) for group in circuit.justice]
    lines += [str(literal(part)) for group in circuit.justice for part in group]
    lines += [str(literal(part)) for part in circuit.fairness]
    lines += [f"{2 * number[n]} {literal(circuit.left[n])} {literal(circuit.right[n])}" for n in gates]
    for letter, nodes in (("i", circuit.inputs), ("l", tuple(latch.node for latch in circuit.latches))):
        lines += [f"{letter}{k} {circuit.names[node]}" for k, node in enumerate(nodes) if node in circuit.names]
    if comment:
        lines += ["c", comment]
    return "\n".join([*lines, ""])


def _numbering(circuit: Circuit) -> Mapping[int, int]:
    """AIGER's variables: inputs first, then latches, then gates."""
    leaves = (*circuit.inputs, *(latch.node for latch in circuit.latches))
    gates = (node for node in range(circuit.size) if circuit.is_gate(node))
    return {0: 0, **{node: k + 1 for k, node in enumerate((*leaves, *gates))}}
