"""Conditions that depend on where objects lie: any outcome that some layout of memory allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from assay.core.terms import Term, and_, not_, or_
from assay.frontends.c.memory.addresses import Loose
from assay.frontends.c.read.tree import Compare, Expression, Load
from assay.frontends.c.read.types import BOOL, as_int

if TYPE_CHECKING:
    from assay.frontends.c.translate.translation import Translation

# The name of the inputs that stand for what another layout would show.
ADDRESS: Final = "address-comparison"


def loose_condition(t: Translation, expression: Expression, how: Loose) -> Term:
    """The outcome of a condition that the analysis of addresses found to depend on the layout."""
    unknown = t.encoding.truth(t.memory.unknown(ADDRESS, BOOL), BOOL)
    if not isinstance(expression, Compare):
        if isinstance(expression, Load) and t.memory.shadow is not None:
            t.values.value(expression)
        else:
            t.values.discard(expression)
        return unknown
    made = as_int(expression.left.type)
    left, right = t.values.pair(expression.left, expression.right)
    if how is Loose.ANY:
        return unknown
    same = t.encoding.compare("==", left, right, made)
    if _reused(t):
        same = or_(same, and_(t.encoding.truth(left, made), t.encoding.truth(right, made), unknown))
    return same if expression.op == "==" else not_(same)


def _reused(t: Translation) -> bool:
    """May an object lie where another lay whose address the program still has as an integer?"""
    if t.points_to.frees:
        return True
    active = t.frame.active()
    graph = t.points_to.graph
    return any(
        found.variable.local and found.frame not in active and graph.find(found.start).node.pointers
        for found in t.memory.by_address
    )
