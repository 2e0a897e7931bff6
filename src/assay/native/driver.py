"""The C text around a program that is run again and again: what it calls, and who calls it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Final

from assay.core.c_source import STREAMS, Scalar
from assay.witness.c.execution.harness import as_result, result_type, storage, tables
from assay.witness.c.execution.memory_contents import SCRATCH, SCRATCH_PIECE
from assay.witness.c.execution.outside import Outside
from assay.witness.c.execution.runtime import DIVISION, HOSTED, LAYOUT, LIBRARY, STARTING
from assay.witness.c.execution.strings import STRINGS
from assay.witness.c.sandbox.kernel import SYSTEM_CALLS

# Where no memory of a program is.
_ADDRESSES: Final = f"""
#define ASSAY_DRIVER 0x28000000ul
#define ASSAY_DRIVER_SIZE 0x1000000ul
#define ASSAY_POOL 0x2a000000ul
#define ASSAY_POOL_SIZE 0x4000000ul
#define ASSAY_REACHED_STATES 0x2e000000ul
#define ASSAY_REACHED_STATES_SIZE 0x1000000ul
#define ASSAY_POINTERS {SCRATCH}ul
#define ASSAY_PIECE {SCRATCH_PIECE}ul
"""
# Bytes of an external variable of unknown type.
_STORAGE: Final = 4096
STRING_FUNCTIONS: Final = frozenset(re.findall(r"^ASSAY_OWN .*?(\w+)\(", STRINGS, re.MULTILINE))


@cache
def _source(name: str) -> str:
    return files("assay.native").joinpath("source").joinpath(name).read_text()


def driver_text(outside: Outside, needed: Iterable[str], *, narrow: bool) -> str:
    """What is linked with a program that needs these functions; pointers are ``narrow`` in 32 bits."""
    strings = STRINGS if outside.library or not STRING_FUNCTIONS.isdisjoint(needed) else ""
    stubs = [_stub(number, name, outside) for number, name in enumerate(outside.chosen)]
    silent = [f"ASSAY_OWN assay_value {name}(void) {{ return 0; }}" for name in outside.silent]
    data = [storage(name, STREAMS.get(name, 0), _STORAGE) for name in outside.data]
    parts = [
        _ADDRESSES,
        _source("begin.c"),
        *stubs,
        *silent,
        *data,
        HOSTED,
        *tables(outside.plan((), narrow=narrow)),
        SYSTEM_CALLS,
        LAYOUT,
        STARTING,
        LIBRARY,
        strings,
        DIVISION,
        outside.library,
        _source("drive.c"),
    ]
    return "\n".join(part.strip("\n") for part in parts) + "\n"


def _stub(number: int, name: str, outside: Outside) -> str:
    made: Scalar = outside.chosen[name]
    if made.floating:
        drawn = as_result(f"assay_draw_number({number}, {int(made.width == 32)})", made.width)
        return f"ASSAY_OWN {result_type(made.width)} {name}(void) {{ return {drawn}; }}"
    if made.pointer:
        drawn = f"assay_draw_pointer({number})"
    else:
        low, high = (bound % (1 << 64) for bound in outside.bounds(name))
        drawn = f"assay_draw({number}, {low}ull, {high}ull)"
    return f"ASSAY_OWN assay_value {name}(void) {{ return {drawn}; }}"
