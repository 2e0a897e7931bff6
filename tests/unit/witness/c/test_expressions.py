"""Terms as C expressions: exact, by compiling and running them; weaker only where names are missing; readable."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from assay.core.c_source import Cells, Declaration, NamedValue, Scalar, SourceMap
from assay.core.terms import (
    FALSE,
    TRUE,
    Op,
    Term,
    add,
    and_,
    conjuncts,
    eq,
    ge,
    int_mod,
    integer,
    ite,
    le,
    lt,
    mul,
    not_,
    or_,
    scale,
    variable,
)
from assay.core.terms.arrays import select
from assay.core.terms.bitvectors import bv, bv_binary, bv_compare, bv_neg, bv_sub, extract, sign_extend, zero_extend
from assay.core.terms.evaluate import Value, evaluate
from assay.core.terms.sorts import INT, array, bitvector
from assay.witness.c.text.expressions import LONGEST, as_c_invariant, c_value
from assay.witness.c.text.scope import CScope
from strategies import formulas

COMPILER = shutil.which("gcc") or shutil.which("cc")
# A case is a batch for the compiler: shrinking one would take minutes.
BATCH = settings(phases=(Phase.explicit, Phase.reuse, Phase.generate))
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler")

KINDS = {
    "c": ("signed char", Scalar(8, signed=True)),
    "k": ("unsigned char", Scalar(8, signed=False)),
    "h": ("short", Scalar(16, signed=True)),
    "i": ("int", Scalar(32, signed=True)),
    "u": ("unsigned int", Scalar(32, signed=False)),
    "l": ("long long", Scalar(64, signed=True)),
    "m": ("unsigned long long", Scalar(64, signed=False)),
    "b": ("_Bool", Scalar(8, signed=False, boolean=True)),
}
NAMES = [f"{kind}{number}" for kind in KINDS for number in (1, 2)]
HERE = Declaration("everywhere", (1, 1), (9, 9))
VECTORS = {variable(f"vector.{name}", bitvector(KINDS[name[0]][1].width)): name for name in NAMES}
NUMBERS = {variable(f"int.{name}", INT): name for name in NAMES}


def scope_of(symbols: Mapping[Term, str]) -> CScope:
    values = {}
    for symbol, name in symbols.items():
        kind = KINDS[name[0]][1]
        values[symbol] = NamedValue(name, kind, kind, HERE)
    return CScope(SourceMap(values), (2, 2), 0)


SCOPE = scope_of({**VECTORS, **NUMBERS})


def number_of(name: str) -> st.SearchStrategy[int]:
    low, high = KINDS[name[0]][1].bounds
    ends = [value for value in (low, high, low + 1, high - 1, 0, 1, -1, 2, 7) if low <= value <= high]
    return st.one_of(st.sampled_from(ends), st.integers(low, high))


STATES = st.fixed_dictionaries({name: number_of(name) for name in NAMES})


def model_values(state: Mapping[str, int]) -> dict[Term, Value]:
    vectors = {symbol: state[name] % (1 << symbol.sort.width) for symbol, name in VECTORS.items()}
    return {**vectors, **{symbol: state[name] for symbol, name in NUMBERS.items()}}


def executed(expressions: Sequence[str], states: Sequence[Mapping[str, int]]) -> list[list[bool]]:
    """The truth of each expression in each state, by a program that stops at undefined behaviour."""
    parameters = ", ".join(f"{KINDS[name[0]][0]} {name}" for name in NAMES)
    lines = ["#include <stdio.h>", f"static void all({parameters}) {{"]
    lines += [f"  putchar('0' + !!({text}));" for text in expressions]
    lines.append("}\nint main(void) {")
    for state in states:
        values = ", ".join(f"({KINDS[name[0]][0]}){state[name] % (1 << 64)}ULL" for name in NAMES)
        lines.append(f"  all({values});")
    lines.append("  return 0;\n}\n")
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder, "all.c"), Path(folder, "all")
        source.write_text("\n".join(lines))
        flags = ["-w", "-O0", "-fsanitize=undefined", "-fno-sanitize-recover=all"]
        subprocess.run([str(COMPILER), *flags, "-o", str(program), str(source)], check=True, capture_output=True)
        done = subprocess.run([str(program)], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    bits = [digit == "1" for digit in done.stdout]
    return [bits[row * len(expressions) : (row + 1) * len(expressions)] for row in range(len(states))]


def as_c_expression(term: Term, scope: CScope) -> str | None:
    value = c_value(term, scope, {})
    return None if value is None else value.text


def agree(terms: Sequence[Term], states: Sequence[Mapping[str, int]]) -> None:
    """Every term that has an expression has the same value as it, in every state."""
    pairs = [(term, text) for term in terms if (text := as_c_expression(term, SCOPE)) is not None]
    # Nothing is missing, so what is weaker elsewhere is the same here.
    pairs += [(term, text) for term, _ in pairs if (text := as_c_invariant(term, SCOPE)) is not None]
    for state, row in zip(states, executed([text for _, text in pairs], states), strict=True):
        for (term, text), answer in zip(pairs, row, strict=True):
            assert evaluate(term, model_values(state)) is answer, (term, text, state)


# -- exactness ---------------------------------------------------------------------------------------------------------


def batches(symbols: Mapping[Term, str]) -> st.SearchStrategy[list[Term]]:
    return st.lists(formulas(tuple(symbols), 2), min_size=20, max_size=30)


@needs_compiler
@settings(BATCH, max_examples=12)
@given(batches(VECTORS), st.lists(STATES, min_size=6, max_size=6))
def test_expressions_over_vectors_are_exact(terms: list[Term], states: list[dict[str, int]]) -> None:
    agree(terms, states)


@needs_compiler
@settings(BATCH, max_examples=12)
@given(batches(NUMBERS), st.lists(STATES, min_size=6, max_size=6))
def test_expressions_over_integers_are_exact(terms: list[Term], states: list[dict[str, int]]) -> None:
    agree(terms, states)


def vector(name: str) -> Term:
    return variable(f"vector.{name}", bitvector(KINDS[name[0]][1].width))


def whole(name: str) -> Term:
    return variable(f"int.{name}", INT)


EDGES = [0, 1, 2, 7, -1, -2, -7, 127, 128, 255, 32767, 2**31 - 1, -(2**31), 2**32 - 1, 2**63 - 1, -(2**63), 2**64 - 1]


def edge_states() -> list[dict[str, int]]:
    states = []
    for turn in range(len(EDGES)):
        state = {}
        for place, name in enumerate(NAMES):
            low, high = KINDS[name[0]][1].bounds
            inside = [value for value in EDGES if low <= value <= high]
            state[name] = inside[(turn * (place + 1) + place) % len(inside)]
        states.append(state)
    return states


@needs_compiler
def test_every_operator_is_exact_at_the_edges_of_its_types() -> None:
    terms = []
    for name in NAMES:
        other = vector(f"{name[0]}2")
        value = vector(name)
        width = value.sort.width
        for op in (Op.BV_UDIV, Op.BV_UREM, Op.BV_SDIV, Op.BV_SREM, Op.BV_SHL, Op.BV_LSHR, Op.BV_ASHR, Op.BV_MUL):
            terms += [eq(bv_binary(op, value, right), other) for right in (other, bv(3, width), bv(-1, width))]
        for op in (Op.BV_AND, Op.BV_OR, Op.BV_XOR, Op.BV_ADD):
            terms.append(bv_compare(Op.BV_SLE, bv_binary(op, value, other), bv(5, width)))
        for constant in EDGES:
            terms.append(bv_compare(Op.BV_ULE, bv_binary(Op.BV_ADD, value, bv(constant, width)), bv(7, width)))
            terms.append(not_(bv_compare(Op.BV_SLE, bv_sub(bv(constant, width), value), bv(-7, width))))
        terms.append(eq(extract(width - 1, width - 3, value), bv(5, 3)))
        terms.append(bv_compare(Op.BV_SLE, sign_extend(3, extract(4, 0, value)), bv(-2, 8)))
        if width < 64:
            terms.append(bv_compare(Op.BV_ULE, vector("m1"), zero_extend(64 - width, value)))
            terms.append(bv_compare(Op.BV_SLE, vector("l1"), sign_extend(64 - width, value)))
            for wide in (zero_extend(64 - width, value), sign_extend(64 - width, value)):
                terms.append(eq(bv_binary(Op.BV_LSHR, wide, bv(40, 64)), zero_extend(64 - width, other)))
                terms.append(bv_compare(Op.BV_SLE, bv_binary(Op.BV_ASHR, wide, bv(40, 64)), bv(-1, 64)))
                terms.append(eq(extract(60, 33, wide), bv(0, 28)))
    terms = [term for term in terms if term.free]
    assert all(as_c_expression(term, SCOPE) is not None for term in terms)
    agree(terms, edge_states())


# -- readability -------------------------------------------------------------------------------------------------------

I1, I2, U1, U2, C1, K1, L1 = (vector(name) for name in ("i1", "i2", "u1", "u2", "c1", "k1", "l1"))


def plus(term: Term, value: int) -> Term:
    return bv_binary(Op.BV_ADD, term, bv(value, term.sort.width))


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (bv_compare(Op.BV_SLE, I1, bv(10, 32)), "i1 <= 10"),
        (bv_compare(Op.BV_SLT, I1, bv(10, 32)), "i1 <= 9"),
        (not_(bv_compare(Op.BV_SLE, I1, I2)), "i1 > i2"),
        (bv_compare(Op.BV_ULE, U1, bv(10, 32)), "u1 <= 10"),
        (bv_compare(Op.BV_ULE, I1, bv(10, 32)), "i1 >= 0 && i1 <= 10"),
        (bv_compare(Op.BV_ULE, I1, I2), "(unsigned int)i1 <= (unsigned int)i2"),
        (bv_compare(Op.BV_SLE, U1, U2), "(int)u1 <= (int)u2"),
        (eq(I1, I2), "i1 == i2"),
        (eq(I2, plus(I1, 1)), "i2 == i1 + 1u"),
        (eq(U2, plus(U1, -3)), "u1 == u2 + 3"),
        (eq(I1, bv(-5, 32)), "i1 == -5"),
        (eq(I1, bv(1 << 31, 32)), "i1 == -2147483647 - 1"),
        (eq(U1, bv(-1, 32)), "u1 == 4294967295u"),
        (not_(eq(C1, bv(-1, 8))), "c1 != -1"),
        (eq(plus(plus(I1, 1), 1), bv(11, 32)), "i1 == 9"),
        (bv_compare(Op.BV_SLE, sign_extend(24, C1), I1), "c1 <= i1"),
        (bv_compare(Op.BV_SLE, plus(zero_extend(24, K1), 300), I1), "k1 + 300 <= i1"),
        (eq(bv_binary(Op.BV_AND, I1, bv(1, 32)), bv(0, 32)), "(i1 & 1) == 0"),
        (eq(extract(0, 0, I1), bv(1, 1)), "(i1 & 1) == 1"),
        (eq(extract(4, 3, I1), bv(0, 2)), "((i1 >> 3) & 3) == 0"),
        (eq(bv_sub(I1, I2), bv(0, 32)), "i1 == i2"),
        (eq(bv_neg(I1), I2), "(unsigned int)i1 + i2 == 0"),
        (eq(bv_binary(Op.BV_SDIV, I1, bv(10, 32)), I2), "i2 == i1 / 10"),
        (eq(ite(bv_compare(Op.BV_SLE, I1, I2), bv(1, 32), bv(0, 32)), I1), "i1 == (i1 <= i2)"),
        (
            or_(and_(eq(I1, bv(1, 32)), eq(I2, bv(2, 32))), eq(I1, bv(0, 32))),
            "i1 == 0 || (i1 == 1 && i2 == 2)",
        ),
        (le(whole("i1"), integer(4)), "i1 <= 4"),
        (eq(add(whole("i1"), integer(1)), whole("i2")), "i2 == i1 + 1LL"),
    ],
)
def test_expressions_read_well(term: Term, text: str) -> None:
    assert as_c_expression(term, SCOPE) == text


# -- what is known from the conjuncts before --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (and_(bv_compare(Op.BV_SLE, I1, bv(10, 32)), eq(I2, plus(I1, 1))), "i1 <= 10 && i2 == i1 + 1"),
        (and_(eq(I2, plus(I1, 1)), bv_compare(Op.BV_ULE, I1, bv(10, 32))), "i1 >= 0 && i1 <= 10 && i2 == i1 + 1"),
        (and_(le(whole("i1"), integer(10)), eq(whole("i2"), add(whole("i1"), integer(1)))), "i1 <= 10 && i2 == i1 + 1"),
        (and_(ge(whole("l1"), integer(0)), lt(add(whole("l1"), whole("i2")), integer(9))), "l1 >= 0"),
        (
            and_(
                ge(whole("l1"), integer(0)), le(whole("l1"), integer(9)), lt(add(whole("l1"), whole("i2")), integer(9))
            ),
            "l1 >= 0 && l1 <= 9 && i2 + l1 <= 8",
        ),
    ],
)
def test_bounds_that_come_first_save_casts(term: Term, text: str) -> None:
    assert as_c_invariant(term, SCOPE) == text


def test_values_have_the_names_that_the_program_gives_them() -> None:
    state, mode = variable("state", bitvector(32)), variable("mode", bitvector(8))
    lock = Scalar(32, signed=False, names=((0, "FREE"), (7, "TAKEN")))
    char = Scalar(8, signed=True, names=((10, r"'\n'"), (97, "'a'")))
    named = {state: NamedValue("state", lock, lock, HERE), mode: NamedValue("mode", char, char, HERE)}
    scope = CScope(SourceMap(named), (2, 2), 0)
    for term, text in (
        (eq(state, bv(7, 32)), "state == TAKEN"),
        (not_(eq(state, bv(0, 32))), "state != FREE"),
        (eq(state, bv(3, 32)), "state == 3"),
        (and_(bv_compare(Op.BV_SLE, bv(97, 8), mode), not_(eq(state, bv(7, 32)))), "mode >= 'a' && state != TAKEN"),
        (or_(eq(mode, bv(10, 8)), not_(eq(mode, bv(98, 8)))), r"mode != 98 || mode == '\n'"),
    ):
        assert as_c_invariant(term, scope) == text


@needs_compiler
@settings(BATCH, max_examples=8)
@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(VECTORS, key=lambda v: v.name)), st.integers(-9, 9), st.integers(0, 300)),
        min_size=2,
        max_size=4,
    ),
    batches(VECTORS),
    st.lists(STATES, min_size=6, max_size=6),
)
def test_what_is_saved_is_still_exact(
    limits: list[tuple[Term, int, int]], terms: list[Term], states: list[dict[str, int]]
) -> None:
    bounds = []
    for symbol, low, size in limits:
        width = symbol.sort.width
        bounds.append(bv_compare(Op.BV_ULE, plus(symbol, -low), bv(size, width)))
        bounds.append(bv_compare(Op.BV_SLE, symbol, bv(low + size, width)))
    guarded = [and_(*bounds, term) for term in terms]
    near = [
        {**state, **{VECTORS[v]: min(max(low, KINDS[VECTORS[v][0]][1].bounds[0]), 1) for v, low, _ in limits}}
        for state in states
    ]
    agree([term for term in guarded if term.free], [*states, *near])


# -- names that are missing -------------------------------------------------------------------------------------------

HIDDEN = variable("vector.hidden", bitvector(32))


def test_a_conjunction_loses_what_cannot_be_named() -> None:
    kept, lost = bv_compare(Op.BV_SLE, I1, bv(3, 32)), eq(HIDDEN, I1)
    assert as_c_expression(and_(kept, lost), SCOPE) is None
    assert as_c_invariant(and_(kept, lost), SCOPE) == "i1 <= 3"
    assert as_c_invariant(lost, SCOPE) is None
    assert as_c_invariant(TRUE, SCOPE) is None
    assert as_c_invariant(FALSE, SCOPE) == "0"


def test_a_disjunction_does_not_lose_disjuncts() -> None:
    kept, lost = bv_compare(Op.BV_SLE, I1, bv(3, 32)), eq(HIDDEN, I1)
    assert as_c_invariant(or_(kept, lost), SCOPE) is None
    assert as_c_invariant(and_(kept, or_(eq(I2, bv(0, 32)), lost)), SCOPE) == "i1 <= 3"
    inside = or_(eq(I2, bv(0, 32)), and_(lost, eq(I2, bv(1, 32))))
    assert as_c_invariant(inside, SCOPE) == "i2 == 0 || i2 == 1"
    # Below a negation the roles are exchanged.
    assert as_c_invariant(not_(or_(kept, lost)), SCOPE) == "i1 >= 4"
    assert as_c_invariant(not_(and_(kept, lost)), SCOPE) is None


@needs_compiler
@settings(BATCH, max_examples=8)
@given(
    st.lists(formulas((*VECTORS, HIDDEN), 3), min_size=20, max_size=30),
    st.lists(st.tuples(STATES, st.integers(0, 2**32 - 1)), min_size=6, max_size=6),
)
def test_an_invariant_follows_from_the_formula(terms: list[Term], states: list[tuple[dict[str, int], int]]) -> None:
    pairs = [(term, text) for term in terms if (text := as_c_invariant(term, SCOPE)) is not None]
    answers = executed([text for _, text in pairs], [state for state, _ in states])
    for (state, hidden), row in zip(states, answers, strict=True):
        for (term, text), answer in zip(pairs, row, strict=True):
            holds = evaluate(term, {**model_values(state), HIDDEN: hidden})
            assert answer or not holds, (term, text, state)


def test_a_formula_that_is_too_long_loses_conjuncts_only() -> None:
    terms = [eq(bv_binary(Op.BV_MUL, I1, plus(I2, k)), bv(k, 32)) for k in range(1, 1000)]
    text = as_c_invariant(and_(*terms), SCOPE)
    assert text is not None and len(text) < 2 * LONGEST
    assert as_c_expression(or_(*terms), SCOPE) is None


def test_conjuncts_of_an_expression_stay_separate() -> None:
    term = and_(or_(eq(I1, bv(0, 32)), eq(I2, bv(0, 32))), bv_compare(Op.BV_SLE, I1, bv(3, 32)))
    assert len(conjuncts(term)) == 2
    assert as_c_invariant(term, SCOPE) == "i1 <= 3 && (i1 == 0 || i2 == 0)"


# -- pointers and memory ----------------------------------------------------------------------------------------------

POINTER = Scalar(32, signed=False, pointer=True)
P, Q = variable("vector.p", bitvector(32)), variable("vector.q", bitvector(32))
MEMORY = variable("*table", array(bitvector(32), bitvector(32)))
INTEGER_MEMORY = variable("*numbers", array(INT, INT))
TABLE = Cells(4096, 8, 5, "table[", "].key", Scalar(32, signed=True), Declaration("table", (1, 1), (9, 9)))
ONE = Cells(8192, 1, 1, "one", "", Scalar(32, signed=True), Declaration("one", (1, 1), (9, 9)))
POINTERS = CScope(
    SourceMap(
        {
            P: NamedValue("p", POINTER, Scalar(32, signed=False), HERE),
            Q: NamedValue("q", POINTER, Scalar(32, signed=False), HERE),
            variable("int.p", INT): NamedValue("p", POINTER, Scalar(32, signed=False), HERE),
            variable("int.q", INT): NamedValue("q", POINTER, Scalar(32, signed=False), HERE),
            variable("held", INT): NamedValue("s.held", Scalar(32, signed=True), Scalar(32, signed=False), HERE),
        },
        {MEMORY: (TABLE, ONE), INTEGER_MEMORY: (TABLE,)},
        (TABLE, ONE),
    ),
    (2, 2),
    0,
)


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (eq(P, bv(0, 32)), "p == 0"),
        (not_(eq(P, bv(0, 32))), "p != 0"),
        (eq(P, Q), "p == (void *)q"),
        (eq(P, bv(8192, 32)), "p == (void *)&one"),
        (not_(eq(P, bv(4112, 32))), "p != (void *)&table[2].key"),
        (eq(P, bv(4113, 32)), None),
        (bv_compare(Op.BV_ULE, P, bv(5000, 32)), None),
        (eq(P, bv_binary(Op.BV_ADD, Q, bv(4, 32))), None),
        (eq(variable("int.p", INT), integer(0)), "p == 0"),
        (not_(eq(variable("int.p", INT), variable("int.q", INT))), "p != (void *)q"),
        (le(variable("int.p", INT), integer(7)), None),
        (eq(add(variable("int.p", INT), variable("int.q", INT)), integer(0)), None),
        (eq(select(MEMORY, bv(4096, 32)), bv(-1, 32)), "table[0].key == -1"),
        (eq(select(MEMORY, bv(8192, 32)), bv(7, 32)), "one == 7"),
        (eq(select(MEMORY, bv(4100, 32)), bv(7, 32)), None),
        (eq(select(MEMORY, bv(4136, 32)), bv(7, 32)), None),
        (eq(select(MEMORY, P), bv(7, 32)), None),
        (eq(select(INTEGER_MEMORY, integer(4096)), integer(7)), None),
        (
            eq(int_mod(select(INTEGER_MEMORY, integer(4104)), integer(1 << 32)), integer(7)),
            "(unsigned int)table[1].key == 7",
        ),
        (eq(variable("held", INT), integer(7)), "(unsigned int)s.held == 7"),
    ],
)
def test_pointers_are_equal_or_not_and_memory_is_known_by_its_names(term: Term, text: str | None) -> None:
    assert as_c_expression(term, POINTERS) == text


def test_products_and_multiples_of_integers_stay_in_their_types() -> None:
    i1, i2, l1, l2 = (whole(name) for name in ("i1", "i2", "l1", "l2"))
    assert as_c_expression(le(mul(i1, i2), integer(5)), SCOPE) == "(long long)i1 * i2 <= 5"
    assert as_c_expression(le(mul(l1, l2), integer(5)), SCOPE) is None
    assert as_c_expression(le(scale(3, i1), i2), SCOPE) == "3LL * i1 <= i2"


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (
            lambda a, b, c: and_(le(c, a), le(b, integer(7)), ge(a, integer(0)), le(a, integer(9))),
            "a >= 0 && a <= 9 && b <= 7 && c <= a",
        ),
        (lambda a, b, c: lt(add(a, b), scale(2, c)), "a + b < 2 * c"),
        (lambda a, b, c: or_(and_(eq(a, b), lt(b, c)), not_(eq(c, integer(3)))), "c != 3 || (b < c && a == b)"),
        (lambda a, b, c: eq(add(a, integer(2)), b), "b == a + 2"),
        (lambda a, b, c: eq(mul(b, a), c), "c == a * b"),
    ],
)
def test_the_text_does_not_depend_on_which_variable_was_made_first(
    told: Callable[[Term, Term, Term], Term], text: str
) -> None:
    kind = Scalar(16, signed=True)
    for number, order in enumerate(permutations("abc")):
        made = {name: variable(f"{name}.{number}.{text}", INT) for name in order}
        scope = CScope(SourceMap({made[name]: NamedValue(name, kind, kind, HERE) for name in "abc"}), (2, 2), 0)
        found = as_c_invariant(told(made["a"], made["b"], made["c"]), scope)
        assert found == text, order
