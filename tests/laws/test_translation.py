"""Laws of translation: what z3 gets and what it gives back mean the same as our terms."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.terms import (
    Op,
    Term,
    add,
    integer,
    intern,
    not_,
    number,
)
from assay.core.terms.evaluate import evaluate
from assay.core.terms.sorts import BOOL, INT, Sort
from assay.solve.cvc5.solver import cvc5_solver
from assay.solve.smt import Answer
from assay.solve.z3.context import Z3Context, shared_context
from assay.solve.z3.reading import from_z3
from assay.solve.z3.solver import Z3Solver
from assay.solve.z3.terms import to_z3
from clocks import PATIENCE
from strategies import (
    EVERYTHING,
    INTEGERS,
    LAW,
    assignments,
    formulas,
    plain_terms,
)

READER = Z3Context()
SORTS = sorted({term.sort for term in EVERYTHING}, key=str)
SOLVING = settings(LAW, max_examples=25)
x, y, z = INTEGERS


def reread(term: Term) -> Term:
    """``term`` read back by a context that has not written it and so cannot remember it."""
    writer = shared_context()
    raw = READER.keep(writer.api.translate(writer.raw, to_z3(writer, term), READER.raw))
    return from_z3(READER, raw)


@pytest.mark.parametrize("sort", SORTS, ids=str)
@given(data=st.data())
@SOLVING
def test_there_and_back_again(sort: Sort, data: st.DataObject) -> None:
    plain = data.draw(plain_terms(sort, EVERYTHING, 3))
    assignment = data.draw(assignments())
    context = shared_context()
    assert to_z3(context, plain) == to_z3(context, plain)
    assert from_z3(context, to_z3(context, plain)) is plain
    again = reread(plain)
    assert again.sort is sort
    assert evaluate(again, assignment) == evaluate(plain, assignment)


@given(formula=formulas(EVERYTHING, 4))
@SOLVING
def test_simplified_terms_come_back_identical(formula: Term) -> None:
    assert reread(formula) is formula


def test_deep_terms_in_both_solvers() -> None:
    deep: Term = x
    for level in range(20_000):
        deep = intern(Op.ADD, (deep, number(level % 3, INT)), INT)
    total = add(x, integer(sum(level % 3 for level in range(20_000))))
    assert reread(deep) is total
    for solver in (Z3Solver(), cvc5_solver()):
        solver.add(not_(intern(Op.EQ, (deep, total), BOOL)))
        assert solver.check(seconds=PATIENCE) is not Answer.SAT
