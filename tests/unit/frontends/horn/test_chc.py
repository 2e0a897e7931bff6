"""Horn clauses in SMT-LIB: the shapes that occur, names, positions.  That edges mean clauses: ``test_clauses_law``."""

from __future__ import annotations

import pytest

from assay.checking import check
from assay.core.errors import InputError, Unsupported
from assay.core.model import Model, Use
from assay.core.terms import FALSE, TRUE, add, integer, le, not_, prime, variable
from assay.core.terms.evaluate import evaluate, holds
from assay.core.terms.sorts import BOOL, INT
from assay.core.verdict import Holds
from assay.frontends.horn.chc import asks_nothing, read_chc
from assay.frontends.text import Source

P = "(declare-fun P (Int) Bool)"
Q = "(declare-fun Q (Int Bool) Bool)"
QUERY = "(assert (forall ((x Int)) (=> (P x) false)))"


def read(text: str) -> Model:
    return read_chc(Source("test.smt2", text))


def shape(model: Model) -> list[tuple[str, str]]:
    return [(edge.source.name, edge.target.name) for edge in model.edges]


# -- shapes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("assertion", "edges"),
    [
        ("(P 0)", [("%entry", "P")]),
        ("(forall ((x Int)) (P x))", [("%entry", "P")]),
        ("(forall ((x Int) (unused Bool)) (=> (= x 0) (P x)))", [("%entry", "P")]),
        ("(forall ((x Int)) (=> (P x) (Q x true)))", [("P", "Q")]),
        ("(forall ((x Int)) (=> (and (P x) (> x 0)) (P (+ x 1))))", [("P", "P")]),
        ("(forall ((x Int)) (=> (P x) (=> (> x 0) (P (+ x 1)))))", [("P", "P")]),
        ("(forall ((x Int)) (or (not (P x)) (P (+ x 1)) (< x 0)))", [("P", "P")]),
        ("(forall ((x Int)) (=> (or (P x) (Q x true)) (P (+ x 1))))", [("P", "P"), ("Q", "P")]),
        ("(forall ((x Int)) (=> (or (= x 0) (= x 1) (P x)) (Q x true)))", [("%entry", "Q"), ("P", "Q")]),
        ("(forall ((x Int)) (=> (> x 0) (and (P x) (Q x false))))", [("%entry", "P"), ("%entry", "Q")]),
        ("(forall ((x Int)) (=> (exists ((y Int)) (and (P y) (< y x))) (Q x true)))", [("P", "Q")]),
        ("(not (exists ((x Int)) (and (P x) (< x 0))))", [("P", "%error-1")]),
        ("(forall ((x Int)) (not (and (P x) (< x 0))))", [("P", "%error-1")]),
        ("(forall ((x Int)) (=> (P x) (>= x 0)))", [("P", "%error-1")]),
        ("(forall ((x Int)) (let ((a (P x)) (b (+ x 1))) (let ((c (> b 0))) (=> (and a c) (P b)))))", [("P", "P")]),
        ("(forall ((x Int)) (=> (P x) (forall ((y Int)) (=> (> y x) (P y)))))", [("P", "P")]),
        ("(forall ((x Int)) (ite (> x 0) (P x) (Q x true)))", [("%entry", "P"), ("%entry", "Q")]),
        ("(forall ((x Int)) (= (P x) (Q x true)))", [("P", "Q"), ("Q", "P")]),
        ("(=> start (P 0))", [("start", "P")]),
        ("(forall ((b Bool)) (=> (and start b) (Q 0 b)))", [("start", "Q")]),
        ("start", [("%entry", "start")]),
        ("true", []),
        ("(forall ((x Int)) (=> (P x) true))", []),
        ("(! (P 0) :named first)", [("%entry", "P")]),
    ],
)
def test_assertions(assertion: str, edges: list[tuple[str, str]]) -> None:
    queried = any("error" in target for _, target in edges)
    model = read(
        f"(set-logic HORN){P}{Q}(declare-fun start () Bool)(assert {assertion})(assert (not (P 7)))(check-sat)"
    )
    found = sorted(shape(model)[:-1])
    assert found == sorted(edges)
    assert len(model.properties) == (2 if queried else 1)


