"""Verdicts for people: the answer first, then how it was confirmed, then what it took.  Pure: records in, text out."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from assay.core.words import counted
from assay.report.json import COVERED, UNREACHABLE, Record
from assay.report.statistics import STANDARD

Paint = Callable[[str, str], str]

COLOURS: Final = {
    "holds": "green",
    "violated": "red",
    "unknown": "yellow",
    COVERED: "green",
    UNREACHABLE: "red",
}
_LABEL: Final = 12
# A longer name of a program's file is said once, and every name where lines are narrower.
LONGEST_FILE: Final = 20
NARROW: Final = 90
# So broad is the column of what happened at a line of a program, where there is room.
_VALUES: Final = 48
# Assumptions that are printed with a verdict.
ASSUMPTIONS: Final = 6


def unpainted(text: str, colour: str) -> str:
    return text


def verdict_line(verdict: Record, paint: Paint = unpainted) -> str:
    """The answer about one property, and nothing else."""
    name = verdict["verdict"]
    return f"{paint(name, COLOURS[name])}{' ' * (_LABEL - len(name))}{verdict['property']}".rstrip()


def verdict_block(
    verdict: Record,
    *,
    evidence: Record | None = None,
    hint: str = "",
    width: int = 100,
    paint: Paint = unpainted,
) -> str:
    """Everything that is to be said about one property."""
    name = verdict["verdict"]
    lines = [_head(verdict, width, paint), *_place(verdict.get("where"), width)]
    lines += _field("states", verdict.get("text", ""), width)
    if name == "unknown":
        lines += _field("why", verdict["reason"], width)
        lines += _field("came to", came_to(verdict["statistics"]) or "nothing yet", width)
        lines += _field("tried", tried(verdict.get("tried", ())), width)
        lines += _field("try", hint.removeprefix("try "), width)
    else:
        lines += _answer(verdict.get("answer", ""), width)
        lines += _field("evidence", verdict["evidence"], width)
        # What a design rests on is the same for all of its properties, and said before them.
        lines += [] if verdict.get("where") else _assumed(verdict.get("assumptions", ()), width)
    lines += _field("engine", _engine(verdict), width)
    lines += _field("counters", "" if name == "unknown" else came_to(verdict["statistics"]), width)
    lines += _field("time", phases(verdict["statistics"]), width)
    if evidence is not None:
        lines += _SHOWN[evidence["event"]](evidence, width)
    return "\n".join(lines) + "\n"


def _head(verdict: Record, width: int, paint: Paint) -> str:
    """The answer, about several properties on as many lines as they take."""
    first, *others = hanging(" " * _LABEL, verdict["property"], width) if ", " in verdict["property"] else [""]
    if not others:
        return verdict_line(verdict, paint)
    return "\n".join([verdict_line({**verdict, "property": first.strip()}, paint), *others])


def _place(where: Record | None, width: int) -> list[str]:
    """Where a property of a design stands, and the line there."""
    return _field("at", f"{where['file']}:{where['line']}: {where['text']}", width) if where else []


def _engine(verdict: Record) -> str:
    """The engine, the method of it that decided where there are several, and the time."""
    method = verdict.get("method", "")
    return f"{verdict['engine']}{f' ({method})' if method else ''}, {verdict['seconds']:.2f} s"


def tried(attempts: Sequence[Record]) -> str:
    """Which methods were tried, how long, and how far they came; the longest first."""
    shown = []
    for attempt in sorted(attempts, key=lambda attempt: -attempt["seconds"]):
        far = "" if attempt["bound"] is None else f" (no error within {counted(attempt['bound'], 'step')})"
        shown.append(f"{attempt['method']} {attempt['seconds']:.1f} s{far}")
    return ", ".join(shown)


def _answer(answer: str, width: int) -> list[str]:
    """The answer in the words of a competition: the Model Checking Contest speaks in capitals."""
    whose = "the Model Checking Contest counts" if answer.isupper() else "SV-COMP calls it"
    return _field("answer", f"{answer}, as {whose}", width) if answer else []


def _assumed(assumptions: Sequence[str], width: int) -> list[str]:
    """What the answer rests on, a line each; the first few stand for all."""
    shown = list(assumptions[:ASSUMPTIONS])
    if len(assumptions) > len(shown):
        shown[-1:] = [f"and {len(assumptions) - len(shown) + 1} more (--json lists them)"]
    labels = ["assumes", *[""] * len(shown)]
    return [line for label, text in zip(labels, shown, strict=False) for line in _field(label, text, width)]


def _field(label: str, value: str, width: int) -> list[str]:
    if not value:
        return []
    return textwrap.wrap(
        value,
        width,
        initial_indent=f"  {label:<{_LABEL - 2}}",
        subsequent_indent=" " * _LABEL,
        break_long_words=False,
        break_on_hyphens=False,
    )


def came_to(statistics: Record) -> str:
    """The counters that are not zero, the standard ones first."""
    others = [name for name in statistics if name not in STANDARD and not name.startswith("seconds ")]
    shown = [name for name in (*STANDARD, *others) if statistics.get(name)]
    return ", ".join(f"{name.replace('_', ' ')} {_count(statistics[name])}" for name in shown)


def _count(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


def phases(statistics: Record) -> str:
    """The phases that took a hundredth of a second or more."""
    times = {name.removeprefix("seconds "): t for name, t in statistics.items() if name.startswith("seconds ")}
    return ", ".join(f"{phase} {seconds:.2f}s" for phase, seconds in times.items() if seconds >= 0.01)


def _run(evidence: Record, width: int) -> list[str]:
    """A table of states: number, location, edge taken, and what it changed."""
    steps = evidence["length"]
    rows: Sequence[Sequence[str]] = evidence["rows"]
    lines = [f"  run of {counted(steps, 'step')}; each line shows what changed"]
    widths = [max((len(row[column]) for row in rows if len(row) > 1), default=0) for column in range(3)]
    for row in rows:
        if len(row) == 1:
            lines.append(f"    {row[0]}")
            continue
        number, place, edge, changes = row
        columns = [f"{number:>{widths[0]}}", f"{place:<{widths[1]}}", f"{edge:<{widths[2]}}"]
        lines += hanging("    " + "  ".join(columns) + "  ", changes, width)
    return lines


def _path(evidence: Record, width: int) -> list[str]:
    if "rows" in evidence:
        lines = program_lines(evidence["file"], evidence["rows"], width - 4)
    else:
        lines = [part for line in evidence["lines"] for part in _fitted(line, width - 4)]
    title = textwrap.wrap(evidence["title"], width, initial_indent="  ", subsequent_indent="  ")
    return [*title, *(f"    {line}".rstrip() for line in lines)]


def program_lines(file: str, rows: Sequence[tuple[int | str, str, Sequence[str]]], width: int) -> list[str]:
    """Rows of a line's number (0: none), its text and what happened there, as columns; the last one is wrapped.

    What is no number is the place of a line in another file.

    A name of the file that takes too much room is said once.
    """
    once = len(file) > LONGEST_FILE or width < NARROW
    lines = [file] if once else []
    places = [
        number if isinstance(number, str) else f"{'' if once else file}:{number}" if number else ""
        for number, _, _ in rows
    ]
    margin = max(map(len, places), default=0)
    room = max(20, width - margin - 4)
    broad = min(max((len(text) for _, text, _ in rows), default=0), max(20, room - min(_VALUES, room // 2)))
    for place, (_, text, values) in zip(places, rows, strict=True):
        most = broad if values else room
        code = text if len(text) <= most else text[: most - 3] + "..."
        head = f"{place:<{margin}}  {code:<{broad}}  "
        first, *others = _filled(values, max(20, width - len(head)))
        lines += [(head + first).rstrip(), *(" " * len(head) + other for other in others)]
    return lines


def _filled(values: Sequence[str], width: int) -> list[str]:
    """Values one after the other, as many on a line as fit; one that does not fit at all is broken."""
    lines = [""]
    for number, value in enumerate(values):
        text = value + ("," if number + 1 < len(values) else "")
        if lines[-1] and len(lines[-1]) + 1 + len(text) <= width:
            lines[-1] += f" {text}"
            continue
        lines += textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    return lines[1:] or lines


def _fitted(line: str, width: int) -> list[str]:
    """A line that is broader than the terminal, wrapped: its rest is further to the right than its beginning."""
    if len(line) <= width:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    words = textwrap.TextWrapper(
        width,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
        expand_tabs=False,
        replace_whitespace=False,
    )
    return words.wrap(line) or [line]


def _invariant(evidence: Record, width: int) -> list[str]:
    rows: Sequence[Sequence[str]] = evidence["rows"]
    lines = ["  invariant"] if rows else []
    broad = max((len(row[0]) for row in rows), default=0)
    for place, formula in rows:
        lines += hanging(f"    {place:<{broad}}  ", formula, width)
    if evidence["unreachable"]:
        lines.append(f"    unreachable locations: {evidence['unreachable']}")
    if evidence["hidden"]:
        one, many = (
            ("more location", "more locations")
            if rows
            else ("location has an invariant", "locations have an invariant")
        )
        lines.append(f"    {counted(evidence['hidden'], one, many)}; --witness FILE writes all of it")
    return lines


_SHOWN: Final[Mapping[str, Callable[[Record, int], list[str]]]] = MappingProxyType(
    {"run": _run, "path": _path, "invariant": _invariant}
)


def hanging(head: str, body: str, width: int) -> list[str]:
    """``body`` after ``head``, wrapped into its own column; a narrow column is not squeezed below 20 characters."""
    indent = " " * len(head)
    parts = textwrap.wrap(body, max(20, width - len(head)), break_long_words=False, break_on_hyphens=False) or [""]
    return [(head + parts[0]).rstrip(), *(indent + part for part in parts[1:])]


def design_lines(record: Record, width: int) -> list[str]:
    """What all verdicts about a design rest on; nothing for other inputs."""
    told = record.get("assumptions", ()) if record.get("places") else ()
    labels = ["assumes", *[""] * len(told)]
    return [line for label, text in zip(labels, told, strict=False) for line in _field(label, text, width)]


def model_line(record: Record) -> str:
    """What was read, in one line."""
    kind = f" ({record['format']})" if record["format"] else ""
    return f"{record['file']}{kind}: {sizes(record)}, {counted(len(record['properties']), 'property', 'properties')}"


def sizes(record: Record) -> str:
    """How large a model is: of one location that is what its states are made of, of others what leads where."""
    if record["locations"] == record["edges"] == 1 and "variables" in record:
        return counted(record["variables"], "state variable")
    return f"{counted(record['locations'], 'location')}, {counted(record['edges'], 'edge')}"
