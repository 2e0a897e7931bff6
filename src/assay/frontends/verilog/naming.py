"""What Yosys has made of a design, by the names of the source: properties, signals, and what verdicts rest on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from assay.core.errors import Position, Unsupported
from assay.core.model import Enumeration, Model, Origin, Safety
from assay.core.netlist import COVER, Condition, Netlist, Opening
from assay.frontends.hardware.btor2_operators import truth
from assay.frontends.verilog.cells import place_of, scope_of
from assay.frontends.verilog.checks import Check
from assay.frontends.verilog.conditions import expression, formal_lines, from_outside, source_of
from assay.frontends.verilog.liveness import Waited, with_waiting
from assay.frontends.verilog.lowering import BTOR2
from assay.frontends.verilog.netlist import RawNetlist
from assay.frontends.verilog.tokens import Remarks
from assay.frontends.verilog.work import Work

FORMAT: Final = "Verilog"
_SHOWN_ASSUMPTION: Final = 100
_PLACE: Final = re.compile(r"(/[^\s()]+):(\d+)")


def named(
    work: Work, model: Model, raw: RawNetlist, told: Remarks, checks: Mapping[str, Check], asked: Sequence[Waited]
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
    found = replace(model, properties=tuple(properties), stated=stated, origin=origin)
    found = replace(found, definitions=definitions, domains=domains)
    return with_waiting(found, asked, values, [(_line(work, one.where), work.name(one.where)) for one in asked])


def _netlist(work: Work, model: Model, raw: RawNetlist) -> Netlist:
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


def _folders(work: Work) -> tuple[str, ...]:
    """Where included files are looked for: beside the sources, and where the user says."""
    beside = [str(Path(file).parent) for file in work.sources.shown]
    return tuple(dict.fromkeys(folder for folder in (*beside, *work.sources.include) if folder))


def _formal(work: Work, raw: RawNetlist) -> frozenset[str]:
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


def _shows(work: Work, raw: RawNetlist, formal: frozenset[str]) -> Mapping[str, Condition]:
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


def _assumptions(work: Work, raw: RawNetlist, told: Remarks, asked: Sequence[Waited]) -> Sequence[str]:
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

    def as_written(place: re.Match[str]) -> str:
        return str(work.name(Position(place[1], int(place[2]))))

    return [*said, *(_PLACE.sub(as_written, sentence) for sentence in (*raw.left_open(), *told.said))]


def _line(work: Work, where: Position) -> str:
    """The line of the source, without what is around it."""
    lines = source_of(where.file).splitlines()
    text = " ".join(lines[where.line - 1].partition("//")[0].split()) if where.line <= len(lines) else ""
    return text if len(text) <= _SHOWN_ASSUMPTION else text[: _SHOWN_ASSUMPTION - 3] + "..."
