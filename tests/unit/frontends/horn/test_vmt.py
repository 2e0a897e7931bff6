"""VMT-LIB: one location, the transition relation, inputs, properties by number."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.errors import InputError, Unsupported
from assay.core.model import Model
from assay.core.terms import TRUE, Term, eq, ge, integer, prime, variable
from assay.core.terms.evaluate import Value, holds
from assay.core.terms.sorts import BOOL, INT
from assay.frontends.horn.vmt import read_vmt, refused_properties
from assay.frontends.text import Source

X, Y, STEP = variable("x", INT), variable("y", INT), variable("step", INT)
DECLARED = """
(declare-fun x () Int) (declare-fun next_x () Int)
(declare-fun y () Int) (declare-fun next_y () Int) (declare-fun step () Int)
(define-fun .x () Int (! x :next next_x))
(define-fun .y () Int (! y :next next_y))
"""


def read(text: str) -> Model:
    return read_vmt(Source("test.vmt", DECLARED + text))


def test_a_system() -> None:
    model = read(
        "(define-fun .init () Bool (! (= x 0) :init true))\n"
        "(define-fun grow () Bool (= next_x (+ x step)))\n"
        "(define-fun .trans () Bool (! (and grow (>= step 1)) :trans true))\n"
        "(define-fun .later () Bool (! (< x 9) :invar-property 3))\n"
        "(define-fun .sooner () Bool (! (>= x 0) :invar-property 1))\n(assert true)\n"
    )
    (edge,) = model.edges
    assert model.entry.variables == (X, Y) and edge.source == edge.target == model.entry
    assert model.initial is eq(X, integer(0))
    assert [(prop.name, prop.text) for prop in model.properties] == [
        (".sooner", ":invar-property 1"),
        (".later", ":invar-property 3"),
    ]
    assert holds(model.properties[0].bad[model.entry], {X: -1}) and not holds(
        model.properties[0].bad[model.entry], {X: 0}
    )
    assert set(edge.inputs) == {STEP, prime(X), prime(Y)}
    step: dict[Term, Value] = {X: 1, Y: 0, STEP: 2, prime(X): 3, prime(Y): 7}
    assert holds(edge.guard, step) and not holds(edge.guard, {**step, prime(X): 4})
    assert dict(edge.updates) == {X: prime(X), Y: prime(Y)}


def test_several_formulas_are_conjunctions_and_none_is_true() -> None:
    model = read(
        "(define-fun a () Bool (! (>= x 0) :init true))(define-fun b () Bool (! (<= x 3) :init true))"
        "(define-fun p () Bool (! (>= x 0) :invar-property 0))"
    )
    assert [holds(model.initial, {X: value}) for value in (-1, 0, 3, 4)] == [False, True, True, False]
    assert model.edges[0].guard is TRUE


def test_init_and_trans_need_no_value_and_names_and_predicates_say_nothing() -> None:
    model = read(
        "(define-fun a () Bool (! (>= x 0) :init :named first))(define-fun b () Bool (! (= next_x 3) :trans ))"
        "(define-fun c () Bool (! (<= x 1) :predicate true))(define-fun d () Bool (and (! (<= x 2) :named low) true))"
        "(define-fun p () Bool (! (and c d) :invar-property 0))"
    )
    assert model.initial is ge(X, integer(0))
    assert model.edges[0].guard is eq(prime(X), integer(3))
    bad = model.properties[0].bad[model.entry]
    assert [holds(bad, {X: value}) for value in (0, 1, 2)] == [False, False, True]


def test_an_input_that_a_property_mentions_is_a_state_that_may_become_anything() -> None:
    model = read(
        "(define-fun t () Bool (! (= next_x step) :trans true))"
        "(define-fun p () Bool (! (=> (= step 7) (>= x 0)) :invar-property 0))"
    )
    assert model.entry.variables == (X, Y, STEP)
    (edge,) = model.edges
    assert edge.updates[STEP] is prime(STEP) and STEP not in edge.inputs
    assert edge.guard is eq(prime(X), STEP)


def test_names_are_kept_apart() -> None:
    text = (
        "(declare-fun a () Bool)(declare-fun |a'| () Bool)(declare-fun b () Bool)(declare-fun |b'| () Bool)"
        "(define-fun .1 () Bool (! a :next b))(define-fun .2 () Bool (! |a'| :next |b'|))"
        "(define-fun .t () Bool (! (and (= b (not a)) (= |b'| a)) :trans true))"
        "(define-fun .p () Bool (! (or a |a'|) :invar-property 0))"
    )
    model = read_vmt(Source("test.vmt", text))
    first, second = model.entry.variables
    assert len({first.name, second.name, prime(first).name, prime(second).name}) == 4
    (edge,) = model.edges
    for values in product((False, True), repeat=4):
        state = dict(zip((first, second, prime(first), prime(second)), values, strict=True))
        a, _, then_a, then_second = values
        assert holds(edge.guard, state) == (then_a != a and then_second == a)
    assert first.sort is BOOL


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(define-fun p () Bool (! (>= x 0) :invar-property zero))", "expected a number"),
        ("(define-fun p () Bool (! (>= x 0) :invar-property))", "expected a value"),
        ("(define-fun q () Int (! x :next y))(define-fun p () Bool (! true :invar-property 0))", "contradicts"),
        ("(define-fun q () Int (! next_x :next x))(define-fun p () Bool (! true :invar-property 0))", "contradicts"),
        ("(define-fun q () Int (! x :next x))(define-fun p () Bool (! true :invar-property 0))", "two different"),
        ("(define-fun q () Int (! (+ x 1) :next y))", "two different"),
        ("(define-fun p () Bool (! (= next_x 0) :invar-property 0))", "next values"),
        ("(define-fun p () Bool (and true (! (>= x 0) :invar-property 0)))", "unusual place"),
        ("(define-fun i () Bool (! (= (! x :next y) 0) :init true))", "unusual place"),
        ("(define-fun i () Bool (! (<= x 0) :invar true))", "the annotation :invar is not read .say it in :init and"),
        ("(define-fun c () Int (! x :nextclock y))", "the annotation :nextclock is not read"),
        ("(define-fun c () Int (+ 1 (! x :nextclock y)))", "the annotation :nextclock is not read"),
        ("(assert (= x 0))", "the command assert"),
        ("(declare-fun f (Int) Bool)(define-fun p () Bool (! (f x) :invar-property 0))", "uninterpreted function f"),
        ("(define-fun p () Bool (! (forall ((z Int)) (= z x)) :invar-property 0))", "a quantifier"),
        ("(define-fun p () Bool (! (= x unknown) :invar-property 0))", "unknown symbol unknown"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read(text)
    assert caught.value.where is not None and caught.value.where.line == DECLARED.count("\n") + 1


def test_an_annotation_without_attributes_says_nothing() -> None:
    plain = read("(define-fun p () Bool (! (and (! (>= x 0)) true) :invar-property 0))")
    assert plain.properties == read("(define-fun p () Bool (! (>= x 0) :invar-property 0))").properties


def test_liveness_beside_invariants_is_left_out_and_named() -> None:
    text = (
        DECLARED
        + "(define-fun p () Bool (! (>= x 0) :invar-property 0))\n(define-fun l () Bool (! true :live-property 1))"
    )
    source = Source("test.vmt", text)
    assert [prop.name for prop in read_vmt(source).properties] == ["p"]
    refused = refused_properties(source)
    assert set(refused) == {"l", ":live-property 1"}
    with pytest.raises(Unsupported, match=r"test\.vmt:7:23: l is a :live-property"):
        raise refused["l"]


@settings(max_examples=40)
@given(st.lists(st.tuples(st.sampled_from("xy"), st.integers(-2, 2), st.sampled_from("xy")), min_size=1, max_size=3))
def test_the_step_means_its_relation(rows: list[tuple[str, int, str]]) -> None:
    """Transitions ``next_a = b + c``, conjoined, against Python."""
    conjuncts = " ".join(f"(= next_{a} (+ {b} {c}))".replace("-2", "(- 2)").replace("-1", "(- 1)") for a, c, b in rows)
    text = f"(define-fun t () Bool (! (and true {conjuncts}) :trans true))"
    model = read(text + "(define-fun p () Bool (! true :invar-property 0))")
    (edge,) = model.edges
    for x, y, then_x, then_y in product(range(-1, 3), repeat=4):
        now, then = {"x": x, "y": y}, {"x": then_x, "y": then_y}
        expected = all(then[a] == now[b] + c for a, c, b in rows)
        assert holds(edge.guard, {X: x, Y: y, prime(X): then_x, prime(Y): then_y}) == expected
