"""Families of processes: who belongs to one, how much memory it holds, and its end.

A family is a process that leads a session (``os.setsid``), every process of that session, and all their descendants,
even those that began a session of their own.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Final, NamedTuple

from assay.core.forks import control


class Process(NamedTuple):
    """``processor`` are the seconds of the process and of the children that it collected; 0 where nobody says."""

    parent: int
    session: int
    resident: int
    processor: float = 0.0


Table = dict[int, Process]
_PR_SET_CHILD_SUBREAPER: Final = 36
# Rounds of killing before giving up on processes that cannot die (in uninterruptible sleep, say).
ATTEMPTS: Final = 500


def adopt_orphans() -> None:
    """From now on a descendant that loses its parent becomes a child of this process (Linux)."""
    control(_PR_SET_CHILD_SUBREAPER, 1)


def members(leader: int, table: Table) -> list[int]:
    """The living processes of the family that ``leader`` leads, by number."""
    family = {pid for pid, process in table.items() if pid == leader or process.session == leader}
    grown = True
    while grown:
        born = {pid for pid, process in table.items() if process.parent in family} - family
        family |= born
        grown = bool(born)
    return sorted(family)


class Usage(NamedTuple):
    """What a process and the descendants that it collected took."""

    processor_seconds: float
    peak_bytes: int


def end_descendants(leader: int) -> None:
    """Kills every member of the family but ``leader``; returns when no living one is left."""
    for _ in range(ATTEMPTS):
        others = [pid for pid in members(leader, process_table()) if pid != leader]
        if not others:
            return
        _signal(others, signal.SIGKILL)
        time.sleep(0.002)


def end_family(leader: int) -> Usage:
    """Kills every member and collects ``leader``, a keeper and child of ours that ends when it has nobody to keep."""
    end_descendants(leader)
    patience = time.monotonic() + 1.0
    while time.monotonic() < patience and not _has_ended(leader):
        time.sleep(0.001)
    _signal((leader,), signal.SIGKILL)
    usage = os.wait4(leader, 0)[2]
    unit = 1 if sys.platform == "darwin" else 1024
    return Usage(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit)


def _has_ended(child: int) -> bool:
    """Whether the child is no more; it stays to be collected."""
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _signal(processes: Iterable[int], number: int) -> None:
    for pid in processes:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def resident_bytes(leader: int, above: float = 0) -> float:
    """The memory of the family.  If the sum over its processes is ``above`` a limit, shared pages are counted once."""
    table = process_table()
    family = members(leader, table)
    total = sum(table[pid].resident for pid in family)
    if total > above and len(family) > 1:
        return sum(_proportional(pid, table[pid].resident) for pid in family)
    return total


def processor_seconds(leader: int) -> float:
    """What the family has taken so far; what became of those that a keeper collected is in its own figure."""
    table = process_table()
    return sum(table[pid].processor for pid in members(leader, table))


def process_table() -> Table:
    """All processes that are not mere zombies."""
    return _from_proc() if os.access("/proc/self/stat", os.R_OK) else _from_ps()


def _from_proc() -> Table:
    page, ticks = os.sysconf("SC_PAGESIZE"), os.sysconf("SC_CLK_TCK")
    table: Table = {}
    with os.scandir("/proc") as entries:
        numbers = [int(entry.name) for entry in entries if entry.name.isdigit()]
    for pid in numbers:
        # The name, in parentheses, may hold anything; the numbers follow the last closing one (proc(5)).
        fields = _contents(f"/proc/{pid}/stat").rpartition(b")")[2].split()
        if len(fields) > 21 and fields[0] not in (b"Z", b"X"):
            processor = sum(map(int, fields[11:15])) / ticks
            table[pid] = Process(int(fields[1]), int(fields[3]), int(fields[21]) * page, processor)
    return table


def _contents(path: str) -> bytes:
    """A small system file; empty if it is gone or not ours to read."""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return b""
    try:
        return os.read(file, 1 << 14)
    except OSError:
        return b""
    finally:
        os.close(file)


def _from_ps() -> Table:
    import subprocess

    answer = subprocess.run(["ps", "-axo", "pid=,ppid=,pgid=,rss=,stat="], capture_output=True, text=True, check=False)
    return _read_ps(answer.stdout)


def _read_ps(text: str) -> Table:
    """The answer of ``ps``.  Sessions are not portable there; the process group stands in for them."""
    table: Table = {}
    for line in text.splitlines():
        pid, parent, group, kilobytes, state = line.split(None, 4)
        if not state.startswith("Z"):
            table[int(pid)] = Process(int(parent), int(group), int(kilobytes) * 1024)
    return table


def _proportional(pid: int, resident: int) -> int:
    """The process's share of memory, each page divided by the number of its users; ``resident`` where nobody knows."""
    for line in _contents(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith(b"Pss:"):
            return int(line.split()[1]) * 1024
    return resident
