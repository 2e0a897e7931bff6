"""The table of docs/reference/c-library.md: every function of the C library that is known by name, and how."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from assay.frontends.c.library.sources import MADE_OF, texts, written
from assay.frontends.c.library.unmodelled import OPEN, REFUSED, Bounds

TITLES: Final = {
    "ctype.c": "characters",
    "memory.c": "blocks of memory",
    "string.c": "strings",
    "wide.c": "wide characters",
    "stdlib.c": "numbers, sorting, searching, the end of the program",
    "stdio.c": "input",
    "time.c": "clocks and dates",
    "math.c": "numbers with a point",
    "decimal.c": "numbers with a point in strings",
    "competition.c": "functions of SV-COMP",
}
# Copied by their types, or part of the memory model: no C code.
BUILT_IN: Final = (
    *("memcpy", "memmove", "memset", "malloc", "calloc", "realloc", "reallocarray", "free", "alloca"),
    *("exit", "_exit", "_Exit", "abort", "assert"),
)


def rows() -> Iterator[str]:
    """The lines of the table."""
    yield "| functions | how they are modelled |"
    yield "|---|---|"
    for file in texts():
        names = [name for name, home in written().items() if home == file]
        if names:
            yield f"| {_listed(names)} | {TITLES[file]}: `source/{file}` |"
    pieces = [name for name, file in MADE_OF.items() if file == "format.c"]
    listed = [name for name in pieces if name.startswith("v")]
    constant = [name for name in pieces if name not in listed]
    yield f"| {_listed(constant)} | with a constant format, piece by piece: `source/format.c` |"
    yield f"| {_listed(listed)} | any text that fits: `source/format.c` |"
    yield f"| {_listed(BUILT_IN)} | by the memory model and the translation |"
    for bounds in dict.fromkeys(OPEN.values()):
        yield f"| {_listed([name for name, found in OPEN.items() if found == bounds])} | {_result(bounds)} |"
    for why in dict.fromkeys(why for why, _ in REFUSED.values()):
        names = [name for name, found in REFUSED.items() if found[0] == why]
        yield f"| {_listed([name for name in names if name not in pieces])} | refused: {why} |"


def _listed(names: object) -> str:
    assert isinstance(names, list | tuple)
    return ", ".join(f"`{name}`" for name in sorted(names))


def _result(bounds: Bounds | None) -> str:
    """In words, what an open function returns."""
    if bounds is None:
        return "any result"
    least = str(bounds.least)
    if bounds.limit is not None:
        return f"any result from {least} to what is asked for"
    return f"any result from {least}" + (f" to {bounds.most}" if bounds.most < 2**31 - 1 else "")
