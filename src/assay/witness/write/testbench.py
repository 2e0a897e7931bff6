"""A run of a design as a Verilog testbench: any simulator can replay it, which is evidence that owes nothing to Assay.

The testbench gives the inputs of each step, first values where the design leaves them open, and values to what nothing
drives.  Before the end of each step it compares every register with the run, and prints what differs; at an x nothing
does, for the run has one of the values that x stands for.  With one
clock a step ends with its edge; else clocks are inputs, which change before the others of their instant do.
Limits: an x in the source, or a choice without a name, has no place where a value could be given to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from assay.core.errors import Unsupported
from assay.core.evidence import Assignment, Trace
from assay.core.model import Model
from assay.core.netlist import Condition, Netlist
from assay.core.terms import Term
from assay.core.terms.evaluate import Evaluation
from assay.core.terms.sorts import BOOL

MODULE: Final = "assay_testbench"
# What is printed at the end if the simulation and the run agree.
AGREES: Final = "assay: the run is replayed, with no difference"
# What is printed, with a number, where the property is seen to be violated, or covered.
SHOWS: Final = "assay: it shows in the simulation, at step"
_PERIOD: Final = 10
_PART: Final = re.compile(r"([A-Za-z_][\w$]*)((?:\[\d+\])*)")


def testbench(model: Model, property: str, trace: Trace, title: str, file: str = "<this file>") -> str:
    """The testbench that replays ``trace``, which violates the property of this name; ``title`` is its first line.

    Its second line says how to simulate it, with the ``file`` that it is in.
    """
    netlist = model.origin.netlist
    if netlist is None:
        raise Unsupported("a testbench replays a run of a design in Verilog")
    if trace.loop is not None:
        raise Unsupported("a testbench replays a run that ends", hint="--trace writes one that goes on for ever")
    taken = [port.name for port in netlist.ports if port.name == "dut" or port.name.startswith("assay_")]
    if taken:
        raise Unsupported(f"a testbench with a port called {taken[0]}", hint="give the port another name")
    return "\n".join([*_Writer(model, netlist, trace, netlist.shows.get(property), file).lines(title), ""])


@dataclass(frozen=True)
class _Writer:
    model: Model
    netlist: Netlist
    trace: Trace
    shows: Condition | None
    file: str

    def lines(self, title: str) -> Iterator[str]:
        netlist = self.netlist
        files = (f"<what is inside of {name}>" if name.endswith(".sby") else name for name in netlist.sources)
        sources = " ".join((*netlist.options, *files))
        yield f"// {' '.join(title.split())}"
        yield f"// Simulate it with: iverilog -g2012 -o run -s {MODULE} {sources} {self.file} && vvp run"
        yield "// With -DFORMAL where the simulator knows labelled assertions: then they speak for themselves."
        yield "`timescale 1ns / 1ps"
        yield f"module {MODULE};"
        for port in netlist.ports:
            kind = "reg " if port.direction == "input" else "wire"
            yield f"  {kind} [{port.width - 1}:0] {_escaped(port.name)};"
        values = ", ".join(f".{name}({value})" for name, value in netlist.parameters.items())
        ports = ", ".join(f".{_escaped(port.name)}({_escaped(port.name)})" for port in netlist.ports)
        yield f"  {netlist.top} {f'#({values}) ' if values else ''}dut ({ports});"
        yield "  integer assay_differences = 0, assay_open = 0;"
        yield "  initial begin"
        yield from (f"    {line}" for line in self._steps())
        yield f'    if (assay_differences == 0) $display("{AGREES}");'
        yield '    else $display("assay: %0d differences", assay_differences);'
        yield '    if (assay_open != 0) $display("assay: %0d values are x, where the run has some value", assay_open);'
        yield "    $finish;"
        yield "  end"
        yield "endmodule"

    def _steps(self) -> Iterator[str]:
        clock = self.netlist.clock
        if clock is not None:
            yield f"{_escaped(clock.name)} = {int(not clock.rising)};"
        steps = (*self.trace.inputs, self.trace.final)
        for number, (state, step) in enumerate(zip(self.trace.states, steps, strict=True)):
            values = self._values(state, step)
            yield f"// step {number}"
            if not number:
                if clock is None:
                    # Where a clock has its first value, simulators see an edge: it comes before anything is set.
                    yield from self._inputs(values)
                yield "#1;"
                yield from self._given("start", values)
            yield from self._inputs(values)
            yield from self._given("each step", values)
            yield f"#{_PERIOD // 2 - (not number)};"
            yield from self._compared(number, values)
            yield from self._shown(number)
            if clock is not None:
                yield f"#{_PERIOD // 4} {_escaped(clock.name)} = {int(clock.rising)}; #1;"
                yield f"#{_PERIOD // 4 - 1} {_escaped(clock.name)} = {int(not clock.rising)}; #1;"
            else:
                yield f"#{_PERIOD // 2};"

    def _values(self, state: Assignment, step: Assignment) -> Mapping[str, tuple[int, int]]:
        """What everything that has a name is, and its width."""
        evaluation = Evaluation({**dict.fromkeys(self.model.inputs, 0), **step, **state})
        terms: dict[str, Term] = {**self.model.definitions}
        terms.update((symbol.name, symbol) for symbol in (*self.model.inputs, *self.model.entry.variables))
        found = {}
        for name in (*self.netlist.driven, *(port.name for port in self.netlist.ports if port.direction == "input")):
            term = terms.get(name)
            if term is not None and (term.sort is BOOL or term.sort.is_bitvector):
                value = evaluation(term)
                assert isinstance(value, int)
                found[name] = (int(value), 1 if term.sort is BOOL else term.sort.width)
        return found

    def _given(self, opening: str, values: Mapping[str, tuple[int, int]]) -> Iterator[str]:
        """Values for what the design leaves open: registers are set, and what nothing drives is forced."""
        for name, kind in self.netlist.driven.items():
            place = _path(name)
            if kind == opening and name in values and place is not None:
                value = f"dut.{place} = {_constant(*values[name])};"
                # A variable of an enumeration takes a number by force only, and a word of a memory never does.
                released = f" release dut.{place};" if kind == "start" else ""
                line = value if place.endswith("]") else f"force {value}{released}"
                yield from self._guarded(line, formal=name in self.netlist.formal)

    def _inputs(self, values: Mapping[str, tuple[int, int]]) -> Iterator[str]:
        """The inputs; those that are no clocks change when what waits for an edge has taken their values."""
        clock = self.netlist.clock
        for port in self.netlist.ports:
            if port.direction != "input" or (clock is not None and port.name == clock.name):
                continue
            value = _constant(*values[port.name]) if port.name in values else "0"
            assigned = "=" if clock is not None or port.name in self.netlist.clocks else "<="
            yield f"{_escaped(port.name)} {assigned} {value};"

    def _compared(self, number: int, values: Mapping[str, tuple[int, int]]) -> Iterator[str]:
        for name, kind in self.netlist.driven.items():
            place = _path(name)
            if kind != "start" or name not in values or place is None:
                continue
            value = _constant(*values[name])
            said = f'$display("assay: step {number}: {name} is %b, and {value} in the run", dut.{place})'
            line = f"case (|(dut.{place} ^ {value})) 1: begin assay_differences = assay_differences + 1; {said}; end"
            yield from self._guarded(
                f"{line} 1'bx: assay_open = assay_open + 1; endcase", formal=name in self.netlist.formal
            )

    def _shown(self, number: int) -> Iterator[str]:
        """That the simulator agrees that the property is violated, or covered, where it is in the run."""
        shows = self.shows
        if shows is not None and number == len(self.trace.edges) - shows.before_end:
            line = f'case ({shows.text}) 1: $display("{SHOWS} {number}");'
            line += " 0: assay_differences = assay_differences + 1; default: assay_open = assay_open + 1; endcase"
            yield from self._guarded(line, formal=shows.formal)

    @staticmethod
    def _guarded(line: str, *, formal: bool) -> list[str]:
        return ["`ifdef FORMAL", line, "`endif"] if formal else [line]


def _constant(value: int, width: int) -> str:
    return f"{width}'h{value:x}"


def _path(name: str) -> str | None:
    """A hierarchical name as an expression; None if a part of it would have to be escaped."""
    return name if all(_PART.fullmatch(part) for part in name.split(".")) else None


def _escaped(name: str) -> str:
    return name if _PART.fullmatch(name) else f"\\{name} "
