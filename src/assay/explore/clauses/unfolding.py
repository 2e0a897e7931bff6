"""Derivations as one growing formula: from a goal back to what it needs, taken apart where a derivation may need it.

A *subgoal* is a location with terms for the values of its variables; it is met by a state that is known, or by an edge
into its location whose guard holds and whose source and uses are subgoals that are met.  Subgoals of one depth that say
the same are one.  At first nothing is taken apart.  Two questions take turns: is the goal met if no open subgoal is,
and is it met if every open one may be?  A yes to the first is a derivation; a no to the second says that there is none;
else the open subgoals that the answer relies on are taken apart.  Subgoals deeper than a bound wait until nothing is
left above it.  (Lal, Qadeer, Lahiri: A solver for reachability modulo theories, CAV 2012, for programs.)
It finds derivations and, where it ends, that there is none, but never an invariant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.evidence import Assignment, Derived
from assay.core.model import Edge, Location, Model
from assay.core.terms import FALSE, Term, and_, disjunction, eq, implies, not_, variable
from assay.core.terms.evaluate import Evaluation, Value, constant
from assay.core.terms.rebuild import Substitution
from assay.core.terms.sorts import BOOL, Sort
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver


@dataclass(frozen=True)
class Met:
    """The goal is derivable: what is derived for it, after the states that were known, the goal last."""

    nodes: tuple[Derived, ...]


@dataclass(frozen=True)
class Refuted:
    """There is no derivation of the goal."""


@dataclass(frozen=True)
class Open:
    """Nothing was found so far; there is none of fewer than ``height`` steps above each other."""

    height: int


@dataclass(eq=False)
class _Way:
    """A step that meets a subgoal."""

    edge: Edge
    taken: Term
    inputs: Mapping[Term, Term]
    needs: tuple[_Subgoal, ...]


@dataclass(eq=False)
class _Subgoal:
    """``met`` says that it is met, ``stepped`` that an edge does it: without known states these are the same."""

    place: Location
    depth: int
    met: Term
    stepped: Term
    values: tuple[Term, ...]
    known: list[tuple[Term, int]] = field(default_factory=list)
    ways: list[_Way] | None = None


class Unfolding:
    """Derivations of one goal in a model whose entry has no variables.

    ``known`` are nodes of a derivation that may be used, by location; the first node is always the entry's.
    """

    def __init__(
        self,
        model: Model,
        place: Location,
        state: Assignment,
        *,
        nodes: Sequence[Derived] = (Derived({}),),
        known: Mapping[Location, Iterable[int]] | None = None,
    ) -> None:
        self._model = model
        self._nodes = nodes
        self._known = known or {}
        self._solver = Z3Solver()
        self._subgoals: dict[tuple[Location, tuple[Term, ...], int], _Subgoal] = {}
        self._fresh = 0
        self._bound = 1
        values = tuple(constant(state[symbol], symbol.sort) for symbol in place.variables)
        self._goal = self._subgoal(place, values, 0)
        self._take_apart(self._goal)

    def search(self, deadline: Deadline, *, highest: int) -> Met | Refuted | Open:
        """Goes on where the last call stopped."""
        while self._bound <= highest and not deadline.passed:
            waiting = self._waiting()
            answer = self._ask(waiting, deadline)
            if answer is Answer.SAT:
                return Met(tuple(self._derivation()))
            far = [subgoal for subgoal in waiting if subgoal.depth >= self._bound]
            if answer is Answer.UNSAT and self._blamed(waiting) and len(far) < len(waiting):
                answer = self._ask(far, deadline)
            if answer is Answer.UNKNOWN:
                break
            if answer is Answer.SAT:
                for subgoal in self._relied_on():
                    self._take_apart(subgoal)
            elif not self._blamed(far):
                return Refuted()
            else:
                self._bound += 1
        return Open(self._bound)

    def _waiting(self) -> list[_Subgoal]:
        """The open subgoals that stand below the goal."""
        return [subgoal for subgoal in self._subgoals.values() if subgoal.ways is None]

    def _ask(self, unmet: Iterable[_Subgoal], deadline: Deadline) -> Answer:
        """Can the goal be met if no edge meets these, and other open subgoals may be met?  Unknown if time is over."""
        assumed = [self._goal.met, *(not_(subgoal.stepped) for subgoal in unmet)]
        answer = self._solver.check(assumed, seconds=deadline.left)
        if answer is Answer.UNKNOWN and not deadline.passed:
            raise SolverFailure(f"the search for derivations gave up at height {self._bound}")
        return answer

    def _blamed(self, unmet: Sequence[_Subgoal]) -> bool:
        """Does the last no depend on some of these?"""
        core = set(self._solver.core())
        return any(not_(subgoal.stepped) in core for subgoal in unmet)

    # -- the formula ---------------------------------------------------------------------------------------------------

    def _symbol(self, name: str, sort: Sort) -> Term:
        self._fresh += 1
        return variable(f"{name}@{self._fresh}", sort)

    def _subgoal(self, place: Location, values: tuple[Term, ...], depth: int) -> _Subgoal:
        """The subgoal that a state of ``place`` with these values is derivable."""
        # Only those of one depth are shared: no subgoal is met by itself.
        found = self._subgoals.get((place, values, depth))
        if found is None:
            met = self._symbol(f"%met {place}", BOOL)
            found = self._subgoals[place, values, depth] = _Subgoal(place, depth, met, met, values)
            if place == self._model.entry:
                found.ways = []
                found.known.append((met, 0))
            elif place in self._known:
                found.known = self._same(place, values)
                found.stepped = self._symbol(f"%stepped {place}", BOOL)
                self._solver.add(implies(met, disjunction([found.stepped, *(same for same, _ in found.known)])))
        return found

    def _same(self, place: Location, values: tuple[Term, ...]) -> list[tuple[Term, int]]:
        """The known states that may have these values, each with a symbol that says that it has."""
        found = []
        for number in self._known[place]:
            state = self._nodes[number].state
            pairs = zip(place.variables, values, strict=True)
            same = [eq(value, constant(state[symbol], symbol.sort)) for symbol, value in pairs]
            if FALSE not in same:
                taken = self._symbol("%known", BOOL)
                self._solver.add(implies(taken, and_(*same)))
                found.append((taken, number))
        return found

    def _take_apart(self, subgoal: _Subgoal) -> None:
        """From now on a step is needed to meet the subgoal, if no known state does."""
        ways = [self._way(edge, subgoal) for edge in self._model.entering(subgoal.place)]
        subgoal.ways = [way for way in ways if way is not None]
        self._solver.add(implies(subgoal.stepped, disjunction(way.taken for way in subgoal.ways)))

    def _way(self, edge: Edge, subgoal: _Subgoal) -> _Way | None:
        inputs = {symbol: self._symbol(symbol.name, symbol.sort) for symbol in edge.inputs}
        before = tuple(self._symbol(symbol.name, symbol.sort) for symbol in edge.source.variables)
        now = Substitution({**inputs, **dict(zip(edge.source.variables, before, strict=True))})
        after = zip(edge.target.variables, subgoal.values, strict=True)
        parts = [now(edge.guard), *(eq(now(edge.after(symbol)), value) for symbol, value in after)]
        if FALSE in parts:
            return None
        needs = [self._subgoal(edge.source, before, subgoal.depth + 1)]
        for use in edge.uses:
            needs.append(self._subgoal(use.location, tuple(map(now, use.arguments)), subgoal.depth + 1))
        taken = self._symbol(f"%taken {edge.name}", BOOL)
        self._solver.add(implies(taken, and_(*parts, *(need.met for need in needs))))
        return _Way(edge, taken, inputs, tuple(needs))

    # -- what a model of it says ---------------------------------------------------------------------------------------

    def _chosen(self, subgoal: _Subgoal) -> int | _Way | None:
        """How the model meets the subgoal: by a known state, by a step, or not at all, because it is open."""
        for taken, number in subgoal.known:
            if self._solver.truth([taken])[0]:
                return number
        if subgoal.ways is None:
            return None
        return next(way for way in subgoal.ways if self._solver.truth([way.taken])[0])

    def _relied_on(self) -> list[_Subgoal]:
        """The open subgoals that the model needs."""
        found: list[_Subgoal] = []
        seen = {self._goal}
        stack = [self._goal]
        while stack:
            subgoal = stack.pop()
            match self._chosen(subgoal):
                case None:
                    found.append(subgoal)
                case _Way(needs=needs):
                    fresh = [need for need in needs if need not in seen]
                    seen.update(fresh)
                    stack.extend(fresh)
        return found

    def _derivation(self) -> list[Derived]:
        """The nodes that were known, and those that the model adds: premises first, all values computed."""
        nodes = list(self._nodes)
        numbers: dict[_Subgoal, int] = {}
        stack = [self._goal]
        while stack:
            subgoal = stack[-1]
            chosen = self._chosen(subgoal)
            assert chosen is not None, "nothing open is relied on"
            if isinstance(chosen, int):
                numbers[subgoal] = chosen
            elif missing := [need for need in chosen.needs if need not in numbers]:
                stack.extend(missing)
                continue
            elif subgoal not in numbers:
                numbers[subgoal] = len(nodes)
                nodes.append(self._derived(chosen, [numbers[need] for need in chosen.needs], nodes))
            stack.pop()
        return nodes[: numbers[self._goal] + 1]

    def _derived(self, way: _Way, premises: Sequence[int], nodes: Sequence[Derived]) -> Derived:
        source, *uses = premises
        inputs: dict[Term, Value] = {symbol: self._solver.value(fresh) for symbol, fresh in way.inputs.items()}
        now = Evaluation({**inputs, **nodes[source].state})
        state = {symbol: now(way.edge.after(symbol)) for symbol in way.edge.target.variables}
        return Derived(state, way.edge, inputs, source, tuple(uses))
