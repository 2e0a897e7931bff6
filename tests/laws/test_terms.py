"""Laws of terms: constructors keep the meaning, and what is canonical is one object."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.core.terms import (
    FALSE,
    TRUE,
    Op,
    Term,
    add,
    and_,
    atoms,
    conjunction,
    conjuncts,
    disjunction,
    disjuncts,
    distinct,
    eq,
    euclidean,
    from_linear,
    ge,
    gt,
    implies,
    int_div,
    int_mod,
    integer,
    ite,
    le,
    linear,
    lt,
    mul,
    neg,
    not_,
    or_,
    post_order,
    scale,
    size,
    sub,
    to_real,
    xor,
)
from assay.core.terms.bitvectors import BINARY, COMPARE, bv, bv_binary, bv_compare, bv_smod, signed
from assay.core.terms.evaluate import ArrayValue, Value, constant, evaluate, holds
from assay.core.terms.rebuild import substitute
from assay.core.terms.smtlib import to_smtlib
from assay.core.terms.sorts import BOOL, INT, REAL, Sort, array, bitvector
from strategies import (
    BOOLEANS,
    EVERYTHING,
    INTEGERS,
    LAW,
    REALS,
    VECTORS,
    assignments,
    formulas,
    plain_terms,
    simplified,
    terms,
    whole,
)

SORTS = sorted({term.sort for term in EVERYTHING}, key=str)
Assignment = dict[Term, Value]


@pytest.mark.parametrize("sort", SORTS, ids=str)
@given(data=st.data())
@LAW
def test_constructors_keep_the_meaning(sort: Sort, data: st.DataObject) -> None:
    plain = data.draw(plain_terms(sort, EVERYTHING, 4))
    assignment = data.draw(assignments())
    simple = simplified(plain)
    assert simple.sort is sort
    assert evaluate(simple, assignment) == evaluate(plain, assignment)


@given(plain_terms(BOOL, EVERYTHING, 3))
@LAW
def test_simplifying_is_idempotent(plain: Term) -> None:
    once = simplified(plain)
    assert simplified(once) is once


@given(formulas(), formulas(), formulas(), assignments())
@LAW
def test_propositional_constructors(p: Term, q: Term, r: Term, assignment: Assignment) -> None:
    a, b, c = (holds(part, assignment) for part in (p, q, r))
    expected = {
        and_(p, q, r): a and b and c,
        or_(p, q, r): a or b or c,
        implies(p, q): not a or b,
        xor(p, q): a != b,
        eq(p, q): a == b,
        ite(p, q, r): b if a else c,
        distinct(p, q): a != b,
    }
    for term, truth in expected.items():
        assert holds(term, assignment) == truth


@given(terms(INT, INTEGERS), terms(INT, INTEGERS), terms(INT, INTEGERS), assignments(INTEGERS))
@LAW
def test_integer_constructors(t: Term, u: Term, v: Term, assignment: Assignment) -> None:
    a, b, c = (whole(evaluate(part, assignment)) for part in (t, u, v))
    assert evaluate(add(t, u, v), assignment) == a + b + c
    assert evaluate(sub(t, u), assignment) == a - b
    assert evaluate(mul(t, u, v), assignment) == a * b * c
    assert evaluate(neg(t), assignment) == -a
    assert holds(le(t, u), assignment) == (a <= b)
    assert holds(lt(t, u), assignment) == (a < b)
    assert holds(ge(t, u), assignment) == (a >= b)
    assert holds(gt(t, u), assignment) == (a > b)
    assert holds(distinct(t, u, v), assignment) == (len({a, b, c}) == 3)
    assert evaluate(to_real(add(t, u)), assignment) == Fraction(a + b)
    if b:
        assert evaluate(int_div(t, integer(b)), assignment) == euclidean(a, b)[0]
        assert evaluate(int_mod(t, integer(b)), assignment) == euclidean(a, b)[1]


@given(st.integers(-50, 50), st.integers(-7, 7).filter(bool))
@LAW
def test_euclidean_division(dividend: int, divisor: int) -> None:
    quotient, remainder = euclidean(dividend, divisor)
    assert dividend == quotient * divisor + remainder
    assert 0 <= remainder < abs(divisor)


@pytest.mark.parametrize("sort", [INT, REAL], ids=str)
@given(data=st.data())
@LAW
def test_a_comparison_and_its_negation_share_a_node(sort: Sort, data: st.DataObject) -> None:
    t, u = (data.draw(terms(sort, INTEGERS + REALS)) for _ in range(2))
    factor = data.draw(st.integers(1, 4))
    assert not_(le(t, u)) is gt(t, u)
    assert not_(lt(t, u)) is ge(t, u)
    assert le(scale(factor, t), scale(factor, u)) is le(t, u)
    assert le(neg(u), neg(t)) is le(t, u)
    assert eq(sub(t, u), sub(u, t)) is eq(scale(2, t), scale(2, u))
    assert eq(t, u) is eq(u, t)
    for formula in (le(t, u), lt(t, u), eq(t, u)):
        atom = formula.args[0] if formula.op is Op.NOT else formula
        # An equation with a choice between constants may be the condition of the choice.
        if atom.op in (Op.LE, Op.EQ) and atom.args[0].sort is sort:
            assert atom.args[1].is_const
            coefficients, constant_part = linear(atom.args[0])
            assert constant_part == 0
            lead = coefficients[min(coefficients, key=lambda part: part.uid)]
            assert lead > 0 if sort is INT else lead == 1


@given(terms(INT, INTEGERS), terms(INT, INTEGERS))
@LAW
def test_strict_integer_comparisons_are_weak_ones(t: Term, u: Term) -> None:
    assert lt(t, u) is le(add(t, integer(1)), u)


@pytest.mark.parametrize("sort", [INT, REAL], ids=str)
@given(data=st.data())
@LAW
def test_linear_and_from_linear_are_inverse(sort: Sort, data: st.DataObject) -> None:
    term = data.draw(terms(sort, INTEGERS + REALS))
    assert from_linear(*linear(term), sort) is term
    coefficients = data.draw(st.dictionaries(st.sampled_from(INTEGERS), st.integers(-5, 5).filter(bool)))
    bound = data.draw(st.integers(-5, 5))
    assert linear(from_linear(coefficients, bound, INT)) == (coefficients, bound)


@given(st.permutations([*INTEGERS, integer(3)]))
@LAW
def test_order_of_arguments_does_not_matter(parts: list[Term]) -> None:
    assert add(*parts) is add(*INTEGERS, integer(3))
    assert mul(*parts) is mul(*INTEGERS, integer(3))


@given(formulas(), formulas(), formulas())
@LAW
def test_junctions_are_lattice_operations(p: Term, q: Term, r: Term) -> None:
    for join, neutral, absorbing in ((and_, TRUE, FALSE), (or_, FALSE, TRUE)):
        assert join(p, q) is join(q, p)
        assert join(p, join(q, r)) is join(join(p, q), r)
        assert join(p, p) is p
        assert join(p, neutral) is p
        assert join(p, absorbing) is absorbing
        assert join(p, not_(p)) is absorbing
    assert not_(not_(p)) is p


@given(formulas(), st.data())
@LAW
def test_substitution_is_evaluation_of_the_replacement(formula: Term, data: st.DataObject) -> None:
    assignment = data.draw(assignments())
    replaced = data.draw(st.lists(st.sampled_from(EVERYTHING), unique=True))
    mapping = {old: data.draw(terms(old.sort, EVERYTHING, 2)) for old in replaced}
    result = substitute(formula, mapping)
    under = assignment | {old: evaluate(new, assignment) for old, new in mapping.items()}
    assert evaluate(result, assignment) == evaluate(formula, under)
    kept = formula.free.difference(mapping)
    assert result.free <= kept.union(*(new.free for new in mapping.values()))


@given(formulas())
@LAW
def test_substituting_nothing_or_itself_changes_nothing(formula: Term) -> None:
    assert substitute(formula, {}) is formula
    assert substitute(formula, {term: term for term in EVERYTHING}) is formula


@given(formulas(), assignments())
@LAW
def test_substituting_all_values_leaves_a_constant(formula: Term, assignment: Assignment) -> None:
    ground = substitute(formula, {term: constant(value, term.sort) for term, value in assignment.items()})
    assert not ground.free
    assert evaluate(ground, {}) == evaluate(formula, assignment)


@given(formulas())
@LAW
def test_free_variables_are_those_that_occur(formula: Term) -> None:
    assert formula.free == {part for part in post_order(formula) if part.op is Op.VAR}
    assert size(formula) == len(set(post_order(formula)))


@given(formulas(BOOLEANS + INTEGERS, 4), assignments(BOOLEANS + INTEGERS))
@LAW
def test_conjuncts_and_disjuncts_are_views(formula: Term, assignment: Assignment) -> None:
    truth = holds(formula, assignment)
    assert all(holds(part, assignment) for part in conjuncts(formula)) == truth
    assert any(holds(part, assignment) for part in disjuncts(formula)) == truth
    assert holds(conjunction(conjuncts(formula)), assignment) == truth
    assert holds(disjunction(disjuncts(formula)), assignment) == truth


@given(formulas(BOOLEANS + INTEGERS, 4), assignments(BOOLEANS + INTEGERS), assignments(BOOLEANS + INTEGERS))
@LAW
def test_atoms_determine_the_formula(formula: Term, one: Assignment, other: Assignment) -> None:
    if all(holds(atom, one) == holds(atom, other) for atom in atoms(formula)):
        assert holds(formula, one) == holds(formula, other)


@given(formulas())
@LAW
def test_pickling_gives_the_same_object_back(formula: Term) -> None:
    assert pickle.loads(pickle.dumps(formula)) is formula
    assert pickle.loads(pickle.dumps((formula, [formula]))) == (formula, [formula])


@given(st.integers(1, 9), st.data())
@LAW
def test_bitvector_operations_on_constants(width: int, data: st.DataObject) -> None:
    number = st.integers(0, 2**width - 1)
    a, b = data.draw(number), data.draw(number)
    for op, meaning in BINARY.items():
        assert bv_binary(op, bv(a, width), bv(b, width)) is bv(meaning(a, b, width), width)
    for op, compare in COMPARE.items():
        assert bv_compare(op, bv(a, width), bv(b, width)) is (TRUE if compare(a, b, width) else FALSE)
    if b:
        x, y = signed(a, width), signed(b, width)
        assert bv_smod(bv(a, width), bv(b, width)) is bv(x % y, width)


@given(terms(VECTORS[0].sort, VECTORS, 2), terms(VECTORS[0].sort, VECTORS, 2))
@LAW
def test_strict_vector_comparisons_share_the_node_of_the_weak_ones(t: Term, u: Term) -> None:
    assert bv_compare(Op.BV_ULT, t, u) is not_(bv_compare(Op.BV_ULE, u, t))
    assert bv_compare(Op.BV_SLT, t, u) is not_(bv_compare(Op.BV_SLE, u, t))


def _deep(levels: int) -> Term:
    """A term of that depth that no constructor collapses."""
    x, y, _ = INTEGERS
    term = x
    for level in range(levels):
        term = ite(le(term, integer(level)), add(term, y), x)
    return term


def test_deep_terms_do_not_overflow_the_stack() -> None:
    x, y, _ = INTEGERS
    deep = _deep(10_000)
    assert deep.free == {x, y}
    assert substitute(deep, {x: y}).free == {y}
    assert evaluate(deep, {x: 0, y: 1}) == _walk(10_000)
    assert pickle.loads(pickle.dumps(deep)) is deep
    assert to_smtlib(deep).count("(ite ") >= 10_000
    assert conjuncts(eq(deep, x)) == (eq(deep, x),)


def _walk(levels: int) -> int:
    """``_deep`` at x = 0 and y = 1, computed directly."""
    value = 0
    for level in range(levels):
        value = value + 1 if value <= level else 0
    return value


@given(
    st.lists(st.integers(0, 2), min_size=4, max_size=4), st.lists(st.integers(0, 2), min_size=4, max_size=4), st.data()
)
def test_equal_arrays_are_equal_values(left: list[int], right: list[int], data: st.DataObject) -> None:
    """However they are written down: by their default and what differs from it, in any order."""
    sort = array(bitvector(2), bitvector(2))

    def written(elements: list[int]) -> ArrayValue:
        value = ArrayValue(sort, data.draw(st.integers(0, 2)))
        for index in data.draw(st.permutations(range(4))):
            value = value.updated(index, elements[index])
        return value

    a, b = written(left), written(right)
    assert [a.at(index) for index in range(4)] == left
    assert (a == b) == (left == right) and (left != right or hash(a) == hash(b))
