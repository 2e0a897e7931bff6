"""What a certificate circuit has to satisfy, as four questions about gates that must all be answered by no.

A certificate W has the inputs and latches of the design D first and in order, maybe more latches, and one bad state:
its invariant I is violated.  With the constraints C of D it certifies that B is never true if latches of D start in W
as they do in D, and (step) C => a step of W changes them as D does, and the constraints of W, (first) C and initial
=> I, (next) I and C, a step, and C again => I, (safe) I and C => not B.  So each legal run of D is one of W, and all of
its steps satisfy I, which may depend on inputs and on latches that only W has (Yu, Biere, Heljanko, CAV 2021).
``certificate_checker`` answers the questions; as DIMACS or AIGER any SAT solver or equivalence checker can.
No code is shared with the front end, nor with what writes certificates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assay.core.errors import UnsoundVerdict
from assay.witness.hardware.aiger_witness import Design


@dataclass(frozen=True)
class Question:
    """Literals that must not be true together, what it means if they are, and the obligation that this belongs to."""

    name: str
    what: str
    literals: tuple[int, ...]


class Obligations:
    """Design and certificate at a step and at the next one, as gates.  Literals as in DIMACS; 1 is the constant true.

    ``gates`` are triples: the first variable is the conjunction of the two literals.
    """

    def __init__(self, design: Design, proof: Design, index: int) -> None:
        _require_one_bad_state(design, proof, index)
        _require_regular(proof)
        _require_same_start(design, proof)
        self.variables = 1
        self.gates: list[tuple[int, int, int]] = []
        self._table: dict[tuple[int, int], int] = {}
        self._design, self._proof = design, proof
        inputs = [self._fresh() for _ in design.inputs]
        latches = [self._fresh() for _ in proof.latches]
        shared = len(design.latches)
        self._latches = latches
        self._now = self._loaded(design, inputs, latches[:shared])
        self._own = self._loaded(proof, inputs, latches)
        inputs = [self._fresh() for _ in design.inputs]
        after = [self._now(row[1]) for row in design.latches]
        extra = [self._own(row[1]) for row in proof.latches[shared:]]
        self._later = self._loaded(design, inputs, after)
        self._own_later = self._loaded(proof, inputs, [*after, *extra])
        self.questions = self._asked(index)

    @property
    def clauses(self) -> list[tuple[int, ...]]:
        """What the variables mean."""
        found: list[tuple[int, ...]] = [(1,)]
        for own, a, b in self.gates:
            found += [(-own, a), (-own, b), (own, -a, -b)]
        return found

    def _fresh(self) -> int:
        self.variables += 1
        return self.variables

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
            table[literal >> 1] = self.both(signed(left), signed(right))
        return signed

    def both(self, a: int, b: int) -> int:
        """The conjunction of two literals."""
        if -1 in (a, b) or a == -b:
            return -1
        if a in (1, b):
            return b
        if b == 1:
            return a
        key = (min(a, b), max(a, b))
        own = self._table.get(key)
        if own is None:
            own = self._table[key] = self._fresh()
            self.gates.append((own, a, b))
        return own

    def _asked(self, index: int) -> list[Question]:
        design, proof = self._design, self._proof
        legal = [self._now(part) for part in design.constraints]
        legal_later = [self._later(part) for part in design.constraints]
        inside, inside_later = -self._own(proof.bads[0]), -self._own_later(proof.bads[0])
        found = []
        # A step of the certificate and one of the design, latch by latch.
        for k, (mine, theirs) in enumerate(zip(design.latches, proof.latches, strict=False)):
            a, b = self._now(mine[1]), self._own(theirs[1])
            if a != b:
                what = f"latch {k} does not change as in the design"
                found += [Question("step", what, (*legal, a, -b)), Question("step", what, (*legal, -a, b))]
        for k, own in enumerate(proof.constraints):
            what = f"constraint {k} of the certificate does not follow from those of the design"
            found.append(Question("step", what, (*legal, -self._own(own))))
        start = [
            -latch if reset == 0 else latch
            for latch, reset in zip(self._latches, map(_reset, proof.latches), strict=True)
            if reset is not None
        ]
        bad = self._now(design.bads[index])
        found.append(Question("first", "an initial state is outside the invariant", (*start, *legal, -inside)))
        leaving = (inside, *legal, *legal_later, -inside_later)
        found.append(Question("next", "a step leaves the invariant", leaving))
        found.append(Question("safe", "a bad state is inside the invariant", (inside, *legal, bad)))
        return found


# -- the shape of a certificate ----------------------------------------------------------------------------------------


def _require_one_bad_state(design: Design, proof: Design, index: int) -> None:
    if len(proof.bads) != 1 or not 0 <= index < len(design.bads):
        raise UnsoundVerdict("a certificate has one bad state, and the design the one that it is about")


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


# -- for other tools ---------------------------------------------------------------------------------------------------


def written(asked: Obligations) -> dict[str, bytes]:
    """Files by name: for each obligation its question as DIMACS, unsatisfiable if it is met; and all of them as AIGER.

    The circuit ``obligations.aig`` has inputs, no latches, and an output for each obligation, which must never be true.
    """
    rows: dict[str, list[int]] = {name: [] for name in ("step", "first", "next", "safe")}
    for question in asked.questions:
        rows[question.name].append(_all(asked, question.literals))
    outputs = {name: _any(asked, literals) for name, literals in rows.items()}
    clauses = asked.clauses
    files = {f"{name}.cnf": _dimacs(asked.variables, [*clauses, (goal,)]) for name, goal in outputs.items()}
    return {**files, "obligations.aig": _aiger(asked, outputs)}


def _all(asked: Obligations, literals: Sequence[int]) -> int:
    product = 1
    for literal in literals:
        product = asked.both(product, literal)
    return product


def _any(asked: Obligations, literals: Sequence[int]) -> int:
    return -_all(asked, [-literal for literal in literals])


def _dimacs(variables: int, clauses: Sequence[Sequence[int]]) -> bytes:
    lines = [f"p cnf {variables} {len(clauses)}", *(" ".join(map(str, (*clause, 0))) for clause in clauses)]
    return "\n".join([*lines, ""]).encode()


def _aiger(asked: Obligations, outputs: dict[str, int]) -> bytes:
    """Binary AIGER: variables are numbered anew, inputs first."""
    made = {own for own, _, _ in asked.gates}
    leaves = [variable for variable in range(2, asked.variables + 1) if variable not in made]
    number = {variable: k + 1 for k, variable in enumerate([*leaves, *(own for own, _, _ in asked.gates)])}

    def literal(signed: int) -> int:
        return (1 if signed > 0 else 0) if abs(signed) == 1 else 2 * number[abs(signed)] + (signed < 0)

    head = f"aig {len(number)} {len(leaves)} 0 {len(outputs)} {len(asked.gates)}\n"
    text = head + "".join(f"{literal(goal)}\n" for goal in outputs.values())
    data = bytearray(text.encode())
    for own, a, b in asked.gates:
        left, right = sorted((literal(a), literal(b)), reverse=True)
        data += _seven_bits(literal(own) - left) + _seven_bits(left - right)
    data += "".join(f"o{k} {name}\n" for k, name in enumerate(outputs)).encode()
    return bytes(data)


def _seven_bits(value: int) -> bytes:
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])
