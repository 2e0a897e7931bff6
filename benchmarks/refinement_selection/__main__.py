"""Refinement selection measured: tables 1 to 3 of Beyer, Löwe, Wendler (SPIN 2015) on C programs.

    python benchmarks/refinement_selection run CORPUS --table value --tasks 15 --seconds 5 --budget 400
    python benchmarks/refinement_selection report

CORPUS is a folder with ``verdicts.csv`` (columns path, expected, category).  Results are kept as they come, one file
for each configuration; ``run`` goes on where it stopped, and stops after ``--budget`` seconds.  A task counts as solved
if its verdict was confirmed within ``--seconds`` of processor time; see run.py for what is counted.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parent))

from configurations import CATEGORIES, COMBINED, OWN, PAPER, SETTINGS, TABLES, Configuration
from quantiles import quantile_plot

from assay.bench.campaign import Outcome, Task, load, outcome, run_campaign
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
@click.option("--seconds", default=5.0, help="limit of one run")
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
    stores = {c: store / f"{c.file}.jsonl" for c in chosen}
    known = {c: {result.key for result in load(path)} for c, path in stores.items()}
    for task in sampled(corpus, categories, tasks):
        for setting in SETTINGS:
            missing = [c for c in chosen if c.setting == setting and task.key not in known[c]]
            if not missing:
                continue
            if time.monotonic() - started > budget:
                click.echo("budget used up; run again to go on")
                return
            for configuration, result in outcomes(task, setting, missing, seconds):
                keep(task, result, stores[configuration])
    click.echo("complete")


def keep(task: Task, result: Outcome, store: Path) -> None:
    """Add an outcome to a store, and tell."""
    run_campaign([task], lambda _: result, store, report=lambda found: click.echo(line(found)))


def line(result: Outcome) -> str:
    mark = {True: "", False: " WRONG", None: ""}[result.correct]
    return f"{result.tool} {Path(result.path).name}: {result.verdict}{mark} {result.seconds:.1f} s {result.reason[:80]}"


def sampled(corpus: Path, categories: Sequence[str], count: int) -> Iterator[Task]:
    """Tasks of each category in turn, spread evenly over its list, those that hold and those that do not alike."""
    with (corpus / "verdicts.csv").open(newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if row.get("agrees") != "no"]
    columns: list[list[Task]] = []
    for category in categories:
        for expected, wanted in (("true", count - count // 2), ("false", count // 2)):
            mine = sorted(r["path"] for r in rows if r["category"] == category and r["expected"] == expected)
            share = min(wanted, len(mine))
            paths = [corpus / mine[(2 * number + 1) * len(mine) // (2 * share)] for number in range(share)]
            columns.append([Task(corpus.name, path, "", expected == "true", category) for path in paths])
    for row in zip_longest(*columns):
        yield from (task for task in row if task is not None)


def outcomes(
    task: Task, setting: str, configurations: Sequence[Configuration], seconds: float
) -> Iterator[tuple[Configuration, Outcome]]:
    """The configurations on a task that is read once.  The limit of each is processor time."""
    names = {f"{c.engine}/{c.select}/{c.combination}": c for c in configurations}
    command = [sys.executable, str(HERE / "run.py"), str(task.path), setting, str(seconds), *names]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        for text in process.stdout:
            facts = json.loads(text)
            c = names.pop(facts["name"])
            yield c, outcome(task, c.name, facts["verdict"], facts["seconds"], "", facts["reason"], facts["statistics"])
    for c in names.values():
        yield c, outcome(task, c.name, "unknown", seconds, reason="the process ended without an answer")


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
