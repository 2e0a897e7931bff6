"""Executions in isolation: a compiled program gets processor time and memory, and nothing else of the machine.

The work is done by ``launcher.py`` in a process of its own, which tries each layer and says which are in force.
Seccomp alone is isolation, and so are namespaces alone; limits alone are not.  Programs have to be linked statically:
nothing can be opened in there, not even a library.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from assay.witness.c.sandbox import launcher
from assay.witness.c.sandbox.seccomp import program_filter

MEMORY_BYTES: Final = 3 << 30
# What starting and ending the process around the program may take, on a busy machine.
SURROUNDINGS_SECONDS: Final = 10.0
NO_ISOLATION: Final = "this system offers no isolation to execute it in; --execute does without"
# Signals that say that an execution was ended by a limit: kill, processor time, the timer.
STOPPING: Final = (9, 24, 27)
# The signal of a system call that is not allowed.
FORBIDDEN: Final = 31


class Permission(StrEnum):
    """Whether programs are executed, and where nothing isolates them."""

    ISOLATED = "only in isolation"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True)
class Limits:
    """Of each execution: seconds of processor time and of the clock, bytes.

    ``patience`` is for all of them together, if there are more than two; with ``most`` seconds everything ends.
    What each may report is so many bytes long; with a ``tick``, it gets a signal whenever it has computed that long.
    """

    cpu: float
    wall: float
    memory: int = MEMORY_BYTES
    patience: float = math.inf
    most: float = math.inf
    report: int = launcher.LONGEST_REPORT
    tick: float = 0.0


@dataclass(frozen=True)
class Ended:
    """An execution: the exit code, or minus the signal that ended it; and what it wrote where it reports."""

    code: int
    report: bytes


@dataclass(frozen=True)
class Executions:
    """How the executions ended, in order, and which layers of isolation were in force."""

    runs: tuple[Ended, ...]
    layers: tuple[str, ...]

    @property
    def words(self) -> str:
        return f"in isolation ({', '.join(self.layers)})" if self.layers else "without isolation"


@dataclass(frozen=True)
class Refused:
    """Nothing was executed."""

    reason: str


def execute(
    binary: Path,
    inputs: Sequence[bytes],
    limits: Limits,
    *,
    permission: Permission = Permission.ISOLATED,
    layers: Sequence[str] = ("namespaces", "seccomp"),
    stop: int = -1,
) -> Executions | Refused:
    """Execute a file once for each input, which it can read from its standard input.

    It reports on descriptor 3; what it prints is lost.  The first that reports and exits with ``stop`` is the last.
    Only ``layers`` are tried.
    """
    binary.chmod(0o755)
    with tempfile.TemporaryDirectory(prefix="root-", dir=binary.parent) as folder:
        request: launcher.Request = {
            "binary": str(binary.resolve()),
            "folder": folder,
            "inputs": [given.hex() for given in inputs],
            "filter": program_filter(launcher.BINARY).hex() if "seccomp" in layers else "",
            "namespaces": "namespaces" in layers,
            "cpu": limits.cpu,
            "wall": limits.wall,
            "memory": limits.memory,
            "patience": min(limits.patience, 1e9),
            "stop": stop,
            "bare": permission is Permission.ALWAYS,
            "longest": limits.report,
            "tick": limits.tick,
        }
        most = min(limits.patience, limits.wall * len(inputs)) + limits.wall + SURROUNDINGS_SECONDS
        return _answer(_launched(json.dumps(request), folder, max(0.1, min(most, limits.most))))


def _launched(request: str, folder: str, seconds: float) -> list[Mapping[str, object]]:
    """The records that the launcher wrote; none if it could not be started."""
    command = [sys.executable, "-I", "-S", "-B", launcher.__file__]
    try:
        done = subprocess.run(
            command, input=request.encode(), capture_output=True, cwd=folder, env={}, timeout=seconds, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    return [json.loads(line) for line in done.stdout.splitlines()]


def _answer(records: Sequence[Mapping[str, object]]) -> Executions | Refused:
    if not records:
        return Refused("the process that isolates it did not start or did not end in time")
    first, *rest = records
    layers = first["layers"]
    assert isinstance(layers, list)
    if not rest:
        return Refused(NO_ISOLATION)
    runs = []
    for record in rest:
        match record:
            case {"code": int(code), "report": str(report)}:
                runs.append(Ended(code, bytes.fromhex(report)))
            case {"failure": str(reason)}:
                return Refused(reason)
    return Executions(tuple(runs), tuple(map(str, layers)))
