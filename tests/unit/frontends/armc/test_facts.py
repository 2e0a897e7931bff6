"""ARMC facts: the edges mean the facts."""

from __future__ import annotations

import operator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.errors import InputError, Unsupported
from assay.core.model import Edge, Model
from assay.core.terms import TRUE, Term, add, integer, prime, variable
from assay.core.terms.evaluate import Value, evaluate, holds
from assay.core.terms.sorts import INT, REAL
from assay.frontends.armc.facts import read_armc
from assay.frontends.text import Source

X, Y = variable("x", INT), variable("y", INT)
HEAD = """
var2names(p(pc(_), data(A, B)), [(A, 'x'), (B, 'y')]).
start(pc(l0)). error(pc(err)).
"""


def read(text: str) -> Model:
    return read_armc(Source("test.pl", text))


def step(guards: str, updates: str, before: str = "A, B", after: str = "Ap, Bp") -> Edge:
    fact = f"r(p(pc(l0), data({before})), p(pc(err), data({after})), [{guards}], [{updates}], 7)."
    (edge,) = read(HEAD + fact).edges
    return edge


def related(edge: Edge, before: tuple[int, int], after: tuple[int, int]) -> bool:
    """Can the edge take the state ``before`` to ``after``, where its inputs are next values only?"""
    state: dict[Term, Value] = {X: before[0], Y: before[1], prime(X): after[0], prime(Y): after[1]}
    assert set(edge.inputs) <= set(state)
    return holds(edge.guard, state) and all(
        evaluate(edge.after(term), state) == state[prime(term)] for term in edge.target.variables
    )


def test_a_system() -> None:
    model = read(
        HEAD
        + """
        preds(p(_, data(A, B)), []).
        r(p(pc(l0), data(A, B)), p(pc(loop-1), data(Ap, Bp)), [], [Ap = 0, Bp = B], 1).
        r(p(pc(loop-1), data(A, B)), p(pc(loop - 1), data(Ap, Bp)),
          [A + 1 =< B], [Ap = A + 1, Bp = B], 2).
        r(p(pc(loop-1), data(A, B)), p(pc(err), data(Ap, Bp)), [A >= B + 1], [Ap = A, Bp = B], 3).
        """
    )
    assert [location.name for location in model.locations] == ["l0", "loop-1", "err"]
    assert model.entry.name == "l0" and model.initial is TRUE
    assert all(location.variables == (X, Y) for location in model.locations)
    assert [dict(edge.updates) for edge in model.edges] == [{X: integer(0)}, {X: add(X, integer(1))}, {}]
    assert [str(edge.origin) for edge in model.edges] == ["test.pl:6:9", "test.pl:7:9", "test.pl:9:9"]
    (prop,) = model.properties
    assert prop.name == "error" and dict(prop.bad) == {model.at("err"): TRUE}


def test_missing_updates_are_free() -> None:
    edge = step("A >= 1", "Ap = A")
    assert dict(edge.updates) == {Y: prime(Y)}
    assert related(edge, (1, 5), (1, -3)) and not related(edge, (0, 5), (0, 5)) and not related(edge, (1, 5), (2, 5))


def test_updates_may_be_a_relation() -> None:
    edge = step("", "Ap + Bp = A + B, Ap >= A, Ap =< A + 1")
    assert related(edge, (3, 4), (4, 3)) and related(edge, (3, 4), (3, 4))
    assert not related(edge, (3, 4), (5, 2)) and not related(edge, (3, 4), (4, 4))


def test_an_equation_that_mentions_a_defined_prime() -> None:
    edge = step("", "Bp = Ap + Ap, Ap = A + 1")
    assert related(edge, (2, 0), (3, 6)) and not related(edge, (2, 0), (3, 5))
    assert prime(X) not in edge.guard.free


def test_patterns_instead_of_variables() -> None:
    assert related(step("", "", "A, A", "A, 0"), (2, 2), (2, 0))
    assert not related(step("", "", "A, A", "A, 0"), (2, 3), (2, 0))
    assert not related(step("", "", "A, 5", "A, _"), (2, 4), (2, 1))
    assert related(step("", "", "A, 5", "A, _"), (2, 5), (2, 1))


def test_other_variables_are_inputs_with_names_of_their_own() -> None:
    edge = step("Z >= 1", "Ap = A + Z, Bp = _")
    names = [symbol.name for symbol in edge.inputs]
    assert len(names) == 2 and "Z" in names
    assert not {"x", "y", "x'", "y'"} & set(names)


