"""The scripts that campaigns of ours run as commands: each prints what its campaign looks for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from assay.bench.concluding import concluded
from assay.bench.configurations import Configuration
from assay.bench.definition import read_definition
from assay.bench.results import Key, Run, Task
from assay.bench.running.job import Ended
from places import EXAMPLES

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"


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
        ("papers/subsumer-first.toml", "T1-subsumer-first", "two-phases.pl", "holds", {"posts", "stepping", "states"}),
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


def test_a_violation_comes_with_its_witness(tmp_path: Path) -> None:
    goal = tmp_path / "no-overflow.prp"
    goal.write_text("CHECK( init(main()), LTL(G ! overflow) )\n")
    run = ran("witnessed.toml", "assay", "average-overflow.c", str(goal))
    assert run.verdict == "violated", run.reason
    assert run.statistics["witness"] == 1 and run.statistics["problems"] == 0
