"""Decide the rows of a task table with Assay, and beside it with z3's Spacer, and print the figures.

    python benchmarks/sample.py TABLE.csv CORPORA_ROOT --corpus chc_comp25 --corpus armc_native --seconds 20 --store
    out/

Horn files go to Spacer as they are; ARMC files as the Horn clauses of our own reading.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from time import monotonic

import click

from assay.bench.campaign import Outcome, Runner, Task, assay_runner, outcome, run_campaign, tasks_from_csv
from assay.bench.tables import summary

SPACER = """
import sys, z3
solver = z3.SolverFor("HORN")
text = open(sys.argv[1]).read()
if "(declare-rel" in text or "(rule" in text:
    engine = z3.Fixedpoint()
    engine.set(engine="spacer")
    queries = engine.parse_string(text)
    answers = {str(engine.query(query)) for query in queries}
    print("violated" if "sat" in answers else "holds" if answers == {"unsat"} else "unknown")
else:
    solver.from_string(text)
    print({"sat": "holds", "unsat": "violated"}.get(str(solver.check()), "unknown"))
"""


def spacer_runner(seconds: float) -> Runner:
    """z3's Spacer with default options in a process that is killed at the limit."""

    def run(task: Task) -> Outcome:
        started = monotonic()
        with tempfile.NamedTemporaryFile("w", suffix=".smt2") as horn:
            path = task.path
            if path.suffix == ".pl":
                from assay.frontends.task import load
                from assay.witness.write.horn import as_horn_clauses

                horn.write(as_horn_clauses(load(path)))
                horn.flush()
                path = Path(horn.name)
            command = [sys.executable, "-c", SPACER, str(path)]
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
                verdict = done.stdout.strip() or "error"
            except subprocess.TimeoutExpired:
                verdict = "unknown"
        return outcome(task, "spacer", verdict, monotonic() - started)

    return run


def show(entry: Outcome) -> None:
    mark = {True: "ok", False: "WRONG", None: "-"}[entry.correct]
    click.echo(f"{entry.tool:8} {mark:5} {entry.verdict:9} {entry.seconds:7.2f} {entry.path} {entry.reason}")


@click.command()
@click.argument("table", type=click.Path(exists=True, path_type=Path))
@click.argument("root", type=click.Path(exists=True, path_type=Path))
@click.option("--corpus", "corpora", multiple=True, required=True)
@click.option("--seconds", default=20.0)
@click.option("--workers", default=2)
@click.option("--store", type=click.Path(path_type=Path), default=Path("out"))
@click.option("--spacer/--no-spacer", default=True)
@click.option("--tool", default="assay", help="name of this configuration in the store")
@click.argument("options", nargs=-1)
def main(
    table: Path,
    root: Path,
    corpora: tuple[str, ...],
    seconds: float,
    workers: int,
    store: Path,
    spacer: bool,
    tool: str,
    options: tuple[str, ...],
) -> None:
    """Run the campaign; further OPTIONS go to ``assay check``."""
    tasks = list(tasks_from_csv(table, root, corpora))
    runners = {tool: assay_runner(seconds, options, tool)}
    if spacer:
        runners["spacer"] = spacer_runner(seconds)
    for name, runner in runners.items():
        done = run_campaign(tasks, runner, store / f"{name}.jsonl", workers=workers, report=show)
        click.echo(f"\n## {name}, {seconds:g} s a task\n\n{summary(done, lambda entry: entry.corpus)}\n")


if __name__ == "__main__":
    main()
