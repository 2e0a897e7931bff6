"""How supervised work ends, and what is known of a worker that ended by itself."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assay.supervise.keeper import FAILED, OUT_OF_MEMORY

# Signals that a program brings upon itself; all others come from somebody else.
FAULTS: Final = tuple(
    getattr(signal.Signals, name)
    for name in ("SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL", "SIGFPE", "SIGSYS", "SIGTRAP")
    if hasattr(signal.Signals, name)
)


@dataclass(frozen=True)
class Finished:
    """The work was done."""


@dataclass(frozen=True)
class Exhausted:
    """A limit was reached: ``time``, ``processor`` or ``memory``; ``by_system`` if the operating system was faster."""

    resource: str
    by_system: bool = False


@dataclass(frozen=True)
class Crashed:
    """The worker ended without having finished.  ``how`` says how, ``output`` holds the last it wrote."""

    how: str
    output: str = ""
    signal: int = 0


@dataclass(frozen=True)
class Killed:
    """Somebody else ended the worker by a signal; ``peak_bytes`` is the most memory that one process held."""

    signal: int
    peak_bytes: int = 0


@dataclass(frozen=True)
class Interrupted:
    """Somebody asked us to stop."""

    signal: int


Ending = Finished | Exhausted | Crashed | Killed | Interrupted


@dataclass(frozen=True)
class WorkerEnded:
    """The worker is gone before its work was done, with this wait status."""

    status: int


def explain(status: int, output: str, *, for_memory: bool, peak_bytes: int) -> Ending:
    """What became of a worker; ``for_memory`` if the system killed for want of memory meanwhile."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number in FAULTS:
            return Crashed(f"signal {signal_name(number)}", output, number)
        if number == signal.SIGKILL and for_memory:
            return Exhausted("memory", by_system=True)
        return Killed(number, peak_bytes)
    code = os.waitstatus_to_exitcode(status)
    if code == OUT_OF_MEMORY:
        return Exhausted("memory")
    return Crashed("an unexpected error" if code == FAILED else f"exit code {code}", output)


def signal_name(number: int) -> str:
    """``SIGKILL``; a number where there is no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def killed_for_memory() -> int:
    """How many processes this system has killed for want of memory so far; 0 where it does not say (Linux does)."""
    try:
        lines = Path("/proc/vmstat").read_bytes().splitlines()
        return next((int(line.split()[1]) for line in lines if line.startswith(b"oom_kill ")), 0)
    except (OSError, ValueError):
        return 0


def tail(output: int, size: int = 4000) -> str:
    """The end of what was written to a file."""
    length = os.fstat(output).st_size
    return os.pread(output, size, max(0, length - size)).decode(errors="replace").strip()
