"""Laws of what providers of interpolants are made of: elimination, cubes, rational readings, literals."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.terms import (
    Term,
    add,
    and_,
    conjunction,
    conjuncts,
    eq,
    ge,
    gt,
    integer,
    ite,
    le,
    lt,
    not_,
    number,
    real,
    scale,
)
from assay.core.terms.arrays import select, store
from assay.core.terms.evaluate import constant, evaluate, holds
from assay.core.terms.literals import inequality_of
from assay.core.terms.rebuild import Substitution, substitute
from assay.core.terms.sorts import BOOL
from assay.solve.interpolation.definitions import solve_definitions
from assay.solve.interpolation.elimination import cube_around, eliminated
from assay.solve.interpolation.projection import disequalities, split_equalities, sum_of
from assay.solve.interpolation.reads import explicit_reads
from assay.solve.interpolation.relaxation import Relaxation, halfspace
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver
from chains import CHEAP, COSTLY, THEORIES, unsatisfiable
from strategies import assignments, constants, formulas, terms

MIXED = (*THEORIES["integers"], *THEORIES["rationals"], *THEORIES["bit-vectors"])


@CHEAP
@given(data=st.data(), gone=st.sets(st.sampled_from(MIXED), min_size=1))
def test_definitions_keep_the_projection(data: st.DataObject, gone: set[Term]) -> None:
    parts = data.draw(st.lists(formulas(MIXED, depth=2), min_size=1, max_size=3))
    parts += [eq(v, data.draw(terms(v.sort, MIXED, depth=1))) for v in sorted(gone, key=lambda term: term.name)]
    solved = conjunction(solve_definitions(parts, gone))
    fixed = data.draw(assignments([v for v in MIXED if v not in gone]))
    at_values = Substitution({v: constant(value, v.sort) for v, value in fixed.items()})
    assert unsatisfiable(at_values(conjunction(parts))) == unsatisfiable(at_values(solved))


@COSTLY
@given(data=st.data(), theory=st.sampled_from(["integers", "rationals"]))
def test_elimination_is_exact(data: st.DataObject, theory: str) -> None:
    variables = THEORIES[theory]
    formula = data.draw(formulas(variables, depth=2))
    gone, *kept = variables
    try:
        result = conjunction(eliminated((formula,), frozenset(kept), Deadline.after(2)))
    except SolverFailure:
        return
    assert result.free <= set(kept)
    fixed = data.draw(assignments(kept))
    at_values = Substitution({v: constant(value, v.sort) for v, value in fixed.items()})
    assert holds(result, fixed) != unsatisfiable(at_values(formula)), gone


@CHEAP
@given(data=st.data(), theory=st.sampled_from(["integers", "rationals", "bit-vectors"]))
def test_a_cube_around_a_model_implies_the_projection(data: st.DataObject, theory: str) -> None:
    variables = THEORIES[theory]
    gone, *kept = variables
    parts = data.draw(st.lists(formulas(variables, depth=2), min_size=1, max_size=3))
    formula = and_(*parts, eq(gone, data.draw(terms(gone.sort, variables, depth=1))))
    solver = Z3Solver()
    solver.add(formula)
    if solver.check() is not Answer.SAT:
        return
    cube = conjunction(cube_around(solver, formula, frozenset((gone,))))
    assert gone not in cube.free
    assert holds(cube, {v: solver.value(v) for v in kept})
    inside = Z3Solver()
    inside.add(cube, data.draw(formulas(kept, depth=1)))
    if inside.check() is Answer.SAT:
        elsewhere = Substitution({v: constant(inside.value(v), v.sort) for v in kept})
        assert not unsatisfiable(elsewhere(formula))


@CHEAP
@given(data=st.data())
def test_explicit_reads_mean_the_same(data: st.DataObject) -> None:
    variables = THEORIES["arrays"]
    formula = data.draw(formulas(variables, depth=4))
    assignment = data.draw(assignments(variables))
    assert holds(explicit_reads(formula), assignment) == holds(formula, assignment)


def test_explicit_reads_read_no_writes() -> None:
    a, i, j = THEORIES["arrays"]
    chosen = ite(le(i, j), store(a, i, j), store(store(a, j, i), i, integer(0)))
    formula = eq(select(chosen, j), integer(7))
    result = explicit_reads(formula)
    assert "store" not in repr(result)
    assert unsatisfiable(not_(eq(result, formula)))


@CHEAP
@given(data=st.data())
def test_the_rational_reading_is_a_relaxation(data: st.DataObject) -> None:
    """Where the formula holds, its reading holds for the rational values of what was read."""
    variables = (*THEORIES["integers"], *THEORIES["rationals"])
    formula = data.draw(formulas(variables, depth=3))
    assignment = data.draw(assignments(variables))
    if not holds(formula, assignment):
        formula = not_(formula)
    relaxation = Relaxation()
    reading = relaxation.read((formula,))
    values: dict[Term, Term] = {}
    for symbol in reading.free:
        original = relaxation.original(symbol)
        if original.free <= set(variables):
            value = evaluate(original, assignment)
            values[symbol] = real(Fraction(value) if isinstance(value, int | Fraction) else Fraction(0))
    assert not unsatisfiable(substitute(reading, values))


@CHEAP
@given(data=st.data())
def test_halfspaces_are_written_as_they_were_read(data: st.DataObject) -> None:
    variables = (*THEORIES["integers"], *THEORIES["rationals"])
    atom = data.draw(st.sampled_from(variables))
    if atom.sort is not BOOL:
        same = [v for v in variables if v.sort is atom.sort]
        factors = data.draw(st.lists(st.integers(-3, 3), min_size=len(same), max_size=len(same)))
        total = add(*(scale(c, v) for c, v in zip(factors, same, strict=True)))
        bound = number(data.draw(st.integers(-5, 5)), atom.sort)
        atom = data.draw(st.sampled_from([le(total, bound), lt(total, bound)]))
    literal = atom if data.draw(st.booleans()) else not_(atom)
    relaxation = Relaxation()
    written = [relaxation.write(halfspace(part)) for part in conjuncts(relaxation.read((literal,)))]
    assignment = data.draw(assignments(variables))
    assert holds(conjunction(written), assignment) == holds(literal, assignment)


@CHEAP
@given(data=st.data(), theory=st.sampled_from(["integers", "rationals"]))
def test_literals_are_taken_apart_and_added_up_soundly(data: st.DataObject, theory: str) -> None:
    numbers = [v for v in THEORIES[theory] if v.sort is not BOOL]
    assignment = data.draw(assignments(numbers))

    def literal() -> Term:
        total = add(*(scale(data.draw(st.integers(-2, 2)), v) for v in numbers))
        bound = data.draw(constants(numbers[0].sort))
        relation = data.draw(st.sampled_from([le, lt, ge, gt, eq]))
        return relation(total, bound)

    first, second = literal(), literal()
    split = split_equalities((first, second))
    assert all(holds(part, assignment) for part in split) == holds(and_(first, second), assignment)
    for part in split:
        found = inequality_of(part)
        if found is not None:
            for view in (found, found.as_upper()):
                total = evaluate(view.total, assignment)
                assert isinstance(total, int | Fraction)
                assert view.allows(total) == holds(part, assignment)
    for left_part, right_part in product(split, repeat=2):
        combined = sum_of(left_part, right_part)
        if combined is not None and holds(left_part, assignment) and holds(right_part, assignment):
            assert holds(combined, assignment)
    for side, disequality in disequalities(and_(first, second)).items():
        assert not holds(side, assignment) or holds(disequality, assignment)
