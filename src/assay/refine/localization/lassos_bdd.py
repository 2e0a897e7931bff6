"""Reconstruction of an abstract lasso in the design: a path into the loop, and a concrete loop around it.

A concrete loop may need several traversals of the abstract one.  ``close_by_fixpoint`` finds the states at its start
that are reached after any number of traversals, and among those the greatest set in which each has a predecessor, one
traversal before it: not empty iff some run follows the loop forever.  ``close_at_once`` asks for one traversal that
returns to the state it began in.  Both go through layers of latches, as paths without loops do.
(Barner, Geist, Gringauze, CAV 2002, figure 6, in our own formulation.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from assay.core.events import Listener, Progress, ignore
from assay.core.evidence import Trace
from assay.core.roles import Genuine, Refined, Stuck
from assay.domains.localization import AbstractPath, Latches, Localization, Visible
from assay.refine.localization.paths_bdd import LiftRun, Values, refined, run_through
from assay.refine.localization.separation import Failure, Rank, Sets, differ, fewest_free
from assay.solve.bdd import Diagram
from assay.spaces.circuit.space import CircuitSpace

# States at the start of a loop that are tried one by one before the loop counts as open.
ENTRIES: Final = 64


class AbstractLoop:
    """The path and loop of an abstract lasso, followed inside some latches as far as visible ones show them."""

    def __init__(self, localization: Localization, path: AbstractPath, visible: Latches, inside: Latches) -> None:
        assert path.loop is not None
        self.localization = localization
        self.inside = inside
        self.space: CircuitSpace = localization.space(inside)
        literal = localization.functions.literal
        wanted = [localization.cube({node: step[node] for node in visible}) for step in path.steps]
        for number, marks in enumerate(path.marks):
            for mark in marks:
                wanted[number] = wanted[number] & literal(mark)
        self.tail = tuple(wanted[: path.loop])
        self.loop = tuple(wanted[path.loop :])

    def at(self, number: int) -> Diagram:
        """What step ``number`` of the path has to satisfy, where the loop goes on forever."""
        return self.tail[number] if number < len(self.tail) else self.loop[(number - len(self.tail)) % len(self.loop)]

    def traversal(self, steps: Diagram) -> list[Diagram]:
        """What follows the loop once from some steps at its start; the last set is at the start again."""
        sets = [steps]
        for here in (*self.loop[1:], self.loop[0]):
            sets.append(self.space.image(sets[-1]) & here)
        return sets

    def once(self, steps: Diagram) -> Diagram:
        return self.traversal(steps)[-1]

    def before(self, steps: Diagram) -> Diagram:
        """The steps at the start of the loop from which one traversal leads to ``steps``."""
        for here in reversed(self.loop):
            after = self.localization.project(steps, self.inside)
            steps = self.space.steps_before(after, here)
        return steps

    def entry(self) -> list[Diagram]:
        """What follows the tail from the initial states, up to the start of the loop or to the first empty set."""
        sets = [self.space.initial() & self.at(0)]
        while len(sets) <= len(self.tail) and sets[-1] != self.localization.diagrams.false:
            sets.append(self.space.image(sets[-1]) & self.at(len(sets)))
        return sets

    def failure(self) -> Failure | None:
        """Where the states that follow tail and loop run out, if they do; None once a set comes back."""
        sets = self.entry()
        seen: list[Diagram] = []
        while sets[-1] != self.localization.diagrams.false:
            number = len(sets) - 1 - len(self.tail)
            if number % len(self.loop) == 0:
                if sets[-1] in seen:
                    return None
                seen.append(sets[-1])
            sets.append(self.space.image(sets[-1]) & self.at(len(sets)))
        path = tuple(self.at(number) for number in range(len(sets)))
        if len(sets) == 1:
            return Failure(0, None, path, self.inside)
        return Failure(len(sets) - 1, sets[-2], path, self.inside, path[-2])


@dataclass(frozen=True, eq=False)
class Closed:
    """Reachable steps at the start of the loop, each with a predecessor among them one traversal before.

    ``least`` and ``greatest`` count the rounds of the two fixpoints.
    """

    recurrent: Diagram
    least: int = 0
    greatest: int = 0


@dataclass(frozen=True, eq=False)
class Open:
    """No loop was closed; ``conflict`` are two sets of states that a finer abstraction must tell apart."""

    conflict: tuple[Diagram, Diagram] | None = None


Close = Callable[[AbstractLoop, Diagram], Closed | Open]
"""One layer: the loop, given an upper bound of where it can be closed."""


def close_by_fixpoint(loop: AbstractLoop, bound: Diagram) -> Closed | Open:
    """The steps that any number of traversals reaches, then those with infinitely many predecessors among them."""
    nothing = loop.localization.diagrams.false
    reached, least = loop.entry()[-1], 0
    fresh = reached
    while fresh != nothing:
        least += 1
        fresh = loop.once(fresh) & ~reached
        reached = reached | fresh
    states, greatest = reached & bound, 0
    while states != nothing:
        greatest += 1
        fewer = states & loop.once(states)
        if fewer == states:
            return Closed(states, least, greatest)
        states = fewer
    return Open()


def close_at_once(loop: AbstractLoop, bound: Diagram) -> Closed | Open:
    """Some state at the start of the loop, reached along the tail, to which one traversal returns."""
    local, space = loop.localization, loop.space
    nothing = local.diagrams.false
    entry = loop.entry()[-1]
    left, first = entry & bound, None
    for _ in range(ENTRIES):
        if left == nothing:
            break
        start = space.only(space.pick(left)[0])
        back = local.project(loop.once(start & loop.loop[0]), loop.inside)
        if back & start != nothing:
            return Closed(start & entry)
        if first is None and back != nothing:
            first = (start, back)
        left = left & ~start
    return Open(first)


# -- concrete lassos ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Lasso:
    """A run whose last step leads to step ``loop``; the concrete loop is so many ``traversals`` of the abstract one."""

    initial: Values
    inputs: tuple[Values, ...]
    loop: int
    traversals: int


def lasso_of(loop: AbstractLoop, closed: Closed) -> Lasso:
    """A concrete lasso: back from a recurrent state until one comes again, and the shortest way there."""
    local, space = loop.localization, loop.space
    cycle = _cycle(loop, closed)
    goal = local.diagrams.false
    for state in cycle:
        goal = goal | space.only(state)
    sets = loop.entry()
    while sets[-1] & goal == local.diagrams.false:
        sets += loop.traversal(sets[-1])[1:]
    first, _ = space.pick(sets[-1] & goal)
    at = cycle.index(first)
    cycle = cycle[at:] + cycle[:at]
    initial, inputs = run_through(local, loop.inside, sets, space.only(first))
    stem = inputs[:-1]
    body: list[dict[int, int]] = []
    for state, after in zip(cycle, [*cycle[1:], first], strict=True):
        sets = loop.traversal(space.only(state) & loop.loop[0])
        body += run_through(local, loop.inside, sets, space.only(after))[1][:-1]
    return Lasso(initial, (*stem, *body), len(stem), len(cycle))


def _cycle(loop: AbstractLoop, closed: Closed) -> list[dict[int, int]]:
    """States at the start of the loop, each one traversal after the one before it, and the first after the last."""
    space = loop.space
    state, _ = space.pick(closed.recurrent)
    seen = [state]
    while True:
        loop.localization.functions.check_time()
        state, _ = space.pick(loop.before(space.only(state)) & closed.recurrent)
        if state in seen:
            return seen[seen.index(state) :][::-1]
        seen.append(state)


@dataclass(frozen=True)
class LoopReconstruction:
    """Refiner of localization for fair lassos."""

    localization: Localization
    lift: LiftRun
    close: Close = close_by_fixpoint
    rank: Callable[[Localization, Latches], Rank] = fewest_free
    announce: Listener = field(default=ignore, compare=False)

    def refine(self, precision: Visible, evidence: AbstractPath, /) -> Genuine[Trace] | Refined[Visible] | Stuck:
        local, visible = self.localization, precision.latches
        bound = local.diagrams.true
        found: tuple[AbstractLoop, Closed] | None = None
        for inside in local.supports.layers(precision):
            self.announce(Progress({"layer": len(inside), "nodes": local.diagrams.peak}))
            loop = AbstractLoop(local, evidence, visible, inside)
            match self.close(loop, bound):
                case Open(conflict):
                    return self._refined(loop, precision, conflict)
                case Closed(recurrent, least, greatest) as closed:
                    self.announce(Progress({"least_rounds": least, "greatest_rounds": greatest}))
                    bound = local.project(recurrent, inside)
                    found = loop, closed
        assert found is not None, "there is at least one layer"
        lasso = lasso_of(*found)
        trace = self.lift(lasso.initial, lasso.inputs, lasso.loop)
        return Stuck("a reconstructed lasso does not replay") if trace is None else Genuine(trace)

    def _refined(
        self, loop: AbstractLoop, precision: Visible, conflict: tuple[Diagram, Diagram] | None
    ) -> Refined[Visible] | Stuck:
        local, visible = self.localization, precision.latches
        rank = self.rank(local, visible)
        failure = loop.failure()
        if failure is not None:
            return refined(local, failure, precision, rank)
        found = differ(local, Sets(local, *conflict), visible, rank) if conflict else None
        more = found or (loop.inside - visible)
        return Refined(precision.extended(more)) if more else Stuck("an abstract lasso cannot be closed")


CLOSINGS: Final = {"naive": close_at_once, "fixpoint": close_by_fixpoint}
