"""Temporal formulas: folding, negation normal form, ACTL, invariants, text."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.model import Ctl, Edge, Location, Ltl, Model
from assay.core.temporal import (
    PAST,
    Atom,
    Connective,
    Formula,
    Logic,
    PathOperator,
    Quantifier,
    Temporal,
    atoms,
    connect,
    invariant,
    is_universal,
    negation_normal,
    show,
    subformulas,
    temporal,
)
from assay.core.terms import TRUE, Term, and_, implies, not_, variable
from assay.core.terms.sorts import BOOL
from explicit import decide

P, Q = variable("p", BOOL), variable("q", BOOL)
ALL, SOME = Quantifier.ALL, Quantifier.SOME
F, G, X, U, V = (PathOperator(letter) for letter in "FGXUV")
p, q = Atom(P), Atom(Q)


def name(term: Term) -> str:
    return repr(term)


def test_state_formulas_are_folded() -> None:
    assert connect(Logic.IMPLIES, p, q) == Atom(implies(P, Q))
    assert isinstance(connect(Logic.AND, p, temporal(G, q)), Connective)


def test_text_and_atoms() -> None:
    formula = temporal(G, connect(Logic.IMPLIES, p, temporal(U, p, q, quantifier=SOME)), quantifier=ALL)
    assert show(formula, name) == "AG ((p -> E[p U q]))"
    assert atoms(formula) == (P, Q)


def test_which_formulas_are_universal() -> None:
    always = temporal(G, p, quantifier=ALL)
    assert is_universal(always) and is_universal(connect(Logic.NOT, temporal(F, p, quantifier=SOME)))
    assert not is_universal(temporal(G, temporal(F, p, quantifier=SOME), quantifier=ALL))
    assert not is_universal(connect(Logic.IFF, always, always))


def test_which_formulas_are_invariants() -> None:
    both = connect(Logic.AND, temporal(G, p, quantifier=ALL), temporal(G, q, quantifier=ALL))
    assert invariant(both) is and_(P, Q)
    assert invariant(connect(Logic.NOT, temporal(F, p, quantifier=SOME))) is not_(P)
    assert invariant(temporal(G, temporal(G, p))) is P
    assert invariant(temporal(G, p, quantifier=SOME)) is None
    assert invariant(temporal(G, temporal(F, p))) is None
    assert invariant(temporal(F, p, quantifier=ALL)) is None


PLACE = Location("here", (P, Q))
FREE = Model(PLACE, (Edge("step", PLACE, PLACE, TRUE, {P: Q, Q: variable("i", BOOL)}),), not_(P))


def formulas(quantified: bool) -> st.SearchStrategy[Formula]:
    def extend(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
        binary = [Logic.AND, Logic.OR, Logic.IMPLIES, Logic.IFF]
        operators = [op for op in PathOperator if not quantified or op not in PAST]
        quantifiers = st.sampled_from([ALL, SOME]) if quantified else st.none()
        return st.one_of(
            st.builds(lambda part: connect(Logic.NOT, part), inner),
            st.builds(lambda op, a, b: connect(op, a, b), st.sampled_from(binary), inner, inner),
            st.builds(_temporal, st.sampled_from(operators), inner, inner, quantifiers),
        )

    return st.recursive(st.sampled_from([p, q, Atom(not_(P))]), extend, max_leaves=4)


def _temporal(op: PathOperator, a: Formula, b: Formula, quantifier: Quantifier | None) -> Formula:
    binary = op in (U, V, PathOperator.SINCE, PathOperator.TRIGGERED)
    return temporal(op, *((a, b) if binary else (a,)), quantifier=quantifier)


@settings(max_examples=40)
@given(formulas(True))
def test_negation_normal_form_means_the_same_in_ctl(formula: Formula) -> None:
    normal = negation_normal(formula)
    for part in subformulas(normal):
        assert not isinstance(part, Connective) or part.op in (Logic.AND, Logic.OR)
    assert decide(FREE, Ctl("c", formula)) == decide(FREE, Ctl("c", normal))


@settings(max_examples=40)
@given(formulas(False))
def test_a_formula_and_its_negation_in_ltl(formula: Formula) -> None:
    """Not both hold, because there is a run; and the normal form holds exactly if the formula does."""
    holds = decide(FREE, Ltl("l", formula))
    assert holds == decide(FREE, Ltl("l", negation_normal(formula)))
    assert not (holds and decide(FREE, Ltl("l", negation_normal(formula, negated=True))))


def test_past_operators() -> None:
    def holds(formula: Formula) -> bool:
        return decide(FREE, Ltl("l", formula))

    yesterday, weakly = PathOperator.YESTERDAY, PathOperator.WEAK_YESTERDAY
    assert not holds(temporal(yesterday, Atom(TRUE))) and holds(temporal(weakly, p))
    assert holds(temporal(X, temporal(yesterday, Atom(not_(P)))))
    # p now is q one step before.
    shifted = connect(Logic.IMPLIES, p, temporal(yesterday, q))
    assert holds(temporal(G, shifted))
    assert holds(temporal(G, temporal(PathOperator.ONCE, Atom(not_(P)))))
    assert not holds(temporal(G, temporal(PathOperator.HISTORICALLY, Atom(not_(P)))))


def test_release_is_the_dual_of_until() -> None:
    formula = Temporal(U, (p, q), ALL)
    assert negation_normal(formula, negated=True) == Temporal(V, (Atom(not_(P)), Atom(not_(Q))), SOME)
