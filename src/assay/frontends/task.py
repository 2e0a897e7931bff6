"""From a file to a model.

The format is recognised by the content, then by the extension; what is neither is refused with the list of formats.
Front ends are imported only when their format is met: that takes longer than small tasks take to check.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from assay.core.errors import InputError, Position, Unsupported
from assay.core.events import Listener, PhaseStarted, ignore
from assay.core.model import Model
from assay.core.program import MAIN, Program, TranslationUnit
from assay.core.terms import FALSE
from assay.frontends.building import Building
from assay.frontends.goals import look_up
from assay.frontends.pipes import STANDARD_INPUT, is_stream, name_of
from assay.frontends.text import Source, contents, decoded, read

if TYPE_CHECKING:
    from assay.frontends.c.checks import Kind
    from assay.frontends.c.competition import Asked

HORN: Final = "SMT-LIB HORN"
VMT: Final = "VMT-LIB"
SYMBIYOSYS: Final = "SymbiYosys"
COMPETITION: Final = "ILP32"  # the data model of a task that names none
MACHINE: Final = "LP64" if sys.maxsize > 1 << 32 else "ILP32"  # that of any other program
ANNOTATIONS: Final = (
    "annotations in comments (/*@ ... */) are not read: what they state is not checked; assert() of <assert.h> is"
)
LABEL: Final = "the label ERROR is a place like any other: a call of reach_error() there would be an error"
_COMMENTS: Final = re.compile(r"(?:\s+|;[^\n]*|%[^\n]*|/\*.*?\*/)*", re.DOTALL)
_PROLOG: Final = re.compile(r"(?:^|\.)\s*(?:r\s*\(\s*p\s*\(|(?:start|error)\s*\(\s*pc\s*\()", re.MULTILINE)
_WORD: Final = re.compile(r"\(\s*(?:set|declare|define|assert|rule|query|check|push)\b")
_DEFINITION: Final = re.compile(r"^(?:format_version|input_files)\s*:", re.MULTILINE)
_MODULE: Final = re.compile(r"^\s*MODULE\s+\w+", re.MULTILINE)
_BTOR2: Final = re.compile(r"\s*(?:;[^\n]*\n\s*)*\d+\s+sort\s+(?:bitvec|array)\b")
_SIZE: Final = re.compile(
    r"\btypedef\s+(?P<type>(?:long\s+)?unsigned\s+(?:long|int)(?:\s+int)?|__kernel_ulong_t)\s+(?:__kernel_)?size_t\s*;"
)
_WIDTHS: Final = re.compile(
    r"\blong\b|\bsize_t\b|\bintptr_t\b|\buintptr_t\b|\bptrdiff_t\b|\bsizeof\b|\*\s*[A-Za-z_]\w*\s*[=;,)\[]"
)
# A line of the preprocessor's, or a definition of main.
_PROGRAM: Final = re.compile(
    r"^\s*#\s*(?:include\b|define\b|ifn?def\b|line\b|pragma\b|\d+\s+\")|\b(?:int|void)\s+main\s*\(", re.MULTILINE
)
_AIGER: Final = re.compile(rb"a[ai]g \d")


@dataclass(frozen=True)
class Reading:
    """What a file may leave open: of a C program, its data model and what functions without a body do.

    In a task of the competition its rules say both, unless somebody else does.  ``checks`` are the kinds of error to
    look for, unless the property file of a task asks for others.  ``procedures``: functions that call themselves may
    be called in the model, for those who can decide such.
    """

    data_model: str | None = None
    externals: str | None = None
    asked: Asked | None = None
    checks: frozenset[Kind] | None = None
    building: Building = field(default_factory=Building)
    procedures: bool = True
    announce: Listener = ignore

    @property
    def competition(self) -> bool:
        """A property file says that it is a task of the competition."""
        return self.asked is not None


@dataclass(frozen=True)
class Format:
    """A language that is read: how to know it, and how to read it."""

    name: str
    extensions: tuple[str, ...]
    looks_like: Callable[[str], bool]
    read: Callable[[Source, Reading], Model]


def load(
    path: str | Path,
    *,
    data_model: str | None = None,
    externals: str | None = None,
    property: str | None = None,
    checks: str | Iterable[str] | None = None,
    building: Building | None = None,
    procedures: bool = True,
    announce: Listener = ignore,
) -> Model:
    """The task in the file at ``path``.  Whatever is wrong with it is an ``InputError`` that says where.

    Of C programs, ``checks`` are the kinds of error that are properties (``overflow``, ``memory`` and so on), unless
    ``property`` is a file of the competition that says what to check; ``building`` says which other files a program
    has, and how they are compiled, or how a design is put together.  Functions that call themselves are called in the
    model, or copied to a bound if nobody who gets it can decide models with ``procedures``.
    """
    asked, kinds = _asked(str(path), property), _kinds(checks)
    reading = Reading(data_model, externals, asked, kinds, building or Building(), procedures, announce)
    if reading.building.commands is not None:
        return _built(str(path), reading)
    once, name = is_stream(path), name_of(path)
    content = contents(path)
    if Path(path).suffix.lower() in (".aig", ".aag") or _AIGER.match(content):
        from assay.frontends.hardware.aiger import aiger_model

        _refuse_building(reading.building, "AIGER", name)
        model = aiger_model(name, content)
    else:
        source = decoded(name, content)
        known = recognise(source)
        if known not in (_PROGRAMS, _VERILOG):
            given = replace(reading.building, task=None) if known.name == SYMBIYOSYS else reading.building
            _refuse_building(given, known.name, name)
        model = known.read(source, reading)
    if checks is not None and model.origin.format != "C":
        raise InputError(f"checks are for C programs, not for {model.origin.format}", hint="leave them out")
    return _kept(model, name, content) if once else model


def _asked(name: str, property: str | None) -> Asked | None:
    """What a property file of the competition asks, if ``property`` is the name of one."""
    file = (property or "").partition("#")[0].removeprefix("@")
    found = look_up(file, name) if file.endswith(".prp") else None
    if found is None:
        return None
    from assay.frontends.c.competition import read_property

    return read_property(found)


def _kinds(checks: str | Iterable[str] | None) -> frozenset[Kind] | None:
    if checks is None:
        return None
    from assay.frontends.c.checks import checks_of

    return checks_of(checks)


def _kept(model: Model, name: str, content: bytes) -> Model:
    """The model of an input that can be read only once, with a copy for all who read it again; it ends with us."""
    try:
        folder = tempfile.mkdtemp(prefix="assay-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        copy = Path(folder, "input")
        copy.write_bytes(content)
    except OSError as failure:
        reason = failure.strerror or str(failure)
        hint = "give a file, or a folder for temporary files in TMPDIR"
        raise InputError(f"no copy of it can be made: {reason}", Position(name), hint) from None
    program = model.origin.program
    if program is not None:
        program = replace(program, units=tuple(replace(unit, file=str(copy), given=name) for unit in program.units))
    return replace(model, origin=replace(model.origin, file=str(copy), given=name, program=program))


def recognise(source: Source) -> Format:
    """The format of a text: by its content, else by the extension of its name.

    Many texts look like C, so what has another extension is none.
    """
    extension = Path(source.file).suffix.lower()
    if extension in _VERILOG.extensions:
        return _VERILOG
    for known in FORMATS:
        if known.looks_like(source.text):
            return known
    if not extension and _PROGRAM.search(source.text):
        return _PROGRAMS
    for known in FORMATS:
        if extension in known.extensions:
            return known
    formats = ", ".join(f"{known.name} ({known.extensions[0]})" for known in FORMATS)
    hint = f"Assay reads {formats}, AIGER (.aig, .aag)"
    raise InputError("the format of this file is not known", Position(source.file, 1, 1), hint)


def remarks(model: Model) -> tuple[str, ...]:
    """What a person should know of the input before they see a verdict about it."""
    notes: tuple[str, ...] = ()
    if model.origin.format == "C":
        from assay.frontends.c import calls_error, is_annotated, labels_error

        notes = (ANNOTATIONS,) if is_annotated(model) else ()
        if not calls_error(model):
            note = f"no path of the program leads to {_errors(model)}: the property holds trivially"
            return (note, LABEL, *notes) if labels_error(model) else (note, *notes)
    if model.origin.format == HORN:
        from assay.frontends.horn.chc import asks_nothing

        if asks_nothing(model):
            return ("no clause has the head false: the clauses hold trivially",)
    found = (*notes, *_not_read(model))
    if model.initial is FALSE:
        return (*found, "there is no initial state: every property holds trivially")
    return found


def _not_read(model: Model) -> tuple[str, ...]:
    """Properties of the file that nobody has been asked about, because they are not read."""
    if model.origin.format != VMT or not Path(model.origin.file).is_file():
        return ()
    from assay.frontends.horn.vmt import refused_properties

    refused = dict.fromkeys(map(str, refused_properties(read(model.origin.file)).values()))
    return tuple(f"not checked: {refusal}" for refusal in refused)


def _errors(model: Model) -> str:
    return "a call of the error function" if any(p.name == "unreach-call" for p in model.properties) else "an error"


# -- how to know a format ----------------------------------------------------------------------------------------------


def _begins_with_bracket(text: str) -> bool:
    blank = _COMMENTS.match(text)
    return text.startswith("(", blank.end() if blank else 0)


def _is_vmt(text: str) -> bool:
    if not _begins_with_bracket(text):
        return False
    from assay.frontends.horn.vmt import ANNOTATION

    return ANNOTATION.search(text) is not None


def _is_chc(text: str) -> bool:
    return _begins_with_bracket(text) and _WORD.search(text) is not None


def _is_armc(text: str) -> bool:
    return not _begins_with_bracket(text) and _PROLOG.search(text) is not None


def _is_definition(text: str) -> bool:
    return len(set(_DEFINITION.findall(text))) == 2


def _is_btor2(text: str) -> bool:
    return _BTOR2.match(text) is not None


def _is_smv(text: str) -> bool:
    return _MODULE.search(text) is not None


# -- how to read it ----------------------------------------------------------------------------------------------------


def _plain(module: str, function: str) -> Callable[[Source, Reading], Model]:
    """A reader that nothing but the text matters to."""

    def read(source: Source, reading: Reading) -> Model:
        found: Model = _of(module, function)(source)
        return found

    return read


def _looks(module: str, function: str) -> Callable[[str], bool]:
    return lambda text: bool(_of(module, function)(text))


def _of(module: str, function: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(import_module(f"assay.frontends.{module}"), function)
    return found


def _c(source: Source, reading: Reading) -> Model:
    given = reading.building
    _refuse_of_designs(given, "C", source.file)
    more = (*given.files, *given.libraries)
    names = [os.path.realpath(file) for file in (source.file, *more)]
    for number, file in enumerate(more, 1):
        if names[number] in names[:number]:
            raise InputError("this file is given twice", Position(file), "give each file of the program once")
    others = [_other(file, source.file) for file in given.files]
    libraries = [_other(file, source.file) for file in given.libraries]
    units = [TranslationUnit(text.file, given.flags) for text in (source, *others)]
    units += [TranslationUnit(text.file, given.flags, library=True) for text in libraries]
    return _program(Program(tuple(units), given.entry or MAIN), (source, *others, *libraries), reading)


def _other(file: str, first: str) -> Source:
    """Another file of a program, which has to be C as well."""
    if is_stream(file):
        raise Unsupported("a program of several files, one of which comes by a pipe", Position(name_of(file)))
    source = read(file)
    if recognise(source) is not _PROGRAMS:
        message = f"several inputs that are not all C: {file} is no C file, and {first} is one"
        raise Unsupported(message, Position(file), "check them one by one")
    return source


def _built(first: str, reading: Reading) -> Model:
    """The program that a compilation database describes, or those of its files that are given."""
    from assay.frontends.compile_commands import read_commands

    given = reading.building
    assert given.commands is not None
    wanted = () if first == given.commands else (first, *given.files)
    found = read_commands(given.commands, wanted)
    units = tuple(replace(unit, flags=(*unit.flags, *given.flags)) for unit in found.units)
    units += tuple(TranslationUnit(file, given.flags, library=True) for file in given.libraries)
    texts = tuple(read(unit.file) for unit in units)
    reading = replace(reading, data_model=reading.data_model or found.data_model)
    model = _program(Program(units, given.entry or MAIN), texts, reading)
    unknown = tuple(f"the compiler's option {word} changes nothing" for word in found.unknown)
    return _assuming(model, *unknown)


def _program(program: Program, texts: Sequence[Source], reading: Reading) -> Model:
    from assay.frontends.c import read_program
    from assay.frontends.c.competition import as_asked, kinds_to_check

    whole = "\n".join(source.text for source in texts)
    found, why = _supposed(whole, reading)
    externals = reading.externals or ("pure" if reading.competition else None)
    checks = kinds_to_check(reading.asked, reading.checks)
    chosen = reading.data_model or found
    model = read_program(
        program, chosen, texts=texts, externals=externals, checks=checks, procedures=reading.procedures
    )
    if reading.asked is not None:
        model = as_asked(model, reading.asked)
    if reading.data_model is None and _WIDTHS.search(whole):
        return _assuming(model, f"data model {found} ({why})")
    return model


def _assuming(model: Model, *more: str) -> Model:
    return replace(model, origin=replace(model.origin, assumptions=(*model.origin.assumptions, *more)))


def _refuse_building(given: Building, format: str, name: str) -> None:
    """Other formats are one file, and no compiler has anything to do with them."""
    _refuse_of_designs(given, format, name)
    if given.files:
        message = f"several inputs that are not all C: {name} is a file of the format {format}"
        raise Unsupported(message, Position(name), "check them one by one")
    if given.flags or given.entry or given.libraries:
        options = [flag.option for flag in given.flags] + (["--entry"] if given.entry else [])
        options += ["--library"] if given.libraries else []
        words = ", ".join(dict.fromkeys(options))
        raise InputError(f"{words}: not for the format {format}", Position(name), "these are for C programs")


def _refuse_of_designs(given: Building, format: str, name: str) -> None:
    if given.top or given.parameters:
        raise InputError(f"--top, --param: not for the format {format}", Position(name), "these are for Verilog")
    if given.task:
        raise InputError(f"--task: not for the format {format}", Position(name), "this is for SymbiYosys (.sby)")


def _supposed(text: str, reading: Reading) -> tuple[str, str]:
    """The data model that is taken if none is given, and why."""
    if reading.competition:
        return COMPETITION, "none was given; the competition's default"
    return _told_by(text)


def data_model_of(text: str) -> str:
    """The data model of a program that nobody gives one: as its text tells, else that of the machine."""
    return _told_by(text)[0]


def _told_by(text: str) -> tuple[str, str]:
    """Of a preprocessed program its ``size_t`` tells; one of the competition has that one's default."""
    match = _SIZE.search(text)
    if match is not None:
        long = "long" in match.group("type")
        kind = "an unsigned long" if long else "an unsigned int"
        return "LP64" if long else COMPETITION, f"none was given; size_t is {kind}"
    if "__VERIFIER_error" in text:
        return COMPETITION, "none was given; the competition's default"
    return MACHINE, "none was given; the machine's"


