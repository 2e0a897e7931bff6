"""Which refinement is best?  A heuristic is a key function over candidates: the smaller the key, the better.

The heuristics of Beyer, Löwe, Wendler, *Refinement selection*, SPIN 2015, section 4, and three of our own that use what
the analysis has seen so far.  ``a&b`` compares by ``a`` and breaks ties by ``b``; what is still tied goes to the
shortest prefix, then to the value analysis, then to the order in which candidates were found.

A heuristic of your own takes a few lines (docs/howto/write-a-heuristic.md)::

    few = Heuristic("few", "fewest variables", lambda candidate, situation: len(candidate.symbols))
    selection("few&narrow", {**HEURISTICS, few.name: few})
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Final, Literal

from assay.core.errors import InputError
from assay.core.model import Location
from assay.core.terms import Op, Term
from assay.refine.selection.domain_types import DomainType
from assay.refine.selection.prefixes import SlicedPrefix

Domain = Literal["value", "predicate"]


@dataclass(frozen=True)
class Candidate:
    """A refinement that excludes the path: what to track after each edge of a prefix, and in which analysis.

    There are no elements where a single step is impossible, which the analysis sees by itself once it looks.
    ``elements[i]`` are variables (value analysis) or predicates after the prefix's i-th edge, counted from 0.
    """

    domain: Domain
    prefix: SlicedPrefix
    elements: tuple[tuple[Term, ...], ...]
    provider: str = ""

    @cached_property
    def symbols(self) -> tuple[Term, ...]:
        """The variables that occur in any element, by name."""
        found = {symbol for here in self.elements for element in here for symbol in element.free}
        return tuple(sorted(found, key=lambda symbol: (symbol.name, symbol.uid)))

    @cached_property
    def positions(self) -> tuple[int, ...]:
        """The positions with elements, counted from 1: after the first edge is position 1."""
        return tuple(position for position, here in enumerate(self.elements, 1) if here)

    @property
    def length(self) -> int:
        """The number of edges of the prefix."""
        return len(self.prefix)

    @property
    def width(self) -> int:
        """From the first position with elements to the last, both counted."""
        return self.positions[-1] - self.positions[0] + 1 if self.positions else 0

    @property
    def pivot(self) -> int:
        """The first position with elements: with lazy abstraction, exploration goes on from there."""
        return self.positions[0] if self.positions else 0

    @cached_property
    def found(self) -> Mapping[Location, tuple[Term, ...]]:
        """The elements by location."""
        places: dict[Location, dict[Term, None]] = {}
        for edge, here in zip(self.prefix.edges, self.elements, strict=True):
            if here:
                places.setdefault(edge.target, {}).update(dict.fromkeys(here))
        return {place: tuple(elements) for place, elements in places.items()}


@dataclass(frozen=True)
class Situation:
    """What a heuristic may know beside the candidate.

    ``types`` of variables by their usage; ``spent``: how often the precision already speaks of a variable; ``seen``:
    how many different values the last exploration has met; ``number`` of the candidate, ``turn`` and ``seed``: for
    chance.
    """

    types: Mapping[Term, DomainType] = field(default_factory=dict)
    spent: Mapping[Term, int] = field(default_factory=dict)
    seen: Mapping[Term, int] = field(default_factory=dict)
    number: int = 0
    turn: int = 0
    seed: int = 0


Key = Callable[[Candidate, Situation], float]


@dataclass(frozen=True)
class Heuristic:
    """A named preference.

    An ``early`` key depends on the prefix alone, so that not every prefix must be refined; one that ``looks`` wants to
    know the values that exploration has seen, which takes time to count.
    """

    name: str
    summary: str
    key: Key
    early: bool = False
    looks: bool = False


def score(candidate: Candidate, situation: Situation) -> float:
    """The product of the scores of the variables' types: low for Booleans, infinite with a loop counter."""
    product: float = 1
    for symbol in candidate.symbols:
        product *= situation.types.get(symbol, DomainType.ARITHMETIC).score
    return product


def _chance(candidate: Candidate, situation: Situation) -> float:
    return random.Random(f"{situation.seed}/{situation.turn}/{situation.number}").random()


