"""Forward search over markings with *many* tokens in some places: Karp and Miller's tree, without what is covered.

Where a marking is larger than one before it on its branch, the steps between them can be repeated, and what grew gets
as many tokens as anybody asks for.  What lies below a marking met before is not followed.  A run to a target repeats
such rows of steps as often as replaying shows to be necessary; if nothing is left, all that is reachable lies below
some marking of the tree.  Half of the work goes where a target seems nearest (``explore.nets.distance``).
(Karp, Miller 1969; no subtree is ever removed, so the flaw of Finkel's algorithm of 1991 does not arise.)
Known limits: tests from above are ignored, transfers may make fewer tokens than many: runs that fail decide nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.terms import Term, conjunction, disjunction, ge, integer, le
from assay.explore.nets.distance import Estimates
from assay.spaces.nets.net import Firing, Net
from assay.spaces.nets.rules import Range, Rule, inside
from assay.spaces.nets.upward import Larger, Marking

MANY: Final = 1 << 62
MOST_MARKINGS: Final = 100_000
_MOST_TRIES: Final = 400
_LONGEST: Final = 20_000
_TURN: Final = 1000
# Rules that an estimate looks at in the time in which a marking is met.
_RULES_A_UNIT: Final = 20


@dataclass(frozen=True)
class _Row:
    """The steps since the node ``since`` can be repeated, and then ``places`` grow."""

    since: int
    places: frozenset[int]


@dataclass(frozen=True)
class _Node:
    """A marking of the tree: by which rule it came from which node, what can be repeated there, and an estimate."""

    marking: Marking
    rule: Rule | None
    earlier: int
    distance: int
    rows: tuple[_Row, ...] = ()


class Saturation:
    """The search, in as many turns as it is given; ``work`` counts markings met."""

    def __init__(self, net: Net) -> None:
        self.work = 0
        self._net = net
        self._nodes: list[_Node] = []
        self._larger = Larger()
        self._queue: deque[int] = deque()
        self._near: list[tuple[int, int]] = []
        self._expanded: set[int] = set()
        self._directed = 0
        self._estimates = Estimates(net)
        self._found: int | None = None
        self._rules = _by_place(net)
        for initial in net.initial:
            first = {place: initial.upper.get(place, MANY) for place in range(len(net.places))}
            self._meet({place: count for place, count in first.items() if count}, None, -1, 0)

    @property
    def alive(self) -> bool:
        """Is anything left to look at?"""
        return self._found is None and bool(self._queue) and len(self._nodes) < MOST_MARKINGS

    @property
    def complete(self) -> bool:
        """Does everything reachable lie below a marking of the tree, and none of them in a target?"""
        return self._found is None and not self._queue

    def search(self, deadline: Deadline = FOREVER) -> Firing | None:
        """A firing sequence that reaches a target, if one is found in time."""
        while True:
            found = self.turn(_TURN)
            if found is not None or not self.alive or deadline.passed:
                return found

    def turn(self, work: int) -> Firing | None:
        """Go on for about so much work; a firing sequence that reaches a target, if one is found."""
        until = self.work + work
        while self.alive and self.work < until:
            if self._near and 2 * self._directed <= self.work:
                self._approach()
            else:
                number = self._queue.popleft()
                self._expand(number, self._nodes[number].distance, frozenset())
        return None if self._found is None else self._firing(self._found)

    @property
    def size(self) -> int:
        """About how long the invariant is."""
        return len(self._nodes) * len(self._net.places)

    def invariant(self) -> Term:
        """What lies below a marking of the tree, which is complete."""
        places = self._net.places
        counts = conjunction(ge(place, integer(0)) for place in places)
        nodes = enumerate(self._nodes)
        largest = (node.marking for number, node in nodes if not self._covering(node.marking) & ~(1 << number))
        return conjunction((counts, disjunction(_below(marking, places) for marking in largest)))

    def _covering(self, marking: Marking) -> int:
        return self._larger.among((1 << len(self._nodes)) - 1, marking)

    def _approach(self) -> None:
        """Expand the marking that seems nearest to a target."""
        before = self.work
        _, number = heappop(self._near)
        if number not in self._expanded:
            estimate = self._estimates.of(self._nodes[number].marking)
            self.work += 1 + len(self._net.rules) // _RULES_A_UNIT
            if estimate is not None:
                self._expand(number, estimate.distance, estimate.helpful)
        self._directed += self.work - before

    def _expand(self, number: int, distance: int, helpful: frozenset[int]) -> None:
        marking = self._nodes[number].marking
        if number in self._expanded or self._covering(marking) & ~(1 << number):
            return
        self._expanded.add(number)
        for place in (*marking, -1):
            for which, rule in self._rules.get(place, ()):
                if all(marking.get(p, 0) >= least for p, least in rule.lower.items()):
                    self._meet(_rounded(rule.after(marking)), rule, number, distance - (which in helpful))
                    if self._found is not None:
                        return

    def _meet(self, marking: Marking, rule: Rule | None, earlier: int, distance: int) -> None:
        self.work += 1
        if self._covering(marking):
            return
        grown, rows = dict(marking), list[_Row]()
        ancestor = earlier
        while ancestor >= 0:
            before = self._nodes[ancestor].marking
            if all(grown.get(place, 0) >= count for place, count in before.items()):
                more = frozenset(p for p, count in grown.items() if count < MANY and count > before.get(p, 0))
                if more:
                    grown.update(dict.fromkeys(more, MANY))
                    rows.append(_Row(ancestor, more))
            ancestor = self._nodes[ancestor].earlier
        number = len(self._nodes)
        self._nodes.append(_Node(grown, rule, earlier, distance, tuple(rows)))
        self._larger.store(grown, number)
        self._queue.append(number)
        heappush(self._near, (distance, number))
        if any(_covers(grown, target) for target in self._net.targets):
            self._found = number

    # -- firing sequences ----------------------------------------------------------------------------------------------

    def _firing(self, number: int) -> Firing | None:
        """The branch with its rows repeated as often as it takes; None if that is too often."""
        branch = list(self._branch(number))
        initial = next(i for i in self._net.initial if _is_start(i, branch[0][1].marking))
        times: dict[tuple[int, int], int] = {}
        for _ in range(_MOST_TRIES):
            rules, rows = _unfolded(branch, times)
            if len(rules) > _LONGEST:
                return None
            lacking = self._lacking(branch[0][1].marking, rules)
            if lacking is None:
                return self._from_enough(initial, rules)
            place, position = lacking
            able = [(end, key) for end, key, places in rows if place in places and end <= position]
            if not able:
                return None
            key = max(able)[1]
            times[key] = times.get(key, 0) + 1
        return None

    def _branch(self, number: int) -> Iterator[tuple[int, _Node]]:
        path: list[int] = []
        while number >= 0:
            path.append(number)
            number = self._nodes[number].earlier
        return ((node, self._nodes[node]) for node in reversed(path))

    def _lacking(self, start: Marking, rules: list[Rule]) -> tuple[int, int] | None:
        """The first place where tokens are missing, and before which rule; the target comes last."""
        marking = start
        for position, rule in enumerate(rules):
            for place, least in rule.lower.items():
                if marking.get(place, 0) < least:
                    return place, position
            marking = _rounded(rule.after(marking))
        missing = [
            [place for place, least in target.lower.items() if marking.get(place, 0) < least]
            for target in self._net.targets
        ]
        fewest = min(missing, key=len)
        return (fewest[0], len(rules)) if fewest else None

    def _from_enough(self, initial: Range, rules: list[Rule]) -> Firing | None:
        """The sequence from the first of some growing initial markings from which it can be fired."""
        anywhere = [place for place in range(len(self._net.places)) if place not in initial.upper]
        bounded = {place: most for place, most in initial.upper.items() if most}
        more = 0
        while more <= 8 * (1 + len(rules)):
            start = bounded | {place: initial.lower.get(place, 0) + more for place in anywhere}
            marking: Marking = start
            for rule in rules:
                if not rule.enabled(marking):
                    break
                marking = rule.after(marking)
            else:
                if any(inside(marking, target) for target in self._net.targets):
                    return Firing(start, tuple(rules))
            more = 2 * more + 1
        return None


def _by_place(net: Net) -> Mapping[int, list[tuple[int, Rule]]]:
    """Every rule, with its number, at that place it asks for which fewest rules do; at -1 if it asks for nothing."""
    asking: dict[int, int] = {}
    for rule in net.rules:
        for place in rule.lower:
            asking[place] = asking.get(place, 0) + 1
    found: dict[int, list[tuple[int, Rule]]] = {}
    for number, rule in enumerate(net.rules):
        place = min(rule.lower, key=lambda p: (asking[p], p), default=-1)
        found.setdefault(place, []).append((number, rule))
    return found


def _rounded(marking: dict[int, int]) -> dict[int, int]:
    """The marking with ``MANY`` again where steps have added to that number or taken from it."""
    return {place: count if count < MANY >> 1 else MANY for place, count in marking.items()}


def _below(marking: Marking, places: tuple[Term, ...]) -> Term:
    """No more tokens anywhere than the marking has."""
    bounds = ((place, marking.get(number, 0)) for number, place in enumerate(places))
    return conjunction(le(place, integer(count)) for place, count in bounds if count < MANY)


def _covers(marking: Marking, target: Range) -> bool:
    return all(marking.get(place, 0) >= least for place, least in target.lower.items())


def _is_start(initial: Range, marking: Marking) -> bool:
    return all(marking.get(place, 0) == most for place, most in initial.upper.items())


def _unfolded(
    branch: list[tuple[int, _Node]], times: Mapping[tuple[int, int], int]
) -> tuple[list[Rule], list[tuple[int, tuple[int, int], frozenset[int]]]]:
    """The rules of a branch with its rows repeated, and for each row where it ends, its key, and what it makes grow."""
    rules: list[Rule] = []
    reached: dict[int, int] = {}
    rows: list[tuple[int, tuple[int, int], frozenset[int]]] = []
    for number, node in branch:
        if node.rule is not None:
            rules.append(node.rule)
        for index, row in enumerate(node.rows):
            key = (number, index)
            rules += rules[reached[row.since] :] * times.get(key, 0)
            rows.append((len(rules), key, row.places))
        reached[number] = len(rules)
    return rules, rows
