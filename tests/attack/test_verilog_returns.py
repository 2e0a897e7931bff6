"""Functions and tasks that return before their end: each gives the value that it returns."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from assay.core.errors import Unsupported
from verilog import model_of, module, reads_verilog, verdicts

pytestmark = reads_verilog

# The body of a function of four bits, and what it gives for x.
BODIES: Final = {
    "alone": ("return x + 1;", "4'(x + 1)"),
    "behind a branch": ("if (x > 2) return 1; return 2;", "x > 2 ? 1 : 2"),
    "in both branches": ("if (x > 2) return 1; else begin f = 2; return f + 1; end", "x > 2 ? 1 : 3"),
    "in one of two": ("if (x[0]) return 1; else f = 2; f = f + x;", "x[0] ? 4'd1 : x + 4'd2"),
    "in a branch of the other": ("if (x[0]) return 1; else if (x[1]) return 2; f = 5;", "x[0] ? 1 : x[1] ? 2 : 5"),
    "with what is behind": (
        "if (x[0]) begin f = 3; if (x[1]) return f; else return 2; end f = 1; if (x[2]) return 7; f = f + 4;",
        "x[0] ? (x[1] ? 3 : 2) : x[2] ? 7 : 5",
    ),
    "in a block": ("begin if (x[0]) return 1; f = 2; end", "x[0] ? 1 : 2"),
    "in a block with a name": ("begin : here reg [3:0] y; y = x; if (y[0]) return 1; return y; end", "x[0] ? 1 : x"),
    "in a case": (
        "case (x) 0, 3: return 1; 1: begin if (x[0]) return 4; return 9; end 2: f = 6; default return 0; endcase",
        "x == 2 ? 6 : x == 1 ? 4 : x == 0 || x == 3",
    ),
    "in a case with a choice": ("casez (x) 4'b1???: return 1; (x[0] ? 4'd3 : 4'd2): return 2; default: return 3;\n"
    "endcase", "x[3] ? 1 : x == 3 || x == 2 ? 2 : 3"),
    "unique": ("unique if (x < 3) return 1; else return 2;", "x < 3 ? 1 : 2"),
}  # fmt: skip
LEFT: Final = {
    "in a loop": "for (int k = 0; k < 4; k = k + 1) if (x[k]) return k; return 4;",
    "in a branch within a branch": "if (x[0]) if (x[1]) return 1; return 2;",
    "in a block with more behind": "begin if (x[0]) return 1; end f = 2;",
    "in the second branch alone": "if (x[0]) f = 1; else return 2; f = f + 1;",
}


def function(body: str) -> str:
    head = "function automatic logic [3:0] f(input logic [3:0] x);"
    return f"{head} {body} endfunction wire [3:0] x = {{a, b, a & b[0]}};"


@pytest.mark.parametrize("name", BODIES)
def test_what_returns(name: str, tmp_path: Path) -> None:
    body, value = BODIES[name]
    text = f"{function(body)} always @* assert (f(x) == ({value}));"
    assert set(verdicts(model_of(tmp_path, text)).values()) == {"Holds"}


def test_what_returns_nothing(tmp_path: Path) -> None:
    text = (
        "reg [1:0] r, s; task set(input x, output [1:0] y); y = 1; if (x) return; y = 2; endtask\n"
        "function void other(input x); s = 0; if (x) begin s = 3; return; end s = 2; endfunction\n"
        "always @* begin set(a, r); other(b[0]); assert (r == (a ? 1 : 2) && s == (b[0] ? 3 : 2)); end"
    )
    assert verdicts(model_of(tmp_path, text)) == {"t.sv:4": "Holds"}


def test_a_number_by_a_function_that_returns(tmp_path: Path) -> None:
    text = (
        "function automatic int f(input int n); if (n <= 1) return 1; else return n * f(n - 1); endfunction\n"
        "localparam N = f(5); always @* assert (N == 120);"
    )
    assert verdicts(model_of(tmp_path, text)) == {"t.sv:3": "Holds"}


@pytest.mark.parametrize("name", LEFT)
def test_returns_that_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="return, which Yosys does not read"):
        model_of(tmp_path, module(f"{function(LEFT[name])} always @* assert (f(x) != 9);"))
