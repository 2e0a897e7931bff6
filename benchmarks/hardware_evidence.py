"""Write the evidence of every decided AIGER row of a task table, and check each file by independent code.

    python benchmarks/hardware_evidence.py TABLE.csv CORPORA_ROOT --corpus hw_aiger_safety --seconds 10

``task_table.py`` says what TABLE holds.

Each row is checked by the command line with ``--witness``.  What it writes is read again here: a stimulus is replayed
on the design's file, a certificate circuit is checked by SAT.  A justice property that holds has no file format; the
argument for it was checked before the verdict was given.
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

from assay.bench.campaign import Task
from assay.core.errors import AssayError
from assay.witness.hardware.aiger_witness import check_aiger_witness
from assay.witness.hardware.certificate_checker import check_certificate
from task_table import chosen

CHECKING = 60.0


def evidence_of(task: Task, seconds: float, folder: Path) -> str:
    """What became of one row, in a few words."""
    file = folder / "evidence"
    file.unlink(missing_ok=True)
    command = [sys.executable, "-m", "assay", "check", str(task.path), "--time", f"{seconds}s", "--json"]
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
@click.argument("table", type=click.Path(exists=True, path_type=Path))
@click.argument("root", type=click.Path(exists=True, path_type=Path))
@click.option("--corpus", "corpora", multiple=True, required=True)
@click.option("--seconds", default=10.0)
def main(table: Path, root: Path, corpora: Sequence[str], seconds: float) -> None:
    counts: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for task in chosen(table, root, corpora):
            outcome = evidence_of(task, seconds, Path(folder))
            counts[task.corpus, outcome.split(":")[0]] += 1
            click.echo(f"{task.corpus}/{task.path.name}: {outcome}")
    for (corpus, outcome), number in sorted(counts.items()):
        click.echo(f"{corpus:24}{outcome:28}{number:4}")


if __name__ == "__main__":
    main()
