"""Write the evidence of every decided AIGER task, and check each file by independent code.

    python benchmarks/hardware_evidence.py TASKS... --seconds 10

TASKS are what ``assay bench run`` takes: files, folders, tables.  Each task is checked by the command line with
``--witness``.  What it writes is read again here: a stimulus is replayed on the design's file, a certificate circuit is
checked by SAT.  A justice property that holds has no file format; the argument for it was checked before the verdict
was given.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from assay.bench.results import Task
from assay.bench.tasks import tasks_of
from assay.core.errors import AssayError
from assay.witness.hardware.aiger_witness import check_aiger_witness
from assay.witness.hardware.certificate_checker import check_certificate

CHECKING = 60.0


def evidence_of(task: Task, seconds: float, folder: Path) -> str:
    """What became of one row, in a few words."""
    file = folder / "evidence"
    file.unlink(missing_ok=True)
    command = [sys.executable, "-m", "assay", "check", task.path, "--time", f"{seconds}s", "--json"]
    done = subprocess.run([*command, "--witness", str(file)], capture_output=True, text=True, check=False)
    (verdict, *more) = [row for row in map(json.loads, done.stdout.splitlines()) if row["event"] == "verdict"]
    assert not more, "these rows have one property each"
    if verdict["verdict"] == "unknown":
        return "not decided"
    if task.expected is not None and task.expected != (verdict["verdict"] == "holds"):
        return "WRONG VERDICT"
    text = file.read_text() if file.exists() else ""
    try:
        if verdict["verdict"] == "violated":
            check_aiger_witness(task.path, text)
            return "witness replayed"
        if text.startswith("aag"):
            check_certificate(task.path, text, 0, seconds=CHECKING)
            return "certificate checked"
    except AssayError as error:
        return f"REFUSED: {error}"
    return f"holds without a file: {verdict['evidence'][:70]}"


@click.command()
@click.argument("tasks", nargs=-1, required=True)
@click.option("--seconds", default=10.0)
def main(tasks: Sequence[str], seconds: float) -> None:
    counts: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for task in tasks_of(tasks):
            outcome = evidence_of(task, seconds, Path(folder))
            counts[task.group, outcome.split(":")[0]] += 1
            click.echo(f"{task.name}: {outcome}")
    for (group, outcome), number in sorted(counts.items()):
        click.echo(f"{group:24}{outcome:28}{number:4}")


if __name__ == "__main__":
    main()
