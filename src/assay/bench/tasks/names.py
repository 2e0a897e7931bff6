"""Names of files and tasks."""

from __future__ import annotations

import glob
import os
from pathlib import Path


def named(path: str, goal: str = "") -> str:
    """The name of a task: its path, and the property if one is chosen, files of properties by their stem."""
    stem = Path(goal).stem if goal.endswith(".prp") else goal
    return f"{path}#{stem}" if goal else path


def beside(folder: str | Path, name: str) -> str:
    """The file of this name, which is relative to the folder; ``~`` and ``$VARIABLES`` mean what they always do."""
    return os.path.normpath(Path(folder) / Path(os.path.expandvars(name)).expanduser())


def matches(folder: str | Path, pattern: str) -> list[str]:
    """The files that the pattern stands for, sorted; ``**`` stands for any folders."""
    found = glob.glob(beside(folder, pattern), recursive=True)  # noqa: PTH207  # Path.glob takes no absolute patterns
    return sorted(os.path.normpath(file) for file in found)


def is_pattern(name: str) -> bool:
    return glob.has_magic(name)


def absolute(path: str) -> str:
    """Without looking through links: a task keeps the name under which it was given."""
    return os.path.normpath(Path(path).absolute())
