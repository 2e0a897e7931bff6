"""Control that hides in variables, made visible: one location for each combination of values.

Encoders of programs and circuits like to keep the program counter in state bits of a single location.  A variable is
taken for control if it is constant whenever its location is entered from elsewhere, and if it is Boolean or the steps
that stay at the location give it only a few other values.  The combinations that can follow one another are enumerated
with a solver.  If they are few and the graph is sparse, as control flow is, the location is split; else nothing
changes.  After that, locations have live variables, constants and loop heads of their own.  In a proof, a split
location gets one case per combination.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from assay.core.budget import Deadline
from assay.core.evidence import Proof
from assay.core.model import Edge, Location, Model
from assay.core.roles import Lowered, unchanged
from assay.core.terms import FALSE, TRUE, Term, and_, disjunction, eq, not_
from assay.core.terms.evaluate import ArrayValue, constant
from assay.core.terms.rebuild import Substitution
from assay.core.terms.smtlib import to_smtlib
from assay.core.terms.sorts import BOOL
from assay.solve.smt import Answer, Solver
from assay.solve.z3.solver import Z3Solver
from assay.transforms.edges.history import Made, Rewritten
from assay.transforms.edges.reduction import rewired, trimmed

MOST_NODES: Final = 64  # beyond that, exploring each combination costs more than it saves
MOST_DEGREE: Final = 2  # edges per node between split locations: what control flow has; data has many more
SLACK: Final = 8  # nodes whose edges may lie ahead of them while the search is under way
MOST_VALUES: Final = 24

Values = tuple[Term, ...]
Node = tuple[Location, Values]
Split = Mapping[Location, tuple[Term, ...]]


class _GaveUp(Exception):
    """Too many combinations, no time left, or a solver that does not answer."""


@dataclass
class _Steps:
    """One solver per edge, asked which steps there are."""

    deadline: Deadline
    solvers: dict[Edge, Solver] = field(default_factory=dict)

    def values(self, edge: Edge, before: Term, outcomes: Sequence[Term], most: int) -> list[Values]:
        """The values of ``outcomes`` after steps of ``edge`` from ``before``, if there are at most so many."""
        if edge not in self.solvers:
            self.solvers[edge] = Z3Solver()
            self.solvers[edge].add(edge.guard)
        solver = self.solvers[edge]
        solver.push()
        try:
            solver.add(before)
            found: list[Values] = []
            while (answer := solver.check(seconds=min(1.0, self.deadline.left))) is Answer.SAT:
                now = tuple(_literal(solver, outcome) for outcome in outcomes)
                found.append(now)
                if len(found) > most or self.deadline.passed:
                    raise _GaveUp
                solver.add(not_(_equal(outcomes, now)))
            if answer is Answer.UNKNOWN:
                raise _GaveUp
            return found
        finally:
            solver.pop()


def _literal(solver: Solver, term: Term) -> Term:
    value = solver.value(term)
    assert not isinstance(value, ArrayValue)
    return constant(value, term.sort)


def _equal(terms: Sequence[Term], values: Values) -> Term:
    return and_(*(eq(term, value) for term, value in zip(terms, values, strict=True)))


# -- which variables, which combinations -----------------------------------------------------------------------------


def control_variables(model: Model, place: Location, steps: _Steps) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """The variables of ``place`` that look like control: Boolean ones and others."""
    loops = [edge for edge in model.leaving(place) if edge.target == place]
    entering = [edge for edge in model.entering(place) if edge.source != place]
    if not loops:
        return (), ()
    fixed = [symbol for symbol in place.variables if all(edge.after(symbol).is_const for edge in entering)]
    flags = tuple(symbol for symbol in fixed if symbol.sort is BOOL)
    others = (symbol for symbol in fixed if symbol.sort is not BOOL and not symbol.sort.is_array)
    return flags, tuple(symbol for symbol in others if _takes_few_values(symbol, loops, steps))


def _takes_few_values(symbol: Term, loops: Sequence[Edge], steps: _Steps) -> bool:
    """Do steps that change the variable give it only a few values?"""
    try:
        for edge in loops:
            after = edge.after(symbol)
            if after is not symbol and not after.is_const:
                steps.values(edge, not_(eq(after, symbol)), (after,), MOST_VALUES)
    except _GaveUp:
        return False
    return True


@dataclass
class _Graph:
    """The nodes that can be reached as far as control tells, and the steps between them."""

    nodes: dict[Node, None]
    arcs: list[tuple[Edge, Values, Values]] = field(default_factory=list)

    @property
    def sparse(self) -> bool:
        """Is there control flow between the combinations?"""
        combinations = sum(1 for _, values in self.nodes if values)
        return sum(1 for _, before, after in self.arcs if before and after) <= MOST_DEGREE * combinations


def _explored(model: Model, split: Split, steps: _Steps) -> _Graph | None:
    """The combinations of values of the split locations' variables, if there are few."""
    try:
        return _combinations(model, split, steps)
    except _GaveUp:
        return None


