"""Firing sequences of nets, replayed: the run that they are, or the rule whose test from above they fail."""

from __future__ import annotations

from dataclasses import dataclass

from assay.core.evidence import Trace
from assay.core.roles import Genuine, Refined, Stuck
from assay.core.terms import Term
from assay.core.terms.evaluate import Value
from assay.spaces.nets.net import Firing, Net
from assay.spaces.nets.rules import inside
from assay.spaces.nets.upward import Marking


@dataclass(frozen=True)
class Replayed:
    """Refiner of coverability: it only turns a firing sequence into a run."""

    net: Net

    def refine(self, precision: None, evidence: Firing, /) -> Genuine[Trace] | Refined[None] | Stuck:
        marking: Marking = dict(evidence.start)
        states = [self._state(marking)]
        for rule in evidence.rules:
            if not rule.enabled(marking):
                return Stuck(f"not well-structured: {rule.edge.name} tests from above", hint="try another --engine")
            marking = rule.after(marking)
            states.append(self._state(marking))
        if not any(inside(marking, target) for target in self.net.targets):
            return Stuck("not well-structured: the target tests from above", hint="try another --engine")
        return Genuine(Trace(tuple(states), tuple(rule.edge for rule in evidence.rules), ({},) * len(evidence.rules)))

    def _state(self, marking: Marking) -> dict[Term, Value]:
        return {place: marking.get(number, 0) for number, place in enumerate(self.net.places)}
