"""Terms as flat, picklable tables: for pipes between processes, with sharing kept and no deep recursion."""

from __future__ import annotations

from collections.abc import Iterable

from assay.core.terms import Op, Payload, Term, post_order
from assay.core.terms.rebuild import make
from assay.core.terms.sorts import Sort

Row = tuple[str, tuple[int, ...], Sort, Payload]
Packed = tuple[tuple[Row, ...], tuple[int, ...]]


def pack(roots: Iterable[Term]) -> Packed:
    """The distinct subterms of ``roots`` as rows, arguments by row number, and the rows of the roots."""
    roots = tuple(roots)
    number: dict[Term, int] = {}
    rows: list[Row] = []
    for term in post_order(*roots):
        number[term] = len(rows)
        rows.append((term.op.value, tuple(number[arg] for arg in term.args), term.sort, term.value))
    return tuple(rows), tuple(number[root] for root in roots)


def unpack_all(packed: Packed) -> tuple[Term, ...]:
    """The roots that were packed.  Rebuilt by the constructors, because canonical order depends on the process."""
    rows, roots = packed
    built: list[Term] = []
    for op, args, sort, value in rows:
        built.append(make(Op(op), tuple(built[i] for i in args), sort, value))
    return tuple(built[i] for i in roots)


def unpack(packed: Packed, index: int) -> Term:
    return unpack_all(packed)[index]
