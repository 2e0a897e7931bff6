"""Runs of a program within one process in isolation, and what they tell."""

from __future__ import annotations

import math
import struct
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from pathlib import Path
from typing import Final

from assay.witness.c.monitor.arrival import set_traps
from assay.witness.c.sandbox.isolation import Executions, Limits, Permission, Refused, execute

# Of processor time: how often runs without end are looked at, and how long the first runs may take.
TICK: Final = 0.005
LONGEST: Final = 0.3
# What starting and ending may take beyond the runs themselves.
AROUND: Final = 2.0
# So much longer than its processor time may an execution take on a busy machine.
BUSY: Final = 6.0
COUNTED: Final = 3
# The number in place of a function's for what allocated memory holds.
MEMORY: Final = 0xFFFF
# So many places where a program waits for its end are looked for.
MOST_TRAPS: Final = 6
REPORT_BYTES: Final = 1 << 24
_WORDS: Final = struct.Struct("<4Q")
_HEAD: Final = struct.Struct("<3Q")
_ROW: Final = struct.Struct("<QQq")


class _Record(IntEnum):
    """What a record is about."""

    WAITING = 2
    COUNTS = 3
    CALL = 11
    CRASH = 12
    CHECK = 13


class How(StrEnum):
    """How a run goes wrong: it calls an error function, it crashes, or a check of the compiler fails."""

    CALL = "call"
    CRASH = "crash"
    CHECK = "check"


@dataclass(frozen=True)
class Hit:
    """A run that went wrong at a ``place``: what calls returned, by number and bits.

    Each word of memory that was allocated held ``fresh`` at first.  The place is an address: behind the call of an
    error function, or of the instruction that crashed; or it is the line and the column of what a check found.
    """

    place: int
    calls: tuple[tuple[int, int], ...]
    how: How = How.CALL
    fresh: int = 0


_HOW: Final[Mapping[int, How]] = {_Record.CALL: How.CALL, _Record.CRASH: How.CRASH, _Record.CHECK: How.CHECK}


@dataclass(frozen=True)
class Told:
    """What an execution came to: hits, the last of a place being the smallest; runs, crashes, and milliseconds.

    It ended early if it found that the program is ``waiting`` for its end at an instruction, a jump to itself; or if it
    is ``exhausted``: the program asks for nothing, so that all runs are alike.
    """

    hits: tuple[Hit, ...] = ()
    waiting: tuple[int, ...] = ()
    runs: int = 0
    crashes: int = 0
    milliseconds: int = 0
    ended: bool = False
    exhausted: bool = False


@dataclass(frozen=True)
class Style:
    """How runs are varied: by the ways they take, if the program is ``covered``; until the first hit, if ``single``.

    Runs that crash count, if that is ``crashing``; ``words`` are numbers to try.  With ``patience`` (milliseconds),
    runs end when nothing new was seen for so long and three times the time before.
    """

    seed: int = 0
    covered: bool = False
    single: bool = True
    patience: int = 0
    crashing: bool = False
    words: tuple[int, ...] = ()


def run_often(
    binary: Path, seconds: float, style: Style, permission: Permission, most: float = math.inf
) -> Told | Refused:
    """Runs of the program for so many ``seconds`` of the processor, within ``most`` of the clock.

    Where the program waits for its end, it is changed to end there.
    """
    end = time.monotonic() + most
    for _ in range(MOST_TRAPS):
        told = _run_often(binary, seconds, end - time.monotonic(), style, permission)
        if isinstance(told, Refused) or not told.waiting or time.monotonic() >= end:
            return told
        seconds = max(0.0, seconds - told.milliseconds / 1000)
        set_traps(binary, told.waiting)
    return told


def _run_often(binary: Path, seconds: float, most: float, style: Style, permission: Permission) -> Told | Refused:
    flags = int(style.single) | int(style.covered) << 1 | int(style.crashing) << 2
    flags |= int(LONGEST / TICK) << 8 | int(1000 * TICK) << 16
    given = _WORDS.pack(style.seed, max(1, int(1000 * seconds)), style.patience, flags)
    given += struct.pack(f"<{len(style.words)}q", *style.words)
    wall = min(BUSY * seconds, most) + AROUND
    limits = Limits(seconds + AROUND, wall, report=REPORT_BYTES, tick=TICK)
    match execute(binary, [given], limits, permission=permission):
        case Refused() as refused:
            return refused
        case Executions((run, *_)):
            return read(run.report)
        case _:
            return Told()


def read(report: bytes) -> Told:
    """What was told; whatever is no record, and what follows it, is left out: a program may write there too."""
    hits: list[Hit] = []
    waiting: list[int] = []
    told = Told()
    for kind, place, rows in _records(report):
        if kind in _HOW:
            calls = tuple((number, value) for number, value, _ in rows if number != MEMORY)
            fresh = next((value for number, value, _ in rows if number == MEMORY), 0)
            hits.append(Hit(place, calls, _HOW[kind], fresh))
        elif kind == _Record.COUNTS and len(rows) == COUNTED:
            (_, runs, _), (_, crashes, _), (_, milliseconds, exhausted) = rows
            told = Told((), (), runs, crashes, milliseconds, ended=True, exhausted=bool(exhausted))
        elif kind == _Record.WAITING:
            waiting.append(place)
    return replace(told, hits=tuple(hits), waiting=tuple(waiting))


def _records(report: bytes) -> Iterator[tuple[int, int, Sequence[tuple[int, int, int]]]]:
    at = 0
    while at + _HEAD.size <= len(report):
        kind, place, count = _HEAD.unpack_from(report, at)
        at += _HEAD.size
        if count * _ROW.size > len(report) - at:
            return
        yield kind, place, list(_ROW.iter_unpack(report[at : at + count * _ROW.size]))
        at += count * _ROW.size
