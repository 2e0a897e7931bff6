"""Equations case by case: what a function returns as an affine function of what it was called with, in each case.

As ``equations``, with one region for each case of a place (``cases``, ``regions``), so that a function is tabulated
where it is called with small numbers, and described by equations elsewhere: ``fib(46)`` is a number, and of Ackermann's
function with the first argument 2 it is known that it returns ``2 n + 3``.  Equations between vectors hold modulo
2**width, so no overflow needs to be excluded.  Steps are followed from one case at a time, and again when what they
used has changed; where all values are known, questions to the solver are trivial.  Each region grows finitely often,
and there are finitely many cases: the search ends.  It proves the property if no case has a step to the error.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.evidence import Proof
from assay.core.model import Edge, Location, Model, Use
from assay.core.terms import FALSE, Op, Term, and_, conjunction, disjunction, implies, not_
from assay.core.terms.rebuild import Substitution
from assay.explore.summaries.cases import Case, numbers_in, splits
from assay.explore.summaries.equations import MOST_VECTORS
from assay.explore.summaries.regions import Region, bounds_of, region_of
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver
from assay.transforms.aim import error_of
from assay.transforms.facts.affine import coordinates

MOST_CASES: Final = 300
"""Cases of one place beyond which there are too many."""
SMALL: Final = (0, 64, 8, 1)
"""Numbers up to which cases are told apart: without cases first, then with fewer where there are too many."""

Item = tuple[Edge, Case]
"""A step from the states of one case of its source."""


class CaseSearch:
    """Looks for a proof of an aimed model; called again after it ran out of time, it goes on where it stopped.

    It gives up by ``SolverFailure``, for want of time or because equations do not exclude the error.
    """

    def __init__(self, model: Model, deadline: Deadline = FOREVER) -> None:
        self._model = model
        self._deadline = deadline
        self._error = error_of(model)
        self._in_program = numbers_in(model)
        self._numbers = bounds_of(self._in_program)
        self._small = iter(SMALL)
        self._given_up: SolverFailure | None = None
        self._begin()

    def _begin(self) -> None:
        """Nothing is known but where the program begins."""
        small = next(self._small, None)
        if small is None:
            raise self._gives_up("there are too many cases")
        self._whole = not small
        self._splits = splits(self._model, self._in_program, small)
        self._solver = Z3Solver()
        self._regions: dict[Location, dict[Case, Region]] = {place: {} for place in self._model.locations}
        self._waiting: dict[Item, None] = {}
        # Those that may use many cases wait until the cases are settled.
        self._later: dict[Item, None] = {}
        # Who used a case of a place, and who any of its cases.
        self._users: dict[tuple[Location, Case | None], dict[Item, None]] = {}
        self._set(self._model.entry, (), Region())

    def explore(self) -> Proof:
        if self._given_up is not None:
            raise self._given_up
        while lot := self._waiting or self._later:
            item = next(iter(lot))
            del lot[item]
            try:
                self._follow(*item)
            except SolverFailure:
                self._waiting[item] = None
                raise
            if self._regions[self._error] and not self._whole:
                raise self._gives_up("equations do not exclude the error in each case")
            if self._regions[self._error] or len(self._regions[item[0].target]) > MOST_CASES:
                self._begin()
        return Proof({place: self._invariant(place) for place in self._model.locations})

    def _gives_up(self, why: str) -> SolverFailure:
        """From now on, whoever asks again hears the same."""
        self._given_up = SolverFailure(why)
        return self._given_up

    def _set(self, place: Location, case: Case, region: Region) -> None:
        """The region is the one of the case; steps from there, and those that use it, are to be followed."""
        self._regions[place][case] = region
        self._waiting.update(dict.fromkeys((edge, case) for edge in self._model.leaving(place)))
        self._waiting.update(self._users.get((place, case), {}))
        self._later.update(self._users.get((place, None), {}))

    # -- one step ------------------------------------------------------------------------------------------------------

    def _follow(self, edge: Edge, case: Case) -> None:
        """Join what the step leads to from one case to the regions of its target until nothing lies outside."""
        known = [self._states(edge.source, case)]
        values = dict(self._regions[edge.source][case].constants)
        for use in edge.uses:
            said = self._used(use, values, (edge, case))
            if said is FALSE:
                return
            known.append(said)
        now = Substitution(values)
        premises = conjunction(map(now, (edge.guard, *known)))
        if premises is FALSE:
            return
        self._solver.push()
        try:
            self._solver.add(premises)
            self._grow(edge.target, {v: now(edge.after(v)) for v in edge.target.variables})
        finally:
            self._solver.pop()

    def _used(self, use: Use, values: dict[Term, Term], user: Item) -> Term:
        """What is known of the state that is used; values that are known thereby are added to ``values``."""
        now = Substitution(values)
        arguments = {symbol: now(term) for symbol, term in use.values.items()}
        case = self._known_case(use.location, arguments)
        self._users.setdefault((use.location, case), {})[user] = None
        inward = Substitution(arguments)
        if case is None:
            return inward(disjunction(self._states(use.location, case) for case in self._regions[use.location]))
        if case not in self._regions[use.location]:
            return FALSE
        for symbol, value in self._regions[use.location][case].constants.items():
            if arguments[symbol].op is Op.VAR:
                values.setdefault(arguments[symbol], value)
        return inward(self._states(use.location, case))

    def _known_case(self, place: Location, values: Mapping[Term, Term]) -> Case | None:
        """The case of a state of ``place`` with these values, if they say which one that is."""
        split = self._splits[place]
        numbers = [values[symbol].value for symbol in split.symbols if values[symbol].is_const]
        if len(numbers) < len(split.symbols):
            return None
        return split.case(number for number in numbers if isinstance(number, int))

    def _grow(self, place: Location, values: Mapping[Term, Term]) -> None:
        """Join states of ``place`` with the values that the solver knows of, until none lies outside."""
        split, regions = self._splits[place], self._regions[place]
        after = Substitution(dict(values))
        case = self._known_case(place, values)
        for other in regions if case is None else {case}.intersection(regions):
            self._solver.add(not_(after(self._states(place, other))))
        while (answer := self._solver.check(seconds=self._deadline.left)) is Answer.SAT and not self._deadline.passed:
            point = {symbol: self._number(values[symbol]) for symbol in coordinates(place, MOST_VECTORS)}
            met = split.case(int(self._number(values[symbol])) for symbol in split.symbols)
            known = regions.get(met)
            self._set(place, met, known.with_point(point, self._numbers) if known else region_of(point, self._numbers))
            if len(regions) > MOST_CASES:
                return
            self._solver.add(not_(after(self._states(place, met))))
        if answer is not Answer.UNSAT:
            raise SolverFailure("no time is left for equations")

    def _number(self, term: Term) -> Fraction:
        value = self._solver.value(term)
        assert isinstance(value, int | Fraction)
        return Fraction(value)

    # -- what is known -------------------------------------------------------------------------------------------------

    def _states(self, place: Location, case: Case) -> Term:
        """The states of ``place`` in one case."""
        return and_(self._splits[place].formula(case), self._regions[place][case].formula)

    def _invariant(self, place: Location) -> Term:
        """Some case is met, and what is known of each holds in it."""
        split, regions = self._splits[place], self._regions[place]
        if not regions:
            return FALSE
        known: dict[Term, list[Case]] = {}
        for case, region in regions.items():
            for part in region.parts:
                known.setdefault(part, []).append(case)
        return conjunction((split.some(regions), *(implies(split.some(cases), part) for part, cases in known.items())))
