"""The user's files, copied to where Yosys works: sources, what they include, and what memories are read from.

Every copy keeps its whole path below ``tree``, so that a place in a copy is a place in the user's file.  What a
source names is looked for beside it and in the folders of ``-I``; a name that macros make is not seen here, and Yosys
says that the file is missing.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from assay.core.errors import InputError, Position
from assay.frontends.text import read

TREE: Final = "tree"
# Names of other files in a source, comments and all: a file that is copied in vain does no harm.
_NAMED: Final = re.compile(r'`include\s*"(?P<source>[^"\n]+)"|\$readmem[hb]\s*\(\s*"(?P<data>[^"\n]+)"')
_UNFIT: Final = re.compile(r"[\s\"';:\\]")


def stage(folder: Path, files: Sequence[str], include: Iterable[str]) -> tuple[str, ...]:
    """Copies ``files`` and what they name below ``folder``; their whole paths."""
    whole = tuple(str(Path(file).resolve()) for file in files)
    searched = [str(Path(name).resolve()) for name in include]
    for place in (*whole, *searched):
        if _UNFIT.search(place):
            hint = "Yosys takes no names with spaces, quotes, colons or semicolons: rename it, or move it"
            raise InputError("the name of this file cannot be given to Yosys", Position(place), hint)
    for path in searched:
        Path(f"{folder}/{TREE}{path}").mkdir(parents=True, exist_ok=True)
    sources, known = list(whole), set(whole)
    while sources:
        path = sources.pop()
        _copy(folder, path)
        for match in _NAMED.finditer(read(path).text):
            name = match["source"] or match["data"]
            for place in (str(Path(path).parent), *searched):
                found = str(Path(place, name).resolve())
                if found in known or not Path(found).is_file():
                    continue
                known.add(found)
                if match["source"]:
                    sources.append(found)
                else:
                    _copy(folder, found)
    return whole


def _copy(folder: Path, path: str) -> None:
    place = Path(f"{folder}/{TREE}{path}")
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, place)
