"""Reading what z3 hands back: every operator, each proved equivalent to what z3 means by it."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assay.core.errors import SolverFailure, Unsupported
from assay.core.terms import TRUE, Op, Term, add, eq, gt, integer, intern, le, post_order, variable
from assay.core.terms.evaluate import ArrayValue
from assay.core.terms.smtlib import quoted, symbol, to_smtlib
from assay.core.terms.sorts import BOOL, INT, REAL, array, bitvector
from assay.solve.z3.context import Z3Context, decode
from assay.solve.z3.raw import library, signatures
from assay.solve.z3.reading import from_z3
from assay.solve.z3.terms import to_z3
from assay.solve.z3.values import read_value
from strategies import EVERYTHING, LAW, formulas

CONTEXT = Z3Context()
DECLARATIONS = """
(declare-const p Bool) (declare-const q Bool) (declare-const x Int) (declare-const y Int)
(declare-const r Real) (declare-const s Real)
(declare-const u (_ BitVec 4)) (declare-const v (_ BitVec 4)) (declare-const w (_ BitVec 8))
(declare-const a (Array Int Int)) (declare-const m (Array (_ BitVec 4) (_ BitVec 8)))
(declare-const table (Array Int Int Int))
(declare-fun f (Int) Int) (declare-sort U 0) (declare-const c U) (declare-const d U)
"""


def parse(text: str, context: Z3Context = CONTEXT) -> list[int]:
    """The assertions of an SMT-LIB text, kept alive."""
    api = context.api
    vector = api.parse_smtlib2_string(context.raw, text.encode(), 0, None, None, 0, None, None)
    context.check_error()
    api.ast_vector_inc_ref(context.raw, vector)
    return [
        context.keep(api.ast_vector_get(context.raw, vector, i))
        for i in range(api.ast_vector_size(context.raw, vector))
    ]


def read(formula: str) -> Term:
    (raw,) = parse(f"{DECLARATIONS} (assert {formula})")
    return from_z3(CONTEXT, raw)


def equivalent(raw: int, term: Term) -> bool:
    """Does z3 refute that ``raw`` and ``term`` differ?"""
    api, context = CONTEXT.api, CONTEXT.raw
    same = CONTEXT.keep(api.mk_eq(context, raw, to_z3(CONTEXT, term)))
    different = CONTEXT.keep(api.mk_not(context, same))
    solver = api.mk_solver(context)
    api.solver_inc_ref(context, solver)
    api.solver_assert(context, solver, different)
    result: int = api.solver_check_assumptions(context, solver, 0, None)
    api.solver_dec_ref(context, solver)
    return result == -1


@pytest.mark.parametrize(
    "formula",
    [
        "(and p q (or p q) (not p))",
        "(=> p q p)",
        "(xor p q p)",
        "(= p q p)",
        "(distinct x y 3)",
        "(distinct p q)",
        "(ite p q (= x y))",
        "(let ((t (+ x 1))) (= (* t 2) (- t y)))",
        "(< (- x) (- x y 1))",
        "(<= x y 7)",
        "(>= x y)",
        "(> (* x 3) (+ x y y 2))",
        "(= (div x 3) (mod y (- 4)))",
        "(= (div x 2 3) 1)",
        "(= (div x y) 4)",
        "(= (mod x y) 4)",
        "(= (rem x 3) (rem y (- 3)))",
        "(= (rem x y) 2)",
        "(= (abs x) 4)",
        "(< (* x y) 10)",
        "(= (^ x 3) 8)",
        "(= (/ r 4.0) (+ s 0.125))",
        "(= (/ r s) 2.0)",
        "(> (to_real x) r)",
        "(= (to_int r) x)",
        "(is_int r)",
        "(< (abs r) 2.0)",
        "(= r (+ x y))",
        "(= (bvneg u) (bvsub u v))",
        "(= (bvadd u v #x3) (bvmul u v u))",
        "(= (bvudiv u v) (bvurem u v))",
        "(= (bvsdiv u v) (bvsrem u v))",
        "(= (bvsmod u v) u)",
        "(bvult u v)",
        "(bvule u v)",
        "(bvugt u v)",
        "(bvuge u v)",
        "(bvslt u v)",
        "(bvsle u v)",
        "(bvsgt u v)",
        "(bvsge u v)",
        "(= (bvand u v u) (bvor u v u))",
        "(= (bvxor u v) (bvnot u))",
        "(= (bvnand u v) (bvnor u v))",
        "(= (bvxnor u v) u)",
        "(= (concat u v) w)",
        "(= (concat #b1 u #b010) w)",
        "(= ((_ extract 5 2) w) u)",
        "(= ((_ sign_extend 4) u) ((_ zero_extend 4) v))",
        "(= ((_ repeat 2) u) w)",
        "(= ((_ rotate_left 1) u) ((_ rotate_right 3) v))",
        "(= ((_ rotate_left 5) u) ((_ rotate_right 6) v))",
        "(= (ext_rotate_left u v) u)",
        "(= (ext_rotate_right u v) u)",
        "(= (bvcomp u v) #b1)",
        "(= (bvredor u) (bvredand v))",
        "(= (bvshl u v) (bvlshr u v))",
        "(= (bvashr u v) u)",
        "(= (select a x) (select (store a y 3) x))",
        "(= ((as const (Array Int Int)) x) (store a x y))",
        "(= (select m u) w)",
        "(= (default ((as const (Array Int Int)) x)) y)",
    ],
)
def test_operators(formula: str) -> None:
    (raw,) = parse(f"{DECLARATIONS} (assert {formula})")
    term = from_z3(CONTEXT, raw)
    assert term.sort is BOOL
    assert equivalent(raw, term)


def test_equivalence_can_fail() -> None:
    (raw,) = parse(f"{DECLARATIONS} (assert (= (bvredor u) #b1))")
    assert not equivalent(raw, TRUE)


@pytest.mark.parametrize(
    ("formula", "complaint"),
    [
        ("(= (bv2nat u) 3)", "bv2nat|ubv_to_int|bv2int"),
        ("(= ((_ int2bv 4) x) u)", "int2bv|int_to_bv"),
        ("(forall ((i Int)) (> i x))", "quantifier"),
        ("(= (f x) 3)", "function f"),
        ("(= c d)", "sort U"),
        ("(= (^ x y) 8)", "power"),
        ("(= (^ x 0) 8)", "power"),
        ("(= (default a) 1)", "default element"),
        ("(= (select table 1 2) 3)", "several indices"),
        ("(= a ((_ map (+ (Int Int) Int)) a a))", "map"),
        ("(= 1.0 (sin r))", "sin"),
    ],
)
def test_what_is_outside_our_language_is_refused(formula: str, complaint: str) -> None:
    with pytest.raises(Unsupported, match=complaint):
        read(formula)


def test_variables_keep_their_name_and_sort() -> None:
    term = read("(and p (= x y) (= r s) (bvule u v) (= a (store a x y)))")
    names = {part.name: part.sort for part in term.free}
    integers = array(INT, INT)
    vector = bitvector(4)
    assert names == {"p": BOOL, "x": INT, "y": INT, "r": REAL, "s": REAL, "u": vector, "v": vector, "a": integers}


def test_bound_variables_become_the_given_terms() -> None:
    (raw,) = parse("(assert (forall ((i Int) (j Int)) (> i (+ j 1))))")
    body = CONTEXT.keep(CONTEXT.api.get_quantifier_body(CONTEXT.raw, raw))
    i, j = variable("first", INT), variable("second", INT)
    assert from_z3(CONTEXT, body, (j, i)) is gt(i, add(j, integer(1)))
    assert from_z3(CONTEXT, body, (i, i)) is gt(i, add(i, integer(1)))
    with pytest.raises(Unsupported, match="bound variable"):
        from_z3(CONTEXT, body, (j,))


def test_known_expressions_are_taken_as_given() -> None:
    (raw,) = parse(f"{DECLARATIONS} (assert (and p (> (f x) 3)))")
    application = CONTEXT.api.get_app_arg(CONTEXT.raw, CONTEXT.api.get_app_arg(CONTEXT.raw, raw, 1), 0)
    y = variable("y", INT)
    known = {application: y}
    assert from_z3(CONTEXT, raw, known=known).free == {variable("p", BOOL), y}
    assert known[raw] is from_z3(CONTEXT, raw, known=known)


def test_irrational_numbers_are_a_failure() -> None:
    (raw,) = parse("(declare-const r Real) (assert (= r (root-obj (+ (^ x 2) (- 2)) 2)))")
    with pytest.raises(SolverFailure, match="irrational"):
        from_z3(CONTEXT, raw)


def test_constants_with_numbers_for_names_stay_themselves() -> None:
    raw = CONTEXT.keep(CONTEXT.api.mk_fresh_const(CONTEXT.raw, b"k", CONTEXT.raw_sort(INT)))
    term = from_z3(CONTEXT, raw)
    assert to_z3(CONTEXT, term) == raw


def test_errors_of_the_library_are_exceptions() -> None:
    with pytest.raises(SolverFailure, match="unknown constant"):
        parse("(assert undeclared)")
    with pytest.raises(SolverFailure):
        CONTEXT.keep(CONTEXT.api.mk_select(CONTEXT.raw, to_z3(CONTEXT, TRUE), to_z3(CONTEXT, TRUE)) or 0)


def test_the_last_write_to_an_index_counts() -> None:
    sort = array(INT, INT)
    term = intern(Op.CONST_ARRAY, (integer(7),), sort)
    for value in (1, 2, 7, 3):
        term = intern(Op.STORE, (term, integer(5), integer(value)), sort)
    term = intern(Op.STORE, (term, integer(6), integer(7)), sort)
    found = read_value(CONTEXT, 0, to_z3(CONTEXT, term), sort)
    assert found == ArrayValue(sort, 7, ((5, 3),))


# -- printing ----------------------------------------------------------------------------------------------------------


def printed(term: Term) -> str:
    names = sorted(term.free, key=lambda part: part.name)
    declarations = " ".join(f"(declare-const {symbol(part.name)} {part.sort})" for part in names)
    return f"{declarations} (assert {to_smtlib(term)})"


@given(formulas(EVERYTHING, 4))
@LAW
def test_what_is_printed_reads_back(formula: Term) -> None:
    (raw,) = parse(printed(formula), Z3Context()) if formula.is_const else parse(printed(formula))
    assert formula.is_const or from_z3(CONTEXT, raw) is formula


@given(st.text("xY0189 \t\n-+.#'\"();:,~!@$%^*=<>?/{}[]`", min_size=1, max_size=6))
@LAW
@example("<")
@example("as")
def test_any_name_can_be_printed(name: str) -> None:
    """Those that z3's reader takes for its own even where they are quoted, such as ``|as|``, become others."""
    (raw,) = parse(printed(le(variable(name, INT), integer(3))))
    free = symbol(name) == quoted(name)
    assert from_z3(CONTEXT, raw) is le(variable(name if free else f"{name}!", INT), integer(3))


