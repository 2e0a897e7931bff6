"""A program as a circuit: the searches for hardware over the bits of its variables.

Between loop heads a program is one step.  Where arithmetic is plain, SAT solvers find errors many rounds deep in which
solvers for vectors get lost, IC3 finds invariants over flags and last bits, and decision diagrams all states of small
numbers.  Limit: a program with memory is refused, and one with many products or quotients is too large.
"""

from __future__ import annotations

from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import Unsupported
from assay.core.events import Listener
from assay.core.model import Model
from assay.core.terms import Op, Term, post_order
from assay.core.verdict import Unknown, Verdict
from assay.engines.hardware import lifted_answer
from assay.engines.recipes import lifted
from assay.engines.turns import seats_without_induction, take_turns
from assay.transforms.circuit.bitblast import circuit_of, width_of
from assay.transforms.circuit.simplify import simplify
from assay.transforms.locations.one_place import at_one_place

MOST_GATES: Final = 500_000
FIRST: Final = 0.1  # seconds of the unit of the first round: most small programs take no longer
_SQUARE: Final = frozenset({Op.BV_MUL, Op.BV_UDIV, Op.BV_UREM, Op.BV_SDIV, Op.BV_SREM})


class GateSearch:
    """The search for a run to the error of an aimed model, or an invariant, in as many turns as it is given."""

    def __init__(self, model: Model, deadline: Deadline, announce: Listener) -> None:
        """Raises ``Unsupported`` for what does not become a circuit of reasonable size."""
        gates = estimate(model)
        if gates > MOST_GATES:
            raise Unsupported(f"about {gates:,} gates are too many")
        self._lowered = at_one_place(model)
        self._blasted = circuit_of(self._lowered.model)
        self._small = simplify(self._blasted.circuit)
        self._announce = announce
        circuit = self._small.circuit
        self._seats = seats_without_induction(circuit, circuit.bads[0], deadline, announce)

    def turn(self, deadline: Deadline) -> Verdict:
        """What comes of one portion of work, as a verdict about the model."""
        answer = take_turns(self._seats, deadline, self._announce, first=FIRST)
        verdict = lifted_answer(self._blasted, self._small, answer)
        return verdict if isinstance(verdict, Unknown) else lifted(self._lowered, verdict)

    def close(self) -> None:
        for seat in self._seats:
            seat.close()


def estimate(model: Model) -> int:
    """About how many gates the model's steps take; raises ``Unsupported`` for values that have no bits."""
    edges = model.edges
    terms = post_order(*(edge.guard for edge in edges), *(term for edge in edges for term in edge.updates.values()))
    return sum(_gates(term) for term in terms)


def _gates(term: Term) -> int:
    width = width_of(term.sort)
    return width * width * 8 if term.op in _SQUARE else width * 3
