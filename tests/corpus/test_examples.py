"""Our own examples get the verdict that their table says, with evidence that was checked."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

import assay
from assay.checking.confirming import confirmed
from assay.core.budget import Deadline
from assay.core.events import ignore
from assay.core.evidence import Evidence
from assay.core.model import Safety
from assay.core.netlist import COVER
from assay.core.roles import Found, Search
from assay.core.verdict import Verdict
from assay.engines import catalogue
from assay.engines.properties import Joint, Settled
from assay.engines.views import Views
from clocks import PATIENCE, patient
from places import EXAMPLES
from verilog import reads_verilog


def table() -> list[tuple[str, bool]]:
    with (EXAMPLES / "verdicts.csv").open(newline="") as rows:
        return [(row["path"], row["expected"] == "true") for row in csv.DictReader(rows)]


def rows() -> Iterator[ParameterSet]:
    for name, expected in table():
        yield pytest.param(name, expected, marks=[reads_verilog] if Path(name).suffix in (".v", ".sv", ".sby") else [])


@pytest.mark.parametrize(("name", "expected"), list(rows()))
def test_every_example_gets_its_verdict(name: str, expected: bool) -> None:
    model = assay.load(EXAMPLES / name)
    results = assay.check(model, config=assay.Config(seconds=PATIENCE))
    covers = {prop.name for prop in model.properties if prop.asks == COVER}
    # Somebody wants to see the run that a cover is violated by.
    good = {name: assay.Violated if name in covers else assay.Holds for name in (goal.name for goal in model.goals)}
    bad = {name: assay.Holds if name in covers else assay.Violated for name in good}
    assert all(isinstance(result.verdict, good[result.property]) for result in results) is expected, results
    assert all(result.evidence for result in results)
    if not expected:
        assert any(isinstance(result.verdict, bad[result.property]) for result in results)


def test_the_table_lists_every_example() -> None:
    files = [path for path in (*EXAMPLES.iterdir(), *(EXAMPLES / "verilog").iterdir()) if path.is_file()]
    models = {str(path.relative_to(EXAMPLES)) for path in files if path.suffix not in (".py", ".md", ".csv")}
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
