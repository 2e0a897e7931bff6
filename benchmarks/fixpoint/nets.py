"""Coverability on a list of nets: verdict, checked evidence, processor time.

Usage: nets.py SECONDS TABLE.csv [CORPUS...]

The table has columns corpus, path and expected; nets are looked up next to it.  Every net runs in a process of its own
with a limit of processor time; clocks are only a second line of defence.
"""

from __future__ import annotations

import csv
import resource
import subprocess
import sys
import time
from pathlib import Path

from assay.core.errors import AssayError
from assay.core.verdict import Holds, Violated
from assay.engines.fixpoint import coverability
from assay.frontends.mist import read_mist
from assay.frontends.text import read
from assay.solve.budget import Deadline
from assay.witness.validate import check_proof, check_trace


def one(file: str, seconds: float) -> str:
    """A line about one net."""
    model = read_mist(read(file))
    (prop,) = model.properties
    reading = time.process_time()
    try:
        verdict = coverability(model, prop, Deadline.after(20 * seconds))
        searching = time.process_time() - reading
        match verdict:
            case Holds(proof):
                evidence = "true " + check_proof(model, prop, proof, seconds=20 * seconds)
            case Violated(trace):
                evidence = f"false {check_trace(model, prop, trace)} ({len(trace.edges)} steps)"
            case _:
                evidence = f"unknown {verdict.reason}"
    except AssayError as failure:
        return f"unknown {type(failure).__name__} {str(failure)[:150]}"
    checking = time.process_time() - reading - searching
    return f"{evidence} [read {reading:.1f}, search {searching:.1f}, check {checking:.1f} s]"


def table(seconds: int, file: Path, corpora: list[str]) -> None:
    right = wrong = total = 0
    for row in csv.DictReader(file.open()):
        if row["corpus"] not in corpora:
            continue
        total += 1
        net = file.parent / row["corpus"] / row["path"]
        command = [sys.executable, __file__, "--one", str(seconds), str(net)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        answer = done.stdout.strip() or "unknown out of time " + done.stderr.strip()[-200:]
        word = answer.split()[0]
        right += word == row["expected"]
        wrong += word not in (row["expected"], "unknown")
        print(f"{row['path']}: expected {row['expected']}, {answer}", flush=True)
    print(f"{right} right, {wrong} wrong, {total} in all")


if __name__ == "__main__":
    if sys.argv[1] == "--one":
        limit = int(sys.argv[2])
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        print(one(sys.argv[3], limit))
    else:
        table(int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:] or ["petri_coverability", "wsts_mist"])
