"""Who works on a store: processes that can be told apart, and of which can be told whether they are still alive.

A number of a process is used again, and means nothing on another machine, in another container or after a restart.  So
a process is known by its machine (name, start of its kernel, namespace of process numbers), number and time of birth.
"""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple


class Worker(NamedTuple):
    """A process; ``born`` is when the kernel started it, in the kernel's own ticks, 0 where it does not say."""

    machine: str
    pid: int
    born: int


def this_process() -> Worker:
    return Worker(_machine(), os.getpid(), _born(os.getpid()))


def machine_name() -> str:
    return platform.node() or "localhost"


def is_here(worker: Worker) -> bool:
    """Is it a process of this machine, of which we can know whether it lives?"""
    return worker.machine == _machine()


def is_alive(worker: Worker) -> bool:
    """Does the process still run?  Asked of processes of this machine only."""
    with suppress(PermissionError):
        try:
            os.kill(worker.pid, 0)
        except ProcessLookupError:
            return False
    return _born(worker.pid) == worker.born


def _machine() -> str:
    parts = [machine_name()]
    with suppress(OSError):
        parts.append(Path("/proc/sys/kernel/random/boot_id").read_text().strip())
    with suppress(OSError):
        parts.append(str(Path("/proc/self/ns/pid").readlink()))
    return " ".join(parts)


def _born(pid: int) -> int:
    """The start of a living process; 0 where nobody says, or for a zombie, which does nothing any more (proc(5))."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return 0
    return 0 if fields[0] in (b"Z", b"X") else int(fields[19])
