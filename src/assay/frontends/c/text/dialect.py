"""The C that programs are read in: that of gcc 12, with its predefined macros for each data model.

Clang's own macros are all undefined.  ``gcc_lp64.h`` and ``gcc_ilp32.h`` are what ``gcc -dM -E`` prints with ``-m64``
and ``-m32``, but for the macros that depend on how gcc was built (``__PIC__``); those are refused where they are used.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from assay.frontends.c.library import in_c as library_source
from assay.frontends.c.read.types import DataModel
from assay.frontends.c.text.clang import Unit
from assay.frontends.c.text.headers import FOLDER, HEADERS
from assay.frontends.c.text.nesting import BRACKETS

PREDEFINED: Final = f"{FOLDER}/predefined.h"
FLAGS: Final = (
    f"-fbracket-depth={BRACKETS}",
    "-ferror-limit=0",
    "-std=gnu17",
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
_LIBRARY: Final = library_source.LIBRARY + library_source.BUILTINS
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


def parse(file: str, text: bytes, model: DataModel) -> Unit:
    """The parsed file, as gcc would read it for a data model."""
    library = ("-include", library_source.FILE) if library_source.needed(text) else ()
    virtual = {**HEADERS, PREDEFINED: predefined(model), library_source.FILE: _LIBRARY}
    return Unit(file, text, (*FLAGS, *library, "-target", model.target), virtual)


@cache
def predefined(model: DataModel) -> str:
    """The macros that are defined before the first line."""
    table = files("assay.frontends.c.text").joinpath(f"gcc_{model.lower()}.h").read_text()
    return "".join(f"#undef {name}\n" for name in _CLANG_ONLY) + table
