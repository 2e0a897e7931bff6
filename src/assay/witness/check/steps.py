"""Questions about the steps of a circuit: what never happens, and what always can.

They go to SAT if that is quick, and else to decision diagrams (``checked_by_either``).

``Steps.never`` refutes a combination of literals now and one step later.  ``Steps.always_possible`` asks whether from
every state of a set some inputs lead where they should: a state without such inputs is looked for, inputs that work for
it are found, and then exclude all states for which they work (Janota, Marques-Silva, SAT 2011).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from assay.core.budget import Deadline
from assay.core.circuit import TRUE, Circuit, Gates
from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.core.evidence import StateTable
from assay.solve.sat import ConeSolver, SatSolver
from assay.witness.check.by_sat import NextStep
from assay.witness.check.diagrams import NAME, DiagramSteps

# What SAT may take of the time, and seconds that it takes at most, before diagrams are asked: sets that diagrams
# found are small for them.
SAT_SHARE: Final = 0.25
MOST_SAT: Final = 4.0


class Steps:
    """States of a circuit that satisfy the literal ``inside``, and the steps from there that constraints allow.

    Literals are those of the circuit; ``later`` ones are of the state after the step, and must not depend on inputs.
    """

    def __init__(self, circuit: Circuit, inside: int, solver: str, deadline: Deadline) -> None:
        self._circuit = circuit
        self._inside = inside
        self._solver = solver
        self._deadline = deadline
        self._states = ConeSolver(circuit, solver)
        self._states.sat.add([self._states.literal(inside)])
        self._steps = ConeSolver(circuit, solver)
        self._steps.sat.add([self._steps.literal(inside)])
        for constraint in circuit.constraints:
            self._steps.sat.add([self._steps.literal(constraint)])
        self._later = NextStep(self._steps)

    def close(self) -> None:
        self._states.sat.close()
        self._steps.sat.close()

    def be_invariant(self) -> None:
        """The set ``inside`` contains the initial states, and what steps from it lead to: known from now on."""
        self.never_initially([self._inside ^ 1], "the initial states satisfy the invariant")
        self.never([], "every step preserves the invariant", later=[self._inside ^ 1])
        self._steps.sat.add([self._later.literal(self._inside)])

    def within(self, states: int) -> Steps:
        """Those of the states, and steps between them; this set of states was shown to be an invariant."""
        other = Steps(self._circuit, self._inside, self._solver, self._deadline)
        other._steps.sat.add([other._later.literal(self._inside)])
        other.leave_out(states ^ 1)
        return other

    def leave_out(self, states: int) -> None:
        """From now on only other states count, and steps between them."""
        self._states.sat.add([-self._states.literal(states)])
        self._steps.sat.add([-self._steps.literal(states)])
        self._steps.sat.add([-self._later.literal(states)])

    def never_initially(self, literals: Sequence[int], what: str) -> None:
        start = ConeSolver(self._circuit, self._solver, at_reset=True)
        self._refute(start.sat, start.literals(literals), what)
        start.sat.close()

    def possible_initially(self, literals: Sequence[int]) -> bool:
        """Is there an initial state with these literals?"""
        start = ConeSolver(self._circuit, self._solver, at_reset=True)
        found = self._possible(start.sat, start.literals(literals))
        start.sat.close()
        return found

    def never(self, now: Sequence[int], what: str, *, later: Sequence[int] | None = None) -> None:
        """No state has ``now``; with ``later``, no step leads from such a state to one with these literals."""
        if later is None:
            self._refute(self._states.sat, self._states.literals(now), what)
            return
        after = [self._later.literal(literal) for literal in later]
        self._refute(self._steps.sat, [*self._steps.literals(now), *after], what)

    def always_possible(self, states: int, condition: int, target: int, what: str) -> None:
        """From every state of a set, a step that meets ``condition`` leads to ``target``."""
        asked = ConeSolver(self._circuit, self._solver)
        asked.sat.add([asked.literal(self._inside)])
        asked.sat.add([asked.literal(states)])
        good = [self._steps.literal(condition), self._later.literal(target)]
        latches = [latch.node for latch in self._circuit.latches]
        for node in latches:
            asked.literal(2 * node)
        while self._possible(asked.sat, ()):
            values = asked.values()
            state = [self._steps.literal(2 * node + (not values[node])) for node in latches]
            if not self._possible(self._steps.sat, [*good, *state]):
                raise UnsoundVerdict(f"{self._solver} refutes that {what}")
            found = self._steps.values()
            inputs = {node: found.get(node, 0) for node in self._circuit.inputs}
            asked.sat.add([-_working(asked, self._circuit, inputs, condition, target)])
        asked.sat.close()

    def _refute(self, sat: SatSolver, literals: Sequence[int], what: str) -> None:
        if self._possible(sat, literals):
            raise UnsoundVerdict(f"{self._solver} refutes that {what}")

    def _possible(self, sat: SatSolver, literals: Sequence[int]) -> bool:
        answer = sat.solve_within(self._deadline, literals)
        if answer is None:
            raise SolverFailure("no time left to check the argument")
        return answer


def _working(cones: ConeSolver, circuit: Circuit, inputs: Mapping[int, int], condition: int, target: int) -> int:
    """The solver's literal for: these inputs make a step that meets ``condition`` and leads to ``target``."""
    yes = -cones.literal(0)
    now = _Gates(cones, circuit, {node: yes if value else -yes for node, value in inputs.items()})
    for latch in circuit.latches:
        now.table[latch.node] = cones.literal(2 * latch.node)
    parts = [now.literal(literal) for literal in (*circuit.constraints, condition)]
    after = _Gates(cones, circuit, {latch.node: now.literal(latch.next) for latch in circuit.latches})
    parts.append(after.literal(target))
    own = cones.sat.fresh()
    for part in parts:
        cones.sat.add([-own, part])
    cones.sat.add([own, *(-part for part in parts)])
    return own


