"""What do native runs find, how fast are they, and what do they cost where there is nothing to find?

    python benchmarks/native_runs.py FILE... [--beside] [--confirm]

Each file is read, and run as on one core (or as --beside the engines).  Of each: processor time of compiling and
running together, without reading; how often the program ran in a second of processor time; what was found, with the
number of inputs; and with --confirm, what the checker says of the first evidence.
"""

from __future__ import annotations

import argparse
import resource
from pathlib import Path

from assay.checking.confirming import confirmed
from assay.core.budget import Deadline
from assay.core.errors import AssayError
from assay.core.events import ignore
from assay.core.evidence import NativeRun
from assay.core.model import Safety
from assay.core.roles import Found
from assay.core.verdict import Violated
from assay.engines.properties import Claim, Settled
from assay.frontends.task import load
from assay.native import search as native
from assay.native.executing import Told
from assay.witness.c.sandbox.isolation import Permission, Refused

PATIENCE = 600.0


def spent() -> float:
    """Seconds of the processor, of this process and of those it started."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, kinds))


def measured(file: str, timing: native.Timing, *, confirm: bool) -> str:
    """A line about one file."""
    try:
        model = load(file, checks="assert")
    except AssayError as reason:
        return f"not read: {str(reason)[:80]}"
    goals = [goal for goal in model.goals if isinstance(goal, Safety)]
    runs = 0
    run_often = native.run_often

    def counting(
        binary: Path, seconds: float, style: native.Style, permission: Permission, most: float
    ) -> Told | Refused:
        nonlocal runs
        told = run_often(binary, seconds, style, permission, most)
        runs += told.runs if isinstance(told, Told) else 0
        return told

    native.run_often = counting
    began = spent()
    search = native.NativeRuns(model, goals, Settled(goals), timing, Permission.ISOLATED, ignore)
    try:
        answer = search.advance(Deadline.after(PATIENCE))
        seconds = spent() - began
        second = search.advance(Deadline.after(PATIENCE)) if isinstance(answer, Found) else answer
    finally:
        search.close()
        native.run_often = run_often
    told = f"{seconds:6.2f} s  {runs / seconds:8.0f} runs/s  "
    if not isinstance(answer, Found):
        return f"{told}{answer.reason}"
    inputs = [c.evidence for c in (answer.evidence, getattr(second, "evidence", None)) if isinstance(c, Claim)]
    count = next((len(run.calls) for run in inputs if isinstance(run, NativeRun)), 0)
    kind = type(answer.evidence.evidence).__name__
    if not confirm:
        return f"{told}{kind} with {count} inputs"
    (goal,) = [goal for goal in goals if goal.name in answer.evidence.goals]
    began = spent()
    verdict, how = confirmed(model, goal, answer.evidence.evidence, Deadline.after(PATIENCE))
    says = "confirmed" if isinstance(verdict, Violated) else f"NOT CONFIRMED {getattr(verdict, 'reason', how)}"
    return f"{told}{kind} with {count} inputs, {says} in {spent() - began:.2f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--beside", action="store_true", help="with the time that they have beside the engines")
    parser.add_argument("--seconds", type=float, default=60.0, help="of the whole check, by the clock")
    parser.add_argument("--confirm", action="store_true", help="have what is found confirmed")
    arguments = parser.parse_args()
    timing = native.BESIDE if arguments.beside else native.share(arguments.seconds)
    for file in arguments.files:
        print(f"{Path(file).name[:60]:60}", measured(file, timing, confirm=arguments.confirm), flush=True)


if __name__ == "__main__":
    main()
