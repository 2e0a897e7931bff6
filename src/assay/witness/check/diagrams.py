"""Questions about the steps of a circuit to decision diagrams: the same that ``steps`` asks of a SAT solver.

Where sets of states are diagrams of many nodes, SAT has to search for what diagrams show at once.  A set after a step
is that set with the next functions put in for latches; nothing of how the sets were found is used again (``spaces``
builds a relation and quantifies).  Limit: building may blow up; time is looked at between operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from assay.core.budget import Deadline
from assay.core.circuit import Circuit
from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.solve.bdd import Diagram, Diagrams

NAME: Final = "decision diagrams"


class _Functions:
    """The functions of a circuit's literals in one manager.  The circuit may grow."""

    def __init__(self, circuit: Circuit, order: Sequence[int], deadline: Deadline) -> None:
        self.circuit = circuit
        self.deadline = deadline
        self.diagrams = Diagrams()
        self._table: dict[int, Diagram] = {0: self.diagrams.false}
        for node in order:
            self._table[node] = self.diagrams.variable(f"x{node}")
        self.inputs = frozenset(f"x{node}" for node in circuit.inputs)
        self.nexts = {f"x{latch.node}": self.literal(latch.next) for latch in circuit.latches}

    def literal(self, literal: int) -> Diagram:
        table, left, right = self._table, self.circuit.left, self.circuit.right
        for node in self.circuit.cone([literal], table):
            self.check_time()
            a, b = left[node], right[node]
            x, y = table[a >> 1], table[b >> 1]
            table[node] = (~x if a & 1 else x) & (~y if b & 1 else y)
        own = table[literal >> 1]
        return ~own if literal & 1 else own

    def check_time(self) -> None:
        if self.deadline.passed:
            raise SolverFailure("no time left to check the argument")

    def all_of(self, literals: Iterable[int]) -> Diagram:
        """The conjunction, small diagrams first."""
        product = self.diagrams.true
        for part in sorted((self.literal(literal) for literal in literals), key=len):
            self.check_time()
            product = product & part
        return product


class DiagramSteps:
    """As ``steps_check.Steps``."""

    def __init__(self, circuit: Circuit, inside: int, deadline: Deadline, functions: _Functions | None = None) -> None:
        self._functions = functions or _Functions(circuit, _order(circuit), deadline)
        self._inside = inside
        # The states that count, now and (once they were shown to be an invariant) after a step.
        self._now = self._functions.literal(inside)
        self._later: Diagram = self._functions.diagrams.true

    def close(self) -> None:
        """The manager ends with its last diagram."""

    def be_invariant(self) -> None:
        self.never_initially([self._inside ^ 1], "the initial states satisfy the invariant")
        self.never([], "every step preserves the invariant", later=[self._inside ^ 1])
        self._later = self._now

    def within(self, states: int) -> DiagramSteps:
        functions = self._functions
        other = DiagramSteps(functions.circuit, self._inside, functions.deadline, functions)
        other._now = other._later = self._now & functions.literal(states)
        return other

    def leave_out(self, states: int) -> None:
        others = ~self._functions.literal(states)
        self._now = self._now & others
        self._later = self._later & others

    def never_initially(self, literals: Sequence[int], what: str) -> None:
        self._refute(self._initial(literals), what)

    def possible_initially(self, literals: Sequence[int]) -> bool:
        return bool(self._initial(literals) != self._functions.diagrams.false)

    def never(self, now: Sequence[int], what: str, *, later: Sequence[int] | None = None) -> None:
        states = self._functions.all_of(now) & self._now
        self._refute(states if later is None else self._steps(states, later), what)

    def always_possible(self, states: int, condition: int, target: int, what: str) -> None:
        functions = self._functions
        asked = functions.literal(states) & self._now
        good = self._steps(functions.literal(condition), [target])
        self._refute(asked & ~functions.diagrams.exists(functions.inputs, good), what)

    def _initial(self, literals: Sequence[int]) -> Diagram:
        circuit = self._functions.circuit
        resets = [2 * latch.node + 1 - latch.reset for latch in circuit.latches if latch.reset is not None]
        return self._functions.all_of((*resets, circuit.initial, *literals))

    def _steps(self, now: Diagram, later: Sequence[int]) -> Diagram:
        """The steps from ``now``, as constraints allow them, to where ``later`` holds."""
        functions = self._functions
        target = functions.all_of(later) & self._later
        if functions.diagrams.support(target) & functions.inputs:
            raise UnsoundVerdict("the argument depends on inputs of the step after")
        steps = now & functions.all_of(functions.circuit.constraints)
        functions.check_time()
        if steps == functions.diagrams.false:
            return steps
        # What the next functions are elsewhere does not matter.
        support = functions.diagrams.support(target)
        change = {
            name: functions.diagrams.restrict(after, steps)
            for name, after in functions.nexts.items()
            if name in support
        }
        return steps & functions.diagrams.substitute(change, target)

    def _refute(self, found: Diagram, what: str) -> None:
        self._functions.check_time()
        if found != self._functions.diagrams.false:
            raise UnsoundVerdict(f"{NAME} refute that {what}")


def _order(circuit: Circuit) -> list[int]:
    """Leaves as a walk from the conditions and the next functions meets them."""
    nexts = {latch.node: latch.next for latch in circuit.latches}
    seen, found = {0}, list[int]()
    row = [*circuit.fairness, *circuit.bads, *circuit.constraints, circuit.initial, *(2 * node for node in nexts)]
    while row:
        following: list[int] = []
        for root in row:
            stack = [root >> 1]
            while stack:
                node = stack.pop()
                if node in seen:
                    continue
                seen.add(node)
                if circuit.is_gate(node):
                    stack += (circuit.right[node] >> 1, circuit.left[node] >> 1)
                    continue
                found.append(node)
                if node in nexts:
                    following.append(nexts[node])
        row = following
    return [*found, *(node for node in circuit.inputs if node not in seen)]
