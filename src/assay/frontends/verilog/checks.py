"""What a design asserts, assumes and covers: each with its name in the source, and its place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from assay.core.errors import Position
from assay.frontends.verilog.cells import Cell, place_of, scope_of, waits_for
from assay.frontends.verilog.concurrent.printing import ASKED, ATOM
from assay.frontends.verilog.conditions import source_of
from assay.frontends.verilog.tokens import Token


class Watched(NamedTuple):
    """What in a source is about assertions: the statements, and of those that were rewritten where they begin and their
    labels, by number, what our names begin with, and what people are told in their place.

    ``shown`` is how people know files.
    """

    statements: tuple[Token, ...]
    places: tuple[tuple[str, int], ...]
    labels: tuple[str, ...]
    prefix: str
    told: Mapping[str, str]
    shown: Mapping[str, str]

    def asking(self, net: str) -> tuple[str, Position]:
        """What asks for our net of this name: its label, or its place, behind the scopes around it; and its place."""
        *scopes, block, _ = net.split(".")
        number = int(block.removeprefix(self.prefix))
        where = _in_line(Position(*self.places[number]))
        return ".".join((*scopes, self.labels[number] or self.spot(where))), where

    def spot(self, where: Position) -> str:
        """What has no name is called by its place."""
        return f"{self.shown.get(where.file, where.file).rpartition('/')[2]}:{where.line}"


class Check(NamedTuple):
    """An assertion, assumption or cover: its cell, what it is, its name and where it stands.

    An atom is the value of an expression in an assertion or assumption that has no monitor.  ``column`` is where it
    begins in the text that Yosys was given, in which several on one line are in their order.
    """

    cell: str
    kind: str
    name: str
    where: Position
    clocked: bool = False
    concurrent: bool = False
    column: int = 0

    @property
    def order(self) -> tuple[str, int, int, list[str | int]]:
        """Less for what stands before in the source, or in an instance before."""
        parts = re.split(r"(\d+)", self.cell)
        counted = [int(part) if number % 2 else part for number, part in enumerate(parts)]
        return (self.where.file, self.where.line, self.column, counted)


def check_of(name: str, cell: Cell, source: Watched, net: str) -> Check:
    kind, column = str(cell["parameters"]["FLAVOR"]), place_of(cell).column
    if net:
        called, where = source.asking(net)
        if not net.endswith(ASKED):
            return Check(name, ATOM, net, where, column=column)
    else:
        where = _beginning(place_of(cell), kind, source.statements)
        called = _named(name, where, source)
    return Check(name, kind, called, where, any(waits_for(cell)), bool(net), column)


def _named(cell: str, where: Position, source: Watched) -> str:
    """The label of a check with its hierarchy, or else its place."""
    if not cell.startswith("$"):
        return cell
    scope = scope_of(cell)
    return f"{scope}{'.' if scope else ''}{source.spot(where)}"


def _beginning(where: Position, kind: str, statements: Sequence[Token]) -> Position:
    """Where a statement stands: Yosys tells the place of its label, or the end of what is before it."""
    words = ("assume", "restrict") if kind == "assume" else (kind,)
    begun = (where.line, where.column)
    behind = [t.line for t in statements if t.file == where.file and (t.line, t.column) >= begun and t.text in words]
    return where if not behind or behind[0] == where.line else _in_line(Position(where.file, behind[0]))


def _in_line(where: Position) -> Position:
    """The first word of its line."""
    lines = source_of(where.file).split("\n")
    text = lines[where.line - 1] if where.line <= len(lines) else ""
    return Position(where.file, where.line, len(text) - len(text.lstrip()) + 1)
