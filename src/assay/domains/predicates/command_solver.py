"""One guarded command in a solver of its own, for as long as the analysis lasts.

Edges with the same guard and the same updates share one step.  The guard is asserted once.  Every source predicate
and every weakest precondition of a target predicate gets a Boolean indicator, asserted to be equivalent to it, when it
first appears; questions are then lists of indicators, and the solver keeps what it learnt.  A step numbers predicates
by itself.  An answer *unknown* is counted and read as *satisfiable*, which only makes abstractions coarser.

Few of all the choices of several premises allow a step.  So a command that uses further states keeps why a choice does
not: literals that exclude the step, whatever else is chosen.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from assay.core.bits import ones
from assay.core.model import Edge
from assay.core.terms import Op, Term, eq, not_, post_order, variable
from assay.core.terms.sorts import BOOL
from assay.domains.scoped import positive
from assay.solve.smt import Answer, Solver

# A timer costs more than a typical query.  Small linear ones do without: they hardly ever take long.
_EASY_SIZE: Final = 500
_EASY: Final = frozenset((Op.CONST, Op.VAR, Op.NOT, Op.AND, Op.OR, Op.EQ, Op.ITE, Op.ADD, Op.MUL, Op.LE, Op.LT))


def _is_easy(edge: Edge) -> bool:
    """Is the command small, and Boolean or linear?"""
    terms = list(islice(post_order(*edge.terms), _EASY_SIZE))
    linear = all(term.op is not Op.MUL or term.args[0].is_const for term in terms)
    return len(terms) < _EASY_SIZE and linear and all(term.op in _EASY and not term.sort.is_array for term in terms)


class CommandSolver:
    """The solver of a guarded command, and the literals to ask it with."""

    __slots__ = (
        "_before",
        "_before_not",
        "_edge",
        "_excluded",
        "_indicators",
        "_possible",
        "_seconds",
        "_sources",
        "_targets",
        "after",
        "after_not",
        "solver",
        "unknowns",
    )

    def __init__(self, edge: Edge, solver: Solver, seconds: float | None) -> None:
        self._edge = edge
        self._seconds = None if _is_easy(edge) else seconds
        self._indicators: dict[Term, Term] = {}
        self._sources: dict[Term, int] = {}
        self._targets: dict[Term, int] = {}
        self._before: list[Term] = []
        self._before_not: list[Term] = []
        self.after: list[Term] = []  # per target predicate, the literal that it holds after the step
        self.after_not: list[Term] = []  # that it does not
        self._excluded: list[tuple[int, int]] = []
        self._possible: set[tuple[int, int]] = set()
        self.solver = solver
        self.unknowns = 0
        solver.add(edge.guard)

    def source(self, predicate: Term) -> int:
        """The number of a predicate before the step."""
        number = self._sources.get(predicate)
        if number is None:
            number = self._sources[predicate] = len(self._sources)
            literal = self._indicator(predicate)
            self._before.append(literal)
            self._before_not.append(not_(literal))
        return number

    def target(self, predicate: Term) -> int:
        """The number of a predicate after the step."""
        number = self._targets.get(predicate)
        if number is None:
            number = self._targets[predicate] = len(self._targets)
            formula = self._edge.back(predicate)
            atom = positive(formula)
            literal = atom if atom.is_const else self._indicator(atom)
            self.after.append(literal if atom is formula else not_(literal))
            self.after_not.append(not_(literal) if atom is formula else literal)
        return number

    def _indicator(self, atom: Term) -> Term:
        literal = self._indicators.get(atom)
        if literal is None:
            literal = atom
            if atom.op is not Op.VAR:
                literal = variable(f"indicator {len(self._indicators)}", BOOL)
                self.solver.add(eq(literal, atom))
            self._indicators[atom] = literal
        return literal

    def literals(self, holds: int, fails: int) -> list[Term]:
        """Source literals as assumptions."""
        before, before_not = self._before, self._before_not
        return [before[i] for i in ones(holds)] + [before_not[i] for i in ones(fails)]

    def check(self, assumptions: list[Term]) -> Answer:
        """One query."""
        answer = self.solver.check(assumptions, seconds=self._seconds)
        if answer is Answer.UNKNOWN:
            self.unknowns += 1
        return answer

    def possible(self, holds: int, fails: int) -> bool:
        """May there be a step from states with these literals?"""
        if (holds, fails) in self._possible:
            return True
        if self.excluded(holds, fails) or self.enabled(holds, fails) is Answer.UNSAT:
            return False
        self._possible.add((holds, fails))
        return True

    def excluded(self, holds: int, fails: int) -> bool:
        """Is it known already that there is no step from states with these literals?"""
        for number, (true, false) in enumerate(self._excluded):
            if not (true & ~holds or false & ~fails):
                self._excluded.insert(0, self._excluded.pop(number))  # what excludes one choice excludes the next
                return True
        return False

    def enabled(self, holds: int, fails: int) -> Answer:
        """Is there a step from states with these literals?  Where premises are chosen, a reason why not is kept."""
        answer = self.check(self.literals(holds, fails))
        if answer is Answer.UNSAT and self._edge.uses:
            core = frozenset(self.solver.core())
            true = sum(1 << i for i in ones(holds) if self._before[i] in core)
            false = sum(1 << i for i in ones(fails) if self._before_not[i] in core)
            self._excluded.insert(0, (true, false))
        return answer

    def outcome(self, questions: int) -> tuple[int, int]:
        """After SAT: which of the target predicates in ``questions`` hold in the model, and which do not."""
        positions = list(ones(questions))
        holds = fails = 0
        for position, value in zip(positions, self.solver.truth([self.after[i] for i in positions]), strict=True):
            if value:
                holds |= 1 << position
            elif value is False:
                fails |= 1 << position
        return holds, fails
