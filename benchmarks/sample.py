"""Decide the rows of a task table with Assay, and beside it with z3's Spacer, and print the figures.

    python benchmarks/sample.py examples/verdicts.csv examples --seconds 20 --store out
    python benchmarks/sample.py TABLE.csv ROOT --corpus chc_comp25 --corpus armc_native --seconds 20 --store out

``task_table.py`` says what a table holds.  Outcomes are kept in STORE as they come, so that a campaign that was
interrupted goes on where it stopped.  Horn files go to Spacer as they are, ARMC and VMT files as the Horn clauses of
our own reading, other files not at all.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from time import monotonic
from typing import Final

import click

from assay.bench.campaign import Outcome, Runner, Task, assay_runner, outcome, run_campaign
from assay.bench.tables import summary
from task_table import chosen

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

# What Spacer can be asked: clauses, and what our reading turns into clauses.
CLAUSES: Final = (".smt2", ".chc")
SYSTEMS: Final = (".pl", ".armc", ".vmt")
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
            if path.suffix in SYSTEMS:
                from assay.witness.write.horn import as_horn_clauses

                from assay.frontends.task import load

            if path.suffix == ".pl":
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
@click.argument("table", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("root", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--corpus", "corpora", multiple=True, help="only the rows of this corpus; may be given several times")
@click.option("--seconds", default=20.0, help="hard limit of a task")
@click.option("--workers", default=2, help="so many tasks at a time")
@click.option("--store", type=click.Path(path_type=Path), default=Path("out"), help="folder of the outcomes")
@click.option("--spacer/--no-spacer", default=True, help="whether Spacer is asked too")
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
    """Decide the rows of TABLE, whose files lie below ROOT; OPTIONS behind ``--`` go to ``assay check``."""
    tasks = chosen(table, root, corpora)
    plans = {tool: (tasks, assay_runner(seconds, options, tool))}
    if spacer:
        asked = [task for task in tasks if task.path.suffix in (*CLAUSES, *SYSTEMS)]
        plans["spacer"] = (asked, spacer_runner(seconds))
    for name, (rows, runner) in plans.items():
        done = run_campaign(rows, runner, store / f"{name}.jsonl", workers=workers, report=show)
        click.echo(
            f"\n## {name}, {seconds:g} s for each task\n\n{summary(done, lambda entry: entry.corpus or 'all')}\n"
        )


if __name__ == "__main__":
    main()
