"""The independent checker of certificates: it reads the design and the certificate on its own, and asks a SAT solver.

A certificate W has the inputs and latches of the design D first and in order, maybe more latches, and one bad state:
its invariant I is violated.  With the constraints C of D it certifies that B is never true if latches of D start in W
as they do in D, and (step) C => a step of W changes them as D does, (first) C and initial => I, (next) I and C, a
step, and C again => I, (safe) I and C => not B.  So each legal run of D is one of W, and all of its steps satisfy I,
which may depend on inputs and on latches that only W has (Yu, Biere, Heljanko, CAV 2021).
No code is shared with the front end, nor with what writes certificates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.solve.sat import CHECKER, OutOfTime, SatSolver
from assay.witness.hardware.aiger_witness import Design, parse_design, read_design


def check_certificate(path: str | Path, text: str, index: int, *, seconds: float, solver: str = CHECKER) -> str:
    """The name of what confirmed that ``text`` certifies bad state ``index`` of the AIGER file at ``path``.

    Raises UnsoundVerdict if a condition fails, SolverFailure if time runs out.
    """
    return check_designs(read_design(path), parse_design(text.encode()), index, seconds=seconds, solver=solver)


def check_designs(design: Design, proof: Design, index: int, *, seconds: float, solver: str = CHECKER) -> str:
    """As ``check_certificate``, of a design and its certificate that have been read."""
    if len(proof.bads) != 1 or not 0 <= index < len(design.bads):
        raise UnsoundVerdict("a certificate has one bad state, and the design the one that it is about")
    _require_regular(proof)
    _require_same_start(design, proof)
    try:
        _Conditions(design, proof, solver, Deadline.after(seconds)).check(index)
    except OutOfTime:
        raise SolverFailure(f"no time left for {solver} to check the certificate") from None
    return solver


def _require_regular(proof: Design) -> None:
    """Does each input, latch and gate of the certificate define a literal of its own, and is there no other one?"""
    defined = [*proof.inputs, *(row[0] for row in (*proof.latches, *proof.gates))]
    known = {0, *defined}
    if any(literal & 1 or literal < 2 for literal in defined) or len(known) != len(defined) + 1:
        raise UnsoundVerdict("an input, latch or gate of the certificate has no literal of its own")
    resets = (reset for literal, _, reset in proof.latches if reset != literal)
    used = [*proof.bads, *proof.constraints, *(row[1] for row in proof.latches)]
    used += [literal for gate in proof.gates for literal in gate[1:]]
    if any(literal & ~1 not in known for literal in used) or any(reset not in (0, 1) for reset in resets):
        raise UnsoundVerdict("the certificate uses a literal that is not defined")


def _require_same_start(design: Design, proof: Design) -> None:
    """Has the certificate the inputs and latches of the design, with their reset values?"""
    if len(design.inputs) != len(proof.inputs) or len(design.latches) > len(proof.latches):
        raise UnsoundVerdict("the certificate has not the inputs and latches of the design")
    for mine, theirs in zip(design.latches, proof.latches, strict=False):
        if _reset(mine) != _reset(theirs):
            raise UnsoundVerdict("a latch of the certificate has another reset value than in the design")


def _reset(row: tuple[int, int, int]) -> int | None:
    literal, _, reset = row
    return None if reset == literal else reset


class _Conditions:
    """Design and certificate at a step and at the next one, in a solver.  Solver literals; 1 is the constant true."""

    def __init__(self, design: Design, proof: Design, solver: str, deadline: Deadline) -> None:
        self._sat = SatSolver(solver)
        self._sat.add([self._sat.fresh()])
        self._gates: dict[tuple[int, int], int] = {}
        self._design, self._proof, self._deadline = design, proof, deadline
        inputs = [self._sat.fresh() for _ in design.inputs]
        latches = [self._sat.fresh() for _ in proof.latches]
        shared = len(design.latches)
        self._latches = latches
        self._now = self._loaded(design, inputs, latches[:shared])
        self._own = self._loaded(proof, inputs, latches)
        inputs = [self._sat.fresh() for _ in design.inputs]
        after = [self._now(row[1]) for row in design.latches]
        extra = [self._own(row[1]) for row in proof.latches[shared:]]
        self._later = self._loaded(design, inputs, after)
        self._own_later = self._loaded(proof, inputs, [*after, *extra])

    def _loaded(self, design: Design, inputs: Sequence[int], latches: Sequence[int]) -> Callable[[int], int]:
        """The circuit over the given leaves; equal gates are loaded once."""
        table = [-1] + [0] * design.variables
        for literal, value in zip(design.inputs, inputs, strict=True):
            table[literal >> 1] = value
        for row, value in zip(design.latches, latches, strict=True):
            table[row[0] >> 1] = value

        def signed(literal: int) -> int:
            own = table[literal >> 1]
            if not own:
                raise UnsoundVerdict(f"literal {literal} is used but not defined")
            return -own if literal & 1 else own

        for literal, left, right in design.gates:
            table[literal >> 1] = self._both(signed(left), signed(right))
        return signed

    def _both(self, a: int, b: int) -> int:
        if -1 in (a, b) or a == -b:
            return -1
        if a in (1, b):
            return b
        if b == 1:
            return a
        key = (min(a, b), max(a, b))
        own = self._gates.get(key)
        if own is None:
            own = self._gates[key] = self._sat.fresh()
            self._sat.add([-own, a])
            self._sat.add([-own, b])
            self._sat.add([own, -a, -b])
        return own

    def check(self, index: int) -> None:
        """Raises UnsoundVerdict at the first condition that fails."""
        design, proof = self._design, self._proof
        legal = [self._now(part) for part in design.constraints]
        legal_later = [self._later(part) for part in design.constraints]
        inside, inside_later = -self._own(proof.bads[0]), -self._own_later(proof.bads[0])
        # A step of the certificate and one of the design, latch by latch.
        for k, (mine, theirs) in enumerate(zip(design.latches, proof.latches, strict=False)):
            a, b = self._now(mine[1]), self._own(theirs[1])
            if a != b:
                self._require(f"latch {k} does not change as in the design", [*legal, a, -b], [*legal, -a, b])
        start = [
            -latch if reset == 0 else latch
            for latch, reset in zip(self._latches, map(_reset, proof.latches), strict=True)
            if reset is not None
        ]
        self._require("an initial state is outside the invariant", [*start, *legal, -inside])
        self._require("a step leaves the invariant", [inside, *legal, *legal_later, -inside_later])
        self._require("a bad state is inside the invariant", [inside, *legal, self._now(design.bads[index])])

    def _require(self, what: str, *impossible: Iterable[int]) -> None:
        for literals in impossible:
            if self._sat.decide(list(dict.fromkeys(literals)), self._deadline):
                raise UnsoundVerdict(f"the certificate is wrong: {what}")
