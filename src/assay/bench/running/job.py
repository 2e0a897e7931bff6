"""What a slot is asked to do, and what it answers: plain values, since both travel between processes and machines."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

# Words of a command that are known only where it is executed: Python there, and the file for Assay's own figures.
PYTHON: Final = "{python}"
STATISTICS: Final = "{statistics}"
# Who is to hold runs to their limits, if both can.
AUTO: Final = "auto"
# A run that is lost is run again, so often in all.
ATTEMPTS: Final = 2


@dataclass(frozen=True)
class Bounds:
    """The limits of one run: seconds on the wall, seconds of processor time, bytes of memory; and its cores."""

    seconds: float = 60.0
    processor: float = math.inf
    memory: float = 2e9
    cores: int = 1

    def written(self) -> dict[str, float | None]:
        """As JSON has them: without a limit it is null."""
        limits = {"seconds": self.seconds, "processor": self.processor, "memory": self.memory}
        return {**{name: value if value < math.inf else None for name, value in limits.items()}, "cores": self.cores}

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Self:
        seconds, processor, memory = (
            math.inf if value is None else float(value)
            for value in (written.get(name) for name in ("seconds", "processor", "memory"))
        )
        return cls(seconds, processor, memory, int(written.get("cores") or 1))


@dataclass(frozen=True)
class Job:
    """A command with its limits; ``files`` are those that it reads, by absolute path.

    ``pinned`` are the cores that it may use, all if there are none.
    """

    command: tuple[str, ...]
    bounds: Bounds
    files: tuple[str, ...] = ()
    supervisor: str = AUTO
    pinned: tuple[int, ...] = ()


@dataclass(frozen=True)
class Ended:
    """How a command ended.

    ``code`` is its exit code, or the negative number of the signal that ended it; None if it was stopped at a limit.
    ``limit`` is the one that it reached, ``failure`` why it could not be run, ``statistics`` what it wrote to the file
    of that name.  ``lost``: somebody ended what watched it, so that nothing is known of it.
    """

    code: int | None = None
    limit: str = ""
    seconds: float = 0.0
    processor: float = 0.0
    memory: int = 0
    output: bytes = b""
    statistics: str = ""
    failure: str = ""
    lost: bool = False
    started: str = ""
    machine: str = ""
    supervisor: str = ""