def _definition(source: Source, reading: Reading) -> Model:
    from assay.frontends.c import read_program
    from assay.frontends.c.competition import as_asked, kinds_to_check, read_definition

    if is_stream(source.file) or source.file == STANDARD_INPUT:
        hint = "give the name of its file: the names in it are relative to that"
        raise Unsupported("a task definition that comes by a pipe", Position(source.file), hint)
    task = read_definition(source.file)
    asked = reading.asked or task.specification.asked
    units = tuple(TranslationUnit(str(file)) for file in task.programs)
    model = read_program(
        Program(units),
        reading.data_model or task.data_model,
        externals=reading.externals or "pure",
        checks=kinds_to_check(asked, reading.checks),
        procedures=reading.procedures,
    )
    return as_asked(model, asked)


def _verilog(source: Source, reading: Reading) -> Model:
    from assay.frontends.verilog.model import verilog_model
    from assay.frontends.verilog.sources import Sources

    if is_stream(source.file) or source.file == STANDARD_INPUT:
        raise Unsupported("Verilog that comes by a pipe", Position(source.file), "give the name of its file")
    sources = Sources.of(source.file, reading.building)
    return verilog_model(sources, lambda phase: reading.announce(PhaseStarted(phase)))


def _sby(source: Source, reading: Reading) -> Model:
    from assay.frontends.verilog.model import verilog_model
    from assay.frontends.verilog.sby import read_sby

    sources, said = read_sby(source, reading.building.task)
    return _assuming(verilog_model(sources, lambda phase: reading.announce(PhaseStarted(phase))), *said)


