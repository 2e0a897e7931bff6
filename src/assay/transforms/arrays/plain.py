"""Steps whose indices are easy to compare: one step for each way through it, no remainder that changes nothing.

A block of a program chooses between arrays by a disjunction.  Where that is divided, the guard of each part often tells
that an address does not wrap around, so that indices are sums, whose equality is one of counters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from assay.core.budget import Deadline
from assay.core.model import Edge, Model
from assay.core.terms import FALSE, TRUE, Op, Term, and_, conjuncts, integer, le, lt, not_, post_order
from assay.core.terms.rebuild import rebuild
from assay.core.terms.sorts import INT
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver
from assay.transforms.edges.shortening import simplified

# A step of more ways is not divided.
MOST_WAYS: Final = 16


def with_plain_indices(model: Model, deadline: Deadline) -> Model:
    """The same runs by other steps."""
    edges: list[Edge] = []
    for edge in model.edges:
        for way in _ways(edge):
            shorter = simplified(way, {})
            if shorter is not None:
                edges.append(_settled(shorter, deadline))
    return replace(model, edges=tuple(edges))


def _ways(edge: Edge) -> Iterable[Edge]:
    """The step divided at disjunctions that choose between arrays."""
    ways: list[tuple[Term, ...]] = [()]
    for part in conjuncts(edge.guard):
        cases = part.args if part.op is Op.OR and _has_arrays(part) else (part,)
        ways = [(*way, case) for way in ways for case in cases]
        if len(ways) > MOST_WAYS:
            return (edge,)
    if len(ways) == 1:
        return (edge,)
    divided = (replace(edge, guard=and_(*way)) for way in ways)
    return [inner for way in divided if way.guard is not FALSE for inner in _ways(way)]


def _has_arrays(term: Term) -> bool:
    return any(part.sort.is_array for part in post_order(term))


def _settled(edge: Edge, deadline: Deadline) -> Edge:
    """The step with remainders and choices in its indices decided, where the guard decides them."""
    questions = list(dict.fromkeys(_undecided(edge)))
    if not questions:
        return edge
    solver = Z3Solver()
    solver.add(*(part for part in conjuncts(edge.guard) if not _has_arrays(part)))
    known: dict[Term, Term] = {}
    for term in questions:
        found = _decided(_replaced(term, known), solver, deadline)
        if found is not None:
            known[term] = found
    if not known:
        return edge
    updates = {symbol: _replaced(value, known) for symbol, value in edge.updates.items()}
    return replace(edge, guard=_replaced(edge.guard, known), updates=updates)


def _undecided(edge: Edge) -> Iterator[Term]:
    """Remainders and choices in indices that depend on no array, inner ones first."""
    indices = (term.args[1] for term in post_order(*edge.terms) if term.op in (Op.SELECT, Op.STORE))
    for term in post_order(*indices):
        if term.sort is INT and term.op in (Op.MOD, Op.ITE) and not _has_arrays(term):
            yield term


def _decided(term: Term, solver: Z3Solver, deadline: Deadline) -> Term | None:
    """What ``term`` equals wherever the solver's formulas are true, if that is one of its parts."""

    def certain(formula: Term) -> bool:
        return formula is TRUE or solver.check((not_(formula),), seconds=min(1.0, deadline.left)) is Answer.UNSAT

    if term.op is Op.MOD and term.args[1].is_const:
        dividend, divisor = term.args
        inside = and_(le(integer(0), dividend), lt(dividend, divisor))
        return dividend if certain(inside) else None
    if term.op is Op.ITE:
        condition, then, otherwise = term.args
        return then if certain(condition) else otherwise if certain(not_(condition)) else None
    return None


def _replaced(root: Term, known: dict[Term, Term]) -> Term:
    built: dict[Term, Term] = {}
    for term in post_order(root):
        built[term] = known[term] if term in known else rebuild(term, tuple(built[arg] for arg in term.args))
    return built[root]
