"""The kinds of error that a C program can make, how users ask for them, and what the competition calls them.

Every kind at every position is a property of its own: ``overflow main.c:12``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Final

from assay.core.errors import InputError, Position


class Kind(StrEnum):
    """What went wrong.  Users cannot ask for quotients: by these the machine crashes, too."""

    ASSERTION = "assertion"
    ERROR_CALL = "error call"
    OVERFLOW = "overflow"
    DIVISION = "division"
    QUOTIENT = "quotient"
    CONSTANT = "constant"
    SHIFT = "shift"
    DEREFERENCE = "dereference"
    FREE = "free"
    LEAK = "leak"
    CLEANUP = "cleanup"
    UNINITIALISED = "uninitialised"
    MISALIGNED = "misaligned"
    WRAP = "unsigned wrap"
    CONVERSION = "conversion"

    @property
    def rule(self) -> str:
        """What holds if it never happens."""
        return _RULES[self]


_RULES: Final = MappingProxyType(
    {
        Kind.ASSERTION: "no assertion fails",
        Kind.ERROR_CALL: "the error function is not called",
        Kind.OVERFLOW: "signed arithmetic stays within its type",
        Kind.DIVISION: "no divisor is zero",
        Kind.QUOTIENT: "the least integer is not divided by -1",
        Kind.SHIFT: "shifts are by less than the width, and to the left of what fits",
        Kind.DEREFERENCE: "accesses lie inside of live objects",
        Kind.CONSTANT: "no constant and no string of the text is written",
        Kind.FREE: "what is freed was allocated, and not freed before",
        Kind.LEAK: "no allocated memory is lost",
        Kind.CLEANUP: "all allocated memory is freed at the end",
        Kind.UNINITIALISED: "what is read was written before",
        Kind.MISALIGNED: "accesses are aligned as their type asks",
        Kind.WRAP: "unsigned arithmetic does not wrap",
        Kind.CONVERSION: "conversions keep the value",
    }
)

# What a user asks for by one word.
GROUPS: Final[Mapping[str, frozenset[Kind]]] = MappingProxyType(
    {
        "assert": frozenset((Kind.ASSERTION, Kind.ERROR_CALL)),
        "memory": frozenset((Kind.DEREFERENCE, Kind.CONSTANT, Kind.FREE)),
        "overflow": frozenset((Kind.OVERFLOW,)),
        "division": frozenset((Kind.DIVISION,)),
        "shift": frozenset((Kind.SHIFT,)),
        "leak": frozenset((Kind.LEAK,)),
        "cleanup": frozenset((Kind.CLEANUP,)),
        "uninitialised": frozenset((Kind.UNINITIALISED,)),
        "misaligned": frozenset((Kind.MISALIGNED,)),
        "wrap": frozenset((Kind.WRAP,)),
        "conversion": frozenset((Kind.CONVERSION,)),
    }
)
# What a plain C file is checked for.
DEFAULT: Final = frozenset(
    kind for name in ("assert", "memory", "overflow", "division", "shift") for kind in GROUPS[name]
)
# The competition's properties; its question whether the error function is called is none of these.
COMPETITION: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "no-overflow": Kind.OVERFLOW,
        "valid-deref": Kind.DEREFERENCE,
        "valid-free": Kind.FREE,
        "valid-memtrack": Kind.LEAK,
        "valid-memcleanup": Kind.CLEANUP,
    }
)


def checks_of(names: str | Iterable[str]) -> frozenset[Kind]:
    """The kinds behind the words of a user, ``overflow,division``; a word that is not known is refused."""
    words = [word.strip() for word in (names.split(",") if isinstance(names, str) else names)]
    unknown = [word for word in words if word not in GROUPS]
    if unknown or not words:
        what = f"the check {unknown[0]!r} is not known" if unknown and unknown[0] else "no checks are named"
        raise InputError(what, hint=f"known: {', '.join(GROUPS)}")
    return frozenset(kind for word in words for kind in GROUPS[word])


def names_of(places: Iterable[tuple[Kind, Position]]) -> dict[tuple[Kind, Position], str]:
    """A name for each kind and position: file and line, with the column where a line has several of the kind."""
    listed = list(places)
    files: dict[str, set[str]] = {}
    lines: dict[tuple[Kind, str, int], int] = {}
    for kind, where in listed:
        files.setdefault(Path(where.file).name, set()).add(where.file)
        lines[kind, where.file, where.line] = lines.get((kind, where.file, where.line), 0) + 1
    named = {}
    for kind, where in listed:
        short = Path(where.file).name
        file = short if len(files[short]) == 1 else where.file
        column = where.column if lines[kind, where.file, where.line] > 1 else 0
        named[kind, where] = f"{kind} {Position(file, where.line, column)}"
    return named
