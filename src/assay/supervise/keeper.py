"""The child side of supervision: a keeper, and the worker that it starts.

The keeper leads a session and does nothing but collect: on Linux every orphan of its family becomes its child (a
*subreaper*), so whoever looks for its descendants finds all of them, even those that began a session of their own and
lost their parent.  If the parent dies, however suddenly, the keeper ends the family and itself.  It survives the
worker's accidents because it runs no solver, and it tells how the worker ended.  Temporary files of the family go to
a scratch folder, which the parent removes; if the parent dies, the keeper does.
"""

from __future__ import annotations

import json
import math
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NoReturn

from assay.core.forks import die_with
from assay.supervise.processes import adopt_orphans, end_descendants
from assay.supervise.scratch import make_scratch, remove_scratch, settle_in
from assay.supervise.stopping import REQUESTS

Message = Mapping[str, Any]
Send = Callable[[Message], None]
Work = Callable[[Send], None]

# Lines on the channel that are no messages: the work is done; the worker ended with this wait status.
DONE: Final = b"."
ENDED: Final = b"!"
# Exit codes of the worker.
OUT_OF_MEMORY: Final = 71
FAILED: Final = 70


def start(work: Work, memory: float, output: int, scratch: Path | None) -> tuple[int, int]:
    """The keeper of a new family that does ``work``, and the channel on which it reports.

    Whatever the family prints goes to ``output``, its temporary files to ``scratch``; allocations of one process fail
    well above ``memory``.
    """
    reading, writing = os.pipe()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    parent = os.getpid()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, REQUESTS)
    keeper = os.fork()
    if keeper == 0:
        try:
            os.close(reading)
            _keep(work, memory, parent, writing, output, scratch, mask)
        finally:
            os._exit(FAILED)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    os.close(writing)
    return keeper, reading


def _keep(
    work: Work,
    memory: float,
    parent: int,
    channel: int,
    output: int,
    scratch: Path | None,
    mask: set[int | signal.Signals],
) -> NoReturn:
    """The keeper's life: start the worker, collect whoever ends, leave when nobody is left."""
    os.setsid()
    os.dup2(output, 1)
    os.dup2(output, 2)
    adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, frame: _end_all(scratch))
    die_with(parent, signal.SIGTERM)
    made = make_scratch(scratch)
    keeper = os.getpid()
    worker = os.fork()
    if worker == 0:
        code = FAILED
        try:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            settle_in(made)
            code = _run(work, memory, keeper, channel)
        finally:
            os._exit(code)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    while True:
        try:
            pid, status = os.wait()
        except ChildProcessError:
            os._exit(0)
        if pid == worker:
            # A line that the worker could not finish is ended first.
            with suppress(OSError):
                _write(channel, b"\n" + ENDED + str(status).encode() + b"\n")


def _end_all(scratch: Path | None) -> None:
    end_descendants(os.getpid())
    remove_scratch(scratch)
    os._exit(0)


def _run(work: Work, memory: float, keeper: int, channel: int) -> int:
    """The worker's life; its exit code."""
    import faulthandler
    import traceback

    sys.stdout = sys.stderr = open(2, "w", buffering=1, closefd=False, errors="backslashreplace")  # noqa: SIM115
    faulthandler.enable(2)
    die_with(keeper, signal.SIGKILL)
    _second_net(memory)
    try:
        work(lambda message: _write(channel, json.dumps(message).encode() + b"\n"))
        _write(channel, DONE + b"\n")
    except MemoryError:
        return OUT_OF_MEMORY
    except BaseException:
        traceback.print_exc()
        return FAILED
    return 0


def _write(channel: int, data: bytes) -> None:
    while data:
        data = data[os.write(channel, data) :]


def _second_net(memory: float) -> None:
    """Lets allocations of one process fail a good deal above the limit, in case that nobody looks in time."""
    if memory == math.inf:
        return
    import resource

    ceiling = int(memory * 1.25) + (512 << 20)
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    if hard == resource.RLIM_INFINITY or ceiling < hard:
        resource.setrlimit(resource.RLIMIT_DATA, (ceiling, hard))
