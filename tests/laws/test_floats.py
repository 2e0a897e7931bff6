"""Laws of floating point: arithmetic against the machine's, constructors and solvers against evaluation."""

from __future__ import annotations

import math
import os
import pickle
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.terms import Op, Term, and_, conjunction, eq, ieee, integer, not_, post_order, variable
from assay.core.terms.evaluate import Value, constant, evaluate
from assay.core.terms.float_conversions import from_bits, integer_fits, to_bits, to_float, to_integer
from assay.core.terms.float_operators import is_floating
from assay.core.terms.floats import fp_add, fp_lt, fp_mul, fp_sqrt, number
from assay.core.terms.ieee import BINARY32, BINARY64, Format, Mode
from assay.core.terms.rebuild import make, substitute
from assay.core.terms.smtlib import to_smtlib
from assay.core.terms.sorts import FLOAT32, FLOAT64, INT, bitvector, floating
from assay.domains.values.compile_commands import compiled
from assay.domains.values.compile_terms import Emitter, Operand
from assay.solve.bitwuzla.solver import bitwuzla_solver
from assay.solve.cvc5.solver import cvc5_solver
from assay.solve.floating import has_bitwuzla
from assay.solve.smt import Answer, Solver
from assay.solve.z3.context import Z3Context, shared_context
from assay.solve.z3.reading import from_z3
from assay.solve.z3.solver import Z3Solver
from assay.solve.z3.terms import to_z3
from floats import SYMBOLS, assignments, numbers, plain_conditions, plain_vectors
from strategies import LAW

MANY = settings(LAW, max_examples=20_000 if os.environ.get("ASSAY_CAMPAIGN") else 120)
FEW = settings(LAW, max_examples=2_000 if os.environ.get("ASSAY_CAMPAIGN") else 25)
# The same formats as other objects, of which the processor is not asked.
PLAIN32, PLAIN64 = Format(8, 24), Format(11, 53)
SOLVERS: dict[str, Callable[[], Solver]] = {
    "z3": lambda: Z3Solver(deputy=False),
    "cvc5": cvc5_solver,
    **({"z3 with a deputy": Z3Solver, "Bitwuzla": bitwuzla_solver} if has_bitwuzla() else {}),
}


def same(layout: Format, bits: int, value: float) -> bool:
    return bits == ieee.from_python(BINARY32 if layout == BINARY32 else BINARY64, value)


def both(layout: Format) -> st.SearchStrategy[tuple[int, int]]:
    return st.tuples(numbers(layout), numbers(layout))


# -- arithmetic against the machine ------------------------------------------------------------------------------------


@MANY
@given(both(BINARY64))
def test_doubles_are_the_machine_s(pair: tuple[int, int]) -> None:
    left, right = pair
    a, b = (ieee.to_python(BINARY64, bits) for bits in pair)
    assert same(PLAIN64, ieee.add(PLAIN64, left, right), a + b)
    assert same(PLAIN64, ieee.multiply(PLAIN64, left, right), a * b)
    if b:
        assert same(PLAIN64, ieee.divide(PLAIN64, left, right), a / b)
    assert (ieee.equal(BINARY64, left, right), ieee.less(BINARY64, left, right)) == (a == b, a < b)
    assert ieee.at_most(BINARY64, left, right) == (a <= b)
    if a >= 0 or a != a:
        assert same(PLAIN64, ieee.square_root(PLAIN64, left), math.sqrt(a))
    if math.isfinite(a) and b and b == b:
        assert same(PLAIN64, ieee.remainder(PLAIN64, left, right), math.remainder(a, b))


@MANY
@given(both(BINARY32))
def test_to_round_a_double_gives_the_float(pair: tuple[int, int]) -> None:
    left, right = pair
    for operation in (ieee.add, ieee.multiply, ieee.divide):
        assert operation(BINARY32, left, right) == operation(PLAIN32, left, right)
    wide = ieee.to_format(BINARY32, left, BINARY64)
    assert ieee.to_format(BINARY64, ieee.square_root(PLAIN64, wide), BINARY32) == ieee.square_root(PLAIN32, left)


@MANY
@given(numbers(BINARY64))
def test_conversions_are_the_machine_s(bits: int) -> None:
    value = ieee.to_python(BINARY64, bits)
    assert ieee.to_format(BINARY64, bits, PLAIN32) == ieee.from_python(BINARY32, value)
    assert ieee.to_integer(BINARY64, bits) == (int(value) if math.isfinite(value) else None)
    if not math.isfinite(value):
        return
    for mode, rule in ((Mode.DOWNWARD, math.floor), (Mode.UPWARD, math.ceil), (Mode.TOWARD_ZERO, math.trunc)):
        assert ieee.to_integer(BINARY64, ieee.round_to_integral(BINARY64, bits, mode)) == rule(value)
    assert ieee.to_integer(BINARY64, ieee.round_to_integral(BINARY64, bits, Mode.NEAREST_EVEN)) == round(value)
    away = math.floor(abs(Fraction(value)) + Fraction(1, 2))
    assert ieee.to_integer(BINARY64, ieee.round_to_integral(BINARY64, bits, Mode.NEAREST_AWAY)) == (
        away if value >= 0 else -away
    )


