"""The port to SAT solvers (PySAT), and circuits in them, cone by cone.

Variables are positive integers and literals their signs, as in DIMACS.  ``ConeSolver`` gives each node of a circuit a
variable only when a query first mentions it, so that a query costs what its cone costs (Een, Mishchenko, Brayton,
"Efficient implementation of property directed reachability", FMCAD 2011, section VI).
Limits: a query can only be given up after a number of conflicts.  As many are allowed as should fit into the time left,
by what the last ones took; a deadline is passed by what a few conflicts take, or the solver's own simplification.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from pysat.solvers import Solver as PySatSolver

from assay.core.budget import FOREVER, Deadline
from assay.core.circuit import Circuit

FINDER: Final = "cadical195"
CHECKER: Final = "minisat22"
# Conflicts until the first look at the clock; twice as many until the next one, while that takes less than a second.
PATIENCE: Final = 400
# Conflicts between two looks, however little time is left: each call of the solver looks at all clauses.
FEWEST: Final = 25


class OutOfTime(Exception):
    """A query was given up because the deadline has passed."""


class SatSolver:
    """An incremental solver of clauses.  ``variables`` is the number of those in use."""

    __slots__ = ("_pace", "_solver", "add", "name", "queries", "variables")

    def __init__(self, name: str = FINDER) -> None:
        self.name = name
        self.variables = 0
        self.queries = 0
        # Seconds that a conflict took lately.
        self._pace = 0.0
        self._solver = PySatSolver(name=name)
        # Adds a clause.  That is done by the million: two calls less for each.
        self.add: Callable[[Sequence[int]], object] = self._solver.solver.add_clause

    def fresh(self) -> int:
        """A variable that no clause mentions yet."""
        self.variables += 1
        return self.variables

    @property
    def conflicts(self) -> int:
        """How many there were so far."""
        return int(self._solver.accum_stats()["conflicts"])

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        """Are all clauses and ``assumptions`` true together in some assignment?"""
        self.queries += 1
        return bool(self._solver.solve(assumptions=list(assumptions)))

    def solve_within(self, deadline: Deadline, assumptions: Sequence[int] = (), conflicts: int = 0) -> bool | None:
        """As ``solve``, but None if that takes more than ``conflicts`` (0: any number) or longer than the deadline."""
        self.queries += 1
        spent, patience, left = 0, PATIENCE, deadline.left
        while left > 0 and (not conflicts or spent < conflicts):
            step = self._fitting(patience, left)
            step = min(step, conflicts - spent) if conflicts else step
            self._solver.conf_budget(step)
            answer = self._solver.solve_limited(assumptions=list(assumptions))
            if answer is not None:
                return bool(answer)
            spent += step
            before, left = left, deadline.left
            if math.isfinite(before):
                # A deadline that was passed does not say by how much.
                self._pace = max((before - left) / step, 0.0 if left else self._pace)
            if before - left < 1.0 or left == before:
                patience *= 2
        return None

    def _fitting(self, conflicts: int, seconds: float) -> int:
        """So many conflicts, or as many as should fit into the time."""
        if conflicts * self._pace <= seconds:
            return conflicts
        return max(FEWEST, int(seconds / self._pace))

    def decide(self, assumptions: Sequence[int] = (), deadline: Deadline = FOREVER) -> bool:
        """As ``solve``; raises OutOfTime once the deadline has passed."""
        answer = self.solve_within(deadline, assumptions)
        if answer is None:
            raise OutOfTime
        return answer

    def core(self) -> list[int]:
        """After a negative answer: assumptions that suffice for it, each once."""
        # CaDiCaL repeats assumptions that were given twice.
        return list(dict.fromkeys(self._solver.get_core() or ()))

    def model(self) -> list[int]:
        """After a positive answer: the signed variables in order; those that no clause mentions may be missing."""
        found: list[int] = self._solver.get_model()
        return found

    def close(self) -> None:
        """Gives the memory back; nothing may be asked any more."""
        self._solver.delete()


class ConeSolver:
    """One step of a circuit in a solver: the nodes that were asked for, and what they depend on.

    With ``at_reset`` the latches have their reset values, and the circuit's initial literal is true.
    """

    def __init__(self, circuit: Circuit, name: str = FINDER, *, at_reset: bool = False) -> None:
        self.circuit = circuit
        self.sat = SatSolver(name)
        self.variable: dict[int, int] = {}
        self._resets = {latch.node: latch.reset for latch in circuit.latches} if at_reset else {}
        if at_reset and circuit.initial != 1:
            self.sat.add([self.literal(circuit.initial)])

    def literal(self, literal: int) -> int:
        """The solver's literal for a literal of the circuit; its cone is loaded if it is not."""
        variable = self.variable.get(literal >> 1)
        if variable is None:
            self._load(literal >> 1)
            variable = self.variable[literal >> 1]
        return -variable if literal & 1 else variable

    def literals(self, literals: Iterable[int]) -> list[int]:
        return [self.literal(literal) for literal in literals]

    def _load(self, root: int) -> None:
        left, right, table, sat = self.circuit.left, self.circuit.right, self.variable, self.sat
        stack = [root]
        while stack:
            node = stack[-1]
            if node in table:
                stack.pop()
                continue
            first = left[node]
            if first < 0:
                stack.pop()
                self._load_leaf(node)
                continue
            second = right[node]
            a, b = table.get(first >> 1), table.get(second >> 1)
            if a is None or b is None:
                if a is None:
                    stack.append(first >> 1)
                if b is None:
                    stack.append(second >> 1)
                continue
            stack.pop()
            own = table[node] = sat.fresh()
            a, b = -a if first & 1 else a, -b if second & 1 else b
            sat.add([-own, a])
            sat.add([-own, b])
            sat.add([own, -a, -b])

    def _load_leaf(self, node: int) -> None:
        own = self.variable[node] = self.sat.fresh()
        reset = 0 if node == 0 else self._resets.get(node)
        if reset is not None:
            self.sat.add([own if reset else -own])

    def may_differ(self, first: int, second: int, conflicts: int) -> bool | None:
        """May two literals of the circuit differ?  None if a query about that takes more than so many conflicts."""
        if first == second:
            return False
        a, b = self.literals((first, second))
        for assumed in ([a, -b], [-a, b]):
            answer = self.sat.solve_within(FOREVER, assumed, conflicts)
            if answer is not False:
                return answer
        return False

    def values(self) -> dict[int, int]:
        """After a positive answer: the value of every loaded node (0 where the solver leaves it open)."""
        model = self.sat.model()
        size = len(model)
        return {node: int(variable <= size and model[variable - 1] > 0) for node, variable in self.variable.items()}
