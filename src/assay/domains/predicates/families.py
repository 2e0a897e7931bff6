"""Guidance against divergence: when interpolants only count along a loop, say what the counting has in common.

Interpolants of longer and longer paths often form families, such as ``x <= k or z <= -2k`` for k = 0, 1, 2, ...: each
excludes one more unrolling and none the loop.  Three patterns are recognised in the predicates of one refinement, after
the *conjecture* and *subsume* rules of Krishnan, Chen, Shoham, Gurfinkel, *Global guidance for local generalization*,
CAV 2020:

* bounds of a cube that move together: their weighted sum that stays put;
* coefficients that grow: the direction in which they grow, compared with zero;
* one bound that moves alone: its difference to the location's other variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from math import gcd

from assay.core.model import Location
from assay.core.terms import (
    Term,
    add,
    conjuncts,
    disjuncts,
    from_linear,
    le,
    linear,
    lt,
    not_,
    number,
    scale,
    sub,
)
from assay.core.terms.literals import inequality_of
from assay.core.terms.sorts import INT

Number = int | Fraction
# A family shows itself with its third member; more are not needed, and comparing is quadratic.
FEWEST, MOST = 3, 12


def guided(place: Location, predicates: Iterable[Term]) -> tuple[Term, ...]:
    """Predicates that cut across the families among ``predicates`` at ``place``; none if there is no family."""
    families: dict[tuple[Term, ...], list[tuple[Number, ...]]] = {}
    for predicate in predicates:
        for clause in conjuncts(predicate):
            cube = [_inequality(not_(part)) for part in disjuncts(clause)]
            known = [part for part in cube if part is not None]
            if len(known) == len(cube):
                known.sort(key=lambda part: part[0].uid)
                families.setdefault(tuple(t for t, _ in known), []).append(tuple(c for _, c in known))
    found: dict[Term, None] = {}
    for sums, bounds in families.items():
        step = _step(bounds)
        if step is None:
            continue
        if len(sums) == 1:
            found.update(dict.fromkeys(_differences(place, sums[0])))
        else:
            found.update(dict.fromkeys(_combined(sums, bounds[0], step)))
    found.update(dict.fromkeys(_directions([sums[0] for sums in families if len(sums) == 1])))
    return tuple(predicate for predicate in found if not predicate.is_const)


def _inequality(literal: Term) -> tuple[Term, Number] | None:
    """``literal`` as (t, c) for t <= c; strictness over the reals is forgotten, since only directions matter."""
    found = inequality_of(literal)
    if found is None:
        return None
    upper = found.as_upper()
    return upper.total, upper.limit


def _step(bounds: Sequence[tuple[Number, ...]]) -> tuple[Number, ...] | None:
    """The difference between neighbours, if the bounds are an arithmetic progression of enough members."""
    members = sorted(set(bounds))[:MOST]
    if len(members) < FEWEST:
        return None
    steps = [tuple(b - a for a, b in zip(*pair, strict=True)) for pair in pairwise(members)]
    return steps[0] if all(step == steps[0] for step in steps) else None


def _combined(sums: Sequence[Term], bounds: tuple[Number, ...], step: tuple[Number, ...]) -> Iterable[Term]:
    """For each two bounds that move: the weighted sum of the two that does not."""
    moving = [(t, c, d) for t, c, d in zip(sums, bounds, step, strict=True) if d]
    for (left, low, up), (right, high, down) in combinations(moving, 2):
        if left.sort is not right.sort:
            continue
        first, second = _coprime(down, up)
        total = add(scale(first, left), scale(-second, right))
        bound = first * low - second * high
        yield from _around(total, bound)


def _coprime(left: Number, right: Number) -> tuple[Number, Number]:
    if isinstance(left, int) and isinstance(right, int):
        divisor = gcd(left, right)
        return left // divisor, right // divisor
    return left / Fraction(right), Fraction(1)


def _around(total: Term, bound: Number) -> Iterable[Term]:
    """Comparisons of ``total`` with ``bound`` from both sides."""
    yield le(total, number(bound, total.sort))
    if total.sort is INT:
        yield le(total, number(bound - 1, INT))
        yield le(total, number(bound + 1, INT))
    else:
        yield lt(total, number(bound, total.sort))


def _directions(sums: Sequence[Term]) -> Iterable[Term]:
    """Directions that recur between sums: families whose coefficients grow."""
    seen: dict[Term, int] = {}
    for left, right in combinations(sums[:MOST], 2):
        if left.sort is right.sort:
            direction = _primitive(sub(right, left))
            seen[direction] = seen.get(direction, 0) + 1
    for direction, count in seen.items():
        if count >= FEWEST and not direction.is_const:
            yield from _around(direction, 0)


def _primitive(term: Term) -> Term:
    """``term`` up to a factor: coprime coefficients, the oldest positive."""
    coefficients, _ = linear(term)
    if not coefficients:
        return number(0, term.sort)
    oldest = min(coefficients, key=lambda atom: atom.uid)
    factor: Number = coefficients[oldest]
    if term.sort is INT:
        factor = gcd(*(int(c) for c in coefficients.values())) * (1 if factor > 0 else -1)
        return from_linear({a: int(c) // int(factor) for a, c in coefficients.items()}, 0, INT)
    return from_linear({a: Fraction(c) / factor for a, c in coefficients.items()}, 0, term.sort)


def _differences(place: Location, total: Term) -> Iterable[Term]:
    """The moving sum beside every other variable of its sort."""
    for other in place.variables:
        if other.sort is total.sort and other not in total.free:
            yield from _around(sub(_primitive(total), other), 0)
            yield from _around(add(_primitive(total), other), 0)


def guidance(found: Mapping[Location, tuple[Term, ...]]) -> Mapping[Location, tuple[Term, ...]]:
    """Further predicates per location; empty where nothing counts."""
    more = {place: guided(place, predicates) for place, predicates in found.items()}
    return {place: predicates for place, predicates in more.items() if predicates}
