"""A step as several, of which each is a conjunction of literals without choices.

Blocks merge the ways through a loop's body into one step, with disjunctions and choices by condition.  Each way alone
may have a closed form.
"""

from __future__ import annotations

from typing import Final

from assay.core.model import Edge
from assay.core.terms import FALSE, Op, Term, and_, conjunction, not_, post_order, size
from assay.core.terms.rebuild import rebuild
from assay.transforms.edges.history import History, Made, Rewritten
from assay.transforms.edges.reduction import rewritten
from assay.transforms.locations.restore import disjoined

# A loop with more ways through its body has none that it takes for long.
MOST: Final = 8
# Nor has one that computes as much as this.
LARGE: Final = 2000  # distinct subterms


def cases_of(edge: Edge) -> tuple[tuple[Edge, ...], History] | None:
    """The ways that ``edge`` goes, reduced, with how they were made; None if they are too many."""
    if size(*edge.terms) > LARGE:
        return None
    history: dict[Edge, Made] = {}
    found: list[Edge] = []
    pending = [edge]
    while pending:
        step = pending.pop()
        if step.guard is FALSE:
            continue
        if len(found) + len(pending) >= MOST:
            return None
        choice = _choice(step)
        if choice is not None:
            for condition, value in ((choice.args[0], choice.args[1]), (not_(choice.args[0]), choice.args[2])):
                pending.append(_decided(step, choice, condition, value))
            continue
        cubes = disjoined(step.guard, MOST)
        if cubes is None:
            return None
        for cube in cubes:
            case = Edge(edge.name, edge.source, edge.target, conjunction(cube), step.updates, edge.origin)
            smaller, made = rewritten(case)
            if smaller.guard is not FALSE:
                history[case] = Rewritten(edge)
                if smaller is not case:
                    history[smaller] = made
                found.append(smaller)
    return (tuple(found), history) if len(found) <= MOST else None


def _choice(edge: Edge) -> Term | None:
    """A choice between values somewhere in the step, with none in its condition."""
    return next((term for term in post_order(*edge.terms) if term.op is Op.ITE), None)


def _decided(edge: Edge, choice: Term, condition: Term, value: Term) -> Edge:
    """The step where ``condition`` holds, so that ``choice`` is ``value``."""
    made: dict[Term, Term] = {}
    for term in post_order(*edge.terms):
        made[term] = value if term is choice else rebuild(term, tuple(made[arg] for arg in term.args))
    updates = {symbol: made[after] for symbol, after in edge.updates.items()}
    return Edge(edge.name, edge.source, edge.target, and_(condition, made[edge.guard]), updates, edge.origin)
