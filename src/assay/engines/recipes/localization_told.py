"""What refiners of localization learn, told by the names of the design."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from assay.core.circuit import Circuit
from assay.core.events import Event, Listener, PartsShown, Progress
from assay.core.evidence import AbstractPath
from assay.core.roles import Genuine, Refined, Refiner, Stuck
from assay.domains.localization.visible import Visible

A = TypeVar("A")
G = TypeVar("G")


class Layer:
    """Passes on what a refiner announces, and knows the layer that it looked at last, by the number of its latches."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self.latches = 0

    def __call__(self, event: Event) -> None:
        if isinstance(event, Progress):
            self.latches = int(event.counters.get("layer", self.latches))
        self._listener(event)


@dataclass(frozen=True)
class Telling(Generic[A, G]):
    """The ``refiner`` of a ``circuit``, and an announcement of each latch that it shows."""

    refiner: Refiner[Visible, A, G]
    circuit: Circuit
    layer: Layer
    announce: Listener

    def refine(self, precision: Visible, evidence: A, /) -> Genuine[G] | Refined[Visible] | Stuck:
        answer = self.refiner.refine(precision, evidence)
        if isinstance(answer, Refined):
            more = sorted(answer.precision.latches - precision.latches)
            names = self.circuit.names
            length = _length(evidence) if isinstance(evidence, AbstractPath) else 0
            shown = tuple(names.get(latch, f"latch {latch}") for latch in more)
            self.announce(PartsShown(length, self.layer.latches, shown))
        return answer


def _length(path: AbstractPath[object]) -> int:
    """The steps of a run: a lasso, and a run to a set of states, go on behind the last state that they list."""
    return len(path.steps) - (path.loop is None and path.last is None)
