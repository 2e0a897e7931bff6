"""Precisions that say what is tracked where: predicates, or variables.

A precision is an immutable value.  It grows only by ``extended``, which appends: the position of a formula at a
location never changes, so what is computed by position keeps its meaning from one precision to the next.  Formulas are
kept in one polarity.  The *scope* says who shares them: each location its own, all locations of a symbol, or all of
them; a shared formula counts at a location only if it speaks of that location's variables alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Generic, TypeVar

from assay.core.model import Location
from assay.core.terms import Op, Term

ScopeKey = Callable[[Location], str]
K = TypeVar("K")


def own_name(location: Location) -> str:
    """Each location for itself."""
    return location.name


def symbol_name(location: Location) -> str:
    """Locations called ``symbol@anything`` belong to their symbol; any other is a symbol of its own."""
    return location.name.partition("@")[0]


def everywhere(location: Location) -> str:
    """All locations together."""
    return ""


SCOPES: Final[Mapping[str, ScopeKey]] = MappingProxyType(
    {"location": own_name, "symbol": symbol_name, "global": everywhere}
)


@dataclass(frozen=True)
class Scoped(Generic[K]):
    """Formulas per scope key, in order of arrival.  Equal precisions track the same formulas in the same order.

    ``K`` names the kind of formula, so that precisions of different analyses have different types.
    """

    tracked: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)
    scope: ScopeKey = own_name
    _at: dict[Location, tuple[Term, ...]] = field(default_factory=dict, init=False, compare=False, repr=False)

    @classmethod
    def empty(cls, scope: str | ScopeKey = "location") -> Scoped[K]:
        """Nothing is tracked; ``scope`` is a name in ``SCOPES`` or a function from locations to keys."""
        return cls({}, SCOPES[scope] if isinstance(scope, str) else scope)

    def at(self, location: Location) -> tuple[Term, ...]:
        """What is tracked over this location's variables; later precisions only append to it."""
        known = self._at.get(location)
        if known is None:
            mine = frozenset(location.variables)
            shared = self.tracked.get(self.scope(location), ())
            own = tuple(formula for formula in shared if formula.free <= mine)
            known = self._at[location] = shared if len(own) == len(shared) else own
        return known

    def extended(self, found: Mapping[Location, Iterable[Term]]) -> Scoped[K]:
        """This precision and ``found``; equal to this one if all of it is known, up to polarity, or constant."""
        grown: dict[str, dict[Term, None]] = {}
        for location, formulas in found.items():
            key = self.scope(location)
            bucket = grown.setdefault(key, dict.fromkeys(self.tracked.get(key, ())))
            for formula in map(positive, formulas):
                if not formula.free.issubset(location.variables):
                    raise ValueError(f"{formula} speaks of more than the variables of {location}")
                if not formula.is_const:
                    bucket[formula] = None
        changed = {key: tuple(bucket) for key, bucket in grown.items() if len(bucket) > len(self.tracked.get(key, ()))}
        return Scoped({**self.tracked, **changed}, self.scope) if changed else self

    def without(self, dropped: Collection[Term]) -> Scoped[K]:
        """This precision but for some formulas; positions do not keep their meaning."""
        if not dropped:
            return self
        kept = {key: tuple(f for f in formulas if f not in dropped) for key, formulas in self.tracked.items()}
        return Scoped(kept, self.scope)

    def changed_since(self, old: Scoped[K], locations: Iterable[Location]) -> set[Location]:
        """Those of the locations where something else is tracked than before."""
        return {place for place in locations if self.at(place) != old.at(place)}

    def extends(self, old: Scoped[K], locations: Iterable[Location]) -> bool:
        """Is at each of the locations only appended to what was tracked?  Then positions keep their meaning."""
        return all(self.at(place)[: len(old.at(place))] == old.at(place) for place in locations)

    @property
    def size(self) -> int:
        """The number of formulas, each counted once in each scope."""
        return sum(map(len, self.tracked.values()))

    def __hash__(self) -> int:
        return hash(frozenset(self.tracked.items()))


def positive(formula: Term) -> Term:
    """The formula without its negation sign: both polarities abstract alike."""
    return formula.args[0] if formula.op is Op.NOT else formula
