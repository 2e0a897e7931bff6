"""Fair lassos over decision diagrams: the greatest set in which every fairness condition can be met again and again.

Emerson and Lei's fixpoint (LICS 1986) within the reachable states.  A lasso is drawn from it by walking from condition
to condition until the walk closes; where it cannot close it has entered a smaller component, and starts again there
(Clarke, Grumberg, McMillan, Zhao, "Efficient generation of counterexamples and witnesses", DAC 1995).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from assay.core.circuit import TRUE
from assay.core.circuit_answers import NoLasso, Run
from assay.core.events import Listener, ignore
from assay.explore.circuit.reachability import list_rings, run_back, table, union
from assay.solve.bdd import Diagram
from assay.spaces.circuit.space import CircuitSpace


def lasso_in(space: CircuitSpace, announce: Listener = ignore) -> NoLasso | Run:
    """A fair lasso of the space's circuit, if there is a fair run."""
    nothing = space.diagrams.false
    rings = list_rings(space, nothing, announce)
    reached = union(space, rings)
    literals = list(dict.fromkeys(space.circuit.fairness)) or [TRUE]
    conditions = [space.literal(part) for part in literals]
    removed: list[tuple[Diagram, int]] = []
    fair, number = fair_states(space, reached, conditions, lambda states, k: removed.append((states, literals[k])))
    if fair == nothing:
        removals = tuple((table(space, states, reached), part) for states, part in removed)
        return NoLasso(number, table(space, reached), removals)
    meeting = next(k for k, ring in enumerate(rings) if ring & fair != nothing)
    return _drawn(space, rings[: meeting + 1], fair, conditions)


def fair_states(
    space: CircuitSpace,
    within: Diagram,
    conditions: Sequence[Diagram],
    removed: Callable[[Diagram, int], None] = lambda states, condition: None,
) -> tuple[Diagram, int]:
    """The states where an infinite run inside ``within`` begins that meets each of ``conditions`` again and again.

    ``removed`` hears what is taken away, and the number of the condition that was the reason.
    """
    states, rounds = within, 0
    while True:
        rounds += 1
        before = states
        for number, condition in enumerate(conditions):
            left = backward(space, states & space.preimage(states, condition), states)
            if left != states:
                removed(states & ~left, number)
            states = left
        if states == before:
            return states, rounds


def backward(space: CircuitSpace, goal: Diagram, within: Diagram) -> Diagram:
    """The states from which ``goal`` is reached through ``within``."""
    found = frontier = goal
    while frontier != space.diagrams.false:
        frontier = space.preimage(frontier) & within & ~found
        found = found | frontier
    return found


class Walk:
    """A growing run inside a set of states."""

    def __init__(self, space: CircuitSpace, start: dict[int, int], fair: Diagram) -> None:
        self._space = space
        self._fair = fair
        self.state = start
        self.inputs: list[dict[int, int]] = []

    def on(self, condition: Diagram) -> None:
        """Goes to a nearest step into the set that meets ``condition``, and takes it."""
        meets = self._fair & self._space.preimage(self._fair, condition)
        self._along(self._rings(meets), meets)
        self.step(condition)

    def step(self, condition: Diagram) -> None:
        """Takes a step into the set that meets ``condition``: there must be one."""
        space = self._space
        into = space.image(space.only(self.state) & condition) & self._fair
        target, _ = space.pick(into)
        _, inputs = space.pick(space.only(self.state) & condition & space.steps_into(target))
        self.inputs.append(inputs)
        self.state = target

    def to(self, state: dict[int, int]) -> bool:
        """Goes to ``state`` if that is possible."""
        return self.into(self._space.only(state))

    def into(self, goal: Diagram) -> bool:
        """Goes to a nearest state of ``goal`` if that is possible."""
        rings = self._rings(goal)
        if rings[-1] & goal == self._space.diagrams.false:
            return False
        self._along(rings, goal)
        return True

    def _rings(self, goal: Diagram) -> list[Diagram]:
        space = self._space
        frontier = reached = space.only(self.state)
        rings = [frontier]
        while frontier & goal == space.diagrams.false:
            frontier = space.image(frontier) & self._fair & ~reached
            if frontier == space.diagrams.false:
                break
            reached = reached | frontier
            rings.append(frontier)
        return rings

    def _along(self, rings: Sequence[Diagram], goal: Diagram) -> None:
        target, _ = self._space.pick(rings[-1] & goal)
        run = run_back(self._space, rings, self._space.only(target))
        self.inputs += [dict(step) for step in run.inputs[:-1]]
        self.state = target


def _drawn(space: CircuitSpace, rings: Sequence[Diagram], fair: Diagram, conditions: Sequence[Diagram]) -> Run:
    """A lasso: a shortest run into the fair states, and a walk there that closes."""
    start, _ = space.pick(rings[-1] & fair)
    stem = run_back(space, rings, space.only(start))
    inputs, loop = closed_walk(space, start, fair, conditions)
    return Run(stem.initial, (*stem.inputs[:-1], *inputs), len(stem.inputs) - 1 + loop)


def closed_walk(
    space: CircuitSpace, start: dict[int, int], fair: Diagram, conditions: Sequence[Diagram]
) -> tuple[list[dict[int, int]], int]:
    """Inputs of a run inside ``fair`` that meets all conditions again and again, and the number of the step to which
    the last one leads back."""
    inputs: list[dict[int, int]] = []
    while True:
        walk = Walk(space, start, fair)
        for condition in conditions:
            walk.on(condition)
        if walk.to(start):
            return [*inputs, *walk.inputs], len(inputs)
        inputs += walk.inputs
        start = walk.state
