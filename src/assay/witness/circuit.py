"""Circuits as AIGER text, and inductive invariants as certificate circuits.

A certificate is the design again (same inputs, latches, reset values, next functions and constraints) with one bad
state: the invariant is violated.  It proves the design's property if no initial state is outside the invariant, no step
leaves it, and no bad state of the design is inside (the conditions of Yu, Biere and Heljanko, "Progress in certifying
hardware model checking results", CAV 2021, for an invariant over the design's own latches).  ``check_certificate``
reads both files on its own and has a solver decide the three conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from assay.core.circuit import Circuit, Gates
from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.core.sorts import BOOL
from assay.core.terms import FALSE, TRUE, Op, Term, conjunction, intern, not_, variable
from assay.solve.smt import Answer, Solver
from assay.witness.aiger import Design, parse_design, read_design


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


def certificate(circuit: Circuit, clauses: Sequence[Sequence[int]]) -> str:
    """The certificate for the invariant that is the conjunction of ``clauses``, literals of latches of ``circuit``."""
    gates = Gates()
    # The old nodes as they are, so that literals keep their meaning.
    gates.left[:], gates.right[:] = circuit.left, circuit.right
    invariant = gates.all_of(gates.any_of(clause) for clause in clauses)
    own = replace(circuit, left=gates.left, right=gates.right, bads=(invariant ^ 1,), justice=(), fairness=())
    return write_aiger(own, "certificate: the bad state is the negation of an inductive invariant")


def check_certificate(path: str | Path, text: str, index: int, solver: Callable[[], Solver]) -> str:
    """The name of what confirmed that ``text`` certifies bad state ``index`` of the AIGER file at ``path``.

    Raises UnsoundVerdict if a condition fails, SolverFailure if it stays undecided.
    """
    design, proof = read_design(path), parse_design(text.encode())
    if len(proof.bads) != 1 or index >= len(design.bads):
        raise UnsoundVerdict("a certificate has one bad state, and the design the one that it is about")
    original, copy = _Unrolled(design, "now"), _Unrolled(proof, "now")
    _require_same(design, proof)
    inside = not_(copy.term(proof.bads[0]))
    legal = conjunction(original.term(literal) for literal in design.constraints)
    after = _Unrolled(proof, "later", [original.term(row[1]) for row in design.latches])
    leaves = [original.term(row[0]) for row in design.latches]
    resets = [
        leaf if row[2] else not_(leaf) for leaf, row in zip(leaves, design.latches, strict=True) if row[2] != row[0]
    ]
    questions = {
        "an initial state is outside the invariant": (conjunction(resets), not_(inside)),
        "a step leaves the invariant": (inside, legal, after.term(proof.bads[0])),
        "a bad state is inside the invariant": (inside, legal, original.term(design.bads[index])),
    }
    name = ""
    for what, formulas in questions.items():
        engine = solver()
        name = engine.name
        engine.add(*formulas)
        match engine.check():
            case Answer.SAT:
                raise UnsoundVerdict(f"the certificate is wrong: {what}")
            case Answer.UNKNOWN:
                raise SolverFailure(f"{name} could not decide whether {what}")
            case Answer.UNSAT:
                pass
    return name


def _require_same(design: Design, proof: Design) -> None:
    """Is the certificate about the same circuit?"""
    if len(design.inputs) != len(proof.inputs) or len(design.latches) != len(proof.latches):
        raise UnsoundVerdict("the certificate has other inputs or latches than the design")
    for mine, theirs in zip(design.latches, proof.latches, strict=True):
        if (mine[2] == mine[0]) != (theirs[2] == theirs[0]) or (mine[2] != mine[0] and mine[2] != theirs[2]):
            raise UnsoundVerdict("a latch of the certificate has another reset value than in the design")


class _Unrolled:
    """One step of a design as formulas; equal gates of two designs are one term, so equal circuits need no solver."""

    def __init__(self, design: Design, moment: str, latches: Sequence[Term] | None = None) -> None:
        self._table: dict[int, Term] = {0: FALSE}
        for k, literal in enumerate(design.inputs):
            self._table[literal >> 1] = variable(f"i{k}@{moment}", BOOL)
        for k, (literal, _, _) in enumerate(design.latches):
            self._table[literal >> 1] = latches[k] if latches is not None else variable(f"l{k}@{moment}", BOOL)
        for literal, left, right in design.gates:
            self._table[literal >> 1] = _both(self.term(left), self.term(right))

    def term(self, literal: int) -> Term:
        inner = self._table[literal >> 1]
        return not_(inner) if literal & 1 else inner


def _both(left: Term, right: Term) -> Term:
    if left is FALSE or right is FALSE:
        return FALSE
    if left is TRUE or left is right:
        return right
    return left if right is TRUE else intern(Op.AND, (left, right) if left.uid < right.uid else (right, left), BOOL)
