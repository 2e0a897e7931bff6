"""Linear time on lassos against its meaning: positions of the word written out, one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Trace
from assay.core.model import Edge, Location, Model
from assay.core.temporal import (
    BINARY,
    PAST,
    Atom,
    Connective,
    Formula,
    Logic,
    PathOperator,
    Quantifier,
    Temporal,
    connect,
    temporal,
)
from assay.core.terms import TRUE, not_, variable
from assay.core.terms.evaluate import Evaluation
from assay.core.terms.sorts import BOOL
from assay.witness.check.linear import check_violation, holds_on_lasso

P, Q = variable("p", BOOL), variable("q", BOOL)
# Far enough for every formula below to have settled, in both directions.
TURNS = 12


def formulas() -> st.SearchStrategy[Formula]:
    def extend(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
        unary = [op for op in PathOperator if op not in BINARY]
        return st.one_of(
            st.builds(lambda op, part: temporal(op, part), st.sampled_from(unary), inner),
            st.builds(lambda op, a, b: temporal(op, a, b), st.sampled_from(sorted(BINARY)), inner, inner),
            st.builds(
                lambda op, a, b: connect(op, a, b), st.sampled_from([Logic.AND, Logic.OR, Logic.IMPLIES]), inner, inner
            ),
            st.builds(lambda part: connect(Logic.NOT, part), inner),
        )

    return st.recursive(st.sampled_from([Atom(P), Atom(Q), Atom(not_(P))]), extend, max_leaves=4)


def meaning(formula: Formula, word: list[dict[str, bool]], loop: int, place: int) -> bool:
    """By the definition, looking ahead no further than where everything has repeated."""
    body = len(word) - loop
    end = place + len(word) + TURNS * body

    def letter(position: int) -> dict[str, bool]:
        return word[position] if position < len(word) else word[loop + (position - loop) % body]

    def at(position: int, part: Formula) -> bool:
        match part:
            case Atom(term):
                return Evaluation({P: letter(position)["p"], Q: letter(position)["q"]})(term) is True
            case Connective(op, parts):
                first, *others = (at(position, inner) for inner in parts)
                rest = others[0] if others else False
                return {
                    Logic.NOT: not first,
                    Logic.AND: first and rest,
                    Logic.OR: first or rest,
                    Logic.IMPLIES: not first or rest,
                    Logic.IFF: first == rest,
                }[op]
            case Temporal(op, parts):
                return along(op, parts, position)

    def along(op: PathOperator, parts: tuple[Formula, ...], position: int) -> bool:
        if op is PathOperator.NEXT:
            return at(position + 1, parts[0])
        if op in (PathOperator.YESTERDAY, PathOperator.WEAK_YESTERDAY):
            return at(position - 1, parts[0]) if position else op is PathOperator.WEAK_YESTERDAY
        ahead = range(position, -1, -1) if op in PAST else range(position, min(end, position + 3 * len(word)))
        last = parts[-1]
        first = parts[0] if len(parts) == 2 else None
        if op in (PathOperator.FINALLY, PathOperator.UNTIL, PathOperator.ONCE, PathOperator.SINCE):
            for position in ahead:
                if at(position, last):
                    return True
                if first is not None and not at(position, first):
                    return False
            return False
        for position in ahead:
            if not at(position, last):
                return False
            if first is not None and at(position, first):
                return True
        return True

    return at(place, formula)


letters = st.fixed_dictionaries({"p": st.booleans(), "q": st.booleans()})


@given(formulas(), st.lists(letters, min_size=1, max_size=3), st.integers(0, 2))
def test_lassos_mean_what_their_words_do(formula: Formula, word: list[dict[str, bool]], loop: int) -> None:
    loop = min(loop, len(word) - 1)
    steps = [Evaluation({P: letter["p"], Q: letter["q"]}) for letter in word]
    assert holds_on_lasso(formula, steps, loop) == meaning(formula, word, loop, 0)


PLACE = Location("state", (P,))
TOGGLE = Model(PLACE, (Edge("step", PLACE, PLACE, TRUE, {P: not_(P)}),), P)
LASSO = Trace(({P: True}, {P: False}, {P: True}), TOGGLE.edges * 2, ({}, {}), 0)


def every(op: PathOperator, inner: Formula) -> Formula:
    return temporal(op, inner, quantifier=Quantifier.ALL)


def test_a_lasso_refutes_what_it_violates_and_nothing_else() -> None:
    always = temporal(PathOperator.FINALLY, temporal(PathOperator.GLOBALLY, Atom(P)))
    assert check_violation(TOGGLE, always, LASSO) == "a lasso that violates it, replayed by evaluation"
    universal = every(PathOperator.FINALLY, every(PathOperator.GLOBALLY, Atom(P)))
    check_violation(TOGGLE, universal, LASSO)
    again = temporal(PathOperator.GLOBALLY, temporal(PathOperator.FINALLY, Atom(P)))
    with pytest.raises(UnsoundVerdict, match="satisfies"):
        check_violation(TOGGLE, again, LASSO)
    some = temporal(PathOperator.GLOBALLY, Atom(P), quantifier=Quantifier.SOME)
    with pytest.raises(UnsoundVerdict, match="some path"):
        check_violation(TOGGLE, some, LASSO)


def test_a_run_refutes_an_invariant() -> None:
    run = Trace(({P: True}, {P: False}), TOGGLE.edges, ({},))
    assert "replayed" in check_violation(TOGGLE, every(PathOperator.GLOBALLY, Atom(P)), run)
    with pytest.raises(UnsoundVerdict):
        check_violation(TOGGLE, every(PathOperator.GLOBALLY, Atom(not_(P))), Trace(({P: False},), (), ()))
