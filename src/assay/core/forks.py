"""Child processes by fork: they lead a group of their own, and do not outlive their parent.

A fork shares memory until it is written to; z3 stops its timer threads before a fork and restarts them on demand, so
its contexts are usable on both sides.  Known limits: POSIX only; no thread of ours may hold a lock at the fork; where
the kernel does not signal children whose parent goes (other than Linux), they end by their own clocks.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import signal
import sys
import warnings
from collections.abc import Callable
from typing import Final

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


def die_with_parent() -> None:
    """The kernel ends this process when the one that made it goes."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _settle(parent: int) -> None:
    gc.disable()
    os.setpgid(0, 0)
    for number in _OURS:
        signal.signal(number, signal.SIG_DFL)
    die_with_parent()
    if os.getppid() != parent:
        os._exit(1)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
