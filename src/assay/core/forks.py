"""Child processes by fork: they lead a group of their own, and do not outlive their parent.

A fork shares memory until it is written to; z3 stops its timer threads before a fork and restarts them on demand, so
its contexts are usable on both sides.  Known limits: POSIX only; no thread of ours may hold a lock at the fork; where
the kernel does not signal children whose parent goes (other than Linux), they end by their own clocks.
"""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import signal
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Final

GIGABYTE: Final = 1 << 30
_PR_SET_PDEATHSIG: Final = 1
_OURS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM, signal.SIGPIPE, signal.SIGCHLD)


def fork(work: Callable[[], None], children: list[int]) -> None:
    """A child that does ``work`` and ends, without running anything that belongs to its parent.

    It is among ``children`` before any signal is heard, so that whoever is interrupted knows whom to end.
    """
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        parent = os.getpid()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads: z3's timers, which it stops by itself
            child = os.fork()
        if child == 0:
            try:
                _settle(parent)
                work()
            finally:
                os._exit(0)
        children.append(child)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def end(child: int) -> None:
    """Kill the child and its group (which it may not lead yet) and take its exit status."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(child, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(child, 0)


def die_with(parent: int, number: int) -> None:
    """Asks the system for a signal as soon as the parent ends (Linux; elsewhere nothing happens)."""
    control(_PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:
        os._exit(1)


def control(option: int, value: int) -> None:
    """Sets an option of this process (Linux; elsewhere nothing happens)."""
    if sys.platform.startswith("linux"):
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _settle(parent: int) -> None:
    # What is shared with the parent is never garbage here, and to look for some would copy it.
    gc.freeze()
    os.setpgid(0, 0)
    for number in _OURS:
        signal.signal(number, signal.SIG_DFL)
    die_with(parent, signal.SIGKILL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def silence() -> None:
    """This process prints nothing any more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def limit_memory(further: int) -> None:
    """At most ``further`` bytes of address space above what this process has now."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (OSError, ValueError):
        return
    limit = pages * resource.getpagesize() + further
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    ceilings = [bound for bound in (soft, hard) if bound != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min([limit, *ceilings]), hard))
