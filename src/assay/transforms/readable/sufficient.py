"""Of facts that are an inductive invariant together, a choice that is one as well, and easy to read.

What excludes the error is needed; what preserves what is needed is needed, too; nothing else is.  Solvers say by their
cores what that is, and are asked with few facts first: those that are chosen already, then simple ones, then all
(Ivrii, Gurfinkel, Belov, "Small Inductive Safe Invariants", FMCAD 2014, without their search for a least choice).  A
fact that the others do not preserve was a wrong guess and is left out, as in Houdini (Flanagan, Leino, FME 2001).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import Term, not_
from assay.core.terms.rebuild import substitute
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver
from assay.transforms.readable.forms import OutOfTime
from assay.transforms.readable.guesses import ENDLESS, cost, hardness

Facts = Mapping[Location, Sequence[Term]]
Fact = tuple[Location, Term]
# Facts of which it is tried in turn whether they suffice cost no more than this.
STAGES: Final = (4, 15, ENDLESS)


@dataclass(frozen=True)
class _Claim:
    """``formula`` is never true where the facts of some places are, each read through a substitution."""

    fact: Fact | None
    edge: Edge | None
    formula: Term
    premises: tuple[tuple[Location, Mapping[Term, Term]], ...]


def sufficient(model: Model, goal: Safety, facts: Facts, deadline: Deadline) -> dict[Location, list[Term]] | None:
    """A choice of the ``facts`` that is inductive and excludes the error; None if there is none.

    Raises OutOfTime.
    """
    choice = _Choice(model, facts, deadline)
    while True:
        chosen = choice.made(goal)
        if chosen is not None or not choice.wrong:
            return chosen
        choice.leave_out_wrong()


class _Choice:
    def __init__(self, model: Model, facts: Facts, deadline: Deadline) -> None:
        self._model = model
        self._deadline = deadline
        self._costs = {part: cost(part) for parts in facts.values() for part in parts}
        self._facts = {place: sorted(dict.fromkeys(parts), key=hardness) for place, parts in facts.items()}
        self._reasons: dict[tuple[Fact | None, Edge | None, Term], tuple[Fact, ...]] = {}
        self._solver = cache(self._made_solver)
        self.wrong: set[Fact] = set()

    def _cost(self, part: Term) -> int:
        return self._costs[part]

    def leave_out_wrong(self) -> None:
        """Go on without what turned out wrong, and without what was concluded from that."""
        for place, part in self.wrong:
            self._facts[place].remove(part)
        self._reasons = {claim: core for claim, core in self._reasons.items() if self.wrong.isdisjoint(core)}
        self.wrong = set()

    def made(self, goal: Safety) -> dict[Location, list[Term]] | None:
        """What is needed, by places; None if a fact is ``wrong``, or all of them do not suffice."""
        chosen: dict[Location, list[Term]] = {place: [] for place in self._facts}
        waiting = [_Claim(None, None, bad, ((place, {}),)) for place, bad in goal.bad.items()]
        while waiting:
            claim = waiting.pop()
            core = self._reason(claim, chosen)
            if core is None:
                self.wrong |= {claim.fact} if claim.fact is not None else set()
                return None
            for place, part in core:
                if part not in chosen[place]:
                    chosen[place].append(part)
                    waiting += self._claims(place, part)
        return chosen

    def _claims(self, place: Location, part: Term) -> list[_Claim]:
        """What a fact rests on: initial states have it, and every step into its place."""
        model, fact = self._model, (place, part)
        found = [_Claim(fact, None, not_(part), ())] if place == model.entry else []
        for edge in model.entering(place):
            after = edge.back(part)
            if edge.source != place or after is not part:
                used = tuple((use.location, use.values) for use in edge.uses)
                found.append(_Claim(fact, edge, not_(after), ((edge.source, {}), *used)))
        return found

    def _reason(self, claim: _Claim, chosen: Mapping[Location, list[Term]]) -> tuple[Fact, ...] | None:
        """Facts from which the claim follows; None if it does not follow from all."""
        key = claim.fact, claim.edge, claim.formula
        if key not in self._reasons:
            found = self._found(claim, chosen)
            if found is None:
                return None
            self._reasons[key] = found
        return self._reasons[key]

    def _found(self, claim: _Claim, chosen: Mapping[Location, list[Term]]) -> tuple[Fact, ...] | None:
        solver = self._solver(claim.edge, claim.fact is None)
        readings = {
            fact: substitute(fact[1], values) if values else fact[1]
            for place, values in claim.premises
            for fact in ((place, part) for part in self._facts[place])
        }
        solver.push()
        try:
            solver.add(claim.formula)
            there = {fact for fact in readings if fact[1] in chosen[fact[0]]}
            for stage in (0, *STAGES):
                used = [fact for fact in readings if fact in there or self._cost(fact[1]) <= stage]
                core = self._core(solver, used, readings)
                if core is not None:
                    return self._smaller(solver, core, readings, there)
                if len(used) == len(readings):
                    return None
            return None
        finally:
            solver.pop()

    def _smaller(
        self, solver: Z3Solver, core: list[Fact], readings: Mapping[Fact, Term], there: set[Fact]
    ) -> tuple[Fact, ...]:
        """The core without what is not needed in it, the hardest to read first."""
        for fact in sorted((fact for fact in core if fact not in there), key=lambda fact: -self._cost(fact[1])):
            if fact in core:
                core = self._core(solver, [other for other in core if other != fact], readings) or core
        return tuple(core)

    def _core(self, solver: Z3Solver, facts: Sequence[Fact], readings: Mapping[Fact, Term]) -> list[Fact] | None:
        if self._deadline.passed:
            raise OutOfTime
        try:
            answer = solver.check([readings[fact] for fact in facts], seconds=self._deadline.left)
            if answer is Answer.UNKNOWN:
                raise OutOfTime
            if answer is Answer.SAT:
                return None
            core = set(solver.core())
        except SolverFailure:
            raise OutOfTime from None
        return [fact for fact in facts if readings[fact] in core]

    def _made_solver(self, edge: Edge | None, of_error: bool) -> Z3Solver:
        """One that knows a step, or the initial states, or nothing where an error is excluded."""
        solver = Z3Solver()
        solver.add(*([edge.guard] if edge is not None else [] if of_error else [self._model.initial]))
        return solver
