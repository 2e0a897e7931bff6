"""Coverability of random nets, with transfers and tests from above, against exhaustive forward search.

Rules of these nets never create tokens, so there are finitely many markings.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.budget import FOREVER
from assay.core.events import ignore
from assay.core.evidence import Proof, Trace
from assay.core.roles import Genuine, Stuck
from assay.engines.recipes.nets import covered
from assay.explore.nets.distance import Estimates
from assay.explore.nets.karp_miller import Saturation
from assay.frontends.nets.mist import read_mist
from assay.frontends.text import Source
from assay.refine.nets.replay import Replayed
from assay.spaces.nets.net import Net, net_of
from assay.spaces.nets.rules import inside
from assay.spaces.nets.upward import Marking, Upward
from assay.witness.check.invariants import check_proof, check_trace
from clocks import PATIENCE

PLACES = "abcd"


def random_net(source: random.Random, *, tests: bool) -> str:
    rules: list[str] = []
    for _ in range(source.randint(1, 5)):
        a, b, c = source.sample(PLACES, 3)
        guard, change = source.choice(
            [
                (f"{a} >= 1", f"{a}' = {a} - 1, {b}' = {b} + 1"),
                (f"{a} >= 1, {b} >= 1", f"{a}' = {a} - 1, {b}' = {b} - 1, {c}' = {c} + 2"),
                (f"{a} >= 1, {c} >= 2", f"{a}' = {a} - 1, {b}' = {b} + 1"),
                (f"{a} >= 1", f"{b}' = {b} + {a}, {a}' = 0"),
                (f"{a} >= 2", f"{c}' = {c} + {a} - 1, {a}' = 0, {b}' = {b} + 1"),
                (f"{a} >= 1", f"{b}' = 0"),
            ]
        )
        rules.append((f"{guard}, {c} = 0" if tests and source.random() < 0.3 else guard) + f" -> {change};")
    initial = ", ".join(f"{place} = {source.choice((0, 0, 1, 2))}" for place in PLACES)
    goal = ", ".join(f"{place} >= {source.randint(1, 3)}" for place in source.sample(PLACES, source.randint(1, 2)))
    return f"vars {' '.join(PLACES)} rules {' '.join(rules)} init {initial} target {goal}"


def coverable(net: Net) -> bool:
    """Does some run cover a target?  By looking at all of them."""
    (initial,) = net.initial
    start = {place: count for place, count in initial.upper.items() if count}
    seen: set[frozenset[tuple[int, int]]] = set()
    stack: list[Marking] = [start]
    while stack:
        marking = stack.pop()
        if any(all(marking.get(p, 0) >= least for p, least in target.lower.items()) for target in net.targets):
            return True
        key = frozenset(marking.items())
        if key not in seen:
            seen.add(key)
            stack.extend(rule.after(marking) for rule in net.rules if rule.enabled(marking))
    return False


def judge(text: str) -> str:
    model = read_mist(Source("net.spec", text))
    (prop,) = model.properties
    net = net_of(model, prop)
    expected = coverable(net)
    match covered(net, FOREVER, ignore):
        case Proof() as proof:
            assert not expected, text
            assert check_proof(model, prop, proof, seconds=PATIENCE)
            return "holds"
        case Trace() as trace:
            assert expected, text
            assert check_trace(model, prop, trace)
            return "violated"
        case Stuck(reason):
            assert "from above" in reason
            return "unknown"


def test_random_nets() -> None:
    source = random.Random(1)
    answers = [judge(random_net(source, tests=False)) for _ in range(150)]
    assert min(answers.count("holds"), answers.count("violated")) > 20
    assert "unknown" not in answers


def test_random_nets_with_tests_from_above() -> None:
    source = random.Random(2)
    answers = [judge(random_net(source, tests=True)) for _ in range(100)]
    assert answers.count("unknown") < 30


def test_saturation_alone() -> None:
    """Runs and proofs of the search forward; without transfers it decides every net."""
    source = random.Random(3)
    answers = []
    for _ in range(200):
        text = random_net(source, tests=False)
        model = read_mist(Source("net.spec", text))
        (prop,) = model.properties
        net = net_of(model, prop)
        search = Saturation(net)
        firing = search.search()
        if firing is not None:
            found = Replayed(net).refine(None, firing)
            assert isinstance(found, Genuine)
            assert check_trace(model, prop, found.evidence)
            answers.append("violated")
        elif search.complete:
            assert check_proof(model, prop, Proof({model.entry: search.invariant()}), seconds=PATIENCE)
            answers.append("holds")
        else:
            assert any(rule.shift is None for rule in net.rules), text
            answers.append("undecided")
    assert min(answers.count("holds"), answers.count("violated")) > 40
    assert answers.count("undecided") < 5


def test_estimates() -> None:
    """A distance is zero at targets only; there is none only where no run leads; rules to begin with are enabled."""
    source = random.Random(4)
    hopeless = 0
    for _ in range(200):
        model = read_mist(Source("net.spec", random_net(source, tests=False)))
        net = net_of(model, model.properties[0])
        marking = {place: count for place, count in net.initial[0].upper.items() if count}
        estimate = Estimates(net).of(marking)
        if estimate is None:
            hopeless += 1
            assert not coverable(net)
        else:
            assert (estimate.distance == 0) == any(inside(marking, target) for target in net.targets)
            assert all(net.rules[number].enabled(marking) for number in estimate.helpful)
            assert bool(estimate.helpful) == (estimate.distance > 0)
    assert 20 < hopeless < 180


GROWING = """
vars start left right goal
rules
  start >= 1 -> start' = start - 1, left' = left + 1;
  left >= 1 -> left' = left + 1;
  left >= 3 -> left' = left - 3, right' = right + 1;
  right >= 4 -> right' = right - 4, goal' = goal + 1;
