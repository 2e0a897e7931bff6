"""A run of a C program as a person reads it: the source lines it passes, with the values that they assign.

Steps of one line are one row; calls indent; what can be left out is (``report.folding``).  Names are those of the
source, of enumeration constants and characters too; other values are decimal and signed as declared, addresses
hexadecimal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from assay.core.c_source import Cells, Scalar, SourceMap
from assay.core.evidence import Trace
from assay.core.model import Edge, Location, Model
from assay.core.program import DRIVER
from assay.core.slicing.influence import Influence, influence
from assay.core.terms import Op, Term, prime
from assay.core.terms.evaluate import ArrayValue, Value
from assay.core.terms.ieee import BINARY32, BINARY64, to_python
from assay.report.folding import Fold, Row, folded
from assay.report.text import program_lines

# A line's number, with its file if that is another one, its text, and what happened there.
PathRow = tuple[int | str, str, Sequence[str]]
ROWS: Final = 60
WIDTH: Final = 110
_VALUES_SHOWN: Final = 6
_TWIN: Final = re.compile(r"!\d+$")
_CALL: Final = re.compile(r"(?P<name>.*\(\))#\d+")


def c_path(model: Model, trace: Trace, source: str, *, rows: int = ROWS, width: int = WIDTH) -> list[str]:
    """The run as lines of text, at most about ``rows`` of them; ``source`` is the text of the program."""
    return program_lines(Path(model.origin.name).name, path_rows(model, trace, source, rows=rows), width)


def path_rows(model: Model, trace: Trace, source: str, *, rows: int = ROWS) -> list[PathRow]:
    """The run as rows of a line's number, its text and what happened there, about so many at most; 0 is no line.

    A line of another file than the first has that file's name before its number.
    """
    path = folded(all_rows(model, trace, influence(trace)), rows)
    return list(_told(path, {"": source.splitlines(), **drivers(model)}))


def drivers(model: Model) -> dict[str, list[str]]:
    """The text that calls the function where a program starts, by what positions call it."""
    program = model.origin.program
    texts = [unit.behind for unit in program.units if unit.behind] if program is not None else []
    return {DRIVER: texts[0].splitlines()} if texts else {}


# -- rows --------------------------------------------------------------------------------------------------------------


def all_rows(model: Model, trace: Trace, matters: Influence) -> list[Row]:
    """The run with nothing folded."""
    source, behind = model.origin.source or SourceMap(), drivers(model)
    readable = _Readable(frozenset((model.origin.name, *behind)))
    rows: list[Row] = []
    last: Edge | None = None
    for number, edge in enumerate(trace.edges):
        if edge.origin is None or edge.source == model.entry:
            continue
        file = "" if edge.origin.file == model.origin.name else edge.origin.file
        values = tuple(_happened(source, trace, number, matters.written[number], readable))
        relevant = bool(matters.written[number] or matters.inputs[number]) or edge.guard.op is not Op.CONST
        if file and not readable(file):
            # What matters of the model of a library function is that it was called.
            rows[-1:] = [replace(row, matters=row.matters or relevant, last=number) for row in rows[-1:]]
            last = edge
            continue
        outcome = (source.decisions[edge.name].value,) if edge.name in source.decisions else ()
        given = values if matters.inputs[number] or matters.elements[number] else ()
        row = Row(edge.origin.line, _depth(edge.source.name), values, outcome, relevant, file, given, number)
        same = last is not None and rows and rows[-1].key == row.key and edge.source == last.target
        if same and not _begins_again(rows[-1], row):
            rows[-1] = _joined(rows[-1], row)
        else:
            rows.append(row)
        last = edge
    if rows:
        rows[-1] = replace(rows[-1], values=(*rows[-1].values, _error(model, trace.edges[-1].target)), matters=True)
    return rows


@dataclass(frozen=True)
class _Readable:
    """Can anybody look at a file?  Not at the models of library functions."""

    known: frozenset[str]

    def __call__(self, file: str) -> bool:
        return not file or file in self.known or Path(file).is_file()


def _error(model: Model, place: Location) -> str:
    """What happens in the end, in words."""
    found = next((prop.at(place) for prop in model.properties if place in prop.bad), None)
    kind = found.kind if found is not None else ""
    return f"the error: {kind}" if kind not in ("", "assertion", "error call") else "the error call"


def _joined(before: Row, after: Row) -> Row:
    values = tuple(dict.fromkeys((*before.values, *after.values)))
    outcomes = (*before.outcomes, *after.outcomes)
    given = tuple(dict.fromkeys((*before.given, *after.given)))
    return replace(after, values=values, outcomes=outcomes, matters=before.matters or after.matters, given=given)


def _begins_again(before: Row, after: Row) -> bool:
    """Does a loop on one line assign the same variable anew?"""
    names = {value.partition(" = ")[0] for value in before.values}
    return any(value.partition(" = ")[0] in names for value in after.values)


def _depth(location: str) -> int:
    """How many calls lead to a location: they are in its name."""
    return location.count("/")


def _happened(
    source: SourceMap, trace: Trace, number: int, relevant: frozenset[Term], readable: _Readable
) -> Iterator[str]:
    """What a step assigned, and what functions returned; a value that nobody gave, only if it mattered."""
    edge, before, after = trace.edges[number], trace.states[number], trace.states[number + 1]
    for symbol in edge.inputs:
        match = _CALL.fullmatch(symbol.name)
        if match is not None:
            site = source.calls.get(symbol.name)
            made = site.type if site is not None else _guessed(symbol)
            yield f"{match['name']} = {named_value(trace.inputs[number][symbol], made)}"
    for symbol, term in edge.updates.items():
        if symbol.sort.is_array:
            if not _is_hidden(symbol):
                yield from _stored(source.memory.get(symbol, ()), before.get(symbol), after[symbol])
        elif _is_hidden(symbol):
            if symbol in relevant and _depth(edge.target.name) < _depth(edge.source.name):
                yield f"returns {value_text(after[symbol], _guessed(symbol))}"
        elif symbol in relevant or prime(symbol) not in term.free:
            named = source.named(symbol)
            if named is not None and not readable(named.declaration.file):
                continue
            name = named.text if named is not None else _name(symbol)
            number_text = named_value(after[symbol], named.type if named is not None else _guessed(symbol))
            if prime(symbol) in term.free:
                yield f"{name} = {number_text} (uninitialised)"
            elif symbol not in term.free or before.get(symbol) != after[symbol]:
                yield f"{name} = {number_text}"


def _is_hidden(symbol: Term) -> bool:
    name = _TWIN.sub("", symbol.name)
    return name.endswith(("::temporary", "::\\result")) or name == "heap" or name.startswith("heap:")


def _name(symbol: Term) -> str:
    """The name in the source, as the model tells it."""
    return _TWIN.sub("", symbol.name.rpartition("::")[2])


def _guessed(symbol: Term) -> Scalar:
    """A type for what has none in the source."""
    return Scalar(symbol.sort.width or 64, signed=True)


def value_text(value: Value, made: Scalar) -> str:
    """A value as its type has it."""
    assert isinstance(value, int)
    value = int(value) % (1 << made.width)
    if made.floating:
        return repr(to_python(BINARY32 if made.width == 32 else BINARY64, value))
    if made.pointer:
        return hex(value) if value else "NULL"
    return str(value - (1 << made.width) if made.signed and value >> (made.width - 1) else value)


def named_value(value: Value, made: Scalar) -> str:
    """The same, or the name that the program has for it."""
    text = value_text(value, made)
    return (made.name(int(text)) if made.names else None) or text


def _stored(places: Sequence[Cells], before: Value | None, after: Value) -> Iterator[str]:
    """The elements of memory that changed, by name or by address."""
    assert isinstance(after, ArrayValue)
    old = dict(before.entries) if isinstance(before, ArrayValue) else {}
    for index, value in after.entries:
        if old.get(index) == value:
            continue
        assert isinstance(index, int)
        named = [(text, cells.type) for cells in places if (text := cells.at(index)) is not None]
        text, made = named[0] if named else (f"*{index:#x}", _guessed_element(after))
        yield f"{text} = {named_value(value, made)}"


def _guessed_element(array: ArrayValue) -> Scalar:
    element = array.sort.element
    return Scalar(element.width if element is not None and element.width else 32, signed=True)


# -- text --------------------------------------------------------------------------------------------------------------


def _told(path: Sequence[Row | Fold], lines: dict[str, list[str]]) -> Iterator[PathRow]:
    for item in path:
        text = _source(item, lines)
        if isinstance(item, Fold):
            yield 0, text, ()
            continue
        values = [*item.values[:_VALUES_SHOWN], *item.outcomes[-1:]]
        if len(item.values) > _VALUES_SHOWN:
            values.append(f"{len(item.values) - _VALUES_SHOWN} more")
        yield f"{Path(item.file).name}:{item.line}" if item.file else item.line, text, values


def _source(item: Row | Fold, texts: dict[str, list[str]]) -> str:
    indent = "  " * max(0, item.depth)
    if isinstance(item, Fold):
        return f"{indent}... {item.words}"
    if item.file not in texts:
        texts[item.file] = Path(item.file).read_text(encoding="utf-8", errors="replace").splitlines()
    lines = texts[item.file]
    text = lines[item.line - 1].strip() if 0 < item.line <= len(lines) else ""
    return indent + " ".join(text.split())
