"""What ``assay bench table``, ``plot`` and ``compare`` write, compared with files (``ASSAY_GOLDEN=write``)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

from assay.bench.evaluation.circumstances import circumstances
from assay.bench.evaluation.comparison import paired
from assay.bench.evaluation.comparison_text import Side, comparison_text
from assay.bench.evaluation.csv_text import csv_text
from assay.bench.evaluation.measures import MEMORY, PROCESSOR
from assay.bench.evaluation.outcomes import arranged
from assay.bench.evaluation.quantile_plot import quantile_plot
from assay.bench.evaluation.scatter_plot import scatter_plot
from assay.bench.evaluation.summary_text import summary_text
from assay.bench.results import HOLDS, VIOLATED, Run
from bench_runs import LIMIT, campaign, run

HERE: Final = Path(__file__).parent / "campaign"
# A wrong answer, a contradiction, a repetition, and names that would be markup or change the direction of writing.
SUSPICIOUS: Final = (
    run("wrong|*.c", "bfs", VIOLATED, 2.0, expected=True, evidence="run of 3 steps"),
    run("wrong|*.c", "subsumer", HOLDS, 1.0),
    run("<b>disputed</b>\n`\u202e.c", "bfs", HOLDS, 3.0, expected=None),
    run("<b>disputed</b>\n`\u202e.c", "bfs", HOLDS, 5.0, expected=None, repetition=2),
    run("<b>disputed</b>\n`\u202e.c", "subsumer", VIOLATED, 4.0, expected=None),
)
RUNS: Final = (*campaign(80), *SUSPICIOUS)
LIMITS: Final = {"bfs": {"limits": {"processor": LIMIT, "memory": 2e9}}, "subsumer": {"limits": {"processor": LIMIT}}}


def of(configuration: str) -> list[Run]:
    return [each for each in RUNS if each.configuration == configuration]


WRITTEN: Final = {
    "summary.md": lambda: summary_text(arranged(RUNS), circumstances(RUNS, LIMITS)),
    "comparison.md": lambda: comparison_text(
        Side("bfs", of("bfs")), Side("subsumer", of("subsumer")), (PROCESSOR, "expansions")
    ),
    "runs.csv": lambda: csv_text(list(arranged(RUNS[-9:]).runs)),
    "quantile.svg": lambda: quantile_plot(arranged(RUNS), PROCESSOR, (LIMIT,)).svg,
    "quantile-memory.svg": lambda: quantile_plot(arranged(RUNS, MEMORY), MEMORY).svg,
    "scatter.svg": lambda: (
        scatter_plot(paired(of("bfs"), of("subsumer"), PROCESSOR), ("bfs", "subsumer"), PROCESSOR, (LIMIT,)).svg
    ),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_written(name: str) -> None:
    text = WRITTEN[name]()
    if os.environ.get("ASSAY_GOLDEN") == "write":
        (HERE / name).write_text(text, encoding="utf-8")
    assert text == (HERE / name).read_text(encoding="utf-8")