def _spent(candidate: Candidate, situation: Situation) -> float:
    return sum(situation.spent.get(symbol, 0) for symbol in candidate.symbols)


def _seen(candidate: Candidate, situation: Situation) -> float:
    return math.prod(max(1, situation.seen.get(symbol, 1)) for symbol in candidate.symbols)


def _counting(candidate: Candidate, situation: Situation) -> float:
    """The number of predicates that compare a loop counter with a constant, and of counters to be tracked."""
    count = 0
    for element in dict.fromkeys(element for here in candidate.elements for element in here):
        atom = element.args[0] if element.op is Op.NOT else element
        counters = [s for s in atom.free if situation.types.get(s) is DomainType.LOOP_COUNTER]
        count += len(atom.free) == 1 and bool(counters)
    return count


def _negated(key: Key) -> Key:
    return lambda candidate, situation: -key(candidate, situation)


def _length(candidate: Candidate, situation: Situation) -> float:
    return candidate.length


def _width(candidate: Candidate, situation: Situation) -> float:
    return candidate.width


def _pivot(candidate: Candidate, situation: Situation) -> float:
    return candidate.pivot


HEURISTICS: Final[Mapping[str, Heuristic]] = MappingProxyType(
    {
        heuristic.name: heuristic
        for heuristic in (
            Heuristic("short", "the shortest prefix", _length, early=True),
            Heuristic("long", "the longest prefix", _negated(_length), early=True),
            Heuristic("good", "variables of simple types: Booleans first, loop counters last", score),
            Heuristic("bad", "the contrary of good", _negated(score)),
            Heuristic("narrow", "what is tracked over few edges", _width),
            Heuristic("wide", "the contrary of narrow", _negated(_width)),
            Heuristic("shallow", "what begins early on the path", _pivot),
            Heuristic("deep", "the contrary of shallow", _negated(_pivot)),
            Heuristic("random", "chance; random:7 is another sequence of choices", _chance),
            Heuristic("fresh", "variables that the precision does not speak of yet", _spent),
            Heuristic("calm", "variables that have had few values", _seen, looks=True),
            Heuristic("symbolic", "few comparisons of loop counters with constants", _counting),
        )
    }
)

NONE: Final = "none"
EVERY_PROVIDER: Final = "@providers"


@dataclass(frozen=True)
class Selection:
    """How to choose among candidates.

    Without heuristics there is no choice: the path is refined as a whole.  With ``every_provider`` candidates are
    prefixes times interpolation providers, so that the choice includes the interpolants.
    """

    heuristics: tuple[Heuristic, ...] = ()
    every_provider: bool = False
    seed: int = 0

    def best(self, candidates: Sequence[Candidate], situation: Situation) -> Candidate:
        """The candidate with the least key; deterministic."""
        numbered = enumerate(candidates)
        return min(numbered, key=lambda pair: (self.keys(pair[1], situation, pair[0]), pair[0]))[1]

    def keys(self, candidate: Candidate, situation: Situation, number: int) -> tuple[float, ...]:
        """What candidates are compared by, tie-breaks included."""
        mine = Situation(situation.types, situation.spent, situation.seen, number, situation.turn, seed=self.seed)
        own = tuple(heuristic.key(candidate, mine) for heuristic in self.heuristics)
        return (*own, candidate.length, 0 if candidate.domain == "value" else 1)


def selection(text: str, known: Mapping[str, Heuristic] = HEURISTICS) -> Selection:
    """Reads ``none``, ``good``, ``good&narrow``, ``random:3``, ``good&narrow@providers``."""
    names, every, _ = text.partition(EVERY_PROVIDER)
    if names == NONE and not every:
        return Selection()
    heuristics: list[Heuristic] = []
    seed = 0
    for part in names.split("&"):
        name, _, argument = part.strip().partition(":")
        if name not in known or (argument and (name != "random" or not argument.isdigit())):
            raise InputError(
                f"no refinement heuristic is called {part.strip()!r}",
                hint=f"known: {', '.join((NONE, *known))}, combined as in good&narrow",
            )
        heuristics.append(known[name])
        seed = int(argument) if argument else seed
    return Selection(tuple(heuristics), bool(every), seed)
