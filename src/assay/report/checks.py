"""Many checks of one program, told in few lines: those of which the same is to be said, and how all came out.

Pure: records of verdicts in, text out.  A verdict about a check has a ``check``: its kind and its place.
"""

from __future__ import annotations

from collections.abc import Sequence

from assay.core.words import counted
from assay.report.json import Record
from assay.report.text import COLOURS, Paint, unpainted


def alike(first: Record, second: Record) -> bool:
    """Do two checks hold by the same evidence, or are they open for the same reason?"""
    same = ("verdict", "evidence", "method", "reason", "assumptions", "answer")
    return all(first.get(key) == second.get(key) for key in same)


def as_one(verdicts: Sequence[Record]) -> Record:
    """The verdict about checks that are alike."""
    last = verdicts[-1]
    if len(verdicts) == 1:
        return last
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
    """How all assertions and covers of a design came out, a line each, in the order of the source."""
    placed = [verdict for verdict in verdicts if verdict.get("where")]
    if len(placed) < 2:
        return ""
    placed.sort(key=lambda verdict: (verdict["where"]["file"], verdict["where"]["line"], verdict["where"]["column"]))
    broad = max(len(verdict["property"]) for verdict in placed)
    counts: dict[str, int] = {}
    lines = []
    for verdict in placed:
        name = verdict["verdict"]
        counts[name] = counts.get(name, 0) + 1
        where = f"{verdict['where']['file']}:{verdict['where']['line']}"
        padding = " " * (12 - len(name))
        lines.append(f"  {paint(name, COLOURS[name])}{padding}{verdict['property']:<{broad}}  {where}")
    words = ", ".join(f"{count} {name}" for name, count in counts.items())
    return "\n".join([f"{counted(len(placed), 'property', 'properties')}: {words}", *lines]) + "\n"
