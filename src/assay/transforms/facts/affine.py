"""Affine equalities per location (Karr, Acta Informatica 1976), and the variables that they make redundant.

Found by symbolic abstraction from below (Reps, Sagiv, Yorsh, VMCAI 2004): as long as some step out of the hulls found
so far ends outside its target's hull, the end state of that step is joined to it.  So guards, disjunctions and inputs
are accounted for exactly, which matters for large blocks.  A hull grows at most once per dimension, hence the search
ends; if time runs out before, nothing is known.  A variable that an equation determines is dropped, the other equations
strengthen guards.
Bool variables take part as 0 and 1, so equal or opposite ones are found too, and one-hot codes.
Bit-vectors take part where asked for, in equations modulo 2**width among those of one width (``congruences``).
Limit: arrays do not take part; other equations that hold modulo a number are not found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.model import Edge, Location, Model
from assay.core.roles import Lowered, unchanged
from assay.core.terms import (
    Term,
    add,
    and_,
    conjunction,
    eq,
    integer,
    ite,
    not_,
    real,
    scale,
    to_real,
)
from assay.core.terms.evaluate import Value
from assay.core.terms.sorts import BOOL, REAL
from assay.solve.smt import Answer, Solver
from assay.solve.z3.solver import Z3Solver
from assay.transforms.edges.reduction import reduced
from assay.transforms.facts.congruences import Congruence, joined_congruences, solved_congruences
from assay.transforms.variables.determined import NOTHING, Known, without_determined


@dataclass(frozen=True, eq=False)
class Equation:
    """The sum of coefficient times variable equals ``constant``.  Compared by identity."""

    coefficients: Mapping[Term, Fraction]
    constant: Fraction

    def excess(self, point: Mapping[Term, Fraction]) -> Fraction:
        """By how much ``point`` misses the equation."""
        return sum((c * point[v] for v, c in self.coefficients.items()), -self.constant)

    def minus(self, other: Equation, factor: Fraction) -> Equation:
        coefficients = dict(self.coefficients)
        for symbol, coefficient in other.coefficients.items():
            coefficients[symbol] = coefficients.get(symbol, Fraction(0)) - factor * coefficient
        kept = {symbol: coefficient for symbol, coefficient in coefficients.items() if coefficient}
        return Equation(kept, self.constant - factor * other.constant)

    @cached_property
    def formula(self) -> Term:
        """The equation over the variables; truth values are counted as 0 and 1."""
        symbols = tuple(self.coefficients)
        if all(symbol.sort is BOOL for symbol in symbols):
            if len(symbols) == 1:
                return symbols[0] if self.constant else not_(symbols[0])
            if len(symbols) == 2 and abs(self.coefficients[symbols[0]]) == abs(self.coefficients[symbols[1]]):
                return eq(symbols[0], not_(symbols[1]) if self.constant else symbols[1])
        if any(symbol.sort is REAL for symbol in symbols):
            total = add(*(scale(c, to_real(counted(v))) for v, c in self.coefficients.items()))
            return eq(total, real(self.constant))
        common = lcm(self.constant.denominator, *(c.denominator for c in self.coefficients.values()))
        total = add(*(scale(int(c * common), counted(v)) for v, c in self.coefficients.items()))
        return eq(total, integer(int(self.constant * common)))


def counted(symbol: Term) -> Term:
    """The variable as a number."""
    return ite(symbol, integer(1), integer(0)) if symbol.sort is BOOL else symbol


def coordinates(place: Location, vectors: int = 0) -> list[Term]:
    """The variables that take part in equations; bit-vectors do if there are at most ``vectors`` of them."""
    numbers = [symbol for symbol in place.variables if symbol.sort.is_arithmetic or symbol.sort is BOOL]
    found = [symbol for symbol in place.variables if symbol.sort.is_bitvector]
    return numbers + found if len(found) <= vectors else numbers


Hull = tuple[Equation | Congruence, ...]


def hull_of(point: Mapping[Term, Fraction]) -> Hull:
    """The least affine space around one point."""
    return tuple(
        Congruence(symbol.sort.width, {symbol: 1}, int(value))
        if symbol.sort.is_bitvector
        else Equation({symbol: Fraction(1)}, value)
        for symbol, value in point.items()
    )


def joined(hull: Hull, point: Mapping[Term, Fraction]) -> Hull:
    """The least affine space that contains ``hull`` and ``point``."""
    if not any(equation.excess(point) for equation in hull):
        return hull
    vectors: dict[int, list[Congruence]] = {}
    for equation in hull:
        if isinstance(equation, Congruence):
            vectors.setdefault(equation.width, []).append(equation)
    numbers = _joined([equation for equation in hull if isinstance(equation, Equation)], point)
    return numbers + tuple(c for group in vectors.values() for c in joined_congruences(group, point))


def _joined(hull: Sequence[Equation], point: Mapping[Term, Fraction]) -> tuple[Equation, ...]:
    """One equation less, if the point was outside."""
    misses = [equation.excess(point) for equation in hull]
    pivot = min((i for i, miss in enumerate(misses) if miss), key=lambda i: len(hull[i].coefficients), default=None)
    if pivot is None:
        return tuple(hull)
    return tuple(
        equation.minus(hull[pivot], miss / misses[pivot]) if miss else equation
        for i, (equation, miss) in enumerate(zip(hull, misses, strict=True))
        if i != pivot
    )


def hulls(model: Model, deadline: Deadline, vectors: int = 0) -> dict[Location, Hull] | None:
    """The inductive affine hull of each location that may be reached; None if it is not found in time."""
    found: dict[Location, Hull] = {model.entry: ()}
    solvers: dict[Edge, Solver] = {}
    waiting = dict.fromkeys(model.leaving(model.entry))
    while waiting:
        edge = next(iter(waiting))
        del waiting[edge]
        if edge not in solvers:
            solvers[edge] = Z3Solver()
            solvers[edge].add(edge.guard)
        before = found.get(edge.target)
        if not _absorbed(found, edge, solvers[edge], deadline, vectors):
            return None
        if found.get(edge.target) is not before:
            waiting.update(dict.fromkeys(model.leaving(edge.target)))
    return found


def _absorbed(found: dict[Location, Hull], edge: Edge, solver: Solver, deadline: Deadline, vectors: int) -> bool:
    """Join end states of ``edge`` to the target's hull until none lies outside; was there time enough?"""
    solver.push()
    try:
        solver.add(_formula(found[edge.source]))
        if edge.target not in found:
            answer = solver.check(seconds=deadline.left)
            if answer is not Answer.SAT:
                return answer is Answer.UNSAT
            found[edge.target] = hull_of(_end(edge, solver, vectors))
        kept: set[Equation | Congruence] = set()
        while open_equations := [equation for equation in found[edge.target] if equation not in kept]:
            equation = open_equations[0]
            answer = solver.check((not_(edge.back(equation.formula)),), seconds=deadline.left)
            if answer is Answer.UNKNOWN or deadline.passed:
                return False
            if answer is Answer.SAT:
                found[edge.target] = joined(found[edge.target], _end(edge, solver, vectors))
            else:
                kept.add(equation)
        return True
    finally:
        solver.pop()


