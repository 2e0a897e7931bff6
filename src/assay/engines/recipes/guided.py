"""Recipes of fixpoint-guided refinement over any system of state sets: CGR, dual CGR, FBAR, and their hybrid.

(Cousot, Ganty, Raskin, SAS 2007; Ranzato, Rossi Doria, Tapparo.)  CGR works forward, dual CGR backward; FBAR works
both ways at once.  None is always best, so the hybrid lets them take turns over one domain, refined by all three.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Generic, Protocol, TypeVar

from assay.core.budget import FOREVER, Deadline
from assay.core.events import Listener, ignore
from assay.core.evidence import Proof, Trace
from assay.core.roles import Alarm, Genuine, Proved, Refined, Stuck
from assay.domains.fixpoint.protocols import Disjunctive, Domain, Guided, Suspicion, first_suspicion, normal
from assay.engines.loop import run
from assay.explore.fixpoint.cgr import Forward
from assay.explore.fixpoint.fbar import ForwardBackward
from assay.refine.fixpoint.cgr import FixpointGuided
from assay.refine.fixpoint.fbar import SafeUnsafe
from assay.spaces.sets import Recorder, StateSet, System, forget

S = TypeVar("S", bound=StateSet)

DUAL: Final = "dual CGR"


@dataclass(frozen=True)
class Conduct(Generic[S]):
    """How a method runs: who hears its lines and events, how long it may take, whether it asserts its invariants."""

    record: Recorder[S] = forget
    deadline: Deadline = FOREVER
    announce: Listener = ignore
    checked: bool = False


class Method(Protocol):
    """A way to decide whether a system is safe, beginning with a domain."""

    def __call__(self, system: System[S], domain: Disjunctive[S], conduct: Conduct[S], /) -> Proof | Trace | Stuck: ...


def cgr(system: System[S], domain: Domain[S], conduct: Conduct[S]) -> Proof | Trace | Stuck:
    """Fixpoint-guided refinement, forward.  The domain may, but need not be disjunctive."""
    explorer = Forward(system, conduct.record, conduct.deadline)
    refiner = FixpointGuided(system, system, conduct.record)
    return run(explorer, refiner, Guided(domain, system.safe), conduct.announce)


def cgr_dual(system: System[S], domain: Domain[S], conduct: Conduct[S]) -> Proof | Trace | Stuck:
    """The same on the reversed system: backward from the error."""
    turned = system.reversed()
    explorer = Forward(turned, conduct.record, conduct.deadline, DUAL)
    refiner = FixpointGuided(turned, system, conduct.record, DUAL)
    return run(explorer, refiner, Guided(domain, turned.safe), conduct.announce)


def fbar(system: System[S], domain: Disjunctive[S], conduct: Conduct[S]) -> Proof | Trace | Stuck:
    """Forward and backward at once, over a disjunctive domain."""
    explorer = ForwardBackward(system, conduct.record, conduct.deadline, conduct.checked)
    refiner = SafeUnsafe(system, conduct.record, conduct.checked)
    return run(explorer, refiner, first_suspicion(system, domain), conduct.announce)


@dataclass(frozen=True)
class Together(Generic[S]):
    """Precision of the hybrid: what each method keeps, over one domain."""

    suspicion: Suspicion[S]
    ahead: Guided[S]
    behind: Guided[S]

    def sharing(self, domain: Disjunctive[S]) -> Together[S]:
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
    """Explorer: the first of the three to prove safety wins.

    Backward comes first: on circuits a proof by it, where there is one, takes the least time.
    """

    ahead: Forward[S]
    behind: Forward[S]
    both: ForwardBackward[S]

    def explore(self, precision: Together[S], /) -> Proved[Proof] | Alarm[Alarms[S]] | Stuck:
        behind = self.behind.explore(precision.behind)
        if not isinstance(behind, Alarm):
            return behind
        ahead = self.ahead.explore(precision.ahead)
        if not isinstance(ahead, Alarm):
            return ahead
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

    def refine(self, precision: Together[S], evidence: Alarms[S], /) -> Genuine[Trace] | Refined[Together[S]] | Stuck:
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


def hybrid(system: System[S], domain: Disjunctive[S], conduct: Conduct[S]) -> Proof | Trace | Stuck:
    """CGR, dual CGR and FBAR in turns over one disjunctive domain, refined with up to three sets a round.

    Sound because each part is, over any domain.  That it takes no more rounds than the best of the three is tested, not
    proved; it computes more fixpoints than any of them.
    """
    turned, start = system.reversed(), normal(domain, system)
    record, deadline, checked = conduct.record, conduct.deadline, conduct.checked
    explorer = TakingTurns(
        Forward(system, record, deadline),
        Forward(turned, record, deadline, DUAL),
        ForwardBackward(system, record, deadline, checked),
    )
    refiner = RefiningAll(
        FixpointGuided(system, system, record),
        FixpointGuided(turned, system, record, DUAL),
        SafeUnsafe(system, record, checked),
    )
    first: Together[S] = Together(
        first_suspicion(system, start), Guided(start, system.safe), Guided(start, turned.safe)
    )
    return run(explorer, refiner, first, conduct.announce)


def decide(method: Method, system: System[S], domain: Disjunctive[S], conduct: Conduct[S]) -> Proof | Trace | Stuck:
    """What the method shows.

    Its requirements are met here: no initial state is bad, and the domain has the members that it speaks of.
    """
    if system.initial & system.bad:
        trace = system.run(system.whole)
        assert trace is not None
        return trace
    start = normal(domain, system)
    # The same sets, as the domain writes its members.
    system = replace(system, initial=start.above(system.initial), bad=start.above(system.bad))
    return method(system, start, conduct)


METHODS: Final[Mapping[str, Method]] = MappingProxyType(
    {"cgr": cgr, "cgr-dual": cgr_dual, "fbar": fbar, "hybrid": hybrid}
)