def test_a_clause_becomes_guard_and_updates() -> None:
    model = read(
        f"{P}{Q}(assert (forall ((a Int) (x Int) (b Bool)) (=> (and (Q a b) b (<= a 5) (= x 3)) (Q (+ a x) (not b)))))"
        "(assert (forall ((a Int) (b Bool)) (=> (Q a b) false)))"
    )
    a, b, x = variable("a", INT), variable("b", BOOL), variable("x", INT)
    step = model.edges[0]
    assert model.at("Q").variables == (a, b)
    assert set(step.inputs) == {x} and holds(step.guard, {a: 5, b: True, x: 3})
    assert not holds(step.guard, {a: 6, b: True, x: 3}) and not holds(step.guard, {a: 5, b: False, x: 3})
    assert dict(step.updates) == {a: add(a, x), b: not_(b)}


def test_arguments_that_are_no_new_variables_become_equations() -> None:
    model = read(
        "(declare-fun R (Int Int) Bool)(assert (forall ((x Int)) (=> (R x x) (R x 0))))"
        "(assert (forall ((x Int)) (=> (R 1 (+ x x)) false)))"
    )
    first, second = model.at("R").variables
    assert (first.name, second.name) == ("arg0", "arg1")
    loop, query = model.edges
    assert holds(loop.guard, {first: 3, second: 3}) and not holds(loop.guard, {first: 3, second: 4})
    assert dict(loop.updates) == {second: integer(0)}
    (x,) = query.inputs
    assert holds(query.guard, {first: 1, second: 4, x: 2}) and not holds(query.guard, {first: 2, second: 4, x: 2})


def test_head_variables_are_primed() -> None:
    model = read(f"{P}(assert (forall ((y Int)) (=> (<= y 3) (P y))))(assert (forall ((x Int)) (=> (P x) false)))")
    (x,) = model.at("P").variables
    assert x.name == "x"  # the name in a body is preferred
    assert dict(model.edges[0].updates) == {x: prime(x)}
    assert model.edges[0].guard is le(prime(x), integer(3))


def test_inputs_never_have_the_name_of_a_variable() -> None:
    model = read(
        f"{P}{Q}"
        "(assert (forall ((x Int) (a Int)) (=> (and (P a) (> x a) (< x 9)) (P (+ x a)))))"
        "(assert (forall ((x Int) (b Bool)) (=> (Q x b) (P x))))"
        "(assert (forall ((|a'| Int) (|x'| Int)) (=> (and (P |a'|) (> |x'| 0)) false)))"
    )
    names = {term.name for location in model.locations for term in location.variables}
    for edge in model.edges:
        primes = {prime(term) for term in edge.target.variables}
        for symbol in edge.inputs:
            assert symbol.name not in names and (symbol in primes or symbol.name.rstrip("'") == symbol.name)


def test_variables_of_the_same_name_in_different_scopes() -> None:
    model = read(
        f"{P}(assert (forall ((x Int)) (=> (and (> x 5) (exists ((x Int)) (and (P x) (< x 5)))) (P (* 2 x)))))"
        "(assert (forall ((x Int)) (=> (P x) false)))"
    )
    edge = model.edges[0]
    (x,) = model.at("P").variables
    (other,) = edge.inputs
    assert holds(edge.guard, {x: 4, other: 6}) and not holds(edge.guard, {x: 6, other: 4})
    assert evaluate(edge.after(x), {x: 4, other: 6}) == 12


def test_a_quantified_variable_with_the_name_of_a_predicate() -> None:
    model = read(
        f"(declare-fun flag () Bool){P}(assert (forall ((flag Bool)) (=> flag (P 0))))(assert (=> flag (P 1)))"
        "(assert (not (P 2)))"
    )
    assert shape(model)[:2] == [("%entry", "P"), ("flag", "P")]


def test_queries_have_a_property_each() -> None:
    one = read(f"{P}(assert (P 0)){QUERY}")
    assert [prop.name for prop in one.properties] == ["query"]
    assert one.properties[0].text == QUERY
    two = read(f"{P}(assert (P 0)){QUERY}(assert (not (P 3)))")
    assert [prop.name for prop in two.properties] == ["query-1", "query-2"]
    assert [dict(prop.bad) for prop in two.properties] == [{edge.target: TRUE} for edge in two.edges[1:]]
    assert two.edges[1].target != two.edges[2].target


def test_a_query_that_asks_nothing_is_kept_if_it_is_the_only_one() -> None:
    idle = "(assert (forall ((x Int)) (=> (and (P x) false) false)))"
    assert len(read(f"{P}(assert (P 0)){idle}{QUERY}").properties) == 1
    only = read(f"{P}(assert (P 0)){idle}")
    assert len(only.properties) == 1 and only.edges[-1].guard is FALSE


