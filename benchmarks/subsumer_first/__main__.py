"""Exploration orders compared: the two experiments of Rybalchenko and Singh on systems of ours and on given corpora.

    python benchmarks/subsumer_first [FILE|FOLDER|LIST.txt ...] [--draw 100] [--seconds 20] [--out DIR]

T1 explores once with predicates that suffice (those that the loop ended with); T2 runs the whole loop from no
predicates. Single-block encoding, cartesian abstraction, restart, no template bounds and no seeds: what differs is the
order alone. The baseline is breadth-first search *with* skipping of pruned nodes; ``bfs-literal`` does not skip.  Tasks
come in a seeded random order, and --draw takes the first of them; those that DIR knows are not run again.  Writes one
CSV row for each run, also of runs that were cut off, and Markdown tables.
"""

from __future__ import annotations

import csv
import json
import random
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any

import click

from assay.bench.tables import markdown
from assay.explore.unfold.order import ORDERS

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent / "examples"
BASELINE = "bfs"
MEASURES = ("seconds", "steps", "queries", "posts", "states", "expansions", "pruned", "rounds", "predicates")
CHOICES = (*ORDERS, "bfs-literal")
PATIENCE = 20  # times the limit by the clock, on a busy machine
PAPER = {"T1": {"seconds": (31.8, 35.3), "queries": (35.8, 42.2), "states": (32.9, 35.5)},
         "T2": {"seconds": (31.0, 46.9), "queries": (30.5, 20.8), "states": (15.5, 29.7)}}  # fmt: skip

Row = dict[str, Any]


@click.command()
@click.argument("inputs", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--seconds", default=20.0, help="limit of one run")
@click.option("--out", type=click.Path(path_type=Path), default=Path("build/subsumer_first"))
@click.option("--order", "orders", multiple=True, default=tuple(ORDERS), type=click.Choice(CHOICES))
@click.option("--draw", default=10**6, help="so many tasks at most")
@click.option("--seed", default=1)
@click.option("--abstraction", default="cartesian", type=click.Choice(["cartesian", "boolean"]))
@click.option("--scope", default="location", type=click.Choice(["location", "global"]), help="global as in ARMC")
def main(
    inputs: tuple[Path, ...],
    seconds: float,
    out: Path,
    orders: tuple[str, ...],
    draw: int,
    seed: int,
    abstraction: str,
    scope: str,
) -> None:
    """Compare exploration orders on INPUTS (by default on our own examples)."""
    out.mkdir(parents=True, exist_ok=True)
    store = out / "runs.jsonl"
    rows: list[Row] = [json.loads(line) for line in store.read_text().splitlines()] if store.exists() else []
    done = {row["task"] for row in rows}
    tasks = files(inputs or (EXAMPLES,))
    random.Random(seed).shuffle(tasks)
    for task in tasks[:draw]:
        if task.name in done:
            continue
        found = measure(task, orders, seconds, (abstraction, scope))
        found = found or [{"task": task.name, "experiment": "none", "order": "none", "outcome": "error"}]
        click.echo(f"{task.name}: " + ", ".join(f"{r['experiment']} {r['order']} {r['outcome']}" for r in found))
        with store.open("a") as file:
            file.writelines(json.dumps(row) + "\n" for row in found)
        rows.extend(found)
    write_csv(out / "runs.csv", rows)
    text = "\n\n".join(report(rows, experiment, orders) for experiment in ("T1", "T2"))
    (out / "tables.md").write_text(text + "\n")
    click.echo(f"\n{text}")


def files(inputs: Iterable[Path]) -> list[Path]:
    """Files as they are, the models of a folder, or the files that a .txt list names."""
    found: list[Path] = []
    for path in inputs:
        if path.is_dir():
            found.extend(p for p in sorted(path.rglob("*")) if p.suffix in (".pl", ".smt2", ".vmt", ".c"))
        elif path.suffix == ".txt":
            found.extend(Path(line) for line in path.read_text().split())
        else:
            found.append(path)
    return found


def measure(task: Path, orders: Sequence[str], seconds: float, settings: tuple[str, str]) -> list[Row]:
    """All runs on one task, in a process that is killed if a solver does not keep to the limit."""
    command = [sys.executable, str(HERE / "run.py"), str(task), *settings, str(seconds), *orders]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as child:
        try:
            output, _ = child.communicate(timeout=PATIENCE * seconds * len(orders))
        except subprocess.TimeoutExpired:
            child.kill()
            output, _ = child.communicate()
    return [{"task": task.name, **json.loads(line)} for line in output.splitlines() if line.endswith("}")]


def write_csv(path: Path, rows: Sequence[Row]) -> None:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, ("task", "experiment", "order", "outcome", *MEASURES), extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)


def report(rows: Sequence[Row], experiment: str, orders: Sequence[str]) -> str:
    """Reductions against the baseline over the tasks that both orders finish, beside the paper's figures."""
    finished = (r for r in rows if r["experiment"] == experiment and r["outcome"] in ("proof", "run"))
    mine = {(r["task"], r["order"]): r for r in finished}
    lines = []
    for order in orders:
        pairs = [(mine[t, BASELINE], r) for (t, o), r in mine.items() if o == order and (t, BASELINE) in mine]
        if order == BASELINE or not pairs:
            continue
        cells: list[object] = [order, len(pairs), _tally(pairs)]
        for measure in MEASURES:
            cells.append(_reduction([(a[measure], b[measure]) for a, b in pairs if measure in a and measure in b]))
        lines.append(cells)
    paper: list[object] = ["paper, subsumer-first", "16" if experiment == "T1" else "13", ""]
    paper += ["{} / {}".format(*PAPER[experiment][m]) if m in PAPER[experiment] else "" for m in MEASURES]
    title = {"T1": "T1: sufficient predicates, last round only", "T2": "T2: whole loop"}[experiment]
    header = ("order", "tasks", "fewer / same / more expansions", *(f"{m} %" for m in MEASURES))
    legend = f"Reduction against {BASELINE} with skipping in %, mean / median."
    return f"## {title}\n\n{legend}\n\n{markdown(header, [*lines, paper])}"


def _tally(pairs: Sequence[tuple[Row, Row]]) -> str:
    signs = [(b["expansions"] > a["expansions"]) - (b["expansions"] < a["expansions"]) for a, b in pairs]
    return f"{signs.count(-1)} / {signs.count(0)} / {signs.count(1)}"


def _reduction(pairs: Sequence[tuple[float, float]]) -> str:
    shares = [100 * (1 - after / before) for before, after in pairs if before]
    return f"{mean(shares):.1f} / {median(shares):.1f}" if shares else "-"


if __name__ == "__main__":
    main()
