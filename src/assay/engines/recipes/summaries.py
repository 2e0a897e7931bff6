"""Steps from several states: lemmas and facts about each place, which summarise whatever derives its states."""

from __future__ import annotations

from collections.abc import Callable

from assay.core.budget import Deadline
from assay.core.evidence import Derivation, Proof, Trace
from assay.core.roles import Search
from assay.engines.searches import Lifted, Persistent
from assay.engines.views import Task
from assay.explore.summaries.by_cases import CaseSearch
from assay.explore.summaries.derive import run_of
from assay.explore.summaries.explorer import SummarySearch


def summaries(task: Task) -> Search[Proof | Derivation | Trace]:
    """Backward from the error, with what is and what is not derivable at each place."""
    return _summaries(task, with_equations=False)


def summaries_with_equations(task: Task) -> Search[Proof | Derivation | Trace]:
    """The same with equations between variables, found beforehand: they lead to other lemmas, often to better ones."""
    return _summaries(task, with_equations=True)


def equations_by_cases(task: Task) -> Search[Proof]:
    """What functions return as an equation in each case of what they are called with, where that is a proof."""
    lowered = task.prepared().lowered

    def begin(deadline: Deadline) -> Callable[[], Proof]:
        return CaseSearch(lowered.model, deadline).explore

    return Lifted(Persistent(begin), lowered.lift_proof, task.announce)


def _summaries(task: Task, *, with_equations: bool) -> Search[Proof | Derivation | Trace]:
    lowered = task.prepared().lowered

    def begin(deadline: Deadline) -> Callable[[], Proof | Derivation]:
        return SummarySearch(lowered.model, deadline, task.announce, with_equations=with_equations).explore

    def lift(evidence: Proof | Derivation) -> Proof | Derivation | Trace:
        if isinstance(evidence, Proof):
            return lowered.lift_proof(evidence)
        if task.views.model.is_linear:
            return lowered.lift_trace(run_of(evidence))
        return lowered.lift_derivation(evidence)

    return Lifted(Persistent(begin), lift, task.announce)
