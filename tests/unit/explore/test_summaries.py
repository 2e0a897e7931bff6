"""Search with summaries: what is known of recursive functions, values of a derivation, and the parts of the search."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from assay.checking import check
from assay.core.budget import FOREVER
from assay.core.errors import SolverFailure
from assay.core.evidence import Derivation, Proof, Trace
from assay.core.model import Edge, Location, Model, Safety, Use
from assay.core.terms import TRUE, Term, add, conjuncts, eq, ge, integer, le, lt, neg, not_, variable
from assay.core.terms.sorts import INT
from assay.core.verdict import Holds, Violated
from assay.engines.catalogue import configured
from assay.explore.summaries.equations import equations
from assay.explore.summaries.explorer import SummarySearch
from assay.explore.summaries.facts import ALWAYS, Frames
from assay.explore.summaries.rules import heights, rules_of
from assay.explore.summaries.trimming import trimmed
from assay.explore.summaries.unfolding import Limits, places_of, unfolded
from assay.frontends.task import load
from assay.witness.check.derivations import check_derivation
from assay.witness.check.invariants import check_proof
from clocks import PATIENCE, over

MCCARTHY: Final = """
(declare-fun m (Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 100) (m n (- n 10)))))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (<= n 100) (m (+ n 11) a) (m a b)) (m n b))))
"""
FIBONACCI: Final = """
(declare-fun fib (Int Int) Bool)
(assert (forall ((n Int)) (=> (< n 2) (fib n 1))))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (fib (- n 1) a) (fib (- n 2) b) (>= n 2)) (fib n (+ a b)))))
"""
PARITY: Final = """
(declare-fun even (Int Bool) Bool)
(declare-fun odd (Int Bool) Bool)
(assert (even 0 true))
(assert (odd 0 false))
(assert (forall ((n Int) (b Bool)) (=> (and (> n 0) (odd (- n 1) b)) (even n b))))
(assert (forall ((n Int) (b Bool)) (=> (and (> n 0) (even (- n 1) b)) (odd n b))))
"""
TREES: Final = """
(declare-fun tree (Int Real) Bool)
(assert (forall ((w Real)) (=> (>= w 0.5) (tree 0 w))))
(assert (forall ((h Int) (k Int) (v Real) (w Real))
  (=> (and (tree h v) (tree k w)) (tree (+ 1 (ite (> h k) h k)) (+ v w)))))
"""
ACKERMANN: Final = """
(declare-fun ack (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (ack 0 n (+ n 1)))))
(assert (forall ((m Int) (r Int)) (=> (and (> m 0) (ack (- m 1) 1 r)) (ack m 0 r))))
(assert (forall ((m Int) (n Int) (s Int) (r Int))
  (=> (and (> m 0) (> n 0) (ack m (- n 1) s) (ack (- m 1) s r)) (ack m n r))))
