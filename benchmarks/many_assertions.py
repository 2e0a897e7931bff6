"""Processor time of all properties of a design in one check, and of one check for each of them, on generated designs.

Usage: many_assertions.py [NUMBER [SECONDS [single]]]: designs with so many assertions (200), and so many seconds (60)
for each check.  With ``single`` every property is checked by itself too, which takes long.
Verdicts are compared with what is known of the design.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from systems.assertions import INDUCTIVE, MIXED, Design, design

HOLDS = ("inductive", "invariant")


def processor_seconds() -> float:
    """What all processes that this one has waited for have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def check(path: Path, *arguments: str) -> tuple[dict[str, str], float]:
    """The verdict on each property, and the processor time of that."""
    before = processor_seconds()
    command = [sys.executable, "-m", "assay", "check", "--quiet", *arguments, str(path)]
    # Half an hour ends what a busy machine does not let finish.
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800, env={**os.environ, "LC_ALL": "C"})
    lines = (line.split() for line in done.stdout.splitlines())
    found = {name: verdict for verdict, name in (line for line in lines if len(line) == 2)}
    return found, processor_seconds() - before


def report(what: str, made: Design, verdicts: dict[str, str], seconds: float) -> str:
    wrong = [name for name, said in verdicts.items() if said != "unknown" and (said == "holds") != holds(made, name)]
    assert not wrong, wrong
    counts = ", ".join(f"{count} {name}" for name, count in sorted(Counter(verdicts.values()).items()))
    return f"{what}: {counts}; {seconds:.1f} s of processor time"


def holds(made: Design, name: str) -> bool:
    return made.known[name] in HOLDS


def lines(number: int, seconds: str, *, single: bool) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        for name, kinds in (("inductive", INDUCTIVE), ("mixed", MIXED)):
            made = design(number, kinds)
            path = Path(folder) / f"{name}.btor2"
            path.write_text(made.text)
            for jobs in ("1", "2"):
                told = check(path, "--time", seconds, "--jobs", jobs)
                yield report(f"{name}, --jobs {jobs}", made, *told)
            if single:
                verdicts: dict[str, str] = {}
                total = 0.0
                for prop in made.known:
                    said, spent = check(path, "--time", seconds, "--jobs", "1", "--property", prop)
                    verdicts.update(said)
                    total += spent
                yield report(f"{name}, {len(made.known)} single checks", made, verdicts, total)


if __name__ == "__main__":
    numbers = sys.argv[1:]
    count = int(numbers[0]) if numbers else 200
    limit = f"{numbers[1] if len(numbers) > 1 else 60}s"
    for line in lines(count, limit, single="single" in numbers):
        print(line, flush=True)
