"""Methods for steps from several states: z3's Spacer, in a process of its own, and derivations that are unfolded."""

from __future__ import annotations

from collections.abc import Callable

from assay.core.budget import Deadline
from assay.core.evidence import Derivation, Proof, Trace
from assay.core.model import Model
from assay.core.roles import Found, Paused, Search, Stuck
from assay.engines.apart import Apart
from assay.engines.options import Bounded
from assay.engines.searches import Lifted
from assay.engines.views import Task
from assay.explore.clauses.rebuild import needed_for
from assay.explore.clauses.spacer import by_spacer
from assay.explore.clauses.unfolding import Met, Open, Refuted, Unfolding
from assay.explore.summaries.derive import run_of
from assay.transforms.aim import error_of


def spacer(task: Task) -> Search[Proof | Trace | Derivation]:
    """z3's engine for Horn clauses, on models that have runs as well."""
    prepared = task.prepared()
    search: Apart[Proof | Derivation] = Apart(lambda: by_spacer(prepared.model), prepared.model)
    return Lifted(search, _lifting(task), task.announce)


def derivations(task: Task) -> Search[Proof | Trace | Derivation]:
    """Derivations of growing height, all at once."""
    prepared = task.prepared()
    search = Unfolded(prepared.model, task.chosen(Bounded).depth)
    return Lifted(search, _lifting(task), task.announce)


def _lifting(task: Task) -> Callable[[Proof | Derivation], Proof | Trace | Derivation]:
    """Makes what was found of the prepared model evidence about the model; of one that has runs, a run."""
    lowered, linear = task.prepared().lowered, task.views.model.is_linear

    def lift(evidence: Proof | Derivation) -> Proof | Trace | Derivation:
        if isinstance(evidence, Proof):
            return lowered.lift_proof(evidence)
        return lowered.lift_trace(run_of(evidence)) if linear else lowered.lift_derivation(evidence)

    return lift


class Unfolded:
    """Derivations of the error of an aimed model, up to some height."""

    def __init__(self, model: Model, highest: int) -> None:
        self._model = model
        self._highest = highest
        self._unfolding: Unfolding | None = None

    def advance(self, deadline: Deadline, /) -> Found[Derivation] | Paused | Stuck:
        unfolding = self._unfolding = self._unfolding or Unfolding(self._model, error_of(self._model), {})
        match unfolding.search(deadline, highest=self._highest):
            case Met(nodes):
                return Found(Derivation(needed_for(nodes, len(nodes) - 1)))
            case Refuted():
                return Stuck("there is no derivation of the error, but nothing was found that shows it")
            case Open(height):
                reason = f"no derivation of the error is less than {height} steps high"
                return Paused(reason) if deadline.passed else Stuck(reason)

    def close(self) -> None:
        self._unfolding = None
