"""The processes that this one has started and not yet waited for, dead ones included."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

PROCESSES = Path("/proc")


def offspring() -> frozenset[int]:
    """Their numbers; a test may find some that fixtures of other tests have started, and leaves no more."""
    own, found = os.getpid(), set()
    for folder in PROCESSES.glob("[0-9]*"):
        with suppress(OSError):
            # The name, in parentheses, may hold anything; the parent is the second field behind it (proc(5)).
            if int((folder / "stat").read_bytes().rpartition(b")")[2].split()[1]) == own:
                found.add(int(folder.name))
    return frozenset(found)
