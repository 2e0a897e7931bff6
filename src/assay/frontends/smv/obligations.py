"""What an SMV file promises implicitly: every value is in range, some case always applies, no divisor is zero.

Each obligation is a formula that must have no model over all values of the types.  A solver decides them: first all
together, and one by one only if that fails, to say which is violated and how.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from assay.core.errors import InputError, Unsupported
from assay.core.terms import FALSE, Op, Term, disjunction, post_order
from assay.core.terms.evaluate import Value
from assay.frontends.smv.syntax import Node
from assay.frontends.text import Source
from assay.solve.smt import Answer, Solver

_SECONDS: Final = 20.0
_SHOWN: Final = 6


class Obligations:
    """Collects obligations, and checks them."""

    def __init__(self) -> None:
        self._open: list[tuple[Term, Node, str]] = []

    def require(self, failure: Term, node: Node, what: str) -> None:
        """``failure`` must never hold; if it may, ``what`` says what goes wrong at ``node``."""
        if failure is not FALSE:
            self._open.append((failure, node, what))

    def check(self, source: Source, legal: Sequence[Term], printers: Mapping[Term, Callable[[Value], str]]) -> None:
        """Raises InputError for the first obligation that can be violated where ``legal`` holds, with an example."""
        pending, self._open = self._open, []
        if not pending:
            return
        from assay.solve.z3.solver import Z3Solver

        solver = Z3Solver()
        solver.add(*legal)
        if self._answer(solver, disjunction(failure for failure, _, _ in pending)) is Answer.UNSAT:
            return
        for failure, node, what in pending:
            where = source.position(node.start)
            solver.push()
            solver.add(failure)
            match solver.check(seconds=_SECONDS):
                case Answer.SAT:
                    symbols = sorted(_symbols(failure).intersection(printers), key=lambda symbol: symbol.name)
                    shown = [f"{s.name} = {printers[s](solver.value(s))}" for s in symbols[:_SHOWN]]
                    example = f", for example if {', '.join(shown)}" if shown else ""
                    raise InputError(f"{what}{example}", where, "cover every case, and keep to the range")
                case Answer.UNKNOWN:
                    raise Unsupported(f"{what}: this could not be excluded in {_SECONDS:.0f} s", where)
                case Answer.UNSAT:
                    solver.pop()

    def _answer(self, solver: Solver, formula: Term) -> Answer:
        solver.push()
        solver.add(formula)
        answer = solver.check(seconds=_SECONDS)
        solver.pop()
        return answer


def _symbols(term: Term) -> set[Term]:
    return {part for part in post_order(term) if part.op is Op.VAR}
