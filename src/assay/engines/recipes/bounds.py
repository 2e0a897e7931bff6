"""Bounds of each variable at each location, where they exclude the error by themselves."""

from __future__ import annotations

from assay.core.budget import Deadline
from assay.core.events import PhaseStarted
from assay.core.evidence import Proof
from assay.core.model import Safety
from assay.core.roles import Found, Paused, Stuck
from assay.core.terms import FALSE
from assay.engines.views import Task
from assay.transforms.aim import aim, error_of
from assay.transforms.facts.intervals import formula, intervals
from assay.transforms.locations.reach import reachable_part
from assay.transforms.variables.live import without_dead_variables


class Bounds:
    """A proof that speaks of every location: so each of its steps is checked alone, which is easier than a path."""

    def __init__(self, task: Task) -> None:
        self._task = task

    def advance(self, deadline: Deadline, /) -> Found[Proof] | Paused | Stuck:
        self._task.announce(PhaseStarted("bounding"))
        goal = self._task.views.goal
        assert isinstance(goal, Safety)
        lowered = aim(self._task.views.model, goal)
        for transform in (reachable_part, without_dead_variables):
            lowered = lowered.then(transform(lowered.model))
        model = lowered.model
        found = intervals(model, deadline)
        if found is None:
            return Paused()
        if error_of(model) in found:
            return Stuck("bounds of single variables do not exclude the error")
        proof = Proof({place: formula(found[place]) if place in found else FALSE for place in model.locations})
        return Found(lowered.lift_proof(proof), more=True)

    def close(self) -> None:
        """Nothing is held."""
