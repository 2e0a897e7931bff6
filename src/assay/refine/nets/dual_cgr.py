"""The second fixpoint of dual CGR on Petri nets, and the set that it adds to the domain: all upward-closed.

S := gfp X. mu(R & wpost(X)); a target outside S is covered by a reachable marking.  Otherwise Z := S & wpost(S) joins
the domain.  A marking is in wpost(X) if whatever fires into it, or beyond it, comes from X; minimal elements of that
follow from those of X rule by rule.  The firing sequence comes from an exact search, which then must end with one.
(Cousot, Ganty, Raskin, SAS 2007, on the reversed system.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.events import LineExecuted, Listener, ignore
from assay.core.evidence import Trace
from assay.core.roles import Genuine, Refined, Stuck
from assay.domains.fixpoint.capped_markings import Watched
from assay.spaces.nets.net import Net
from assay.spaces.nets.upward import Marking, Upward, upward
from assay.spaces.sets import InWords


@dataclass(frozen=True)
class Uncovering:
    """Refiner of dual CGR on a net; ``search`` finds the run that is known to exist."""

    net: Net
    search: Callable[[], Genuine[Trace] | Stuck]
    deadline: Deadline = FOREVER
    announce: Listener = ignore

    def refine(self, precision: Watched, evidence: tuple[Marking, ...], /) -> Genuine[Trace] | Refined[Watched] | Stuck:
        above = precision.domain.above
        reached = upward(evidence)
        staying = reached
        while True:
            following = upward(map(above, self._all_post(staying, reached)))
            if all(marking in following for marking in staying):
                break
            staying = following
        self.announce(LineExecuted("dual CGR", precision.number, {"S": InWords(staying, self.net.show)}))
        if any(above(target.lower) not in staying for target in self.net.targets):
            return self.search()
        remaining = tuple(self._all_post(staying, staying))
        return Refined(Watched(precision.domain.refine(remaining), remaining, precision.number + 1))

    def _all_post(self, states: Upward, region: Upward) -> Upward:
        """The markings of ``region`` that are only fired into from ``states``."""
        result = region
        for rule in self.net.rules:
            if self.deadline.passed:
                raise SolverFailure("the backward search ran out of time")
            result = upward(rule.all_before(states)).within(result)
        return result
