"""Invariants for eliminated locations, from those of their neighbours.

A location ``p`` that was eliminated needs a formula that every entering step establishes and that lets no leaving
step out of its target's invariant.  Going backwards through the eliminations the neighbours' invariants are known.
For each leaving step the weakest precondition is taken when its inputs can be projected away exactly: no inputs, or a
few cubes whose inputs the reduction of guards removes.  Otherwise, or when that formula is large, an interpolant
between what enters and what may not leave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.evidence import Proof
from assay.core.model import Edge, Location
from assay.core.terms import FALSE, TRUE, Op, Term, and_, conjunction, conjuncts, disjunction, eq, not_, size, variable
from assay.core.terms.rebuild import substitute
from assay.transforms.edges.history import Choice, History, Rewritten
from assay.transforms.edges.reduction import reduced

CUBES: Final = 24
LARGE: Final = 400


class Between(Protocol):
    """An interpolant: implied by ``first``, inconsistent with ``second``, over ``shared``."""

    def __call__(
        self, first: Sequence[Term], second: Sequence[Term], shared: frozenset[Term], deadline: Deadline, /
    ) -> Term: ...


@dataclass(frozen=True)
class Eliminated:
    """A location with the edges that it had when it was eliminated."""

    place: Location
    entering: tuple[Edge, ...]
    leaving: tuple[Edge, ...]

    @property
    def neighbours(self) -> tuple[Location, ...]:
        return tuple(dict.fromkeys([*(e.source for e in self.entering), *(e.target for e in self.leaving)]))


def restored(
    proof: Proof, eliminations: Sequence[Eliminated], history: History, between: Between, deadline: Deadline
) -> Proof:
    """The proof with an invariant for each eliminated location, last eliminated first."""
    invariant = dict(proof.invariant)
    for elimination in reversed(eliminations):
        formula = _formula(elimination, invariant, history, between, deadline)
        if formula is not FALSE:
            invariant[elimination.place] = formula
    return Proof(invariant, every=proof.every)


def _formula(
    elimination: Eliminated, invariant: Mapping[Location, Term], history: History, between: Between, deadline: Deadline
) -> Term:
    if all(invariant.get(edge.source, FALSE) is FALSE for edge in elimination.entering):
        return FALSE
    entered: Term | None = None
    formulas: list[Term] = []
    for edge in _alternatives(elimination.leaving, history):
        after = invariant.get(edge.target, FALSE)
        if after is TRUE:
            continue
        escape = and_(edge.guard, not_(edge.back(after)))
        exact = precondition(escape, elimination.place)
        if exact is None or size(exact) > LARGE:
            entered = _entered(elimination, invariant, history) if entered is None else entered
            exact = _smaller(exact, entered, escape, elimination.place, between, deadline)
        formulas.append(exact)
    return conjunction(formulas)


def _smaller(
    exact: Term | None, entered: Term, escape: Term, place: Location, between: Between, deadline: Deadline
) -> Term:
    """An interpolant, unless ``exact`` is at hand and no larger, or no interpolant is found."""
    try:
        found = between(conjuncts(entered), conjuncts(escape), frozenset(place.variables), deadline)
    except SolverFailure:
        if exact is None:
            raise
        return exact
    return found if exact is None or size(found) < size(exact) else exact


def _alternatives(edges: Sequence[Edge], history: History) -> list[Edge]:
    """The edges that merged ones stand for, as they were before merging: they have fewer inputs."""
    result: list[Edge] = []
    pending = list(reversed(edges))
    while pending:
        edge = pending.pop()
        match history.get(edge):
            case Choice(alternatives):
                pending.extend(reversed(alternatives))
            case Rewritten(before) if isinstance(history.get(before), Choice):
                pending.append(before)
            case _:
                result.append(edge)
    return result


def _entered(elimination: Eliminated, invariant: Mapping[Location, Term], history: History) -> Term:
    """The states in which the location is entered, over its variables and renamed others."""
    cases: list[Term] = []
    for number, edge in enumerate(_alternatives(elimination.entering, history)):
        before = invariant.get(edge.source, FALSE)
        renaming = {s: variable(f"{s.name}@{number}", s.sort) for s in (*edge.source.variables, *edge.inputs)}
        reached = [eq(s, substitute(edge.after(s), renaming)) for s in elimination.place.variables]
        cases.append(and_(substitute(and_(before, edge.guard), renaming), *reached))
    return disjunction(cases)


def precondition(escape: Term, place: Location) -> Term | None:
    """The states of ``place`` where no choice of inputs makes ``escape`` true, if cheap and exact."""
    own = frozenset(place.variables)
    cubes = [conjuncts(escape)] if escape.free <= own else disjoined(escape, CUBES)
    if cubes is None:
        return None
    formulas: list[Term] = []
    for cube in cubes:
        unknowns = frozenset().union(*(part.free for part in cube)) - own
        parts = reduced(cube, {}, unknowns, own).parts
        if any(not part.free <= own for part in parts):
            return None
        formulas.append(not_(conjunction(parts)))
    return conjunction(formulas)


def disjoined(formula: Term, limit: int) -> list[tuple[Term, ...]] | None:
    """Disjunctive normal form down to literals (or what is neither conjunction nor disjunction), if it has at most
    ``limit`` cubes."""
    done: list[tuple[Term, ...]] = []
    pending = [conjuncts(formula)]
    while pending:
        cube = pending.pop()
        split = next((part for part in cube if part.op is Op.OR), None)
        if split is None:
            if FALSE not in cube:
                done.append(cube)
            continue
        others = [part for part in cube if part is not split]
        pending.extend(conjuncts(conjunction((*others, case))) for case in reversed(split.args))
        if len(done) + len(pending) > limit:
            return None
    return done
