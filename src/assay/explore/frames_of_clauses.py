"""The solvers of IC3: one per frame, with what its states satisfy, and the initial states apart.

Cubes and clauses are over latch literals.  The next state has no variables of its own: that a cube holds after a step
is assumed as literals of next functions (Een, Mishchenko, Brayton, FMCAD 2011, section VI).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assay.core.circuit import TRUE, Circuit
from assay.solve.sat import ConeSolver

Cube = Sequence[int]


class InitialStates:
    """Which cubes contain initial states.  Reset values decide most questions without a solver."""

    def __init__(self, circuit: Circuit) -> None:
        self._resets = {latch.node: latch.reset for latch in circuit.latches}
        self._solver = ConeSolver(circuit, at_reset=True) if circuit.initial != TRUE else None

    def excludes(self, literal: int) -> bool:
        """Does the reset value of its latch contradict the literal?"""
        return self._resets[literal >> 1] == (literal & 1)

    def meet(self, cube: Cube) -> bool:
        if any(self.excludes(literal) for literal in cube):
            return False
        return self._solver is None or self._solver.sat.solve(self._solver.literals(cube))

    def outside(self, part: Cube, cube: Cube) -> list[int]:
        """A cube between ``part`` and ``cube`` without initial states; ``cube`` has none."""
        if any(self.excludes(literal) for literal in part):
            return list(part)
        for literal in cube:
            if self.excludes(literal):
                return [*part, literal]
        assert self._solver is not None, "the cube has initial states"
        back = {self._solver.literal(literal): literal for literal in cube}
        answer = self._solver.sat.solve(list(back))
        assert not answer, "the cube has initial states"
        return list(dict.fromkeys([*part, *(back[literal] for literal in self._solver.sat.core())]))

    def pick(self, cube: Cube) -> dict[int, int]:
        """Values of latches in an initial state of the cube, as far as they matter."""
        state = {literal >> 1: 1 - (literal & 1) for literal in cube}
        if self._solver is not None:
            answer = self._solver.sat.solve(self._solver.literals(cube))
            assert answer, "the cube has no initial state"
            known = self._solver.values()
            state.update({node: known[node] for node in self._resets if node in known})
        return state

    def close(self) -> None:
        if self._solver is not None:
            self._solver.sat.close()


class FrameSolver:
    """The states of one frame, and the steps that leave them."""

    def __init__(self, circuit: Circuit, clauses: Iterable[Cube], *, at_reset: bool) -> None:
        self.cones = ConeSolver(circuit, at_reset=at_reset)
        self._nexts = {latch.node: latch.next for latch in circuit.latches}
        self._pending = 0
        self.spent = 0
        # Constraints bind steps only: a state without a successor may still be bad.
        self._step = self.cones.sat.fresh()
        for constraint in circuit.constraints:
            self.cones.sat.add([-self._step, self.cones.literal(constraint)])
        for cube in clauses:
            self.block(cube)

    def block(self, cube: Cube) -> None:
        self.cones.sat.add([self.cones.literal(literal ^ 1) for literal in cube])

    def reaches(self, literal: int) -> bool:
        """Is ``literal`` true in some state of the frame, under some inputs?"""
        self._retire()
        return self.cones.sat.solve([self.cones.literal(literal)])

    def unreached(self, cube: Cube, *, outside: bool = True) -> list[int] | None:
        """Part of ``cube`` that no step from the frame (from ``outside`` the cube) leads to; None if some step does."""
        self._retire()
        cones, nexts = self.cones, self._nexts
        back: dict[int, list[int]] = {}
        for literal in cube:
            back.setdefault(cones.literal(nexts[literal >> 1] ^ (literal & 1)), []).append(literal)
        assumptions = [self._step, *back]
        if outside:
            guard = cones.sat.fresh()
            cones.sat.add([-guard, *(cones.literal(literal ^ 1) for literal in cube)])
            assumptions.append(guard)
            self._pending = guard
            self.spent += 1
        if cones.sat.solve(assumptions):
            return None
        return [literal for own in cones.sat.core() for literal in back.get(own, ())]

    def _retire(self) -> None:
        """Withdraws the temporary clause of the last query; later than that, so that its model stays readable."""
        if self._pending:
            self.cones.sat.add([-self._pending])
            self._pending = 0

    def close(self) -> None:
        self.cones.sat.close()
