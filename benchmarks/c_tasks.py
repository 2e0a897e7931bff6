"""Decide C tasks, and look at the evidence of every verdict: was the run executed, does the witness pass the linter?

    python benchmarks/c_tasks.py TABLE.csv CORPORA_ROOT --seconds 60 --store out/

``task_table.py`` says what TABLE holds; with --category only some of its rows are taken.  Tasks run one after the
other, each on one core, unless --workers or options behind ``--`` say otherwise.  At the end, by category: what was
decided, what was wrong, and the reasons of the rest, alike ones together.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from assay.bench.campaign import Outcome, Runner, Task, assay_runner, run_campaign
from assay.bench.tables import reasons, summary
from task_table import chosen

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from tools.witness_linter import check

EXECUTED = "compiled with"


def witnessed(seconds: float, options: Sequence[str]) -> Runner:
    """The command line, with a witness that is linted; what the linter says is added to the evidence."""

    def run(task: Task) -> Outcome:
        with tempfile.TemporaryDirectory() as folder:
            witness = Path(folder) / "witness.yml"
            found = assay_runner(seconds, ("--jobs", "1", "--witness", str(witness), *options))(task)
            if not found.decided:
                return found
            if not witness.exists():
                return replace(found, evidence=f"{found.evidence}; witness: missing")
            problems = check(witness.read_text(), {str(task.path): task.path.read_bytes()})
            said = "; ".join(str(problem) for problem in problems) or "no problem"
            return replace(found, evidence=f"{found.evidence}; witness: {said}")

    return run


def show(entry: Outcome) -> None:
    mark = {True: "ok", False: "WRONG", None: "-"}[entry.correct]
    said = entry.answer or entry.verdict
    click.echo(f"{mark:5} {said:19} {entry.processor:7.2f} {entry.path} {entry.reason}{entry.evidence}")


@click.command()
@click.argument("table", type=click.Path(exists=True, path_type=Path))
@click.argument("root", type=click.Path(exists=True, path_type=Path))
@click.option("--corpus", "corpora", multiple=True, default=("c_svcomp15",))
@click.option("--category", "categories", multiple=True)
@click.option("--seconds", default=60.0)
@click.option("--workers", default=1)
@click.option("--store", type=click.Path(path_type=Path), default=Path("out"))
@click.argument("options", nargs=-1)
def main(
    table: Path,
    root: Path,
    corpora: tuple[str, ...],
    categories: tuple[str, ...],
    seconds: float,
    workers: int,
    store: Path,
    options: tuple[str, ...],
) -> None:
    """Run the campaign; further OPTIONS go to ``assay check``."""
    tasks = [t for t in chosen(table, root, corpora) if not categories or t.category in categories]
    done = run_campaign(tasks, witnessed(seconds, options), store / "c_tasks.jsonl", workers=workers, report=show)
    click.echo(f"\n## {seconds:g} s a task\n\n{summary(done, lambda entry: entry.category)}\n")
    decided = [entry for entry in done if entry.decided]
    executed = Counter(EXECUTED in entry.evidence for entry in decided if entry.verdict == "violated")
    click.echo(f"violated: {executed[True]} executed natively, {executed[False]} by the interpreter")
    clean = sum("witness: no problem" in entry.evidence for entry in decided)
    click.echo(f"witnesses: {clean} of {len(decided)} pass the linter")
    refused = [entry for entry in done if entry.verdict == "error"]
    click.echo(
        f"read: {len(done) - len(refused)} of {len(done)}; processor time: {sum(e.processor for e in done):.0f} s"
    )
    click.echo(f"\n## What was not decided\n\n{reasons(done, lambda entry: entry.category)}")


if __name__ == "__main__":
    main()
