"""What variables are before anything sets them: 0 if they are of a two-state type; and what ``$past`` says of that."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from assay.frontends.verilog.tokens import tokens_of
from assay.frontends.verilog.variables import declared_values, first_values
from verilog import model_of, module, reads_verilog, together, verdicts

# Each asserts one thing of a design in which nothing but first values can decide it.
HOLDS: Final = {
    "bit": "bit q; always @(posedge clk) q <= q; assert property (@(posedge clk) !q);",
    "several": "bit [3:0] p, q = 1, r; always @(posedge clk) begin p <= p; q <= q; {r} <= r; end\n"
    "assert property (@(posedge clk) p == 0 && q == 1 && r == 0);",
    "int": "int signed q; always_ff @(posedge clk) if (a) q <= -q; assert property (@(posedge clk) q == 0);",
    "a part": "bit [3:0] q; always @(posedge clk) q[1] <= q[2]; always @* assert (!q[1]);",
    "enumeration": "typedef enum {IDLE, RUN} kind; kind q; always @(posedge clk) case (q) IDLE: q <= a ? q : IDLE;\n"
    "default: q <= RUN; endcase\nassert property (@(posedge clk) q == IDLE);",
    "without a name": "enum bit [1:0] {A, B} q; always @(posedge clk) q <= q; assert property (@(posedge clk) q == A);",
    "type of a type": "typedef bit [2:0] word; typedef word other; other q; always @(posedge clk) q <= q;\n"
    "assert property (@(posedge clk) q == 0);",
    "blocking": "bit [1:0] q; always @(posedge clk) begin q = q; q += 0; end assert property (@(posedge clk) q == 0);",
    "set by an initial block": "bit q; initial q = 1; always @(posedge clk) q <= q;\n"
    "assert property (@(posedge clk) q);",
    "past of a first value": "reg [1:0] q = 2; always @(posedge clk) q <= 1;\n"
    "assert property (@(posedge clk) $past(q) != 0 && $past(q, 3) != 3 && $past(q, 2, a) != 0);",
    "past of a bit": "bit q; always_comb q = a; assert property (@(posedge clk) $past(q) |-> ##0 $past(q));",
    "no fall before the first tick": "reg q = 0; always @(posedge clk) q <= 1;\n"
    "assert property (@(posedge clk) !$fell(q));",
    "stable from the first tick on": "bit [1:0] q; always @(posedge clk) q <= q;\n"
    "assert property (@(posedge clk) $stable(q) && !$changed(q) && !$rose(q));",
    "past of a part": "reg [1:0] q = 0; always @(posedge clk) q <= q + 1;\n"
    "assert property (@(posedge clk) q != 0 |-> q[0] != $past(q[0]));",
}
VIOLATED: Final = {
    "logic": "logic q; always @(posedge clk) q <= q; assert property (@(posedge clk) !q);",
    "enumeration of logic": "typedef enum logic {A, B} kind; kind q; always @(posedge clk) q <= q;\n"
    "assert property (@(posedge clk) q == A);",
    "rises": "bit q; always @(posedge clk) q <= 1; assert property (@(posedge clk) !$rose(q));",
    "past of an input": "assert property (@(posedge clk) !$past(a));",
    "reset before the first tick": "reg q = 1; always @(posedge clk or posedge a) if (a) q <= 0; else q <= 1;\n"
    "assert property (@(posedge clk) $past(q) |-> q);",
    "a register of the instance, not of its net": "bit w; inner i(.clk, .a, .b, .q(w));\n"
    "assert property (@(posedge clk) !w);",
}
INNER: Final = "module inner(input clk, input a, input [1:0] b, output logic q);\n" + (
    "always @(posedge clk) q <= q; endmodule\n"
)
USE: Final = "inner i(.clk, .a, .b, .q());"


def assert_all(bodies: dict[str, str], verdict: str, folder: Path) -> None:
    model = model_of(folder, INNER + together([*bodies.values(), USE]))
    names = [*bodies, ""]
    found = {names[int(name.partition(".")[0].removeprefix("p"))]: got for name, got in verdicts(model).items()}
    assert found == dict.fromkeys(bodies, verdict)


@reads_verilog
def test_what_holds_by_first_values(tmp_path: Path) -> None:
    assert_all(HOLDS, "Holds", tmp_path)


@reads_verilog
def test_what_first_values_do_not_save(tmp_path: Path) -> None:
    assert_all(VIOLATED, "Violated", tmp_path)


@reads_verilog
def test_an_output_begins_with_0(tmp_path: Path) -> None:
    text = "module t(input clk, output bit [1:0] q, p, output logic r);\n"
    text += "always @(posedge clk) begin q <= q; p <= p; end\n"
    text += "assert property (@(posedge clk) q == 0 && p == 0);\nendmodule\n"
    assert set(verdicts(model_of(tmp_path, text)).values()) == {"Holds"}


@reads_verilog
def test_what_has_no_first_value_is_said(tmp_path: Path) -> None:
    body = "bit [3:0] m [4]; always @(posedge clk) m[b] <= 0; assert property (@(posedge clk) m[b] == 0 || !$past(a));"
    said = " ".join(model_of(tmp_path, body).origin.assumptions)
    assert "the elements of m begin with any values, not with 0" in said
    assert "$past and its like have any value before the first tick" in said


def test_texts_without_such_variables_stay_as_they_are() -> None:
    texts = [module("logic q; always @(posedge clk) q <= a;"), module("bit q; assign q = a; always_comb $display(q);")]
    assert first_values(texts) == (texts, [])


def test_what_is_declared_twice_has_no_known_value() -> None:
    text = module("if (1) begin reg q = 0; end else begin reg q = 1; end reg r = 1, s = a; integer t = 3;")
    found = declared_values([list(tokens_of(text))])
    assert {name: value[0].text for (_, name), value in found.items()} == {"r": "1", "t": "3"}


@reads_verilog
def test_invariants_name_what_watches_an_assertion(tmp_path: Path) -> None:
    body = (
        "reg q = 0; always @(posedge clk) q <= q && a; wire \\q.past = b[0];\n"
        "p: assert property (@(posedge clk) q == $past(q)); r: assert property (@(posedge clk) q |=> !$past(q, 2));"
    )
    model = model_of(tmp_path, body)
    names = {symbol.name for symbol in model.entry.variables}
    assert {"q", "q.past_2", "q.past2", "r.pending"} <= names and "q.past_3" not in names
    assert not any("assay" in name for name in names)
    shown = model.origin.netlist
    assert shown is not None and shown.nets & names == {"q"}
