"""S-expressions: where commands begin and end, trees, and the way back from rewritten text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.core.errors import InputError
from assay.frontends.horn.sexpr import Atom, Group, Rewriting, commands, defined_name, expression, opening
from assay.frontends.text import Names, Source


def spans(text: str) -> list[str]:
    return [text[command.start : command.end] for command in commands(Source("t", text))]


def test_commands() -> None:
    text = '; (a comment\n(set-info :x "a ) \\ "" (b")\n( assert |a ) ; b| ) ; end\n(\n;c\n check-sat)'
    found = list(commands(Source("t", text)))
    assert [command.keyword for command in found] == ["set-info", "assert", "check-sat"]
    assert spans(text)[1] == "( assert |a ) ; b| )"


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ("(a (b)", "t:1:6", "1 bracket is still open, the innermost from 1:1"),
        ("(a\n (b", "t:2:3", "2 brackets are still open, the innermost from 2:2"),
        ("(a))", "t:1:4", "expected '(', not ')'"),
        ("(a) b (c)", "t:1:5", "expected '(', not 'b'"),
        ("(a) ; c\n x", "t:2:2", "expected '(', not 'x'"),
        ("x ; c\n(a)", "t:1:1", "expected '(', not 'x'"),
        ('(a "b)', "t:1:4", 'does not end: "'),
        ("(a |b)", "t:1:4", "does not end: |"),
        ("|a| (b)", "t:1:1", "expected '(', not '|'"),
    ],
)
def test_mismatches(text: str, where: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        spans(text)
    assert str(caught.value.where) == where and message in caught.value.message


def test_trees() -> None:
    source = Source("t", '(f |a b| ; comment\n (g "x;y" :k) ())')
    (command,) = commands(source)
    tree = expression(source, command)
    assert [item.offset for item in tree.items] == [1, 3, 20, 33]
    second = tree.items[1]
    assert isinstance(second, Atom) and second.name == "a b"
    assert tree.items[2] == Group((Atom("g", 21), Atom('"x;y"', 23), Atom(":k", 29)), 20, 32)
    assert defined_name(source, command) == "a b"


def test_deep_nesting() -> None:
    text = "(" * 50_000 + ")" * 50_000
    source = Source("t", text)
    (command,) = commands(source)
    assert expression(source, command).end == 100_000


def test_the_way_back_from_rewritten_text() -> None:
    source = Source("t", "(drop this)\n(keep (me))\n(rule X)")
    rewriting = Rewriting(source)
    rewriting.keep(12, 23)
    rewriting.put("\n(assert ", 24)
    rewriting.keep(30, 31)
    rewriting.put(")", 31)
    assert rewriting.text == "(keep (me))\n(assert X)"
    assert str(rewriting.position(1, 7)) == "t:2:7"
    assert str(rewriting.position(1, 10)) == "t:2:7"  # a closing bracket: where it opens
    assert str(rewriting.position(2, 9)) == "t:3:7"
    assert str(rewriting.position(2, 2)) == "t:3:1"
    assert str(rewriting.position(99, 99)) == "t:3:1"


@given(st.text(alphabet="()a ", max_size=30))
def test_opening_brackets(text: str) -> None:
    source = Source("t", text)
    try:
        found = list(commands(source))
    except InputError:
        return
    for command in found:
        assert opening(source, command.end - 1) == command.start


@given(st.text(alphabet="a\nb", max_size=20), st.integers(0, 20))
def test_positions(text: str, offset: int) -> None:
    offset = min(offset, len(text))
    place = Source("t", text).position(offset)
    assert place.line == text[:offset].count("\n") + 1
    assert place.column == offset - (text[:offset].rfind("\n") + 1) + 1


@given(st.lists(st.sampled_from(["x", "x'", "x''", "x!1", "y"]), max_size=8))
def test_names_and_their_primes_are_handed_out_once(wanted: list[str]) -> None:
    names = Names()
    given_out = [names.fresh(name) for name in wanted]
    both = [form for name in given_out for form in (name, name + "'")]
    assert len(set(both)) == len(both)
    assert all(name == asked or name.startswith(asked + "!") for name, asked in zip(given_out, wanted, strict=True))
