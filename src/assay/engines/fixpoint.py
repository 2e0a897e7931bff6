"""Recipes of fixpoint-guided refinement over any system of state sets: CGR, dual CGR, FBAR, and their hybrid.

(Cousot, Ganty, Raskin, SAS 2007; Ranzato, Rossi Doria, Tapparo.)  CGR works forward, dual CGR backward; FBAR works
both ways at once.  None is always best, so the hybrid lets them take turns over one domain, refined by all three.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from assay.core.errors import Unsupported
from assay.core.events import Listener, ignore
from assay.core.model import Model, Property
from assay.core.roles import Alarm, Genuine, Refined, Stuck
from assay.core.verdict import Proof, Unknown, Verdict
from assay.domains.closure import Closure, Guided
from assay.domains.partition import Partition, Suspicion, first_suspicion, generated
from assay.engines.config import Config
from assay.engines.loop import run
from assay.explore.coverability import Coverability
from assay.explore.forward import Forward
from assay.explore.forward_backward import ForwardBackward
from assay.refine.firing import Replayed
from assay.refine.fixpoint_guided import FixpointGuided
from assay.refine.suspects import SafeUnsafe
from assay.solve.budget import FOREVER, Deadline
from assay.spaces.enumerated import enumerated
from assay.spaces.nets import net_of
from assay.spaces.sets import Recorder, StateSet, System, forget

S = TypeVar("S", bound=StateSet)


class Method(Protocol):
    """One of the recipes below, over bitsets."""

    def __call__(
        self, system: System[int], domain: Partition[int], *, deadline: Deadline, announce: Listener
    ) -> Verdict: ...


def cgr(
    system: System[S],
    domain: Partition[S],
    *,
    record: Recorder[S] = forget,
    deadline: Deadline = FOREVER,
    announce: Listener = ignore,
) -> Verdict:
    """Fixpoint-guided refinement, forward, over an intersection-only domain."""
    first: Guided[S] = Guided(Closure(domain), system.safe)
    return run(Forward(system, record, deadline), FixpointGuided(system, system, record), first, announce)


def cgr_dual(
    system: System[S],
    domain: Partition[S],
    *,
    record: Recorder[S] = forget,
    deadline: Deadline = FOREVER,
    announce: Listener = ignore,
) -> Verdict:
    """The same on the reversed system: backward from the error."""
    turned = system.reversed()
    first: Guided[S] = Guided(Closure(domain), turned.safe)
    return run(Forward(turned, record, deadline), FixpointGuided(turned, system, record), first, announce)


def fbar(
    system: System[S],
    domain: Partition[S],
    *,
    record: Recorder[S] = forget,
    deadline: Deadline = FOREVER,
    announce: Listener = ignore,
    checked: bool = False,
) -> Verdict:
    """Forward and backward at once, over a disjunctive domain."""
    explorer = ForwardBackward(system, record, deadline, checked)
    return run(explorer, SafeUnsafe(system, record, checked), first_suspicion(system, domain), announce)


@dataclass(frozen=True)
class Together(Generic[S]):
    """Precision of the hybrid: what each method keeps, over one domain."""

    suspicion: Suspicion[S]
    ahead: Guided[S]
    behind: Guided[S]

    def sharing(self, domain: Partition[S]) -> Together[S]:
        """The same, over ``domain``."""
        return Together(
            replace(self.suspicion, domain=domain),
            replace(self.ahead, domain=domain),
            replace(self.behind, domain=domain),
        )


@dataclass(frozen=True)
class Alarms(Generic[S]):
    """What each method showed."""

    suspicion: Suspicion[S]
    ahead: S
    behind: S


@dataclass(frozen=True)
class TakingTurns(Generic[S]):
    """Explorer: the first of the three to prove safety wins."""

    ahead: Forward[S]
    behind: Forward[S]
    both: ForwardBackward[S]

    def explore(self, precision: Together[S], /) -> Proof | Alarm[Alarms[S]] | Stuck:
        ahead = self.ahead.explore(precision.ahead)
        if not isinstance(ahead, Alarm):
            return ahead
        behind = self.behind.explore(precision.behind)
        if not isinstance(behind, Alarm):
            return behind
        both = self.both.explore(precision.suspicion)
        if not isinstance(both, Alarm):
            return both
        return Alarm(Alarms(both.evidence, ahead.evidence, behind.evidence))


@dataclass(frozen=True)
class RefiningAll(Generic[S]):
    """Refiner: the first of the three to find a run wins; otherwise the shared domain gets all three refinements."""

    ahead: FixpointGuided[S]
    behind: FixpointGuided[S]
    both: SafeUnsafe[S]

    def refine(self, precision: Together[S], evidence: Alarms[S], /) -> Genuine | Refined[Together[S]] | Stuck:
        ahead = self.ahead.refine(precision.ahead, evidence.ahead)
        if not isinstance(ahead, Refined):
            return ahead
        behind = self.behind.refine(precision.behind, evidence.behind)
        if not isinstance(behind, Refined):
            return behind
        both = self.both.refine(precision.suspicion, evidence.suspicion)
        if not isinstance(both, Refined):
            return both
        domain = both.precision.domain
        for member in (ahead.precision.remaining, behind.precision.remaining):
            if domain.above(member) != member:
                domain = domain.refine(member)
        return Refined(Together(both.precision, ahead.precision, behind.precision).sharing(domain))


def hybrid(
    system: System[S],
    domain: Partition[S],
    *,
    record: Recorder[S] = forget,
    deadline: Deadline = FOREVER,
    announce: Listener = ignore,
    checked: bool = False,
) -> Verdict:
    """CGR, dual CGR and FBAR in turns over one disjunctive domain, refined with up to three sets a round.

    Sound because each part is, over any domain.  That it takes no more rounds than the best of the three is tested, not
    proved; it computes more fixpoints than any of them.
    """
    turned, start = system.reversed(), domain.normal(system)
    explorer = TakingTurns(
        Forward(system, record, deadline),
        Forward(turned, record, deadline),
        ForwardBackward(system, record, deadline, checked),
    )
    refiner = RefiningAll(
        FixpointGuided(system, system, record),
        FixpointGuided(turned, system, record),
        SafeUnsafe(system, record, checked),
    )
    first: Together[S] = Together(
        first_suspicion(system, start), Guided(start, system.safe), Guided(start, turned.safe)
    )
    return run(explorer, refiner, first, announce)


def coverability(model: Model, property: Property, deadline: Deadline, announce: Listener = ignore) -> Verdict:
    """Backward over upward-closed sets of markings.  ``Unsupported`` names the rule that makes this impossible.

    Takes the model as it was read, because other preparations would hide the net.
    """
    net = net_of(model, property)
    return run(Coverability(net, deadline, announce), Replayed(net), None, announce)


def on_model(recipe: Method) -> Callable[[Model, Config, Deadline, Listener], Verdict]:
    """A method as an engine for finite models, state by state; what is too large for that stays unknown."""

    def engine(model: Model, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
        try:
            space = enumerated(model, deadline=deadline)
        except Unsupported as refusal:
            return Unknown(refusal.message, hint=refusal.hint)
        domain = generated(space.system.whole, space.predicates())
        return recipe(space.system, domain, deadline=deadline, announce=announce)

    return engine
