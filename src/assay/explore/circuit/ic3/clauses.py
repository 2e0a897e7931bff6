"""The frames of IC3: one solver per frame, with what its states satisfy, and the initial states apart.

Frame i over-approximates what i steps reach; frame 0 is the initial states themselves.  Cubes and clauses are over
latch literals.  The next state has no variables of its own: that a cube holds after a step is assumed as literals of
next functions, and each clause is kept in the last frame where it is known to hold (Een, Mishchenko, Brayton, FMCAD
2011).  Clauses that hold in all reachable states are kept apart from frames once they are known (``lasting``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.circuit import TRUE, Circuit
from assay.core.circuit_answers import Invariant
from assay.explore.circuit.ic3.cones import Cones, WideGates
from assay.explore.circuit.ic3.lasting import lasting
from assay.explore.circuit.ic3.witnesses import Witness, Witnesses
from assay.solve.sat import ConeSolver

Cube = Sequence[int]

# Temporary clauses slow a solver down: after so many it is built anew.
REBUILD_AFTER: Final = 400
# At which frame it is first looked for cubes that last, and how many times as far along the next time.
FIRST_LASTING: Final = 8
NEXT_LASTING: Final = 1.5


class Clock:
    """The deadline of the turn that a search is in."""

    __slots__ = ("deadline",)

    def __init__(self, deadline: Deadline = FOREVER) -> None:
        self.deadline = deadline


class InitialStates:
    """Which cubes contain initial states.  Reset values decide most questions without a solver."""

    def __init__(self, circuit: Circuit, clock: Clock) -> None:
        self._resets = {latch.node: latch.reset for latch in circuit.latches}
        self._solver = ConeSolver(circuit, at_reset=True) if circuit.initial != TRUE else None
        self._clock = clock

    def excludes(self, literal: int) -> bool:
        """Does the reset value of its latch contradict the literal?"""
        return self._resets[literal >> 1] == (literal & 1)

    def meet(self, cube: Cube) -> bool:
        resets = self._resets
        for literal in cube:
            if resets[literal >> 1] == (literal & 1):
                return False
        return self._solver is None or self._solver.sat.decide(self._solver.literals(cube), self._clock.deadline)

    def outside(self, part: Cube, cube: Cube) -> list[int]:
        """A cube between ``part`` and ``cube`` without initial states; ``cube`` has none."""
        if any(self.excludes(literal) for literal in part):
            return list(part)
        for literal in cube:
            if self.excludes(literal):
                return [*part, literal]
        assert self._solver is not None, "the cube has initial states"
        back = {self._solver.literal(literal): literal for literal in cube}
        answer = self._solver.sat.decide(list(back), self._clock.deadline)
        assert not answer, "the cube has initial states"
        return list(dict.fromkeys([*part, *(back[literal] for literal in self._solver.sat.core())]))

    def pick(self, cube: Cube) -> dict[int, int]:
        """Values of latches in an initial state of the cube, as far as they matter."""
        state = {literal >> 1: 1 - (literal & 1) for literal in cube}
        if self._solver is not None:
            answer = self._solver.sat.decide(self._solver.literals(cube), self._clock.deadline)
            assert answer, "the cube has no initial state"
            known = self._solver.values()
            state.update({node: known[node] for node in self._resets if node in known})
        return state

    def close(self) -> None:
        if self._solver is not None:
            self._solver.sat.close()


class _Table(dict[int, int]):
    """Literals of a solver by those of the circuit, each made when first asked for: a query looks up hundreds."""

    def __init__(self, make: Callable[[int], int]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, literal: int) -> int:
        made = self[literal] = self._make(literal)
        return made


class FrameSolver:
    """The states of one frame, and the steps that leave them."""

    def __init__(self, gates: WideGates, clauses: Iterable[Cube], clock: Clock, *, at_reset: bool) -> None:
        circuit = gates.circuit
        self.cones = Cones(gates, at_reset=at_reset)
        self._clock = clock
        after = {2 * latch.node + sign: latch.next ^ sign for latch in circuit.latches for sign in (0, 1)}
        # What a literal of a latch is after a step, and its negation before.
        self._after = _Table(lambda literal: self.cones.literal(after[literal]))
        self._not = _Table(lambda literal: self.cones.literal(literal ^ 1))
        self._pending = 0
        self.spent = 0
        # How many of the cubes that were ever excluded the solver has been told of.
        self.told = 0
        # Constraints bind steps only: a state without a successor may still be bad.
        self._step = self.cones.sat.fresh()
        for constraint in circuit.constraints:
            self.cones.sat.add([-self._step, self.cones.literal(constraint)])
        for cube in clauses:
            self.block(cube)

    def learn(self, facts: Iterable[Sequence[int]]) -> None:
        """All states that count satisfy these clauses, over literals of the circuit, whatever the inputs."""
        for clause in facts:
            self.cones.sat.add(self.cones.literals(clause))

    def block(self, cube: Cube) -> None:
        self.cones.sat.add(list(map(self._not.__getitem__, cube)))

    def reaches(self, literal: int) -> bool:
        """Is ``literal`` true in some state of the frame, under some inputs?"""
        self._retire()
        return self.cones.sat.decide([self.cones.literal(literal)], self._clock.deadline)

    def unreached(self, cube: Cube, *, outside: bool = True) -> list[int] | None:
        """Part of ``cube`` that no step from the frame (from ``outside`` the cube) leads to; None if some step does."""
        self._retire()
        sat = self.cones.sat
        entered = list(map(self._after.__getitem__, cube))
        assumptions = [self._step, *entered]
        if outside:
            guard = sat.fresh()
            sat.add([-guard, *map(self._not.__getitem__, cube)])
            assumptions.append(guard)
            self._pending = guard
            self.spent += 1
        if sat.decide(assumptions, self._clock.deadline):
            return None
        core = frozenset(sat.core())
        return [literal for literal, own in zip(cube, entered, strict=True) if own in core]

    def _retire(self) -> None:
        """Withdraws the temporary clause of the last query; later than that, so that its model stays readable."""
        if self._pending:
            self.cones.sat.add([-self._pending])
            self._pending = 0

    def close(self) -> None:
        self.cones.sat.close()


class Frames:
    """Growing frames; each cube is kept where it is excluded last, and so excluded from all earlier frames but 0."""

    def __init__(self, gates: WideGates, clock: Clock) -> None:
        self._gates = gates
        self._clock = clock
        self.initial = InitialStates(gates.circuit, clock)
        self.queries = 0
        # Each with a state that a step takes into it from its own frame, if one is known.
        self._cubes: list[dict[frozenset[int], Witness | None]] = []
        # Those that no reachable state is in, and the frame at which it is looked for more of them.
        self._lasting: list[frozenset[int]] = []
        self._look_at = FIRST_LASTING
        # Every cube in the order in which they were excluded, and from which frame last: a solver is told when it is
        # asked next, as most solvers of long sequences of frames are not.
        self._excluded: list[tuple[list[int], int]] = []
        self._witnesses = Witnesses(gates.circuit)
        self._facts: list[Sequence[int]] = []
        self._solvers: list[FrameSolver] = []
        self._activity: dict[int, int] = {}

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self._cubes) - 1

    @property
    def clauses(self) -> int:
        return sum(len(cubes) for cubes in self._cubes) + len(self._lasting)

    def extend(self) -> None:
        """One more frame, of all states."""
        self._cubes.append({})
        self._solvers.append(self._made(self.last))

    def _made(self, level: int) -> FrameSolver:
        cubes = self._from(level) if level else []
        made = FrameSolver(self._gates, cubes, self._clock, at_reset=level == 0)
        made.learn(self._facts)
        made.told = len(self._excluded)
        return made

    def _from(self, level: int) -> list[list[int]]:
        """The cubes that are excluded from this frame, smaller ones for larger."""
        return [sorted(cube) for own in (*self._cubes[level:], self._lasting) for cube in own]

    def learn(self, facts: Sequence[Sequence[int]]) -> None:
        """Every reachable state satisfies these clauses, over literals of the circuit, whatever the inputs."""
        self._facts += facts
        for solver in self._solvers:
            solver.learn(facts)
        # States that stood in the way may be none that are reached.
        self._cubes = [dict.fromkeys(cubes) for cubes in self._cubes]

    def solver(self, level: int) -> FrameSolver:
        """The solver of the frame, for one more query."""
        self.queries += 1
        if self._solvers[level].spent > REBUILD_AFTER:
            self._solvers[level].close()
            self._solvers[level] = self._made(level)
        solver = self._solvers[level]
        if solver.told < len(self._excluded):
            if level:
                for cube, last in self._excluded[solver.told :]:
                    if last >= level:
                        solver.block(cube)
            solver.told = len(self._excluded)
        return solver

    def model(self, level: int) -> Cones:
        """The solver of the frame with the model that its last query found."""
        return self._solvers[level].cones

    def unreached(self, level: int, cube: Cube) -> list[int] | None:
        """Part of ``cube``, without initial states, that no step from the frame outside of it enters; else None."""
        core = self.solver(level).unreached(cube)
        return None if core is None else self.initial.outside(core, cube)

    def often(self, literal: int) -> int:
        """In how many cubes the literal was so far."""
        return self._activity.get(literal, 0)

    def parent(self, cube: Cube, level: int) -> frozenset[int]:
        """The smallest part of ``cube`` that this frame is the last to exclude; empty if there is none."""
        whole = frozenset(cube)
        return min(filter(whole.issuperset, self._cubes[level]), key=len, default=frozenset())

    def exclude(self, cube: Cube, level: int) -> None:
        """No state of frames up to ``level`` is in ``cube``."""
        own = frozenset(cube)
        for literal in cube:
            self._activity[literal] = self._activity.get(literal, 0) + 1
        for cubes in self._cubes[1 : level + 1]:
            for other in list(filter(own.issubset, cubes)):
                del cubes[other]
        self._cubes[level][own] = None
        self._note(list(cube), level)

    def _note(self, cube: list[int], level: int) -> None:
        self._witnesses.exclude(cube, level)
        self._excluded.append((cube, level))

    def excluded(self, cube: Cube, level: int) -> int | None:
        """The last frame from ``level`` on that is known to exclude ``cube``, if one is."""
        part_of = frozenset(cube).issuperset
        if any(map(part_of, self._lasting)):
            return self.last
        for number in range(self.last, level - 1, -1):
            if any(map(part_of, self._cubes[number])):
                return number
        return None

    def pushed(self, cube: list[int], level: int, limit: int) -> tuple[list[int], int]:
        """Part of ``cube``, which frame ``level`` excludes, and the last frame up to ``limit`` that excludes it."""
        while level < limit:
            smaller = self.unreached(level, cube)
            if smaller is None:
                break
            cube, level = smaller, level + 1
        return cube, level

    def propagate(self, level: int) -> Invariant | None:
        """Moves cubes to later frames as far as they hold there; the invariant, if a frame loses all of its own."""
        for number in range(1, level + 1):
            for cube in sorted(self._cubes[number], key=lambda cube: (len(cube), sorted(cube))):
                if cube in self._cubes[number]:
                    self._advance(cube, number)
            if not self._cubes[number]:
                return Invariant(tuple(tuple(literal ^ 1 for literal in cube) for cube in self._from(number + 1)))
        if level >= self._look_at:
            self._settle()
            self._look_at = int(level * NEXT_LASTING)
        return None

    def _settle(self) -> None:
        """Takes those cubes of the last frame apart that last."""
        candidates = sorted(self._cubes[-1], key=lambda cube: (len(cube), sorted(cube)))
        known = [sorted(cube) for cube in self._lasting]
        for number in lasting(self._gates, known, [sorted(cube) for cube in candidates], self._clock.deadline):
            del self._cubes[-1][candidates[number]]
            self._lasting.append(candidates[number])

    def _advance(self, cube: frozenset[int], number: int) -> None:
        """The cube to the next frame, if no step from its own frame enters it."""
        witness = self._cubes[number][cube]
        if witness is not None and (still := self._witnesses.remaining(witness, number)) is not None:
            self._cubes[number][cube] = still
            return
        row = sorted(cube)
        solver = self.solver(number)
        core = solver.unreached(row, outside=False)
        if core is None:
            self._cubes[number][cube] = self._witnesses.found(solver.cones)
            return
        smaller = self.initial.outside(core, row)
        del self._cubes[number][cube]
        if len(smaller) < len(row):
            self.exclude(smaller, number + 1)
        else:
            self._cubes[number + 1][cube] = None
            self._note(row, number + 1)

    def close(self) -> None:
        for solver in self._solvers:
            solver.close()
        self.initial.close()
