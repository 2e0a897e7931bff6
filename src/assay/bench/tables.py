"""Tables over outcomes, as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import median

from assay.bench.campaign import Outcome


def markdown(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def summary(outcomes: Sequence[Outcome], group: Callable[[Outcome], str]) -> str:
    """Per group: tasks, decided, decided share, wrong, holds, violated, median seconds of what was decided."""
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
                f"{median(entry.seconds for entry in decided):.2f}" if decided else "-",
            )
        )
    return markdown(("group", "tasks", "decided", "share", "wrong", "holds", "violated", "median s"), rows)
