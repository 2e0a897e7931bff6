"""Fixpoint-guided refinement: the second fixpoint of CGR, and the set that it adds to the domain.

S := gfp X. mu(R & wpre(X)); an initial state outside S reaches an error.  Otherwise Z := S & wpre(S) joins the domain;
it is never a member before.  The run comes from rings around the error in the concrete system.
(Cousot, Ganty, Raskin, SAS 2007, figure 2.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from assay.core.evidence import Trace
from assay.core.roles import Genuine, Refined, Stuck
from assay.domains.fixpoint.protocols import Guided
from assay.spaces.sets import Line, Recorder, StateSet, System, forget, greatest, included

S = TypeVar("S", bound=StateSet)


@dataclass(frozen=True)
class FixpointGuided(Generic[S]):
    """Refiner of CGR.  Runs are shown in ``concrete``: ``system`` itself, or what it is the reverse of."""

    system: System[S]
    concrete: System[S]
    record: Recorder[S] = forget
    method: str = "CGR"

    def refine(self, precision: Guided[S], evidence: S, /) -> Genuine[Trace] | Refined[Guided[S]] | Stuck:
        system, domain = self.system, precision.domain
        staying = greatest(lambda kept: domain.above(evidence & system.all_pre(kept)), system.whole)
        self.record(Line(self.method, precision.number, {"S": staying}))
        if not included(domain.above(system.initial), staying):
            return real_run(self.concrete, self.concrete.whole)
        remaining = staying & system.all_pre(staying)
        finer = domain.refine(remaining)
        # The same set, as the domain writes its members.
        return Refined(Guided(finer, finer.above(remaining), precision.number + 1))


def real_run(system: System[S], region: S) -> Genuine[Trace]:
    """The run that must exist inside ``region``."""
    trace = system.run(region)
    if trace is None:
        raise AssertionError("an error was claimed that no run reaches")
    return Genuine(trace)
