"""An aimed model as Horn clauses for z3's Spacer, and what Spacer answers, in the model's own terms.

The entry of an aimed model has no variables, so that it is left out of the rules; the error is the query.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assay.core.evidence import Assignment
from assay.core.model import Edge, Location, Model
from assay.core.terms import FALSE, TRUE, Term, not_
from assay.core.terms.evaluate import evaluate
from assay.core.terms.rebuild import Substitution, substitute
from assay.solve.smt import Answer
from assay.solve.z3.context import Z3Context
from assay.solve.z3.fixedpoint import Fixedpoint
from assay.solve.z3.terms import to_z3
from assay.transforms.aim import error_of


@dataclass(frozen=True)
class Solution:
    """Formulas that satisfy the clauses; those of relations that were inlined are left out."""

    formulas: Mapping[Location, Term]


@dataclass(frozen=True)
class Fact:
    """A state of a refutation, and the numbers of those that it follows from, which come before it."""

    location: Location
    state: Assignment
    premises: tuple[int, ...]


@dataclass(frozen=True)
class Refutation:
    """States that follow from each other; the last is the error."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Undecided:
    """Spacer gave up."""


def ask(
    model: Model, *, inlining: bool, known: Mapping[Location, Term] | None = None, seconds: float = 0.0
) -> Solution | Refutation | Undecided:
    """Spacer's answer; with ``known``, of the clauses in which these formulas stand for their locations.

    It may take forever, unless there are ``seconds`` for it, to which z3 mostly keeps.
    """
    context = Z3Context()
    with context.owning("fixedpoint", context.api.mk_fixedpoint(context.raw)) as raw:
        engine = Fixedpoint(context, raw, inlining=inlining, seconds=seconds)
        return _Asking(model, engine, known or {}).answer()


class _Asking:
    def __init__(self, model: Model, engine: Fixedpoint, known: Mapping[Location, Term]) -> None:
        self._model = model
        self._engine = engine
        self._known = {**known, model.entry: TRUE}
        self._error = error_of(model)
        self._places = {f"assay!{k}": p for k, p in enumerate(model.locations) if p not in self._known}
        self._relations = {place: engine.relation(name, place.variables) for name, place in self._places.items()}

    def answer(self) -> Solution | Refutation | Undecided:
        for edge in self._model.edges:
            self._add(edge)
        match self._engine.query(self._engine.applied(self._relations[self._error], ())):
            case Answer.UNSAT:
                return Solution(self._formulas())
            case Answer.SAT:
                return Refutation(self._facts())
            case Answer.UNKNOWN:
                return Undecided()

    def _add(self, edge: Edge) -> None:
        """The rule of an edge; into a location that is known, the query whether it leads out of what is known."""
        engine, context = self._engine, self._engine.context
        body: list[int] = []
        constraints = [edge.guard]
        premises = [(edge.source, edge.source.variables), *((use.location, use.arguments) for use in edge.uses)]
        for place, arguments in premises:
            if place in self._known:
                constraints.append(_said(self._known[place], place, arguments))
            else:
                body.append(engine.applied(self._relations[place], arguments))
        after = [edge.after(symbol) for symbol in edge.target.variables]
        target = edge.target
        if target in self._known:
            constraints.append(not_(_said(self._known[target], target, after)))
            target, after = self._error, []
        if FALSE in constraints:
            return
        body += [to_z3(context, constraint) for constraint in constraints if constraint is not TRUE]
        engine.rule((*edge.source.variables, *edge.inputs), body, engine.applied(self._relations[target], after))

    def _formulas(self) -> dict[Location, Term]:
        vocabularies = {name: place.variables for name, place in self._places.items()}
        found = self._engine.solution(vocabularies)
        return {self._places[name]: formula for name, formula in found.items()}

    def _facts(self) -> tuple[Fact, ...]:
        """The facts about locations: what z3 adds of its own is passed over."""
        numbers: dict[int, int] = {}
        found: list[Fact] = []
        for number, fact in enumerate(self._engine.refutation()):
            place = self._places.get(fact.relation)
            if place is None:
                continue
            numbers[number] = len(found)
            values = [evaluate(argument, {}) for argument in fact.arguments]
            premises = tuple(numbers[premise] for premise in fact.premises if premise in numbers)
            found.append(Fact(place, dict(zip(place.variables, values, strict=True)), premises))
        if not found or found[-1].location != self._error:
            found.append(Fact(self._error, {}, tuple(range(len(found)))[-1:]))
        return tuple(found)


def _said(formula: Term, place: Location, arguments: Sequence[Term]) -> Term:
    return substitute(formula, dict(zip(place.variables, arguments, strict=True)))


def consecutions(model: Model, formulas: Mapping[Location, Term]) -> list[tuple[Term, ...]]:
    """For each edge, formulas that have no common model if ``formulas`` satisfy the clauses."""
    questions = []
    for edge in model.edges:
        needed = [substitute(formulas[use.location], use.values) for use in edge.uses]
        after = Substitution({symbol: edge.after(symbol) for symbol in edge.target.variables})
        parts = (formulas[edge.source], edge.guard, *needed, not_(after(formulas[edge.target])))
        if FALSE not in parts:
            questions.append(parts)
    return questions
