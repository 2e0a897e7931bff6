"""Laws of tree interpolation: what is returned is valid, whatever the tree; and validation refuses what is not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.errors import SolverFailure
from assay.core.terms import FALSE, TRUE, Term, add, and_, eq, ge, gt, integer, le, not_, or_, scale, variable
from assay.core.terms.sorts import INT
from assay.solve.interpolation.providers import PROVIDERS
from assay.solve.interpolation.trees import Branching, interpolate_tree, validated_tree
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver
from clocks import patient


def symbol(number: int, name: str = "x") -> Term:
    return variable(f"{name}@{number}", INT)


@st.composite
def trees(draw: st.DrawFn) -> Branching:
    """Each step relates its own number to those of its premises; the last one asks for more than there may be."""
    waiting: list[int] = []
    steps: list[tuple[Term, ...]] = []
    premises: list[tuple[int, ...]] = []
    for number in range(draw(st.integers(1, 7))):
        taken = tuple(waiting.pop(0) for _ in range(min(len(waiting), draw(st.integers(0, 2)))))
        own, hidden = symbol(number), symbol(number, "hidden")
        total = add(hidden, *(scale(draw(st.sampled_from((-1, 1, 2))), symbol(p)) for p in taken))
        least = draw(st.integers(-1, 1))
        choice = or_(eq(hidden, integer(least)), and_(ge(hidden, integer(least)), le(hidden, integer(least + 1))))
        steps.append((choice, draw(st.sampled_from((eq, le, ge)))(own, total)))
        premises.append(taken)
        waiting.append(number)
    last = len(steps)
    bounds = [draw(st.sampled_from((le, ge)))(symbol(p), integer(draw(st.integers(-3, 3)))) for p in waiting]
    steps.append((*bounds, gt(add(*map(symbol, waiting), integer(0)), integer(draw(st.integers(0, 4))))))
    premises.append(tuple(waiting))
    interfaces = [frozenset((symbol(number),)) for number in range(last)]
    return Branching(tuple(steps), tuple(premises), (*interfaces, frozenset()))


def satisfiable(tree: Branching) -> bool:
    solver = Z3Solver()
    solver.add(*tree.below[-1])
    return solver.check() is Answer.SAT


@settings(max_examples=30)
@given(tree=trees())
def test_a_tree_has_interpolants_exactly_if_it_is_unsatisfiable(tree: Branching) -> None:
    if satisfiable(tree):
        with pytest.raises(SolverFailure, match="satisfiable"):
            interpolate_tree(tree, deadline=patient())
    else:
        assert validated_tree(tree, interpolate_tree(tree, deadline=patient()).interpolants, patient())


X, Y, Z = symbol(0), symbol(1), symbol(2)
JOINED = Branching(
    ((ge(X, integer(1)),), (ge(Y, integer(2)),), (eq(Z, add(X, Y)),), (le(Z, integer(2)),)),
    ((), (), (0, 1), (2,)),
    (frozenset((X,)), frozenset((Y,)), frozenset((Z,)), frozenset()),
)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_every_provider_serves_trees(provider: str) -> None:
    result = interpolate_tree(JOINED, (provider,), patient())
    assert result.provider == provider
    assert validated_tree(JOINED, result.interpolants, patient())


def test_what_a_branch_does_not_matter_for_is_true() -> None:
    alone = replace(JOINED, steps=(*JOINED.steps[:2], (ge(Z, X),), (le(Z, integer(0)),)))
    assert interpolate_tree(alone, deadline=patient()).interpolants[1] is TRUE


def test_validation_looks_at_every_condition() -> None:
    one, two, three = ge(X, integer(1)), ge(Y, integer(2)), ge(Z, integer(3))
    assert validated_tree(JOINED, (one, two, three, FALSE))
    assert not validated_tree(JOINED, (one, two, three, TRUE)), "the last is false"
    assert not validated_tree(JOINED, (one, two, three)), "one for each step"
    assert not validated_tree(JOINED, (one, TRUE, three, FALSE)), "premises imply what follows"
    assert not validated_tree(JOINED, (ge(X, integer(2)), two, three, FALSE)), "a step without premises implies its own"
    assert not validated_tree(JOINED, (one, two, and_(three, ge(X, integer(1))), FALSE)), "interfaces are kept"
    assert not validated_tree(JOINED, (one, two, not_(FALSE), FALSE)), "the error is excluded"


def test_a_tree_shares_no_step() -> None:
    with pytest.raises(ValueError, match="exactly one"):
        replace(JOINED, premises=((), (), (0, 0), (2,)))
    with pytest.raises(ValueError, match="come first"):
        replace(JOINED, premises=((1,), (), (0,), (2,)))
