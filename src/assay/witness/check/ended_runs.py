"""The independent checker of programs whose runs all end: every run is followed to its end, and none is erroneous.

The model as it was read is unrolled step by step: after so many steps each location has a condition over inputs, and
terms for its variables.  Where two runs meet, an input says which of them goes on, whether both can be there or not.
Where numbers are computed with, a few runs that meet go on side by side, and each error is asked about alone.
The runs are over if no location can be reached any more, which is asked as their number of steps grows.  It shares no
code with the search, nor its solver; terms are simplified by ``core`` on construction, which is trusted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import EndlessRuns, SolverFailure
from assay.core.evidence import EndedRuns
from assay.core.model import Edge, Location, Model, Property
from assay.core.terms import FALSE, Term, and_, disjunction, ite, variable
from assay.core.terms.rebuild import Substitution
from assay.core.terms.sorts import BOOL, INT, REAL, Sort
from assay.solve.floating import has_bitwuzla
from assay.solve.smt import Answer
from assay.witness.check.court import Condition, SolverFactory, confirm_all
from assay.witness.check.gate_solver import SharedGates
from assay.witness.check.invariants import checkers_for, computes_with_floats

# Steps after which it is asked for the first time whether any run goes on.
FIRST: Final = 32
# Seconds that a solver gets at first; of those who do not answer, each then gets so many times as long.
PATIENCE: Final = 0.5
LONGER: Final = 4.0
# The part of the time that is for the one who was best at it.
SHARE: Final = 0.6
# Runs at a location that go on side by side, where floating-point numbers are computed with.
SIDE_BY_SIDE: Final = 32
# Conditions at locations beyond which a program is not followed.
LARGEST: Final = 500_000


@dataclass(frozen=True, slots=True)
class _Front:
    """Runs of one length at a location."""

    condition: Term
    values: Mapping[Term, Term]


def check_ended_runs(
    model: Model, property: Property, found: EndedRuns, *, seconds: float, checkers: Sequence[SolverFactory] = ()
) -> tuple[str, int]:
    """The name of what confirmed that all runs end without an error of ``property``, and within how many steps.

    A step of the model in which this was found is a path of this one without a cycle.  So runs that are longer than
    that allows have lost a loop that does not matter there, and are not followed.
    Raises UnsoundVerdict with a counterexample if there is an error, SolverFailure if something stays undecided:
    EndlessRuns if it would with any time.
    """
    longest = (found.length + 1) * len(model.edges)
    deadline = Deadline.after(seconds)
    chosen = tuple(checkers) or _checkers(model)
    asker = _Asker([chosen[0], *(one for one in chosen if isinstance(one, SharedGates))], deadline)
    runs = _Runs(model, property)
    asked = FIRST
    while runs.fronts:
        runs.advance()
        if runs.length > longest:
            raise EndlessRuns(f"runs go on after {runs.length} steps")
        if deadline.passed or runs.size > LARGEST:
            raise SolverFailure(f"runs go on after {runs.length} steps")
        if runs.length == asked:
            asked = asked * 3 // 2
            if asker.all_ended(runs):
                break
    text = f"no run of up to {runs.length} steps is an error"
    errors = runs.errors if runs.widest > 1 and runs.errors else [disjunction(runs.errors)]
    claims = [Condition(text, (error,)) for error in errors]
    if asker.able is not None:
        # Who could say that all runs have ended can probably say the rest.
        with suppress(SolverFailure):
            share = SHARE * max(deadline.left, 0.0)
            return confirm_all(claims, seconds=share, checkers=(asker.able,)), runs.length
    return confirm_all(claims, seconds=max(deadline.left, 0.0), checkers=chosen), runs.length


def _checkers(model: Model) -> tuple[SolverFactory, ...]:
    """The standard ones; and SAT on our gates where all is bits, for then it was Bitwuzla who found that runs end."""
    chosen = checkers_for(model)
    symbols = (symbol for edge in model.edges for symbol in (*edge.inputs, *edge.target.variables))
    if not has_bitwuzla() or computes_with_floats(model) or any(_is_numeric(symbol.sort) for symbol in symbols):
        return chosen
    return (*chosen[:-1], SharedGates(), chosen[-1])


def _is_numeric(sort: Sort) -> bool:
    return sort in (INT, REAL) or any(part is not None and _is_numeric(part) for part in (sort.index, sort.element))


class _Asker:
    """Asks one solver after the other, whoever answered last first: none of them is good at everything."""

    def __init__(self, checkers: Sequence[SolverFactory], deadline: Deadline) -> None:
        self._order = list(checkers)
        self._deadline = deadline
        self._patience = PATIENCE if len(checkers) > 1 else math.inf
        self.able: SolverFactory | None = None

    def all_ended(self, runs: _Runs) -> bool:
        """Is no location reached any more?  Then the conditions, of which none can be true, are dropped."""
        alive = disjunction(front.condition for fronts in runs.fronts.values() for front in fronts)
        patience = self._patience
        hopeful = True
        while hopeful and not self._deadline.passed:
            # Somebody who gives up early will not answer later either.
            hopeful = False
            for factory in tuple(self._order):
                solver, began = factory(), self._deadline.clock()
                solver.add(alive)
                answer = solver.check(seconds=min(patience, self._deadline.left))
                took = self._deadline.clock() - began
                if answer is not Answer.UNKNOWN:
                    self.able = factory
                    self._order.sort(key=lambda other: other is not factory)
                    self._patience = max(self._patience, LONGER * took)
                    return answer is Answer.UNSAT
                hopeful = hopeful or took >= patience / 2
            patience *= LONGER
            self._order.reverse()
        return False


class _Runs:
    """All runs of one length, and the errors of those that are no longer."""

    def __init__(self, model: Model, property: Property) -> None:
        self.model = model
        self.property = property
        self.length = 0
        self.size = 0
        self.errors: list[Term] = []
        first = {v: variable(f"{v.name}@0", v.sort) for v in model.entry.variables}
        self.fronts: dict[Location, list[_Front]] = {}
        self.widest = SIDE_BY_SIDE if computes_with_floats(model) else 1
        self._arrive(model.entry, _Front(Substitution(first)(model.initial), first))

    def advance(self) -> None:
        """One step more."""
        before, self.fronts = self.fronts, {}
        self.length += 1
        for place, fronts in before.items():
            for edge in self.model.leaving(place):
                for number, front in enumerate(fronts):
                    self._arrive(edge.target, self._stepped(edge, front, number))

    def _stepped(self, edge: Edge, front: _Front, number: int) -> _Front:
        inputs = {v: variable(f"{v.name}@{self.length}/{number} of {edge.name}", v.sort) for v in edge.inputs}
        now = Substitution({**front.values, **inputs})
        condition = and_(front.condition, now(edge.guard))
        if condition is FALSE:
            return _Front(FALSE, {})
        return _Front(condition, {v: now(edge.after(v)) for v in edge.target.variables})

    def _arrive(self, place: Location, front: _Front) -> None:
        if front.condition is FALSE:
            return
        self.size += 1
        bad = self.property.bad.get(place, FALSE)
        if bad is not FALSE:
            inputs = {v: variable(f"{v.name}@{self.size} at {place}", v.sort) for v in bad.free}
            error = Substitution({**inputs, **front.values})(bad)
            self.errors.append(and_(front.condition, error))
        fronts = self.fronts.setdefault(place, [])
        if len(fronts) == self.widest:
            front = self._either(front, fronts.pop())
        fronts.append(front)

    def _either(self, front: _Front, other: _Front) -> _Front:
        which = variable(f"%run {self.size}", BOOL)
        values = {v: ite(which, value, other.values[v]) for v, value in front.values.items()}
        return _Front(ite(which, front.condition, other.condition), values)
