"""Processor time of all properties of a design in one check, and of one check for each of them, on generated designs.

Usage: many_assertions.py [NUMBER [SECONDS [single]]]: designs with so many assertions (200), and so many seconds of
processor time (60) for each check.  With ``single`` every property is checked by itself too.  All are checked in this
process, one after the other and by one core, and each reads the file anew; starting Python is not counted.  Searches
look at the processor time instead of the clock, so that other work on the machine makes no difference to them.
Verdicts are compared with what is known of the design.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from assay.checking import Result, results, wanted_goals
from assay.core.budget import Deadline
from assay.core.verdict import Holds, Violated
from assay.engines.config import Config
from assay.frontends.task import load

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from systems.assertions import INDUCTIVE, MIXED, Design, design

HOLDS = ("inductive", "invariant")


def after(seconds: float) -> Deadline:
    return Deadline(time.process_time() + seconds, time.process_time)


def check(path: Path, seconds: float, wanted: str | None = None) -> list[Result]:
    model = load(path)
    return list(results(model, wanted_goals(model, wanted), Config(seconds=seconds)))


def report(what: str, made: Design, found: list[Result], seconds: float) -> str:
    for result in found:
        said = result.verdict
        if isinstance(said, Holds | Violated):
            assert isinstance(said, Holds) == (made.known[result.property] in HOLDS), result
    counts = Counter(type(result.verdict).__name__.lower() for result in found)
    told = ", ".join(f"{number} {name}" for name, number in sorted(counts.items()))
    return f"{what}: {told}; {seconds:.1f} s of processor time"


def lines(number: int, seconds: float, *, single: bool) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        for name, kinds in (("inductive", INDUCTIVE), ("mixed", MIXED)):
            made = design(number, kinds)
            path = Path(folder) / f"{name}.btor2"
            path.write_text(made.text)
            began = time.process_time()
            found = check(path, seconds)
            yield report(f"{name}, one check", made, found, time.process_time() - began)
            if single:
                began = time.process_time()
                found = [result for prop in made.known for result in check(path, seconds, prop)]
                yield report(f"{name}, {len(made.known)} checks", made, found, time.process_time() - began)


if __name__ == "__main__":
    patch.object(Deadline, "after", after).start()
    given = sys.argv[1:]
    count = int(given[0]) if given else 200
    for line in lines(count, float(given[1]) if len(given) > 1 else 60.0, single="single" in given):
        print(line, flush=True)
