"""One command under hard limits, by our own supervision or by BenchExec's runexec inside of it.

The clock on the wall, processor time and memory of all processes of the command count together.  A command gets a
little more than its seconds to say its last words; what it says then is no verdict any more (``limit`` is set).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from assay.bench.results import MEMORY, OURS, PROCESSOR, TIME
from assay.bench.running.job import PYTHON, STATISTICS, Bounds, Ended, Job
from assay.bench.workers import machine_name
from assay.supervise.ending import Exhausted, Finished, Interrupted, killed_for_memory
from assay.supervise.limits import Limits, Outcome, Send, supervise

# Of what a command prints, so many bytes are kept of the beginning, and as many of the end.
KEPT_BYTES: Final = 1 << 20
# A command may speak for so long after its time is over.
LAST_WORDS: Final = 0.5

Execute = Callable[[Sequence[str], Path, Bounds, Sequence[int], Send], None]
"""Executes a command with its output in a file, and sends ``code``, ``seconds`` and what else it knows (see below)."""


class Stopped(Exception):
    """Somebody asked this process to stop; the command was ended."""


def executed(job: Job, execute: Execute, limits: Limits, supervisor: str = OURS) -> Ended:
    """Runs the job in a family of processes; none of them is left when this returns.

    The limits are those of our own supervision, from the start of the run.
    """
    with tempfile.TemporaryDirectory(prefix="assay-run-") as name:
        folder = Path(name)
        output, statistics = folder / "output", folder / "statistics.json"
        places = {PYTHON: sys.executable, STATISTICS: str(statistics)}
        command = [places.get(word, word) for word in job.command]
        said: dict[str, Any] = {}
        victims, started, date = killed_for_memory(), time.monotonic(), datetime.now(UTC)

        def work(send: Send) -> None:
            execute(command, output, job.bounds, job.pinned, send)

        outcome = supervise(work, replace(limits, started=started), said.update)
        took = time.monotonic() - started
        if isinstance(outcome.ending, Interrupted):
            raise Stopped
        lost = not isinstance(outcome.ending, Finished | Exhausted)
        ended = Ended(
            code=said.get("code"),
            seconds=said.get("seconds", took),
            processor=said.get("processor", max(0.0, outcome.processor_seconds - said.get("watching", 0.0))),
            memory=said.get("memory", outcome.peak_bytes),
            output=_kept(output),
            statistics=_text(statistics),
            failure=said.get("failure", "") or (f"what watched the run was ended: {outcome.ending}" if lost else ""),
            lost=lost,
            started=date.isoformat(timespec="milliseconds"),
            machine=machine_name(),
            supervisor=supervisor,
        )
    killed = ended.code == -9 and killed_for_memory() > victims
    limit = said.get("limit", "") or (MEMORY if killed else _limit(outcome, ended, job.bounds))
    return replace(ended, limit=limit)


def ours(job: Job) -> Ended:
    """The job under our own supervision."""
    bounds = job.bounds
    limits = Limits(bounds.seconds + LAST_WORDS, bounds.memory, processor=bounds.processor)
    return executed(job, _execute, limits)


def _execute(command: Sequence[str], output: Path, bounds: Bounds, cores: Sequence[int], send: Send) -> None:
    pin(cores)
    started = time.monotonic()
    with output.open("wb") as file:
        try:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT)
        except OSError as failure:
            send({"failure": f"{command[0]}: {failure.strerror}"})
            return
        code = process.wait()
    # What this process took itself is not the command's.
    send({"code": code, "seconds": time.monotonic() - started, "watching": time.process_time()})


def pin(cores: Sequence[int]) -> None:
    """From now on this process and its children run on these cores, where the system can do that."""
    if cores and hasattr(os, "sched_setaffinity"):
        with suppress(OSError):
            os.sched_setaffinity(0, cores)


def _limit(outcome: Outcome, ended: Ended, bounds: Bounds) -> str:
    if isinstance(outcome.ending, Exhausted):
        return outcome.ending.resource
    if ended.processor > bounds.processor:
        return PROCESSOR
    return TIME if ended.seconds > bounds.seconds else ""


def _kept(output: Path) -> bytes:
    """What was printed; of very much, the beginning and the end."""
    if not output.exists():
        return b""
    size = output.stat().st_size
    with output.open("rb") as file:
        if size <= 2 * KEPT_BYTES:
            return file.read()
        head = file.read(KEPT_BYTES)
        file.seek(size - KEPT_BYTES)
        return head + f"\n... {size - 2 * KEPT_BYTES} bytes are left out ...\n".encode() + file.read()


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""
