"""The user's files, copied to where Yosys works: sources, what they include, and what memories are read from.

Every copy keeps its whole path below ``tree``, so that a place in a copy is a place in the user's file.  What a
source names is looked for beside it and in the folders of ``-I``; a name that macros make is not seen here, and Yosys
says that the file is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from assay.core.errors import InputError, Position
from assay.frontends.text import contents, read

TREE: Final = "tree"
_INSIDE: Final = "inside"
# Names of other files in a source, comments and all: a file that is copied in vain does no harm.
_NAMED: Final = re.compile(r'`include\s*"(?P<source>[^"\n]+)"|\$readmem[hb]\s*\(\s*"(?P<data>[^"\n]+)"')
# What Yosys's preprocessor logs, and the comment that makes it read on, which is hidden from it at first.
_DUMP: Final = re.compile(r"^-- Verilog code after preprocessor --\n(.*?)^-- END OF DUMP --", re.MULTILINE | re.DOTALL)
_PUSH: Final = '`file_push "'
_ON: Final = b"translate_on"
_HIDDEN_ON: Final = b"translate_assay_on"
_MARK: Final = b"\xef\xbb\xbf"  # what some editors begin a file of UTF-8 with
_UNFIT: Final = re.compile(r"[\s\"';:\\]|[^\x00-\x7f]")


def write_inside(folder: Path, texts: Mapping[str, str]) -> Mapping[str, str]:
    """Writes the texts that stand in a larger file, by their paths, below ``folder``; where they are now."""
    placed = {path: str(Path(folder, _INSIDE, Path(path).name)) for path in texts}
    for path, text in texts.items():
        Path(folder, _INSIDE).mkdir(exist_ok=True)
        Path(placed[path]).write_text(text, encoding="utf-8")
    return placed


def stage(folder: Path, files: Sequence[str], include: Iterable[str]) -> tuple[str, ...]:
    """Copies ``files`` and what they name below ``folder``; their whole paths."""
    whole = tuple(str(Path(file).resolve()) for file in files)
    searched = [str(Path(name).resolve()) for name in include]
    for place in (*whole, *searched):
        if _UNFIT.search(place):
            hint = "Yosys takes no spaces, quotes, colons, semicolons or letters beyond ASCII: rename it, or move it"
            raise InputError("the name of this file cannot be given to Yosys", Position(place), hint)
    for path in searched:
        Path(f"{folder}/{TREE}{path}").mkdir(parents=True, exist_ok=True)
    for file in files:
        contents(file)
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
    text = Path(path).read_bytes()
    place.write_bytes(text.removeprefix(_MARK).replace(_ON, _HIDDEN_ON))


def unreadable(folder: Path, root: str, whole: Iterable[str]) -> list[str]:
    """Files that include the sources, and of which Yosys reads nothing but what its preprocessor does."""
    names = []
    for number, path in enumerate(whole):
        names.append(f"before{number}.sv")
        text = f'/* synopsys translate_off */\n`include "{root}/{TREE}{path}"\n'
        Path(folder, names[-1]).write_text(text, encoding="utf-8")
    return names


def unread(log: str) -> list[str]:
    """What the preprocessor made of the sources that those files include."""
    texts = []
    for match in _DUMP.finditer(log.replace(_HIDDEN_ON.decode(), _ON.decode())):
        text = match[1].partition("translate_off */\n")[2]
        # Without the ends of both files, so that a mistake at the end is told at the last line.
        texts.append(text.rsplit("`file_pop", 2)[0])
    return texts


def readable(folder: Path, root: str, texts: Iterable[str]) -> list[str]:
    """Files with these texts, for reading."""
    names = []
    for number, text in enumerate(texts):
        names.append(f"after{number}.sv")
        placed = text.replace(_PUSH, f"{_PUSH}{root}/{TREE}")
        Path(folder, names[-1]).write_text(placed, encoding="utf-8")
    return names
