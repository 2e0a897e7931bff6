"""From the error backward, and all runs of growing length at once: methods on a model aimed at one property."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from assay.core.budget import Deadline
from assay.core.events import Listener, PhaseStarted
from assay.core.evidence import EndedRuns, Path, Proof, Trace
from assay.core.model import Model
from assay.core.roles import Genuine, Refined, Search, Stuck
from assay.domains.predicates.precision import Precision
from assay.engines.options import Bounded, DirectedOverPredicates
from assay.engines.searches import Conversation, Lifted, Refining
from assay.engines.views import Task
from assay.explore.bounded import Bound, BoundedSearch
from assay.explore.directed.explorer import PropertyDirected
from assay.explore.merged_runs import MergedRuns
from assay.refine.paths.interpolate import Interpolation
from assay.refine.paths.seeds import error_preimages
from assay.refine.paths.unrolling import decide

P = TypeVar("P")


@dataclass(frozen=True)
class Replay(Generic[P]):
    """Refiner of explorers whose paths are real: it only turns the path into a run."""

    model: Model
    deadline: Deadline

    def refine(self, precision: P, evidence: Path, /) -> Genuine[Trace] | Refined[P] | Stuck:
        answer = decide(self.model, evidence, self.deadline)
        return Genuine(answer) if isinstance(answer, Trace) else Stuck("a path that should be a run is not one")


def _conversing(task: Task, begin: Callable[[Deadline], Conversation[P, Path, Proof, Trace]]) -> Search[Proof | Trace]:
    """The loop on the prepared model, its evidence told of the model as it was read."""
    return _told(task, Refining(begin, task.announce))


def _told(task: Task, search: Search[Proof | Trace]) -> Search[Proof | Trace]:
    return Lifted(search, task.prepared().lowered.lift, task.announce)


def bounded(task: Task) -> Search[Proof | EndedRuns | Trace]:
    """Runs of growing length, all at once."""
    prepared = task.prepared()
    model, first = prepared.model, Bound(task.chosen(Bounded).depth)
    if task.views.is_program:

        def merged(deadline: Deadline) -> Conversation[Bound, Path, EndedRuns, Trace]:
            explorer = MergedRuns(model, deadline, task.announce)
            return Conversation(explorer, Replay(model, deadline), first, resumable=True)

        def lift(evidence: EndedRuns | Trace) -> EndedRuns | Trace:
            return prepared.lowered.lift_trace(evidence) if isinstance(evidence, Trace) else evidence

        return Lifted(Refining(merged, task.announce), lift, task.announce)

    def begin(deadline: Deadline) -> Conversation[Bound, Path, Proof, Trace]:
        explorer = BoundedSearch(model, deadline, task.announce)
        return Conversation(explorer, Replay(model, deadline), first, resumable=True)

    return _conversing(task, begin)


def directed(task: Task) -> Search[Proof | Trace]:
    """Backward from the error by exact preimages, keeping what cannot be reached."""
    return _told(task, exactly_backward(task, plain_simplex=True))


def proof_of_program(task: Task) -> Search[Proof | Trace]:
    """The same on a program, with the facts that are known of its loop heads."""
    return _told(task, exactly_backward(task, plain_simplex=False))


def exactly_backward(task: Task, *, plain_simplex: bool) -> Search[Proof | Trace]:
    """By exact preimages; what is found is about the prepared model."""
    prepared = task.prepared()
    model = prepared.model

    def begin(deadline: Deadline) -> Conversation[Precision, Path, Proof, Trace]:
        explorer = PropertyDirected(
            model, "exact", deadline, task.announce, known=prepared.known, plain_simplex=plain_simplex
        )
        return Conversation(explorer, Replay(model, deadline), Precision.empty(), resumable=True)

    return Refining(begin, task.announce)


def directed_over_predicates(task: Task) -> Search[Proof | Trace]:
    """Backward from the error over predicates, refined by interpolation."""
    model, options = task.prepared().model, task.chosen(DirectedOverPredicates)

    def begin(deadline: Deadline) -> Conversation[Precision, Path, Proof, Trace]:
        explorer = PropertyDirected(model, "abstract", deadline, task.announce)
        refiner = Interpolation(model, options.interpolation or None, deadline, announce=task.announce)
        first = first_precision(model, options.scope, task.announce)
        return Conversation(explorer, refiner, first, resumable=True)

    return _conversing(task, begin)


def first_precision(model: Model, scope: Literal["location", "symbol", "global"], announce: Listener) -> Precision:
    """What the error's preimage speaks of."""
    announce(PhaseStarted("seeding"))
    return Precision.empty(scope).extended(error_preimages(model))
