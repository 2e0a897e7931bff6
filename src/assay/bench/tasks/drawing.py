"""Which of many tasks: those of some groups, and of each group so many, drawn by chance by a seed that says which.

A task's lot is a hash of the seed, of its file's name and of its property.  So the draw is the same in every folder, on
every machine and in whatever order the tasks are named; and who draws more with the same seed keeps what was drawn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path
from typing import Final

from assay.bench.results import Task
from assay.bench.tasks.names import stating


@dataclass(frozen=True)
class Draw:
    """How many tasks of each group are wanted, and the seed that chooses them; by default all of all groups."""

    groups: tuple[str, ...] = ()
    number: int | None = None
    seed: int = 1

    def of(self, tasks: Sequence[Task]) -> list[Task]:
        """The tasks that are drawn, in the order in which they are listed; all of a group that has no more."""
        groups = defaultdict(list)
        for task in tasks:
            if not self.groups or any(fnmatchcase(task.group, pattern) for pattern in self.groups):
                groups[task.group].append(task)
        chosen = {task.name for group in groups.values() for task in sorted(group, key=self._lot)[: self.number]}
        return [task for task in tasks if task.name in chosen]

    def _lot(self, task: Task) -> tuple[str, str]:
        stated, index = stating(task.goal)
        goal = Path(stated).name + index if stated else task.goal
        return sha256(f"{self.seed}:{Path(task.path).name}#{goal}".encode()).hexdigest(), task.name


ALL: Final = Draw()
