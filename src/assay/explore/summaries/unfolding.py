"""Fewer places: rules put into the premises that they derive, and invariants for the places that this leaves out.

A place that is no premise of its own rules may go: each rule that needs it becomes one for each rule into it.  That is
done as long as rules do not become more, or too large.  Derivations become lower, and what a rule says is decided by
the solver at once.  A rule remembers the steps that it is made of, so a derivation has the way back in it.

The invariants of the places that are left are kept by every composed rule.  What lies between has invariants that are
found by the same search: a state of a place that is left, outside its invariant, is the error there.  No place that is
gone needs itself, so that this search ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from assay.core.model import Location
from assay.core.terms import FALSE, Term, conjunction, not_, size, variable
from assay.core.terms.rebuild import Substitution
from assay.explore.summaries.rules import Interface, Origin, Rule


@dataclass(frozen=True)
class Limits:
    """What a composed rule may become: nodes of its constraint, and premises."""

    nodes: int = 4000
    premises: int = 8


STANDARD: Final = Limits()


def unfolded(rules: Sequence[Rule], error: Location, limits: Limits = STANDARD) -> tuple[Rule, ...]:
    """The rules over fewer places."""
    current = list(rules)
    names = count()
    refused = {error}
    while True:
        place = _next(current, refused)
        if place is None:
            return tuple(current)
        composed = _without(current, place, names, limits)
        if composed is None:
            refused.add(place)
        else:
            current = composed


def _next(rules: Iterable[Rule], refused: set[Location]) -> Location | None:
    """The place that makes the rules fewest if it goes, none if they would become more."""
    into: dict[Location, int] = {}
    needing: dict[Location, list[int]] = {}
    own: set[Location] = set()
    for rule in rules:
        head = rule.head.place
        into[head] = into.get(head, 0) + 1
        places = [premise.place for premise in rule.premises]
        for place in dict.fromkeys(places):
            needing.setdefault(place, []).append(places.count(place))
            if place == head:
                own.add(place)
    growth: dict[Location, int] = {}
    for place, times in needing.items():
        if place not in refused and place not in own and place in into:
            growth[place] = sum(into[place] ** number for number in times) - len(times) - into[place]
    best = min(growth, key=lambda place: growth[place], default=None)
    return best if best is not None and growth[best] <= 0 else None


def _without(rules: Iterable[Rule], place: Location, names: Iterable[int], limits: Limits) -> list[Rule] | None:
    """The rules with those into ``place`` put into those that need it; None if one would be too large."""
    rules = list(rules)
    into = [rule for rule in rules if rule.head.place == place]
    fresh = iter(names)
    found: list[Rule] = []
    pending = [rule for rule in reversed(rules) if rule.head.place != place]
    while pending:
        rule = pending.pop()
        position = next((number for number, premise in enumerate(rule.premises) if premise.place == place), None)
        if position is None:
            if rule.constraint is not FALSE:
                found.append(rule)
            continue
        for inner in into:
            composed = _composed(rule, position, inner, next(fresh))
            if size(composed.constraint) > limits.nodes or len(composed.premises) > limits.premises:
                return None
            pending.append(composed)
    return found


def _composed(outer: Rule, position: int, inner: Rule, number: int) -> Rule:
    """``outer`` with ``inner`` in place of the premise at ``position``."""
    shared = dict(zip(inner.head.symbols, outer.premises[position].symbols, strict=True))
    renaming = dict(shared)
    for symbol in sorted(inner.symbols.difference(shared), key=lambda symbol: symbol.uid):
        renaming[symbol] = variable(f"inner!{number}!{symbol.name}", symbol.sort)
    rename = Substitution(renaming)
    premises = tuple(Interface(p.place, tuple(map(rename, p.symbols))) for p in inner.premises)
    before, after = outer.premises[:position], outer.premises[position + 1 :]
    moved = [*range(position), None, *range(position + len(premises), position + len(premises) + len(after))]
    below = _renumbered(inner.origin, rename, range(position, position + len(premises)))
    return Rule(
        outer.head,
        (*before, *premises, *after),
        (*outer.whole, *map(rename, inner.whole)),
        _replaced(outer.origin, moved, below),
    )


def _renumbered(origin: Origin, rename: Substitution, numbers: Sequence[int]) -> Origin:
    naming = {symbol: rename(term) for symbol, term in origin.naming.items()}
    parts = (numbers[part] if isinstance(part, int) else _renumbered(part, rename, numbers) for part in origin.below)
    return Origin(origin.edge, naming, tuple(parts))


def _replaced(origin: Origin, moved: Sequence[int | None], inner: Origin) -> Origin:
    """The premises numbered as ``moved`` says, the one that has no number any more derived by ``inner``."""
    parts: list[int | Origin] = []
    for part in origin.below:
        if isinstance(part, Origin):
            parts.append(_replaced(part, moved, inner))
        else:
            number = moved[part]
            parts.append(inner if number is None else number)
    return Origin(origin.edge, origin.naming, tuple(parts))


# -- the way back of proofs --------------------------------------------------------------------------------------------


def between(
    rules: Iterable[Rule], invariant: Mapping[Location, Term], gone: set[Location], error: Location
) -> list[Rule]:
    """Rules over the places that are ``gone``, whose error is a state of another one outside its invariant."""
    found: list[Rule] = []
    for rule in rules:
        kept = [premise for premise in rule.premises if premise.place not in gone]
        parts = [*rule.whole, *(premise.inward(invariant.get(premise.place, FALSE)) for premise in kept)]
        head = rule.head
        if head.place not in gone:
            parts.append(not_(head.inward(invariant.get(head.place, FALSE))))
            head = Interface(error, ())
        if conjunction(parts) is not FALSE:
            premises = tuple(premise for premise in rule.premises if premise.place in gone)
            found.append(Rule(head, premises, tuple(parts), rule.origin))
    return found


def places_of(rules: Iterable[Rule]) -> set[Location]:
    """The places that rules speak of."""
    return {interface.place for rule in rules for interface in (rule.head, *rule.premises)}
