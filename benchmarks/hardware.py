"""Decide the hardware rows of a task table with Assay, and safety of AIGER with Berkeley ABC's ``pdr``, in one run.

    python benchmarks/hardware.py TABLE.csv CORPORA_ROOT --corpus hw_aiger_safety --seconds 60 --store out/

``task_table.py`` says what TABLE holds.

Each tool runs in a process of its own, one after the other, and is killed at the limit; times are processor time, so
that a busy machine does not count, and Assay's include reading, checking the evidence and the start of Python.  ABC
reads with ``&r``, which keeps latches without a reset value free, and folds constraints into the property.  Without
``berkeley-abc`` or ``abc`` (Debian: berkeley-abc) its column is missing, and the report says so.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import monotonic, sleep

import click

from assay.bench.campaign import Outcome, Runner, Task, outcome, run_campaign
from assay.bench.tables import markdown, summary
from task_table import chosen

CORPORA = ("hw_ctl_iimc", "smv", "hw_aiger_safety", "hw_aiger_hwmcc1920", "hw_aiger_live", "hw_btor2")
# Those that ABC's pdr decides.
SAFETY_OF_AIGER = ("hw_aiger_safety", "hw_aiger_hwmcc1920")
# What the evidence of a verdict says that nothing else has confirmed in full.
UNCHECKED = ("no other code", "not all of")
# A busy machine may take so many times longer than the processor time that a tool is given.
WALL = 4.0
# Beyond the limit: starting, and checking evidence.
GRACE = 8.0


def run_limited(command: Sequence[str], seconds: float) -> tuple[str, float]:
    """Output and processor time of a command, which is killed with all of its children when it takes too long."""
    with tempfile.TemporaryFile("w+") as output:
        started = monotonic()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL, start_new_session=True)
        while True:
            done, _, usage = os.wait4(process.pid, os.WNOHANG)
            if done:
                break
            if monotonic() - started > seconds * WALL + GRACE:
                os.killpg(process.pid, signal.SIGKILL)
                _, _, usage = os.wait4(process.pid, 0)
                break
            sleep(0.02)
        process.returncode = 0
        output.seek(0)
        return output.read(), usage.ru_utime + usage.ru_stime


def assay_runner(seconds: float, options: Sequence[str]) -> Runner:
    """The command line; the limit is one of wall-clock time."""

    def run(task: Task) -> Outcome:
        command = [sys.executable, "-m", "assay", "check", str(task.path), "--json", "--time", f"{seconds}s", *options]
        if task.goal:
            command += ["--property", task.goal]
        output, spent = run_limited(command, seconds)
        rank = {"holds": 0, "unknown": 1, "violated": 2}
        lines = [json.loads(line) for line in output.splitlines() if '"event": "verdict"' in line]
        worst = max(lines, key=lambda line: rank[line["verdict"]], default={"verdict": "error"})
        return outcome(task, "assay", worst["verdict"], spent, worst.get("evidence", ""), worst.get("reason") or "")

    return run


def abc_runner(program: str, seconds: float) -> Runner:
    """ABC's property directed reachability on the disjunction of all bad states."""

    def run(task: Task) -> Outcome:
        script = f"&r {task.path}; &put; fold; orpos; pdr -T {int(seconds)}"
        output, spent = run_limited([program, "-c", script], seconds)
        verdict = "unknown"
        if "Property proved" in output:
            verdict = "holds"
        elif "was asserted in frame" in output:
            verdict = "violated"
        return outcome(task, "abc", verdict, spent)

    return run


def start_of_assay(options: Sequence[str]) -> float:
    """The processor time that Assay takes for a design in which there is nothing to do."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.aag"
        path.write_text("aag 1 0 1 0 0 1\n2 2\n0\n")
        return min(assay_runner(10, options)(Task("start", path)).seconds for _ in range(3))


def comparison(ours: Sequence[Outcome], theirs: Sequence[Outcome], start: float) -> str:
    """How often each decides, and the ratio of times where both do."""
    other = {entry.key: entry for entry in theirs}
    both = [(entry, other[entry.key]) for entry in ours if entry.decided and other[entry.key].decided]
    ratios = sorted(mine.seconds / max(its.seconds, 0.01) for mine, its in both)
    searches = sorted(max(mine.seconds - start, 0.01) / max(its.seconds, 0.01) for mine, its in both)
    rows = [
        ("decided by both", len(both)),
        ("by Assay alone", sum(entry.decided and not other[entry.key].decided for entry in ours)),
        ("by ABC alone", sum(not entry.decided and other[entry.key].decided for entry in ours)),
        ("different verdicts", sum(mine.verdict != its.verdict for mine, its in both)),
        ("median ratio of times, Assay to ABC", f"{median(ratios):.2f}" if ratios else "-"),
        ("worst ratio", f"{ratios[-1]:.2f}" if ratios else "-"),
        (
            f"median ratio without the {start:.2f} s that Assay takes to start",
            f"{median(searches):.2f}" if both else "-",
        ),
    ]
    return markdown(("Assay and ABC", ""), rows)


def show(entry: Outcome) -> None:
    mark = {True: "ok", False: "WRONG", None: "-"}[entry.correct]
    click.echo(f"{entry.tool:6} {mark:5} {entry.verdict:9} {entry.seconds:7.2f} {entry.path} {entry.reason}")


@click.command()
@click.argument("table", type=click.Path(exists=True, path_type=Path))
@click.argument("root", type=click.Path(exists=True, path_type=Path))
@click.option("--corpus", "corpora", multiple=True, default=CORPORA)
@click.option("--seconds", default=60.0, help="limit for each tool and task")
@click.option("--first", default=0, help="skip so many rows")
@click.option("--rows", default=1000, help="run at most so many")
@click.option("--store", type=click.Path(path_type=Path), default=Path("out"))
@click.argument("options", nargs=-1)
def main(
    table: Path,
    root: Path,
    corpora: tuple[str, ...],
    seconds: float,
    first: int,
    rows: int,
    store: Path,
    options: tuple[str, ...],
) -> None:
    """Run both tools on the rows; what is in the STORE is not run again.  OPTIONS go to ``assay check``."""
    tasks = chosen(table, root, corpora)[first : first + rows]
    ours = run_campaign(tasks, assay_runner(seconds, options), store / "assay.jsonl", report=show)
    click.echo(f"\n## Assay, {seconds:g} s a task\n\n{summary(ours, lambda entry: entry.corpus)}\n")
    unchecked = [entry.path for entry in ours if any(words in entry.evidence for words in UNCHECKED)]
    click.echo(f"verdicts whose evidence was not checked in full: {', '.join(unchecked) or 'none'}\n")
    rows_of_abc = [task for task in tasks if task.corpus in SAFETY_OF_AIGER]
    program = shutil.which("berkeley-abc") or shutil.which("abc")
    if program is None:
        click.echo("ABC is not installed: no comparison (Debian: apt-get install berkeley-abc)")
        return
    theirs = run_campaign(rows_of_abc, abc_runner(program, seconds), store / "abc.jsonl", report=show)
    click.echo(f"\n## ABC pdr, {seconds:g} s a task\n\n{summary(theirs, lambda entry: entry.corpus)}\n")
    if theirs:
        both = [entry for entry in ours if entry.corpus in SAFETY_OF_AIGER]
        click.echo(comparison(both, theirs, start_of_assay(options)))


if __name__ == "__main__":
    main()
