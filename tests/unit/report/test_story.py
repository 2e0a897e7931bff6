"""What happened, in sentences: of every engine, from the records that it sends."""

from __future__ import annotations

import pytest

from assay.report.json import Record
from assay.report.story import told
from recordings import heard

STATISTICS = {"states": 12, "covered": 3, "pruned": 2, "predicates": 4, "path_length": 5}
REFUTED: Record = {
    "event": "refinement",
    "length": 3,
    "shape": "path",
    "path": [["a", "l", 4], ["b", "l", 4], ["c", "e", 7]],
    "end": [],
    "provider": "projection",
    "learnt": {"l": ["x >= 0", "y < x"]},
    "left_out": 0,
}


def test_a_round() -> None:
    records: list[Record] = [
        {"event": "turn", "method": "predicates"},
        {"event": "round", "round": 2, "statistics": {}},
        {"event": "explored", "outcome": "alarm", "statistics": STATISTICS},
        REFUTED,
    ]
    assert told(records) == [
        "predicates: the search begins; it tells states apart by predicates, and learns new ones from errors that no "
        "run reaches",
        "predicates, round 2: explores with 4 predicates: 12 abstract states so far (3 covered, 2 pruned); "
        "an error seems reachable by 5 steps",
        "no run takes this path (lines 4, 7). Learnt by projection: at l x >= 0, y < x",
    ]


def test_much_that_is_learnt_is_counted() -> None:
    many = {**REFUTED, "learnt": {"l": [f"x != {number}" for number in range(9)]}, "left_out": 2}
    assert told([many])[0].endswith("x != 4, x != 5; and 5 more")


def test_bounds_are_told_when_something_comes_of_them() -> None:
    bounds: list[Record] = [{"event": "bound", "depth": depth, "statistics": {"depth": depth}} for depth in (1, 2, 3)]
    ended: Record = {"event": "attempt", "method": "bounded search", "took": 0.5, "outcome": "out of time"}
    assert told([{"event": "turn", "method": "bounded search"}, *bounds, ended, ended])[1:] == [
        "there is no error within 3 steps",
        "bounded search, after 0.50 s: its turn is over (depth 3)",
        "bounded search, after 0.50 s: its turn is over (depth 3)",
    ]


def test_what_others_counted_is_not_told_again() -> None:
    before: Record = {"event": "progress", "statistics": {"nodes": 7}}
    turn: Record = {"event": "turn", "method": "IC3"}
    ended: Record = {"event": "attempt", "method": "IC3", "took": 1.0, "outcome": "out of time"}
    assert told([before, turn, ended])[-1] == "IC3, after 1.00 s: its turn is over"


def test_a_search_is_told_anew_for_each_property_and_explained_once() -> None:
    records: list[Record] = []
    for name in ("p", "q", "q"):
        records += [{"event": "property", "property": name}, {"event": "turn", "method": "fixpoints"}]
    first, second = told(records)
    assert first.startswith("fixpoints: the search begins, about p; it computes ")
    assert second == "fixpoints: the search begins, about q"


def test_what_the_outcome_says_is_not_told_again() -> None:
    turn: Record = {"event": "turn", "method": "bounded search"}
    ended: Record = {"event": "attempt", "method": "bounded search", "took": 1.0, "outcome": "gave up at depth 9"}
    records = [turn, {"event": "progress", "statistics": {"depth": 9}}, ended]
    assert told(records)[-1] == "bounded search, after 1.00 s: gave up at depth 9"


def test_names_are_followed_and_not_learnt() -> None:
    followed = {**REFUTED, "provider": "value", "learnt": {"main:29": ["head", "tail"]}}
    assert told([followed]) == [
        "no run takes this path (lines 4, 7). From now on the values of these are followed: at main:29 head, tail"
    ]


def test_latches_that_are_shown() -> None:
    shown: Record = {"event": "shown", "length": 3, "layer": 12, "latches": ["a", "b[0]"]}
    assert told([shown]) == [
        "the design does not do that, for a layer of 12 latches cannot follow it. From now on no longer hidden: a, b[0]"
    ]


@pytest.mark.parametrize(
    ("file", "engine"),
    [
        ("gas-burner.smt2", "predicate"),
        ("bakery-2.smt2", "predicate+value"),
        ("traffic-light.smv", "auto"),
        ("one-writer.spec", "coverability"),
        ("toggle.aag", "ic3"),
        ("fibonacci.smt2", "summaries"),
        ("count-up.smt2", "directed"),
    ],
)
def test_every_story_begins_with_the_input_and_ends_with_a_verdict(file: str, engine: str) -> None:
    sentences = told(heard(file, engine))
    assert "is read: " in sentences[0]
    assert any(": the search begins" in sentence for sentence in sentences)
    assert "the evidence is checked by code that shares nothing with what found it" in sentences
    assert any(word in sentences[-1] for word in (" holds: ", " is violated: "))


def test_each_refinement_is_told() -> None:
    records = heard("gas-burner.smt2", "predicate")
    sentences = told(records)
    rounds = sum(record["event"] == "round" for record in records)
    assert rounds > 3
    assert sum("Learnt by" in sentence for sentence in sentences) == rounds - 1
