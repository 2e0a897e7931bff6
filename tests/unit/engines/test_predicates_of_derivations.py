"""Predicate abstraction of clauses with several predicates in the body: recursive functions by the book."""

from __future__ import annotations

from typing import Any, Final

import pytest

from assay.checking import check
from assay.core.errors import InputError
from assay.core.evidence import Derivation
from assay.core.model import Model
from assay.core.verdict import Holds, Violated
from assay.engines.catalogue import configured
from assay.explore.unfold.order import ORDERS
from assay.frontends.horn.chc import read_chc
from assay.frontends.text import Source
from clocks import PATIENCE

MCCARTHY: Final = """
(declare-fun mc (Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 100) (mc n (- n 10)))))
(assert (forall ((n Int) (t Int) (r Int)) (=> (and (<= n 100) (mc (+ n 11) t) (mc t r)) (mc n r))))
"""
FIBONACCI: Final = """
(declare-fun fib (Int Int) Bool)
(assert (forall ((n Int)) (=> (and (<= 0 n) (<= n 1)) (fib n n))))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (> n 1) (fib (- n 1) a) (fib (- n 2) b)) (fib n (+ a b)))))
"""
EVEN_AND_ODD: Final = """
(declare-fun even (Int) Bool)
(declare-fun odd (Int) Bool)
(assert (even 0))
(assert (forall ((n Int)) (=> (even n) (odd (+ n 1)))))
(assert (forall ((m Int) (n Int)) (=> (and (odd m) (odd n)) (even (+ m n)))))
"""
TREE_SUMS: Final = """
(declare-fun leaf (Int) Bool)
(declare-fun tree (Int Int) Bool)
(assert (forall ((v Int)) (=> (and (<= 1 v) (<= v 3)) (leaf v))))
(assert (forall ((v Int)) (=> (leaf v) (tree 1 v))))
(assert (forall ((a Int) (b Int) (m Int) (n Int)) (=> (and (tree m a) (tree n b)) (tree (+ m n) (+ a b)))))
"""
CASES: Final = {
    "91 below 102": (MCCARTHY, "(n Int) (r Int)", "(and (mc n r) (<= n 101) (not (= r 91)))", True),
    "91 of 102": (MCCARTHY, "(n Int) (r Int)", "(and (mc n r) (<= n 102) (not (= r 91)))", False),
    "fib grows": (FIBONACCI, "(n Int) (r Int)", "(and (fib n r) (< r (- n 1)))", True),
    "fib of 6": (FIBONACCI, "(n Int) (r Int)", "(and (fib n r) (= n 6) (= r 8))", False),
    "not negative": (EVEN_AND_ODD, "(n Int)", "(and (even n) (odd (+ n 3)) (< n 0))", True),
    "even and odd at 4": (EVEN_AND_ODD, "(n Int)", "(and (even n) (odd (+ n 1)) (= n 4))", False),
    "sums of leaves": (TREE_SUMS, "(n Int) (s Int)", "(and (tree n s) (< s n))", True),
    "three leaves, eight": (TREE_SUMS, "(n Int) (s Int)", "(and (tree n s) (= n 3) (= s 8))", False),
}


def model(name: str) -> tuple[Model, bool]:
    clauses, variables, bad, holds = CASES[name]
    text = f"(set-logic HORN)\n{clauses}(assert (forall ({variables}) (=> {bad} false)))\n(check-sat)\n"
    return read_chc(Source(f"{name}.smt2", text)), holds


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", CASES)
def test_vectors(name: str, order: str) -> None:
    system, holds = model(name)
    (result,) = check(system, config=configured("predicate", seconds=PATIENCE, order=order))
    assert isinstance(result.verdict, Holds if holds else Violated), result.verdict
    if isinstance(result.verdict, Violated):
        assert isinstance(result.verdict.evidence, Derivation)


@pytest.mark.parametrize("how", [{"reexploration": "lazy"}, {"abstraction": "boolean"}, {"scope": "global"}])
def test_options_of_the_unfolding_apply(how: dict[str, Any]) -> None:
    (result,) = check(model("91 below 102")[0], config=configured("predicate", seconds=PATIENCE, **how))
    assert isinstance(result.verdict, Holds)


def test_interpolation_by_the_provider_that_is_asked_for() -> None:
    config = configured("predicate", seconds=PATIENCE, interpolation=("farkas",))
    (result,) = check(model("sums of leaves")[0], config=config)
    assert isinstance(result.verdict, Holds)


def test_there_is_nothing_to_select_from() -> None:
    with pytest.raises(InputError, match="no paths"):
        check(model("sums of leaves")[0], config=configured("predicate", select="good&narrow"))