class _Gates:
    """The gates of a circuit once more, over given literals of its leaves."""

    def __init__(self, cones: ConeSolver, circuit: Circuit, leaves: Mapping[int, int]) -> None:
        self._cones = cones
        self._circuit = circuit
        self._yes = -cones.literal(0)
        self.table = {0: -self._yes, **leaves}

    def literal(self, literal: int) -> int:
        table, circuit = self.table, self._circuit
        for node in circuit.cone([literal], table):
            a, b = circuit.left[node], circuit.right[node]
            table[node] = self._both(self._signed(a), self._signed(b))
        return self._signed(literal)

    def _signed(self, literal: int) -> int:
        own = self.table[literal >> 1]
        return -own if literal & 1 else own

    def _both(self, x: int, y: int) -> int:
        yes, sat = self._yes, self._cones.sat
        if -yes in (x, y) or x == -y:
            return -yes
        if x in (yes, y):
            return y
        if y == yes:
            return x
        own = sat.fresh()
        sat.add([-own, x])
        sat.add([-own, y])
        sat.add([own, -x, -y])
        return own


MakeSteps = Callable[[Circuit, int], Steps | DiagramSteps]
"""The states of a circuit where a literal is true, and the steps from there, ready to be asked about."""


def checked_by_either(check: Callable[[MakeSteps], None], solver: str, seconds: float) -> str:
    """What confirmed the argument; UnsoundVerdict if it is refuted, SolverFailure if there was not enough time."""
    whole = Deadline.after(seconds)
    share = whole.within(min(MOST_SAT, SAT_SHARE * seconds))
    try:
        check(lambda circuit, inside: Steps(circuit, inside, solver, share))
        return solver
    except SolverFailure:
        check(lambda circuit, inside: DiagramSteps(circuit, inside, whole))
        return NAME


def of_latches(literals: Sequence[int], latches: set[int]) -> Sequence[int]:
    """The literals, if they are all of latches."""
    if any(literal >> 1 not in latches for literal in literals):
        raise UnsoundVerdict("the argument speaks of what is no latch")
    return literals


def set_of(gates: Gates, table: StateTable, latches: set[int]) -> int:
    """The literal that is true in exactly the states of the table."""
    rows = [0]
    for latch, low, high in table.rows:
        (own,) = of_latches((2 * latch,), latches)
        then, otherwise = rows[high >> 1] ^ (high & 1), rows[low >> 1] ^ (low & 1)
        rows.append(gates.choose(own, then, otherwise))
    return rows[table.root >> 1] ^ (table.root & 1)


def conditions_of(circuit: Circuit) -> tuple[int, ...]:
    """The literals that a fair run meets again and again: the constant true, if there are no others."""
    return tuple(dict.fromkeys(circuit.fairness)) or (TRUE,)
