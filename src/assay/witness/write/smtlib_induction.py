"""Proofs by induction over several steps as SMT-LIB: any solver answers each check with ``unsat``.

The states of a path are copies of the variables, ``x@0``, ``x@1`` and so on, and so are the inputs of its steps.  Base:
no run shows the error at one of its first steps.  Step: so many steps inside the invariant without error are followed
by no error.  Limit: one location, and paths that may repeat states.
"""

from __future__ import annotations

from collections.abc import Iterator

from assay.core.errors import Unsupported
from assay.core.evidence import Proof
from assay.core.model import Edge, Model, Property
from assay.core.terms import FALSE, TRUE, Term, and_, conjunction, disjunction, eq, not_, variable
from assay.core.terms.rebuild import Substitution
from assay.core.terms.smtlib import to_smtlib


def induction_checks(model: Model, prop: Property, proof: Proof) -> Iterator[tuple[str, str, list[Term]]]:
    """In words, as the formula that must have no model, and the symbols in it."""
    if proof.simple or any(place != model.entry for place in model.locations):
        raise Unsupported(
            "induction over paths without repeated states is not written as SMT-LIB",
            hint="--engine ic3, if it proves it",
        )
    unrolled = _Unrolled(model, prop, proof)
    for length in range(proof.depth):
        clean = [not_(unrolled.bad(step)) for step in range(length)]
        run = conjunction(
            (unrolled.at(model.initial, 0), *map(unrolled.step, range(length)), *clean, unrolled.bad(length))
        )
        yield f"no run shows the error at step {length}", *_written(run)
    inside = [unrolled.at(unrolled.invariant, step) for step in range(proof.depth + 1)]
    clean = [not_(unrolled.bad(step)) for step in range(proof.depth)]
    path = conjunction((*inside, *map(unrolled.step, range(proof.depth)), *clean, unrolled.bad(proof.depth)))
    yield f"{proof.depth} steps without error are followed by none", *_written(path)


def _written(formula: Term) -> tuple[str, list[Term]]:
    return to_smtlib(formula), sorted(formula.free, key=lambda term: term.name)


class _Unrolled:
    """The model's formulas at each step of a path."""

    def __init__(self, model: Model, prop: Property, proof: Proof) -> None:
        self.invariant = proof.invariant.get(model.entry, FALSE)
        self._model = model
        self._bad = prop.bad.get(model.entry, FALSE)
        self._copies: dict[int, Substitution] = {}
        inputs = {term for edge in model.edges for term in edge.inputs}
        self._symbols = [*model.entry.variables, *sorted(inputs | self._bad.free, key=lambda term: term.uid)]

    def at(self, formula: Term, step: int) -> Term:
        if step not in self._copies:
            copies = {term: variable(f"{term.name}@{step}", term.sort) for term in self._symbols}
            self._copies[step] = Substitution(copies)
        return self._copies[step](formula)

    def bad(self, step: int) -> Term:
        return self.at(self._bad, step)

    def step(self, number: int) -> Term:
        """Some edge leads from the state at ``number`` to the next one."""
        return disjunction(self._along(edge, number) for edge in self._model.edges) if self._model.edges else TRUE

    def _along(self, edge: Edge, number: int) -> Term:
        moves = [eq(self.at(v, number + 1), self.at(edge.after(v), number)) for v in edge.target.variables]
        return and_(self.at(edge.guard, number), *moves)
