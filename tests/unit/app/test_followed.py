"""What a recording has of the input: all files of a design, those that it includes among them."""

from __future__ import annotations

from dataclasses import replace

from assay.app.followed import sources
from assay.core.errors import Position
from assay.core.model import Safety
from assay.core.netlist import Netlist
from assay.frontends.task import load
from places import EXAMPLES


def test_files_that_a_design_includes_are_shown() -> None:
    """Where a property stands in a file, the file is there."""
    whole, other, included = (str(EXAMPLES / "verilog" / name) for name in ("fifo-broken.sv", "lock.sv", "fifo.sv"))
    model = load(EXAMPLES / "toggle.aag")
    origin = replace(model.origin, file=whole, netlist=Netlist("", "fifo", (), sources=(whole, other)))
    prop = Safety("a_count", {}, where=Position(included, 60))
    found = list(sources(replace(model, origin=origin, properties=(prop,))))
    assert [record["name"] for record in found] == [whole, other, included]
    assert {record["language"] for record in found} == {"systemverilog"}
