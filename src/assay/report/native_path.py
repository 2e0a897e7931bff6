"""An execution of a C program as a person reads it: the lines it passes, what calls returned, how often loops go round.

Of a loop, the last iteration is shown, and their number; of a long execution, the beginning and the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from assay.core.c_source import Scalar
from assay.core.evidence import NativeRun, Passed
from assay.core.model import Model
from assay.core.words import counted
from assay.report.c_path import ROWS, PathRow, named_value


@dataclass
class Passage:
    """A line, and what happened there."""

    file: str
    line: int
    depth: int
    notes: list[str] = field(default_factory=list)


def path_rows(model: Model, run: NativeRun, *, rows: int = ROWS) -> list[PathRow]:
    """The execution as rows of a line's number, its text and what happened there, about so many; 0 is no line."""
    path = passages(model, run)
    if len(path) <= rows:
        return list(_told(model, path))
    head = rows // 2
    hidden = len(path) - rows + 1
    return [
        *_told(model, path[:head]),
        (0, f"... {hidden} more lines", ()),
        *_told(model, path[len(path) - head + 1 :]),
    ]


def passages(model: Model, run: NativeRun) -> list[Passage]:
    """The lines that are passed one after the other, and in the end the error."""
    types = _types(model)
    found: list[Passage] = []
    for passed in run.passed:
        if not passed.times:
            continue
        where = passed.where
        same = found and (found[-1].file, found[-1].line, found[-1].depth) == (where.file, where.line, passed.depth)
        if not same:
            found.append(Passage(where.file, where.line, passed.depth))
        found[-1].notes += _notes(run, passed, types)
    if found:
        error = "the error call" if run.kind in ("", "assertion", "error call") else f"the error: {run.kind}"
        found[-1].notes.append(error)
    return found


def _notes(run: NativeRun, passed: Passed, types: dict[str, Scalar]) -> list[str]:
    if passed.call is not None:
        function, value = run.calls[passed.call]
        return [f"{function}() = {named_value(value, types.get(function, Scalar(64, signed=True)))}"]
    return [counted(passed.times - 1, "iteration")] if passed.times > 1 else []


def _types(model: Model) -> dict[str, Scalar]:
    source = model.origin.source
    return {site.name: site.type for site in source.calls.values()} if source is not None else {}


def _told(model: Model, path: Sequence[Passage]) -> Iterator[PathRow]:
    texts: dict[str, list[str]] = {}
    for row in path:
        if row.file not in texts:
            file = model.origin.file if row.file == model.origin.name else row.file
            texts[row.file] = Path(file).read_text(encoding="utf-8", errors="replace").splitlines()
        lines = texts[row.file]
        text = lines[row.line - 1].strip() if 0 < row.line <= len(lines) else ""
        own = row.file == model.origin.name
        number: int | str = row.line if own else f"{Path(row.file).name}:{row.line}"
        yield number, "  " * row.depth + " ".join(text.split()), row.notes
