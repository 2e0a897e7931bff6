"""All safety properties of a design at once: one circuit with a bad state for each, one unrolling for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay.core.budget import Deadline
from assay.core.events import Listener, PhaseStarted, TurnStarted
from assay.core.evidence import Evidence
from assay.core.model import Model, Safety
from assay.core.roles import Found, Paused, Search, Stuck, unchanged
from assay.engines.forms import Gates
from assay.engines.searches import Lifted
from assay.explore.circuit.several import METHOD, Decided, SeveralInductions
from assay.transforms.circuit.bitblast import circuit_of
from assay.transforms.circuit.simplify import simplify


@dataclass(frozen=True)
class Claim:
    """Evidence, and the names of the properties that it is about.

    ``beside`` are properties that were decided before, by proofs: evidence of this kind proves them all as one.
    """

    goals: tuple[str, ...]
    evidence: Evidence
    beside: tuple[str, ...] = ()


class ManyInductions:
    """Induction over all ``goals``; the circuit is made when there is a turn for it."""

    def __init__(self, model: Model, goals: Sequence[Safety], announce: Listener) -> None:
        self._model = replace(model, properties=tuple(goals), temporal=(), fairness=(), compassion=())
        self._announce = announce
        self._search: Search[Claim] | None = None

    def advance(self, deadline: Deadline, /) -> Found[Claim] | Paused | Stuck:
        if self._search is None:
            self._search = self._begun()
        self._announce(TurnStarted(METHOD))
        self._announce(PhaseStarted(METHOD))
        return self._search.advance(deadline)

    def _begun(self) -> Search[Claim]:
        self._announce(PhaseStarted("preparing"))
        blasted = circuit_of(self._model)
        gates = Gates(blasted, simplify(blasted.circuit), unchanged(self._model))
        names = [goal.name for goal in self._model.properties]

        def claim(found: Decided) -> Claim | Stuck:
            evidence = gates.lift(found.answer)
            if isinstance(evidence, Stuck):
                return evidence
            return Claim(tuple(names[n] for n in found.numbers), evidence, tuple(names[n] for n in found.beside))

        return Lifted(SeveralInductions(gates.circuit, self._announce), claim, self._announce)

    def close(self) -> None:
        if self._search is not None:
            self._search.close()
            self._search = None
