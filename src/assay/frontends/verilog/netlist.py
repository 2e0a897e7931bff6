"""The flat netlist of a design as Yosys read it, before anything is lowered: what it asks, how it is clocked, and what
of it has no value of its own.

What BTOR2 would say otherwise than Verilog is refused here: comparisons with x, values of z, several drivers, cells
without a meaning.  What is left open is found here, to be said: nets without a driver, latches, constants of x.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from assay.core.errors import InputError, Position, Unsupported
from assay.core.netlist import Clock, Opening, Port
from assay.frontends.verilog.cells import Bit, Cell, flag, has_several_edges, place_of, waits_for
from assay.frontends.verilog.checks import Check, Watched, check_of
from assay.frontends.verilog.concurrent.printing import ASKED, ATOM

# Wires that Yosys makes for $past in a block.
PAST_OF_YOSYS: Final = re.compile(r"(?:^|\.)\$past\$")

_FLIP_FLOPS: Final = re.compile(r"\$(?:_.*|.*dff.*|ff|dlatch.*|adlatch.*|aldff.*|sr)")
_LATCHES: Final = re.compile(r"\$(?:dlatch.*|adlatch.*|sr)")
_ASYNCHRONOUS: Final = re.compile(r"\$(?:adff.*|dffsr.*|aldff.*|dlatch.*|adlatch.*|sr)")
_COMPARISONS: Final = ("$eq", "$ne", "$eqx", "$nex", "$lt", "$le", "$gt", "$ge")
_CHOSEN: Final = ("$anyconst", "$anyseq")
_UNDRIVEN: Final = re.compile(r"Warning: Wire [^.\s]+\.(\S+?)(?: \[(\d+)(?::(\d+))?\])? is used but has no driver")
_CONFLICT: Final = re.compile(r"Warning: multiple conflicting drivers for [^.\s]+\.(\S+)")
_AND_CONSTANT: Final = re.compile(
    r"Warning: Drivers conflicting with a constant .*\n"
    r" +(?:port \S+ of cell (?P<cell>\S+) |module input (?P<input>[^[\s]+))"
)
_IMPLICIT: Final = re.compile(r"^(\S+?):(\d+).*Warning: Identifier `\\?(\S+)' is implicitly declared", re.MULTILINE)
_RESIZED: Final = re.compile(r"Warning: Resizing cell port [^.\s]+\.(\S+) from (\d+) bits to (\d+) bits")
_ENUMERATED: Final = re.compile(r"enum_value_([01]+)")
# Enumerations with larger numbers are shown as numbers.
MOST_VALUES: Final = 256
# Of what may be many.
MOST_TOLD: Final = 5
_REFUSED: Final = {
    "$allconst": "a value for which something holds of all others",
    "$allseq": "a value for which something holds of all others",
    "$tribuf": "a tri-state driver",
}


@dataclass(frozen=True)
class RawNetlist:
    """The top module, what Yosys said of it, and what else was found out: the variables that blocks set, by module,
    nets that are set twice, and what in the source is about assertions.
    """

    top: str
    module: Mapping[str, Any]
    log: str
    updated: Mapping[str, frozenset[str]]
    set_twice: tuple[str, ...]
    source: Watched

    @classmethod
    def of(
        cls,
        text: str,
        log: str,
        *,
        updated: Mapping[str, frozenset[str]],
        set_twice: tuple[str, ...],
        source: Watched,
    ) -> RawNetlist:
        design = json.loads(text)
        ((name, module),) = [
            (name, module) for name, module in design["modules"].items() if flag(module["attributes"], "top")
        ]
        return cls(name, module, log, updated, set_twice, source)

    @cached_property
    def cells(self) -> Mapping[str, Cell]:
        found: Mapping[str, Cell] = self.module["cells"]
        return found

    @cached_property
    def nets(self) -> Mapping[str, Mapping[str, Any]]:
        """Nets with names of the source, by name."""
        return {name: net for name, net in self._named.items() if self.source.prefix not in name}

    @property
    def _named(self) -> Mapping[str, Mapping[str, Any]]:
        return {name: net for name, net in self.module["netnames"].items() if not net["hide_name"]}

    @cached_property
    def ports(self) -> tuple[Port, ...]:
        return tuple(
            Port(name, port["direction"], len(port["bits"]))
            for name, port in self.module["ports"].items()
            if port["direction"] in ("input", "output")
        )

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """What the design asserts, assumes and covers, in the order of the source."""
        ours = re.compile(rf"\.{self.source.prefix}(?:{ASKED}|{ATOM}\d+)$")
        asked = {net["bits"][0]: name for name, net in self._named.items() if ours.search(name)}
        cells = ((name, cell) for name, cell in self.cells.items() if cell["type"] == "$check")
        found = [check_of(name, cell, self.source, asked.get(cell["connections"]["A"][0], "")) for name, cell in cells]
        found.sort(key=lambda check: check.order)
        taken: dict[str, int] = {}
        unique = []
        for check in found:
            taken[check.name] = taken.get(check.name, 0) + 1
            number = taken[check.name]
            unique.append(check if number == 1 else check._replace(name=f"{check.name}-{number}"))
        return tuple(unique)

    @cached_property
    def pasts(self) -> Mapping[str, bool]:
        """The registers for what was before, of ``$past`` and its like; whether they share some of their bits only.

        What was before the first tick is open, but it is one value: the same for all of them.
        """
        made = (PAST_OF_YOSYS, re.compile(rf"{self.source.prefix}\d+\.{self.source.prefix}p\d+$"))
        before = {
            bit
            for name, net in self.module["netnames"].items()
            if any(pattern.search(name) for pattern in made)
            for bit in net["bits"]
        }
        found = {
            name: tuple(cell["connections"]["D"])
            for name, cell in self.cells.items()
            if _FLIP_FLOPS.fullmatch(cell["type"]) and before.issuperset(cell["connections"].get("Q", ("?",)))
        }
        common = Counter(bit for bits in set(found.values()) for bit in set(bits))
        return {name: any(common[bit] > 1 for bit in bits) for name, bits in found.items()}

    # -- clocks --------------------------------------------------------------------------------------------------------

    @cached_property
    def _edges(self) -> set[tuple[Bit, bool]]:
        """Everything that something waits for an edge of, and whether for the rising one."""
        return {edge for cell in self.cells.values() for edge in waits_for(cell)}

    @property
    def clocked(self) -> bool:
        return bool(self._edges)

    @cached_property
    def clock(self) -> Clock | None:
        """The input whose edge all wait for, if there is one and it is used for nothing else."""
        if len(self._edges) != 1 or any(has_several_edges(cell) for cell in self.cells.values()):
            return None
        ((bit, rising),) = self._edges
        name = next(
            (n for n, p in self.module["ports"].items() if p["direction"] == "input" and p["bits"] == [bit]), None
        )
        if name is None or any(bit in bits for cell in self.cells.values() for bits in _data(cell)):
            return None
        return Clock(name, rising)

    @property
    def clocks(self) -> tuple[str, ...]:
        """The inputs that something waits for an edge of."""
        edges = {bit for bit, _ in self._edges}
        ports = self.module["ports"].items()
        return tuple(name for name, port in ports if port["direction"] == "input" and edges & set(port["bits"]))

    # -- values --------------------------------------------------------------------------------------------------------

    @cached_property
    def asynchronous(self) -> bool:
        """Are there asynchronous resets or latches, beside what watches assertions?"""
        ours = {bit for name, net in self._named.items() if self.source.prefix in name for bit in net["bits"]}
        cells = (cell for cell in self.cells.values() if _ASYNCHRONOUS.fullmatch(cell["type"]))
        return any(not ours.issuperset(cell["connections"]["Q"]) for cell in cells)

    @cached_property
    def undriven(self) -> tuple[str, ...]:
        """Nets that something reads and nothing drives."""
        found = [match[1].lstrip("\\") for match in _UNDRIVEN.finditer(self.log)]
        return tuple(dict.fromkeys(found))

    @cached_property
    def registers(self) -> Mapping[str, Opening]:
        """Variables that hold a value, and choices that are made at each step, under the names that they are set by."""
        kept: set[Bit] = set()
        chosen: set[Bit] = set()
        for cell in self.cells.values():
            if cell["type"] in _CHOSEN:
                chosen.update(cell["connections"]["Y"])
            elif _FLIP_FLOPS.fullmatch(cell["type"]):
                kept.update(cell["connections"]["Q"])
        variables = [
            f"{scope}.{name}" if scope else name
            for scope, module in self._scopes
            for name in self.updated.get(module, ())
        ]
        variables.sort(key=self._stands)
        found: dict[str, Opening] = {name: "start" for name in variables if self._consists_of(name, kept)}
        found.update({name: "each step" for name in self.nets if self._consists_of(name, chosen)})
        return found

    @cached_property
    def enumerations(self) -> Mapping[str, tuple[str, ...]]:
        """The nets of an enumeration that has a name, and for each number what it is called; others stay numbers."""
        found = {}
        for name, net in self.nets.items():
            values = [_ENUMERATED.fullmatch(key) for key in net["attributes"]]
            called = {int(m[1], 2): str(net["attributes"][m[0]]).lstrip("\\") for m in values if m is not None}
            if called and max(called) < MOST_VALUES:
                most = min(MOST_VALUES, 1 << len(net["bits"]))
                found[name] = tuple(called.get(number, str(number)) for number in range(most))
        return found

    def _consists_of(self, name: str, bits: set[Bit]) -> bool:
        net = self.nets.get(name)
        return net is not None and bool(net["bits"]) and bits.issuperset(net["bits"])

    @property
    def _scopes(self) -> Iterator[tuple[str, str]]:
        """The instances, the top module without a name first, and their modules."""
        yield "", self.top
        for name, cell in self.cells.items():
            if cell["type"] == "$scopeinfo" and "module" in cell["attributes"]:
                yield name, cell["attributes"]["module"].lstrip("\\")

    @cached_property
    def memories(self) -> Mapping[str, int]:
        """The number of words of each memory."""
        return {name: int(memory["size"]) for name, memory in self.module.get("memories", {}).items()}

    @property
    def odd_memories(self) -> tuple[int, ...]:
        """Sizes of memories that an address may point beyond, or that do not begin at 0."""
        memories = self.module.get("memories", {}).values()
        odd = {int(m["size"]) for m in memories if int(m["size"]).bit_count() != 1 or int(m.get("start_offset", 0))}
        return tuple(sorted(odd))

    @property
    def resized(self) -> list[tuple[str, int, int]]:
        """Ports with their instances, the bits of what is connected to them, and those that they have."""
        return [(name, int(bits), int(port)) for name, bits, port in dict.fromkeys(_RESIZED.findall(self.log))]

    def refuse(self) -> None:
        """Raises an ``InputError`` for what is not modelled as Verilog means it."""
        for file, line, called in _IMPLICIT.findall(self.log):
            name = re.sub(rf"{self.source.prefix}\d+\.", "", called)
            if "." in name:
                hint = "put the assertion into that module, or make it a port"
                message = f"{name}: Yosys does not follow names into other modules, or structs in arrays"
                raise Unsupported(message, Position(file, int(line)), hint)
            if name.startswith("$"):
                raise Unsupported(f"{name} is no part of a circuit", Position(file, int(line)))
            if any(net.rpartition(".")[2] == name for net in self.undriven):
                raise InputError(f"{name} is not declared, and nothing drives it", Position(file, int(line)))
        several = [match[1].lstrip("\\").rstrip(":") for match in _CONFLICT.finditer(self.log)]
        for name in sorted((*several, *self.set_twice), key=lambda name: name.startswith("$")):
            raise Unsupported(f"{name} has several drivers", self._place(name), "drive it in one place")
        constant = _AND_CONSTANT.search(self.log)
        if constant is not None:
            where = place_of(self.cells[constant["cell"]]) if constant["cell"] else self._place(constant["input"])
            raise Unsupported("something and a constant drive the same net", where, "drive it in one place")
        for name, port in self.module["ports"].items():
            if port["direction"] == "inout":
                raise Unsupported(f"{name} is a port for both directions", self._place(name), "Assay knows no z")
        for cell in self.cells.values():
            self._refuse(cell)

    def _refuse(self, cell: Cell) -> None:
        kind, where = cell["type"], place_of(cell)
        if kind in _REFUSED:
            raise Unsupported(f"{_REFUSED[kind]} ({kind})", where)
        if not kind.startswith("$"):
            raise Unsupported(f"the module {kind} has nothing in it", where, "give the file that says what it does")
        if kind == "$check" and cell["parameters"]["FLAVOR"] in ("live", "fair"):
            raise Unsupported("eventually, of Yosys", where, "write assert property (@(posedge clk) s_eventually e)")
        for port, bits in cell["connections"].items():
            if "z" in bits:
                raise Unsupported("the value z", where, "Assay knows no z: write the multiplexer")
            if "x" in bits and kind in _COMPARISONS and port in ("A", "B"):
                raise Unsupported("a comparison with x", where, "in a circuit nothing is x")

    def _stands(self, name: str) -> tuple[tuple[str, ...], str, int, int, list[tuple[int, str]]]:
        """What sorts variables as they stand in the source, those of the top module first, and words by their index."""
        where = self._place(name) or Position("")
        parts = [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name)]
        return tuple(name.split(".")[:-1]), where.file, where.line, where.column, parts

    def _place(self, name: str) -> Position | None:
        net = self.nets.get(name) or self.nets.get(name.rpartition(" ")[0])
        return place_of(net) if net is not None else None

    def left_open(self) -> Iterator[str]:
        """What has no value of its own, in words, and how it is read."""
        for name in self.undriven:
            where = self._place(name)
            yield f"{name} has no driver: it takes any value at each step{f' ({where})' if where else ''}"
        for name, signal, port in self.resized:
            yield f"{name} has {port} bits and is connected to {signal}: what is connected is extended, or cut"
        there = {(check.where.file, check.where.line) for check in self.checks}
        absent = [f"{t.text} ({t.place})" for t in self.source.statements if (t.file, t.line) not in there]
        if absent:
            more = f" and {len(absent) - MOST_TOLD} more" if len(absent) > MOST_TOLD else ""
            yield f"no part of the design has {', '.join(absent[:MOST_TOLD])}{more}: nothing is said of it"
        # One that is set in parts is several cells.
        yield from dict.fromkeys(self._latches())

    def _latches(self) -> Iterator[str]:
        for name, cell in self.cells.items():
            if _LATCHES.fullmatch(cell["type"]):
                own = [net for net, about in self.nets.items() if set(about["bits"]) & set(cell["connections"]["Q"])]
                called = min(own, key=lambda net: (net.count("."), net), default=name)
                yield f"{called} is a latch ({place_of(cell)})"


def _data(cell: Cell) -> Iterator[Sequence[Bit]]:
    """What a cell reads, other than its clock."""
    clocks = [port for port in ("CLK", "TRG") if port in cell["connections"]]
    return (bits for port, bits in cell["connections"].items() if port not in clocks)
