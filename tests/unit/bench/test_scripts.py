"""The scripts that campaigns of ours run as commands: each prints what its campaign looks for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import assay
from assay.bench.claims import DECIDED
from assay.bench.concluding import concluded
from assay.bench.configurations import Configuration
from assay.bench.definition import read_definition
from assay.bench.evaluation.measures import PROCESSOR
from assay.bench.results import Key, Run, Task
from assay.bench.running.job import Ended
from assay.bench.tasks import tasks_of
from clocks import PATIENCE
from places import EXAMPLES

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
# Campaigns of papers that run scripts, with an example that all of their configurations decide.
PAPERS = {"subsumer-first.toml": "two-phases.pl", "refinement-selection.toml": "count-up.smt2"}


def ran(campaign: str, name: str, example: str, goal: str = "") -> Run:
    """The configuration of the campaign on the example."""
    found = read_definition(BENCHMARKS / campaign, lambda words: {})
    (configuration,) = (entry for entry in found.configurations if entry.name == name)
    assert isinstance(configuration, Configuration)
    task = Task(example, str(EXAMPLES / example), goal)
    command = [sys.executable, *configuration.job(task, 1, "assay").command[1:]]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return concluded(task, configuration, Key(example, name), Ended(done.returncode, output=done.stdout))


@pytest.mark.parametrize(
    ("campaign", "name", "example", "verdict", "figures"),
    [
        (
            "papers/subsumer-first.toml",
            "T1",
            "two-phases.pl",
            "holds",
            {"subsumer-first.stepping", "bfs-literal.posts"},
        ),
        ("papers/subsumer-first.toml", "T2-bfs-literal", "overshoot.pl", "violated", {"expansions", "rounds"}),
        ("papers/refinement-selection.toml", "predicate-good&narrow", "count-up.smt2", "holds", {"refinements"}),
        ("clauses.toml", "spacer", "overshoot.pl", "violated", set()),
        ("clauses.toml", "spacer", "count-up.smt2", "holds", set()),
    ],
)
def test_a_script_says_what_its_campaign_looks_for(
    campaign: str, name: str, example: str, verdict: str, figures: set[str]
) -> None:
    run = ran(campaign, name, example)
    assert run.verdict == verdict, run.reason
    assert figures <= run.statistics.keys()


def test_one_exploration_with_each_order() -> None:
    """The same predicates for all; what the paper proves of orders holds of what is counted."""
    facts = ran("papers/subsumer-first.toml", "T1", "gas-burner.pl").statistics
    orders = ("bfs", "bfs-literal", "subsumer-first", "scc-subsumer-first")
    assert {facts[f"{order}.predicates"] for order in orders} == {facts["predicates"]}
    assert facts["subsumer-first.posts"] < facts["bfs.posts"] <= facts["bfs-literal.posts"]
    for order in orders:
        assert 0 < facts[f"{order}.fresh_posts"] <= facts[f"{order}.posts"]


def test_why_there_is_no_answer_is_told() -> None:
    """An error is no proof, so there are no predicates that suffice; and values alone do not refute every path."""
    assert ran("papers/subsumer-first.toml", "T1", "overshoot.pl").reason.startswith("no predicates that suffice")
    assert "value analysis" in ran("papers/refinement-selection.toml", "value-none", "nested.smt2").reason


def test_every_claim_of_the_papers_is_about_something_told() -> None:
    """Nothing but measures that a run of its configuration tells can bear out a claim."""
    unknown = {}
    for campaign, example in PAPERS.items():
        claims = read_definition(BENCHMARKS / "papers" / campaign, lambda words: {}).claims
        sides = {side for claim in claims for side in ((claim.of, claim.by), (claim.against, claim.against_by))}
        for name in sorted({name for name, _ in sides}):
            facts = {*ran(f"papers/{campaign}", name, example).statistics, DECIDED, PROCESSOR}
            missing = {by for own, by in sides if own == name} - facts
            unknown.update({f"{campaign}: {name}": missing} if missing else {})
    assert unknown == {}


@pytest.mark.parametrize("size", [5, 10])
def test_the_families_of_graphs_are_what_they_are_said_to_be(size: int, tmp_path: Path) -> None:
    script = BENCHMARKS / "papers" / "families.py"
    subprocess.run([sys.executable, str(script), str(tmp_path), "0"], check=True)
    rounds = {}
    for engine in ("cgr", "cgr-dual", "fbar", "hybrid"):
        (result,) = assay.check(str(tmp_path / f"F-{size}.graph"), engine=engine, seconds=PATIENCE)
        rounds[engine] = result.statistics["rounds"]
    assert rounds == {"cgr": size, "cgr-dual": size, "fbar": 1, "hybrid": 1}


def test_the_answers_of_the_families_are_right(tmp_path: Path) -> None:
    script = BENCHMARKS / "papers" / "families.py"
    subprocess.run([sys.executable, str(script), str(tmp_path), "6", "8"], check=True)
    tasks = tasks_of([str(tmp_path / "verdicts.csv")])
    assert [task.group for task in tasks] == ["F"] * 5 + ["random"] * 6
    assert {task.expected for task in tasks} == {True, False}
    for task in tasks:
        (result,) = assay.check(task.path, engine="hybrid", seconds=PATIENCE)
        assert isinstance(result.verdict, assay.Holds if task.expected else assay.Violated)


def test_a_violation_comes_with_its_witness(tmp_path: Path) -> None:
    goal = tmp_path / "no-overflow.prp"
    goal.write_text("CHECK( init(main()), LTL(G ! overflow) )\n")
    run = ran("witnessed.toml", "assay", "average-overflow.c", str(goal))
    assert run.verdict == "violated", run.reason
    assert run.statistics["witness"] == 1 and run.statistics["problems"] == 0
