"""Names of files and tasks."""

from __future__ import annotations

import glob
import os
from pathlib import Path

from assay.core.errors import InputError, Position


def named(path: str, goal: str = "") -> str:
    """The name of a task: its path, and the property if one is chosen, files of properties without their folders."""
    file, index = stating(goal)
    name = Path(file).name.removesuffix(".prp") + index if file else goal
    return f"{path}#{name}" if goal else path


def stating(goal: str, folder: str | Path = "") -> tuple[str, str]:
    """The file in the folder that states the property, and which of its properties that is, as ``#3``; or nothing."""
    name, mark, index = goal.rpartition("#")
    choices = [(goal, ""), (name, mark + index)] if index.isdecimal() else [(goal, "")]
    for name, chosen in choices:
        # Unlike Path.is_file, this is no error if the property is a formula, too long for the name of a file.
        if name and os.path.isfile(Path(folder) / name):  # noqa: PTH113
            return os.path.normpath(Path(folder) / name), chosen
    return "", ""


def beside(folder: str | Path, name: str) -> str:
    """The file of this name, which is relative to the folder; ``~`` and ``$VARIABLES`` mean what they always do."""
    return os.path.normpath(Path(folder) / Path(os.path.expandvars(name)).expanduser())


def matches(folder: str | Path, pattern: str) -> list[str]:
    """The files that the pattern stands for, sorted; ``**`` stands for any folders."""
    found = glob.glob(beside(folder, pattern), recursive=True)  # noqa: PTH207  # Path.glob takes no absolute patterns
    return sorted(os.path.normpath(file) for file in found)


def written(path: Path) -> str:
    """The text of a table or a list of tasks."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as failure:
        raise InputError(f"{path}: {failure.strerror}") from None
    except UnicodeDecodeError as failure:
        line = failure.object[: failure.start].count(b"\n") + 1
        raise InputError("this is not UTF-8", Position(str(path), line), "save the file as UTF-8") from None


def is_pattern(name: str) -> bool:
    return glob.has_magic(name)


def absolute(path: str) -> str:
    """Without looking through links: a task keeps the name under which it was given."""
    return os.path.normpath(Path(path).absolute())
