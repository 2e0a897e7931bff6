"""Evidence over integers says the same over bit-vectors."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.core.errors import SolverFailure
from assay.core.evidence import Proof, Trace
from assay.core.model import Edge, Location, Model, Range, Safety
from assay.core.terms import TRUE, Term, add, and_, eq, int_div, int_mod, integer, le, mul, scale, variable
from assay.core.terms.arrays import select, store
from assay.core.terms.bitvectors import mask, signed
from assay.core.terms.evaluate import ArrayValue, Value, evaluate, holds
from assay.core.terms.sorts import BOOL, INT, Sort, array, bitvector
from assay.frontends.c import read_c
from assay.frontends.c.translate.unbounded import Unbounded
from assay.transforms.integers_to_bits import (
    VectorTranslation,
    bits_for,
    corresponds,
    proof_over_bits,
    trace_over_bits,
    vector,
)
from assay.witness.check.loop_invariants import check_proof_by_blocks
from assay.witness.check.replay import check_trace
from clocks import PATIENCE
from strategies import LAW, formulas

WIDTHS = {"x": (8, True), "y": (8, False), "z": (4, True)}
NUMBERS = {name: variable(name, INT) for name in WIDTHS}
VECTORS = {name: variable(name, bitvector(width)) for name, (width, _) in WIDTHS.items()}
P = variable("p", BOOL)


def bounds(width: int, *, is_signed: bool) -> tuple[int, int]:
    return (-(1 << (width - 1)), (1 << (width - 1)) - 1) if is_signed else (0, (1 << width) - 1)


RANGES = {NUMBERS[name]: bounds(width, is_signed=sign) for name, (width, sign) in WIDTHS.items()}
MEANINGS = {NUMBERS[name]: VECTORS[name] for name in WIDTHS} | {P: P}


@st.composite
def states(draw: st.DrawFn) -> tuple[dict[Term, int | bool], dict[Term, int | bool]]:
    """The same state over integers and over vectors."""
    truth = draw(st.booleans())
    numbers: dict[Term, int | bool] = {P: truth}
    vectors: dict[Term, int | bool] = {P: truth}
    for name, (width, sign) in WIDTHS.items():
        code = draw(st.integers(0, mask(width)))
        vectors[VECTORS[name]] = code
        numbers[NUMBERS[name]] = signed(code, width) if sign else code
    return numbers, vectors


@LAW
@given(formula=formulas((P, *NUMBERS.values())), state=states())
def test_a_translated_formula_says_the_same(
    formula: Term, state: tuple[dict[Term, int | bool], dict[Term, int | bool]]
) -> None:
    translated = VectorTranslation(MEANINGS, RANGES)(formula)
    assert not any(term.sort is INT for term in translated.free)
    assert holds(translated, state[1]) == holds(formula, state[0])


@given(state=states())
def test_products_and_quotients_do_not_overflow(state: tuple[dict[Term, int | bool], dict[Term, int | bool]]) -> None:
    x, y, z = NUMBERS.values()
    for total in (mul(x, y), add(scale(1000, x), mul(y, z)), int_div(mul(x, y), integer(7)), int_mod(x, integer(5))):
        value = evaluate(total, state[0])
        assert isinstance(value, int)
        for limit in (value - 1, value):
            formula = le(total, integer(limit))
            assert holds(VectorTranslation(MEANINGS, RANGES)(formula), state[1]) == (value <= limit)
        assert holds(VectorTranslation(MEANINGS, RANGES)(eq(total, integer(value))), state[1])


@pytest.mark.parametrize(("low", "high", "width"), [(0, 0, 1), (0, 255, 8), (-1, 0, 1), (-128, 127, 8), (-1, 128, 9)])
def test_widths(low: int, high: int, width: int) -> None:
    assert bits_for(low, high, signed=low < 0) == width


def test_elements_outside_the_array_of_vectors_are_zero() -> None:
    numbers, vectors = variable("m", array(INT, INT)), variable("m", array(bitvector(4), bitvector(8)))
    x = NUMBERS["x"]
    translation = VectorTranslation({**MEANINGS, numbers: vectors}, RANGES)
    formula = eq(select(numbers, x), integer(7))
    memory = ArrayValue(vectors.sort, 0).updated(3, 7)
    for code, expected in ((3, True), (4, False), (19, False)):
        assert holds(translation(formula), {VECTORS["x"]: code, vectors: memory}) is expected


def test_what_cannot_be_said_is_refused() -> None:
    numbers = variable("m", array(INT, INT))
    vectors = variable("m", array(bitvector(4), bitvector(8)))
    translation = VectorTranslation({**MEANINGS, numbers: vectors}, RANGES)
    x, y, _ = NUMBERS.values()
    for formula in (
        eq(int_div(x, y), integer(1)),
        eq(store(numbers, x, integer(1)), numbers),
        le(variable("unknown", INT), integer(1)),
    ):
        with pytest.raises(SolverFailure):
            translation(formula)


@pytest.mark.parametrize(
    ("value", "sort", "expected"),
    [(-1, bitvector(8), 255), (256, bitvector(8), 0), (True, BOOL, True)],
)
def test_values(value: int, sort: Sort, expected: int) -> None:
    assert vector(value, sort) == expected


def test_models_of_different_shape_do_not_correspond() -> None:
    a, b = Location("a"), Location("b")
    first = Model(a, (Edge("e", a, b, TRUE),), TRUE, (Safety("s", {b: TRUE}),))
    second = Model(a, (Edge("e", a, a, TRUE),), TRUE, (Safety("s", {b: TRUE}),))
    assert corresponds(first, first) and not corresponds(first, second)


PROGRAM = """
extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar(); int sum = 0;
  for (unsigned char i = 0; i < c; i++) sum = sum + 2;
  if (sum %s) reach_error();
  return 0;
}
"""


def both(folder: Path, condition: str) -> tuple[Model, Model]:
    file = folder / "program.c"
    file.write_text(PROGRAM % condition)
    return read_c(file, encoding=Unbounded), read_c(file)


def test_a_proof_over_integers_is_one_over_bits(tmp_path: Path) -> None:
    integers, bits = both(tmp_path, "> 510")
    assert corresponds(integers, bits)
    head = next(edge.target for edge in integers.edges if len(integers.entering(edge.target)) > 1)
    names = {symbol.name: symbol for symbol in head.variables}
    i, c, total = names["main::i"], names["main::c"], names["main::sum"]
    assert integers.domains[i] == Range(0, 255) and integers.domains[total].text(1 << 31) == str(-(1 << 31))
    proof = Proof({head: and_(le(i, c), eq(total, scale(2, i)))})
    found = proof_over_bits(integers, bits, proof)
    assert {symbol.sort for fact in found.invariant.values() for symbol in fact.free} <= {bitvector(8), bitvector(32)}
    check_proof_by_blocks(bits, bits.properties[0], found, seconds=PATIENCE)


def test_a_proof_over_bits_knows_that_truth_values_are_zero_or_one(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(
        "extern void reach_error(void); extern _Bool __VERIFIER_nondet_bool(void);"
        "int main(void) { _Bool a = __VERIFIER_nondet_bool(), b; "
        "while (a + b < 3) { b = __VERIFIER_nondet_bool(); } reach_error(); return 0; }"
    )
    integers, bits = read_c(file, encoding=Unbounded), read_c(file)
    head = next(edge.target for edge in integers.edges if len(integers.entering(edge.target)) > 1)
    # The location may come from a model in which variables are gone.
    for place in (head, Location(head.name)):
        found = proof_over_bits(integers, bits, Proof({place: TRUE}))
        check_proof_by_blocks(bits, bits.properties[0], found, seconds=PATIENCE)


def test_a_run_over_integers_is_one_over_bits(tmp_path: Path) -> None:
    integers, bits = both(tmp_path, "== 6")
    state: dict[Term, Value] = {}
    states, edges, inputs = [dict(state)], [], []
    place = integers.entry
    while place.name != "program:error":
        for edge in integers.leaving(place):
            chosen: dict[Term, Value] = {symbol: 3 - 256 if "nondet" in symbol.name else 5 for symbol in edge.inputs}
            if holds(edge.guard, {**state, **chosen}):
                break
        now = {**state, **chosen}
        state = {symbol: evaluate(edge.after(symbol), now) for symbol in edge.target.variables}
        states.append(dict(state))
        edges.append(edge)
        inputs.append(chosen)
        place = edge.target
    trace = Trace(tuple(states), tuple(edges), tuple(inputs))
    check_trace(bits, bits.properties[0], trace_over_bits(integers, bits, trace))
