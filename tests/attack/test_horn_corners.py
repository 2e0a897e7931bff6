"""Horn clauses where the theory leaves a value open, or where equal arrays can be written in several ways."""

from __future__ import annotations

import pytest

from assay.checking import check
from assay.core.verdict import Holds, Unknown, Violated
from assay.engines.config import Config
from assay.frontends.horn.chc import read_chc
from assay.frontends.text import Source
from clocks import PATIENCE


def verdict_of(text: str) -> type:
    (result,) = check(
        read_chc(Source("corner.smt2", f"(set-logic HORN){text}(check-sat)")), config=Config(seconds=PATIENCE)
    )
    return type(result.verdict)


@pytest.mark.parametrize(
    ("quotient", "sort", "target"),
    [
        ("(div 5 0)", "Int", "7"),
        ("(mod x 0)", "Int", "7"),
        ("(/ 1.0 0.0)", "Real", "3.5"),
        ("(div x y)", "Int", "(* 3 x)"),
        ("(ite (= x 1) 0 (mod 10 y))", "Int", "12"),
    ],
)
def test_no_run_is_a_violation_because_of_a_quotient_by_zero(quotient: str, sort: str, target: str) -> None:
    clauses = (
        f"(declare-fun P ({sort} {sort}) Bool)"
        f"(assert (forall ((x {sort}) (y {sort}) (z {sort})) (=> (and (= y 0) (= z {quotient})) (P x z))))"
        f"(assert (forall ((x {sort}) (z {sort})) (=> (and (P x z) (= z {target}) (not (= x 0))) false)))"
    )
    assert verdict_of(clauses.replace("(= y 0)", "(= y 0.0)") if sort == "Real" else clauses) is Unknown


def test_a_quotient_by_zero_is_a_function_of_the_dividend() -> None:
    clauses = (
        "(declare-fun P (Int Int) Bool)"
        "(assert (forall ((x Int) (y Int) (z Int)) (=> (and (= x (div z 0)) (= y (div z 0))) (P x y))))"
        "(assert (forall ((x Int) (y Int)) (=> (and (P x y) (not (= x y))) false)))"
    )
    assert verdict_of(clauses) is Holds


def test_a_run_that_does_not_divide_by_zero_is_a_violation() -> None:
    clauses = (
        "(declare-fun P (Int Int) Bool)"
        "(assert (forall ((x Int) (y Int)) (=> (and (> y 0) (= x (div 7 y))) (P x y))))"
        "(assert (forall ((x Int) (y Int)) (=> (and (P x y) (= x 3)) false)))"
    )
    assert verdict_of(clauses) is Violated


@pytest.mark.parametrize(
    ("operator", "expected"),
    [
        ("bvudiv", "#xf"),
        ("bvurem", "x"),
        ("bvsdiv", "(ite (bvslt x #x0) #x1 #xf)"),
        ("bvsrem", "x"),
        ("bvsmod", "x"),
    ],
)
def test_vectors_have_fixed_quotients_by_zero(operator: str, expected: str) -> None:
    clauses = (
        "(declare-fun P ((_ BitVec 4) (_ BitVec 4)) Bool)"
        f"(assert (forall ((x (_ BitVec 4)) (y (_ BitVec 4))) (=> (= y #x0) (P x ({operator} x y)))))"
        "(assert (forall ((x (_ BitVec 4)) (y (_ BitVec 4))) (=> (and (P x y) {}) false)))"
    )
    assert verdict_of(clauses.format(f"(not (= y {expected}))")) is Holds
    assert verdict_of(clauses.format(f"(= y {expected})")) is Violated


@pytest.mark.parametrize("index", ["Bool", "(_ BitVec 1)", "(Array Bool Bool)"])
def test_arrays_with_few_indices_are_equal_if_their_elements_are(index: str) -> None:
    ways = {
        "Bool": ("false", "true"),
        "(_ BitVec 1)": ("#b0", "#b1"),
        "(Array Bool Bool)": ("((as const (Array Bool Bool)) false)", "((as const (Array Bool Bool)) true)"),
    }
    sort, (low, high) = f"(Array {index} Int)", ways[index]
    written = f"(store (store ((as const {sort}) 1) {low} x) {high} 2)"
    other = f"(store (store ((as const {sort}) 2) {high} 2) {low} 3)"
    clauses = (
        f"(declare-fun P ({sort} {sort}) Bool)"
        f"(assert (forall ((x Int)) (P {written} {other})))"
        f"(assert (forall ((a {sort}) (b {sort})) (=> (and (P a b) (= a b)) false)))"
    )
    assert verdict_of(clauses) is (Holds if "Array" in index else Violated)