init start {start}, left = 0, right = 0, goal = 0
target goal >= {goal}
"""


@pytest.mark.parametrize(("start", "goal", "steps"), [("= 1", 1, 30), ("= 1", 5, 150), (">= 1", 2, 80)])
def test_rows_are_repeated_as_often_as_it_takes(start: str, goal: int, steps: int) -> None:
    model = read_mist(Source("net.spec", GROWING.format(start=start, goal=goal)))
    net = net_of(model, model.properties[0])
    firing = Saturation(net).search()
    assert firing is not None
    assert len(firing.rules) <= steps
    found = Replayed(net).refine(None, firing)
    assert isinstance(found, Genuine)
    assert check_trace(model, model.properties[0], found.evidence)


def test_growth_without_a_goal_is_a_proof() -> None:
    model = read_mist(
        Source("net.spec", GROWING.format(start="= 0", goal=1).replace("right >= 4", "right >= 4, start >= 1"))
    )
    net = net_of(model, model.properties[0])
    search = Saturation(net)
    assert search.search() is None
    assert search.complete
    assert check_proof(model, model.properties[0], Proof({model.entry: search.invariant()}), seconds=PATIENCE)


VECTORS = st.tuples(*(st.integers(0, 3) for _ in range(4)))


@settings(max_examples=100)
@given(added=st.lists(VECTORS, max_size=12), query=VECTORS)
def test_subsumption_index(added: list[tuple[int, ...]], query: tuple[int, ...]) -> None:
    def below(left: tuple[int, ...], right: tuple[int, ...]) -> bool:
        return all(a <= b for a, b in zip(left, right, strict=True))

    def marking(vector: tuple[int, ...]) -> Marking:
        return {place: count for place, count in enumerate(vector) if count}

    upward = Upward()
    for number, vector in enumerate(added):
        new = upward.add(marking(vector)) is not None
        assert new == (not any(below(earlier, vector) for earlier in added[:number]))
    assert (marking(query) in upward) == any(below(vector, query) for vector in added)
    minimal = {v for v in added if not any(below(other, v) and other != v for other in added)}
    assert sorted(map(str, upward)) == sorted(str(marking(v)) for v in minimal)
