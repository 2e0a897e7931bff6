"""What is known of places: cubes that cannot be derived, level by level, and states that can.

``level`` k of a place over-approximates the states that have a derivation of height at most k, as a set of blocked
cubes; one blocked at a level is blocked at every lower one.  A ``Reached`` fact is a cube of states that all have a
derivation, and remembers how: a rule, and facts for its premises.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from assay.core.model import Location
from assay.core.terms import Term, conjunction, implies, not_, variable
from assay.core.terms.sorts import BOOL
from assay.explore.summaries.rules import Rule
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver

Cube = frozenset[Term]
"""Literals over the variables of one place."""

ALWAYS: Final = 1_000_000_000
"""The level of what holds of derivations of any height."""


def denied(cube: Cube) -> Term:
    """The lemma that blocks the cube."""
    return not_(conjunction(sorted(cube, key=lambda literal: literal.uid)))


@dataclass(frozen=True, eq=False)
class Reached:
    """States of ``place``, all derivable by ``rule`` from the facts for its ``premises``."""

    place: Location
    states: Term
    rule: Rule
    premises: tuple[Reached, ...]


@dataclass
class Frames:
    """Blocked cubes per place, each at the highest level where it is known to hold."""

    blocked: dict[Location, dict[Cube, int]] = field(default_factory=dict)

    def is_blocked(self, place: Location, cube: Cube, level: int) -> bool:
        return any(at >= level and known <= cube for known, at in self.blocked.get(place, {}).items())

    def add(self, place: Location, cube: Cube, level: int) -> None:
        """Record ``cube`` at ``level`` and forget what it makes redundant."""
        known = self.blocked.setdefault(place, {})
        for other in [other for other, at in known.items() if at <= level and cube <= other]:
            del known[other]
        known[cube] = level

    def at(self, place: Location, level: int) -> list[Cube]:
        """The cubes whose highest level is exactly ``level``."""
        return [cube for cube, at in self.blocked.get(place, {}).items() if at == level]

    def is_empty(self, level: int) -> bool:
        """Is no cube of any place stored exactly at ``level``?"""
        return all(at != level for cubes in self.blocked.values() for at in cubes.values())

    def above(self, level: int, places: Iterable[Location]) -> dict[Location, list[Cube]]:
        """For each of the places the cubes that are blocked at a higher level."""
        return {p: [cube for cube, at in self.blocked.get(p, {}).items() if at > level] for p in places}

    def lemmas(self, place: Location, level: int) -> list[Term]:
        """What is known of ``place`` at ``level``."""
        return [denied(cube) for cube, at in self.blocked.get(place, {}).items() if at >= level]


class Facts:
    """The reached facts of one place, and a solver that knows their union."""

    def __init__(self, place: Location) -> None:
        self.place = place
        self.known: list[Reached] = []
        self._solver = Z3Solver()
        self._more = variable("more!0", BOOL)

    def add(self, fact: Reached) -> None:
        self.known.append(fact)
        tag, more = self.tag(len(self.known) - 1), variable(f"more!{len(self.known)}", BOOL)
        self._solver.add(implies(not_(tag), implies(self._more, more)), implies(tag, fact.states))
        self._more = more

    @staticmethod
    def tag(number: int) -> Term:
        """The symbol that is true of states of the fact with that number."""
        return variable(f"fact!{number}", BOOL)

    def meets(self, cube: Sequence[Term], seconds: float) -> bool:
        """Is some state of the cube among them, as far as the solver can tell?"""
        if not self.known:
            return False
        first = variable("more!0", BOOL)
        return self._solver.check((first, not_(self._more), *cube), seconds=seconds) is Answer.SAT
