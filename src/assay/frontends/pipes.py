"""Inputs that are no files: the standard input, pipes and devices.

They are read once, to their end, by whoever asks first; a copy keeps their text for all who open it again.  What may
never end is given up: a pipe that nobody writes to after a short wait, a device after more bytes than any task has.
"""

from __future__ import annotations

import os
import re
import select
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from assay.core.errors import InputError, Position

# What stands for the standard input on a command line, and what messages call it.
DASH: Final = "-"
STANDARD_INPUT: Final = "<standard input>"
# A longer text is taken for one that never ends.
MOST_BYTES: Final = 256 << 20
# Looks for somebody who writes to a pipe, and seconds between two of them.
LOOKS: Final = 60
PAUSE: Final = 0.05
_CHUNK: Final = 1 << 20
_DESCRIPTOR: Final = re.compile(r"(?:/dev|/proc/self)/fd/(\d{1,9})")


def name_of(path: str | Path) -> str:
    """What messages call an input."""
    return STANDARD_INPUT if str(path) == DASH else str(path)


def is_stream(path: str | Path) -> bool:
    """Can the input be read only once?  What is not there is no stream."""
    if str(path) == DASH:
        return True
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def receive(path: str | Path, wait: Callable[[], None] = lambda: time.sleep(PAUSE), most: int = MOST_BYTES) -> bytes:
    """All that comes from a stream; ``wait`` is called between two looks for somebody who writes to it.

    Raises InputError if nobody does, or if there is no end of it, and OSError if it cannot be read.
    """
    number = _descriptor(str(path))
    if number is not None:
        descriptor, looks = os.dup(number), 0
    else:
        # A pipe with a name may be opened before anybody writes to it: then it only seems to be at its end.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        looks = LOOKS if stat.S_ISFIFO(os.fstat(descriptor).st_mode) else 0
    try:
        first = _first(descriptor, path, looks, wait)
        return _all(descriptor, first, path, most)
    finally:
        os.close(descriptor)


def _descriptor(path: str) -> int | None:
    """The open descriptor that a name stands for."""
    if path in (DASH, "/dev/stdin"):
        return 0
    known = _DESCRIPTOR.fullmatch(path)
    return int(known[1]) if known else None


def _first(descriptor: int, path: str | Path, looks: int, wait: Callable[[], None]) -> bytes:
    """What comes first; nothing, if there is nothing and nobody is to be waited for."""
    for _ in range(looks):
        chunk = _next(descriptor)
        if chunk:
            return chunk
        wait()
    if not looks:
        return _next(descriptor)
    hint = "start the program that writes to it first, or give a file"
    raise InputError("nobody writes to this pipe", Position(str(path)), hint)


def _all(descriptor: int, first: bytes, path: str | Path, most: int) -> bytes:
    content, chunk = bytearray(), first
    while chunk:
        content += chunk
        if len(content) > most:
            message = f"more than {most >> 20} MiB came from it, and no end"
            raise InputError(message, Position(name_of(path)), "give a file, if the task is as large as that")
        chunk = _next(descriptor)
    return bytes(content)


def _next(descriptor: int) -> bytes:
    """What can be read next, after waiting for it; nothing at the end."""
    while True:
        try:
            return os.read(descriptor, _CHUNK)
        except BlockingIOError:
            select.select([descriptor], [], [])
