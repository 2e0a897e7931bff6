"""Cartesian abstraction: the conjunction of all literals that hold after every concrete step from a cube.

First the edge must be enabled; the model that shows it decides which polarity of each predicate can still be entailed.
Then each remaining candidate is asked for, and each model that refutes one refutes others in bulk.  Answers are kept
per relevant part of the source cube, and are extended, not recomputed, when predicates arrive.
(Graf and Saidi, CAV 1997; Ball, Podelski, Rajamani, TACAS 2001.)
Law: extensive over the concrete step, monotone in the cube and in the precision; results are closed.
"""

from __future__ import annotations

from assay.core.terms import Term
from assay.domains.predicates.command_solver import CommandSolver
from assay.solve.smt import Answer

Part = tuple[int, int]
"""Target predicates that hold, and those that do not."""


class _Facts:
    """What follows from the guard and some literals: is the step enabled, which predicates are decided, hold, fail."""

    __slots__ = ("decided", "enabled", "fails", "holds")

    def __init__(self) -> None:
        self.enabled = True
        self.decided = 0
        self.holds = 0
        self.fails = 0


class Cartesian:
    """The literals after a step that a set of literals before it entails."""

    __slots__ = ("_facts", "_step")

    def __init__(self, step: CommandSolver) -> None:
        self._step = step
        self._facts: dict[tuple[int, int], _Facts] = {}

    def outcomes(self, holds: int, fails: int, questions: int) -> tuple[Part, ...]:
        """What these source literals entail about ``questions``; nothing at all if the step is not enabled."""
        facts = self._facts.get((holds, fails))
        if facts is None:
            facts = self._facts[holds, fails] = self._first_facts(holds, fails, questions)
        elif questions & ~facts.decided and facts.enabled:
            missing = questions & ~facts.decided
            self._decide(facts, self._step.literals(holds, fails), missing, missing, missing)
        return ((facts.holds & questions, facts.fails & questions),) if facts.enabled else ()

    def _first_facts(self, holds: int, fails: int, questions: int) -> _Facts:
        facts = _Facts()
        if self._step.excluded(holds, fails):
            facts.enabled = False
            return facts
        answer = self._step.enabled(holds, fails)
        if answer is Answer.UNSAT:
            facts.enabled = False
        elif questions:
            assumptions = self._step.literals(holds, fails)
            seen_holds, seen_fails = self._step.outcome(questions) if answer is Answer.SAT else (0, 0)
            self._decide(facts, assumptions, questions, questions & ~seen_fails, questions & ~seen_holds)
        return facts

    def _decide(self, facts: _Facts, assumptions: list[Term], questions: int, may_hold: int, may_fail: int) -> None:
        """Decide ``questions``; no model seen so far refutes that those in ``may_hold`` hold, in ``may_fail`` fail."""
        step = self._step
        facts.decided |= questions
        while may_hold | may_fail:
            open_bits = may_hold | may_fail
            bit = open_bits & -open_bits
            positive = bool(may_hold & bit)
            position = bit.bit_length() - 1
            answer = step.check([*assumptions, (step.after_not if positive else step.after)[position]])
            if answer is Answer.UNSAT:
                if positive:
                    facts.holds |= bit
                else:
                    facts.fails |= bit
                may_hold &= ~bit
                may_fail &= ~bit
            else:
                if answer is Answer.SAT:
                    seen_holds, seen_fails = step.outcome(open_bits)
                    may_hold &= ~seen_fails
                    may_fail &= ~seen_holds
                if positive:
                    may_hold &= ~bit
                else:
                    may_fail &= ~bit
