"""Frames of property-directed reachability over a control-flow graph, with one persistent solver per edge.

``level`` k of a location over-approximates its states reachable in at most k steps, as a set of *blocked cubes* over
the location's atoms.  A cube blocked at level k is blocked at every lower level.  Atoms are only ever added, and what
is blocked stays valid when they are, so nothing is forgotten between rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from assay.core.bits import ones
from assay.core.model import Edge, Location
from assay.core.terms import Op, Term, implies, not_, or_, variable
from assay.core.terms.sorts import BOOL
from assay.domains.predicates.cubes import Cube, cube_term, leq
from assay.domains.scoped import positive
from assay.solve.interpolation.elimination import cube_around
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver

ANYTHING: Cube = (0, 0, 0)


def together(left: Cube, right: Cube) -> Cube:
    """The cube with the literals of both."""
    return (left[0] | right[0], left[1] | right[1], 0)


def without(cube: Cube, position: int) -> Cube:
    keep = ~(1 << position)
    return (cube[0] & keep, cube[1] & keep, 0)


class Atoms:
    """The atoms of one location, numbered in order of arrival."""

    __slots__ = ("_numbers", "terms")

    def __init__(self) -> None:
        self.terms: list[Term] = []
        self._numbers: dict[Term, int] = {}

    def number(self, atom: Term) -> int:
        number = self._numbers.setdefault(atom, len(self.terms))
        if number == len(self.terms):
            self.terms.append(atom)
        return number

    def cube(self, literals: Iterable[Term]) -> Cube:
        """The cube of ``literals``, their atoms numbered where they are new."""
        holds = fails = 0
        for literal in literals:
            bit = 1 << self.number(positive(literal))
            if literal.op is Op.NOT:
                fails |= bit
            else:
                holds |= bit
        return (holds, fails, 0)


def _level(number: int) -> Term:
    return variable(f"level {number}", BOOL)


class Passage:
    """One edge: can a state outside the source's blocked cubes step into a cube of the target?

    Literals of the target are implied by assumptions rather than equivalent to indicators, and blocked cubes are
    asserted as they are: atoms that a question does not mention then cost it next to nothing.
    """

    # Switched-off clauses and unused atoms make a solver slow: after so many it is made anew.
    MOST_LEFTOVERS = 400

    def __init__(self, edge: Edge, source: Atoms, target: Atoms, *, plain_simplex: bool = True) -> None:
        self.edge = edge
        self._plain_simplex = plain_simplex
        self._source = source
        self._target = target
        self._blocked: dict[Cube, int] = {}
        self._retired = 0
        self._start()

    def _start(self) -> None:
        self.solver = Z3Solver(plain_simplex=self._plain_simplex)
        self.solver.add(self.edge.guard)
        self._wanted: dict[tuple[int, bool], Term] = {}
        self._switches = 0
        for cube, level in self._blocked.items():
            self.solver.add(or_(not_(_level(level)), self._avoiding(cube)))

    def _restart(self) -> None:
        self._retired += self.solver.queries
        known = self._blocked.items()
        self._blocked = {c: at for c, at in known if not any(other > at and leq(c, k) for k, other in known)}
        self._start()

    @property
    def queries(self) -> int:
        return self._retired + self.solver.queries

    def block(self, cube: Cube, level: int) -> None:
        """From now on the source avoids ``cube`` wherever ``level`` is assumed."""
        self._blocked[cube] = level
        self.solver.add(or_(not_(_level(level)), self._avoiding(cube)))

    def _avoiding(self, cube: Cube) -> Term:
        return not_(cube_term(cube, self._source.terms))

    def _want(self, position: int, holds: bool) -> Term:
        """The assumption that the target's atom at ``position`` holds, or fails, after the step."""
        wanted = self._wanted.get((position, holds))
        if wanted is None:
            wanted = variable(f"want {position} {holds}", BOOL)
            after = self.edge.back(self._target.terms[position])
            self.solver.add(implies(wanted, after if holds else not_(after)))
            self._wanted[position, holds] = wanted
        return wanted

    def into(self, cube: Cube, levels: range, avoiding: Cube | None, seconds: float) -> tuple[Answer, Cube]:
        """Ask for a step from the frame ``levels`` (and outside ``avoiding``) into ``cube``.

        UNSAT comes with the part of ``cube`` that suffices; after SAT the solver's model is there to be asked.
        """
        if self._switches + len(self._wanted) >= self.MOST_LEFTOVERS:
            self._restart()
        wanted = {self._want(i, True): (1 << i, 0, 0) for i in ones(cube[0])}
        wanted |= {self._want(i, False): (0, 1 << i, 0) for i in ones(cube[1])}
        assumptions = [_level(number) for number in levels]
        if avoiding is not None:
            self._switches += 1
            switch = variable(f"switch {self._switches}", BOOL)
            self.solver.add(or_(not_(switch), self._avoiding(avoiding)))
            assumptions.append(switch)
        assumptions.extend(wanted)
        answer = self.solver.check(assumptions, seconds=seconds)
        needed = ANYTHING
        if answer is Answer.UNSAT:
            for literal in self.solver.core():
                needed = together(needed, wanted.get(literal, ANYTHING))
        return answer, needed

    def source_cube(self) -> Cube:
        """After SAT: all that the model says of the source's atoms."""
        holds = fails = 0
        for i, value in enumerate(self.solver.truth(self._source.terms)):
            if value:
                holds |= 1 << i
            else:
                fails |= 1 << i
        return (holds, fails, 0)

    def preimage(self, formula: Term) -> tuple[Term, ...]:
        """After SAT: literals over the source whose states all step into ``formula`` (over source and inputs)."""
        return cube_around(self.solver, formula, frozenset(self.edge.inputs))


@dataclass
class Frames:
    """Blocked cubes per location, each stored once, at the highest level where it is known to hold."""

    blocked: dict[Location, list[tuple[Cube, int]]] = field(default_factory=dict)

    def is_blocked(self, place: Location, cube: Cube, level: int) -> bool:
        return any(at >= level and leq(cube, known) for known, at in self.blocked.get(place, ()))

    def add(self, place: Location, cube: Cube, level: int) -> None:
        """Record ``cube`` at ``level`` and forget what it makes redundant."""
        rest = [(known, at) for known, at in self.blocked.get(place, ()) if at > level or not leq(known, cube)]
        self.blocked[place] = [*rest, (cube, level)]

    def at(self, place: Location, level: int) -> list[Cube]:
        """The cubes whose highest level is exactly ``level``."""
        return [cube for cube, known in self.blocked.get(place, ()) if known == level]

    def is_empty(self, level: int) -> bool:
        """Is no cube of any location stored exactly at ``level``?"""
        return not any(known == level for cubes in self.blocked.values() for _, known in cubes)

    def clauses(self, place: Location, level: int, atoms: Sequence[Term]) -> list[Term]:
        """What is known of ``place`` at ``level``."""
        return [not_(cube_term(cube, atoms)) for cube, known in self.blocked.get(place, ()) if known >= level]
