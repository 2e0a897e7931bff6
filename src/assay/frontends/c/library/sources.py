"""The functions of the C library that are written in C (``source/*.c``): which there are, and which a program needs.

A file of models is read before the program if the program mentions one of its functions; of what is read, only the
bodies of functions that are called are looked at.  The text is one that needs no source: no ``for`` with missing parts,
no macro of the program.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from assay.frontends.c.library import atomics
from assay.frontends.c.library.unmodelled import READING
from assay.frontends.c.text.headers import FOLDER

PREFIX: Final = "__assay_"
_ANY: Final = ("any", "any_long", "any_double", "byte", "input", "input_long")
ANY_VALUES: Final = tuple(f"{PREFIX}{name}" for name in _ANY)
ANY_NUMBER: Final = f"{PREFIX}any_double"
ASSUME: Final = f"{PREFIX}assume"
ERRNO: Final = f"{PREFIX}errno"
NOT_HANDED: Final = f"{PREFIX}not_handed"
TOO_MANY: Final = f"{PREFIX}too_many"
FINISH: Final = "assay_run_handlers"  # runs what atexit registered
# Chosen by the arguments of a call, and not to be called by a program.
VARIANTS: Final = ("qsort_", "put_", "scan_", "read_")
# Functions that are not written in C themselves, and the files of what they are made of.
MADE_OF: Final = {
    **dict.fromkeys(READING, "string.c"),
    **dict.fromkeys(("Frama_C_make_unknown", "klee_make_symbolic"), "competition.c"),
    **dict.fromkeys(("sprintf", "snprintf", "sscanf", "scanf", "fscanf", "vsprintf", "vsnprintf"), "format.c"),
}
# What a model takes for granted.
BOUNDED: Final = {
    "getenv": "getenv() returns null or a string of at most 31 characters",
    **{
        name: f"{name}() writes any text that fits, and reads what its format asks for"
        for name in ("vsprintf", "vsnprintf")
    },
    **{name: f"{name}() reads what its format asks for" for name in ("vprintf", "vfprintf", "vdprintf")},
}
PLACE: Final = f"{FOLDER}/library"
ATOMICS: Final = f"{PLACE}/atomics.h"

_DEFINED: Final = re.compile(rf"^(?:static .*?{PREFIX}|ASSAY_[A-Z]+\()(\w+)[(,]", re.MULTILINE)
_WORD: Final = re.compile(rb"[A-Za-z_]\w*")
# How else a program may name a library function.
_DECORATED: Final = re.compile(rb"(?:__builtin_|__isoc\d+_|__GI_)?_*(\w+?)(?:_chk)?")


@cache
def texts() -> Mapping[str, str]:
    """The files of models, by name."""
    folder = files("assay.frontends.c.library").joinpath("source")
    found = {item.name: item.read_text() for item in folder.iterdir() if item.name.endswith((".c", ".h"))}
    return MappingProxyType(dict(sorted(found.items())))


@cache
def written() -> Mapping[str, str]:
    """The functions that are written in C, and the file of each."""
    found = {name: file for file, text in texts().items() for name in _DEFINED.findall(text)}
    return MappingProxyType({name: file for name, file in found.items() if not name.startswith(VARIANTS)})


@cache
def virtual() -> Mapping[str, str]:
    """The files of models, where the program could include them."""
    return MappingProxyType({**{f"{PLACE}/{name}": text for name, text in texts().items()}, ATOMICS: atomics.BUILTINS})


def needed(program: bytes, *, whole: bool) -> tuple[str, ...]:
    """The files that are to be read before one, in a fixed order; ``whole``: all, for what it may mean is not known."""
    if whole:
        return tuple(virtual())
    known = written()
    mentioned = set(map(_plain, set(_WORD.findall(program))))
    wanted = {known[name] for name in mentioned if name in known} | {
        MADE_OF[name] for name in mentioned & MADE_OF.keys()
    }
    chosen = [f"{PLACE}/{name}" for name in texts() if name in wanted]
    return (*chosen, ATOMICS) if atomics.mentioned(program) else tuple(chosen)


def _plain(word: bytes) -> str:
    match = _DECORATED.fullmatch(word) if word.startswith(b"_") else None
    name = (match[1] if match is not None else word).decode()
    return name if name in written() or name in MADE_OF else word.decode()
