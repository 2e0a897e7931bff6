"""Which of the files on a command line are one input, and which are inputs of their own.

C files that are named together are one program, other files an input each; a folder stands for the files in it whose
names tell what they are, each an input by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assay.core.errors import InputError

VERILOG: Final = (".v", ".sv")
# Files of which several are one input.
TOGETHER: Final = ((".c", ".i"), VERILOG)
# What is taken from a folder: no task definitions (.yml) and their like, which name files that are taken already.
FROM_FOLDERS: Final = (
    *(".c", ".i", ".smt2", ".vmt", ".pl", ".armc", ".smv"),
    *(".aig", ".aag", ".btor", ".btor2", ".pnml", ".spec", ".graph"),
)


@dataclass(frozen=True)
class Input:
    """A file, and those that belong to it."""

    file: str
    others: tuple[str, ...] = ()


def inputs(given: Sequence[str], *, each: bool = False) -> tuple[Input, ...]:
    """The inputs that a command line names, in its order; what is named twice is one.

    ``each``: every file is an input of its own.
    """
    found: dict[Input, None] = {}
    groups: dict[tuple[str, ...], list[str]] = {}
    for name in given:
        if _is_folder(name):
            found.update(dict.fromkeys(map(Input, _inside(name))))
            continue
        kind = None if each else next((kind for kind in TOGETHER if Path(name).suffix in kind), None)
        if kind is None:
            found[Input(name)] = None
        elif kind in groups:
            groups[kind] += [name] if name not in groups[kind] else []
        else:
            groups[kind] = [name]
            # It keeps the place of its first file.
            found[Input(name)] = None
    whole = {first: Input(first, tuple(others)) for first, *others in groups.values()}
    return tuple(whole.get(one.file, one) for one in found)


def _is_folder(name: str) -> bool:
    """What cannot be looked at is no folder: whoever reads it says why."""
    try:
        return Path(name).is_dir()
    except OSError:
        return False


def _inside(folder: str) -> Iterator[str]:
    """The files of a folder and the folders in it, in the order of their names; what is hidden is left out."""
    files = sorted(
        path
        for path in Path(folder).rglob("*")
        if path.suffix.lower() in FROM_FOLDERS and path.is_file() and not _hidden(path.relative_to(folder))
    )
    if not files:
        hint = f"files end in {', '.join(FROM_FOLDERS)}"
        if any(path.suffix in VERILOG for path in Path(folder).rglob("*")):
            hint = f"a design in Verilog may be several files: name them, as {Path(folder) / '*.v'}"
        raise InputError(f"{folder}: there is nothing to check in this folder", hint=hint)
    return map(str, files)


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
