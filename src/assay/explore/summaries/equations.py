"""Affine equations between the variables of each place, before the search: Karr's analysis over rules.

As ``transforms.facts.affine`` does for steps from one state: as long as a rule derives, from states in the hulls of its
premises, one outside the hull of its head, that is joined to it.  A hull grows at most once per dimension, so this
ends; if time is over before, nothing is known.  ``r = m + n`` for a sum is what lemmas would approach by counting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from assay.core.budget import Deadline
from assay.core.model import Location
from assay.core.terms import Term, not_
from assay.explore.summaries.facts import Cube
from assay.explore.summaries.rules import Rule
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver
from assay.transforms.facts.affine import Hull, coordinates, hull_of, joined

MOST_VECTORS: Final = 8
"""Bit-vectors of a place up to which they take part."""


def equations(rules: Sequence[Rule], deadline: Deadline) -> dict[Location, list[Cube]]:
    """For each place cubes that none of its derivable states is in, one for each equation; none if time is over."""
    hulls = _Hulls(rules, deadline).found()
    if hulls is None:
        return {}
    return {place: [frozenset((not_(equation.formula),)) for equation in hull] for place, hull in hulls.items() if hull}


class _Hulls:
    """The hulls so far; places that no rule has reached yet have none."""

    def __init__(self, rules: Sequence[Rule], deadline: Deadline) -> None:
        self._deadline = deadline
        self._hulls: dict[Location, Hull] = {}
        self._solvers: dict[Rule, Z3Solver] = {}
        self._waiting = dict.fromkeys(rules)
        self._needing: dict[Location, list[Rule]] = {}
        for rule in rules:
            for place in dict.fromkeys(premise.place for premise in rule.premises):
                self._needing.setdefault(place, []).append(rule)

    def found(self) -> Mapping[Location, Hull] | None:
        while self._waiting:
            rule = next(iter(self._waiting))
            del self._waiting[rule]
            if any(premise.place not in self._hulls for premise in rule.premises):
                continue
            place = rule.head.place
            before = self._hulls.get(place)
            if not self._absorbed(rule):
                return None
            if self._hulls.get(place) is not before:
                self._waiting.update(dict.fromkeys(self._needing.get(place, ())))
        return self._hulls

    def _absorbed(self, rule: Rule) -> bool:
        """Join what the rule derives to the hull of its head until nothing lies outside; was there time enough?"""
        solver = self._solvers.get(rule)
        if solver is None:
            solver = self._solvers[rule] = Z3Solver()
            solver.add(rule.constraint)
        solver.push()
        try:
            for premise in rule.premises:
                solver.add(*(premise.inward(equation.formula) for equation in self._hulls[premise.place]))
            return self._grown(rule, solver)
        finally:
            solver.pop()

    def _grown(self, rule: Rule, solver: Z3Solver) -> bool:
        place = rule.head.place
        if place not in self._hulls:
            answer = solver.check(seconds=self._deadline.left)
            if answer is not Answer.SAT:
                return answer is Answer.UNSAT
            self._hulls[place] = hull_of(_point(rule, solver))
        kept: set[Term] = set()
        while left := [equation for equation in self._hulls[place] if equation.formula not in kept]:
            outside = not_(rule.head.inward(left[0].formula))
            answer = solver.check((outside,), seconds=self._deadline.left)
            if answer is Answer.UNKNOWN or self._deadline.passed:
                return False
            if answer is Answer.SAT:
                self._hulls[place] = joined(self._hulls[place], _point(rule, solver))
            else:
                kept.add(left[0].formula)
        return True


def _point(rule: Rule, solver: Z3Solver) -> dict[Term, Fraction]:
    """The state of the head in the solver's model."""
    symbols = dict(zip(rule.head.place.variables, rule.head.symbols, strict=True))
    found: dict[Term, Fraction] = {}
    for variable in coordinates(rule.head.place, MOST_VECTORS):
        value = solver.value(symbols[variable])
        assert isinstance(value, int | Fraction)
        found[variable] = Fraction(value)
    return found
