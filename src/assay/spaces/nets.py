"""Models with one location over counters, read as Petri nets with transfers and resets.

A rule asks for a least number of tokens per place, and sets each changed place to a constant plus a sum of places, none
counted negatively except itself once in a plain change.  Larger markings then enable more, and exact predecessors of
upward-closed sets have computable minimal elements.  Tests from above (``x = 0``) are kept apart in ``upper``: without
them the net is a relaxation, whose proofs hold for the model and whose runs must be replayed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from assay.core.errors import Unsupported
from assay.core.model import Edge, Model, Property
from assay.core.terms import Op, Term, conjuncts, disjuncts, integer, linear, sub
from assay.spaces.upward import Marking


@dataclass(frozen=True)
class Range:
    """Bounds of counters, by place; a place that is not listed is free."""

    lower: Mapping[int, int]
    upper: Mapping[int, int]


@dataclass(frozen=True)
class Rule:
    """One edge.  ``changes`` maps a place to the multiplicities of the places that flow into it, and a constant."""

    edge: Edge
    lower: Mapping[int, int]
    upper: Mapping[int, int]
    changes: Mapping[int, tuple[Mapping[int, int], int]]

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
        for rule in self.rules:
            if rule.upper:
                where = f" ({rule.edge.origin})" if rule.edge.origin else ""
                return f"{rule.edge.name}{where}"
        return "the target" if any(target.upper for target in self.targets) else ""


@dataclass(frozen=True)
class Firing:
    """Rules to fire, in order, from the marking ``start``."""

    start: Marking
    rules: tuple[Rule, ...]


def net_of(model: Model, property: Property) -> Net:
    """The model as a net; ``Unsupported`` names the rule that cannot be one."""
    if len(model.locations) != 1:
        raise Unsupported("a net has one location", hint="this engine reads Petri nets")
    number = {place: index for index, place in enumerate(model.entry.variables)}
    initial = tuple(_alternatives(model.initial, number, "the initial condition"))
    (bad,) = property.bad.values()
    targets = tuple(_alternatives(bad, number, "the target"))
    rules = tuple(_rule(edge, number) for edge in model.edges)
    return Net(model, initial, rules, targets)


def _alternatives(formula: Term, number: Mapping[Term, int], what: str) -> Iterator[Range]:
    """The formula as ranges; conjunctions with one disjunction inside are multiplied out."""
    parts = conjuncts(formula)
    choices = [part for part in parts if _bound(part) is None]
    plain = [part for part in parts if _bound(part) is not None]
    if len(choices) > 1:
        raise Unsupported(f"{what} is not a list of ranges", hint="this engine reads Petri nets")
    for choice in disjuncts(choices[0]) if choices else (None,):
        literals = (*plain, *(conjuncts(choice) if choice is not None else ()))
        found = _range(literals, number, what)
        if all(found.lower.get(p, 0) <= most for p, most in found.upper.items()):
            yield found


def _bound(literal: Term) -> tuple[Term, int, str] | None:
    """A comparison of one symbol with a constant: the symbol, the constant, and ``<=``, ``>=`` or ``=``."""
    positive = literal.op is not Op.NOT
    atom = literal if positive else literal.args[0]
    if atom.op not in (Op.LE, Op.EQ) or not atom.args[1].is_const or atom.args[0].op is not Op.VAR:
        return None
    constant = int(atom.args[1].number)
    if atom.op is Op.LE:
        return (atom.args[0], constant, "<=") if positive else (atom.args[0], constant + 1, ">=")
    return (atom.args[0], constant, "=") if positive else None


def _range(literals: tuple[Term, ...], number: Mapping[Term, int], what: str) -> Range:
    lower: dict[int, int] = {}
    upper: dict[int, int] = {}
    sums: list[Term] = []
    for literal in literals:
        bound = _bound(literal)
        if bound is None:
            sums.append(literal)
            continue
        symbol, constant, relation = bound
        place = number[symbol]
        if relation in (">=", "="):
            lower[place] = max(lower.get(place, 0), constant)
        if relation in ("<=", "="):
            upper[place] = min(upper.get(place, constant), constant)
    for literal in sums:
        if not _implied(literal, lower, number):
            raise Unsupported(f"{what} compares a sum of places", hint="this engine compares places with constants")
    return Range({place: least for place, least in lower.items() if least > 0}, upper)


def _implied(literal: Term, lower: Mapping[int, int], number: Mapping[Term, int]) -> bool:
    """Is a lower bound of a sum true wherever the places have their least values?"""
    positive = literal.op is not Op.NOT
    atom = literal if positive else literal.args[0]
    if atom.op is not Op.LE or not atom.args[1].is_const:
        return False
    bound = atom.args[1] if positive else integer(int(atom.args[1].number) + 1)
    slack = sub(bound, atom.args[0]) if positive else sub(atom.args[0], bound)
    coefficients, constant = linear(slack)
    if any(c < 0 for c in coefficients.values()):
        return False
    return constant + sum(c * lower.get(number[atom], 0) for atom, c in coefficients.items()) >= 0


def _rule(edge: Edge, number: Mapping[Term, int]) -> Rule:
    found = _range(conjuncts(edge.guard), number, edge.name)
    changes: dict[int, tuple[Mapping[int, int], int]] = {}
    for target, value in edge.updates.items():
        coefficients, constant = linear(value)
        if any(symbol not in number or c < 0 for symbol, c in coefficients.items()):
            raise Unsupported(
                f"{edge.name} does not only move tokens, so that the net is not well-structured",
                edge.origin,
                "this engine needs sums of places",
            )
        changes[number[target]] = ({number[symbol]: int(c) for symbol, c in coefficients.items()}, int(constant))
    return Rule(edge, found.lower, found.upper, changes)
