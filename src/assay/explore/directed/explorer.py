"""Property-directed exploration: work backward from the error instead of unfolding forward.

A state that can step into a bad one is itself bad and must be shown unreachable within so many steps.  What is shown is
generalised and kept, across refinements too.  Two readings of "a state that can step":

* *exact*: a cube of the preimage, by model-based projection, so that alarms are real (Hoder, Bjorner, SAT 2012;
  Komuravelli, Gurfinkel, Chaki, CAV 2014, on linear clauses);
* *abstract*: the whole cube over the precision's predicates (Cimatti, Griggio, Mover, Tonetta, TACAS 2014), so that a
  refiner of paths has something to do.

Requires an aimed model: one error location, an entry without variables and without entering edges.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from types import MappingProxyType
from typing import Literal

from assay.core.bits import ones
from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.events import BoundReached, Explored, Listener, Progress, ignore
from assay.core.evidence import Path, Proof
from assay.core.model import Edge, Location, Model
from assay.core.roles import Alarm, Proved, outcome
from assay.core.terms import FALSE, TRUE, Term, and_, conjunction, not_
from assay.domains.predicates.cubes import Cube, cube_term
from assay.domains.predicates.families import guided
from assay.domains.predicates.precision import Precision
from assay.explore.directed.frames import ANYTHING, Atoms, Frames, Passage, together, without
from assay.solve.interpolation.projection import split_equalities, sum_of
from assay.solve.smt import Answer
from assay.transforms.edges.guards import tightened

Reading = Literal["exact", "abstract"]


@dataclass(frozen=True)
class Obligation:
    """``cube`` at ``place`` leads to the error along ``edge`` and then as ``next`` says."""

    place: Location
    cube: Cube
    edge: Edge | None = None
    next: Obligation | None = None

    def path(self) -> Path:
        edges: list[Edge] = []
        current: Obligation | None = self
        while current is not None:
            if current.edge is not None:
                edges.append(current.edge)
            current = current.next
        return Path(tuple(edges))


class PropertyDirected:
    """Explorer over predicate precisions; keeps its frames from one precision to the next."""

    # Effort spent on making a cube larger once it is known to be unreachable.
    MOST_SUMMED_LITERALS = 6

    def __init__(
        self,
        model: Model,
        reading: Reading = "exact",
        deadline: Deadline = FOREVER,
        announce: Listener = ignore,
        patience: float = 1.0,
        *,
        known: Mapping[Location, Collection[Term]] = MappingProxyType({}),
        plain_simplex: bool = True,
    ) -> None:
        """``known`` are literals that hold whenever a location is reached; guards must say so, cubes need not."""
        self._model = model
        self._reading = reading
        self._deadline = deadline
        self._announce = announce
        self._patience = patience  # seconds for a question whose answer would be nice to have
        (self._error,) = model.properties[0].bad
        self._atoms = {place: Atoms() for place in model.locations}
        self._known = known
        self._passages = {
            e: Passage(e, self._atoms[e.source], self._atoms[e.target], plain_simplex=plain_simplex)
            for e in model.edges
        }
        self._distance = _distances(model)
        self._frames = Frames()
        self._frontier = 1
        self._obligations = 0
        self._conjectured: set[tuple[Location, Term]] = set()

    def explore(self, precision: Precision, /) -> Proved[Proof] | Alarm[Path]:
        for place, atoms in self._atoms.items():
            for predicate in precision.at(place):
                atoms.number(predicate)
        try:
            answer = self._search()
        except SolverFailure:
            self._announce(Explored("stuck", self._counters()))
            raise
        self._announce(Explored(outcome(answer), self._counters()))
        return answer

    def _search(self) -> Proved[Proof] | Alarm[Path]:
        while True:
            path = self._clear_error()
            if path is not None:
                return Alarm(path)
            self._announce(BoundReached(self._frontier))
            self._announce(Progress(self._counters()))
            fixpoint = self._propagate()
            if fixpoint is not None:
                return Proved(Proof(self._invariant(fixpoint)))
            self._frontier += 1

    # -- blocking ----------------------------------------------------------------------------------------------------

    def _clear_error(self) -> Path | None:
        """Block the error at the frontier; a path if that fails."""
        order = count()
        queue: list[tuple[int, int, Obligation]] = [(self._frontier, next(order), Obligation(self._error, ANYTHING))]
        while queue:
            level, _, obligation = heapq.heappop(queue)
            self._obligations += 1
            if self._deadline.passed:
                raise SolverFailure(f"out of time; there is no error within {self._frontier - 1} steps")
            if obligation.place == self._model.entry:
                return obligation.path()
            if not self._frames.is_blocked(obligation.place, obligation.cube, level):
                before = self._predecessor(obligation, level)
                if before is not None:
                    heapq.heappush(queue, (level - 1, next(order), before))
                    heapq.heappush(queue, (level, next(order), obligation))
                    continue
            if level < self._frontier:
                heapq.heappush(queue, (level + 1, next(order), obligation))
        return None

    def _predecessor(self, obligation: Obligation, level: int) -> Obligation | None:
        """A state of the frame below that steps into the obligation; None once the obligation's cube is blocked."""
        place, cube = obligation.place, obligation.cube
        needed = ANYTHING
        for edge in self._steps_into(place, level):
            answer, part = self._ask(edge, cube, level - 1, self._deadline.left)
            if answer is Answer.UNKNOWN:
                raise SolverFailure(f"the solver could not decide a step along {edge}")
            if answer is Answer.SAT:
                return Obligation(edge.source, self._bad_cube(edge, cube), edge, obligation)
            needed = together(needed, part)
        cube = self._generalised(place, needed, level)
        self._block(place, cube, level)
        self._conjecture(place, level)
        return None

    def _bad_cube(self, edge: Edge, cube: Cube) -> Cube:
        passage = self._passages[edge]
        if self._reading == "abstract":
            return passage.source_cube()
        into = edge.back(cube_term(cube, self._atoms[edge.target].terms))
        literals = split_equalities(tightened(passage.preimage(and_(edge.guard, into))))
        known = self._known.get(edge.source, ())
        return self._atoms[edge.source].cube(literal for literal in literals if literal not in known)

    def _steps_into(self, place: Location, level: int) -> Iterator[Edge]:
        """The edges into ``place`` whose source can be reached in fewer than ``level`` steps at all."""
        return (edge for edge in self._model.entering(place) if self._distance.get(edge.source, level) < level)

    def _ask(self, edge: Edge, cube: Cube, level: int, seconds: float) -> tuple[Answer, Cube]:
        """A step from the frame at ``level`` into ``cube``; one from the cube into itself does not count."""
        avoiding = cube if edge.source == edge.target else None
        return self._passages[edge].into(cube, range(level, self._frontier + 1), avoiding, seconds)

    def _block(self, place: Location, cube: Cube, level: int) -> None:
        self._frames.add(place, cube, level)
        for edge in self._model.leaving(place):
            self._passages[edge].block(cube, level)

    # -- generalising ------------------------------------------------------------------------------------------------

    def _generalised(self, place: Location, cube: Cube, level: int) -> Cube:
        """A larger cube, still unreachable within ``level`` steps: literals dropped, or two replaced by their sum."""
        for position in list(ones(cube[0] | cube[1])):
            if (cube[0] | cube[1]) >> position & 1:
                part = self._unreachable(place, without(cube, position), level)
                if part is not None:
                    cube = part
        return self._summed(place, cube, level) if self._reading == "exact" else cube

    def _summed(self, place: Location, cube: Cube, level: int) -> Cube:
        atoms = self._atoms[place]
        literals = _literals(cube, atoms)
        if not 2 <= len(literals) <= self.MOST_SUMMED_LITERALS:
            return cube
        for i, left in enumerate(literals):
            for right in literals[i + 1 :]:
                total = sum_of(left, right)
                if total is not None and not total.is_const:
                    rest = [literal for literal in literals if literal is not left and literal is not right]
                    part = self._unreachable(place, atoms.cube([*rest, total]), level)
                    if part is not None:
                        return part
        return cube

    def _unreachable(self, place: Location, cube: Cube, level: int) -> Cube | None:
        """The part of ``cube`` that no step from the frame below enters, if there is no such step at all."""
        needed = ANYTHING
        for edge in self._steps_into(place, level):
            answer, part = self._ask(edge, cube, level - 1, self._patience)
            if answer is not Answer.UNSAT:
                return None
            needed = together(needed, part)
        return needed

    def _conjecture(self, place: Location, level: int) -> None:
        """If the cubes blocked at ``place`` only count, try to block what they have in common."""
        atoms = self._atoms[place]
        for predicate in guided(place, self._frames.clauses(place, 1, atoms.terms)):
            if (place, predicate) in self._conjectured:
                continue
            self._conjectured.add((place, predicate))
            bit = 1 << atoms.number(predicate)
            for cube in ((bit, 0, 0), (0, bit, 0)):
                part = self._unreachable(place, cube, level)
                if part is not None:
                    self._block(place, part, level)

    # -- propagation -------------------------------------------------------------------------------------------------

    def _propagate(self) -> int | None:
        """Move cubes to higher levels where they stay unreachable; the level of a fixpoint if one appears."""
        deepest = max(self._distance.values())
        for level in range(1, self._frontier + 1):
            for place in self._model.locations:
                for cube in self._frames.at(place, level):
                    part = self._unreachable(place, cube, level + 1)
                    if part is not None:
                        self._block(place, part, level + 1)
            # Below the greatest distance some location is empty for want of steps, not by a blocked cube.
            if level >= deepest and self._frames.is_empty(level):
                return level
        return None

    def _invariant(self, level: int) -> dict[Location, Term]:
        facts = {self._model.entry: TRUE}
        for place in self._model.locations:
            if place != self._model.entry:
                facts[place] = conjunction(self._frames.clauses(place, level + 1, self._atoms[place].terms))
        return {place: fact for place, fact in facts.items() if fact is not FALSE}

    def _counters(self) -> dict[str, int | float]:
        passages = self._passages.values()
        return {
            "queries": sum(passage.queries for passage in passages),
            "states": self._obligations,
            "predicates": sum(len(atoms.terms) for atoms in self._atoms.values()),
            "depth": self._frontier,
            "blocked": sum(len(cubes) for cubes in self._frames.blocked.values()),
        }


def _literals(cube: Cube, atoms: Atoms) -> list[Term]:
    return [atoms.terms[i] for i in ones(cube[0])] + [not_(atoms.terms[i]) for i in ones(cube[1])]


def _distances(model: Model) -> dict[Location, int]:
    """Fewest steps from the entry, over the control-flow graph."""
    distance = {model.entry: 0}
    layer = [model.entry]
    while layer:
        following: list[Location] = []
        for place in layer:
            for edge in model.leaving(place):
                if edge.target not in distance:
                    distance[edge.target] = distance[place] + 1
                    following.append(edge.target)
        layer = following
    return distance
