"""The C that programs are read in: that of gcc 12, with its predefined macros for each data model.

Clang's own macros are all undefined.  ``gcc_lp64.h`` and ``gcc_ilp32.h`` are what ``gcc -dM -E`` prints with ``-m64``
and ``-m32``, but for the macros that depend on how gcc was built (``__PIC__``); those are refused where they are used.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from assay.core.program import Flag, TranslationUnit
from assay.frontends.c.library import sources
from assay.frontends.c.read.types import DataModel
from assay.frontends.c.text.clang import Unit
from assay.frontends.c.text.headers import FOLDER, HEADERS
from assay.frontends.c.text.nesting import BRACKETS

PREDEFINED: Final = f"{FOLDER}/predefined.h"
# Macros of the command line, a file to clang; it is a part of the program's text.
COMMAND_LINE: Final = "/assay-command-line.h"
STANDARD: Final = "gnu17"
# Where a machine keeps its headers; gcc's own before those of the library.
MACHINE: Final = ("/usr/lib/gcc/x86_64-linux-gnu/*/include", "/usr/include/x86_64-linux-gnu", "/usr/include")
FLAGS: Final = (
    f"-fbracket-depth={BRACKETS}",
    "-ferror-limit=0",
    "-fgnu89-inline",
    "-w",
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types",
    "-Wno-return-type",
    "-xc",
    "-undef",
    "-D__malloc__(...)=__unused__",
    "-D__PRETTY_FUNCTION__=__func__",
    "-D_Float128=__float128",
    "-D_Float64x=long double",
    "-D_Float64=double",
    "-D_Float32x=double",
    "-D_Float32=float",
    "-nostdinc",
    f"-isystem{FOLDER}",
    "-include",
    PREDEFINED,
)
# Macros that clang has and gcc has not, and that no option takes away.
_CLANG_ONLY: Final = (
    "__has_feature",
    "__has_extension",
    "__has_warning",
    "__has_declspec_attribute",
    "__has_constexpr_builtin",
    "__is_identifier",
    "__building_module",
    "__is_target_arch",
    "__is_target_vendor",
    "__is_target_os",
    "__is_target_environment",
    "__is_target_variant_os",
    "__is_target_variant_environment",
)


_INCLUDED: Final = re.compile(rb"#\s*include\s*[<\"]?([^>\"\n]*)")
_EVALUATION: Final = ("__FLT_EVAL_METHOD__", "__FLT_EVAL_METHOD_TS_18661_3__")
VERSIONS: Final = {"99": "199901L", "11": "201112L", "17": "201710L"}


def parse(unit: TranslationUnit, text: bytes, model: DataModel) -> Unit:
    """The parsed file, as gcc would read it for a data model.

    Headers are looked for in the folders that are given, then among the built-in ones, then on the machine.
    """
    machine = machine_folders()
    library = [flag for file in sources.needed(text, whole=_is_open(text, unit)) for flag in ("-include", file)]
    given = [flag for flag in unit.flags if flag.option not in ("-D", "-U", "-std", "-include")]
    included = [word for flag in unit.flags if flag.option == "-include" for word in flag.words()]
    flags = (
        *(word for flag in given for word in flag.words()),
        *FLAGS,
        f"-std={standard(unit)}",
        *(f"-idirafter{folder}" for folder in machine),
        *library,
        *("-include", COMMAND_LINE),
        *included,
        *("-target", model.target),
    )
    virtual = {
        **HEADERS,
        PREDEFINED: predefined(model, standard(unit)),
        **(sources.virtual() if library else {}),
        COMMAND_LINE: "".join(map(_directive, unit.flags)),
    }
    outside = (f"{FOLDER}/", *(f"{folder}/" for folder in machine))
    return Unit(unit.name, text, flags, virtual, outside, unit.behind.encode())


@cache
def machine_folders() -> tuple[str, ...]:
    """The folders with headers of this machine, for what is not built in."""
    found = [sorted(Path("/").glob(pattern[1:])) for pattern in MACHINE]
    return tuple(str(folders[-1]) for folders in found if folders and folders[-1].is_dir())


def _is_open(text: bytes, unit: TranslationUnit) -> bool:
    """May the file mean functions that it does not mention?  What headers of its own say is not known yet."""
    included = {name.decode(errors="replace") for name in _INCLUDED.findall(text)}
    builtin = all(f"{FOLDER}/{name}" in HEADERS for name in included)
    return bool(unit.flags) or not builtin


def standard(unit: TranslationUnit) -> str:
    """The edition of C, ``gnu17`` unless the last option says another."""
    return next((flag.value for flag in reversed(unit.flags) if flag.option == "-std"), STANDARD)


def _directive(flag: Flag) -> str:
    """What ``-D`` and ``-U`` of a command line are in a file."""
    if flag.option == "-U":
        return f"#undef {flag.value}\n"
    if flag.option != "-D":
        return ""
    name, given, value = flag.value.partition("=")
    return f"#define {name} {value if given else '1'}\n"


@cache
def predefined(model: DataModel, edition: str = STANDARD) -> str:
    """The macros that are defined before the first line, in an edition of C."""
    table = files("assay.frontends.c.text").joinpath(f"gcc_{model.lower()}.h").read_text()
    strict, year = edition[0] == "c", edition[-2:]
    # No excess precision in either data model: that of gcc with -msse2 -mfpmath=sse.
    dropped = set(_EVALUATION)
    more = "".join(f"#define {name} 0\n" for name in _EVALUATION)
    if strict:
        dropped |= {"linux", "unix", "i386"}
        more += "#define __STRICT_ANSI__ 1\n"
    if (strict and year in ("89", "99")) or year == "89":
        dropped |= {"__STDC_UTF_16__", "__STDC_UTF_32__"}
    if year == "89":
        dropped |= {"__STDC_VERSION__", "__GNUC_STDC_INLINE__"}
        more += "#define __GNUC_GNU_INLINE__ 1\n"
    elif year != "17":
        dropped.add("__STDC_VERSION__")
        more += f"#define __STDC_VERSION__ {VERSIONS[year]}\n"
    kept = [line for line in table.splitlines(keepends=True) if not _defines(line, dropped)]
    return "".join(f"#undef {name}\n" for name in _CLANG_ONLY) + "".join(kept) + more


def _defines(line: str, names: set[str]) -> bool:
    words = line.split()
    return len(words) > 1 and words[0] == "#define" and words[1] in names
