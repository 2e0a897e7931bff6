"""Rules of nets over markings: exact steps forward, and minimal markings backward.

A rule asks for a least number of tokens per place, and sets each changed place to a constant plus a sum of places, none
counted negatively.  Larger markings enable more, so predecessors of upward-closed sets are upward-closed, and their
minimal elements are computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from assay.core.model import Edge
from assay.spaces.nets.upward import Marking


@dataclass(frozen=True)
class Range:
    """Bounds of counters, by place; a place that is not listed is free, and those in ``counted`` are not negative."""

    lower: Mapping[int, int]
    upper: Mapping[int, int]
    counted: frozenset[int] = frozenset()


def inside(marking: Marking, range: Range) -> bool:
    """Are all counts within the bounds?"""
    return all(marking.get(p, 0) >= least for p, least in range.lower.items()) and all(
        marking.get(p, 0) <= most for p, most in range.upper.items()
    )


@dataclass(frozen=True)
class Rule:
    """One edge.  ``changes`` maps a place to the multiplicities of the places that flow into it, and a constant."""

    edge: Edge
    lower: Mapping[int, int]
    upper: Mapping[int, int]
    changes: Mapping[int, tuple[Mapping[int, int], int]]

    @property
    def name(self) -> str:
        """What a person finds the rule by."""
        return f"{self.edge.name} ({self.edge.origin})" if self.edge.origin else self.edge.name

    @cached_property
    def shift(self) -> Mapping[int, int] | None:
        """The change as a vector, if every changed place only gains or loses a constant."""
        if all(flows == {place: 1} for place, (flows, _) in self.changes.items()):
            return {place: constant for place, (_, constant) in self.changes.items() if constant}
        return None

    def before(self, marking: Marking) -> Iterator[Marking]:
        """The minimal markings from which one step covers ``marking`` (and maybe some that are not minimal).

        Tests from above only exclude what no marking above passes.
        """
        needed = dict(self.lower)
        shift = self.shift
        if shift is not None:
            for place, count in marking.items():
                rest = count - shift.get(place, 0)
                if rest > needed.get(place, 0):
                    needed[place] = rest
            found: Iterator[dict[int, int]] = iter((needed,))
        else:
            for place, count in marking.items():
                if place not in self.changes and count > needed.get(place, 0):
                    needed[place] = count
            found = self._collecting(needed, [place for place in marking if place in self.changes], marking)
        for candidate in found:
            if all(candidate.get(place, 0) <= most for place, most in self.upper.items()):
                yield candidate

    def often_before(self, marking: Marking) -> Iterator[tuple[int, Marking]]:
        """Minimal markings from which so many steps in a row cover ``marking``; further steps would only ask for more.

        Those that a longer row undercuts are left out.
        """
        shift = self.shift
        if shift is None or self.upper:
            yield from ((1, earlier) for earlier in self.before(marking))
            return
        gains = [
            -(-(count - self.lower.get(place, 0)) // shift[place])
            for place, count in marking.items()
            if shift.get(place, 0) > 0 and count > self.lower.get(place, 0)
        ]
        longest = max(gains, default=0)
        loses = any(change < 0 for change in shift.values())
        row = marking
        for times in range(1, longest + 1):
            (row,) = self.before(row)
            if loses or times == longest:
                yield times, row

    def all_before(self, states: Iterable[Marking]) -> list[Marking]:
        """The minimal markings all of whose predecessors under this rule, and of what it covers, are in ``states``.

        ``states`` are the minimal elements of an upward-closed set; the rule only adds and takes away.  A marking has a
        least predecessor, so each minimal element asks for tokens only where the rule itself does not ask for enough.
        """
        assert self.shift is not None
        shift = self.shift
        found: list[Marking] = []
        for marking in states:
            after = (
                (place, count + shift.get(place, 0))
                for place, count in marking.items()
                if count > self.lower.get(place, 0)
            )
            found.append({place: count for place, count in after if count > 0})
        return found

    def _collecting(self, needed: dict[int, int], places: list[int], marking: Marking) -> Iterator[dict[int, int]]:
        """All ways to have enough flow into ``places``, on top of what is needed anyway."""
        if not places:
            yield needed
            return
        flows, constant = self.changes[places[0]]
        missing = marking[places[0]] - constant - sum(c * needed.get(p, 0) for p, c in flows.items())
        for extra in _distributions(list(flows.items()), missing):
            more = dict(needed)
            for place, count in extra.items():
                more[place] = more.get(place, 0) + count
            yield from self._collecting(more, places[1:], marking)

    def after(self, marking: Marking) -> dict[int, int]:
        """The marking after the step."""
        result = dict(marking)
        for place, (flows, constant) in self.changes.items():
            result[place] = constant + sum(c * marking.get(p, 0) for p, c in flows.items())
        return {place: count for place, count in result.items() if count}

    def enabled(self, marking: Marking) -> bool:
        return all(marking.get(p, 0) >= least for p, least in self.lower.items()) and all(
            marking.get(p, 0) <= most for p, most in self.upper.items()
        )


def _distributions(flows: list[tuple[int, int]], missing: int) -> Iterator[dict[int, int]]:
    """Ways to choose counts whose weighted sum is at least ``missing``, minimal ones among them."""
    if missing <= 0:
        yield {}
        return
    if not flows:
        return
    (place, weight), rest = flows[0], flows[1:]
    for count in range(-(-missing // weight) + 1):
        for others in _distributions(rest, missing - weight * count):
            yield {place: count, **others} if count else others
