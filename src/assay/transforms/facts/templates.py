"""Template invariants before the search: bounds on variables, sums and differences, per location.

Symbolic abstraction from below (Reps, Sagiv, Yorsh, VMCAI 2004) into a template domain (Sankaranarayanan, Sipma, Manna,
VMCAI 2005): while some step leaves the current bounds, its model raises them; a bound that was raised twice jumps to
the next constant of the model, and past the last one it is given up.  What remains is inductive: it becomes part of
every guard and of every proof.  Such facts (``i >= 0``) are what interpolation along paths tends to miss.
Limits: linear terms over at most two variables; nothing at all if the budget runs out.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from assay.core.budget import Deadline
from assay.core.evidence import Proof, Trace
from assay.core.model import Edge, Location, Model
from assay.core.roles import Lowered, unchanged
from assay.core.terms import (
    TRUE,
    Op,
    Term,
    add,
    and_,
    conjunction,
    disjunction,
    gt,
    le,
    linear,
    neg,
    number,
    post_order,
    sub,
)
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver

Number = int | Fraction
# Above this many numeric variables at a location only single variables are bounded.
MOST_PAIRED_VARIABLES = 12
RAISES_BEFORE_JUMPING = 2


def with_template_invariants(model: Model, *, seconds: float) -> Lowered:
    """``model`` with inductive bounds in its guards; ``model`` itself if they cannot be found in time."""
    found = _Bounds(model).fixpoint(Deadline.after(seconds))
    return strengthened(model, found) if found is not None else unchanged(model)


def strengthened(model: Model, invariant: Mapping[Location, Term]) -> Lowered:
    """``model`` where every step may also rely on its source's part of an inductive ``invariant``.

    Locations that the invariant does not list are unreachable and lose their edges.
    """
    plain: dict[Edge, Edge] = {}
    for edge in model.edges:
        if edge.source in invariant:
            guard = and_(edge.guard, invariant[edge.source])
            plain[Edge(edge.name, edge.source, edge.target, guard, edge.updates, edge.origin)] = edge
    stronger = Model(model.entry, tuple(plain), model.initial, model.properties, model.origin)

    def lift_trace(trace: Trace) -> Trace:
        return Trace(trace.states, tuple(plain.get(edge, edge) for edge in trace.edges), trace.inputs, trace.loop)

    def lift_proof(proof: Proof) -> Proof:
        return Proof(
            {p: and_(f, invariant[p]) for p, f in proof.invariant.items() if p in invariant}, every=proof.every
        )

    return Lowered(stronger, lift_trace, lift_proof)


def templates(place: Location) -> tuple[Term, ...]:
    """The linear terms whose upper bounds are sought: each variable, sum and difference, in both directions."""
    numeric = [v for v in place.variables if v.sort.is_arithmetic]
    single = [t for v in numeric for t in (v, neg(v))]
    if len(numeric) > MOST_PAIRED_VARIABLES:
        return tuple(single)
    pairs = ((a, b) for a, b in combinations(numeric, 2) if a.sort is b.sort)
    return (*single, *(t for a, b in pairs for t in (sub(a, b), sub(b, a), add(a, b), neg(add(a, b)))))


def _thresholds(model: Model) -> list[Number]:
    """The constants of the model and their neighbours, sorted: where growing bounds may come to rest."""
    constants: set[Number] = {0}
    roots = [term for edge in model.edges for term in (edge.guard, *edge.updates.values())]
    for term in post_order(*roots):
        if term.op is Op.CONST and term.sort.is_arithmetic:
            constants.add(term.number)
    return sorted({c + d for k in constants for c in (k, -k) for d in (-1, 0, 1)})


@dataclass
class _Bounds:
    """Upper bounds per location and template; a template without one is unbounded, a location without any unreached."""

    model: Model
    limits: dict[Location, dict[Term, Number]] = field(default_factory=dict)
    raises: dict[tuple[Location, Term], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.thresholds = _thresholds(self.model)
        self.candidates = {place: templates(place) for place in self.model.locations}
        self.solvers: dict[Edge, Z3Solver] = {}
        self.limits[self.model.entry] = {}

    def fixpoint(self, deadline: Deadline) -> Mapping[Location, Term] | None:
        """The bounds as formulas once no step leaves them; None if the deadline passes first."""
        waiting = dict.fromkeys(self.model.leaving(self.model.entry))
        while waiting:
            edge = next(iter(waiting))
            del waiting[edge]
            answer = self._absorb(edge, deadline)
            if answer is None:
                return None
            if answer:
                waiting.update(dict.fromkeys(self.model.leaving(edge.target)))
        return {place: self._formula(place) for place in self.limits}

    def _absorb(self, edge: Edge, deadline: Deadline) -> bool | None:
        """Raise the target's bounds until this edge stays inside; did anything change?  None if undecided."""
        solver = self._solver(edge)
        solver.push()
        solver.add(conjunction(self._facts(edge.source)))
        grown = False
        try:
            while True:
                leaving = self._leaving(edge)
                solver.push()
                solver.add(leaving)
                answer = solver.check(seconds=min(1.0, deadline.left))
                if answer is Answer.SAT:
                    self._raise(edge, solver)
                    grown = True
                solver.pop()
                if answer is Answer.UNKNOWN or deadline.passed:
                    return None
                if answer is Answer.UNSAT:
                    return grown
        finally:
            solver.pop()

    def _solver(self, edge: Edge) -> Z3Solver:
        if edge not in self.solvers:
            self.solvers[edge] = Z3Solver()
            self.solvers[edge].add(edge.guard)
        return self.solvers[edge]

    def _facts(self, place: Location) -> Iterable[Term]:
        return (le(t, number(limit, t.sort)) for t, limit in self.limits.get(place, {}).items())

    def _leaving(self, edge: Edge) -> Term:
        """True of the steps along ``edge`` that end outside the target's bounds."""
        limits = self.limits.get(edge.target)
        if limits is None:
            return TRUE
        return disjunction(gt(edge.back(t), number(limit, t.sort)) for t, limit in limits.items())

    def _raise(self, edge: Edge, solver: Z3Solver) -> None:
        """Make room for the target state of the solver's model."""
        place = edge.target
        first = place not in self.limits
        limits = self.limits.setdefault(place, {})
        for t in self.candidates[place] if first else tuple(limits):
            value = solver.value(edge.back(t))
            assert isinstance(value, int | Fraction)
            if first:
                limits[t] = value
            elif value > limits[t]:
                count = self.raises[place, t] = self.raises.get((place, t), 0) + 1
                if count > RAISES_BEFORE_JUMPING:
                    self._jump(limits, t, value)
                else:
                    limits[t] = value

    def _jump(self, limits: dict[Term, Number], template: Term, value: Number) -> None:
        index = bisect.bisect_left(self.thresholds, value)
        if index < len(self.thresholds):
            limits[template] = self.thresholds[index]
        else:
            del limits[template]

    def _formula(self, place: Location) -> Term:
        limits = self.limits[place]
        return conjunction(le(t, number(c, t.sort)) for t, c in limits.items() if not _implied(t, c, limits))


def _implied(template: Term, limit: Number, limits: Mapping[Term, Number]) -> bool:
    """Does the bound on a sum follow from the bounds on its two parts?"""
    coefficients, _ = linear(template)
    if len(coefficients) < 2:
        return False
    parts = [limits.get(atom if c > 0 else neg(atom)) for atom, c in coefficients.items()]
    return all(part is not None for part in parts) and sum(part for part in parts if part is not None) <= limit
