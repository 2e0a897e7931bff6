"""Recipes: each is one explorer, one refiner and a first precision, and reads like its paper's abstract.

Every recipe takes a model aimed at one property (transform ``aim``) and answers with a verdict about that model.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.events import Listener, PhaseStarted
from assay.core.evidence import Path
from assay.core.model import Model
from assay.core.roles import Genuine, Lowered, Refined, Stuck
from assay.core.verdict import Holds, Trace, Unknown, Verdict, Violated
from assay.domains.predicates.precision import Precision
from assay.engines.config import Config
from assay.engines.loop import run
from assay.explore.bounded import Bound, BoundedSearch
from assay.explore.directed.explorer import PropertyDirected
from assay.explore.unfold.explorer import unfolding
from assay.explore.unfold.order import ORDERS
from assay.refine.paths.feasibility import decide
from assay.refine.paths.interpolate import Interpolation
from assay.refine.paths.seeds import error_preimages
from assay.transforms.facts.templates import with_template_invariants

Recipe = Callable[[Model, Config, Deadline, Listener], Verdict]


P = TypeVar("P")


@dataclass(frozen=True)
class Replay(Generic[P]):
    """Refiner of explorers whose paths are real: it only turns the path into a run."""

    model: Model
    deadline: Deadline

    def refine(self, precision: P, evidence: Path, /) -> Genuine | Refined[P] | Stuck:
        try:
            answer = decide(self.model, evidence, self.deadline)
        except SolverFailure as failure:
            return Stuck(str(failure))
        return Genuine(answer) if isinstance(answer, Trace) else Stuck("a path that should be a run is not one")


def lifted(lowered: Lowered, verdict: Verdict) -> Verdict:
    """A verdict about the lowered model as one about the original."""
    match verdict:
        case Holds(proof):
            return Holds(lowered.lift_proof(proof))
        case Violated(trace):
            return Violated(lowered.lift_trace(trace))
        case _:
            return verdict


def bounded(model: Model, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
    """Runs of growing length, all at once."""
    announce(PhaseStarted("bounded search"))
    explorer = BoundedSearch(model, deadline, announce)
    return run(explorer, Replay(model, deadline), Bound(config.depth), announce)


def first_precision(model: Model, config: Config, announce: Listener) -> Precision:
    """What the error's preimage speaks of."""
    announce(PhaseStarted("seeding"))
    return Precision.empty(config.scope).extended(error_preimages(model))


def predicate(model: Model, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
    """Predicate abstraction, unfolded forward in the chosen order, refined by interpolation."""
    explorer = unfolding(
        model,
        order=ORDERS[config.order],
        abstraction=config.abstraction,
        reexploration=config.reexploration,
        deadline=deadline,
        announce=announce,
    )
    refiner = Interpolation(model, config.interpolation or None, deadline, announce=announce)
    return run(explorer, refiner, first_precision(model, config, announce), announce)


def directed(model: Model, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
    """Bounds on variables first; then backward from the error by exact preimages, keeping what cannot be reached."""
    return Directed(model, deadline, announce).until(deadline)


class Directed:
    """The recipe ``directed`` in portions: what one portion of time has learnt serves the next."""

    def __init__(self, model: Model, deadline: Deadline, announce: Listener) -> None:
        self._announce = announce
        self._bounded = bounded_by_templates(model, deadline, announce)
        self._explorer = PropertyDirected(self._bounded.model, "exact", deadline, announce)

    def until(self, deadline: Deadline) -> Verdict:
        self._explorer.deadline = deadline
        refiner = Replay[Precision](self._bounded.model, deadline)
        return lifted(self._bounded, run(self._explorer, refiner, Precision.empty(), self._announce))


def directed_abstract(model: Model, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
    """Bounds on variables first; then backward from the error over predicates, refined by interpolation."""
    lowered = bounded_by_templates(model, deadline, announce)
    explorer = PropertyDirected(lowered.model, "abstract", deadline, announce)
    refiner = Interpolation(lowered.model, config.interpolation or None, deadline, announce=announce)
    return lifted(lowered, run(explorer, refiner, first_precision(lowered.model, config, announce), announce))


def bounded_by_templates(model: Model, deadline: Deadline, announce: Listener) -> Lowered:
    announce(PhaseStarted("bounding"))
    return with_template_invariants(model, seconds=min(2.0, deadline.left / 10))


def auto(model: Model, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
    """Bounded search and proof in turns that grow, so that neither waits long for the other.

    Most errors are shallow and most proofs short.  Bounded search gets a sixth of the time in all, predicates a
    quarter, and the rest goes to the proof.
    """
    budget = min(deadline.left, LONGEST_PLAN)
    verdict = bounded(model, config, deadline.within(0.1), announce)
    proof: Directed | None = None
    for share_of_errors, share_of_proofs in ((0.05, 0.05), (0.1, 0.2)):
        if isinstance(verdict, Unknown):
            proof = proof or Directed(model, deadline, announce)
            verdict = proof.until(deadline.within(share_of_proofs * budget))
        if isinstance(verdict, Unknown):
            verdict = bounded(model, config, deadline.within(share_of_errors * budget), announce)
    if isinstance(verdict, Unknown):
        verdict = directed_abstract(model, config, deadline.within(0.25 * budget), announce)
    if isinstance(verdict, Unknown) and proof is not None:
        verdict = proof.until(deadline)
    return verdict


LONGEST_PLAN: Final = 120.0
