"""Runs in control groups, by BenchExec's runexec, where BenchExec is installed and may use them.

The kernel then counts processor time and memory of all processes exactly, and ends them at the limits.  Our own
supervision stays around it: if this process dies, so does the run.  Versions 1 and 2 of control groups will do.
"""

from __future__ import annotations

import logging
import math
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from assay.bench.results import MEMORY, PROCESSOR, RUNEXEC, TIME
from assay.bench.running.job import Bounds, Ended, Job
from assay.bench.running.supervised import LAST_WORDS, executed, pin
from assay.supervise.limits import Limits, Send

# What runexec calls the limit that ended a run.
_REASONS: Final = {"cputime": PROCESSOR, "cputime-soft": PROCESSOR, "walltime": TIME, "memory": MEMORY}
# If runexec itself does not end, it is ended after so many seconds more.
PATIENCE_SECONDS: Final = 30.0


def by_runexec() -> Callable[[Job], Ended] | None:
    """Runs a job by runexec; None where that is not possible."""
    try:
        from benchexec.runexecutor import RunExecutor
    except ImportError:
        return None
    logging.getLogger().setLevel(logging.CRITICAL)
    try:
        executor = RunExecutor(use_namespaces=False)
    except SystemExit:
        # It says so where the groups are not to be had.
        return None
    groups = executor.cgroups
    if not all(group in groups for group in (groups.CPU, groups.MEMORY, groups.FREEZE)):
        return None
    return lambda job: _executed(job, executor)


def _executed(job: Job, executor: Any) -> Ended:
    def execute(command: Sequence[str], output: Path, bounds: Bounds, cores: Sequence[int], send: Send) -> None:
        if executor.cpus is None:
            # Without groups of cores the system's other means has to do.
            pin(cores)
        if shutil.which(command[0]) is None:
            send({"failure": f"{command[0]}: there is no such command"})
            return
        found = executor.execute_run(
            list(command),
            str(output),
            hardtimelimit=_finite(bounds.processor),
            walltimelimit=_finite(bounds.seconds + LAST_WORDS),
            memlimit=None if bounds.memory == math.inf else int(bounds.memory),
            cores=None if executor.cpus is None else list(cores) or None,
            write_header=False,
        )
        send(_told(found))

    return executed(job, execute, Limits(seconds=job.bounds.seconds + PATIENCE_SECONDS), RUNEXEC)


def _finite(seconds: float) -> float | None:
    return None if seconds == math.inf else seconds


def _told(found: dict[str, Any]) -> dict[str, Any]:
    """What runexec measured, as a run is told of."""
    reason = found.get("terminationreason", "")
    exit_code = found.get("exitcode")
    told: dict[str, Any] = {"limit": _REASONS.get(reason, "")}
    for theirs, own in (("walltime", "seconds"), ("cputime", "processor"), ("memory", "memory")):
        if theirs in found:
            told[own] = found[theirs]
    if reason and reason not in _REASONS:
        told["failure"] = f"runexec could not run it: {reason}"
    elif exit_code is not None and not told["limit"]:
        told["code"] = -exit_code.signal if exit_code.signal else exit_code.value
    return told