"""
WORDS: Final = """
(declare-fun double ((_ BitVec 4) (_ BitVec 4)) Bool)
(assert (double #x0 #x0))
(assert (forall ((x (_ BitVec 4)) (y (_ BitVec 4)) (z (_ BitVec 4)))
  (=> (and (double x y) (double #x0 z)) (double (bvadd x #x1) (bvadd y (bvadd z #x2))))))
"""
TABLES: Final = """
(declare-fun cell ((Array Int Int) Int) Bool)
(assert (forall ((a (Array Int Int))) (=> (= (select a 0) 7) (cell a 0))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (j Int))
  (=> (and (cell a i) (cell b j)) (cell (store a (+ i 1) (select b 0)) (+ i 1)))))
"""


def of_two(name: str, bad: str, sort: str = "Int") -> str:
    return f"(forall ((n {sort}) (r {sort})) (=> (and ({name} n r) {bad}) false))"


def ackermann(bad: str) -> str:
    return f"(forall ((m Int) (n Int) (r Int)) (=> (and (ack m n r) {bad}) false))"


CASES: Final = [
    pytest.param(MCCARTHY, of_two("m", "(< r 91)"), True, id="McCarthy's function is at least 91"),
    pytest.param(MCCARTHY, of_two("m", "(<= n 101) (not (= r 91))"), True, id="and 91 up to 101"),
    pytest.param(MCCARTHY, of_two("m", "(= r 92)"), False, id="and 92 somewhere"),
    pytest.param(FIBONACCI, of_two("fib", "(< r n)"), True, id="Fibonacci numbers are not small"),
    pytest.param(FIBONACCI, of_two("fib", "(= n 5) (= r 8)"), False, id="and the fifth is 8"),
    pytest.param(PARITY, "(=> (even 5 true) false)", True, id="5 is not even"),
    pytest.param(PARITY, "(=> (even 4 true) false)", False, id="4 is even"),
    pytest.param(TREES, "(forall ((h Int) (w Real)) (=> (and (tree h w) (< w 0.5)) false))", True, id="trees weigh"),
    pytest.param(TREES, "(forall ((w Real)) (=> (and (tree 2 w) (< w 1.75)) false))", False, id="a tree of height 2"),
    pytest.param(ACKERMANN, ackermann("(<= r n)"), True, id="Ackermann's function grows"),
    pytest.param(ACKERMANN, ackermann("(= m 2) (= n 1) (= r 5)"), False, id="and is 5 at (2, 1)"),
    pytest.param(WORDS, of_two("double", "(= r #x7)", "(_ BitVec 4)"), True, id="twice a word is even"),
    pytest.param(WORDS, of_two("double", "(= r #x6)", "(_ BitVec 4)"), False, id="and may be 6"),
    pytest.param(
        TABLES, "(forall ((a (Array Int Int)) (i Int)) (=> (and (cell a i) (< i 0)) false))", True, id="cells count up"
    ),
    pytest.param(
        TABLES,
        "(forall ((a (Array Int Int)) (i Int)) (=> (and (cell a i) (= i 1) (= (select a 1) 7)) false))",
        False,
        id="a cell is written",
    ),
]


@pytest.mark.parametrize(("clauses", "query", "holds"), CASES)
def test_recursive_functions(tmp_path: Path, clauses: str, query: str, holds: bool) -> None:
    file = tmp_path / "clauses.smt2"
    file.write_text(f"(set-logic HORN)\n{clauses}\n(assert {query})\n(check-sat)\n")
    model = load(str(file))
    (result,) = check(model, config=configured("summaries", seconds=PATIENCE))
    assert isinstance(result.verdict, Holds if holds else Violated), result
    if isinstance(result.verdict, Violated):
        assert isinstance(result.verdict.evidence, Trace if model.is_linear else Derivation)


# -- parts -------------------------------------------------------------------------------------------------------------

X, Y, Z = (variable(name, INT) for name in "xyz")
ENTRY, ONE, TWO = Location("entry"), Location("one", (X,)), Location("two", (X, Y))


def test_states_of_premises_and_head_have_symbols_of_their_own() -> None:
    """Also where a state is given by terms, or by one symbol twice; inner symbols go where an equation defines them."""
    edge = Edge("e", ONE, TWO, eq(Z, add(X, integer(1))), {X: Z, Y: Z}, uses=(Use(TWO, (add(X, Y), X)),))
    (rule,) = rules_of(Model(ENTRY, (edge,)))
    first, second = rule.premises
    assert first.symbols == (X,) and second.symbols[1] is X and second.symbols[0].name not in "xyz"
    assert len(set(rule.head.symbols)) == 2 and rule.head.symbols[0] is Z
    assert rule.constraint.free <= {X, Z, *second.symbols, *rule.head.symbols}
    lemma = le(X, Y)
    assert second.outward(second.inward(lemma)) is lemma and rule.head.outward(rule.head.inward(lemma)) is lemma


def test_the_height_of_a_place_is_that_of_its_shallowest_derivation() -> None:
    begin = Edge("begin", ENTRY, ONE, TRUE, {X: integer(0)})
    join = Edge("join", ONE, TWO, TRUE, {Y: Z}, uses=(Use(ONE, (Z,)),))
    lost = Edge("lost", Location("lost"), ENTRY)
    assert heights(rules_of(Model(ENTRY, (begin, join, lost)))) == {ONE: 1, TWO: 2}


def test_a_larger_cube_at_a_higher_level_replaces_smaller_ones() -> None:
    frames = Frames()
    low, high = lt(X, integer(0)), ge(Y, integer(3))
    frames.add(TWO, frozenset((low, high)), 2)
    assert frames.is_blocked(TWO, frozenset((low, high)), 2) and not frames.is_blocked(TWO, frozenset((low,)), 1)
    frames.add(TWO, frozenset((low,)), 1)
    assert len(frames.blocked[TWO]) == 2 and not frames.is_empty(2)
    frames.add(TWO, frozenset((low,)), ALWAYS)
    assert frames.blocked[TWO] == {frozenset((low,)): ALWAYS} and frames.is_empty(2)


# -- rules made of rules -----------------------------------------------------------------------------------------------

ERROR, LEAF = Location("error"), Location("leaf", (X,))
FIRST = Edge("first", LEAF, ONE, TRUE, {X: add(X, Y)}, uses=(Use(LEAF, (Y,)),))
AGAIN = Edge("again", ONE, ONE, TRUE, {X: add(X, integer(1))})
STOP = Edge("stop", ONE, ERROR, lt(X, integer(0)))


def test_a_place_goes_where_rules_do_not_become_more() -> None:
    """Also one that is needed twice in a step: each time with symbols of its own."""
    choose = Edge("choose", ENTRY, LEAF, ge(Z, integer(0)), {X: Z})
    rules = rules_of(Model(ENTRY, (choose, FIRST, AGAIN, STOP)))
    smaller = unfolded(rules, ERROR)
    assert places_of(smaller) == {ONE, ERROR} and len(smaller) == 3
    first = next(rule for rule in smaller if rule.head.place == ONE and not rule.premises)
    assert first.origin.edge is FIRST and [part.edge for part in first.origin.below if not isinstance(part, int)] == [
        choose,
        choose,
    ]
    small = Limits(nodes=0)
    assert unfolded(rules, ERROR, small) == rules


def test_a_place_that_needs_itself_stays() -> None:
    join = Edge("join", LEAF, LEAF, TRUE, {X: add(X, Y)}, uses=(Use(LEAF, (Y,)),))
    choose = Edge("choose", ENTRY, LEAF, TRUE, {X: Z})
    rules = rules_of(Model(ENTRY, (choose, join, FIRST, STOP)))
    assert places_of(unfolded(rules, ERROR)) == {LEAF, ERROR}


def test_a_proof_of_composed_rules_is_one_of_their_parts() -> None:
    choose = Edge("choose", ENTRY, LEAF, ge(Z, integer(0)), {X: Z})
    model = Model(ENTRY, (choose, FIRST, AGAIN, STOP), properties=(Safety("safe", {ERROR: TRUE}),))
    proof = SummarySearch(model).explore()
    assert isinstance(proof, Proof) and LEAF in proof.invariant
    assert check_proof(model, model.properties[0], proof, seconds=PATIENCE)


def test_only_lemmas_that_matter_are_told() -> None:
    begin = Edge("begin", ENTRY, TWO, TRUE, {X: integer(0), Y: integer(0)})
    step = Edge("step", TWO, TWO, TRUE, {X: add(X, Y), Y: add(Y, integer(1))})
    stop = Edge("stop", TWO, ERROR, lt(X, integer(0)))
    low, negative, useless = lt(X, integer(0)), lt(Y, integer(0)), lt(add(X, Y), integer(-7))
    lemmas = {TWO: [frozenset((cube,)) for cube in (low, negative, useless)], ERROR: [frozenset[Term]()]}
    found = trimmed(rules_of(Model(ENTRY, (begin, step, stop))), ERROR, lemmas, FOREVER)
    assert set(found) == {TWO} and set(conjuncts(found[TWO])) == {not_(low), not_(negative)}
    with pytest.raises(SolverFailure, match="leaves an invariant"):
        trimmed(rules_of(Model(ENTRY, (begin, step, stop))), ERROR, {TWO: [], ERROR: []}, FOREVER)


# -- equations ---------------------------------------------------------------------------------------------------------


def test_equations_between_arguments_and_results_are_found_at_once() -> None:
    """A sum by recursion: r = m + n, which lemmas alone would only approach for one n after the other."""
    m, n, r = (variable(name, INT) for name in "mnr")
    plus = Location("plus", (m, n, r))
    base = Edge("base", ENTRY, plus, TRUE, {m: X, n: integer(0), r: X})
    one = Edge("one", ENTRY, plus, TRUE, {m: integer(0), n: integer(1), r: integer(1)})
    only = Edge("only", plus, ERROR, TRUE, uses=(Use(plus, (m, n, add(r, integer(1)))),))
    join = Edge("join", plus, plus, TRUE, {n: add(n, X), r: add(r, X)}, uses=(Use(plus, (m, X, Y)),))
    stop = Edge("stop", plus, ERROR, not_(eq(r, add(m, n))))
    rules = rules_of(Model(ENTRY, (base, one, join, stop)))
    (cube,) = equations(rules, FOREVER)[plus]
    assert cube == {not_(eq(add(r, neg(m), neg(n)), integer(0)))}
    assert equations(rules, over()) == {}
    for edges in ((base, one, join, stop), (base, one, join, only)):
        model = Model(ENTRY, edges, properties=(Safety("safe", {ERROR: TRUE}),))
        proof = SummarySearch(model, with_equations=True).explore()
        assert isinstance(proof, Proof) and check_proof(model, model.properties[0], proof, seconds=PATIENCE)


def test_a_derivation_by_composed_rules_has_the_values_of_every_step() -> None:
    """Two leaves of one place with values of their own, below a rule that both were put into."""
    choose = Edge("choose", ENTRY, LEAF, ge(Z, integer(1)), {X: Z})
    first = Edge("first", LEAF, ONE, lt(X, Y), {X: add(X, Y)}, uses=(Use(LEAF, (Y,)),))
    stop = Edge("stop", ONE, ERROR, eq(X, integer(3)))
    model = Model(ENTRY, (choose, first, stop), properties=(Safety("safe", {ERROR: TRUE}),))
    assert places_of(unfolded(rules_of(model), ERROR)) == {ERROR}
    derivation = SummarySearch(model).explore()
    assert isinstance(derivation, Derivation)
    check_derivation(model, model.properties[0], derivation)
    assert [node.state[X] for node in derivation.nodes if node.edge is choose] == [1, 2]
