"""The models of library functions as a part of a harness: the C text that the front end reads, compiled.

What a model takes from the surroundings is what the run recorded, in the same order; what it leaves to the library is
zero.  So a run that needs a library to choose otherwise is not confirmed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from assay.witness.c.execution.formats import FILE, FORMATTED, TEXT
from assay.witness.c.execution.messages import TELLING, messages
from assay.witness.c.execution.numbers import NUMBERS

_INCLUDED: Final = re.compile(r'^#include "(\w+\.[ch])"\n', re.MULTILINE)
_DEFINED: Final = re.compile(r"^(?:static .*?__assay_|ASSAY_[A-Z]+\()(\w+)[(,]", re.MULTILINE)
# What the harness itself says of the header of the models.
HEADER: Final = "assay.h"
LEFT_OPEN: Final = ("__assay_any", "__assay_any_long", "__assay_any_double")
_ANY: Final = ("__assay_any", "__assay_any_long")
INPUTS: Final = ("__assay_input", "__assay_input_long")

_OURS: Final = f"""
typedef __PTRDIFF_TYPE__ assay_difference;
extern int *__errno_location(void);
extern void *malloc(assay_size);
extern void free(void *);
extern void _Exit(int) __attribute__((noreturn));
extern int ffs(int), ffsl(long), ffsll(long long);
#define __builtin_malloc(size) malloc(size)
#define __builtin_free(memory) free(memory)
#define __builtin_ffs(value) ffs(value)
#define __builtin_ffsl(value) ffsl(value)
#define __builtin_ffsll(value) ffsll(value)
{"".join(f"ASSAY_OWN assay_value {name}(void) {{ return 0; }}" for name in _ANY)}
/* What nobody computes here confirms nothing. */
ASSAY_OWN double __assay_any_double(void) {{ __VERIFIER_assume(0); return 0; }}
#define __assay_assume(condition) __VERIFIER_assume(condition)
#define __assay_too_many() __VERIFIER_assume(0)
#define __assay_not_handed() __VERIFIER_assume(0)
#define __assay_errno() __errno_location()
#define __assay__Exit(code) _Exit(code)
"""


def modelled(models: Mapping[str, str], functions: Iterable[str], provided: frozenset[str]) -> frozenset[str]:
    """Those of the functions that have a model and that a harness does not define otherwise."""
    known = {name for text in models.values() for name in _DEFINED.findall(text)}
    if FILE in models:
        known |= FORMATTED
    return frozenset(name for name in functions if name in known and name not in provided)


def library_text(models: Mapping[str, str], functions: Iterable[str]) -> str:
    """C text that defines these functions as their models do; nothing if there are none."""
    names = sorted(functions)
    files: dict[str, None] = {}
    for file, text in models.items():
        if any(name in names for name in _DEFINED.findall(text)):
            _add(file, models, files)
    formatted = not FORMATTED.isdisjoint(names)
    if formatted:
        _add(FILE, models, files)
    bodies = [_INCLUDED.sub("", models[file]).replace("#pragma once\n", "") for file in files]
    inputs = "".join(f"extern assay_value {name}(void);\n" for name in INPUTS)
    aliases = [
        f'extern __typeof__(__assay_{name}) {name} __attribute__((weak, alias("__assay_{name}")));'
        for name in names
        if name not in FORMATTED and name not in TELLING
    ]
    numbers = NUMBERS if "math.c" in files else ""
    told = messages() if any(name in names for name in TELLING) else ""
    return "\n".join([_OURS, numbers, inputs, *bodies, *aliases, TEXT if formatted else "", told]) if names else ""


def _add(file: str, models: Mapping[str, str], files: dict[str, None]) -> None:
    """A file behind those that it includes."""
    for other in _INCLUDED.findall(models[file]):
        if other != HEADER:
            _add(other, models, files)
    files[file] = None
