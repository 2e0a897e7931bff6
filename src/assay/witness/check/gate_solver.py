"""A solver for formulas about bits: gates of our own, and a SAT solver that has no part in finding anything.

For evidence that was found without our gates: those who trust them twice would miss what is wrong with them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.circuit import Circuit
from assay.core.errors import SolverFailure, Unsupported
from assay.core.terms import Op, Term
from assay.core.terms.evaluate import Value, default_value, evaluate
from assay.solve.sat import CHECKER, ConeSolver
from assay.solve.smt import Answer
from assay.transforms.circuit.bitblast import Blaster, assembled
from assay.transforms.circuit.size import gates_of
from assay.transforms.circuit.vectors import Vector
from assay.witness.check.scopes import Scopes

# Gates beyond which nothing is tried, and about what one takes to be made, in seconds.
MOST_GATES: Final = 3_000_000
A_GATE: Final = 2e-6


class SharedGates:
    """Makes solvers that share the gates of what any of them was asked."""

    def __init__(self) -> None:
        self.blaster = Blaster()
        self.leaves: dict[Term, Vector] = {}
        gates = self.blaster.gates
        # The lists of gates grow, and whoever has them sees that.
        self.cone = ConeSolver(Circuit(gates.left, gates.right, (), ()), CHECKER)

    def __call__(self) -> GateSolver:
        return GateSolver(self)

    def literal(self, formula: Term) -> int:
        """The SAT solver's literal for a formula."""
        for symbol in sorted(formula.free.difference(self.leaves), key=lambda symbol: symbol.name):
            self.leaves[symbol] = self.blaster.leaf(symbol)
        return self.cone.literal(self.blaster.literal(formula))


class GateSolver(Scopes):
    """A ``Solver``.  Of what has no bits it knows nothing."""

    name = CHECKER

    def __init__(self, gates: SharedGates | None = None) -> None:
        super().__init__()
        self._gates = gates or SharedGates()
        self._assumed: tuple[Term, ...] = ()
        self._values: dict[Term, Value] | None = None

    def check(self, assumptions: Sequence[Term] = (), /, *, seconds: float | None = None) -> Answer:
        until = FOREVER if seconds is None or math.isinf(seconds) else Deadline.after(seconds)
        self.queries += 1
        self._assumed = tuple(dict.fromkeys(assumptions))
        self._values = None
        formulas = (*self.formulas, *self._assumed)
        try:
            expected = gates_of(formulas)
            if expected > MOST_GATES or A_GATE * expected > until.left:
                return Answer.UNKNOWN
            return self._decided(formulas, until)
        except Unsupported:
            return Answer.UNKNOWN

    def _decided(self, formulas: Sequence[Term], until: Deadline) -> Answer:
        gates = self._gates
        answer = gates.cone.sat.solve_within(until, [gates.literal(formula) for formula in formulas])
        if answer:
            self._values = _values(gates.leaves, gates.cone.values())
        return Answer.UNKNOWN if answer is None else Answer.SAT if answer else Answer.UNSAT

    def core(self) -> tuple[Term, ...]:
        return self._assumed

    def value(self, term: Term) -> Value:
        if self._values is None:
            raise SolverFailure("a model needs a satisfiable check before it")
        if term.op is Op.VAR:
            return self._values.get(term, default_value(term.sort))
        return evaluate(term, {symbol: self.value(symbol) for symbol in term.free})

    def truth(self, literals: Sequence[Term]) -> list[bool | None]:
        return [bool(self.value(literal)) for literal in literals]


def _values(leaves: dict[Term, Vector], nodes: dict[int, int]) -> dict[Term, Value]:
    """What the symbols are, by the bits that the solver looked at; the others are zero."""
    return {
        symbol: assembled(symbol.sort, [nodes.get(bit >> 1, 0) ^ (bit & 1) for bit in bits])
        for symbol, bits in leaves.items()
    }