def test_names_of_our_own_give_way() -> None:
    model = read("(declare-fun %entry () Bool)(declare-fun %error () Bool)(assert %entry)(assert (=> %entry %error))"
                 "(assert (not %error))")  # fmt: skip
    names = [location.name for location in model.locations]
    assert len(set(names)) == 4 and {"%entry", "%error"} < set(names) and model.entry.name not in ("%entry", "%error")


def test_quoted_names_and_positions() -> None:
    model = read(
        '; comment ( | "\n(declare-fun |my pred| (Int) Bool)\n  (assert\n (|my pred| 1))\n(assert (not (|my pred| 2)))'
    )
    assert model.edges[0].target.name == "my pred"
    assert [str(edge.origin) for edge in model.edges] == ["test.smt2:3:3", "test.smt2:5:1"]


def test_bitvectors_arrays_and_reals() -> None:
    model = read(
        "(define-sort Memory () (Array Int (_ BitVec 8)))(declare-fun M (Memory Real) Bool)"
        "(assert (forall ((a Memory) (r Real)) (=> (= (select a 0) #x0f) (M (store a 1 #x01) (/ r 2)))))"
        "(assert (forall ((a Memory) (r Real)) (=> (and (M a r) (bvult (select a 1) #x01)) false)))"
    )
    assert [str(term.sort) for term in model.at("M").variables] == ["(Array Int (_ BitVec 8))", "Real"]


def test_definitions_and_sorts_are_expanded() -> None:
    model = read(
        f"(define-sort Number () Int){P}(define-fun small ((n Number)) Bool (< n 3))"
        "(assert (forall ((x Number)) (=> (small x) (P x))))(assert (not (P 5)))"
    )
    (x,) = model.at("P").variables
    assert holds(model.edges[0].guard, {prime(x): 2}) and not holds(model.edges[0].guard, {prime(x): 3})