def test_the_reading_of_numbers() -> None:
    assert step("A >= 1", "").source.variables[0].sort is INT
    for guard in ("A >= 1.5", "A / 2 >= B", "A >= rat(1, 2)"):
        assert step(guard, "").source.variables[0].sort is REAL
    assert step("A > 1.0", "").guard is not step("A >= 1.0", "").guard
    assert step("A > 1", "").guard is step("A >= 2", "").guard


def test_names_that_clash() -> None:
    model = read(
        "start(pc(a)). error(pc(b)). var2names(p(pc(_), data(A, B)), [(A, 'x'), (B, 'x')]).\n"
        "r(p(pc(a), data(A, B)), p(pc(b), data(Ap, Bp)), [], [], 1)."
    )
    names = [term.name for term in model.entry.variables]
    assert len(set(names)) == 2


def test_several_starts_and_errors() -> None:
    model = read("start(pc(a)). start(pc(b)). error(pc(c)). error(pc(d)). start(pc(a)).")
    assert [edge.target.name for edge in model.leaving(model.entry)] == ["a", "b"]
    assert [prop.name for prop in model.properties] == ["c", "d"]


COMPARISONS = {
    "=": operator.eq,
    "=:=": operator.eq,
    "=\\=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "=<": operator.le,
    ">=": operator.ge,
}


@pytest.mark.parametrize("symbol", COMPARISONS)
def test_comparisons(symbol: str) -> None:
    edge = step(f"A {symbol} B", "Ap = A, Bp = B")
    for a, b in product(range(-2, 3), repeat=2):
        assert related(edge, (a, b), (a, b)) == COMPARISONS[symbol](a, b)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("implicit_updates. start(pc(a)). error(pc(b)).", Unsupported),
        ("start(pc(a)). error(pc(b)). r(p(pc(a), data(X)), p(pc(b), data(Y)), X >= 1, [], 1).", InputError),
        ("start(pc(a)). error(pc(b)). r(q(pc(a), data(X)), p(pc(b), data(Y)), [], [], 1).", InputError),
        ("start(a). error(pc(b)).", InputError),
        ("start(pc(a)). error(pc(b)). 7.", InputError),
        (
            "start(pc(a)). error(pc(b)). r(p(pc(a), data(X)), p(pc(b), data(Y)), [(X >= 1) + 2 >= 0], [], 1).",
            InputError,
        ),
        ("start(pc(a)). error(pc(b)). r(p(pc(a), data(X)), p(pc(b), data(Y)), [(X, X >= 0)], [], 1).", InputError),
        ("start(pc(a)). error(pc(b)). r(p(pc(a), data(X)), p(pc(b), data(Y)), [rat(1, 0) = X], [], 1).", InputError),
    ],
)
def test_refusals(text: str, error: type[InputError]) -> None:
    with pytest.raises(error) as caught:
        read(text)
    assert caught.value.where is not None and caught.value.where.line == 1


def expressions() -> st.SearchStrategy[str]:
    leaves = st.sampled_from(["A", "B", "Ap", "Bp", "0", "1", "2", "-1"])
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(lambda a, o, b: f"({a} {o} {b})", inner, st.sampled_from("+-"), inner),
            st.builds(lambda n, a: f"{n}*{a}" if a.isalpha() else f"{n}*({a})", st.integers(0, 3), inner),
            st.builds(lambda a: f"(-{a})" if a.isalpha() else a, inner),
        ),
        max_leaves=4,
    )


def constraints() -> st.SearchStrategy[str]:
    atom = st.builds(
        lambda a, o, b: f"{a} {o} {b}",
        expressions(),
        st.sampled_from(["=", "=<", ">=", "<", ">", "=\\="]),
        expressions(),
    )
    return st.one_of(atom, st.builds(lambda a, b: f"({a} ; {b})", atom, atom))


def truth(text: str, before: tuple[int, int], after: tuple[int, int]) -> bool:
    """The constraint evaluated by Python itself."""
    python = text.replace("=\\=", "!=").replace("=<", "<=").replace(" = ", " == ").replace(";", " or ")
    names = {"A": before[0], "B": before[1], "Ap": after[0], "Bp": after[1]}
    return bool(eval(python, {}, names))


@settings(max_examples=75)
@given(st.lists(constraints(), max_size=2), st.lists(constraints(), max_size=3))
def test_an_edge_means_its_fact(guards: list[str], updates: list[str]) -> None:
    edge = step(", ".join(guards), ", ".join(updates))
    states = [(a, b) for a in (-1, 0, 2) for b in (-1, 0, 2)]
    for before, after in product(states, states):
        expected = all(truth(text, before, after) for text in guards + updates)
        assert related(edge, before, after) == expected
