"""Cubes over the predicates of a location: conjunctions of predicates and negated predicates, as bit masks.

A cube also records its *width*, the number of predicates it was computed with: among these it is deductively closed, so
a predicate below the width that does not occur is known not to follow.  Later predicates are simply not known.
Positions never change (``domains.scoped``), so a cube that has all literals of another one implies it,
whatever their widths.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assay.core.bits import ones
from assay.core.terms import Term, conjunction, disjunction, not_

Cube = tuple[int, int, int]
"""Mask of the predicates that hold, mask of those that do not, width."""


def leq(left: Cube, right: Cube) -> bool:
    """Does ``left`` have all literals of ``right``?  Then it implies ``right``."""
    return not (right[0] & ~left[0] or right[1] & ~left[1])


def rank(cube: Cube) -> int:
    """The number of literals."""
    return cube[0].bit_count() + cube[1].bit_count()


def cube_term(cube: Cube, predicates: Sequence[Term]) -> Term:
    """The conjunction that ``cube`` stands for."""
    holds = [predicates[position] for position in ones(cube[0])]
    return conjunction(holds + [not_(predicates[position]) for position in ones(cube[1])])


def union_term(cubes: Iterable[Cube], predicates: Sequence[Term]) -> Term:
    """The disjunction of ``cubes``."""
    return disjunction(cube_term(cube, predicates) for cube in cubes)


class Renumbering:
    """Moves the bits of a mask to other positions, many at a time; bits without a place are dropped."""

    __slots__ = ("_groups",)

    def __init__(self, pairs: Iterable[tuple[int, int]] = ()) -> None:
        groups: dict[int, int] = {}
        for old, new in pairs:
            groups[new - old] = groups.get(new - old, 0) | 1 << old
        self._groups = tuple((mask, shift) for shift, mask in groups.items())

    def __call__(self, mask: int) -> int:
        result = 0
        for chosen, shift in self._groups:
            result |= (mask & chosen) << shift if shift >= 0 else (mask & chosen) >> -shift
        return result
