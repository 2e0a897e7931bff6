"""A program made ready to be run again and again: once as it is, and once so that it tells which way it goes."""

from __future__ import annotations

import re
import resource
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from assay.core.budget import Deadline
from assay.core.c_source import Scalar
from assay.core.errors import Position
from assay.core.program import Program
from assay.native.driver import driver_text
from assay.witness.c.execution.compiler import (
    FREESTANDING,
    INSTRUMENTED,
    WIDTHS,
    ZERO,
    CannotCompile,
    Compiler,
    Text,
    find_compiler,
)
from assay.witness.c.execution.outside import Outside, outside
from assay.witness.c.execution.plan import Surroundings
from assay.witness.c.monitor.kinds import Watch

# Programs up to so many bytes, preprocessed, are optimised: it takes long where there is much.
SMALL: Final = 40_000
OPTIMISED: Final = ("-O1",)
# What the program compares is told as well.  Optimisers put conditions together, and runs that meet a part of them no
# longer differ from those that meet none.
COVERED: Final = ("-fsanitize-coverage=trace-pc,trace-cmp",)
APART: Final = ("-Og",)
# A program may wait forever where an assumption does not hold; runs that do are rather ended.
ASSUME: Final = "__VERIFIER_assume"
_ASSUMING: Final = re.compile(rf"\b{ASSUME}\s*\([^;{{}}]*\)\s*\{{")
# An array too large for the stack is a crash, and no way into the memory of others.
PROBED: Final = "-fstack-clash-protection"
LINES: Final = ("-g1", "-gdwarf-4")
# So much longer it takes to compile a program that tells its way.
SLOWER: Final = 4.0
DRIVER: Final = "driver.o"
CHECKING: Final = "__ubsan_handle_"
MOST_WORDS: Final = 256
# Numbers outside of strings, names and the lines that the preprocessor leaves.
_NUMBER: Final = re.compile(
    r'^\#.*$|"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w*|(?P<number>0[xX][0-9a-fA-F]+|\d+)\w*', re.MULTILINE
)


class CannotRun(CannotCompile):
    """The program needs what nobody can hand over."""


@dataclass
class Workshop:
    """The folder where a program is compiled.  ``lines``: executables know the lines of their code.

    ``checks`` are those of the compiler for errors that are no calls.
    """

    program: Program
    data_model: str
    headers: Mapping[str, str]
    models: Mapping[str, str]
    types: Mapping[str, Scalar]
    folder: Path
    lines: bool = False
    checks: tuple[str, ...] = ()
    outside: Outside = field(default_factory=lambda: Outside({}))
    compiling: float = 0.0
    _texts: Sequence[Text] = ()
    _options: tuple[str, ...] = ()
    _libraries: tuple[str, ...] = ()
    _replaced: str = ""

    def plain(self, deadline: Deadline) -> Path:
        """The program as it is; raises CannotCompile if there is no compiler, or it takes too long."""
        tool = self._tool(deadline)
        self._texts = tool.preprocessed(self.program, self.headers)
        size = sum(text.path.stat().st_size for text in self._texts)
        self._options = (ZERO, PROBED, *(OPTIMISED if size < SMALL else ()), *(LINES if self.lines else ()))
        if self.checks:
            self._options = (*self._options, *Watch(self.checks, frozenset()).program)
        began = _spent()
        if any(_ASSUMING.search(text.path.read_text(errors="replace")) for text in self._texts):
            self._replaced = ASSUME
            self._options = (*self._options, "-fno-inline")
        known = self._compiled(tool, self._options)
        self.compiling = _spent() - began
        if known.errors:
            # An error function that the program defines is seen when it is entered.
            self._options = (*self._options, INSTRUMENTED)
            self._compiled(tool, self._options)
        # What the compiler's checks call is the driver's.
        known = replace(known, functions=tuple(name for name in known.functions if not name.startswith(CHECKING)))
        own = tool.own_functions(known.functions)
        self._libraries = ("-lgcc",) if own else ()
        self.outside = outside(known, own, self.types, self.headers, self.models, self._texts)
        if self.outside.refused:
            raise CannotRun(f"what {', '.join(self.outside.refused)} does is up to the C library")
        text = self.folder / "driver.c"
        text.write_text(driver_text(self.outside, known.functions, narrow=self.data_model == "ILP32"))
        tool.compile(text, self.folder / DRIVER, FREESTANDING)
        return self._linked(tool, "plain")

    def covered(self, deadline: Deadline, seconds: float) -> Path:
        """The program so that it tells which way it goes; raises CannotCompile as ``plain``, which comes first.

        So many seconds of the processor may that take.
        """
        if SLOWER * self.compiling > seconds:
            raise CannotCompile("it takes too long to compile so that it tells its way")
        tool = self._tool(deadline)
        self._compiled(tool, (*self._options, *(APART if OPTIMISED[0] in self._options else ()), *COVERED))
        return self._linked(tool, "covered")

    def words(self) -> tuple[int, ...]:
        """The numbers in the text of the program, without those that everybody tries."""
        found: dict[int, None] = {}
        for text in self._texts:
            for match in _NUMBER.finditer(text.path.read_text(errors="replace")):
                if match["number"] is not None:
                    found[int(match["number"], 0 if match["number"][:2] in ("0x", "0X") else 10)] = None
        return tuple(word for word in found if 8 <= word < 1 << 63)[:MOST_WORDS]

    def line(self, binary: Path, place: int, deadline: Deadline) -> Position | None:
        """The line of a call that returns to a place."""
        (found,) = self._tool(deadline).lines(binary, (place,))
        return found

    def _compiled(self, tool: Compiler, options: Sequence[str]) -> Surroundings:
        made = tool.program(self._texts, options)
        if self._replaced:
            tool.weaken(made, self._replaced)
        return tool.surroundings(made)

    def _linked(self, tool: Compiler, name: str) -> Path:
        return tool.link_objects((self.folder / DRIVER, self.folder / "program.o"), self._libraries, self.folder / name)

    def _tool(self, deadline: Deadline) -> Compiler:
        return Compiler(find_compiler(), WIDTHS[self.data_model], self.folder, deadline)


def _spent() -> float:
    """Seconds of the processor that compilers have taken: a busy machine makes no difference."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
