"""Verilog to a model: Yosys writes BTOR2, which is read like any other, and then gets the names of the source back.

Assertions are properties, assumptions are constraints and said as such; a cover is a property that a run violates by
getting there, marked as one.  With one clock a step ends with its edge; with several, or where a clock is used for more
than its edges, a step is an instant, and clocks are inputs that change as they like.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from assay.core.errors import InputError, Position, Unsupported
from assay.core.model import Enumeration, Model, Origin, Safety
from assay.core.netlist import COVER, Condition, Netlist, Opening
from assay.frontends.building import Building
from assay.frontends.hardware.btor2 import btor2_model
from assay.frontends.hardware.btor2_operators import truth
from assay.frontends.text import decoded
from assay.frontends.verilog.complaints import unmatched
from assay.frontends.verilog.concurrent.linear import Waiting
from assay.frontends.verilog.concurrent.rewriting import rewritten
from assay.frontends.verilog.conditions import expression, formal_lines, from_outside, source_of
from assay.frontends.verilog.connections import refuse_widened
from assay.frontends.verilog.liveness import SAID, Waited, waited, with_waiting, without_bads
from assay.frontends.verilog.lowering import (
    BTOR2,
    DERIVED,
    MODULES,
    NAMED,
    PAST,
    PAST_IN_PART,
    RAW,
    RAW_TEXT,
    elaboration,
    lowering,
    preprocessing,
    provide_cells,
    reading,
)
from assay.frontends.verilog.mending import mended
from assay.frontends.verilog.misread import refuse_misread
from assay.frontends.verilog.mixing import refuse_mixed
from assay.frontends.verilog.netlist import Check, RawNetlist, Watched, place_of, scope_of
from assay.frontends.verilog.rtlil import (
    Modules,
    connected_twice,
    hidden_names,
    marked_cells,
    refuse_first_values,
    renamed_checks,
    updated_variables,
    with_signed_places,
)
from assay.frontends.verilog.shadowing import refuse_shadowing
from assay.frontends.verilog.staging import TREE, readable, stage, unread, unreadable, write_inside
from assay.frontends.verilog.symbols import with_symbols
from assay.frontends.verilog.tokens import Remarks, remarks, tokens_of
from assay.frontends.verilog.variables import first_values
from assay.frontends.verilog.yosys import Session, find_yosys

FORMAT: Final = "Verilog"
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_VALUE: Final = re.compile(r"-?\d+|\d*'[sS]?[bBoOdDhH][\da-fA-F_]+")
_UNKNOWN: Final = re.compile(r"Module `\\(\S+)' referenced in module")
_MISUSED: Final = re.compile(r"Module `(\w+)' referenced in module .* does not have a")
_INCLUDE: Final = re.compile(r"Can't open include file `([^']+)'")
_PARAMETER: Final = re.compile(r"Can't find object for defparam `(\w+)`")
_LOOP: Final = re.compile(r"Found topological loop|found logic loop")
_WORDS: Final = {"assert": "assert", "assume": "assume|restrict", "cover": "cover"}
_SHOWN_ASSUMPTION: Final = 100


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


def verilog_model(sources: Sources, tell_phase: Callable[[str], None]) -> Model:
    """The model of the design in ``sources``; ``tell_phase`` hears of a first start, which takes long."""
    _check_words(sources)
    folder = Path(tempfile.mkdtemp(prefix="assay-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    yosys = find_yosys(folder)
    placed = write_inside(folder, sources.inside)
    whole = stage(folder, [placed.get(file, file) for file in sources.files], sources.include)
    known = {placed.get(path, path): str(Path(path).parent) for path in sources.inside}
    known |= dict(zip(whole, sources.shown, strict=True))
    try:
        with yosys.started(tell_phase) as session:
            return _model(_Work(sources, session, folder, whole, known))
    except InputError as error:
        raise _in_the_users_words(error, known) from None


def _check_words(sources: Sources) -> None:
    """Refuses what would be something else in a script."""
    if sources.top is not None and not _NAME.fullmatch(sources.top):
        raise InputError(f"--top {sources.top}: this is no name of a module")
    for name, value in (sources.parameters or {}).items():
        if not _NAME.fullmatch(name) or not _VALUE.fullmatch(value):
            raise InputError(f"--param {name}={value}: a parameter is a name and a number", hint="write --param N=4")
    for macro in sources.define:
        if re.search(r"[\s\"';#]", macro):
            raise InputError(f"-D {macro}: a macro's value is a word", hint="put it into the source by `define")


@dataclass(frozen=True)
class _Work:
    sources: Sources
    session: Session
    folder: Path
    whole: tuple[str, ...]
    known: Mapping[str, str]

    @property
    def root(self) -> str:
        """What the folder is called in scripts."""
        return self.session.yosys.root

    def text(self, name: str) -> str:
        return Path(self.folder, name).read_text(encoding="utf-8").replace(f"{self.root}/tree", "")

    def name(self, where: Position) -> Position:
        """The place as the user would write it."""
        return replace(where, file=self.known.get(where.file, os.path.relpath(where.file) if where.file else ""))


def _model(work: _Work) -> Model:
    raw, told, waiting = _elaborated(work)
    checks = raw.checks
    asked = waited(raw, waiting)
    kinds = {*(check.kind for check in checks), *(one.says.kind for one in asked)}
    if not kinds & {"assert", "cover"}:
        hint = "Yosys defines FORMAL: write assert, or cover, in `ifdef FORMAL"
        raise InputError(f"module {raw.top} asserts nothing and covers nothing", Position(work.whole[0]), hint)
    text, prefix = work.text(RAW_TEXT), "assay_"
    while f"\\{prefix}" in text:
        prefix += "_"
    names = {check.cell: f"{prefix}{number}" for number, check in enumerate(checks)}
    marks = {cell: (PAST, PAST_IN_PART) if in_part else (PAST,) for cell, in_part in raw.pasts.items()}
    text = marked_cells(renamed_checks(text, names), marks)
    text = hidden_names(text, raw.source.prefix, raw.source.told)
    Path(work.folder, NAMED).write_text(with_signed_places(text), encoding="utf-8")
    provide_cells(work.folder)
    script = lowering(work.root, raw.clock, clocked=raw.clocked, odd_memories=raw.odd_memories, pasts=bool(marks))
    try:
        log = work.session.run(script)
    except InputError as error:
        raise _looping(work, error.message) if _LOOP.search(error.message) else error from None
    if _LOOP.search(log):
        raise _looping(work, log)
    path = Path(work.folder, BTOR2)
    text = with_symbols(path.read_text(encoding="utf-8"))
    if asked:
        text = without_bads(text, asked, {check.name: names[check.cell] for check in checks})
    path.write_text(text, encoding="utf-8")
    model = btor2_model(decoded(str(path), path.read_bytes()))
    if asked:
        told = replace(told, said=(*told.said, SAID))
    return _named(work, model, raw, told, {names[check.cell]: check for check in checks}, asked)


def _looping(work: _Work, log: str) -> Unsupported:
    """That signals depend on themselves, at the first place of the source that Yosys tells."""
    found = re.search(r"([^\s(\"|]+):(\d+)\.\d+-", log[max(0, log.find("loop")) :])
    where = Position(found[1], int(found[2])) if found is not None else Position(work.whole[0])
    return Unsupported("signals depend on themselves without a register", where)


def _elaborated(work: _Work) -> tuple[RawNetlist, Remarks, Mapping[int, Waiting]]:
    """The netlist as it is in the source, what is to be said of that, and the properties that are waited for.

    Refuses what is not modelled.
    """
    sources, root = work.sources, work.root
    include = tuple(str(Path(folder).resolve()) for folder in sources.include)
    top, parameters = sources.top, sources.parameters or {}
    try:
        before = preprocessing(root, unreadable(work.folder, root, work.whole), include=include, define=sources.define)
        source = rewritten(mended(unread(work.session.run(before))), parameters)
        texts, open_arrays = first_values(source.texts)
        log = work.session.run(reading(root, readable(work.folder, root, texts)))
        if parameters and top is None:
            # Yosys gives them to a module that is named.
            roots = Modules.of(work.text(MODULES)).roots
            top = roots[0] if len(roots) == 1 else None
        log += work.session.run(elaboration(root, top=top, parameters=parameters))
    except InputError as error:
        _explain(work, error)
        raise
    modules = _modules(work)
    roots = modules.roots
    if sources.top is None and len(roots) > 1:
        several = "" if len(sources.files) == 1 else ", or check each file by itself with --each"
        hint = f"choose one with --top: {', '.join(sorted(roots))}{several}"
        raise InputError("several modules that no other one instantiates", Position(work.whole[0]), hint)
    if _LOOP.search(log):
        raise _looping(work, log)
    tokens = [token for text in texts for token in tokens_of(text)]
    refuse_misread(tokens)
    refuse_shadowing(tokens)
    refuse_mixed(tokens)
    told = remarks(tokens, ours=source.prefix)
    derived = work.text(DERIVED)
    refuse_first_values(derived, told.initial)
    raw = RawNetlist.of(
        work.text(RAW),
        log,
        updated=updated_variables(derived),
        set_twice=tuple(connected_twice(work.text(RAW_TEXT))),
        source=Watched(told.statements, source.places, source.labels, source.prefix, source.told, work.known),
    )
    raw.refuse()
    refuse_widened(tokens, raw.resized)
    return raw, replace(told, said=(*told.said, *source.said, *open_arrays)), source.waiting


def _modules(work: _Work) -> Modules:
    """The modules of the sources, of which there is one at least."""
    found = Modules.of(work.text(MODULES))
    if not found.names:
        raise InputError("there is no module", Position(work.whole[0]))
    return found


def _explain(work: _Work, error: InputError) -> None:
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
    modules = _modules(work)
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


def _including(work: _Work, name: str) -> Position | None:
    """Where a file is included."""
    for path in sorted(Path(work.folder, TREE).rglob("*")):
        for number, line in enumerate(source_of(str(path)).split("\n") if path.is_file() else (), 1):
            if "`include" in line and name in line:
                return Position("/" + str(path.relative_to(Path(work.folder, TREE))), number)
    return None


def _named(
    work: _Work, model: Model, raw: RawNetlist, told: Remarks, checks: Mapping[str, Check], asked: Sequence[Waited]
) -> Model:
    """The model with the names of the source."""
    properties = []
    known = {prop.name: prop.bad[model.entry] for prop in model.properties}
    known |= {name: truth(term) for name, term in model.definitions.items() if name in checks}
    values = {checks[cell].name: term for cell, term in known.items()}
    for cell in known:
        check = checks[cell]
        if check.kind not in ("assert", "cover"):
            continue
        asks = COVER if check.kind == "cover" else ""
        bad = {model.entry: known[cell]}
        properties.append(Safety(check.name, bad, _line(work, check.where), asks=asks, where=work.name(check.where)))
    wanted = [check.name for check in checks.values() if check.kind in ("assert", "cover")]
    nets = [net for one in asked if one.says.kind == "assert" for net in one.nets.values()]
    if not {*wanted, *nets} <= values.keys():
        raise Unsupported("Yosys left out some of the assertions", Position(work.whole[0]))
    origin = Origin(
        work.sources.shown[0],
        FORMAT,
        assumptions=tuple(_assumptions(work, raw, told, asked)),
        netlist=_netlist(work, model, raw),
    )
    stated = (*wanted, *(one.name for one in asked if one.says.kind == "assert"))
    definitions = {name: term for name, term in model.definitions.items() if name not in checks}
    terms = {**definitions, **{symbol.name: symbol for symbol in model.entry.variables}}
    domains = {terms[name]: Enumeration(values) for name, values in raw.enumerations.items() if name in terms}
    named = replace(model, properties=tuple(properties), stated=stated, origin=origin)
    named = replace(named, definitions=definitions, domains=domains)
    return with_waiting(named, asked, values, [(_line(work, one.where), work.name(one.where)) for one in asked])


def _netlist(work: _Work, model: Model, raw: RawNetlist) -> Netlist:
    words = [symbol.name for symbol in model.entry.variables if symbol.name.partition("[")[0] in raw.memories]
    registers = raw.registers
    driven: dict[str, Opening] = {
        **registers,
        **dict.fromkeys(words, "start"),
        **dict.fromkeys(raw.undriven, "each step"),
    }
    shown = [name for name in (*registers, *raw.undriven) if name in model.definitions or _is_state(model, name)]
    formal = _formal(work, raw)
    return Netlist(
        str(Path(work.folder, BTOR2)),
        raw.top,
        raw.ports,
        clock=raw.clock,
        clocks=raw.clocks,
        shown=(*shown, *words),
        nets=frozenset((*raw.nets, *words)) - {f"{name}_EN" for name in raw.cells},
        driven=driven,
        parameters=work.sources.parameters or {},
        formal=formal,
        shows=_shows(work, raw, formal),
        sources=tuple(dict.fromkeys(work.sources.shown)),
        options=(*(f"-I {folder}" for folder in _folders(work)), *(f"-D{macro}" for macro in work.sources.define)),
    )


def _folders(work: _Work) -> tuple[str, ...]:
    """Where included files are looked for: beside the sources, and where the user says."""
    beside = [str(Path(file).parent) for file in work.sources.shown]
    return tuple(dict.fromkeys(folder for folder in (*beside, *work.sources.include) if folder))


def _formal(work: _Work, raw: RawNetlist) -> frozenset[str]:
    """The nets that are declared where FORMAL has to be defined."""
    lines: dict[str, frozenset[int]] = {}
    found = set()
    for name, net in raw.nets.items():
        where = place_of(net)
        if where.file not in lines:
            lines[where.file] = formal_lines(source_of(where.file))
        if where.line in lines[where.file]:
            found.add(name)
    return frozenset(found)


def _shows(work: _Work, raw: RawNetlist, formal: frozenset[str]) -> Mapping[str, Condition]:
    """What is true in the design where a property is violated, or covered, as far as it can be said from outside."""
    found = {}
    for check in raw.checks:
        scope, _, label = check.name.rpartition(".")
        plain = check.cell.startswith("$")
        if plain:
            scope = scope_of(check.cell)
        text = expression(source_of(check.where.file), check.where.line, check.kind, "" if plain else label)
        outside = from_outside(text, scope, raw.nets)
        if outside and check.kind in ("assert", "cover") and not check.concurrent:
            hidden = any(f"dut.{name}" in outside for name in formal)
            said = f"!({outside})" if check.kind == "assert" else f"({outside})"
            found[check.name] = Condition(said, int(check.clocked and raw.clock is None), hidden)
    return found


def _is_state(model: Model, name: str) -> bool:
    return any(symbol.name == name for symbol in model.entry.variables)


def _assumptions(work: _Work, raw: RawNetlist, told: Remarks, asked: Sequence[Waited]) -> Sequence[str]:
    """What verdicts rest on: what the design assumes, how it is clocked, and what Yosys passes over."""
    assumed = [check.where for check in raw.checks if check.kind == "assume"]
    assumed += [one.where for one in asked if one.says.kind == "assume"]
    said = [f"{work.name(where)}: {_line(work, where).removesuffix(';')}" for where in assumed]
    if raw.clock is not None:
        edge = "rising" if raw.clock.rising else "falling"
        said.append(f"a step is a cycle of {raw.clock.name}, which ends with its {edge} edge")
        if raw.asynchronous:
            said.append("asynchronous resets and latches change once a cycle, before the edge")
    elif raw.clocked:
        said.append("a step is an instant: clocks are inputs that change as they like, and edges take what was before")
    else:
        said.append("nothing is clocked")
    for sentence in (*raw.left_open(), *told.said):
        for path, given in work.known.items():
            sentence = sentence.replace(path, given)
        said.append(sentence)
    return said


def _line(work: _Work, where: Position) -> str:
    """The line of the source, without what is around it."""
    lines = source_of(where.file).splitlines()
    text = " ".join(lines[where.line - 1].partition("//")[0].split()) if where.line <= len(lines) else ""
    return text if len(text) <= _SHOWN_ASSUMPTION else text[: _SHOWN_ASSUMPTION - 3] + "..."


def _in_the_users_words(error: InputError, given: Mapping[str, str]) -> InputError:
    """The error with the names that the user gave, and what to do about some of them."""
    message, where = error.message, error.where
    for path, name in given.items():
        message = message.replace(path, name)
    if where is not None and where.file:
        file = given.get(where.file, os.path.relpath(where.file))
        where = replace(where, file=file)
    kind = Unsupported if isinstance(error, Unsupported) else InputError
    return kind(message, where, error.hint)
