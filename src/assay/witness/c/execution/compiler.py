"""The C compiler as a tool: the program as an object file, and a harness linked to it.

The program is preprocessed first, and that text is both what is looked at and what is compiled.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import AssayError, Position
from assay.core.program import MAIN, START, Program, TranslationUnit
from assay.witness.c.execution.plan import Surroundings
from assay.witness.c.execution.runtime import PROVIDED
from assay.witness.c.monitor.arrival import beginnings, set_traps
from assay.witness.c.sandbox.words import refused_word

# As the model reads programs: wrap-around, left alone by the optimiser, old-style C accepted.
MEANING: Final = ("-std=gnu17", "-fgnu89-inline", "-O0", "-fwrapv", "-fno-strict-aliasing", "-fno-builtin", "-w")
# Floating point as the model has it, whatever the machine: no excess precision, no fused operations.
NUMBERS: Final = ("-msse2", "-mfpmath=sse", "-ffp-contract=off")
# The old rule for inline functions, without a sign of it in the program.
INLINE_MACROS: Final = ("-U__GNUC_GNU_INLINE__", "-D__GNUC_STDC_INLINE__=1")
NEWER_INLINE: Final = ("-fno-gnu89-inline",)
# What several files define is the same: the front end refuses anything else.
ALIKE: Final = "-Wl,-z,muldefs"
LENIENT: Final = (
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-pointer-types",
    "-Wno-return-mismatch",
)
PLAIN: Final = ("-fno-pic", "-fno-stack-protector", "-fcf-protection=none", "-fno-asynchronous-unwind-tables")
STATIC: Final = ("-static", "-no-pie", "-Wl,--build-id=none", "-Wl,-z,noexecstack")
ALONE: Final = (*STATIC, "-nostdlib")
FREESTANDING: Final = ("-DASSAY_FREESTANDING",)
# A text can make a compiler work without end: 4 GB of memory, 1 GB of a file, five minutes of processor time.
LIMITED: Final = 'ulimit -c 0; ulimit -t 300; ulimit -v 4194304; ulimit -f 2097152; exec "$0" "$@"'
SECRET: Final = ("-DASSAY_SECRET",)
HARNESS: Final = "harness.c"
PROGRAM: Final = "program.o"
WIDTHS: Final = {"ILP32": "-m32", "LP64": "-m64"}
ZERO: Final = "-ftrivial-auto-var-init=zero"
INSTRUMENTED: Final = "-finstrument-functions"
ERROR_FUNCTIONS: Final = ("reach_error", "__VERIFIER_error")

_SYMBOL: Final = re.compile(
    r" *\d+: +[0-9a-f]+ +\S+ +(?P<type>\w+)\s+(?P<binding>\w+)\s+\w+\s+(?P<section>\w+)\s+(?P<name>\S+)"
)
_RELOCATION: Final = re.compile(r"[0-9a-f]+\s+[0-9a-f]+\s+(?P<type>R_\w+)\s+[0-9a-f]+\s+(?P<name>[^\s@]+)")
# Names such as __popcountdi2: what it does and to which type.
_OWN: Final = re.compile(r"__[a-z]+(?:[sdth]i|[sdtxh]f|[sdtx]c)[a-z]*\d?")
_DECLARED: Final = re.compile(r"\b([a-z_]\w*)\s*\(")
# A definition that the older rule for inline functions leaves out of the object file.
_EXTERN_INLINE: Final = re.compile(r"\bextern\b[^;{}=]*\binline\b[^;{}=]*\{")
# What a preprocessor says of the lines that follow.
_MARKER: Final = re.compile(rb"^[ \t]*#[ \t]*(?:line[ \t]+)?\d+(?:[ \t]+\"[^\"\n]*\"[ \t\d]*)?[ \t]*\r?$", re.MULTILINE)
_CALLS: Final = ("R_X86_64_PLT32", "R_386_PLT32", "R_386_PC32")


@dataclass(frozen=True)
class Text:
    """A file as the preprocessor leaves it, and the options that it is compiled with; runs may begin in it.

    What others define goes before what a ``library`` does.
    """

    path: Path
    options: tuple[str, ...] = ()
    starts: bool = False
    library: bool = False


# What addr2line answers for an address that is a line.
_LINE: Final = re.compile(r"(?P<file>.+):(?P<line>[1-9]\d*)(?: \(discriminator \d+\))?")


class CannotCompile(AssayError):
    """There is no compiler, or it does not take the program: no statement about the run."""


@dataclass(frozen=True)
class Compiler:
    """A C compiler for one data model, at work in a folder of its own."""

    command: str
    width: str
    folder: Path
    deadline: Deadline

    def preprocessed(self, program: Program, headers: Mapping[str, str]) -> tuple[Text, ...]:
        """The texts that are compiled; ``headers`` (text by name) replace those of the system.

        Raises CannotCompile if one is no text that may be executed.
        """
        included = _include(headers, self.folder / "include") if headers else ()
        return tuple(self._text(unit, number, included) for number, unit in enumerate(program.units))

    def _text(self, unit: TranslationUnit, number: int, included: Sequence[str]) -> Text:
        target = self.folder / f"program{number or ''}.i"
        given = self._as_it_lies(Path(unit.file).resolve(), number)
        source = self._with_driver(unit, given) if unit.behind else given
        macros = () if unit.before_c99 else INLINE_MACROS
        options = (
            *self.flags,
            *macros,
            *LENIENT,
            *unit.absolute(),
            *included,
            "-iquote",
            str(Path(unit.file).resolve().parent),
        )
        self._cc((*options, "-x", "c", "-E", str(source), "-o", str(target)))
        text = target.read_text(errors="replace")
        word = refused_word(text)
        if word is not None:
            raise CannotCompile(f"programs that contain {word!r} are not executed")
        plain = unit.before_c99 or _EXTERN_INLINE.search(text) is None
        return Text(
            target, (*unit.language(), *(() if plain else NEWER_INLINE)), starts=bool(unit.behind), library=unit.library
        )

    def _as_it_lies(self, file: Path, number: int) -> Path:
        """The file, or a copy whose lines are told as they lie, where it says of them that they are of other files."""
        text = file.read_bytes()
        if _MARKER.search(text) is None:
            return file
        copy = self.folder / f"lines{number or ''}.c"
        quoted = str(file).replace("\\", "\\\\").replace('"', '\\"')
        copy.write_bytes(f'# 1 "{quoted}"\n'.encode() + _MARKER.sub(b"", text))
        return copy

    def _with_driver(self, unit: TranslationUnit, given: Path) -> Path:
        """A file with all that a unit says, and behind it what calls the function where runs begin."""
        joined = self.folder / "entry.c"
        joined.write_text(f'#include "{given}"\n{unit.behind}')
        return joined

    def program(self, texts: Sequence[Text], extra: Sequence[str] = ()) -> Path:
        """The program as an object file; uninitialised variables are zero where the compiler can do that."""
        try:
            return self._joined(texts, extra)
        except CannotCompile:
            if ZERO not in extra:
                raise
            return self._joined(texts, [argument for argument in extra if argument != ZERO])

    def _joined(self, texts: Sequence[Text], extra: Sequence[str]) -> Path:
        """All texts as one object file.  Inline functions are in each of them, alike."""
        target = self.folder / PROGRAM
        if len(texts) == 1:
            self.compile(texts[0].path, target, (*texts[0].options, *extra))
        else:
            objects = [self.folder / f"part{number}.o" for number in range(len(texts))]
            for text, made in zip(texts, objects, strict=True):
                self.compile(text.path, made, (*text.options, *extra))
                if text.library:
                    self._run([_tool("objcopy"), "--weaken", str(made)])
            self._cc((self.width, "-nostdlib", "-r", ALIKE, *map(str, objects), "-o", str(target)))
        if any(text.starts for text in texts):
            renamed = (f"{MAIN}=assay_{MAIN}_of_the_program", f"{START}={MAIN}")
            self._run([_tool("objcopy"), *(f"--redefine-sym={names}" for names in renamed), str(target)])
        return target

    def compile(self, text: Path, target: Path, extra: Sequence[str] = ()) -> None:
        """A text as an object file."""
        self._cc((*self.flags, *LENIENT, *extra, "-c", str(text), "-o", str(target)))

    @property
    def flags(self) -> tuple[str, ...]:
        return self.width, *MEANING, *NUMBERS, *PLAIN

    def link(self, harness: str, program: Path, options: Sequence[str], libraries: Sequence[str] = ()) -> Path:
        """The program and the harness as a file to execute, without a C library."""
        text, target = self.folder / HARNESS, self.folder / "run"
        text.write_text(harness)
        files = (str(text), str(program), *libraries, "-o", str(target))
        self._cc((*self.flags, *ALONE, *FREESTANDING, *SECRET, *options, *files))
        return target

    def link_monitored(
        self, harness: str, program: Path, checks: Sequence[str], options: Sequence[str], libraries: Sequence[str] = ()
    ) -> Path:
        """The same for a monitored program: the harness is compiled with ``checks`` first, so that no library for them
        is asked for."""
        text, made, target = self.folder / HARNESS, self.folder / "harness.o", self.folder / "run"
        text.write_text(harness)
        self._cc((*self.flags, *FREESTANDING, *SECRET, *checks, *options, "-c", str(text), "-o", str(made)))
        self._cc((*self.flags, *ALONE, str(made), str(program), *libraries, "-o", str(target)))
        return target

    def weaken(self, program: Path, name: str) -> None:
        """Let another object file define the function instead."""
        self._run([_tool("objcopy"), f"--weaken-symbol={name}", str(program)])

    def link_objects(self, objects: Sequence[Path], libraries: Sequence[str], target: Path) -> Path:
        """Object files as one to execute, without a C library."""
        self._cc((*self.flags, *ALONE, *map(str, objects), *libraries, "-o", str(target)))
        return target

    def lines(self, binary: Path, addresses: Sequence[int]) -> tuple[Position | None, ...]:
        """The lines of the program that calls return to; None for what is none."""
        if not addresses:
            return ()
        asked = [hex(address - 1) for address in addresses]
        answers = self._run([_tool("addr2line"), "-e", str(binary), *asked]).splitlines()
        found = [_LINE.fullmatch(answer) for answer in answers]
        return tuple(
            Position(match["file"], int(match["line"]))
            if match is not None and Path(match["file"]) != self.folder / HARNESS
            else None
            for match in found
        )

    def trapped(self, binary: Path, where: Position) -> Path:
        """The same executable, which ends with a signal where it arrives at a line."""
        table = self._run([_tool("readelf"), "--wide", "--debug-dump=decodedline", str(binary)])
        set_traps(binary, beginnings(table, where))
        return binary

    def link_hosted(self, harness: str, lacking: Mapping[str, str], options: Sequence[str] = ()) -> Path:
        """The program and the harness with the C library.

        ``lacking`` says which name of the harness stands for a name that neither the program nor the library defines.
        """
        if not Path(self._run([self.command, self.width, "-print-file-name=libc.a"]).strip()).is_absolute():
            raise CannotCompile("there is no C library for this data model")
        text, script, target = self.folder / HARNESS, self.folder / "lacking.ld", self.folder / "run"
        text.write_text(harness)
        script.write_text("".join(f"PROVIDE({name} = {own});\n" for name, own in lacking.items()))
        # The script comes last: what a library defines goes first.
        libraries = ("-lm", "-lgcc", "-lc", str(script))
        files = (str(text), str(self.folder / PROGRAM), *libraries, "-o", str(target))
        self._cc((*self.flags, *SECRET, *STATIC, *options, *files))
        return target

    def own_functions(self, names: Iterable[str]) -> frozenset[str]:
        """Those of the names that are the compiler's own, for what the machine has no instruction for."""
        own = frozenset(name for name in names if _OWN.fullmatch(name) and name not in PROVIDED)
        if not own:
            return own
        library = self._run([self.command, self.width, "-print-libgcc-file-name"]).strip()
        return own if Path(library).is_file() else frozenset()

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

    def _cc(self, arguments: Sequence[str]) -> None:
        self._run([self.command, *arguments])

    def _run(self, command: Sequence[str]) -> str:
        try:
            done = subprocess.run(
                ["/bin/sh", "-c", LIMITED, *command],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                cwd=self.folder,
                env={**os.environ, "TMPDIR": str(self.folder), "LC_ALL": "C"},
                timeout=max(0.1, min(self.deadline.left, 3600.0)),
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise CannotCompile(f"{Path(command[0]).name} takes too long") from None
        except OSError as failure:
            raise CannotCompile(f"{Path(command[0]).name} cannot be started: {failure.strerror}") from None
        if done.returncode:
            raise CannotCompile(f"{Path(command[0]).name} says: {_complaint(done.stderr.decode(errors='replace'))}")
        return done.stdout.decode(errors="replace")


def declared(headers: Mapping[str, str]) -> frozenset[str]:
    """The functions of the library that headers declare; those of tools, in words of the competition, have none."""
    texts = (text for text in headers.values() if "__VERIFIER_" not in text)
    return frozenset(name for text in texts for name in _DECLARED.findall(text))


def _include(headers: Mapping[str, str], folder: Path) -> tuple[str, ...]:
    """Options that make the compiler take these headers before the machine's; names are paths behind one folder."""
    above = os.path.commonpath(headers) if len(headers) > 1 else str(Path(next(iter(headers))).parent)
    for name, text in headers.items():
        target = folder / Path(name).relative_to(above)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    return "-isystem", str(folder)


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


def commands(
    program: Program, data_model: str, name: str, options: Sequence[str], libraries: Sequence[str] = ()
) -> tuple[str, ...]:
    """What a person types to compile and run a harness called ``name``."""
    flags = (WIDTHS[data_model], *MEANING, *NUMBERS, *PLAIN, *options)
    end = (*ALONE, *FREESTANDING)
    first, *others = program.units
    if first.file != name and all(unit.flags == first.flags for unit in others):
        joined = (ALIKE,) if others else ()
        files = (*first.words(), *(unit.file for unit in program.units), name, *libraries)
        return f"cc {shlex.join((*flags, *end, *joined, *files))} -o run", "./run; echo $?"
    objects = [f"part{number}.o" for number in range(len(program.units))]
    compiled = [
        f"cc {shlex.join((*flags, *unit.words(), '-c', unit.file, '-o', made))}"
        for unit, made in zip(program.units, objects, strict=True)
    ]
    linked = f"cc {shlex.join((*flags, *end, ALIKE, *objects, name, *libraries))} -o run"
    return *compiled, linked, "./run; echo $?"


def monitored_commands(
    program: Program,
    data_model: str,
    name: str,
    options: Sequence[str],
    checks: Sequence[str],
    libraries: Sequence[str] = (),
) -> tuple[str, ...]:
    """What a person types to compile and run a monitored program with a harness called ``name``.

    Compiled apart, neither of them asks for a library of the compiler's checks.
    """
    flags = (WIDTHS[data_model], *MEANING, *PLAIN)
    objects = [f"part{number}.o" for number in range(len(program.units))]
    compiled = [
        f"cc {shlex.join((*flags, *options, *unit.words(), '-c', unit.file, '-o', made))}"
        for unit, made in zip(program.units, objects, strict=True)
    ]
    harness = f"cc {shlex.join((*flags, *FREESTANDING, *checks, '-c', name, '-o', 'harness.o'))}"
    alike = (ALIKE,) if len(objects) > 1 else ()
    linked = f"cc {shlex.join((*flags, *ALONE, *alike, 'harness.o', *objects, *libraries))} -o run"
    return *compiled, harness, linked, "./run; echo $?"
