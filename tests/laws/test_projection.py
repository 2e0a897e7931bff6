"""Laws of model-based projection: cubes are true in their model, imply the quantified formula, and come to an end."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.errors import SolverFailure
from assay.core.terms import (
    TRUE,
    Op,
    Term,
    add,
    and_,
    conjunction,
    eq,
    gt,
    int_div,
    int_mod,
    integer,
    le,
    lt,
    not_,
    or_,
    post_order,
    scale,
)
from assay.core.terms.evaluate import Value, holds
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver
from clocks import PATIENCE
from strategies import (
    BOOLEANS,
    INTEGER_ARRAYS,
    INTEGERS,
    LAW,
    REALS,
    VECTORS,
    assignments,
    fixed,
    formulas,
)

SOLVING = settings(LAW, max_examples=25)
x, y, z = INTEGERS
p, q = BOOLEANS


# Under these, variables are replaced by their values, and over infinite sorts there may always be another cube.
ENDLESS = frozenset((Op.TO_REAL, Op.TO_INT, Op.IS_INT, Op.SELECT, Op.STORE))


def cubes(formula: Term, eliminate: tuple[Term, ...], limit: int) -> tuple[list[Term], bool]:
    """Cubes of the projection, found one by one, and whether they cover it; gives up beyond ``limit`` of them."""
    solver = Z3Solver()
    solver.add(formula)
    found: list[Term] = []
    while (answer := solver.check(seconds=PATIENCE)) is Answer.SAT and len(found) < limit:
        literals = solver.project(formula, eliminate)
        cube = conjunction(literals)
        assert all(literal.op is not Op.AND for literal in literals)
        assert cube.free <= formula.free.difference(eliminate)
        assert holds(cube, {term: solver.value(term) for term in cube.free})
        found.append(cube)
        solver.add(not_(cube))
    return found, answer is Answer.UNSAT


def witness(formula: Term, outer: dict[Term, Value]) -> bool | None:
    """Can the variables outside ``outer`` be chosen so that ``formula`` holds?  None if z3 does not know."""
    solver = Z3Solver()
    solver.add(formula)
    known = {term: value for term, value in outer.items() if term in formula.free}
    answer = solver.check([fixed(known)], seconds=3)
    return None if answer is Answer.UNKNOWN else answer is Answer.SAT


@pytest.mark.parametrize(
    ("kept", "gone"),
    [
        ((x,), (y, z)),
        ((x, y), (z, p)),
        ((*BOOLEANS, x), (y,)),
        ((REALS[0],), (REALS[1],)),
        ((REALS[0], x), (REALS[1], y)),
        ((VECTORS[0], p), (VECTORS[1],)),
        ((INTEGER_ARRAYS[0], x), (y, p)),
    ],
    ids=str,
)
@given(data=st.data())
@SOLVING
def test_projection_is_the_quantifier(kept: tuple[Term, ...], gone: tuple[Term, ...], data: st.DataObject) -> None:
    formula = data.draw(formulas(kept + gone, 3))
    endless = any(part.op in ENDLESS for part in post_order(formula))
    found, complete = cubes(formula, gone, limit=8 if endless else 60)
    assert complete or endless, "enumeration did not end"
    assignment = data.draw(assignments(kept))
    covered = any(holds(cube, assignment) for cube in found)
    possible = witness(formula, assignment)
    if possible is not None:
        assert covered == possible if complete else possible or not covered


def test_projection_needs_a_model_of_the_formula() -> None:
    solver = Z3Solver()
    solver.add(gt(x, integer(3)))
    with pytest.raises(SolverFailure):
        solver.project(TRUE, ())
    assert solver.check() is Answer.SAT
    with pytest.raises(SolverFailure):
        solver.project(le(x, integer(3)), (x,))
    assert solver.project(gt(x, integer(3)), (x,)) == ()
    assert solver.project(or_(gt(x, integer(3)), p), ()) == (gt(x, integer(3)),)


@pytest.mark.parametrize("divisor", [-3, 2, 7])
def test_projection_through_divisions_comes_to_an_end(divisor: int) -> None:
    quotient, remainder = int_div(add(x, y), integer(divisor)), int_mod(y, integer(divisor))
    for formula in (le(quotient, z), eq(quotient, z), eq(remainder, z), and_(lt(quotient, remainder), le(y, x))):
        found, complete = cubes(formula, (y,), limit=60)
        assert complete
        for first in range(-4, 5):
            for second in range(-4, 5):
                outer: dict[Term, Value] = {x: first, z: second}
                assert any(holds(cube, outer) for cube in found) == witness(formula, outer)


def test_projection_splits_on_divisibility() -> None:
    cover, complete = cubes(eq(x, scale(3, y)), (y,), limit=9)
    assert complete
    for value in range(-6, 7):
        assert any(holds(cube, {x: value}) for cube in cover) == (value % 3 == 0)