def test_a_definition_that_may_be_recursive_and_is_not_is_expanded() -> None:
    clauses = "(assert (forall ((x Int)) (=> (small x) (P x))))(assert (not (P 5)))"
    plain = read(f"{P}(define-fun small ((n Int)) Bool (< n 3)){clauses}")
    spread = read(f"{P}(define-fun-rec ; not so\n |small| ((n Int)) Bool (< n 3)){clauses}")
    assert [edge.guard for edge in spread.edges] == [edge.guard for edge in plain.edges]
    with pytest.raises(InputError, match=r"test.smt2:1:\d+: unknown symbol nowhere"):
        read("(define-fun-rec small ((n Int)) Bool (< n nowhere))")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("(define-fun-rec f ((n Int)) Int (ite (> n 0) (f (- n 1)) 0))", "1:17: the recursive function f "),
        (
            "(define-fun-rec |f| ((n Int)) Bool (let ((m n)) (or (> n 0) (f (- m 1)))))",
            "1:17: the recursive function f ",
        ),
        ("(define-fun-rec f () Bool (and true |f|))", "1:17: the recursive function f "),
        ("(define-fun-rec)", "1:1: this define-fun-rec is not complete"),
        ("(define-funs-rec ((f ((n Int)) Int)) (n))", "1:1: the command define-funs-rec is not read"),
    ],
)
def test_recursive_functions_are_refused(command: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(f"{command}{P}{QUERY}")
    assert str(caught.value).startswith(f"test.smt2:{message}")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("((_ divisible 3) x)", "(= (mod x 3) 0)"),
        ("( (  _ divisible\n12 ) (+ x 1) )", "(= (mod (+ x 1) 12) 0)"),
        (
            "((_ divisible 3) (ite ((_ divisible 2) x) x (- x)))",
            "(= (mod (ite (= (mod x 2) 0) x (- x)) 3) 0)",
        ),
        ("(or ((_ divisible 2) x) ; ((_ divisible 5) x)\n (> x 1))", "(or (= (mod x 2) 0) (> x 1))"),
        ("(let ((|((_ divisible 2) x)| x)) (> |((_ divisible 2) x)| 3))", "(> x 3)"),
    ],
)
def test_divisibility_is_a_remainder_of_zero(written: str, meant: str) -> None:
    clauses = f"{P}(define-fun same ((x Int)) Bool %s)(assert (forall ((x Int)) (=> (same x) (P x)))){QUERY}"
    rules = "(declare-rel R (Int))(declare-var x Int)(rule (=> %s (R x)))(query R)"
    for text in (clauses, clauses.replace("(same x)", "%s").replace("%s)(assert", "true)(assert"), rules):
        expected, found = read(text.replace("%s", meant)), read(text.replace("%s", written))
        assert [edge.guard for edge in found.edges] == [edge.guard for edge in expected.edges]


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("((_ divisible 0) x)", "2:1: unknown symbol divisible"),
        ("((_ divisible 2) x x)", "2:1: Wrong number of arguments"),
        ("((_ divisible 2) (P x))", "1:27: a predicate inside a term"),
        ("((_ divisible 2) nowhere)", "2:18: unknown symbol nowhere"),
    ],
)
def test_divisibility_in_other_ways_is_refused(formula: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(f"{P}(assert (forall ((x Int)) (=> \n{formula} (P x)))){QUERY}")
    assert str(caught.value).startswith(f"test.smt2:{message}")


def test_further_predicates_of_a_body_are_used() -> None:
    model = read(
        f"{P}{Q}(assert (forall ((n Int) (b Bool)) (=> (and (P n) (Q (+ n 1) b) (< n 5) (P 3) b) (Q (* 2 n) (not b)))))"
        "(assert (forall ((n Int) (b Bool)) (=> (and (Q n b) (P n)) false)))"
    )
    first, query = model.edges
    (n,) = model.at("P").variables
    q, flag = model.at("Q").variables
    chosen = next(symbol for symbol in first.inputs if symbol.sort is BOOL)
    assert shape(model) == [("P", "Q"), ("Q", "%error")]
    assert first.uses == (Use(model.at("Q"), (add(n, integer(1)), chosen)), Use(model.at("P"), (integer(3),)))
    assert first.after(flag) is not_(chosen) and evaluate(first.after(q), {n: 2}) == 4
    assert query.uses == (Use(model.at("P"), (q,)),)


def test_a_body_without_predicates_starts_at_the_entry() -> None:
    model = read(f"{P}(assert (forall ((x Int)) (=> (> x 0) (P x))))(assert (forall ((x Int)) (=> (P x) false)))")
    assert shape(model) == [("%entry", "P"), ("P", "%error")] and model.is_linear


def test_what_follows_exit_is_not_read() -> None:
    assert len(read(f"{P}(assert (P 0)){QUERY}(exit)(assert nonsense)").edges) == 2


@pytest.mark.parametrize(
    ("assertion", "message"),
    [
        ("(forall ((x Int)) (or (P x) (Q x true)))", "not a Horn clause: the head is P or Q"),
        ("(=> (forall ((x Int)) (P x)) false)", "a universal quantifier in the body"),
        ("(exists ((x Int)) (P x))", "an existential quantifier in the head"),
        ("(= (P 0) (forall ((x Int)) (Q x true)))", "a universal quantifier in the body"),
        ("(Q (ite (P 0) 1 2) true)", "the function P inside a term"),
        ("(= c 0)", "the uninterpreted constant c of sort Int"),
        ("(P c)", "the uninterpreted constant c of sort Int"),
        ("(P (+ c 1))", "the uninterpreted constant c of sort Int"),
        ("(forall ((x Int)) (=> (P (ite (> x c) x 0)) (P x)))", "the uninterpreted constant c of sort Int"),
        ("(forall ((x Int)) (=> (P (add x)) false))", "the uninterpreted constant c of sort Int"),
        ("(forall ((x Int)) (let ((y c)) (=> (P y) false)))", "the uninterpreted constant c of sort Int"),
        ("(forall ((a (Array Int Int))) (P (select a c)))", "the uninterpreted constant c of sort Int"),
        ("(not (P (select m 0)))", "the uninterpreted constant m of sort"),
        ("(=> (forall ((x Int)) (= x c)) (P 0))", "the uninterpreted constant c of sort Int"),
        ("(and (forall ((c Int)) (P c)) (P c))", "the uninterpreted constant c of sort Int"),
        ("(Q 0 flag)", "the predicate flag inside an argument of Q"),
        ("(=> flag (Q 0 (not flag)))", "the predicate flag inside an argument of Q"),
        ("(Q (ite flag 1 2) true)", "the predicate flag inside an argument of Q"),
        ("(=> (P 1) (Q 0 (P 1)))", "the predicate P inside an argument of Q"),
        ("(=> (exists ((x Int)) (> x 1)) (Q 0 (exists ((x Int)) (> x 1))))", "a quantifier inside"),
        ("(P (f 0))", "the function f inside a term"),
        ("(forall ((s String)) (P 0))", "the sort String"),
        ("(forall ((l Numbers)) (=> (P (first l)) (P 0)))", "the algebraic data type Numbers"),
        ("(P (left (both 1 2)))", "the algebraic data type Both"),
        ("(= (both 1 2) (both 2 3))", "the algebraic data type Both"),
    ],
)
def test_refusals(assertion: str, message: str) -> None:
    declared = (
        f"{P}{Q}(declare-fun f (Int) Int)(declare-const ; a remark |\tc Int)(declare-fun m () (Array Int Int))"
        "(declare-datatypes ((Numbers 0)) (((none) (some (first Int) (rest Numbers)))))"
        "(declare-datatypes ((Both 0)) (((both (left Int) (right Int)))))"
        "(declare-const|flag|Bool)(define-fun add ((x Int)) Int (+ x c))"
    ).replace("\t", "\n")
    with pytest.raises(Unsupported, match=message) as caught:
        read(f"{declared}\n  (assert {assertion})(assert (not (P 7)))")
    assert str(caught.value.where) == "test.smt2:3:3"


@pytest.mark.parametrize("command", ["(get-model)", "(eval (forall ((x Int)) (P x)))", "(get-value ((P 0)))"])
def test_what_is_asked_of_a_solver_later_changes_no_clause(command: str) -> None:
    clauses = f"(set-logic HORN){P}(assert (P 0))(assert (not (P 1)))(check-sat)"
    assert shape(read(f"{clauses}{command}")) == shape(read(clauses))


def test_a_variable_may_have_the_name_of_a_constant() -> None:
    model = read(f"(declare-const ; c is not used\n c Int){P}(assert (forall ((c Int)) (P c)))(assert (not (P 1)))")
    assert shape(model) == [("%entry", "P"), ("P", "%error")]


@pytest.mark.parametrize(
    "text", ["(set-logic HORN)", f"(set-logic HORN){P}(check-sat)", f"{P}(assert (P 0))(check-sat)", "(assert true)"]
)
def test_clauses_without_a_query_hold_trivially(text: str) -> None:
    model = read(text)
    assert asks_nothing(model) and len(model.properties) == 1
    assert [type(result.verdict) for result in check(model)] == [Holds]


def test_with_a_query_something_is_asked() -> None:
    assert not asks_nothing(read(f"{P}(assert (P 0)){QUERY}"))


@pytest.mark.parametrize("text", [f"{P}(check-sat)", "(declare-rel p (Int))(rule (p 0))"])
def test_declarations_and_rules_alone_are_no_question(text: str) -> None:
    with pytest.raises(InputError, match="no query"):
        read(text)


def test_an_assertion_behind_a_question_is_refused() -> None:
    with pytest.raises(Unsupported, match=r"test\.smt2:2:1: an assertion after a check-sat"):
        read(f"{P}(assert (P 0))(check-sat)\n{QUERY}(check-sat)")


# -- z3's fixedpoint format --------------------------------------------------------------------------------------------

RULES = """
(declare-rel inv (Int Bool))
(declare-rel goal ())
(declare-rel far (Int))
(declare-var n Int)
(declare-var b Bool)
(rule (inv 0 false))
(rule (=> (and (inv n b) (< n 10)) (inv (+ n 1) (not b))) step)
(rule (=> (and (inv n b) (> n 20)) goal))
(rule (=> (inv n true) (far n)))
(query goal :print-certificate true)
(query far)
(query (inv 3 true))
"""


def test_rules_and_queries() -> None:
    model = read(RULES)
    assert shape(model) == [
        ("%entry", "inv"),
        ("inv", "inv"),
        ("inv", "goal"),
        ("inv", "far"),
        ("goal", "%error-1"),
        ("far", "%error-2"),
        ("inv", "%error-3"),
    ]
    step = model.edges[1]
    n, b = model.at("inv").variables
    assert (n.name, b.name) == ("n", "b") and step.inputs == ()
    assert dict(step.updates) == {n: add(n, integer(1)), b: not_(b)}
    assert str(step.origin) == "test.smt2:8:1"
    assert holds(model.edges[6].guard, {n: 3, b: True}) and not holds(model.edges[6].guard, {n: 3, b: False})


def test_errors_in_rules_have_positions() -> None:
    with pytest.raises(InputError, match=r"test\.smt2:2:14: unknown symbol m"):
        read("(declare-rel inv (Int))\n(rule   (inv m))\n(query inv)")
