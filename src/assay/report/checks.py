"""Many checks of one program, told in few lines: those of which the same is to be said, and how all came out.

Pure: records of verdicts in, text out.  A verdict about a check has a ``check``: its kind and its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from assay.core.words import counted
from assay.report.json import COVERED, UNREACHABLE, Record
from assay.report.text import COLOURS, Paint, unpainted

# So many properties are told in one table at the end, wherever they come from, in this order of verdicts.
MANY: Final = 20
# Of properties that one proof shows, so many are named before the table.
MOST_NAMED: Final = 12
ORDER: Final = ("holds", COVERED, "unknown", UNREACHABLE, "violated")


def alike(first: Record, second: Record) -> bool:
    """Do two checks hold by the same evidence, or are they open for the same reason?"""
    same = ("verdict", "evidence", "method", "reason", "assumptions", "answer")
    return all(first.get(key) == second.get(key) for key in same)


def as_one(verdicts: Sequence[Record]) -> Record:
    """The verdict about checks, or properties with names of their own, that are alike."""
    last = verdicts[-1]
    if len(verdicts) == 1:
        return last
    if not last.get("check"):
        names = [verdict["property"] for verdict in verdicts]
        more = f", and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        # Their places are in the table at the end, and what the design rests on was said at the beginning.
        return {**last, "property": ", ".join(names[:MOST_NAMED]) + more, "where": None, "text": "", "assumptions": ()}
    return {**last, "property": f"{counted(len(verdicts), 'check')} ({_kinds(verdicts)})"}


def _kinds(verdicts: Sequence[Record]) -> str:
    """How many there are of each kind: ``3 assertion, 9 overflow``."""
    counts: dict[str, int] = {}
    for verdict in verdicts:
        counts[verdict["check"]["kind"]] = counts.get(verdict["check"]["kind"], 0) + 1
    return ", ".join(f"{count} {kind}" for kind, count in counts.items())


def summary(verdicts: Sequence[Record], paint: Paint = unpainted) -> str:
    """How all checks came out, and which of them do not hold; nothing where there is but one."""
    checks = [verdict for verdict in verdicts if verdict.get("check")]
    if len(checks) < 2:
        return ""
    names = ("violated", "unknown", "holds")
    sorts = {name: [check for check in checks if check["verdict"] == name] for name in names}
    if len(sorts["holds"]) == len(checks):
        return f"{paint('holds', COLOURS['holds'])}: {counted(len(checks), 'check')} ({_kinds(checks)})\n"
    words = [f"{len(found)} {'hold' if name == 'holds' else name}" for name, found in sorts.items() if found]
    lines = [f"{counted(len(checks), 'check')}: {', '.join(words)}"]
    for name in ("violated", "unknown"):
        for check in sorted(sorts[name], key=_place):
            lines.append(f"  {paint(name, COLOURS[name])}{' ' * (10 - len(name))}{check['property']}")
    return "\n".join(lines) + "\n"


def _place(verdict: Record) -> tuple[str, int, int]:
    check = verdict["check"]
    return check["file"], check["line"], check["column"]


def table(verdicts: Sequence[Record], paint: Paint = unpainted) -> str:
    """How all assertions and covers of a design came out, a line each, in the order of the source.

    Where they are ``MANY``, also those without a place: good news comes first, and what asks for attention last, with
    the numbers, where a terminal stops.
    """
    told = [verdict for verdict in verdicts if not verdict.get("check")]
    many = len(told) >= MANY
    rows = told if many else [verdict for verdict in told if verdict.get("where")]
    if len(rows) < 2:
        return ""
    rows = sorted(rows, key=_source)
    counts = Counter(verdict["verdict"] for verdict in rows)
    if many:
        rows.sort(key=lambda verdict: ORDER.index(verdict["verdict"]))
    broad = max(len(verdict["property"]) for verdict in rows)
    lines = []
    for verdict in rows:
        name, where = verdict["verdict"], verdict.get("where")
        place = f"{where['file']}:{where['line']}" if where else ""
        padding = " " * (12 - len(name))
        lines.append(f"  {paint(name, COLOURS[name])}{padding}{verdict['property']:<{broad}}  {place}".rstrip())
    words = ", ".join(f"{count} {name}" for name, count in counts.items())
    numbers = f"{counted(len(rows), 'property', 'properties')}: {words}"
    return "\n".join([*lines, numbers] if many else [numbers, *lines]) + "\n"


def _source(verdict: Record) -> tuple[str, int, int]:
    """By its place; what has none stays in the order of the verdicts."""
    where = verdict.get("where")
    return (where["file"], where["line"], where["column"]) if where else ("", 0, 0)