@MANY
@given(st.integers(-(2**66), 2**66))
def test_integers_become_the_nearest_numbers(value: int) -> None:
    assert same(BINARY64, ieee.from_integer(BINARY64, value), float(value))


@MANY
@given(numbers(BINARY64), numbers(BINARY64), numbers(BINARY64))
def test_a_fused_product_is_rounded_once(left: int, right: int, addend: int) -> None:
    a, b, c = (ieee.to_python(BINARY64, bits) for bits in (left, right, addend))
    found = ieee.to_python(BINARY64, ieee.multiply_add(BINARY64, left, right, addend))
    if not all(map(math.isfinite, (a, b, c))):
        expected = a * b + c
        assert found == expected or (found != found and expected != expected) or (math.isinf(c) and found == c)
        return
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    try:
        nearest = float(exact)
    except OverflowError:
        nearest = math.inf if exact > 0 else -math.inf
    assert found == nearest


# -- constructors ------------------------------------------------------------------------------------------------------


def rebuilt(root: Term) -> Term:
    """``root`` made again by the constructors, which simplify."""
    done: dict[Term, Term] = {}
    for term in post_order(root):
        args = tuple(done[arg] for arg in term.args)
        done[term] = make(term.op, args, term.sort, term.value)
    return done[root]


questions = st.one_of(plain_conditions(2), plain_vectors(32, 2), plain_vectors(64, 2))


@MANY
@given(questions, assignments())
def test_constructors_keep_the_meaning(plain: Term, values: dict[Term, Value]) -> None:
    simple = rebuilt(plain)
    assert simple.sort is plain.sort
    assert evaluate(simple, values) == evaluate(plain, values)
    assert rebuilt(simple) is simple


@MANY
@given(questions, assignments())
def test_substitution_pickling_and_emitted_code_keep_the_meaning(plain: Term, values: dict[Term, Value]) -> None:
    term, expected = rebuilt(plain), evaluate(plain, values)
    fixed = {symbol: constant(value, symbol.sort) for symbol, value in values.items()}
    assert substitute(term, fixed) is constant(expected, term.sort)
    assert pickle.loads(pickle.dumps(term)) is term
    names = {symbol: symbol.name for symbol in SYMBOLS}
    emitter = Emitter(lambda symbol: Operand(names[symbol], open=True))
    found = emitter.value(term)
    assert found is not None
    body = [f"def step({', '.join(names.values())}):", *emitter.lines, f"return {found.text}"]
    assert compiled("\n    ".join(body))(*(values[symbol] for symbol in names)) == expected


def test_products_of_floats_that_become_floats_again_are_products_of_floats() -> None:
    x, y = (from_bits(variable(name, bitvector(32)), FLOAT32) for name in "xy")
    wide = fp_mul(to_float(x, FLOAT64), to_float(y, FLOAT64))
    assert to_float(wide, FLOAT32) is fp_mul(x, y)
    assert to_float(fp_sqrt(to_float(x, FLOAT64)), FLOAT32) is fp_sqrt(x)
    tenth = number(0.1, FLOAT64)
    assert to_float(fp_mul(to_float(x, FLOAT64), tenth), FLOAT32).op is Op.FP_TO_FP, "0.1 is no float"
    assert fp_lt(to_float(x, FLOAT64), tenth).args[0] is x


def test_terms_without_numbers_are_told_apart() -> None:
    vector = variable("v", bitvector(32))
    assert not is_floating(eq(vector, vector), vector)
    assert is_floating(eq(vector, to_bits(fp_add(from_bits(vector, FLOAT32), number(1.0, FLOAT32)))))


def test_smtlib_says_how_to_round() -> None:
    x = from_bits(variable("x", bitvector(32)), FLOAT32)
    assert to_smtlib(fp_add(x, x)) == "(fp.add RNE ((_ to_fp 8 24) x) ((_ to_fp 8 24) x))"
    assert to_smtlib(to_integer(x, 8, negative=True)) == "((_ fp.to_sbv 8) RTZ ((_ to_fp 8 24) x))"
    assert to_smtlib(to_float(x, FLOAT64)) == "((_ to_fp 11 53) RNE ((_ to_fp 8 24) x))"
    assert str(floating(5, 11)) == "(_ FloatingPoint 5 11)"


