"""Refinement selection measured: tables 1 to 3 of Beyer, Löwe, Wendler (SPIN 2015) on C programs.

    python benchmarks/refinement_selection run CORPUS --table value --tasks 15 --seconds 10 --budget 400
    python benchmarks/refinement_selection report

CORPUS is a folder with ``verdicts.csv`` (columns path, expected, category).  Results are kept as they come, one file a
configuration; ``run`` goes on where it stopped, and stops after ``--budget`` seconds.  A task counts as solved if its
verdict was confirmed and the process used at most ``--seconds`` of processor time.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parent))

from configurations import CATEGORIES, COMBINED, OWN, PAPER, TABLES, Configuration
from quantiles import quantile_plot

from assay.bench.campaign import Outcome, Runner, Task, load, outcome, run_campaign
from assay.bench.tables import markdown

HERE = Path(__file__).resolve().parent


@click.group()
def main() -> None:
    """Compare refinement heuristics."""


@main.command()
@click.argument("corpus", type=click.Path(exists=True, path_type=Path))
@click.option("--table", "tables", multiple=True, default=tuple(TABLES), type=click.Choice(list(TABLES)))
@click.option("--only", multiple=True, help="configurations by name; by default all of the table")
@click.option("--category", "categories", multiple=True, default=CATEGORIES)
@click.option("--tasks", default=15, help="tasks of each category")
@click.option("--seconds", default=10.0, help="limit of one run")
@click.option("--budget", default=400.0, help="seconds after which no new run is started")
@click.option("--store", type=click.Path(path_type=Path), default=Path("build/refinement_selection"))
def run(
    corpus: Path,
    tables: tuple[str, ...],
    only: tuple[str, ...],
    categories: tuple[str, ...],
    tasks: int,
    seconds: float,
    budget: float,
    store: Path,
) -> None:
    """Run what the store does not have yet."""
    started = time.monotonic()
    chosen = dict.fromkeys(c for table in tables for c in TABLES[table] if not only or c.name in only)
    wanted = list(sampled(corpus, categories, tasks))
    for task in wanted:
        for configuration in chosen:
            if time.monotonic() - started > budget:
                click.echo("budget used up; run again to go on")
                return
            runner = limited(configuration, seconds)
            run_campaign([task], runner, store / f"{configuration.file}.jsonl", report=lambda o: click.echo(line(o)))
    click.echo("complete")


def line(result: Outcome) -> str:
    mark = {True: "", False: " WRONG", None: ""}[result.correct]
    return f"{result.tool} {Path(result.path).name}: {result.verdict}{mark} {result.seconds:.1f} s {result.reason[:80]}"


def sampled(corpus: Path, categories: Sequence[str], count: int) -> Iterator[Task]:
    """Tasks of each category, spread evenly over its list, those that hold and those that do not alike."""
    with (corpus / "verdicts.csv").open(newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if row.get("agrees") != "no"]
    for category in categories:
        for expected, share in (("true", count - count // 2), ("false", count // 2)):
            mine = sorted(r["path"] for r in rows if r["category"] == category and r["expected"] == expected)
            share = min(share, len(mine))
            for number in range(share):
                path = corpus / mine[(2 * number + 1) * len(mine) // (2 * share)]
                yield Task(corpus.name, path, "", expected == "true", category)


def limited(configuration: Configuration, seconds: float) -> Runner:
    """Runs one task in a process of its own.  The limit is processor time; much more may pass by the clock."""

    def run_one(task: Task) -> Outcome:
        c = configuration
        command = [sys.executable, str(HERE / "run.py"), str(task.path), c.engine, c.select, c.combination, c.setting]
        started = time.monotonic()
        try:
            done = subprocess.run([*command, str(seconds)], capture_output=True, text=True, timeout=40 * seconds)
        except subprocess.TimeoutExpired:
            return outcome(task, c.name, "unknown", time.monotonic() - started, reason="killed: no answer in time")
        found = [json.loads(text) for text in done.stdout.splitlines() if text.startswith("{")]
        if not found:
            last = done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
            return outcome(task, c.name, "error", time.monotonic() - started, reason=last[0])
        facts = found[-1]
        return outcome(task, c.name, facts["verdict"], facts["seconds"], "", facts["reason"], facts["statistics"])

    return run_one


@main.command()
@click.option("--store", type=click.Path(path_type=Path), default=Path("build/refinement_selection"))
def report(store: Path) -> None:
    """Tables and quantile plots of what the store holds."""
    results = {c: load(store / f"{c.file}.jsonl") for table in TABLES.values() for c in table}
    parts = [table_of(name, configurations, results) for name, configurations in TABLES.items()]
    for name, configurations in TABLES.items():
        present = {c.name: results[c] for c in configurations if results[c]}
        common = shared_tasks(list(present.values()))
        times = {title: [r.seconds for r in own if r.correct and r.key in common] for title, own in present.items()}
        if times:
            (store / f"{name}.svg").write_text(quantile_plot(times, f"{name}: {len(common)} tasks"))
    text = "\n\n".join(part for part in parts if part)
    (store / "tables.md").write_text(text + "\n")
    click.echo(text)


def shared_tasks(stores: Sequence[Sequence[Outcome]]) -> set[str]:
    """The tasks that every configuration has run."""
    keys = [{result.key for result in own} for own in stores]
    return set.intersection(*keys) if keys else set()


def table_of(name: str, configurations: Sequence[Configuration], results: dict[Configuration, list[Outcome]]) -> str:
    """Solved tasks by configuration and category, over the tasks that all of them have run; the paper's beside."""
    present = [c for c in configurations if results[c]]
    common = shared_tasks([results[c] for c in present])
    if not common:
        return ""
    titles = {c: title for title, c in {"combined": COMBINED, "own": OWN}.get(name, {}).items()}
    groups = sorted({r.category for c in present for r in results[c] if r.key in common})
    rows = []
    for c in present:
        mine = [r for r in results[c] if r.key in common]
        title = titles.get(c, c.select)
        cells: list[object] = [title]
        for group in (*groups, "all"):
            own = [r for r in mine if group in (r.category, "all")]
            solved = sum(r.correct is True for r in own)
            cells.append(f"{solved} of {len(own)}{paper_share(name, group, title)}")
        wrong = sum(r.correct is False or r.verdict == "unsound" for r in mine)
        seconds = sum(r.seconds for r in mine if r.correct)
        refinements = sum((r.statistics or {}).get("refinements", 0) for r in mine if r.correct)
        rows.append((*cells, wrong, f"{seconds:.0f}", f"{refinements:.0f}"))
    header = (name, *groups, "all", "wrong", "s", "refinements")
    return f"## {name}: {len(common)} tasks\n\n{markdown(header, rows)}"


def paper_share(table: str, group: str, title: str) -> str:
    """The paper's figure as a share of its set, in brackets."""
    total, solved = PAPER.get(table, {}).get(group, (0, {}))
    return f" (paper {100 * solved[title] / total:.0f} %)" if title in solved else ""


if __name__ == "__main__":
    main()
