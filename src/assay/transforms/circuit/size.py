"""How many gates a model's steps take, before anybody makes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from assay.core.model import Model
from assay.core.terms import Op, Term, post_order
from assay.transforms.circuit.bitblast import width_of

_SQUARE: Final = frozenset({Op.BV_MUL, Op.BV_UDIV, Op.BV_UREM, Op.BV_SDIV, Op.BV_SREM})


def estimated_gates(model: Model) -> int:
    """About how many gates the model's steps take; raises ``Unsupported`` for values that have no bits."""
    edges = model.edges
    return gates_of([edge.guard for edge in edges] + [term for edge in edges for term in edge.updates.values()])


def gates_of(roots: Sequence[Term]) -> int:
    """The same of some terms."""
    return sum(_gates(term) for term in post_order(*roots))


def _gates(term: Term) -> int:
    width = width_of(term.sort)
    return width * width * 8 if term.op in _SQUARE else width * 3
