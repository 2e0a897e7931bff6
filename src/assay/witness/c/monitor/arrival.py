"""Arrival at a line, for errors that the compiler has no check for: the first instructions of the line are traps.

The table of lines of an executable says where the instructions of a line begin.  Each such place is overwritten by a
breakpoint, in the file: an execution that comes there is ended by a signal that no program can send itself, since it
may neither call for signals nor contain assembly.
"""

from __future__ import annotations

import re
import struct
from pathlib import Path
from signal import SIGTRAP
from typing import Final

from assay.core.errors import Position

# The exit code of an execution that arrived.
ARRIVED: Final = -SIGTRAP
_ROW: Final = re.compile(r"(?P<file>\S.*?)\s+(?P<line>\d+)\s+0x(?P<address>[0-9a-f]+)(?:\s.*)?")
_BREAKPOINT: Final = b"\xcc"
_LOADED: Final = 1
# Of a 64-bit and of a 32-bit executable: where the program headers are told of, and the type, offset, address and size
# of what one of them describes.
_HEADERS: Final = {2: ("<Q", 32, "<HH", 54), 1: ("<I", 28, "<HH", 42)}
_SEGMENT: Final = {2: "<I4xQQ8xQ", 1: "<III4xI"}


def beginnings(table: str, where: Position) -> tuple[int, ...]:
    """The addresses at which instructions of a line begin; ``table`` is what readelf prints of all lines."""
    rows = (match for match in map(_ROW.fullmatch, map(str.strip, table.splitlines())) if match is not None)
    name = Path(where.file).name
    found = {int(row["address"], 16) for row in rows if row["file"] == name and int(row["line"]) == where.line}
    return tuple(sorted(found))


def set_traps(binary: Path, addresses: tuple[int, ...]) -> None:
    """Overwrite the instructions at these addresses of an executable."""
    content = bytearray(binary.read_bytes())
    for address in addresses:
        place = _place(bytes(content), address)
        if place is not None:
            content[place : place + 1] = _BREAKPOINT
    binary.write_bytes(content)


def _place(content: bytes, address: int) -> int | None:
    """Where in the file what is loaded at an address comes from."""
    word, where, counts, counted = _HEADERS[content[4]]
    (start,) = struct.unpack_from(word, content, where)
    size, count = struct.unpack_from(counts, content, counted)
    for number in range(count):
        kind, offset, begin, length = struct.unpack_from(_SEGMENT[content[4]], content, start + number * size)
        if kind == _LOADED and begin <= address < begin + length:
            return int(offset + address - begin)
    return None
