"""Reconstruction of an abstract path in the design, layer by layer: with ever more latches, until nothing is hidden.

A layer may fail early, before the whole cone of influence is looked at.  How a layer is gone through is a function:
``follow_relaxing`` keeps the values that the layer before chose, and gives them up at the step that fails;
``follow_backtracking`` goes back to earlier steps, over sets that are kept small; ``follow_all`` has only the visible
values and keeps all states, as Clarke, Grumberg, Jha, Lu and Veith do it in one layer (CAV 2000).
(Barner, Geist, Gringauze, CAV 2002, figures 2, 4 and 5; the backtracking is our own formulation.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from assay.core.events import Listener, Progress, ignore
from assay.core.evidence import Trace
from assay.core.roles import Genuine, Refined, Stuck
from assay.domains.localization import AbstractPath, BadStates, Latches, Localization, Supports, Visible
from assay.refine.localization.separation import Failure, Rank, fewest_free, separating
from assay.solve.bdd import Diagram

# The paper's limit on the size of a set that is followed.
SUBSET_NODES: Final = 5_000

A = TypeVar("A")
Values = Mapping[int, int]
LiftRun = Callable[[Values, Sequence[Values], int | None], Trace | None]
"""A run of the circuit (initial latches, inputs, loop) as one of the model; None if it does not replay."""


@dataclass(frozen=True, eq=False)
class Followed:
    """For each step of the path what the layer leaves of it: every set is reached from the one before.

    ``forward`` counts steps that were tried, ``backtracks`` dead ends, ``relaxed`` steps whose values were given up.
    """

    sets: tuple[Diagram, ...]
    forward: int = 0
    backtracks: int = 0
    relaxed: int = 0


Follow = Callable[[Localization, Sequence[Diagram], Latches, Latches, Diagram], Followed | Failure]
"""One layer: follows the sets, which fix visible values, inside a larger set of latches, to a step of the last set."""


def shown(localization: Localization, sets: Sequence[Diagram], visible: Latches, aim: Diagram) -> tuple[Diagram, ...]:
    """The path as far as visible latches show it, with the aim at its end."""
    *before, last = (localization.project(states, visible) for states in sets)
    return (*before, last & aim)


def follow_all(
    localization: Localization, sets: Sequence[Diagram], visible: Latches, inside: Latches, aim: Diagram
) -> Followed | Failure:
    """All states that follow the visible values: fails iff there are none."""
    space = localization.space(inside)
    wanted = shown(localization, sets, visible, aim)
    reached: list[Diagram] = []
    after = space.initial()
    for number, here in enumerate(wanted):
        states = after & here
        if states == localization.diagrams.false:
            return Failure(number, reached[-1] if reached else None, wanted, inside)
        reached.append(states)
        if number < len(wanted) - 1:
            after = space.image(states)
    return Followed(tuple(reached), forward=len(wanted) - 1)


def follow_relaxing(
    localization: Localization, sets: Sequence[Diagram], visible: Latches, inside: Latches, aim: Diagram
) -> Followed | Failure:
    """Follows the values that the path has for hidden latches too, as far as they can be met.

    Where they cannot, only the visible values and one step on from them in the abstraction are asked for.  Sound, but
    may fail on a path that exists: earlier steps are not revisited.
    """
    nothing = localization.diagrams.false
    small, space = localization.space(visible), localization.space(inside)
    values = shown(localization, sets, visible, aim)
    path = [*sets[:-1], sets[-1] & aim]
    reached: list[Diagram] = []
    relaxed = 0
    arriving = space.initial()
    for number in range(len(path)):
        states = arriving & path[number]
        if states == nothing:
            relaxed += 1
            path[number] = values[number]
            if number < len(path) - 1:
                after = localization.project(path[number + 1], visible)
                path[number] = small.steps_before(after, path[number])
            states = arriving & path[number]
        if states == nothing:
            return Failure(number, reached[-1] if reached else None, tuple(path), inside)
        reached.append(states)
        if number < len(path) - 1:
            arriving = space.image(states)
    return Followed(tuple(reached), forward=len(path) - 1, relaxed=relaxed)


@dataclass(frozen=True)
class Backtracking:
    """Follows small sets, those with the path's values for hidden latches first, and returns from dead ends.

    Fails iff no run has the visible values: ``dead[i]`` holds no state from which the rest of the path can be followed,
    and every return adds to it.
    """

    largest: int = SUBSET_NODES

    def __call__(
        self, localization: Localization, sets: Sequence[Diagram], visible: Latches, inside: Latches, aim: Diagram
    ) -> Followed | Failure:
        path = (*sets[:-1], sets[-1] & aim)
        return _Search(localization, path, shown(localization, sets, visible, aim), inside, self.largest).run()


follow_backtracking: Final[Follow] = Backtracking()


class _Search:
    """One layer gone through depth-first: ``chosen[i]`` is what is followed at step ``i``."""

    def __init__(
        self,
        localization: Localization,
        sets: tuple[Diagram, ...],
        wanted: tuple[Diagram, ...],
        inside: Latches,
        largest: int,
    ) -> None:
        self._local = localization
        self._space = localization.space(inside)
        self._inside = inside
        self._sets = sets
        self._wanted = wanted
        self._largest = largest
        self._dead = [localization.diagrams.false for _ in sets]
        self._chosen: list[Diagram] = []
        self._successors = [self._space.initial()]

    def run(self) -> Followed | Failure:
        forward = backtracks = 0
        deepest, returning = -1, False
        while len(self._chosen) < len(self._sets):
            number = len(self._chosen)
            states = self._successors[number] & self._wanted[number] & ~self._dead[number]
            if states != self._local.diagrams.false:
                forward += number > 0
                returning = False
                self._choose(states, number)
            elif number == 0:
                reached = self._dead[deepest] if deepest >= 0 else None
                return Failure(deepest + 1, reached, self._sets, self._inside)
            else:
                backtracks += not returning
                returning = True
                deepest = max(deepest, number - 1)
                self._successors.pop()
                self._dead[number - 1] = self._dead[number - 1] | self._chosen.pop()
        return Followed(self._trimmed(), forward, backtracks)

    def _choose(self, states: Diagram, number: int) -> None:
        preferred = states & self._sets[number]
        some = states if preferred == self._local.diagrams.false else preferred
        some = self._local.diagrams.subset(some, self._largest)
        self._chosen.append(some)
        if number < len(self._sets) - 1:
            self._successors.append(self._space.image(some))

    def _trimmed(self) -> tuple[Diagram, ...]:
        """The chosen steps that lead on to those chosen after them."""
        sets = self._chosen[-1:]
        for steps in reversed(self._chosen[:-1]):
            after = self._local.project(sets[-1], self._inside)
            sets.append(self._space.steps_before(after, steps))
        return tuple(reversed(sets))


@dataclass(frozen=True)
class LayeredReconstruction:
    """Refiner of localization for runs to ``bad`` states.  With ``layered`` off, the whole cone is one layer."""

    localization: Localization
    bad: BadStates
    lift: LiftRun
    follow: Follow = follow_relaxing
    layered: bool = True
    rank: Callable[[Localization, Latches], Rank] = fewest_free
    announce: Listener = field(default=ignore, compare=False)

    def refine(self, precision: Visible, evidence: AbstractPath, /) -> Genuine[Trace] | Refined[Visible] | Stuck:
        local, visible = self.localization, precision.latches
        sets = (*(local.cube(values) for values in evidence.steps), evidence.last)
        layers = local.supports.layers(precision)
        inside = visible
        for inside in layers if self.layered else list(layers)[-1:]:
            self.announce(Progress({"layer": len(inside), "nodes": local.diagrams.peak}))
            match self.follow(local, sets, visible, inside, local.aim(self.bad, inside)):
                case Failure() as failure:
                    return refined(local, failure, precision, self.rank(local, visible))
                case Followed(sets, forward, backtracks, relaxed):
                    self.announce(Progress({"followed": forward, "backtracks": backtracks, "relaxed": relaxed}))
        initial, inputs = run_through(local, inside, sets, local.aim(self.bad, inside))
        trace = self.lift(initial, inputs, None)
        return Stuck("a reconstructed run does not replay") if trace is None else Genuine(trace)


def refined(local: Localization, failure: Failure, precision: Visible, rank: Rank) -> Refined[Visible] | Stuck:
    """The precision with what shows the failure."""
    found = separating(local, failure, precision.latches, rank)
    if found is None:
        return Stuck("an abstract path without hidden latches cannot be followed")
    return Refined(precision.extended(found.latches))


def run_through(
    local: Localization, inside: Latches, sets: Sequence[Diagram], last: Diagram
) -> tuple[dict[int, int], list[dict[int, int]]]:
    """Initial latches and inputs of a run through the sets, each reached from the one before, to a step in ``last``."""
    space = local.space(inside)
    state, step = space.pick(sets[-1] & last)
    inputs = [step]
    for steps in reversed(sets[:-1]):
        state, step = space.pick(space.steps_of(steps, state))
        inputs.append(step)
    return state, inputs[::-1]


@dataclass(frozen=True)
class LayerByLayer(Generic[A]):
    """Refiner for alarms that are no paths: one layer more, until nothing is hidden and the alarm is real."""

    supports: Supports

    def refine(self, precision: Visible, evidence: A, /) -> Genuine[A] | Refined[Visible] | Stuck:
        larger = next(self.supports.layers(precision))
        more = larger - precision.latches
        return Refined(precision.extended(more)) if more else Genuine(evidence)
