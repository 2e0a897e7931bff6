"""What is looked for in RTLIL, the text of Yosys's netlists: modules that nobody instantiates, instances of what is
not there, nets that are connected to two things, and first values that are no constants.

Yosys takes a variable that only an ``initial`` block sets for a wire that always has the value.  That is right for a
constant and wrong for anything else, which a simulator reads once.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Final

from assay.core.errors import Position, Unsupported

_SOURCE: Final = re.compile(r'^\s*attribute \\src "([^|"]*?):(\d+)\.(\d+)')
_BEGIN: Final = re.compile(r"^module (\S+)")
_MODULE: Final = re.compile(r"^module \\(\S+)")
# Of an array of instances as well: there the name of the module has the size before it.
_CELL: Final = re.compile(r"^\s*cell (?:\$array:\d+:\d+:)?\\(\S+) (\S+)")
_WIRE: Final = re.compile(r"^  wire (?:width (\d+) )?.*?([\\$]\S+)$", re.MULTILINE)
_CONNECTED: Final = re.compile(r"^  connect (\{.*?\}|\S+(?: \[[\d:]+\])?) ", re.MULTILINE)
_PART: Final = re.compile(r"([\\$]\S+)(?: \[(\d+)(?::(\d+))?\])?")
_ARITHMETIC: Final = re.compile(
    r'^  attribute \\src "(.*)"\n(?:  attribute .*\n)*  cell \$(add|sub) \S+\n((?:    .*\n)*)  end$', re.MULTILINE
)
_CONNECTION: Final = re.compile(r"^    connect \\(\w+) (.*)$", re.MULTILINE)
_CHECK: Final = re.compile(r"^(\s*cell \$check )(\S+)$", re.MULTILINE)
_ANY_CELL: Final = re.compile(r"^  cell \S+ (\S+)$", re.MULTILINE)
_PROCESS: Final = re.compile(r"^  process \S+\n(.*?)^  end$", re.MULTILINE | re.DOTALL)
_ALWAYS: Final = re.compile(r"^    sync always\n((?:      update .*\n)*)", re.MULTILINE)
_UPDATE: Final = re.compile(r"^      update (\S+)(?: \[[^\]]*\])? (\S+)$", re.MULTILINE)
_ASSIGN: Final = re.compile(r"^    assign (\S+) (.+)$", re.MULTILINE)
_CONSTANT: Final = re.compile(r"\d+'[01x]+|-?\d+|\"[^\"]*\"")


@dataclass(frozen=True)
class Modules:
    """The modules of the sources, and what they instantiate: by the name of the module, with a place."""

    names: tuple[str, ...]
    instances: dict[str, Position] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str) -> Modules:
        names: list[str] = []
        instances: dict[str, Position] = {}
        where = Position("")
        for line in text.splitlines():
            source = _SOURCE.match(line)
            if source is not None:
                where = Position(source[1], int(source[2]), int(source[3]))
            elif module := _MODULE.match(line):
                names.append(module[1])
            elif cell := _CELL.match(line):
                instances.setdefault(cell[1], where)
        return cls(tuple(names), instances)

    @property
    def roots(self) -> tuple[str, ...]:
        return tuple(name for name in self.names if name not in self.instances)


def hidden_names(text: str, prefix: str, told: Mapping[str, str]) -> str:
    """The netlist in which names with the prefix are those that people are ``told``, or such as no source has."""
    taken = set(re.findall(r"\\\S+", text)) if told else set()
    known: dict[str, str] = {}

    def free(name: str) -> str:
        twins = (f"{name}_{number}" for number in count(2))
        found = next(called for called in chain((name,), twins) if called not in taken)
        taken.add(found)
        return found

    def renamed(match: re.Match[str]) -> str:
        name = match[0]
        if name not in known:
            block = f"{prefix}{match[1]}."
            scope, _, own = name.rpartition(block)
            shown = told.get(f"{block}{own}")
            known[name] = f"${name[1:]}" if shown is None else free(f"{scope}{shown}")
        return known[name]

    return re.sub(rf"\\\S*{prefix}(\d+)\.\S*", renamed, text)


def renamed_checks(text: str, names: dict[str, str]) -> str:
    """The netlist with other names for its checks; ``names`` has the old ones without a backslash."""

    def renamed(match: re.Match[str]) -> str:
        return f"{match[1]}\\{names[match[2].lstrip(chr(92))]}"

    return _CHECK.sub(renamed, text)


def marked_cells(text: str, marks: Mapping[str, Collection[str]]) -> str:
    """The netlist with attributes for the cells that ``marks`` has by their names, without a backslash."""

    def marked(match: re.Match[str]) -> str:
        wanted = marks.get(match[1].lstrip("\\"), ())
        return "".join(f"  attribute \\{mark} 1\n" for mark in wanted) + match[0]

    return _ANY_CELL.sub(marked, text)


def with_signed_places(text: str) -> str:
    """The netlist in which a part of a vector may begin before the vector's first bit.

    To write ``r[i -: n]`` Yosys has ``i + 1 - n`` without a sign, and a zero before it: what is below zero is far too
    much, and nothing is written, where Verilog has the bits written that exist.  Both operations have the place of the
    brackets, by which they are told from what a user writes.
    """
    widths = _widths(text)
    added: dict[str, str] = {}
    for place, kind, body in _ARITHMETIC.findall(text):
        if kind == "add":
            added[dict(_CONNECTION.findall(body))["Y"]] = place
    for place, kind, body in _ARITHMETIC.findall(text):
        ports = dict(_CONNECTION.findall(body))
        if kind == "sub" and added.get(ports["A"]) == place:
            found = ports["Y"]
            text = text.replace(f"{{ 1'0 {found} }}", f"{{ {found} [{widths[found] - 1}] {found} }}")
    return text


def connected_twice(text: str) -> Iterator[str]:
    """The nets of a flat netlist of which a bit is connected to two things."""
    widths = _widths(text)
    taken: set[tuple[str, int]] = set()
    for connected in _CONNECTED.findall(text):
        for name, high, low in _PART.findall(connected):
            first = int(low or high or 0)
            for bit in range(first, int(high) + 1 if high else widths[name]):
                if (name, bit) in taken:
                    yield name.lstrip("\\")
                taken.add((name, bit))


def _widths(text: str) -> dict[str, int]:
    """The wires of a flat netlist, and how many bits they have."""
    return {match[2]: int(match[1] or 1) for match in _WIRE.finditer(text)}


def updated_variables(text: str) -> dict[str, frozenset[str]]:
    """The variables that blocks set, by module."""
    found: dict[str, set[str]] = {}
    module = ""
    for line in text.splitlines():
        if match := _BEGIN.match(line):
            module = match[1].lstrip("\\")
        elif match := _UPDATE.match(line):
            found.setdefault(module, set()).add(match[1].lstrip("\\"))
    return {name: frozenset(names) for name, names in found.items()}


def refuse_first_values(text: str, initial: Collection[tuple[str, int]]) -> None:
    """Raises Unsupported for a variable that an ``initial`` block, at one of these lines, sets to no constant."""
    for where, body in _processes(text):
        if (where.file, where.line) not in initial:
            continue
        values = dict(_ASSIGN.findall(body))
        for block in _ALWAYS.findall(body):
            for name, given in _UPDATE.findall(block):
                value = values.get(given, given)
                if not name.startswith("$") and not _CONSTANT.fullmatch(value.strip()):
                    called = name.lstrip("\\")
                    hint = "give it a constant, or let an assumption choose the first state"
                    raise Unsupported(f"the first value of {called} is no constant", where, hint)


def _processes(text: str) -> Iterator[tuple[Position, str]]:
    """The processes of the netlist, each with the place where it begins."""
    for match in _PROCESS.finditer(text):
        before = text.rfind("\n", 0, match.start() - 1)
        source = _SOURCE.match(text[before + 1 : match.start()])
        if source is not None:
            yield Position(source[1], int(source[2]), int(source[3])), match[1]
