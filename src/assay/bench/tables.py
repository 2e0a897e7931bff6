"""Tables over outcomes, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Final

from assay.bench.campaign import Outcome

# Of a reason, so much is shown.
LONGEST: Final = 110
_PLACE: Final = re.compile(r"^\S*:\d+(?::\d+)?: ")
_QUOTED: Final = re.compile(r"'[^']*'|`[^`]*`")
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")


def markdown(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def summary(outcomes: Sequence[Outcome], group: Callable[[Outcome], str]) -> str:
    """Per group: tasks, decided, decided share, wrong, holds, violated, unknown, refused, median seconds."""
    groups: dict[str, list[Outcome]] = {}
    for entry in outcomes:
        groups.setdefault(group(entry), []).append(entry)
    rows = []
    for name, entries in sorted(groups.items()):
        decided = [entry for entry in entries if entry.decided]
        rows.append(
            (
                name,
                len(entries),
                len(decided),
                f"{100 * len(decided) / len(entries):.0f} %",
                sum(entry.correct is False for entry in entries),
                sum(entry.verdict == "holds" for entry in entries),
                sum(entry.verdict == "violated" for entry in entries),
                sum(entry.verdict == "unknown" for entry in entries),
                sum(entry.verdict == "error" for entry in entries),
                f"{median(entry.seconds for entry in decided):.2f}" if decided else "-",
            )
        )
    header = ("group", "tasks", "decided", "share", "wrong", "holds", "violated", "unknown", "refused", "median s")
    return markdown(header, rows)


def reasons(outcomes: Sequence[Outcome], group: Callable[[Outcome], str]) -> str:
    """Per group, why tasks were not decided, the most frequent reasons first; with one of the tasks."""
    found: dict[tuple[str, str, str], list[Outcome]] = {}
    for entry in outcomes:
        if not entry.decided:
            found.setdefault((group(entry), entry.verdict, gist(entry.reason)), []).append(entry)
    rows = [
        (name, len(entries), verdict, words, Path(entries[0].path).name)
        for (name, verdict, words), entries in sorted(found.items(), key=lambda item: (item[0][0], -len(item[1])))
    ]
    return markdown(("group", "tasks", "verdict", "reason", "for example"), rows)


def gist(reason: str) -> str:
    """A reason without what differs from one task to the next: places, names in quotes, numbers, hints."""
    text = reason.split("\n", 1)[0].removeprefix("error: ")
    text = _PLACE.sub("", text)
    text = _QUOTED.sub("'...'", text.partition("; ")[0].partition(" (")[0])
    return _NUMBER.sub("N", text)[:LONGEST]
