"""Floating-point numbers in witnesses: decimal digits that every compiler reads as the same number."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.core.terms.floats import form
from assay.core.terms.ieee import from_python, rounded
from assay.core.terms.sorts import FLOAT32, FLOAT64, Sort
from assay.witness.c.text.floats import float_literal
from tools.witness_constraints import check_expression

LITERAL = re.compile(r"\(?-?[0-9]+(\.[0-9]+)?(e[+-][0-9]+)?f?\)?")


def read_back(text: str, sort: Sort) -> int:
    """The bits that the digits stand for, rounded once."""
    plain = text.strip("()").removesuffix("f")
    value = Fraction(plain)
    size = abs(value)
    negative = plain.startswith("-")
    return rounded(form(sort), negative=negative, numerator=size.numerator, denominator=size.denominator)


@given(bits=st.integers(0, 2**64 - 1), sort=st.sampled_from([FLOAT32, FLOAT64]))
def test_digits_are_read_back_as_the_same_number(bits: int, sort: Sort) -> None:
    layout = form(sort)
    bits &= (1 << sort.width) - 1
    text = float_literal(bits, sort)
    assert (text is None) == (layout.is_nan(bits) or layout.is_infinite(bits))
    if text is not None:
        assert LITERAL.fullmatch(text) and ("." in text or "e" in text)
        assert read_back(text, sort) == bits
        assert not check_expression(f"x == {text}")


@pytest.mark.parametrize(
    ("value", "sort", "text"),
    [
        (0.1, FLOAT64, "0.1"),
        (0.1, FLOAT32, "0.1f"),
        (-0.0, FLOAT32, "(-0.0f)"),
        (1 / 3, FLOAT64, "0.3333333333333333"),
        (1 / 3, FLOAT32, "0.33333334f"),
        (1e-45, FLOAT32, "1e-45f"),
        (5e-324, FLOAT64, "5e-324"),
        (-16777217.0, FLOAT64, "(-16777217.0)"),
        (3.4028234663852886e38, FLOAT32, "3.4028235e+38f"),
    ],
)
def test_literals_are_short(value: float, sort: Sort, text: str) -> None:
    assert float_literal(from_python(form(sort), value), sort) == text
