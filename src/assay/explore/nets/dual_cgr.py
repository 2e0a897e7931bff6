"""Backward abstract reachability over upward-closed sets: the first fixpoint of dual CGR on Petri nets.

R := lfp X. mu(Z & (Bad | pre(X))), where Z are the markings not yet known to be reachable, at first all that are below
no initial one.  Z, R and all other sets are upward-closed, and no complement is taken: reachable means covered by a
reachable marking.  If mu(Bad | pre(R)) stays inside Z, no marking outside R leads into it.
(Cousot, Ganty, Raskin, SAS 2007, on the reversed system.)
"""

from __future__ import annotations

from dataclasses import dataclass

from assay.core.budget import FOREVER, Deadline
from assay.core.events import LineExecuted, Listener, ignore
from assay.core.evidence import Proof
from assay.core.roles import Alarm, Proved, Stuck
from assay.core.terms import conjunction, disjunction, ge, integer, not_
from assay.domains.fixpoint.capped_markings import Watched
from assay.spaces.nets.net import Net
from assay.spaces.nets.upward import Marking, Upward, upward
from assay.spaces.sets import InWords


@dataclass(frozen=True)
class Covering:
    """Explorer of a net whose rules only add and take away; its alarms carry the minimal elements of R."""

    net: Net
    deadline: Deadline = FOREVER
    announce: Listener = ignore

    def explore(self, precision: Watched, /) -> Proved[Proof] | Alarm[tuple[Marking, ...]] | Stuck:
        remaining = upward(precision.remaining)
        found, leaves = Upward(), False
        waiting: list[Marking] = [target.lower for target in self.net.targets]
        while waiting:
            if self.deadline.passed:
                return Stuck("the backward search ran out of time", hint="raise --time")
            marking = precision.domain.above(waiting.pop())
            inside = marking in remaining
            leaves = leaves or not inside
            for kept in (marking,) if inside else map(precision.domain.above, remaining.within((marking,))):
                if found.add(kept) is not None:
                    waiting += (earlier for rule in self.net.rules for earlier in rule.before(kept))
        values = {"Z": InWords(remaining, self.net.show), "R": InWords(found, self.net.show)}
        self.announce(LineExecuted("dual CGR", precision.number, values))
        if leaves:
            return Alarm(tuple(found))
        places = self.net.places
        cubes = (conjunction(ge(places[p], integer(c)) for p, c in sorted(marking.items())) for marking in found)
        return Proved(Proof({self.net.model.entry: not_(disjunction(cubes))}))
