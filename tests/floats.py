"""Floating-point numbers and terms for tests: special values, neighbours of them, and whatever bits there are."""

from __future__ import annotations

from hypothesis import strategies as st

from assay.core.terms import Op, Term, intern, variable
from assay.core.terms.bitvectors import bv
from assay.core.terms.floats import form, fp
from assay.core.terms.ieee import BINARY32, BINARY64, Format, Mode, from_python
from assay.core.terms.sorts import BOOL, FLOAT32, FLOAT64, Sort, bitvector

SORTS = (FLOAT32, FLOAT64)
SPECIAL = (0.0, 1.0, 1.5, 2.0, 3.0, 0.1, 0.5, 1e-3, 2.0**31, 2.0**32, 2.0**63, 2.0**64, 1e30, 1e300, 2.0**-126, 1e-310)


def numbers(layout: Format) -> st.SearchStrategy[int]:
    """The bits of numbers of a format: all kinds of them, NaNs too."""
    special = [from_python(layout, value) for value in SPECIAL]
    special += [layout.infinity, layout.nan, 1, layout.infinity - 1, 1 << (layout.sb - 1), layout.infinity + 1]
    near = st.builds(lambda bits, step: (bits + step) % layout.sign, st.sampled_from(special), st.integers(-2, 2))
    magnitude = st.one_of(st.sampled_from(special), near, st.integers(0, layout.sign - 1))
    return st.builds(lambda bits, negative: bits | (layout.sign if negative else 0), magnitude, st.booleans())


def vectors(width: int) -> st.SearchStrategy[int]:
    """Bits that mean something as a number of 32 or 64 bits, or as an integer."""
    layout = BINARY32 if width == 32 else BINARY64
    return st.one_of(numbers(layout), st.integers(-4, 4).map(lambda value: value % (1 << width)))


SYMBOLS = tuple(variable(f"{letter}{width}", bitvector(width)) for letter in "xyz" for width in (32, 64))


def assignments() -> st.SearchStrategy[dict[Term, int]]:
    return st.fixed_dictionaries({symbol: vectors(symbol.sort.width) for symbol in SYMBOLS})


@st.composite
def plain_vectors(draw: st.DrawFn, width: int, depth: int) -> Term:
    """A vector, of the bits of a number more often than not, that no constructor has simplified."""
    sort = FLOAT32 if width == 32 else FLOAT64
    choice = draw(st.integers(0, 6 if depth else 1))
    if choice == 0:
        return draw(st.sampled_from([symbol for symbol in SYMBOLS if symbol.sort.width == width]))
    if choice == 1:
        return bv(draw(vectors(width)), width)
    if choice == 2:
        operator, mask = draw(st.sampled_from(((Op.BV_XOR, form(sort).sign), (Op.BV_AND, form(sort).sign - 1))))
        return intern(operator, (draw(plain_vectors(width, depth - 1)), bv(mask, width)), bitvector(width))
    if choice == 3:
        operator = draw(st.sampled_from((Op.FP_TO_SIGNED, Op.FP_TO_UNSIGNED)))
        source = draw(st.sampled_from(SORTS))
        return intern(operator, (draw(plain_floats(source, depth - 1)),), bitvector(width), (width,))
    if choice == 4:
        number = draw(plain_floats(sort, depth - 1))
        nan = intern(Op.BV_OR, (draw(plain_vectors(width, depth - 1)), bv(form(sort).nan, width)), bitvector(width))
        bits = intern(Op.FP_TO_BITS, (number,), bitvector(width))
        return intern(Op.ITE, (intern(Op.FP_IS_NAN, (number,), BOOL), nan, bits), bitvector(width))
    return intern(Op.FP_TO_BITS, (draw(plain_floats(sort, depth - 1)),), bitvector(width))


@st.composite
def plain_floats(draw: st.DrawFn, sort: Sort, depth: int) -> Term:
    """A number that no constructor has simplified."""
    size, layout = (sort.exponent, sort.significand), form(sort)
    if not depth or draw(st.integers(0, 5)) == 0:
        if draw(st.booleans()):
            return fp(draw(numbers(layout)), sort)
        return intern(Op.FP_FROM_BITS, (draw(plain_vectors(sort.width, 0)),), sort, size)
    operator = draw(st.sampled_from(_NUMBERS))
    if operator in (Op.FP_FROM_SIGNED, Op.FP_FROM_UNSIGNED):
        return intern(operator, (draw(plain_vectors(draw(st.sampled_from((32, 64))), depth - 1)),), sort, size)
    if operator is Op.FP_FROM_BITS:
        return intern(operator, (draw(plain_vectors(sort.width, depth - 1)),), sort, size)
    if operator is Op.FP_TO_FP:
        return intern(operator, (draw(plain_floats(FLOAT32 if sort is FLOAT64 else FLOAT64, depth - 1)),), sort, size)
    count = {Op.FP_FMA: 3, Op.ITE: 2}.get(operator, 1 if operator in _UNARY else 2)
    args = tuple(draw(plain_floats(sort, depth - 1)) for _ in range(count))
    if operator is Op.ITE:
        return intern(operator, (draw(plain_conditions(depth - 1)), *args), sort)
    mode = (int(draw(st.sampled_from(list(Mode)))),) if operator is Op.FP_ROUND else None
    return intern(operator, args, sort, mode)


_UNARY = (Op.FP_SQRT, Op.FP_ABS, Op.FP_NEG, Op.FP_ROUND)
_NUMBERS = (
    *_UNARY,
    *(Op.FP_ADD, Op.FP_MUL, Op.FP_DIV, Op.FP_REM, Op.FP_FMA, Op.ITE),
    *(Op.FP_FROM_BITS, Op.FP_TO_FP, Op.FP_TO_FP, Op.FP_FROM_SIGNED, Op.FP_FROM_UNSIGNED),
)


@st.composite
def plain_conditions(draw: st.DrawFn, depth: int) -> Term:
    """A question about numbers that no constructor has simplified."""
    sort = draw(st.sampled_from(SORTS))
    comparisons = (Op.FP_EQ, Op.FP_LT, Op.FP_LE, Op.EQ)
    operator = draw(st.sampled_from((*comparisons, Op.FP_IS_NAN, Op.FP_IS_ZERO, Op.FP_IS_INFINITE)))
    count = 2 if operator in comparisons else 1
    return intern(operator, tuple(draw(plain_floats(sort, depth)) for _ in range(count)), BOOL)