_VERILOG: Final = Format("Verilog", (".v", ".sv"), lambda text: False, _verilog)
_PROGRAMS: Final = Format("C", (".c", ".i"), lambda text: False, _c)
FORMATS: Final = (
    Format(VMT, (".vmt",), _is_vmt, _plain("horn.vmt", "read_vmt")),
    Format(HORN, (".smt2", ".chc", ".smt"), _is_chc, _plain("horn.chc", "read_chc")),
    Format("SV-COMP task", (".yml", ".yaml"), _is_definition, _definition),
    Format("BTOR2", (".btor2", ".btor"), _is_btor2, _plain("hardware.btor2", "btor2_model")),
    Format("PNML", (".pnml",), _looks("nets.pnml", "looks_like_pnml"), _plain("nets.pnml", "read_pnml")),
    Format("graph", (".graph",), _looks("finite_graph", "looks_like_graph"), _plain("finite_graph", "read_graph")),
    Format("MIST", (".spec",), _looks("nets.mist", "looks_like_mist"), _plain("nets.mist", "read_mist")),
    Format("SMV", (".smv",), _is_smv, _plain("smv.model", "smv_model")),
    _VERILOG,
    Format(SYMBIYOSYS, (".sby",), lambda text: False, _sby),
    _PROGRAMS,
    Format("ARMC", (".pl", ".armc"), _is_armc, _plain("armc.facts", "read_armc")),
)