def _end(edge: Edge, solver: Solver, vectors: int) -> dict[Term, Fraction]:
    """The target state of the step in the solver's model."""
    return {symbol: _number(solver.value(edge.after(symbol))) for symbol in coordinates(edge.target, vectors)}


def _number(value: Value) -> Fraction:
    assert isinstance(value, int | Fraction)
    return Fraction(value)


def _formula(hull: Iterable[Equation | Congruence]) -> Term:
    return conjunction(equation.formula for equation in hull)


def with_affine_equalities(model: Model, *, seconds: float, vectors: int = 0) -> Lowered:
    """``model`` without variables that affine equalities determine, and with the other equalities in its guards.

    Bit-vectors take part at locations that have at most ``vectors`` of them.
    """
    if seconds <= 0:
        return unchanged(model)
    try:
        found = hulls(model, Deadline.after(seconds), vectors)
    except SolverFailure:
        found = None
    if found is None or not any(found.values()):
        return unchanged(model)
    return without_determined(model, {place: _known(place, hull) for place, hull in found.items()})


def _known(place: Location, hull: Hull) -> Known:
    """The equations solved for as many variables as possible; what remains are equations over the others."""
    if not hull:
        return NOTHING
    symbols = coordinates(place)
    numbers = _formula(equation for equation in hull if isinstance(equation, Equation))
    solved = reduced([numbers], {symbol: symbol for symbol in symbols}, frozenset(symbols), frozenset())
    values = {symbol: value for symbol, value in solved.values.items() if value is not symbol}
    determined, rest = solved_congruences(c for c in hull if isinstance(c, Congruence))
    return Known({**values, **determined}, and_(*solved.parts, *rest))