# -- the library -------------------------------------------------------------------------------------------------------


def test_signatures_are_those_of_the_library() -> None:
    """The letters of each function against the types that z3's own bindings give it."""
    z3core = pytest.importorskip("z3.z3core")
    letters = {"c_uint": "u", "c_int": "u", "c_bool": "b", "c_char_p": "s", "c_double": "d"}
    letters |= dict.fromkeys(("c_long", "c_ulong", "c_longlong", "c_ulonglong"), "l")
    for name, signature in signatures().items():
        wrapper = getattr(z3core, "Z3_" + name)
        if name == "set_error_handler":
            continue
        function = wrapper.__defaults__[-1].f
        kinds = [] if signature[0] == "v" else [function.restype]
        found = "".join(letters.get(kind.__name__, "p") for kind in [*kinds, *function.argtypes])
        assert found == signature.removeprefix("v").replace("i", "u"), name


def test_functions_without_a_signature_are_refused() -> None:
    with pytest.raises(AttributeError):
        library().mk_nonsense  # noqa: B018
    assert re.match(r"\d+\.\d+", decode(library().get_full_version()))


def test_every_subterm_is_translated_once() -> None:
    context = Z3Context()
    x = variable("x", INT)
    formula = eq(add(x, x), integer(4))
    to_z3(context, formula)
    assert set(post_order(formula)) <= set(context.raws)
    before = dict(context.raws)
    to_z3(context, formula)
    assert context.raws == before
