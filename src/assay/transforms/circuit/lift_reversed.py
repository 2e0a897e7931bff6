"""What searches of a circuit in the opposite direction found, in terms of the model that the circuit came from."""

from __future__ import annotations

from assay.core.circuit_answers import Invariant, Run, simulate
from assay.core.evidence import Proof, StateTable, Trace
from assay.core.terms import Term, and_, conjunction, disjunction, not_, or_
from assay.transforms.circuit.bitblast import Blasted
from assay.transforms.circuit.lift import formula_of
from assay.transforms.circuit.reverse import Reversed
from assay.transforms.circuit.simplify import Simplified


def reversed_trace(blasted: Blasted, turned: Reversed, small: Simplified, run: Run) -> Trace:
    """A run of the small circuit, read backward."""
    own = Run(small.lift_leaves(run.initial), tuple(small.lift_leaves(step) for step in run.inputs))
    return blasted.trace(simulate(blasted.circuit, turned.lift_run(own)))


def reversed_proof(blasted: Blasted, turned: Reversed, small: Simplified, found: Invariant | StateTable) -> Proof:
    """States are first ones, or such that no system in the opposite direction comes to them, or not legal."""

    def bit(node: int) -> Term:
        return blasted.bit(turned.origin[node])

    latches = ((blasted.bit(latch.node), latch.reset) for latch in turned.original.latches)
    first = conjunction(formula if reset else not_(formula) for formula, reset in latches)
    reached = formula_of(small, found, bit)
    later = and_(blasted.bit(turned.started), disjunction((not_(blasted.bit(turned.legal)), not_(reached))))
    return Proof({blasted.model.entry: or_(first, later)})
