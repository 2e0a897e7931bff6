"""Verilog to a model: Yosys writes BTOR2, which is read like any other, and then gets the names of the source back.

Assertions are properties, assumptions are constraints and said as such; a cover is a property that a run violates by
getting there, marked as one.  With one clock a step ends with its edge; with several, or where a clock is used for more
than its edges, a step is an instant, and clocks are inputs that change as they like.
"""

from __future__ import annotations

import atexit
import re
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from assay.core.errors import InputError, Position, Unsupported
from assay.core.model import Model
from assay.frontends.hardware.btor2 import btor2_model
from assay.frontends.text import decoded
from assay.frontends.verilog.beyond import refuse_unread
from assay.frontends.verilog.checks import Watched
from assay.frontends.verilog.concurrent.linear import Waiting
from assay.frontends.verilog.concurrent.rewriting import rewritten
from assay.frontends.verilog.connections import refuse_widened
from assay.frontends.verilog.explaining import explain, in_the_users_words, modules_of
from assay.frontends.verilog.items import refuse_items
from assay.frontends.verilog.liveness import SAID, waited, without_bads
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
from assay.frontends.verilog.naming import named
from assay.frontends.verilog.netlist import RawNetlist
from assay.frontends.verilog.parameters import exact_parameters
from assay.frontends.verilog.parts import refuse_parts
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
from assay.frontends.verilog.sources import Sources, check_words
from assay.frontends.verilog.staging import readable, stage, unread, unreadable, write_inside
from assay.frontends.verilog.symbols import with_symbols
from assay.frontends.verilog.tokens import Remarks, remarks, tokens_of
from assay.frontends.verilog.variables import first_values
from assay.frontends.verilog.work import Work
from assay.frontends.verilog.yosys import find_yosys

_LOOP: Final = re.compile(r"Found topological loop|found logic loop")


def verilog_model(sources: Sources, tell_phase: Callable[[str], None]) -> Model:
    """The model of the design in ``sources``; ``tell_phase`` hears of a first start, which takes long."""
    check_words(sources)
    folder = Path(tempfile.mkdtemp(prefix="assay-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    yosys = find_yosys(folder)
    placed = write_inside(folder, sources.inside)
    whole = stage(folder, [placed.get(file, file) for file in sources.files], sources.include)
    known = {placed.get(path, path): str(Path(path).parent) for path in sources.inside}
    known |= dict(zip(whole, sources.shown, strict=True))
    try:
        with yosys.started(tell_phase) as session:
            return _model(Work(sources, session, folder, whole, known))
    except InputError as error:
        raise in_the_users_words(error, known) from None


def _model(work: Work) -> Model:
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
    return named(work, model, raw, told, {names[check.cell]: check for check in checks}, asked)


def _looping(work: Work, log: str) -> Unsupported:
    """That signals depend on themselves, at the first place of the source that Yosys tells."""
    found = re.search(r"([^\s(\"|]+):(\d+)\.\d+-", log[max(0, log.find("loop")) :])
    where = Position(found[1], int(found[2])) if found is not None else Position(work.whole[0])
    return Unsupported("signals depend on themselves without a register", where)


def _elaborated(work: Work) -> tuple[RawNetlist, Remarks, Mapping[int, Waiting]]:
    """The netlist as it is in the source, what is to be said of that, and the properties that are waited for.

    Refuses what is not modelled.
    """
    sources, root = work.sources, work.root
    include = tuple(str(Path(folder).resolve()) for folder in sources.include)
    top, parameters = sources.top, sources.parameters or {}
    try:
        before = preprocessing(root, unreadable(work.folder, root, work.whole), include=include, define=sources.define)
        read = unread(work.session.run(before))
        refuse_unread(read)
        source = rewritten(mended(read), parameters)
        texts, open_arrays = first_values([exact_parameters(text) for text in source.texts])
        log = work.session.run(reading(root, readable(work.folder, root, texts)))
        tokens = [token for text in texts for token in tokens_of(text)]
        refuse_parts(tokens)
        refuse_items(tokens)
        if parameters and top is None:
            # Yosys gives them to a module that is named.
            roots = Modules.of(work.text(MODULES)).roots
            top = roots[0] if len(roots) == 1 else None
        log += work.session.run(elaboration(root, top=top, parameters=parameters))
    except InputError as error:
        explain(work, error)
        raise
    modules = modules_of(work)
    roots = modules.roots
    if sources.top is None and len(roots) > 1:
        several = "" if len(sources.files) == 1 else ", or check each file by itself with --each"
        hint = f"choose one with --top: {', '.join(sorted(roots))}{several}"
        raise InputError("several modules that no other one instantiates", Position(work.whole[0]), hint)
    if _LOOP.search(log):
        raise _looping(work, log)
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
