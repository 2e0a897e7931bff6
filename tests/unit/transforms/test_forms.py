"""Conditions over single bits come back as the bounds, values and masks that they are."""

from __future__ import annotations

import pytest

from assay.core.budget import Deadline
from assay.core.model import Enumeration, Location, Model, Range, Word
from assay.core.terms import TRUE, Op, Term, and_, conjunction, eq, not_, or_, variable
from assay.core.terms.bitvectors import bv, bv_binary, extract
from assay.core.terms.sorts import BOOL, bitvector
from assay.report.infix import infix
from assay.transforms.readable.forms import OutOfTime, form_of
from assay.transforms.readable.numbers import Number, number_of
from clocks import PATIENCE

X = variable("x", bitvector(8))
UNSIGNED = Number(X, 0, 255)
SIGNED = Number(X, -128, 127, signed=True)
NAME = Number(X, 0, 4, nominal=True)


def bit(index: int) -> Term:
    return eq(extract(index, index, X), bv(1, 1))


def clear(*indices: int) -> Term:
    return conjunction(not_(bit(index)) for index in indices)


def form(condition: Term, number: Number = UNSIGNED, known: Term = TRUE) -> str | None:
    found = form_of(condition, number, known, Deadline.after(PATIENCE))
    return infix(found) if found is not None else None


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (clear(4, 5, 6, 7), "x <=u 15"),
        (and_(clear(4, 5, 6, 7), *(or_(not_(bit(3)), not_(bit(k))) for k in range(3))), "x <=u 8"),
        (bit(7), "x >=u 128"),
        (and_(clear(7, 6, 5, 4, 3, 1, 0), bit(2)), "x == 4"),
        (or_(*(bit(k) for k in range(8))), "x >=u 1"),
        (or_(bit(7), clear(6, 5, 4)), "x <=u 15 || x >=u 128"),
        (or_(*(not_(bit(k)) for k in (0, 2, 3))), "(x & 13) != 13"),
        (clear(0, 1), "(x & 3) == 0"),
        (and_(bit(4), not_(bit(0))), "(x & 17) == 16"),
        (and_(clear(7, 6, 5, 4, 1), eq(bit(0), bit(3))), "x == 0 || x == 4 || x == 9 || x == 13"),
        (TRUE, "true"),
        (and_(bit(0), not_(bit(0))), "false"),
    ],
)
def test_bits_become_numbers(condition: Term, text: str) -> None:
    assert form(condition) == text


def test_nothing_simple_is_said_of_what_has_no_pattern() -> None:
    """The parity of three bits."""
    parity = eq(eq(bit(0), bit(3)), bit(5))
    assert form(parity) is None


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (bit(7), "x <=s -1"),
        (or_(bit(7), clear(0, 1, 2, 3, 4, 5, 6)), "x <=s 0"),
        (or_(and_(bit(7), bit(6)), and_(not_(bit(7)), not_(bit(6)))), "x <=s 63 && x >=s -64"),
    ],
)
def test_signed_numbers_are_bounded_as_such(condition: Term, text: str) -> None:
    assert form(condition, SIGNED) == text


def test_names_have_no_order() -> None:
    """Code 4 is the only one with its third bit; codes from 5 on mean nothing."""
    assert form(bit(2), NAME, NAME.in_type) == "x == 4"
    assert form(not_(bit(2)), NAME, NAME.in_type) == "x != 4"
    assert form(bit(1), NAME, NAME.in_type) == "x == 2 || x == 3"


def test_what_is_known_makes_it_shorter() -> None:
    small = UNSIGNED.at_most(8)
    assert form(bit(3), known=small) == "x == 8"
    assert form(bit(4), known=small) == "false"
    assert form(clear(3), known=small) == "x <=u 7"
    assert form(bit(0), known=or_(UNSIGNED.equals(2), UNSIGNED.equals(7))) == "x == 7"


def test_a_sum_has_a_form_like_bits() -> None:
    """The addition may wrap around."""
    assert form(eq(bv_binary(Op.BV_ADD, X, bv(3, 8)), bv(1, 8))) == "x == 254"


def test_no_time_is_no_form() -> None:
    with pytest.raises(OutOfTime):
        form_of(bit(0), UNSIGNED, TRUE, Deadline(0.0, lambda: 1.0))


@pytest.mark.parametrize(
    ("domain", "number"),
    [
        (None, Number(X, 0, 255)),
        (Enumeration(("red", "green", "blue")), Number(X, 0, 2, nominal=True)),
        (Range(3, 9), Number(X, 3, 9)),
        (Range(-100, 9), Number(X, -100, 9, signed=True)),
        (Word(8), Number(X, 0, 255)),
        (Word(8, signed=True), Number(X, -128, 127, signed=True)),
    ],
)
def test_domains_say_what_a_vector_is(domain: Enumeration | Range | Word | None, number: Number) -> None:
    place = Location("l", (X,))
    model = Model(place, (), domains={X: domain} if domain is not None else {})
    assert number_of(model, X) == number
    assert number_of(model, variable("b", BOOL)) is None
