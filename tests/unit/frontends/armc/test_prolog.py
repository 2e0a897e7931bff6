"""Prolog text: operators, positions, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.core.errors import InputError
from assay.frontends.armc.prolog import DEPTH, Compound, Items, Node, Number, Variable, parse, show
from assay.frontends.text import Source


def one(text: str) -> Node:
    (clause,) = parse(Source("test.pl", text))
    return clause


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("a.", "a"),
        ("f( X , 'y z',_ ).", "f(X,y z,_)"),
        ("a - b - c.", "a-b-c"),
        ("a - (b - c).", "a-(b-c)"),
        ("a + b * c.", "a+b*c"),
        ("(a + b) * c.", "(a+b)*c"),
        ("X+1 =< 2*Y.", "X+1=<2*Y"),
        ("x :- y, z; w.", "x:-y,z;w"),
        ("[].", "[]"),
        ("[a, (b, c) , [d]].", "[a,(b,c),[d]]"),
        ("-3.", "-3"),
        ("- 3.", "-(3)"),
        ("1 - -2.", "1--2"),
        ("X>=1+ 0.", "X>=1+0"),
        (":- multifile r/5, start/1.", ":-(multifile((r/5,start/1)))"),
        ("f /* comment */ (a).", None),
        ("f(a). % comment", "f(a)"),
        ("% first\n/* second\n */ f(a).", "f(a)"),
        ("f('it''s', 'a\\'b').", "f(it's,a'b)"),
        ("p(main-err-0).", "p(main-err-0)"),
        ("{ X = 1 }.", "{}(X=1)"),
        ('f("text").', 'f("text")'),
        ("X =\\= Y.", "X=\\=Y"),
        ("f(-).", None),
        ("f(a,).", None),
        ("a = b = c.", None),
        ("f(a", None),
        ("f(a)", None),
        ("'abc.", None),
        ("f(a]).", None),
        ("/* open", None),
        ("€.", None),
    ],
)
def test_terms(text: str, canonical: str | None) -> None:
    if canonical is None:
        with pytest.raises(InputError) as caught:
            one(text)
        assert caught.value.where is not None and caught.value.where.line == 1
    else:
        assert show(one(text)) == canonical


def test_numbers() -> None:
    assert one("12.") == Number(12, 0)
    assert one("1.25.") == Number(Fraction(5, 4), 0)
    assert one("-7.") == Number(-7, 0)


def test_offsets() -> None:
    clause = one("\n  f(X,\n    [1]).")
    assert isinstance(clause, Compound)
    assert clause.offset == 3
    assert clause.arguments == (Variable("X", 5), Items((Number(1, 13),), 12))


def test_several_clauses_and_where_an_error_is() -> None:
    source = Source("test.pl", "a.\nb(X).\n  c(.\n")
    clauses = parse(source)
    assert [show(next(clauses)), show(next(clauses))] == ["a", "b(X)"]
    with pytest.raises(InputError, match=r"test\.pl:3:5: expected a term before '\.'"):
        next(clauses)


def test_long_chains_are_read_and_deep_brackets_refused() -> None:
    assert show(one("a" + "-a" * 5000 + ".")) == "a" + "-a" * 5000
    assert show(one("(" * (DEPTH - 1) + "a" + ")" * (DEPTH - 1) + ".")) == "a"
    with pytest.raises(InputError, match="nested more than"):
        one("(" * DEPTH + "a" + ")" * DEPTH + ".")


def infix(children: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    return st.builds(
        lambda name, left, right: Compound(name, (left, right), 0),
        st.sampled_from(["+", "-", "*", "=", ","]),
        children,
        children,
    )


NODES: st.SearchStrategy[Node] = st.recursive(
    st.one_of(
        st.builds(Variable, st.sampled_from(["X", "Y"]), st.just(0)),
        st.builds(Number, st.integers(0, 9), st.just(0)),
        st.builds(lambda name: Compound(name, (), 0), st.sampled_from(["a", "b"])),
    ),
    lambda children: st.one_of(
        infix(children),
        st.builds(lambda parts: Compound("f", tuple(parts), 0), st.lists(children, min_size=1, max_size=3)),
        st.builds(lambda parts: Items(tuple(parts), 0), st.lists(children, max_size=3)),
    ),
    max_leaves=12,
)


def bare(node: Node) -> object:
    """``node`` without offsets."""
    match node:
        case Compound(functor, arguments):
            return (functor, *map(bare, arguments))
        case Items(items):
            return list(map(bare, items))
        case Variable(name):
            return name
        case Number(value):
            return value


@given(NODES)
def test_showing_and_parsing_are_inverse(node: Node) -> None:
    assert bare(one(show(node) + " .")) == bare(node)
