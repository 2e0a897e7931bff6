"""Models with one location over counters, read as Petri nets with transfers and resets.

Edges become rules (``spaces.nets.rules``), initial condition and target lists of ranges.  No count is ever negative:
the initial condition says so, and every rule keeps it so.  Tests from above (``x = 0``) are kept apart in ``upper``:
without them the net is a relaxation, whose proofs hold for the model and whose runs must be replayed.  What cannot be
read so is refused by the name of the rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from assay.core.errors import Position, Unsupported
from assay.core.model import Edge, Model, Property
from assay.core.terms import Op, Term, conjuncts, disjuncts, linear
from assay.core.terms.literals import inequality_of
from assay.core.terms.sorts import INT
from assay.spaces.nets.rules import Range, Rule
from assay.spaces.nets.upward import Marking, Upward, upward

_HINT: Final = "this engine reads Petri nets"


@dataclass(frozen=True)
class Net:
    """A model over counters with one property: initial ranges, rules, and targets; each a list of alternatives."""

    model: Model
    initial: tuple[Range, ...]
    rules: tuple[Rule, ...]
    targets: tuple[Range, ...]

    @property
    def places(self) -> tuple[Term, ...]:
        return self.model.entry.variables

    @cached_property
    def relaxed(self) -> str:
        """What tests from above, if anything: the first such rule, or the target."""
        testing = next((rule for rule in self.rules if rule.upper), None)
        if testing is not None:
            return testing.name
        return "the target" if any(target.upper for target in self.targets) else ""

    @cached_property
    def unmarkable(self) -> frozenset[int]:
        """Places that never have a token, however many there are elsewhere: together they stay empty."""
        everywhere = range(len(self.places))
        marked = {place for initial in self.initial for place in everywhere if initial.upper.get(place, 1) > 0}
        known = -1
        while known < len(marked):
            known = len(marked)
            for rule in self.rules:
                if marked.issuperset(rule.lower):
                    changes = rule.changes.items()
                    marked.update(p for p, (flows, more) in changes if more > 0 or not marked.isdisjoint(flows))
        return frozenset(everywhere).difference(marked)

    def live(self) -> Net:
        """The net without the rules that need tokens where there never are any."""
        return replace(self, rules=tuple(rule for rule in self.rules if self.unmarkable.isdisjoint(rule.lower)))

    def require_plain(self) -> None:
        """``Unsupported`` names the rule, if any, that does more than ask for tokens, add some and take some away."""
        if self.relaxed:
            raise Unsupported(f"not well-structured: {self.relaxed} tests from above", hint="try --engine coverability")
        for rule in self.rules:
            if rule.shift is None:
                raise Unsupported(f"{rule.name} transfers tokens", hint="try --engine coverability")

    def show(self, states: Upward) -> str:
        """The minimal markings, by the names of places."""
        texts = (
            ", ".join(f"{self.places[place].name} >= {count}" for place, count in sorted(marking.items()))
            for marking in states
        )
        return "{" + "; ".join(texts) + "}"

    def not_initial(self) -> Upward:
        """The markings that are at or below no initial one."""
        result = upward(({},))
        for initial in self.initial:
            result = result.within([{place: most + 1} for place, most in initial.upper.items()])
        return result


@dataclass(frozen=True)
class Firing:
    """Rules to fire, in order, from the marking ``start``."""

    start: Marking
    rules: tuple[Rule, ...]


def net_of(model: Model, property: Property) -> Net:
    """The model as a net; ``Unsupported`` names the rule that cannot be one."""
    if not model.is_linear or len(model.locations) != 1 or set(property.bad) != {model.entry}:
        raise Unsupported("a net has one location", hint=_HINT)
    for place in model.entry.variables:
        if place.sort is not INT:
            raise Unsupported(f"{place.name} is no counter", hint=_HINT)
    number = {place: index for index, place in enumerate(model.entry.variables)}
    initial = tuple(_alternatives(model.initial, number, "the initial condition"))
    for found in initial:
        for place, index in number.items():
            if index not in found.counted:
                raise Unsupported(f"{place.name} may be negative at first", hint=_HINT)
    targets = tuple(_alternatives(property.bad[model.entry], number, "the target"))
    rules = tuple(_rule(edge, number) for edge in model.edges)
    return Net(model, tuple(filter(_possible, initial)), rules, tuple(filter(_possible, targets)))


def _possible(range: Range) -> bool:
    return all(range.lower.get(place, 0) <= most for place, most in range.upper.items())


def _alternatives(formula: Term, number: Mapping[Term, int], what: str) -> Iterator[Range]:
    """The formula as ranges; conjunctions with one disjunction inside are multiplied out."""
    parts = conjuncts(formula)
    choices = [part for part in parts if _bound(part, number) is None]
    plain = [part for part in parts if _bound(part, number) is not None]
    if len(choices) > 1:
        raise Unsupported(f"{what} is not a list of ranges", hint=_HINT)
    for choice in disjuncts(choices[0]) if choices else (None,):
        literals = (*plain, *(conjuncts(choice) if choice is not None else ()))
        yield _range(literals, number, what)


def _bound(literal: Term, number: Mapping[Term, int]) -> tuple[int, int, str] | None:
    """A comparison of one place with a constant: the place, the constant, and ``<=``, ``>=`` or ``=``."""
    found = inequality_of(literal)
    if found is not None and found.total in number:
        return number[found.total], int(found.limit), "<=" if found.upper else ">="
    if literal.op is Op.EQ and literal.args[0] in number and literal.args[1].is_const:
        return number[literal.args[0]], int(literal.args[1].number), "="
    return None


def _range(literals: tuple[Term, ...], number: Mapping[Term, int], what: str, origin: Position | None = None) -> Range:
    lower: dict[int, int] = {}
    upper: dict[int, int] = {}
    sums: list[Term] = []
    for literal in literals:
        bound = _bound(literal, number)
        if bound is None:
            sums.append(literal)
            continue
        place, constant, relation = bound
        if relation in (">=", "="):
            lower[place] = max(lower.get(place, constant), constant)
        if relation in ("<=", "="):
            upper[place] = min(upper.get(place, constant), constant)
    for literal in sums:
        if not _implied(literal, lower, number):
            hint = "this engine compares places with constants"
            raise Unsupported(f"{what} does not only compare places with constants", origin, hint)
    counted = frozenset(place for place, least in lower.items() if least >= 0)
    return Range({place: least for place, least in lower.items() if least > 0}, upper, counted)


def _implied(literal: Term, lower: Mapping[int, int], number: Mapping[Term, int]) -> bool:
    """Is a lower bound of a sum true wherever the places have their least values?"""
    found = inequality_of(literal)
    if found is None:
        return False
    upper = found.as_upper()
    coefficients = {symbol: -c for symbol, c in linear(upper.total)[0].items()}
    if any(c < 0 or symbol not in number for symbol, c in coefficients.items()):
        return False
    return upper.limit + sum(c * max(lower.get(number[symbol], 0), 0) for symbol, c in coefficients.items()) >= 0


def _rule(edge: Edge, number: Mapping[Term, int]) -> Rule:
    found = _range(conjuncts(edge.guard), number, edge.name, edge.origin)
    changes: dict[int, tuple[Mapping[int, int], int]] = {}
    for target, value in edge.updates.items():
        coefficients, constant = linear(value)
        if any(symbol not in number or c < 0 for symbol, c in coefficients.items()):
            raise Unsupported(
                f"{edge.name} does not only move tokens, so that the net is not well-structured",
                edge.origin,
                "this engine needs sums of places",
            )
        flows = {number[symbol]: int(c) for symbol, c in coefficients.items()}
        if constant + sum(c * found.lower.get(place, 0) for place, c in flows.items()) < 0:
            raise Unsupported(f"{edge.name} may make {target.name} negative", edge.origin, _HINT)
        changes[number[target]] = (flows, int(constant))
    return Rule(edge, found.lower, found.upper, changes)
