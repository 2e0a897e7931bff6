"""Engines for nets on a list of nets: verdict, checked evidence, processor time.

Usage: nets.py METHOD SECONDS TABLE.csv FOLDER [CORPUS...]; METHOD is coverability, accelerated or cgr-dual.

The table has columns corpus, path and expected; nets are looked up in FOLDER/corpus.  Every net runs in a process of
its own with a limit of processor time; clocks are only a second line of defence.
"""

from __future__ import annotations

import csv
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from assay.core.budget import Deadline
from assay.core.errors import AssayError
from assay.core.events import Event, RoundStarted
from assay.core.evidence import Proof, Trace
from assay.core.roles import Stuck
from assay.engines.recipes.nets import covered, over_markings
from assay.frontends.nets.mist import read_mist
from assay.frontends.text import read
from assay.spaces.nets.net import net_of
from assay.witness.check.invariants import check_proof, check_trace

METHODS: dict[str, Callable[..., Proof | Trace | Stuck]] = {
    "coverability": covered,
    "accelerated": partial(covered, accelerated=True),
    "cgr-dual": over_markings,
}


def one(method: str, file: str, seconds: float) -> str:
    """A line about one net."""
    model = read_mist(read(file))
    (prop,) = model.properties
    reading = time.process_time()
    rounds = 0

    def hear(event: Event) -> None:
        nonlocal rounds
        rounds = event.number if isinstance(event, RoundStarted) else rounds

    try:
        found = METHODS[method](net_of(model, prop), Deadline.after(20 * seconds), hear)
        searching = time.process_time() - reading
        match found:
            case Proof() as proof:
                evidence = "true " + check_proof(model, prop, proof, seconds=20 * seconds)
            case Trace() as trace:
                evidence = f"false {check_trace(model, prop, trace)} ({len(trace.edges)} steps)"
            case Stuck(reason):
                evidence = f"unknown {reason}"
    except AssayError as failure:
        return f"unknown {type(failure).__name__} {str(failure)[:150]}"
    checking = time.process_time() - reading - searching
    return f"{evidence} [{rounds} rounds, read {reading:.1f}, search {searching:.1f}, check {checking:.1f} s]"


def table(method: str, seconds: int, file: Path, folder: Path, corpora: list[str]) -> None:
    """A line about every net of the table, and the sums."""
    right = wrong = total = 0
    for row in csv.DictReader(file.open()):
        if row["corpus"] not in corpora:
            continue
        total += 1
        net = folder / row["corpus"] / row["path"]
        command = [sys.executable, __file__, "--one", method, str(seconds), str(net)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        answer = done.stdout.strip() or "unknown out of time " + done.stderr.strip()[-200:]
        word = answer.split()[0]
        right += word == row["expected"]
        wrong += word != "unknown" and {word, row["expected"]} == {"true", "false"}
        print(f"{row['path']}: expected {row['expected']}, {answer}", flush=True)
    print(f"{right} right, {wrong} wrong, {total} in all")


if __name__ == "__main__":
    if sys.argv[1] == "--one":
        limit = int(sys.argv[3])
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        print(one(sys.argv[2], sys.argv[4], limit))
    else:
        corpora = sys.argv[5:] or ["petri_coverability", "wsts_mist"]
        table(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4]), corpora)
