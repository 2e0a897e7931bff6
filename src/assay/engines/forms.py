"""Forms of a model as circuits, with the way back: what was found of the circuit becomes evidence about the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from assay.core.circuit import Circuit
from assay.core.circuit_answers import Inductive, Invariant, Run
from assay.core.evidence import Proof, StateTable, Trace
from assay.core.roles import Lowered, Stuck
from assay.core.temporal import Formula, invariant
from assay.core.terms import Term, not_
from assay.transforms.circuit.bitblast import Blasted
from assay.transforms.circuit.choices import exclusive_choices
from assay.transforms.circuit.lift import lifted_proof, lifted_trace
from assay.transforms.circuit.lift_reversed import reversed_proof, reversed_trace
from assay.transforms.circuit.reverse import Reversed
from assay.transforms.circuit.simplify import Simplified
from assay.transforms.circuit.words import Word, words_of

if TYPE_CHECKING:
    from assay.transforms.temporal.violations import Violations


@dataclass(frozen=True)
class Gates:
    """A circuit, simplified, and the way back to the model that it came from.

    States of the model in which one of the latch literals ``other`` is true are not states of the small circuit.
    """

    blasted: Blasted
    small: Simplified
    lowered: Lowered
    exact: bool = True
    """Does a run to the bad state violate the property?  If not, only proofs count."""
    whole: bool = True
    """Has it all runs to bad states?  If not, only runs count."""
    other: tuple[int, ...] = ()
    turned: Reversed | None = None
    """Where it goes in the opposite direction: how."""

    @property
    def circuit(self) -> Circuit:
        return self.small.circuit

    def lift(self, found: Invariant | StateTable | Inductive | Run) -> Proof | Trace | Stuck:
        """What was found of the small circuit, as evidence about the model."""
        if isinstance(found, Run):
            if not self.exact:
                return Stuck("a state that violates the invariant is reached, but perhaps by no fair run")
            return self.lowered.lift_trace(self._trace(found))
        if not self.whole:
            return Stuck("no run with small values is bad, but perhaps another one")
        if self.turned is None:
            return self.proof(found)
        if isinstance(found, Inductive):
            return Stuck("induction in the opposite direction is none in this one")
        return self.lowered.lift_proof(reversed_proof(self.blasted, self.turned, self.small, found))

    def _trace(self, run: Run) -> Trace:
        if self.turned is None:
            return lifted_trace(self.blasted, self.small, run)
        return reversed_trace(self.blasted, self.turned, self.small, run)

    @property
    def words(self) -> tuple[Word, ...]:
        """Which leaves of the small circuit are bits of one vector; in the opposite direction each is by itself."""
        return words_of(self.blasted, self.small) if self.turned is None else ()

    @cached_property
    def choices(self) -> tuple[int, ...]:
        """Single-bit inputs of which at most one is 1 at each step, if all of them are such."""
        return exclusive_choices(
            self.circuit, {node for word in self.words if word.width > 1 for node, _ in word.leaves}
        )

    def proof(self, found: Invariant | StateTable | Inductive) -> Proof:
        """What proves that no bad state of the small circuit is reached, as a proof about the model."""
        return self.lowered.lift_proof(lifted_proof(self.blasted, self.small, found, self.other))


@dataclass(frozen=True)
class Runs:
    """The circuit of all fair runs that violate a temporal property, simplified."""

    found: Violations
    small: Simplified

    @property
    def circuit(self) -> Circuit:
        return self.small.circuit

    @property
    def added(self) -> int:
        """How many latches the property adds to those of the design."""
        return len(self.found.circuit.latches) - len(self.found.blasted.circuit.latches)


@dataclass(frozen=True)
class Branchings:
    """A design whose state shows all that a CTL formula mentions: literals for its state formulas."""

    lowered: Lowered
    blasted: Blasted
    small: Simplified
    atoms: Mapping[Term, int]


def invariant_circuit(blasted: Blasted, formula: Formula) -> tuple[Circuit, bool] | None:
    """The circuit whose bad states violate the invariant that the formula is, if it is one.

    Is that exact, does a bad state also violate the formula?  It does if every run to there is part of a fair one:
    without constraints and fairness.
    """
    term = invariant(formula)
    if term is None:
        return None
    literals = blasted.literals
    if term.is_const:
        bad = int(not term.value)
    elif term in literals or not_(term) in literals:
        bad = literals[term] ^ 1 if term in literals else literals[not_(term)]
    else:
        return None
    circuit = replace(blasted.circuit, bads=(bad,), justice=(), fairness=())
    exact = not circuit.constraints and not blasted.circuit.fairness and not blasted.model.compassion
    return circuit, exact
