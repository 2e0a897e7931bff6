"""Names that ``import`` brings in: they mean those of their package, or are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from assay.core.errors import InputError
from verilog import model_of, module, reads_verilog, verdicts

pytestmark = reads_verilog

BUS: Final = (
    "package bus; parameter W = 4; typedef logic [W-1:0] word; typedef enum logic [1:0] {IDLE, RUN, LAST} kind;\n"
    "typedef struct packed {logic valid; word data;} beat; localparam word FIRST = 3;\n"
    "function automatic word next(input word x); next = x + 1; endfunction endpackage\n"
    "package other; parameter W = 7, V = 2; endpackage\n"
)
DEFINED: Final = {
    "in the head": (
        "module t import bus::*; (input clk, input word a, output word o);\n"
        "word c = 0; kind s = IDLE; beat b; assign b.valid = 1, b.data = FIRST, o = W'(a + W);\n"
        "always @(posedge clk) begin c <= next(c); case (s) IDLE: s <= RUN; RUN: s <= LAST; default: s <= kind'(0);\n"
        "endcase end\n"
        "assert property (@(posedge clk) c == FIRST |=> c == W && s != 3 && b == {1'b1, FIRST});\n"
        "assert property (@(posedge clk) $past(s == LAST) |-> s inside {IDLE, LAST} && o == word'(a + 4)); endmodule\n"
    ),
    "in the body": module("import bus::W, other::V; wire [W-1:0] w = '1;\nalways @* assert (w == 15 && V == 2);"),
    "at the top": "import bus::kind; import bus::IDLE;\n"
    + module("sub #(.W(3)) u(.s(IDLE)); always @* assert (1);")
    + "module sub #(parameter W = 9)(input kind s); always @* assert (W == 3 && s == IDLE); endmodule\n",
    "of one module only": module("import bus::*; always @* assert (W == 4); u i();")
    + "module u; localparam W = 3, IDLE = 2; always @* assert (W == 3 && IDLE == 2 && bus::IDLE == 0); endmodule\n",
}
REFUSED: Final = {
    "declared as well": ("import bus::*; localparam W = 3; always @* assert (W == 3);", "imported and declared"),
    "an argument as well": (
        "import bus::*; function f(input W); f = W; endfunction always @* assert (W);",
        "imported and declared",
    ),
    "of several packages": ("import bus::*; import other::*; always @* assert (W == 3);", "several packages have"),
    "of no package": ("import nowhere::*; always @* assert (a);", "nowhere, a package that no file has"),
    "by a package": (
        "endmodule package mine; localparam V = bus::W; endpackage module u(input c);",
        "a name of one package in another",
    ),
    "in a function": (
        "function f(input x); import bus::*; f = W; endfunction always @* assert (f(a));",
        "import, which Yosys does not read",
    ),
}


@pytest.mark.parametrize("name", DEFINED)
def test_what_is_imported(name: str, tmp_path: Path) -> None:
    found = verdicts(model_of(tmp_path, BUS + DEFINED[name]))
    assert found and set(found.values()) == {"Holds"}


@pytest.mark.parametrize("name", REFUSED)
def test_imports_that_are_refused(name: str, tmp_path: Path) -> None:
    body, why = REFUSED[name]
    with pytest.raises(InputError, match=why) as caught:
        model_of(tmp_path, BUS + module(body))
    assert caught.value.where is not None and caught.value.where.line == 6


PACKAGE: Final = (
    "package pk; localparam W = 2; typedef logic [W-1:0] word; typedef enum logic {IDLE, BUSY} kind;\n"
    "typedef struct packed {kind k; word w;} pair;\n"
    "function automatic word inc(input word x); inc = x + 1; endfunction endpackage\n"
)
USING: Final = (
    "pair p; kind k; wire [1:0] u; part #(.W(W)) q(.u); always_comb begin p.w = inc(b); p.k = kind'(a); case (p.k)\n"
    "IDLE: k = BUSY; default: k = IDLE; endcase end always @* assert (p == {a, 2'(b + 1)} && k == !a && u == W - 1);"
)
IMPORTED: Final = {
    "in the head": module(USING).replace("module t(", "module t import pk::*; ("),
    "in the body": module(f"import pk::*; {USING}"),
    "one by one": module(f"import pk::W, pk::inc, pk::pair; import pk::kind, pk::IDLE, pk::BUSY; {USING}"),
    "before the module": f"import pk::*; {module(USING)}",
}


@pytest.mark.parametrize("where", IMPORTED)
def test_a_package_that_is_used_in_all_ways(where: str, tmp_path: Path) -> None:
    part = "module part #(parameter W = 1) (output [1:0] u); assign u = W - 1; endmodule\n"
    text = PACKAGE + part + IMPORTED[where]
    assert set(verdicts(model_of(tmp_path, text)).values()) == {"Holds"}
