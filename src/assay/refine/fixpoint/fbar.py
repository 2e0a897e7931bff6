"""Safe and unsafe sets inside the suspects, from above and from below in turns: lines 13 to 25 of FBAR.

X shrinks towards the suspects that stay safe, Y grows towards those that reach an error; each helps the other.  When
neither moves, one exact step from X refines the domain.  A run for an error comes from rings inside the suspects, where
every shortest counterexample between an initial and a bad state lies.
(Ranzato, Rossi Doria, Tapparo: A Forward-Backward Abstraction Refinement Algorithm, figure 3.)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from assay.core.evidence import Trace
from assay.core.roles import Genuine, Refined, Stuck
from assay.domains.fixpoint.protocols import Suspicion
from assay.refine.fixpoint.cgr import real_run
from assay.spaces.sets import Line, Recorder, StateSet, System, forget, greatest, included, least

S = TypeVar("S", bound=StateSet)


@dataclass(frozen=True)
class SafeUnsafe(Generic[S]):
    """Refiner of FBAR.  With ``checked``, the paper's invariants are asserted (exact sets)."""

    system: System[S]
    record: Recorder[S] = forget
    checked: bool = False

    def refine(
        self, precision: Suspicion[S], evidence: Suspicion[S], /
    ) -> Genuine[Trace] | Refined[Suspicion[S]] | Stuck:
        system, domain, suspects = self.system, evidence.domain, evidence.suspects
        safe, unsafe = suspects & evidence.safe, suspects & evidence.unsafe
        self._line(13, X=safe, Y=unsafe)
        while True:
            safe = safe & domain.above(suspects & ~unsafe)
            self._line(15, X=safe)
            staying = self._staying(evidence, safe)
            self._line(16, Xp=staying)
            if self.checked:
                self._check_staying(suspects, safe, staying)
            if not included(system.initial & suspects, staying):
                self.record(Line("FBAR", 17, note="KO=True"))
                return real_run(system, suspects)
            unsafe = unsafe | domain.below(suspects & ~staying)
            self._line(18, Y=unsafe)
            failing = self._failing(evidence, unsafe)
            self._line(19, Yp=failing)
            if self.checked:
                self._check_failing(suspects, unsafe, failing)
            if not included(failing, system.other):
                self.record(Line("FBAR", 20, note="KO=True"))
                return real_run(system, suspects)
            if staying == safe and failing == unsafe:
                self.record(Line("FBAR", 21, note="brk=True"))
                break
            safe, unsafe = staying, failing
            self._line(22, X=safe, Y=unsafe)
        return self._refined(evidence, safe, staying, unsafe)

    def _refined(self, evidence: Suspicion[S], safe: S, staying: S, unsafe: S) -> Refined[Suspicion[S]]:
        refiner = safe & self.system.all_pre_within(evidence.suspects, safe)
        self._line(23, X=refiner)
        if refiner == staying:
            raise AssertionError("line 24 returned, which is proved to be impossible")
        finer = evidence.domain.refine(refiner)
        self.record(Line("FBAR", 25, domain=finer.cells()))
        # The same set, as the domain writes its members.
        refiner = finer.above(refiner)
        return Refined(replace(evidence, domain=finer, safe=refiner, unsafe=unsafe, number=evidence.number + 1))

    def _staying(self, evidence: Suspicion[S], safe: S) -> S:
        system, above = self.system, evidence.domain.above
        return greatest(lambda kept: above(safe & system.all_pre_within(evidence.suspects, kept)), system.whole)

    def _failing(self, evidence: Suspicion[S], unsafe: S) -> S:
        system, below = self.system, evidence.domain.below
        return least(lambda found: below(unsafe | system.pre_within(evidence.suspects, found)), system.empty)

    def _line(self, number: int, **values: S) -> None:
        self.record(Line("FBAR", number, values))

    def _check_staying(self, suspects: S, safe: S, staying: S) -> None:
        """I5."""
        system = self.system
        forever_safe = system.whole & ~system.reaching(system.bad, system.whole)
        assert included(suspects & forever_safe, staying)
        assert included(staying, safe)
        assert included(safe, suspects)

    def _check_failing(self, suspects: S, unsafe: S, failing: S) -> None:
        """I6."""
        system = self.system
        assert included(unsafe, failing)
        assert included(failing, suspects & system.reaching(system.bad, system.whole))
