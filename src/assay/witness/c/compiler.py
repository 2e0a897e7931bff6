"""The C compiler as a tool: the program as an object file, a harness linked to it, and an execution under limits."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from assay.core.errors import AssayError
from assay.solve.budget import Deadline
from assay.witness.c.plan import Surroundings
from assay.witness.c.runtime import ASSUMPTION_FAILED, OUT_OF_MEMORY, REACHED, REACHED_LINE

# As the model reads programs: wrap-around, left alone by the optimiser, old-style C accepted.
MEANING: Final = ("-std=gnu11", "-fgnu89-inline", "-O0", "-fwrapv", "-fno-strict-aliasing", "-fno-builtin", "-w")
LENIENT: Final = (
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-pointer-types",
    "-Wno-return-mismatch",
)
PLAIN: Final = ("-fno-pic", "-fno-stack-protector", "-fcf-protection=none", "-fno-asynchronous-unwind-tables")
ALONE: Final = ("-static", "-no-pie", "-nostdlib", "-Wl,--build-id=none", "-Wl,-z,noexecstack")
FREESTANDING: Final = ("-DASSAY_FREESTANDING",)
WIDTHS: Final = {"ILP32": "-m32", "LP64": "-m64"}
ZERO: Final = "-ftrivial-auto-var-init=zero"
INSTRUMENTED: Final = "-finstrument-functions"
ERROR_FUNCTIONS: Final = ("reach_error", "__VERIFIER_error")
MEMORY_KILOBYTES: Final = 3 << 20

_SYMBOL: Final = re.compile(
    r" *\d+: +[0-9a-f]+ +\S+ +(?P<type>\w+)\s+(?P<binding>\w+)\s+\w+\s+(?P<section>\w+)\s+(?P<name>\S+)"
)
_RELOCATION: Final = re.compile(r"[0-9a-f]+\s+[0-9a-f]+\s+(?P<type>R_\w+)\s+[0-9a-f]+\s+(?P<name>[^\s@]+)")
_CALLS: Final = ("R_X86_64_PLT32", "R_386_PLT32", "R_386_PC32")


class CannotCompile(AssayError):
    """There is no compiler, or it does not take the program: no statement about the run."""


class Ending(StrEnum):
    """How an execution ended."""

    REACHED = "the error call is reached"
    ASSUMPTION = "an assumption does not hold"
    MEMORY = "it needs more memory than there is"
    ENDED = "it ends without the error call"
    CRASHED = "it crashes"
    LATE = "it does not end in time"


@dataclass(frozen=True)
class Execution:
    ending: Ending
    signal: int = 0


@dataclass(frozen=True)
class Compiler:
    """A C compiler for one data model, at work in a folder of its own."""

    command: str
    width: str
    folder: Path
    deadline: Deadline

    def program(self, source: Path, extra: Sequence[str] = ()) -> Path:
        """The unchanged program as an object file; uninitialised variables are zero where the compiler can do that."""
        target = self.folder / "program.o"
        arguments = (*self.flags, *LENIENT, *extra, "-c", str(source.resolve()), "-o", str(target))
        try:
            self._cc(arguments)
        except CannotCompile:
            if ZERO not in extra:
                raise
            self._cc([argument for argument in arguments if argument != ZERO])
        return target

    @property
    def flags(self) -> tuple[str, ...]:
        return self.width, *MEANING, *PLAIN

    def link(self, harness: str, program: Path, options: Sequence[str]) -> Path:
        """The program and the harness as a file to execute; without a C library, or if that fails with one."""
        text, target = self.folder / "harness.c", self.folder / "run"
        text.write_text(harness)
        files = (str(text), str(program), "-o", str(target))
        try:
            self._cc((*self.flags, *ALONE, *FREESTANDING, *options, *files))
        except CannotCompile:
            self._cc((*self.flags, "-no-pie", *files))
        return target

    def surroundings(self, program: Path) -> Surroundings:
        """What the object file leaves undefined.  What is called is a function, anything else is taken for data."""
        table = self._run([_tool("readelf"), "--wide", "--syms", "--relocs", str(program)])
        undefined: dict[str, None] = {}
        errors: list[str] = []
        lines = table.splitlines()
        called = {m["name"] for m in map(_RELOCATION.match, lines) if m is not None and m["type"] in _CALLS}
        for match in map(_SYMBOL.match, lines):
            if match is None:
                continue
            name = match["name"].partition("@")[0]
            if match["section"] == "UND":
                undefined[name] = None
            elif name in ERROR_FUNCTIONS and match["type"] == "FUNC":
                errors.append(name)
                if match["binding"] == "LOCAL":
                    self._run([_tool("objcopy"), f"--globalize-symbol={name}", str(program)])
        return Surroundings(
            tuple(name for name in undefined if name in called),
            tuple(name for name in undefined if name not in called),
            tuple(errors),
        )

    def execute(self, run: Path, seconds: float) -> Execution:
        """Execute under limits of time and memory, without input."""
        limits = f"-c 0:-f 0:-t {max(1, round(seconds))}:-v {MEMORY_KILOBYTES}".split(":")
        script = "".join(f"ulimit {limit} 2>/dev/null; " for limit in limits) + 'exec "$0"'
        try:
            done = subprocess.run(
                ["/bin/sh", "-c", script, str(run)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                cwd=self.folder,
                env={},
                timeout=seconds + 1,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Execution(Ending.LATE)
        return _ending(done.returncode, done.stderr.decode(errors="replace"))

    def _cc(self, arguments: Sequence[str]) -> None:
        self._run([self.command, *arguments])

    def _run(self, command: Sequence[str]) -> str:
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                cwd=self.folder,
                timeout=max(1.0, min(self.deadline.left, 3600.0)),
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise CannotCompile(f"{Path(command[0]).name} takes too long") from None
        except OSError as failure:
            raise CannotCompile(f"{Path(command[0]).name} cannot be started: {failure.strerror}") from None
        if done.returncode:
            raise CannotCompile(f"{Path(command[0]).name} says: {_complaint(done.stderr.decode(errors='replace'))}")
        return done.stdout.decode(errors="replace")


def _ending(code: int, lines: str) -> Execution:
    """How it ended: by a signal, or with a line of the harness."""
    if code == REACHED and REACHED_LINE in lines:
        return Execution(Ending.REACHED)
    known: Mapping[int, Ending] = {ASSUMPTION_FAILED: Ending.ASSUMPTION, OUT_OF_MEMORY: Ending.MEMORY}
    if code in known and "assay: " in lines:
        return Execution(known[code])
    if code in (-24, 128 + 24, -9, 128 + 9):
        return Execution(Ending.LATE)
    if code < 0:
        return Execution(Ending.CRASHED, -code)
    if "assay: " not in lines:
        raise CannotCompile("this machine does not execute the compiled program")
    return Execution(Ending.ENDED)


def _complaint(text: str) -> str:
    """The first line of a tool's output that names an error."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line or "undefined" in line or "cannot" in line]
    return (errors or lines or ["nothing"])[0]


def _tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise CannotCompile(f"{name} is not installed")
    return found


def find_compiler(wanted: str = "cc") -> str:
    """The path of a compiler; raises CannotCompile if there is none."""
    for name in dict.fromkeys((wanted, "cc", "gcc")):
        found = shutil.which(name)
        if found is not None:
            return found
    raise CannotCompile("no C compiler was found")


def commands(source: Path, data_model: str, name: str, options: Sequence[str]) -> tuple[str, ...]:
    """What a person types to compile and run a harness called ``name``."""
    flags = (WIDTHS[data_model], *MEANING, *PLAIN, *options, *ALONE, *FREESTANDING)
    return f"cc {shlex.join((*flags, str(source), name))} -o run", "./run; echo $?"
