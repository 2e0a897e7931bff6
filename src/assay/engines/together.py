"""All safety properties of a design at once: one circuit with a bad state for each, and searches that share it.

Induction has one unrolling for all; a thousand walks are looked at for all; IC3 has searches of its own for each, which
share what is proved.  What one of them decides is no longer open for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from assay.core.budget import Deadline
from assay.core.circuit_answers import Invariant
from assay.core.events import Listener, PhaseStarted
from assay.core.evidence import Evidence, Proof
from assay.core.model import Model, Safety
from assay.core.roles import Found, Paused, Search, Stuck, unchanged
from assay.core.terms import conjunction, not_
from assay.engines.forms import Gates
from assay.engines.plans import Turn, design
from assay.engines.portfolio import Turns
from assay.engines.searches import Lifted
from assay.explore.circuit.several.decided import Decided, Open
from assay.explore.circuit.several.inductions import SeveralInductions
from assay.explore.circuit.several.needed import needed
from assay.explore.circuit.several.proofs import SeveralProofs
from assay.explore.circuit.walks import SeveralWalks
from assay.transforms.circuit.bitblast import circuit_of, clause
from assay.transforms.circuit.simplify import simplify
from assay.transforms.circuit.words import words_of

# Seconds to leave out of a proof what it does not need.
TRIMMING: Final = 2.0


@dataclass(frozen=True)
class Claim:
    """Evidence, and the names of the properties that it is about.

    ``beside`` are properties that were decided before, by proofs: evidence of this kind proves them all as one.
    """

    goals: tuple[str, ...]
    evidence: Evidence
    beside: tuple[str, ...] = ()


class ManyProperties:
    """The searches of the plan for all ``goals``; the circuit is made when there is a turn for it.

    ``known`` says by name what is decided elsewhere.  Of searches side by side, this is one part of so many ``parts``.
    """

    def __init__(
        self,
        model: Model,
        goals: Sequence[Safety],
        announce: Listener,
        known: Callable[[str], bool] = lambda name: False,
        *,
        part: int = 0,
        parts: int = 1,
    ) -> None:
        self._model = replace(model, properties=tuple(goals), temporal=(), fairness=(), compassion=())
        self._announce = announce
        self._known = known
        self._part, self._parts = part, parts
        self._turns: Turns[Claim] | None = None

    def advance(self, deadline: Deadline, /) -> Found[Claim] | Paused | Stuck:
        if sum(not self._known(goal.name) for goal in self._model.properties) < 2:
            return Stuck("there are no two properties left to be decided together")
        if self._turns is None:
            self._turns = self._begun()
        return self._turns.advance(deadline)

    def _begun(self) -> Turns[Claim]:
        self._announce(PhaseStarted("preparing"))
        blasted = circuit_of(self._model)
        gates = Gates(blasted, simplify(blasted.circuit), unchanged(self._model))
        names = [goal.name for goal in self._model.properties]
        left = Open(len(names), lambda number: self._known(names[number]))
        proved: list[int] = []
        words = words_of(blasted, gates.small)

        def begin(turn: Turn) -> Search[Claim]:
            search: Search[Decided]
            match turn.search:
                case "k-induction":
                    search = SeveralInductions(gates.circuit, left, self._announce, proved=proved)
                case "random walks":
                    search = SeveralWalks(gates.circuit, left, words)
                case _:
                    search = SeveralProofs(
                        gates.circuit, left, self._announce, proved=proved, part=self._part, parts=self._parts
                    )
            return Lifted(search, lambda found: claim(gates, names, found), self._announce)

        # Side by side, induction is the first one's, and walks are the last one's; IC3 begins elsewhere in each.
        own = {"IC3", *["k-induction"] * (self._part == 0), *["random walks"] * (self._part == self._parts - 1)}
        plan = design(len(names))
        return Turns(replace(plan, turns=tuple(t for t in plan.turns if t.search in own)), begin, self._announce)

    def close(self) -> None:
        if self._turns is not None:
            self._turns.close()
            self._turns = None


def claim(gates: Gates, names: Sequence[str], found: Decided) -> Claim:
    """What was decided, by names; a proof by an invariant says no more than it needs."""
    goals = tuple(names[number] for number in found.numbers)
    if isinstance(found.answer, Invariant):
        return Claim(goals, _invariant(gates, found))
    evidence = gates.lift(found.answer)
    assert not isinstance(evidence, Stuck), "a bad state of the circuit violates the property"
    return Claim(goals, evidence, tuple(names[number] for number in found.beside))


def _invariant(gates: Gates, found: Decided) -> Proof:
    """The proof, in terms of the model; what it says beside clauses is that other properties hold."""
    assert isinstance(found.answer, Invariant)
    blasted = gates.blasted
    model, circuit = blasted.model, blasted.circuit
    (number,) = found.numbers
    others = {(circuit.bads[other] ^ 1,): not_(model.properties[other].bad[model.entry]) for other in found.beside}
    every = [*gates.small.lift_clauses(found.answer.clauses), *others]
    fewer = needed(circuit, circuit.bads[number], every, Deadline.after(TRIMMING))
    rows = every if fewer is None else fewer
    return Proof({model.entry: conjunction(others[row] if row in others else clause(blasted, row) for row in rows)})
