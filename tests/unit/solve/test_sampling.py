"""What draws find is a model; bounds and constants of the formula guide them."""

from __future__ import annotations

from assay.core.terms import FALSE, and_, eq, not_, variable
from assay.core.terms.evaluate import evaluate
from assay.core.terms.float_conversions import from_bits, to_bits
from assay.core.terms.floats import fp_add, fp_div, fp_le, fp_lt, fp_mul, number
from assay.core.terms.sorts import BOOL, FLOAT32, FLOAT64, bitvector
from assay.solve.sampling import sampled

X = variable("x", bitvector(32))
D = variable("d", bitvector(64))
P = variable("p", BOOL)


def test_a_narrow_range_is_met() -> None:
    x = from_bits(X, FLOAT32)
    between = and_(fp_le(number(1000.0, FLOAT32), x), fp_lt(x, number(1000.5, FLOAT32)))
    cube = fp_lt(number(1.0003e9, FLOAT32), fp_mul(x, fp_mul(x, x)))
    found = sampled([between, cube, P])
    assert found is not None and evaluate(and_(between, cube, P), found) is True


def test_constants_and_their_neighbours_are_tried() -> None:
    d = from_bits(D, FLOAT64)
    formula = and_(
        not_(eq(D, to_bits(number(0.1, FLOAT64)))), eq(fp_add(d, number(0.0, FLOAT64)), number(0.1, FLOAT64))
    )
    assert sampled([formula]) is None, "the number has one representation"
    near = and_(fp_lt(number(0.1, FLOAT64), d), fp_le(fp_div(d, number(0.1, FLOAT64)), number(1 + 2**-51, FLOAT64)))
    found = sampled([near])
    assert found is not None and evaluate(near, found) is True


def test_nothing_follows_from_finding_nothing() -> None:
    assert sampled([FALSE]) is None
    assert sampled([]) == {}
