"""What is read of a design, as a command line or a file of SymbiYosys says it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from assay.core.errors import InputError, Position
from assay.frontends.building import Building

_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_VALUE: Final = re.compile(r"-?\d+|\d*'[sS]?[bBoOdDhH][\da-fA-F_]+")


@dataclass(frozen=True)
class Sources:
    """What is read: files, the folders and macros for them, the top module and its parameters.

    ``inside`` are texts that stand in a larger file, by their paths, as if that one were a folder; their lines are
    those of the larger file.
    """

    files: tuple[str, ...]
    include: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    top: str | None = None
    parameters: Mapping[str, str] | None = None
    inside: Mapping[str, str] = field(default_factory=dict)

    @property
    def shown(self) -> tuple[str, ...]:
        """The files as users know them."""
        return tuple(str(Path(file).parent) if file in self.inside else file for file in self.files)

    @classmethod
    def of(cls, file: str, given: Building) -> Sources:
        """As a command line says it; what has no meaning for Verilog is refused by its name."""
        strange = [flag.option for flag in given.flags if flag.option not in ("-I", "-D")]
        strange += [name for name, value in (("--entry", given.entry), ("--library", given.libraries)) if value]
        if strange:
            raise InputError(f"{', '.join(strange)}: not for Verilog", Position(file), "these are for C programs")
        if given.task:
            raise InputError("--task: not for Verilog", Position(file), "this is for SymbiYosys (.sby)")
        include = tuple(flag.value for flag in given.flags if flag.option == "-I")
        define = tuple(flag.value for flag in given.flags if flag.option == "-D")
        return cls((file, *given.files), include, define, given.top, dict(given.parameters))


def check_words(sources: Sources) -> None:
    """Refuses what would be something else in a script."""
    if sources.top is not None and not _NAME.fullmatch(sources.top):
        raise InputError(f"--top {sources.top}: this is no name of a module")
    for name, value in (sources.parameters or {}).items():
        if not _NAME.fullmatch(name) or not _VALUE.fullmatch(value):
            raise InputError(f"--param {name}={value}: a parameter is a name and a number", hint="write --param N=4")
    for macro in sources.define:
        if re.search(r"[\s\"';#]", macro):
            raise InputError(f"-D {macro}: a macro's value is a word", hint="put it into the source by `define")
