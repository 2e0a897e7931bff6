"""The lemmas of an inductive set that matter: those that exclude the error, those that preserve these, and so on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.model import Location
from assay.core.terms import Term, conjunction, implies, not_, variable
from assay.core.terms.sorts import BOOL
from assay.explore.summaries.facts import Cube, denied
from assay.explore.summaries.rules import Rule
from assay.solve.interpolation.reduction import decide, shrunk_core
from assay.solve.z3.solver import Z3Solver

Lemma = tuple[Location, Term]


def trimmed(
    rules: Iterable[Rule], error: Location, lemmas: Mapping[Location, Sequence[Cube]], deadline: Deadline
) -> dict[Location, Term]:
    """For each place but the error some of its lemmas: all together are inductive, and exclude the error."""
    known = {place: [denied(cube) for cube in cubes] for place, cubes in lemmas.items()}
    into: dict[Location, list[_Preserving]] = {}
    for rule in rules:
        into.setdefault(rule.head.place, []).append(_Preserving(rule, known))
    needed: dict[Lemma, None] = {}
    pending: list[Lemma | None] = [None]
    while pending:
        lemma = pending.pop()
        place, denial = (error, None) if lemma is None else lemma
        for questions in into.get(place, ()):
            for other in questions.needed(denial, deadline):
                if other not in needed:
                    needed[other] = None
                    pending.append(other)
    places = [place for place in known if place != error]
    return {place: conjunction(lemma for where, lemma in needed if where == place) for place in places}


class _Preserving:
    """One rule: which lemmas of its premises make its head obey one?"""

    def __init__(self, rule: Rule, known: Mapping[Location, Sequence[Term]]) -> None:
        self._rule = rule
        self._solver = Z3Solver(plain_simplex=True)
        self._solver.add(rule.constraint)
        self._labels: dict[Term, Lemma] = {}
        for premise in rule.premises:
            for lemma in known[premise.place]:
                label = variable(f"lemma!{len(self._labels)}", BOOL)
                self._solver.add(implies(label, premise.inward(lemma)))
                self._labels[label] = (premise.place, lemma)

    def needed(self, lemma: Term | None, deadline: Deadline) -> list[Lemma]:
        """``None`` asks why there is no state at all."""
        violated = () if lemma is None else (not_(self._rule.head.inward(lemma)),)
        if decide(self._solver, (*violated, *self._labels), deadline):
            raise SolverFailure(f"a step along {self._rule} leaves an invariant")
        core = shrunk_core(self._solver, deadline)
        return [self._labels[label] for label in self._labels if label in core]
