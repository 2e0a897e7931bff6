"""Coverability of well-structured nets: backward from the target over upward-closed sets, pruned by inequalities.

The markings from which the target can be covered form an upward-closed set with a finite basis, found by adding exact
predecessors until none is new.  What a linear inequality excludes, which holds in every reachable marking, is not
expanded, nor is what needs tokens in places that never get any.  At the end the complement of the set, with the
inequalities and the empty places, is inductive.  A search forward (``explore.nets.karp_miller``) takes turns with it.
(Abdulla, Cerans, Jonsson, Tsay, LICS 1996; pruning as in Blondin, Finkel, Haase, Haddad, TACAS 2016.)
Known limits: tests from above are relaxed; then proofs hold, but a run that cannot be replayed decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heappop, heappush

from assay.core.budget import FOREVER, Deadline
from assay.core.events import Explored, Listener, Progress, ignore
from assay.core.evidence import Proof
from assay.core.roles import Alarm, Proved, Stuck
from assay.core.terms import FALSE, Term, conjunction, ge, integer, le, not_
from assay.explore.nets.karp_miller import Saturation
from assay.explore.nets.state_equation import Inequality, Weighing
from assay.spaces.nets.net import Firing, Net
from assay.spaces.nets.rules import Range, Rule
from assay.spaces.nets.upward import Marking, Upward

_BETWEEN_REPORTS = 1000
_PATIENCE = 40
_TURN = 1000
# To meet a marking forward takes about half the time that it takes backward.
_AHEAD = 2
# Literals of an invariant that is a union: larger ones take too long to check.
_LARGEST_PROOF = 5000


@dataclass(frozen=True)
class _Node:
    """From ``marking`` the rule, fired so many times, covers the marking of the node ``later``."""

    marking: Marking
    rule: Rule | None
    later: int
    times: int = 1


class Coverability:
    """Explorer of one net, whose alarms are real unless the net is relaxed.  Explores once.

    If ``accelerated``, a step backward is any number of firings of one rule.  ``alone`` leaves out the search forward.
    """

    def __init__(
        self,
        net: Net,
        deadline: Deadline = FOREVER,
        announce: Listener = ignore,
        *,
        accelerated: bool = False,
        alone: bool = False,
    ) -> None:
        self._unmarkable = net.unmarkable
        self._net = net = net.live()
        self._accelerated = accelerated
        self._deadline = deadline
        self._announce = announce
        self._covering = Upward()
        self._nodes: list[_Node] = []
        self._seen: set[frozenset[tuple[int, int]]] = set()
        self._queue: list[tuple[int, int, int]] = []
        self._used: dict[Inequality, None] = {}
        self._weighing = Weighing(net, deadline)
        self._work = 0
        self._ahead = None if alone else Saturation(net)
        self._producers: dict[int, list[Rule]] = {}
        for rule in net.rules:
            for place in _gaining(rule):
                self._producers.setdefault(place, []).append(rule)

    def explore(self, precision: None = None, /) -> Proved[Proof] | Alarm[Firing] | Stuck:
        if not self._net.initial:
            return Proved(Proof({self._net.model.entry: FALSE}))
        for target in self._net.targets:
            alarm = self._meet(_Node(dict(target.lower), None, -1))
            if alarm is not None:
                return Alarm(alarm)
        expanded = 0
        while self._queue:
            if self._deadline.passed:
                return Stuck("the backward search ran out of time", hint="raise --time")
            decided = self._look_ahead()
            if decided is not None:
                return decided
            _, number, stored = heappop(self._queue)
            if stored not in self._covering.minimal:
                continue
            expanded += 1
            if expanded % _BETWEEN_REPORTS == 0:
                self._announce(Progress(self._counters(expanded)))
            alarm = self._expand(number)
            if alarm is not None:
                self._announce(Explored("alarm", self._counters(expanded)))
                return Alarm(alarm)
        self._announce(Explored("proof", self._counters(expanded)))
        return Proved(Proof({self._net.model.entry: self._invariant()}))

    def _look_ahead(self) -> Proved[Proof] | Alarm[Firing] | None:
        """Give the search forward as much time as was spent backward."""
        ahead = self._ahead
        if ahead is None or not ahead.alive or ahead.work > _AHEAD * self._work:
            return None
        firing = ahead.turn(_TURN)
        if firing is not None:
            self._announce(Explored("alarm", {"saturated": ahead.work}))
            return Alarm(firing)
        if ahead.complete and ahead.size <= _LARGEST_PROOF:
            self._announce(Explored("proof", {"saturated": ahead.work}))
            return Proved(Proof({self._net.model.entry: ahead.invariant()}))
        return None

    def _expand(self, number: int) -> Firing | None:
        marking = self._nodes[number].marking
        rules: dict[int, Rule] = {}
        for place in marking:
            rules.update((id(rule), rule) for rule in self._producers.get(place, ()))
        for rule in rules.values():
            rows = rule.often_before(marking) if self._accelerated else ((1, m) for m in rule.before(marking))
            for times, earlier in rows:
                alarm = self._meet(_Node(earlier, rule, number, times))
                if alarm is not None:
                    return alarm
        return None

    def _meet(self, node: _Node) -> Firing | None:
        """Put a marking that can cover the target into the set; a firing if it is below an initial marking."""
        self._work += 1
        if not self._unmarkable.isdisjoint(node.marking):
            return None
        known = frozenset(node.marking.items())
        if known in self._seen or node.marking in self._covering:
            return None
        self._seen.add(known)
        for initial in self._net.initial:
            if all(count <= initial.upper.get(place, count) for place, count in node.marking.items()):
                return self._firing(initial, node)
        inequality = self._excluding(node.marking)
        if inequality is not None:
            self._used[inequality] = None
            return None
        stored = self._covering.insert(node.marking)
        self._nodes.append(node)
        heappush(self._queue, (self._missing(node.marking), len(self._nodes) - 1, stored))
        return None

    def _missing(self, marking: Marking) -> int:
        """The tokens that the nearest initial marking does not have: what is missing least is expanded first."""
        return min(
            (
                sum(max(0, count - initial.upper.get(place, count)) for place, count in marking.items())
                for initial in self._net.initial
            ),
            default=0,
        )

    def _excluding(self, marking: Marking) -> Inequality | None:
        """Ask the linear program as long as that has been worth its while."""
        weighing = self._weighing
        known = weighing.known(marking)
        if known is not None:
            return known
        if weighing.asked > _PATIENCE * (1 + len(weighing.found)):
            return None
        return weighing.excluding(marking)

    def _firing(self, initial: Range, node: _Node) -> Firing:
        first = {place: max(initial.lower.get(place, 0), node.marking.get(place, 0)) for place in _all(initial, node)}
        rules: list[Rule] = []
        while node.rule is not None:
            rules += [node.rule] * node.times
            node = self._nodes[node.later]
        return Firing(first, tuple(rules))

    def _invariant(self) -> Term:
        places = self._net.places
        counts = conjunction(ge(places[number], integer(0)) for number in sorted(self._counted()))
        empty = conjunction(le(places[number], integer(0)) for number in sorted(self._unmarkable))
        kept = conjunction(inequality.formula(places) for inequality in self._used)
        uncovered = conjunction(not_(conjunction(self._literals(marking))) for marking in self._covering)
        return conjunction((counts, empty, kept, uncovered))

    def _counted(self) -> set[int]:
        """The places whose counts must be known not to be negative: those that are summed up anywhere."""
        summed = {place for inequality in self._used for place in inequality.weights}
        for rule in self._net.rules:
            if rule.shift is None:
                summed.update(place for flows, _ in rule.changes.values() for place in flows)
        return summed

    def _literals(self, marking: Marking) -> Iterable[Term]:
        return (ge(self._net.places[place], integer(count)) for place, count in sorted(marking.items()))

    def _counters(self, expanded: int) -> dict[str, int | float]:
        return {"expanded": expanded, "basis": len(self._covering), "inequalities": len(self._used)}


def _all(initial: Range, node: _Node) -> list[int]:
    return sorted({*initial.lower, *node.marking})


def _gaining(rule: Rule) -> list[int]:
    """The places where the rule can leave more tokens than it found: only they make a predecessor useful."""
    if rule.shift is not None:
        return [place for place, change in rule.shift.items() if change > 0]
    return [place for place, (flows, constant) in rule.changes.items() if constant > 0 or flows.keys() - {place}]
