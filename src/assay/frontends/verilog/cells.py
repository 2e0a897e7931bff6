"""Cells and nets as Yosys writes them to JSON: where they stand, and what they wait for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from assay.core.errors import Position

Bit = int | str
Cell = Mapping[str, Any]

_SOURCE: Final = re.compile(r"(?P<file>[^|]*?):(?P<line>\d+)\.(?P<column>\d+)")
_HIDDEN: Final = re.compile(r"\$flatten(\\\S+?)\.\$[^.\\]*")


def place_of(described: Mapping[str, Any]) -> Position:
    """Where something stands in the source."""
    match = _SOURCE.match(described["attributes"].get("src", ""))
    return Position(match["file"], int(match["line"]), int(match["column"])) if match else Position("")


def scope_of(cell: str) -> str:
    """The instance in which a cell without a name stands: ``top.sub`` as ``sub``; empty for the top module."""
    match = _HIDDEN.match(cell)
    return match[1].lstrip("\\").replace(".\\", ".") if match else ""


def waits_for(cell: Cell) -> Iterator[tuple[Bit, bool]]:
    parameters, connections = cell["parameters"], cell["connections"]
    if cell["type"] == "$check" and flag(parameters, "TRG_ENABLE"):
        rising = str(parameters["TRG_POLARITY"])[::-1]
        yield from ((bit, rising[place] == "1") for place, bit in enumerate(connections["TRG"]))
    elif cell["type"] == "$mem_v2" or not connections.get("CLK"):
        return
    elif number(parameters.get("CLK_ENABLE", "1")):
        yield connections["CLK"][0], bool(number(parameters["CLK_POLARITY"]))


def has_several_edges(cell: Cell) -> bool:
    return cell["type"] == "$check" and number(cell["parameters"]["TRG_WIDTH"]) > 1


def flag(parameters: Mapping[str, Any], name: str) -> bool:
    return bool(number(parameters.get(name, "0")))


def number(text: object) -> int:
    """A parameter's value: digits of base 2, or a number."""
    digits = str(text).replace("x", "0")
    return int(digits, 2) if digits else 0
