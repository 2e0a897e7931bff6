"""Values and predicates side by side: an abstract state is a pair, and a step must be possible for both.

The value analysis steps first; where it finds an edge disabled, no predicate is asked about.  Each part has its own
precision and is refined by itself (Beyer, Löwe, Wendler, SPIN 2015, section 5).
Limit: the parts do not inform each other except through *disabled*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from assay.core.events import Counters
from assay.core.model import Edge, Location
from assay.core.terms import Term, and_, disjunction
from assay.domains.predicates.cubes import Cube
from assay.domains.predicates.domain import PredicateAbstraction
from assay.domains.predicates.precision import Precision
from assay.domains.values.compile_commands import State
from assay.domains.values.domain import ValueAbstraction, ValuePrecision

Pair = tuple[State, Cube]


@dataclass(frozen=True)
class ProductPrecision:
    """What either analysis tracks.

    Once predicates are refined, steps are ``solved``: the solver is asked whether they are possible at all.  Until then
    values alone decide, which is quicker.
    """

    values: ValuePrecision = field(default_factory=ValuePrecision)
    predicates: Precision = field(default_factory=Precision)
    solved: bool = False

    def with_values(self, values: ValuePrecision) -> ProductPrecision:
        return replace(self, values=values)

    def with_predicates(self, predicates: Precision) -> ProductPrecision:
        return replace(self, predicates=predicates, solved=True)

    @property
    def size(self) -> int:
        return self.values.size + self.predicates.size


class ProductAbstraction:
    """The transfer functions of both analyses together."""

    def __init__(self, values: ValueAbstraction, predicates: PredicateAbstraction) -> None:
        self._values = values
        self._predicates = predicates

    def adopt(self, precision: ProductPrecision, /) -> bool:
        same_values = self._values.adopt(precision.values)
        return self._predicates.adopt(precision.predicates) and same_values

    def initial(self) -> Sequence[Pair]:
        states = self._values.initial()
        return [(state, cube) for state in states for cube in self._predicates.initial()]

    def post(self, edge: Edge, pair: Pair, /, *uses: Pair) -> Sequence[Pair]:
        states = self._values.post(edge, pair[0])
        if not states:
            return ()
        cubes = self._predicates.post(edge, pair[1])
        return [(state, cube) for state in states for cube in cubes]

    def possible(self, edge: Edge, chosen: Sequence[Pair | None], /) -> bool:
        return True

    def leq(self, left: Pair, right: Pair, /) -> bool:
        return self._predicates.leq(left[1], right[1]) and self._values.leq(left[0], right[0])

    def rank(self, pair: Pair, /) -> int:
        return self._values.rank(pair[0]) + self._predicates.rank(pair[1])

    def stamp(self, location: Location, /) -> tuple[int, int]:
        return self._values.stamp(location), self._predicates.stamp(location)

    def formula(self, location: Location, pairs: Sequence[Pair], /) -> Term:
        """The union of the pairs: per cube, the values that stand beside it."""
        beside: dict[Cube, list[State]] = {}
        for state, cube in pairs:
            beside.setdefault(cube, []).append(state)
        return disjunction(
            and_(self._values.formula(location, states), self._predicates.formula(location, (cube,)))
            for cube, states in beside.items()
        )

    def counters(self) -> Counters:
        return {**self._values.counters(), **self._predicates.counters()}

    def spread(self, pairs: Mapping[Location, Sequence[Pair]]) -> dict[Term, int]:
        """The number of different values that each tracked variable has in ``pairs``."""
        return self._values.spread({place: [state for state, _ in here] for place, here in pairs.items()})