# -- solvers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SOLVERS)
@FEW
@given(questions, assignments())
def test_solvers_compute_what_evaluation_does(name: str, plain: Term, values: dict[Term, Value]) -> None:
    if any(term.op is Op.FP_REM for term in post_order(plain)):
        return  # exact, but its formula is as long as the range of exponents
    term = rebuilt(plain)
    solver = SOLVERS[name]()
    solver.add(conjunction(eq(symbol, constant(values[symbol], symbol.sort)) for symbol in term.free))
    solver.add(not_(eq(term, constant(evaluate(plain, values), term.sort))))
    assert solver.check(seconds=60) is not Answer.SAT


@pytest.mark.parametrize("name", SOLVERS)
def test_models_scopes_and_assumptions(name: str) -> None:
    vectors = [variable(letter, bitvector(32)) for letter in "xyz"]
    x, y, _ = (from_bits(vector, FLOAT32) for vector in vectors)
    total = eq(vectors[2], to_bits(fp_mul(x, y)))
    between = and_(fp_lt(number(1.5, FLOAT32), x), fp_lt(x, number(1.75, FLOAT32)))
    solver = SOLVERS[name]()
    solver.push()
    solver.add(between, total)
    assert solver.check([fp_lt(number(3.0, FLOAT32), y)]) is Answer.SAT
    model = {vector: solver.value(vector) for vector in vectors}
    assert evaluate(and_(between, total), model) is True
    assert solver.value(fp_add(x, y)) == evaluate(fp_add(x, y), model)
    assert solver.value(to_bits(fp_add(x, y))) == evaluate(fp_add(x, y), model)
    solver.pop()
    assert solver.check([fp_lt(x, number(1.0, FLOAT32)), between]) is Answer.UNSAT
    assert set(solver.core()) <= {fp_lt(x, number(1.0, FLOAT32)), between}
    solver.add(total, not_(eq(to_bits(fp_mul(x, y)), vectors[2])))
    assert solver.check() is Answer.UNSAT


def test_projection_keeps_what_it_may_and_is_about_the_model() -> None:
    vectors = [variable(letter, bitvector(32)) for letter in "xy"]
    x, y = (from_bits(vector, FLOAT32) for vector in vectors)
    formula = and_(fp_lt(number(1.0, FLOAT32), x), eq(vectors[1], to_bits(fp_add(x, x))))
    solver = Z3Solver()
    solver.add(formula)
    assert solver.check() is Answer.SAT
    cube = conjunction(solver.project(formula, (vectors[1],)))
    assert cube.free <= {vectors[0]}
    assert evaluate(cube, {vectors[0]: solver.value(vectors[0])}) is True
    check = Z3Solver()
    check.add(cube, not_(fp_lt(number(1.0, FLOAT32), x)))
    assert check.check() is Answer.UNSAT
    assert solver.value(y) == solver.value(vectors[1])


def test_a_deputy_steps_back_where_there_are_other_sorts() -> None:
    vector, count = variable("x", bitvector(32)), variable("n", INT)
    x = from_bits(vector, FLOAT32)
    solver = Z3Solver()
    solver.add(fp_lt(number(1.0, FLOAT32), x), eq(count, integer(3)))
    assert solver.check() is Answer.SAT
    assert solver.value(count) == 3


def test_what_others_said_of_numbers_is_no_reason_for_a_deputy() -> None:
    context, count = Z3Context(), variable("n", INT)
    to_z3(context, fp_lt(number(1.0, FLOAT32), from_bits(variable("x", bitvector(32)), FLOAT32)))
    solver = Z3Solver(context)
    assert solver.check() is Answer.SAT
    assert isinstance(solver.value(count), int)


@FEW
@given(questions, assignments())
def test_what_z3_simplifies_is_read_back(plain: Term, values: dict[Term, Value]) -> None:
    context, term = shared_context(), rebuilt(plain)
    with context.holding(context.api.simplify(context.raw, to_z3(context, term))) as simple:
        found = from_z3(context, simple)
    assert evaluate(found, values) == evaluate(term, values)


@MANY
@given(numbers(BINARY32), st.sampled_from((8, 16, 32, 64)), st.booleans())
def test_what_fits_is_converted(bits: int, width: int, negative: bool) -> None:
    number_ = constant(bits, FLOAT32)
    value = ieee.to_integer(BINARY32, bits)
    low, high = (-(1 << (width - 1)), 1 << (width - 1)) if negative else (0, 1 << width)
    fits = value is not None and low <= value < high
    assert evaluate(integer_fits(number_, width, negative=negative), {}) is fits
    assert to_integer(number_, width, negative=negative).value == ((value or 0) % (1 << width) if fits else 0)
