"""Runs of designs in Verilog, executed by a simulator that shares nothing with Assay or Yosys: Icarus Verilog.

A testbench sets what a design leaves open and gives the inputs; at each step every register must be what it is in the
run.  Where the assertion is executed as well, the simulator has to complain at the end of the run, and not before.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from assay.core.model import Model
from assay.core.netlist import COVER
from assay.core.verdict import Violated
from assay.frontends.task import load
from assay.witness.write import testbench as bench
from assay.witness.write.testbench import AGREES, SHOWS
from places import EXAMPLES
from verilog import model_of, reads_verilog, results, simulated, simulates, without_labels

pytestmark = [reads_verilog, simulates]

# Runs of this one go on for ever, which no testbench replays.
ENDLESS: Final = "token-ring-broken.sv"
DESIGNS: Final = sorted(
    path.name for path in (EXAMPLES / "verilog").iterdir() if "-broken" in path.stem and path.name != ENDLESS
)
# Here the simulator takes what changes at an edge before or after the assertion, or does not know a construct.
SILENT: Final = ("gray-counter-broken", "handshake-broken", "bus-grant-broken", "skid-buffer-broken")
PARTS: Final = {
    "arithmetic": "reg signed [3:0] r = 0; always @(posedge clk) r <= (r >>> 1) - $signed({1'b0, b}) * 2; always @*",
    "memory": "reg [1:0] r, m [0:3]; always @(posedge clk) begin m[b] <= {a, !a}; r <= m[~b]; end always @*",
    "cases": "reg [1:0] r; always @(posedge clk)\n"
    "casez ({a, b}) 3'b1?0: r <= b; 3'b?11: r <= ~b; default: r <= r + 1; endcase always @*",
    "latch": "reg r; always @* if (a) r = b[0]; always @*",
    "clocks": "reg r = 0, s = 0; always @(posedge clk) r <= !r; always @(negedge a) s <= r ^ b[1]; always @*",
    "reset": "reg [1:0] r; always @(posedge clk or negedge a) if (!a) r <= 0; else r <= r + b; always @*",
}


def replayed(model: Model, folder: Path, *sources: Path, include: Path | None = None) -> dict[str, str]:
    """What the simulator prints of each run that a property has."""
    found = {}
    for result in results(model):
        if isinstance(result.verdict, Violated):
            text = bench.testbench(model, result.property, result.verdict.trace, result.property)
            found[result.property] = simulated(folder, text, *sources, include=include)
    return found


@pytest.mark.parametrize("name", DESIGNS)
def test_runs_of_broken_designs(name: str, tmp_path: Path) -> None:
    path = EXAMPLES / "verilog" / name
    model = load(path)
    found = {r.property: r.verdict.trace for r in results(model) if isinstance(r.verdict, Violated)}
    (source,) = path.parent.glob(f"{path.stem.removesuffix('-broken')}.*v")
    plain = tmp_path / source.name
    plain.write_text(f"`define BROKEN\n`define FORMAL\n{without_labels(source.read_text())}")
    for prop in model.properties:
        if prop.name not in found:
            continue
        text = bench.testbench(model, prop.name, found[prop.name], "")
        told = simulated(tmp_path, text, path, include=path.parent)
        assert AGREES in told
        if prop.asks == COVER or path.stem in SILENT:
            continue
        # With FORMAL, and its assertions as Icarus takes them, it complains itself; two lines are above the source's.
        told = simulated(tmp_path, f"`define FORMAL\n{text}", plain)
        lines = [int(line) - 2 for line in re.findall(rf"{re.escape(source.name)}:(\d+)", told)]
        assert AGREES in told and prop.where is not None and prop.where.line in lines, told


@pytest.mark.parametrize("part", PARTS)
def test_runs_of_parts(part: str, tmp_path: Path) -> None:
    signal = "s" if "s = 0" in PARTS[part] else "r"
    counter = "reg [1:0] n = 0; always @(posedge clk) n <= n + 1;"
    checks = f"assert ({signal} != 1);\n{counter}\nalways @(posedge clk) cover ({signal} == 1 && n == 2);"
    model = model_of(tmp_path, f"{PARTS[part]} {checks}")
    told = replayed(model, tmp_path, tmp_path / "t.sv")
    assert len(told) == 2 and all(AGREES in output and SHOWS in output for output in told.values()), told
