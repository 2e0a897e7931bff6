"""Forward and backward abstract reachability in turns, each inside what the other left: lines 4 to 12 of FBAR.

Each pass shrinks M, the states that may lie on a counterexample without initial or bad states in between.  The
system is safe as soon as a pass stays inside the one before.  Then what was reached and left M, together with what was
reached last (without what the last backward pass still suspects), is inductive: a state that left M has no step
back into it, except to an initial state.
(Ranzato, Rossi Doria, Tapparo: A Forward-Backward Abstraction Refinement Algorithm, figure 3.)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from assay.core.budget import FOREVER, Deadline
from assay.core.evidence import Proof
from assay.core.roles import Alarm, Proved, Stuck
from assay.domains.fixpoint.protocols import Suspicion
from assay.spaces.sets import Line, Recorder, StateSet, System, accumulated, forget, included

S = TypeVar("S", bound=StateSet)


@dataclass(frozen=True)
class ForwardBackward(Generic[S]):
    """Explorer whose alarms carry the suspects.  With ``checked``, the paper's invariants are asserted (exact sets)."""

    system: System[S]
    record: Recorder[S] = forget
    deadline: Deadline = FOREVER
    checked: bool = False

    def explore(self, precision: Suspicion[S], /) -> Proved[Proof] | Alarm[Suspicion[S]] | Stuck:
        system, above = self.system, precision.domain.above
        initial, bad, post, pre = system.initial, system.bad, system.post, system.pre
        suspects, cleared = precision.suspects, precision.cleared
        forward, backward = precision.forward, precision.backward
        if precision.number == 0:
            self._line(2, M=suspects, U=forward, V=backward, X=precision.safe, Y=precision.unsafe)
        while not self.deadline.passed:
            ahead = self._ahead(precision, suspects & forward)
            self._line(5, Up=ahead)
            self._check_ahead(precision, suspects, forward, ahead)
            leaving = above(suspects & (initial | post(ahead)))
            self._line(6, lhs=leaving, U=forward)
            if included(leaving, forward):
                return Proved(system.describe(cleared | ahead))
            suspects = ahead | above(backward & bad & post(ahead))
            self._line(7, M=suspects)
            behind = self._behind(precision, suspects & backward)
            self._line(8, Vp=behind)
            self._check_behind(precision, suspects, backward, behind)
            leaving = above(suspects & (bad | pre(behind)))
            self._line(9, lhs=leaving, V=backward)
            if included(leaving, backward):
                return Proved(system.describe(cleared | (ahead & ~behind)))
            suspects = behind | above(ahead & initial & pre(behind))
            cleared = cleared | (ahead & ~suspects)
            self._line(10, M=suspects)
            if ahead == forward and behind == backward:
                self.record(Line("FBAR", 11, note="brk=True"))
                return Alarm(replace(precision, suspects=suspects, forward=forward, backward=backward, cleared=cleared))
            forward, backward = ahead, behind
            self._line(12, U=forward, V=backward)
        return Stuck("the forward-backward search ran out of time", hint="raise --time")

    def _ahead(self, precision: Suspicion[S], region: S) -> S:
        system, above = self.system, precision.domain.above
        return accumulated(above(region & system.initial), lambda found: above(region & system.post(found)))

    def _behind(self, precision: Suspicion[S], region: S) -> S:
        system, above = self.system, precision.domain.above
        return accumulated(above(region & system.bad), lambda found: above(region & system.pre(found)))

    def _line(self, number: int, **values: S) -> None:
        self.record(Line("FBAR", number, values))

    def _check_ahead(self, precision: Suspicion[S], suspects: S, forward: S, ahead: S) -> None:
        """I1, I3, I4."""
        if self.checked:
            system = self.system
            assert included(ahead, forward)
            assert included(system.reachable(system.initial, suspects & system.safe), ahead)
            self._check_suspects(precision, suspects)

    def _check_behind(self, precision: Suspicion[S], suspects: S, backward: S, behind: S) -> None:
        """I2, I3, I4."""
        if self.checked:
            system = self.system
            assert included(behind, backward)
            assert included(system.reaching(system.bad, suspects & system.other), behind)
            self._check_suspects(precision, suspects)

    def _check_suspects(self, precision: Suspicion[S], suspects: S) -> None:
        assert included(self.system.minimal_counterexamples(), suspects)
        assert precision.domain.above(suspects) == suspects