def _combinations(model: Model, split: Split, steps: _Steps) -> _Graph:
    """All combinations of values of the split locations' variables that can follow one another."""
    graph = _Graph({(model.entry, ()): None})
    pending: list[Node] = [(model.entry, ())]
    most = MOST_NODES + len(model.locations)
    while pending:
        place, values = pending.pop()
        before = _equal(split.get(place, ()), values)
        for edge in model.leaving(place):
            outcomes = [edge.after(symbol) for symbol in split.get(edge.target, ())]
            follow = steps.values(edge, before, outcomes, most) if outcomes else _possible(edge, before, steps)
            for after in follow:
                graph.arcs.append((edge, values, after))
                if (edge.target, after) not in graph.nodes:
                    graph.nodes[edge.target, after] = None
                    pending.append((edge.target, after))
        if len(graph.nodes) > most or len(graph.arcs) > MOST_DEGREE * (len(graph.nodes) + SLACK) + len(model.edges):
            raise _GaveUp
    return graph


def _possible(edge: Edge, before: Term, steps: _Steps) -> list[Values]:
    """One step without outcomes, or none."""
    return steps.values(edge, before, (), 1) if before is not TRUE else [()]


# -- the transform ---------------------------------------------------------------------------------------------------


def unfold_control(model: Model, *, seconds: float) -> Lowered:
    """The model with the control variables' values in its locations; the model itself if that does not pay."""
    if seconds <= 0:
        return unchanged(model)
    steps = _Steps(Deadline.after(seconds))
    split: Split = {}
    best: _Graph | None = None
    for place in model.locations:
        flags, numbers = control_variables(model, place, steps)
        for symbols in (flags, *((flag,) for flag in flags), *((number,) for number in numbers)):
            if not symbols or any(symbol in split.get(place, ()) for symbol in symbols):
                continue
            wider = {**split, place: (*split.get(place, ()), *symbols)}
            graph = _explored(model, wider, steps)
            if graph is not None and graph.sparse:
                split, best = wider, graph
    if best is None or len(best.nodes) <= len(model.locations) + 1:
        return unchanged(model)
    return _split(model, split, best)


def _split(model: Model, split: Split, graph: _Graph) -> Lowered:
    places = {node: _place(node, split) for node in graph.nodes}
    history: dict[Edge, Made] = {}
    edges: list[Edge] = []
    for edge, before, after in graph.arcs:
        smaller = _specialised(edge, places, before, after, split)
        if smaller.guard is not FALSE:
            edges.append(smaller)
            if smaller is not edge:
                history[smaller] = Rewritten(edge)

    def lift_proof(proof: Proof) -> Proof:
        cases: dict[Location, list[Term]] = {}
        for (place, values), new in places.items():
            if new in proof.invariant:
                here = _equal(split.get(place, ()), values)
                cases.setdefault(place, []).append(and_(here, proof.invariant[new]))
        return Proof({place: disjunction(formulas) for place, formulas in cases.items()}, every=proof.every)

    lowered = rewired(model, edges, history)
    return Lowered(lowered.model, lowered.lift_trace, lift_proof)


def _place(node: Node, split: Split) -> Location:
    place, values = node
    if not split.get(place):
        return place
    kept = tuple(symbol for symbol in place.variables if symbol not in split[place])
    text = ",".join(("1" if value is TRUE else "0") if value.sort is BOOL else to_smtlib(value) for value in values)
    return Location(f"{place}[{text}]", kept)


def _specialised(edge: Edge, places: Mapping[Node, Location], before: Values, after: Values, split: Split) -> Edge:
    if not before and not after:
        return edge
    source, target = places[edge.source, before], places[edge.target, after]
    replace = Substitution(dict(zip(split.get(edge.source, ()), before, strict=True)))
    outcomes = [replace(edge.after(symbol)) for symbol in split.get(edge.target, ())]
    guard = and_(replace(edge.guard), _equal(outcomes, after))
    values = {symbol: replace(edge.after(symbol)) for symbol in target.variables}
    return Edge(edge.name, source, target, guard, trimmed(values, frozenset(source.variables)), edge.origin)
