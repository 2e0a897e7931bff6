"""Jobs that travel to another machine, with the files that they read.

Files lie there as they lie here relative to each other, below a new folder; the command names them there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from assay.bench.running.job import Job
from assay.bench.tasks.names import absolute

_INCLUDE: Final = re.compile(rb"^[ \t]*#[ \t]*include[ \t]*\"([^\"\n]+)\"", re.MULTILINE)
_PROGRAMS: Final = (".c", ".h", ".i")


@dataclass(frozen=True)
class Parcel:
    """A job and the contents of its files, by absolute path."""

    job: Job
    contents: dict[str, bytes]


def packed(job: Job) -> Parcel:
    """The job with the files that it names, and those that C programs among them include."""
    return Parcel(job, {file: Path(file).read_bytes() for file in with_included(job.files)})


def with_included(files: Iterable[str]) -> list[str]:
    """The files, and what they include that is there, and so on."""
    found: dict[str, None] = {}
    waiting = list(files)
    while waiting:
        file = waiting.pop(0)
        if file in found or not Path(file).is_file():
            continue
        found[file] = None
        if file.endswith(_PROGRAMS):
            names = _INCLUDE.findall(Path(file).read_bytes())
            waiting += [absolute(str(Path(file).parent / os.fsdecode(name))) for name in names]
    return list(found)


def unpacked(parcel: Parcel, folder: Path) -> Job:
    """The job with its files below the folder."""
    if not parcel.contents:
        return parcel.job
    top = os.path.commonpath([str(Path(file).parent) for file in parcel.contents])
    places = {file: str(folder / os.path.relpath(file, top)) for file in parcel.contents}
    for file, content in parcel.contents.items():
        place = Path(places[file])
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    # The longest name first: one file's may begin with another's.
    names = "|".join(re.escape(file) for file in sorted(places, key=len, reverse=True))
    command = tuple(re.sub(names, lambda found: places[found[0]], word) for word in parcel.job.command)
    return replace(parcel.job, command=command, files=tuple(places.values()))
