"""Encodings of C's integers against arithmetic on Python's integers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.terms import TRUE, Term, variable
from assay.core.terms.evaluate import evaluate
from assay.core.terms.sorts import BOOL
from assay.frontends.c.read.types import BOOL as C_BOOL
from assay.frontends.c.read.types import Int, promoted, usual
from assay.frontends.c.translate.encoding import BitPrecise, Encoding
from assay.frontends.c.translate.unbounded import Unbounded

TYPES = tuple(Int(width, signed) for width in (8, 16, 32, 64) for signed in (True, False))
ENCODINGS: tuple[type[BitPrecise] | type[Unbounded], ...] = (BitPrecise, Unbounded)
Factory = Callable[[], Encoding]


def wrapped(value: int, made: Int) -> int:
    value &= (1 << made.width) - 1
    return value - (1 << made.width) if made.signed and value >> (made.width - 1) else value


def towards_zero(left: int, right: int) -> int:
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def meaning(op: str, left: int, right: int) -> int:
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return towards_zero(left, right)
        case "%":
            return left - right * towards_zero(left, right)
        case "&":
            return left & right
        case "|":
            return left | right
        case _:
            return left ^ right


def read(encoding: Encoding, term: Term, made: Int, values: dict[Term, int | bool] | None = None) -> int:
    """The C value of a term."""
    found = evaluate(term, values or {})
    assert isinstance(found, int)
    return wrapped(found, made) if isinstance(encoding, BitPrecise) else int(found)


def symbols(encoding: Encoding, made: Int, *values: int) -> tuple[list[Term], dict[Term, int | bool]]:
    """Variables with these values, so that constant folding does not hide the operators."""
    terms = [variable(f"v{n}", encoding.sort(made)) for n in range(len(values))]
    width = (1 << made.width) - 1
    assignment: dict[Term, int | bool] = {
        term: value & width if isinstance(encoding, BitPrecise) else value
        for term, value in zip(terms, values, strict=True)
    }
    return terms, assignment


@st.composite
def numbers(draw: st.DrawFn, count: int = 2) -> tuple[Int, list[int]]:
    made = draw(st.sampled_from(TYPES))
    edge = st.sampled_from([0, 1, -1, 1 << (made.width - 1), (1 << made.width) - 1, (1 << (made.width - 1)) - 1])
    values = draw(st.lists(edge | st.integers(-(2**64), 2**64), min_size=count, max_size=count))
    return made, [wrapped(value, made) for value in values]


@pytest.mark.parametrize("fresh", ENCODINGS, ids=lambda made: made.__name__)
class TestEncoding:
    @settings(max_examples=75)
    @given(drawn=numbers(), op=st.sampled_from("+-*/%&|^"))
    def test_arithmetic(self, fresh: Factory, drawn: tuple[Int, list[int]], op: str) -> None:
        encoding = fresh()
        made, (left, right) = drawn
        if op in "/%" and right == 0:
            right = 1
        (x, y), values = symbols(encoding, made, left, right)
        expected = wrapped(meaning(op, left, right), made)
        assert read(encoding, encoding.arithmetic(op, x, y, made), made, values) == expected
        first, second = encoding.constant(left, made), encoding.constant(right, made)
        assert read(encoding, encoding.arithmetic(op, first, second, made), made) == expected

    @settings(max_examples=50)
    @given(drawn=numbers(1), op=st.sampled_from(("<<", ">>")), count=st.integers(0, 63))
    def test_shifts(self, fresh: Factory, drawn: tuple[Int, list[int]], op: str, count: int) -> None:
        encoding = fresh()
        made, (value,) = drawn
        count %= made.width
        expected = wrapped(value << count if op == "<<" else value >> count, made)
        (x,), values = symbols(encoding, made, value)
        amount = encoding.constant(count, Int(32, signed=True))
        assert read(encoding, encoding.shift(op, x, amount, made, Int(32, signed=True)), made, values) == expected
        free = variable("count", encoding.sort(Int(8, signed=False)))
        term = encoding.shift(op, x, free, made, Int(8, signed=False))
        assert read(encoding, term, made, {**values, free: count}) == expected

    @settings(max_examples=50)
    @given(drawn=numbers(), op=st.sampled_from(("<", "<=", ">", ">=", "==", "!=")))
    def test_comparisons(self, fresh: Factory, drawn: tuple[Int, list[int]], op: str) -> None:
        encoding = fresh()
        made, (left, right) = drawn
        (x, y), values = symbols(encoding, made, left, right)
        expected = {
            "<": left < right,
            "<=": left <= right,
            ">": left > right,
            ">=": left >= right,
            "==": left == right,
            "!=": left != right,
        }[op]
        assert evaluate(encoding.compare(op, x, y, made), values) is expected

    @settings(max_examples=75)
    @given(drawn=numbers(1), target=st.sampled_from((*TYPES, C_BOOL)))
    def test_conversions(self, fresh: Factory, drawn: tuple[Int, list[int]], target: Int) -> None:
        encoding = fresh()
        made, (value,) = drawn
        (x,), values = symbols(encoding, made, value)
        expected = int(value != 0) if target.boolean else wrapped(value, target)
        assert read(encoding, encoding.convert(x, made, target), target, values) == expected
        assert evaluate(encoding.truth(x, made), values) is (value != 0)

    @settings(max_examples=30)
    @given(drawn=numbers(1), op=st.sampled_from("-~"))
    def test_negation(self, fresh: Factory, drawn: tuple[Int, list[int]], op: str) -> None:
        encoding = fresh()
        made, (value,) = drawn
        (x,), values = symbols(encoding, made, value)
        expected = wrapped(-value if op == "-" else ~value, made)
        assert read(encoding, encoding.negate(op, x, made), made, values) == expected

    @settings(max_examples=40)
    @given(data=st.data())
    def test_bit_fields(self, fresh: Factory, data: st.DataObject) -> None:
        encoding = fresh()
        unit, made = Int(32, signed=False), data.draw(st.sampled_from((Int(32, signed=True), Int(32, signed=False))))
        low = data.draw(st.integers(0, 31))
        width = data.draw(st.integers(1, 32 - low))
        old, value = data.draw(st.integers(0, 2**32 - 1)), wrapped(data.draw(st.integers(0, 2**32)), made)
        (x,), values = symbols(encoding, unit, old)
        field = Int(width, made.signed)
        assert read(encoding, encoding.read_bits(x, 4, low, width, made), made, values) == wrapped(old >> low, field)
        written = encoding.write_bits(x, 4, low, width, encoding.constant(value, made), made)
        mask = ((1 << width) - 1) << low
        assert read(encoding, written, unit, values) == (old & ~mask) | ((value << low) & mask)

    @settings(max_examples=30)
    @given(value=st.integers(0, 2**32 - 1))
    def test_bytes_are_the_value(self, fresh: Factory, value: int) -> None:
        encoding = fresh()
        made = Int(32, signed=False)
        (x,), values = symbols(encoding, made, value)
        parts = encoding.split(x, made)
        assert [read(encoding, part, Int(8, signed=False), values) for part in parts] == list(
            value.to_bytes(4, "little")
        )
        assert read(encoding, encoding.join(parts, made), made, values) == value

    def test_a_condition_survives_as_a_number(self, fresh: Factory) -> None:
        encoding = fresh()
        made, condition = Int(32, signed=True), variable("c", BOOL)
        assert encoding.truth(encoding.number(condition, made), made) is condition
        assert encoding.number(TRUE, made) is encoding.constant(1, made)

    @given(value=st.integers(-(2**70), 2**70))
    def test_unknown_values_are_in_range(self, fresh: Factory, value: int) -> None:
        encoding = fresh()
        made = Int(16, signed=True)
        term = encoding.unknown("u", made)
        (symbol,) = term.free
        chosen = value & 0xFFFF if isinstance(encoding, BitPrecise) else value
        assert -(2**15) <= read(encoding, term, made, {symbol: chosen}) < 2**15


def test_promotions_and_usual_conversions() -> None:
    unsigned, signed, wide = Int(32, signed=False), Int(32, signed=True), Int(64, signed=True)
    assert promoted(Int(16, signed=False)) == signed
    assert promoted(C_BOOL) == signed
    assert promoted(unsigned, 31) == signed
    assert promoted(unsigned, 32) == unsigned
    assert usual(signed, unsigned) == unsigned
    assert usual(unsigned, wide) == wide
