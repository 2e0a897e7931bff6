"""Array terms: total maps, read and written functionally."""

from __future__ import annotations

from assay.core.terms import FALSE, TRUE, Op, Term, eq, intern
from assay.core.terms.sorts import Sort


def select(base: Term, index: Term) -> Term:
    """``base[index]``; reads skip over writes to indices known to be equal or different."""
    while True:
        if base.op is Op.CONST_ARRAY:
            return base.args[0]
        if base.op is not Op.STORE:
            break
        same = eq(base.args[1], index)
        if same is TRUE:
            return base.args[2]
        if same is not FALSE:
            break
        base = base.args[0]
    assert base.sort.element is not None
    return intern(Op.SELECT, (base, index), base.sort.element)


def store(base: Term, index: Term, value: Term) -> Term:
    """``base`` with ``value`` at ``index``."""
    if value.op is Op.SELECT and value.args == (base, index):
        return base
    if base.op is Op.STORE and base.args[1] is index:
        base = base.args[0]
    return intern(Op.STORE, (base, index, value), base.sort)


def const_array(sort: Sort, value: Term) -> Term:
    """The array of ``sort`` that holds ``value`` everywhere."""
    if value.sort is not sort.element:
        raise TypeError(f"an element of {sort} cannot be {value.sort}")
    return intern(Op.CONST_ARRAY, (value,), sort)
