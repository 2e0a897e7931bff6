"""Our own examples get the verdict that their table says, with evidence that was checked."""

from __future__ import annotations

import csv

import pytest

import assay
from assay.checking.confirming import confirmed
from assay.core.budget import Deadline
from assay.core.events import ignore
from assay.core.evidence import Evidence
from assay.core.model import Safety
from assay.core.roles import Found, Search
from assay.core.verdict import Verdict
from assay.engines import catalogue
from assay.engines.properties import Joint, Settled
from assay.engines.views import Views
from clocks import PATIENCE, patient
from places import EXAMPLES


def table() -> list[tuple[str, bool]]:
    with (EXAMPLES / "verdicts.csv").open(newline="") as rows:
        return [(row["path"], row["expected"] == "true") for row in csv.DictReader(rows)]


@pytest.mark.parametrize(("name", "expected"), table())
def test_every_example_gets_its_verdict(name: str, expected: bool) -> None:
    results = assay.check(assay.load(EXAMPLES / name), config=assay.Config(seconds=PATIENCE))
    assert all(isinstance(result.verdict, assay.Holds) for result in results) is expected, results
    assert all(result.evidence for result in results)
    if not expected:
        assert any(isinstance(result.verdict, assay.Violated) for result in results)


def test_the_table_lists_every_example() -> None:
    models = {path.name for path in EXAMPLES.iterdir() if path.suffix not in (".py", ".md", ".csv")}
    assert {name for name, _ in table()} == models


@pytest.mark.parametrize("name", ["three-questions.smt2", "three-questions.pl"])
def test_several_properties_are_decided_as_one_and_each_gets_its_own_verdict(name: str) -> None:
    model = assay.load(EXAMPLES / name)
    together = decided_together(model, patient())
    alone = {p.name: assay.check(model, property=p.name)[0] for p in model.properties}
    assert set(together) <= set(alone) and len(together) >= 2
    for property_name, verdict in together.items():
        assert type(verdict) is type(alone[property_name].verdict)


def decided_together(model: assay.Model, deadline: Deadline) -> dict[str, Verdict]:
    """The confirmed verdicts on what is found of all properties as one."""

    def search(goal: Safety) -> Search[Evidence]:
        config = catalogue.configured(seconds=deadline.left)
        return catalogue.search(Views(model, goal, deadline, ignore), config, ignore, seconds=deadline.left)

    found: dict[str, Verdict] = {}
    goals = {goal.name: goal for goal in model.properties}
    joint = Joint(model.properties, Settled(model.properties), search)
    while isinstance(answer := joint.advance(deadline), Found):
        for name in answer.evidence.goals:
            found[name], _ = confirmed(model, goals[name], answer.evidence.evidence, deadline)
    joint.close()
    return found
