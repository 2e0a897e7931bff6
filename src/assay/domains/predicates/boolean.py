"""Boolean abstraction: one cube for each truth assignment to the predicates that some concrete step leads to.

All models are enumerated over the target's indicators, each blocked by a clause.  Where there are more than ``cap``,
the cartesian answer stands in for all of them.  (Lahiri, Nieuwenhuis, Oliveras, CAV 2006, without their own search.)
Law: the union of the results contains every concrete successor and lies below the cartesian cube.
"""

from __future__ import annotations

from assay.core.bits import ones
from assay.core.terms import disjunction
from assay.domains.predicates.cartesian import Cartesian, Part
from assay.domains.predicates.command_solver import CommandSolver
from assay.solve.smt import Answer


class Boolean:
    """The assignments after a step that a set of literals before it allows."""

    __slots__ = ("_cap", "_cartesian", "_parts", "_step")

    def __init__(self, step: CommandSolver, cap: int) -> None:
        self._step = step
        self._cap = cap
        self._cartesian = Cartesian(step)
        self._parts: dict[tuple[int, int, int], tuple[Part, ...] | None] = {}

    def outcomes(self, holds: int, fails: int, questions: int) -> tuple[Part, ...]:
        """The assignments to ``questions``, in no particular order."""
        key = (holds, fails, questions)
        if key not in self._parts:
            self._parts[key] = self._enumerate(holds, fails, questions)
        parts = self._parts[key]
        return self._cartesian.outcomes(holds, fails, questions) if parts is None else parts

    def _enumerate(self, holds: int, fails: int, questions: int) -> tuple[Part, ...] | None:
        """All assignments to ``questions`` after the edge, or None if there are too many or the solver gives up."""
        step = self._step
        if step.excluded(holds, fails):
            return ()
        if not questions:
            return () if step.enabled(holds, fails) is Answer.UNSAT else ((0, 0),)
        assumptions = step.literals(holds, fails)
        found: list[Part] = []
        step.solver.push()
        try:
            while True:
                answer = step.check(assumptions)
                if answer is Answer.UNSAT:
                    return tuple(found)
                if answer is Answer.UNKNOWN or len(found) == self._cap:
                    return None
                after = step.outcome(questions)[0]
                found.append((after, questions & ~after))  # what the model leaves open may as well be false
                blocked = [step.after_not[i] for i in ones(after)] + [step.after[i] for i in ones(questions & ~after)]
                step.solver.add(disjunction(blocked))
        finally:
            step.solver.pop()
