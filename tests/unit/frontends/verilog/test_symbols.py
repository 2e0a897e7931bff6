"""States that Yosys adds have names that people can read; states with a name keep theirs."""

from __future__ import annotations

from pathlib import Path

from assay.core.model import Enumeration
from assay.core.terms import Op, eq
from assay.core.terms.bitvectors import bv, bv_binary
from assay.frontends.verilog.symbols import with_symbols
from assay.report.infix import infix
from assay.report.languages import language_of
from verilog import model_of, reads_verilog

DESIGN = """module t(input clk, input reset, input [2:0] d);
  typedef enum logic [1:0] {IDLE, RUN = 2, DONE} kind;
  kind now; reg [2:0] r;
  always @(posedge clk or posedge reset) if (reset) r <= 5; else r <= d;
  always @(posedge clk) now <= reset ? IDLE : now == IDLE ? RUN : DONE;
  initial assume (reset);
  always @(posedge clk) a: assert (now != 1 && $past(r, 2) != 7 && $past(now) != RUN);
endmodule
"""


def test_what_is_remembered_the_first_step_and_resets() -> None:
    text = (
        "1 sort bitvec 1\n2 zero 1\n3 const 1 1\n4 const 1 0\n5 input 1 reset\n6 state 1\n7 init 1 6 3\n8 next 1 6 4\n"
        "9 state 1\n10 ite 1 5 4 9\n11 output 10 r\n12 next 1 9 5\n13 state 1\n14 next 1 13 10\n15 state 1\n"
        "16 next 1 15 13\n17 state 1 own\n18 next 1 17 5\n19 state 1\n20 and 1 5 10\n21 next 1 19 20\n"
    )
    found = [line for line in with_symbols(text).splitlines() if " state " in line]
    assert found == [
        "6 state 1 $initstate",
        "9 state 1 r$q",
        "13 state 1 $past(r)",
        "15 state 1 $past(r,2)",
        "17 state 1 own",
        "19 state 1",
    ]


@reads_verilog
def test_a_design(tmp_path: Path) -> None:
    model = model_of(tmp_path, DESIGN)
    names = {symbol.name for symbol in model.entry.variables}
    assert names >= {"now", "r$q", "$initstate", "$past(r)", "$past(r,2)", "$past(now)"}
    (now,) = [symbol for symbol in model.entry.variables if symbol.name == "now"]
    assert model.domains[now] == Enumeration(("IDLE", "1", "RUN", "DONE"))
    language = language_of(model)
    assert infix(eq(now, bv(2, 2)), language=language) == "now == RUN"
    first = next(symbol for symbol in model.entry.variables if symbol.name == "$initstate")
    reset = next(symbol for symbol in model.inputs if symbol.name == "reset")
    differs = bv_binary(Op.BV_ADD, first, reset)
    assert infix(eq(differs, bv(1, 1)), language=language) == "reset != $initstate"
    assert infix(eq(differs, bv(0, 1)), language=language) == "reset == $initstate"
