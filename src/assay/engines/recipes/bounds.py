"""Bounds of each variable at each location, where they exclude the error by themselves."""

from __future__ import annotations

from typing import Final

from assay.core.budget import Deadline
from assay.core.events import PhaseStarted
from assay.core.evidence import Proof
from assay.core.model import Safety
from assay.core.roles import Found, Paused, Stuck, unchanged
from assay.core.terms import FALSE
from assay.engines.views import Task
from assay.transforms.aim import aim, error_of
from assay.transforms.edges.bounded_inputs import with_bounded_inputs
from assay.transforms.facts.intervals import formula, intervals
from assay.transforms.locations.reach import reachable_part
from assay.transforms.variables.live import without_dead_variables

NOT_ENOUGH: Final = Stuck("bounds of single variables do not exclude the error")


class Bounds:
    """A proof that speaks of every location: so each of its steps is checked alone, which is easier than a path.

    Numbers are bounded as they are, integers where they are unbounded ones.  There it is known at once whether bounds
    exclude the error: preparation by them leaves no step.
    """

    def __init__(self, task: Task) -> None:
        views = task.views
        assert isinstance(views.goal, Safety)
        self._announce = task.announce
        self._back, self._goal = (unchanged(views.model), views.goal) if views.has_floats else views.twin()
        self._is_enough = views.has_floats or not views.prepared("integers").model.edges

    def advance(self, deadline: Deadline, /) -> Found[Proof] | Paused | Stuck:
        if not self._is_enough:
            return NOT_ENOUGH
        self._announce(PhaseStarted("bounding"))
        lowered = self._back.then(aim(self._back.model, self._goal))
        for transform in (reachable_part, with_bounded_inputs, without_dead_variables):
            lowered = lowered.then(transform(lowered.model))
        model = lowered.model
        found = intervals(model, deadline)
        if found is None:
            return Paused()
        if error_of(model) in found:
            return NOT_ENOUGH
        proof = Proof({place: formula(found[place]) if place in found else FALSE for place in model.locations})
        return Found(lowered.lift_proof(proof), more=True)

    def close(self) -> None:
        """Nothing is held."""
