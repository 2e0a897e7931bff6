"""The precision of predicate abstraction: which predicates are tracked where.

A precision is an immutable value.  It grows only by ``extended``, which appends: the position of a predicate at a
location never changes, so bit masks over positions keep their meaning from one precision to the next.  Predicates are
kept in one polarity.  The *scope* says who shares predicates: each location its own, all locations of a symbol, or all
of them; a shared predicate counts at a location only if it speaks of that location's variables alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from assay.core.model import Location
from assay.core.terms import Op, Term

ScopeKey = Callable[[Location], str]


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
class Precision:
    """Predicates per scope key, in order of arrival.  Equal precisions track the same predicates in the same order."""

    predicates: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)
    scope: ScopeKey = own_name
    _at: dict[Location, tuple[Term, ...]] = field(default_factory=dict, init=False, compare=False, repr=False)

    @staticmethod
    def empty(scope: str | ScopeKey = "location") -> Precision:
        """No predicates at all; ``scope`` is a name in ``SCOPES`` or a function from locations to keys."""
        return Precision({}, SCOPES[scope] if isinstance(scope, str) else scope)

    def at(self, location: Location) -> tuple[Term, ...]:
        """The predicates over this location's variables; later precisions only append to them."""
        known = self._at.get(location)
        if known is None:
            mine = frozenset(location.variables)
            shared = self.predicates.get(self.scope(location), ())
            own = tuple(predicate for predicate in shared if predicate.free <= mine)
            known = self._at[location] = shared if len(own) == len(shared) else own
        return known

    def extended(self, found: Mapping[Location, Iterable[Term]]) -> Precision:
        """This precision and ``found``; equal to this one if all of it is known, up to polarity, or constant."""
        grown: dict[str, dict[Term, None]] = {}
        for location, formulas in found.items():
            key = self.scope(location)
            bucket = grown.setdefault(key, dict.fromkeys(self.predicates.get(key, ())))
            for predicate in map(positive, formulas):
                if not predicate.free.issubset(location.variables):
                    raise ValueError(f"{predicate} speaks of more than the variables of {location}")
                if not predicate.is_const:
                    bucket[predicate] = None
        changed = {
            key: tuple(bucket) for key, bucket in grown.items() if len(bucket) > len(self.predicates.get(key, ()))
        }
        return Precision({**self.predicates, **changed}, self.scope) if changed else self

    @property
    def size(self) -> int:
        """The number of predicates, each counted once a scope."""
        return sum(map(len, self.predicates.values()))

    def __hash__(self) -> int:
        return hash(frozenset(self.predicates.items()))


def positive(predicate: Term) -> Term:
    """The predicate without its negation sign: both polarities abstract alike."""
    return predicate.args[0] if predicate.op is Op.NOT else predicate
