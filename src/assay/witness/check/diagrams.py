"""Questions about the steps of a circuit to decision diagrams: the same that ``steps`` asks of a SAT solver.

Where sets of states are diagrams of many nodes, SAT has to search for what diagrams show at once.  A set after a step
is that set with the next functions put in for latches; nothing of how the sets were found is used again (``spaces``
builds a relation and quantifies).  Where at most one input is 1 at a step, steps are looked at input by input, for
little changes in each (``transforms.circuit.choices``, which is trusted).  Limit: building may blow up; time is looked
at between operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from assay.core.budget import Deadline
from assay.core.circuit import Circuit
from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.solve.bdd import Diagram, Diagrams
from assay.solve.sat import CHECKER
from assay.transforms.circuit.choices import Chosen, at_most_one

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
        self._nexts = {f"x{latch.node}": latch.next for latch in circuit.latches}

    def literal(self, literal: int, circuit: Circuit | None = None) -> Diagram:
        """The function of a literal of the circuit, or of one that is this one with more gates."""
        circuit = circuit or self.circuit
        table, left, right = self._table, circuit.left, circuit.right
        for node in circuit.cone([literal], table):
            self.check_time()
            a, b = left[node], right[node]
            x, y = table[a >> 1], table[b >> 1]
            table[node] = (~x if a & 1 else x) & (~y if b & 1 else y)
        own = table[literal >> 1]
        return ~own if literal & 1 else own

    def relevant(self, target: Diagram) -> Mapping[str, int]:
        """The next literals of the latches that a set of states speaks of."""
        support = self.diagrams.support(target)
        return {name: after for name, after in self._nexts.items() if name in support}

    def needed(self, target: Diagram) -> list[int]:
        """What has to be true of a step into the target: that latches with one value in all of it get that value."""
        diagrams, found = self.diagrams, []
        for name, after in self.relevant(target).items():
            self.check_time()
            for value in (False, True):
                if diagrams.assign({name: not value}, target) == diagrams.false:
                    found.append(after ^ 1 ^ value)
        return found

    def check_time(self) -> None:
        if self.deadline.passed:
            raise SolverFailure("no time left to check the argument")

    def all_of(self, literals: Iterable[int], circuit: Circuit | None = None) -> Diagram:
        """The conjunction, small diagrams first."""
        product = self.diagrams.true
        for part in sorted((self.literal(literal, circuit) for literal in literals), key=len):
            self.check_time()
            product = product & part
        return product


class DiagramSteps:
    """As ``steps_check.Steps``."""

    def __init__(self, circuit: Circuit, inside: int, deadline: Deadline, functions: _Functions | None = None) -> None:
        self._functions = functions or _Functions(circuit, _order(circuit, inside), deadline)
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
        circuit = functions.circuit
        limits = [*circuit.constraints, *functions.needed(target)]
        nexts = functions.relevant(target)
        if not at_most_one(circuit, circuit.inputs, limits, CHECKER):
            return self._steps_of(now, limits, nexts, target)
        # Input by input: in each case little changes.
        functions.diagrams.keep_order()
        chosen = Chosen(circuit, circuit.inputs, (*limits, *nexts.values()))
        found = functions.diagrams.false
        for one in (None, *circuit.inputs):
            case = functions.diagrams.cube({f"x{node}": node == one for node in circuit.inputs})
            literals = chosen.where(one, (*limits, *nexts.values()))
            after = dict(zip(nexts, literals[len(limits) :], strict=True))
            part = self._steps_of(now, literals[: len(limits)], after, target, chosen.circuit())
            found = found | case & part
        return found

    def _steps_of(
        self,
        now: Diagram,
        limits: Sequence[int],
        nexts: Mapping[str, int],
        target: Diagram,
        circuit: Circuit | None = None,
    ) -> Diagram:
        """The steps from ``now``, where the limits are true, into the target; literals are those of ``circuit``."""
        functions, diagrams = self._functions, self._functions.diagrams
        steps = now & functions.all_of(limits, circuit)
        functions.check_time()
        if steps == diagrams.false:
            return steps
        # What the next functions are elsewhere does not matter, and a latch that keeps its value stands for itself.
        change = {
            name: diagrams.restrict(functions.literal(after, circuit), steps)
            for name, after in nexts.items()
            if after != 2 * int(name[1:])
        }
        return steps & diagrams.substitute(change, target)

    def _refute(self, found: Diagram, what: str) -> None:
        self._functions.check_time()
        if found != self._functions.diagrams.false:
            raise UnsoundVerdict(f"{NAME} refute that {what}")


def _order(circuit: Circuit, inside: int) -> list[int]:
    """Leaves as the invariant has them from the top down, then as a walk from conditions and next functions does.

    An invariant that was a diagram is one of the same size in its own order, and of any size in another.
    """
    nexts = {latch.node: latch.next for latch in circuit.latches}
    found = [node for node in _from_the_top(circuit, inside) if not circuit.is_gate(node)]
    seen = {0, *found}
    row = [*circuit.fairness, *circuit.bads, *circuit.constraints, circuit.initial, *(2 * node for node in nexts)]
    row += (nexts[node] for node in found if node in nexts)
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


def _from_the_top(circuit: Circuit, literal: int) -> list[int]:
    """What the literal depends on, by the longest way down to it."""
    depth = {literal >> 1: 0}
    cone = circuit.cone([literal])
    for node in reversed(cone):
        if circuit.is_gate(node):
            for below in (circuit.left[node] >> 1, circuit.right[node] >> 1):
                depth[below] = max(depth.get(below, 0), depth[node] + 1)
    return sorted(cone, key=lambda node: depth[node])
