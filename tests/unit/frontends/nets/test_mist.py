"""MIST nets: what is read, what is refused and where, and how rules become guarded commands."""

from __future__ import annotations

import pytest

from assay.core.errors import InputError, Unsupported
from assay.core.model import Model
from assay.core.terms.evaluate import holds
from assay.frontends.nets.mist import looks_like_mist, read_mist
from assay.frontends.text import Source
from assay.spaces.nets.net import net_of

TRANSFER = """
# thinking philosophers
vars
  think wait use
rules
  think >= 1 -> use' = use + 1, wait' = wait + think - 1, think' = 0;
  use >= 1 -> use' = use - 1, think' = think + wait + 1, wait' = 0;
init
  think >= 1, wait = 0, use = 0
target
  use >= 2
  use >= 1, wait in [3, 4]
invariants
  think=1, wait=1, use=1
"""


def read(text: str) -> Model:
    return read_mist(Source("net.spec", text))


def test_a_net_with_transfers() -> None:
    model = read(TRANSFER)
    think, wait, use = model.entry.variables
    assert [edge.name for edge in model.edges] == ["rule 1", "rule 2"]
    assert model.edges[0].updates.keys() == {think, wait, use}
    assert str(model.edges[1].origin) == "net.spec:7:3"
    (prop,) = model.properties
    (bad,) = prop.bad.values()
    assert holds(bad, {think: 0, wait: 3, use: 1})
    assert holds(bad, {think: 0, wait: 0, use: 2})
    assert not holds(bad, {think: 9, wait: 5, use: 1})
    assert holds(model.initial, {think: 5, wait: 0, use: 0})
    assert not holds(model.initial, {think: 5, wait: 1, use: 0})


def test_a_rule_never_makes_a_place_negative() -> None:
    model = read("vars x y rules x >= 1 -> y' = y - 1; init x = 1, y = 0 target y >= 5")
    x, y = model.entry.variables
    assert not holds(model.edges[0].guard, {x: 1, y: 0})
    assert holds(model.edges[0].guard, {x: 1, y: 1})


def test_a_place_that_is_not_initialised_is_free_but_not_negative() -> None:
    model = read("vars x y rules x >= 1 -> y' = y + 1; init x = 1 target y >= 5")
    x, y = model.entry.variables
    assert holds(model.initial, {x: 1, y: 7})
    assert not holds(model.initial, {x: 1, y: -1})


def test_alternatives_need_no_comma_and_may_span_lines() -> None:
    model = read("vars x y rules x >= 1 -> x' = x; init x = 1, y = 0 target x >= 2,\n y >= 1\n y >= 3")
    net = net_of(model, model.properties[0])
    # In no certain order.
    assert sorted((dict(target.lower) for target in net.targets), key=len) == [{1: 3}, {0: 2, 1: 1}]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("vars x rules x >= 1 -> z' = 1; init x = 1 target x >= 2", "1:24", "'z' is not a declared variable"),
        ("vars x x rules init x = 1 target x >= 2", "1:8", "declared twice"),
        ("vars x\nrules x >= 1 -> x' = ; init x = 1 target x >= 2", "2:22", "the name of a variable"),
        ("vars x rules x >= 1 -> x' = x", "1:29", "the file ends"),
        ("vars x rules x >= 1 -> x' = 1, x' = 2; init x = 1 target x >= 2", "1:32", "two values"),
        ("vars x rules x ! 1 -> x' = 1; init x = 1 target x >= 2", "1:16", "unexpected character '!'"),
        ("vars x rules x + 1 -> x' = 1; init x = 1 target x >= 2", "1:16", "expected a comparison"),
        ("vars x rules x >= 1 -> x' = 1; init x = 1 target x >= 2 ;", "1:57", "expected the end of the file"),
        ("vars rules init target", "1:6", "the name of a variable"),
        ("vars x rules x >= 1 -> x' = 1; target x = 1", "1:32", "'target' is not a declared variable"),
    ],
)
def test_mistakes_are_placed(text: str, place: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert words in str(caught.value)
    assert f"net.spec:{place}" in str(caught.value)


def test_content_is_recognised() -> None:
    assert looks_like_mist(TRANSFER)
    assert not looks_like_mist("(set-logic HORN)")
    assert not looks_like_mist("variables x")


def test_a_rule_that_is_not_monotone_is_refused_by_name() -> None:
    model = read("vars x y rules x >= 1 -> x' = x - y; init x = 1, y = 0 target x >= 2")
    with pytest.raises(Unsupported, match="rule 1"):
        net_of(model, model.properties[0])
