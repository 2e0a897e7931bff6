"""What a campaign is about: tasks, and what one run of a configuration on a task came to.

A *run* is one configuration on one task, with one seed if the configuration uses seeds, the so-many-th time.  These
four are its *key*: no store has two runs of the same key.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

HOLDS: Final = "holds"
VIOLATED: Final = "violated"
UNKNOWN: Final = "unknown"
ERROR: Final = "error"
VERDICTS: Final = (HOLDS, VIOLATED, UNKNOWN, ERROR)
# Which limit ended a run; the empty word if none did.
TIME, PROCESSOR, MEMORY = "time", "processor", "memory"
LIMITS: Final = (TIME, PROCESSOR, MEMORY)
# Who holds runs to their limits: BenchExec's runexec, by control groups, or Assay itself.
RUNEXEC, OURS = "runexec", "assay"


class Key(NamedTuple):
    """Which run it is."""

    task: str
    configuration: str
    repetition: int = 1
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """One property of one input; ``expected`` is true (holds), false (violated) or None (not known).

    ``path`` is what Assay is given, ``files`` are the inputs that a task definition at ``path`` stands for: what other
    tools are given.  ``part`` is which part of the property is violated, where it has several and that is known.
    """

    name: str
    path: str
    goal: str = ""
    group: str = ""
    expected: bool | None = None
    part: str = ""
    files: tuple[str, ...] = ()
    data_model: str = ""

    @property
    def inputs(self) -> tuple[str, ...]:
        return self.files or (self.path,)


@dataclass(frozen=True, slots=True)
class Run:
    """A run that ended.

    ``correct`` is None where there is no verdict, or nobody knows what is right.  ``answer`` is the verdict as SV-COMP
    writes it, where the tool says so.  ``seconds`` are of the clock on the wall, ``processor`` seconds those of all its
    processes, ``memory`` the peak in bytes, 0 if not known.  ``started`` is an ISO 8601 time, in UTC.
    """

    task: str
    configuration: str
    repetition: int
    seed: int | None
    path: str
    goal: str
    group: str
    expected: bool | None
    verdict: str
    correct: bool | None
    answer: str = ""
    seconds: float = 0.0
    processor: float = 0.0
    memory: int = 0
    limit: str = ""
    evidence: str = ""
    reason: str = ""
    statistics: dict[str, float] = field(default_factory=dict)
    started: str = ""
    machine: str = ""
    supervisor: str = OURS

    @property
    def key(self) -> Key:
        return Key(self.task, self.configuration, self.repetition, self.seed)

    @property
    def decided(self) -> bool:
        return self.verdict in (HOLDS, VIOLATED)
