"""How far a target seems to be from a marking: as if tokens were never taken away.

The cost of one more token in a place is that of the cheapest rule that puts it there; a rule costs one more than all
that it asks for and does not find.  The rules at the beginning of the cheapest way are worth trying first.
(Bonet, Geffner: Planning as Heuristic Search, AIJ 2001; for nets: Blondin, Haase, Offtermatt, TACAS 2021.)
Known limits: places that exclude each other look as if they could be marked together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

from assay.spaces.nets.net import Net
from assay.spaces.nets.rules import Range, Rule
from assay.spaces.nets.upward import Marking


@dataclass(frozen=True)
class Estimate:
    """A distance, and by their numbers the rules to begin with."""

    distance: int
    helpful: frozenset[int]


class Estimates:
    """Distances to the targets of one net."""

    def __init__(self, net: Net) -> None:
        self._net = net
        self._asks = [tuple(rule.lower.items()) for rule in net.rules]
        self._gains = [tuple(_gained(rule)) for rule in net.rules]
        self._asking: dict[int, list[tuple[int, int]]] = {}
        for number, rule in enumerate(net.rules):
            for place, least in rule.lower.items():
                self._asking.setdefault(place, []).append((number, least))

    def of(self, marking: Marking) -> Estimate | None:
        """The estimate for the nearest target; None if every target needs a token where none ever comes."""
        costs, makers = self._costs(marking)
        nearest: tuple[int, Range] | None = None
        for target in self._net.targets:
            distance = _distance(marking, target, costs)
            if distance is not None and (nearest is None or distance < nearest[0]):
                nearest = (distance, target)
        if nearest is None:
            return None
        return Estimate(nearest[0], self._helpful(marking, nearest[1], makers))

    def _costs(self, marking: Marking) -> tuple[dict[int, int], dict[int, int]]:
        """Per place the cost of one more token, as far as there can be one, and the rule that makes it."""
        costs: dict[int, int] = {}
        makers: dict[int, int] = {}
        lacking = [sum(1 for place, least in asks if marking.get(place, 0) < least) for asks in self._asks]
        sums = [1] * len(lacking)
        queue = [(1, number) for number, places in enumerate(lacking) if not places]
        while queue:
            cost, number = heappop(queue)
            for place in self._gains[number]:
                if place in costs:
                    continue
                costs[place], makers[place] = cost, number
                count = marking.get(place, 0)
                for asking, least in self._asking.get(place, ()):
                    if count < least:
                        sums[asking] += cost * (least - count)
                        lacking[asking] -= 1
                        if not lacking[asking]:
                            heappush(queue, (sums[asking], asking))
        return costs, makers

    def _helpful(self, marking: Marking, target: Range, makers: Mapping[int, int]) -> frozenset[int]:
        """Of the rules that would make what is missing, those that are enabled."""
        waiting = [place for place, least in target.lower.items() if marking.get(place, 0) < least]
        visited, found = set(waiting), set[int]()
        while waiting:
            number = makers[waiting.pop()]
            missing = [place for place, least in self._asks[number] if marking.get(place, 0) < least]
            if not missing:
                found.add(number)
            waiting += (place for place in missing if place not in visited)
            visited.update(missing)
        return frozenset(found)


def _distance(marking: Marking, target: Range, costs: Mapping[int, int]) -> int | None:
    total = 0
    for place, least in target.lower.items():
        deficit = least - marking.get(place, 0)
        if deficit > 0:
            if place not in costs:
                return None
            total += deficit * costs[place]
    return total


def _gained(rule: Rule) -> Iterator[int]:
    """The places where the rule can leave more tokens than it found."""
    for place, (flows, constant) in rule.changes.items():
        if constant > 0 or flows.keys() - {place} or flows.get(place, 0) > 1:
            yield place
