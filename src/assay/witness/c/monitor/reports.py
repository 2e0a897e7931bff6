"""Reports of monitored programs, read: what was seen, at which line, in words that name lines and no addresses."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assay.core.errors import Position
from assay.witness.c.monitor.kinds import CALL

_REPORT: Final = re.compile(r"(?P<what>[a-z-]+) at (?P<place>pc(?: [0-9a-f]+)*|.*?:\d+:\d+): (?P<detail>.*)", re.DOTALL)
_CALLS: Final = re.compile(r"\bpc((?: [0-9a-f]+)*)")
_ARRAY: Final = re.compile(
    r"index (?P<index>-?\d+) of an array of type (?P<element>[^\[]*?) ?\[(?P<count>\d+)\](?P<rest>.*)"
)

# The lines of return addresses, innermost first; None for what is no line of the program.
Lines = Callable[[Sequence[int]], Sequence[Position | None]]


@dataclass(frozen=True)
class Report:
    """What a monitored program reported, and the lines of the calls that led there, innermost first."""

    what: str
    position: Position | None
    detail: str
    calls: tuple[Position, ...] = ()

    def is_at(self, where: Position) -> bool:
        """Is it about this line?  An error function that the program defines is called from there."""
        lines = self.calls if self.what == CALL else (self.position,)
        return any(line is not None and line.line == where.line and same_file(line, where) for line in lines)

    def __str__(self) -> str:
        return f"{self.what} at {spoken(self.position)}: {self.detail}"


def same_file(left: Position, right: Position) -> bool:
    """Do two positions name the same file, be it by different paths?"""
    return left.file == right.file or Path(left.file).resolve() == Path(right.file).resolve()


def spoken(position: Position | None) -> str:
    """A line in words: the file without its folder."""
    return f"{Path(position.file).name}:{position.line}" if position is not None else "an unknown line"


def read_reports(text: str, lines: Lines) -> tuple[Report, ...]:
    """What a program reported, with the lines of addresses looked up; raises ValueError if something is no report."""
    return tuple(read_report(line, lines) for line in text.split("\n"))


def read_report(text: str, lines: Lines) -> Report:
    """One report."""
    match = _REPORT.fullmatch(text)
    if match is None:
        raise ValueError(f"no report: {text!r}")
    place, detail = match["place"], match["detail"]
    calls = _own(place, lines) if place.startswith("pc") else (_position(place),)
    position = calls[0] if calls else None
    detail = _CALLS.sub(lambda found: _line(next(iter(_own(found[0], lines)), None), position), detail)
    return Report(match["what"], position, _ARRAY.sub(_index, detail), calls)


def _position(text: str) -> Position:
    file, line, column = text.rsplit(":", 2)
    return Position(file, int(line), int(column))


def _own(calls: str, lines: Lines) -> tuple[Position, ...]:
    """Those of the calls that are lines of the program."""
    addresses = [int(word, 16) for word in calls.split()[1:]]
    return tuple(position for position in lines(addresses) if position is not None)


def _line(position: Position | None, beside: Position | None) -> str:
    """A line beside another one: the file is named only if it is a different one."""
    if position is not None and beside is not None and same_file(position, beside):
        return f"line {position.line}"
    return spoken(position)


def _index(match: re.Match[str]) -> str:
    count = int(match["count"])
    kind = f"{match['element']}{match['rest']}".strip()
    return f"index {match['index']} of an array of {count} {'element' if count == 1 else 'elements'} of type {kind}"
