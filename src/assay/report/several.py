"""How several inputs came out, as a table.  Pure: rows in, text out."""

from __future__ import annotations

from collections.abc import Iterable

from assay.core.words import counted
from assay.report.text import COLOURS, Paint, unpainted
from assay.report.unseen import on_one_line

# Verdicts, and what keeps an input from having one; the worst comes last, where a terminal shows it.
ORDER = ("holds", "unknown", "violated", "error")


def table(rows: Iterable[tuple[str, str, float]], paint: Paint = unpainted) -> str:
    """A line for each input: its worst verdict, the seconds it took, its name; and how many there are of each."""
    found = sorted(rows, key=lambda row: ORDER.index(row[0]))
    colours = {**COLOURS, "error": "red"}
    lines = [
        f"{paint(verdict, colours[verdict])}{' ' * (10 - len(verdict))}{seconds:8.2f} s  {on_one_line(file)}"
        for verdict, file, seconds in found
    ]
    words = [verdict for verdict, _, _ in found]
    told = [f"{words.count(word)} {_as_verb(word, words.count(word))}" for word in reversed(ORDER) if word in words]
    return "\n".join([*lines, f"{counted(len(found), 'input')}: {', '.join(told)}"]) + "\n"


def _as_verb(word: str, count: int) -> str:
    if word == "holds":
        return "hold" if count > 1 else "holds"
    return "errors" if word == "error" and count > 1 else word
