"""Errors of Yosys in the words of the user: where, if Yosys does not say so, and what to do."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from assay.core.errors import InputError, Position, Unsupported
from assay.frontends.verilog.complaints import unmatched
from assay.frontends.verilog.conditions import source_of
from assay.frontends.verilog.lowering import MODULES
from assay.frontends.verilog.rtlil import Modules
from assay.frontends.verilog.staging import TREE
from assay.frontends.verilog.work import Work

_UNKNOWN: Final = re.compile(r"Module `\\(\S+)' referenced in module")
_MISUSED: Final = re.compile(r"Module `(\w+)' referenced in module .* does not have a")
_INCLUDE: Final = re.compile(r"Can't open include file `([^']+)'")
_PARAMETER: Final = re.compile(r"Can't find object for defparam `(\w+)`")


def explain(work: Work, error: InputError) -> None:
    """Says where, if Yosys does not: what is not part of the design, and that there is no top module."""
    missing = _INCLUDE.search(error.message)
    if missing is not None:
        raise InputError(f"no file is called {missing[1]}", _including(work, missing[1]), "say with -I where it is")
    for path in work.whole:
        placed = unmatched(error, source_of(path), path)
        if placed is not error:
            raise placed
    parameter = _PARAMETER.search(error.message)
    if parameter is not None and parameter[1] in (work.sources.parameters or {}):
        raise InputError(f"--param {parameter[1]}: the top module has no such parameter", error.where)
    if error.where is not None or not Path(work.folder, MODULES).exists():
        return
    modules = modules_of(work)
    unknown = _UNKNOWN.search(error.message)
    if unknown is not None:
        hint = "give its file as well, and -I or -D if it needs them"
        raise InputError(f"no module is called {unknown[1]}", modules.instances.get(unknown[1]), hint)
    misused = _MISUSED.search(error.message)
    if misused is not None:
        raise InputError(error.message, modules.instances.get(misused[1]), error.hint)
    if work.sources.top is not None and work.sources.top not in modules.names:
        hint = f"there are: {', '.join(sorted(modules.names))}"
        raise InputError(f"no module is called {work.sources.top}", Position(work.whole[0]), hint)
    if not modules.roots:
        raise InputError(
            "each module is instantiated by another one", Position(work.whole[0]), "--top says where to begin"
        )


def modules_of(work: Work) -> Modules:
    """The modules of the sources, of which there is one at least."""
    found = Modules.of(work.text(MODULES))
    if not found.names:
        raise InputError("there is no module", Position(work.whole[0]))
    return found


def _including(work: Work, name: str) -> Position | None:
    """Where a file is included."""
    for path in sorted(Path(work.folder, TREE).rglob("*")):
        for number, line in enumerate(source_of(str(path)).split("\n") if path.is_file() else (), 1):
            if "`include" in line and name in line:
                return Position("/" + str(path.relative_to(Path(work.folder, TREE))), number)
    return None


def in_the_users_words(error: InputError, given: Mapping[str, str]) -> InputError:
    """The error with the names that the user gave, and what to do about some of them."""
    message, where = error.message, error.where
    for path, name in given.items():
        message = message.replace(path, name)
    if where is not None and where.file:
        file = given.get(where.file, os.path.relpath(where.file))
        where = replace(where, file=file)
    kind = Unsupported if isinstance(error, Unsupported) else InputError
    return kind(message, where, error.hint)
