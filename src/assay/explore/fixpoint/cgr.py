"""Forward abstract reachability inside the states not yet known to reach an error: the first fixpoint of CGR.

R := lfp X. mu(Z & (Init | post(X))), and the system is safe if mu(Init | post(R)) stays inside Z; then R is inductive.
On the reversed system this is the first fixpoint of dual CGR.  (Cousot, Ganty, Raskin, SAS 2007, figure 2.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from assay.core.budget import FOREVER, Deadline
from assay.core.evidence import Proof
from assay.core.roles import Alarm, Proved, Stuck
from assay.domains.fixpoint.protocols import Guided
from assay.spaces.sets import Line, Recorder, StateSet, System, accumulated, forget, included, least

S = TypeVar("S", bound=StateSet)


@dataclass(frozen=True)
class Forward(Generic[S]):
    """Explorer whose alarms carry the forward fixpoint."""

    system: System[S]
    record: Recorder[S] = forget
    deadline: Deadline = FOREVER
    method: str = "CGR"

    def explore(self, precision: Guided[S], /) -> Proved[Proof] | Alarm[S] | Stuck:
        if self.deadline.passed:
            return Stuck("fixpoint-guided refinement ran out of time", hint="raise --time")
        system, domain, remaining = self.system, precision.domain, precision.remaining
        if domain.additive:
            first = domain.above(remaining & system.initial)
            reached = accumulated(first, lambda found: domain.above(remaining & system.post(found)))
        else:
            reached = least(lambda found: domain.above(remaining & (system.initial | system.post(found))), system.empty)
        self.record(Line(self.method, precision.number, {"Z": remaining, "R": reached}))
        if included(domain.above(system.initial | system.post(reached)), remaining):
            return Proved(system.describe(reached))
        return Alarm(reached)
