"""Verilog that Yosys reads otherwise than a simulator does, or says nothing of: refused, said, or read as meant."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from assay.core.errors import InputError, Unsupported
from verilog import model_of, module, reads_verilog, together, verdicts

pytestmark = reads_verilog

# A register that two lines of a test set, and an assertion about it.
REFUSED: Final = {
    "delay": ("wire y; assign #3 y = a; always @* assert (y == a);", "a delay"),
    "delay in initial": ("reg r; initial begin r = 0; #10 r = 1; end always @* assert (r);", "a delay"),
    "delay of a gate": ("wire y; and #2 g(y, a, b[0]); always @* assert (y);", "a delay"),
    "first value": ("reg r; initial r = a; always @* assert (r == a);", "first value of r"),
    "first value by if": ("reg r; initial if (a) r = 1; else r = 0; always @* assert (r == a);", "first value of r"),
    "drivers": ("wire y; assign y = a; assign y = b[0]; always @* assert (y == a);", "several drivers"),
    "two blocks": (
        "reg r; always @(posedge clk) r <= a; always @(posedge clk) r <= 1; always @* assert (r);",
        "drivers",
    ),
    "drivers, one a constant": ("wire y; assign y = a; assign y = 1; always @* assert (y);", "drivers"),
    "drivers, both constants": ("wire y; assign y = 0; assign y = 1; always @* assert (!y);", "drivers"),
    "drivers, a bit": ("wire [1:0] y; assign y = b; assign y[1] = 1; always @* assert (y[1]);", "drivers"),
    "a block and a register": (
        "reg y; always @* y = 1; always @(posedge clk) y <= a; always @* assert (y);",
        "something and a constant drive the same net",
    ),
    "inside behind an operator": ("always @* assert (!a inside {0});", "binds as tightly"),
    "inside with open bits": ("always @* assert (b inside {'b1?});", "among the values of inside"),
    "case inside of a sum": (
        "reg r; always @* case (b + 1) inside 2: r = 1; default: r = 0; endcase always @* assert (r);",
        "of what is computed",
    ),
    "a pattern that is no number": ("always @* assert (b ==? {a, a});", "a comparison with the pattern {"),
    "a pattern without a width": ("always @* assert (b ==? 'b1x);", "a comparison with the pattern 'b1x"),
    "a pattern in a sum": ("always @* assert (b ==? 2'b1x + 1);", "before an operator that binds more tightly"),
    "a pattern behind a sum": ("always @* assert (b + a ==? 2'b1x);", "==?, behind an operator"),
    "a pattern behind a comparison": ("always @* assert (b == a ==? 1'bx);", "==?, behind an operator"),
    "= behind <=": (
        "reg r; always @(posedge clk) begin r <= 1; r = 0; end always @* assert (r);",
        "r is set by = behind <=",
    ),
    "= behind <= of a branch": (
        "reg r, s; always @(posedge clk) begin : g case (b) 0: ; 1, 2: if (a) r <= s; default r <= 1; endcase\n"
        "{s, r} = b; end always @* assert (r);",
        "r is set by = behind <=",
    ),
    "= of a task behind <=": (
        "reg r; task set(input x); begin r = x; end endtask\n"
        "always @(posedge clk) begin r <= 1; if (a) set(0); end always @* assert (r);",
        "r is set by = behind <=",
    ),
    "= behind <= of a task": (
        "reg r; task set; r <= 0; endtask always @(posedge clk) begin : g set; r = 1; end always @* assert (r);",
        "r is set by = behind <=",
    ),
    "= behind <= of a turn before": (
        "reg [3:0] v; always @(posedge clk) for (int k = 0; k < 4; k++) begin v[k] = a; v[3 - k] <= 0; end\n"
        "always @* assert (v[0]);",
        "v is set by = behind <=",
    ),
    "an input that is set": ("assign a = 1; always @* assert (a);", "something and a constant drive the same net"),
    "structs in arrays": (
        "typedef struct packed {logic [1:0] f; logic g;} pair; pair [1:0] r;\n"
        "always_comb begin r = 0; r[0].f[a] = 1; end always @* assert (r[1] == 0);",
        "an array of pair",
    ),
    "loop": ("wire y; assign y = !y; always @* assert (y);", "depend on themselves"),
    "loop through two": (
        "wire p, q; assign p = q & a; assign q = p | a; always @* assert (p);",
        "depend on themselves",
    ),
    "z": ("wire y; assign y = a ? b[0] : 1'bz; always @* assert (y == b[0]);", "value z"),
    "tri-state gate": ("wire y; bufif1 g(y, a, b[0]); always @* assert (y == a);", "value z"),
    "x compared": ("always @* assert (b !== 2'bx1);", "comparison with x"),
    "is unknown": ("always @* assert (!$isunknown(b));", "comparison with x"),
    "checker": ("checker c; endchecker always @* assert (a == a);", "checker"),
    "random": ("always @* assert ($random != 0);", "no part of a circuit"),
    "time": ("always @(posedge clk) assert ($time < 3);", "no part of a circuit"),
    "undeclared": ("wire y; assign y = undeclared; always @* assert (y);", "not declared"),
    "eventually": ("assert property (s_eventually a);", "eventually"),
    "all constants": ("(* allconst *) reg q; always @* assert (q == a);", "allconst"),
    "latch in always_comb": ("reg r; always_comb if (a) r = b[0]; always @* assert (r);", "atch inferred"),
    "an array of structs": (
        "typedef struct packed {logic f; logic g;} pair; pair r [0:1];\n"
        "always_comb begin r[0] = b; r[1] = ~b; end always @* assert (r[0] == b);",
        "an array of pair",
    ),
    "a vector of structs": (
        "typedef struct packed {logic f;} one; one [1:0] r; assign r = b; always @* assert (r == b);",
        "an array of one",
    ),
    "a struct in a struct, several times": (
        "typedef struct packed {logic f;} one; typedef struct packed {one [1:0] o; logic g;} two;\n"
        "two r; assign r = {b, a}; always @* assert (r.o == b);",
        "an array of one",
    ),
    "a name for several dimensions": (
        "typedef logic [1:0][0:0] pair; pair r; assign r = b; always @* assert (r[1] == b[1]);",
        "several dimensions with a name",
    ),
    "a name for a vector of named vectors": (
        "typedef logic [0:0] one; typedef one [1:0] pair; pair r; assign r = b; always @* assert (r[1] == b[1]);",
        "several dimensions with a name",
    ),
    "a memory by a file and by a block": (
        'reg r [0:1]; initial begin r[0] = 0; $readmemh("r.hex", r); end always @* assert (r[0]);',
        "beside those of its file",
    ),
    "a choice by patterns that has to be a number": (
        "function [1:0] g(input [1:0] x); casez (x) 2'b?1: g = 2; default: g = 3; endcase endfunction\n"
        "localparam [1:0] P = g(1); always @* assert (P == 2);",
        "casez, casex or a case of several widths",
    ),
    "a choice by patterns without arguments": (
        "function [1:0] g(); casez (2'd1) 2'b?1: g = 2; default: g = 3; endcase endfunction\n"
        "wire [1:0] y = g(); always @* assert (y == 2);",
        "casez in a function without arguments",
    ),
    **{
        f"a cast to fewer bits, {where}": (f"wire y; assign y = {expression}; always @* assert (y);", "to fewer bits")
        for where, expression in (
            ("behind an operator, compared", "~1'(b) == 1'b1"),
            ("with a carry", "(b + 2'({a, b})) > 2'd3"),
            ("within a concatenation", "{2'({a, b}) + 2'd3, 1'b0} > 3"),
            ("in a concatenation", "(2'd3 + {2'({a, b})}) > 3"),
            ("in a sign", "(3'sd3 + $signed(2'({a, b}))) > 3"),
            ("by a type", "2'd3 + bit'(b) > 3"),
            ("measured", "$bits(2'({a, b})) == 2"),
            (
                "computed, with the sign of a function",
                "f(b); function [2:0] f(input [1:0] x); f = $unsigned(x[0] + 1'(x)); endfunction",
            ),
            ("chosen by case", "f(b); function f(input [1:0] x); case (1'(x)) x[0] + 1'b1: f = 1; endcase endfunction"),
            ("in a condition", "f(b); function f(input [1:0] x); if (1'(x) + 1'b1) f = 1; else f = 0; endfunction"),
        )
    },
    "a cast to a type of two meanings": (
        "if (1) begin typedef int t; end else begin typedef logic [1:0] t; end always @* assert (t'(b) >= 0);",
        "the name of several types",
    ),
    **{
        f"a part of a word, {where}": (f"{body} always @* assert (v);", "not numbered down to 0")
        for where, body in (
            ("that ascends", "reg [0:3] m [0:1]; always @* begin m[0] = b; m[1] = a; end wire v = m[a][b];"),
            ("that ends with bit 2", "wire [3:2] m [0:1]; assign m[0] = b; assign m[1] = a; wire v = m[a][3];"),
            ("of a type", "typedef logic [0:3] w; w m [0:1]; always @(posedge clk) m[a][1] <= a; wire v = m[a];"),
        )
    },
    **{
        f"an item that is computed of numbers, {item}": (
            f"localparam [1:0] P = 3; wire [3:0] i = {{b, b}}; reg r; always @* case (i) 4'd1: r = 0;\n"
            f"2'd2, {item}: r = 1; default: r = 0; endcase always @* assert (!r);",
            "an item of a case",
        )
        for item in ("~2'd0", "-2'sd1", "(P + 2'd1)", "P << P")
    },
    "an array with words below 0": (
        "reg [1:0] m [-2:1]; wire signed [1:0] i = b; always @(posedge clk) m[i] <= b; always @* assert (m[-2] == b);",
        "an array with words below 0",
    ),
    "a parameter that is an argument": (
        "parameter signed P = 8'd3; function f(input P); f = P; endfunction always @* assert (f(a) == P);",
        "P, a parameter and something else",
    ),
    **{
        f"a part by its width, {where}": (f"{body} always @* assert (v);", "ascends")
        for where, body in (
            ("of the inner dimension", "wire [1:0][0:3] p = b; wire v = p[a][b +: 2];"),
            ("of the outer dimension", "logic [0:1][3:0] p; always_comb p[1 -: 2] = b; wire v = p;"),
            ("of bounds that are not known", "localparam L = 0, H = 3; wire [1:0][L:H] p = b; wire v = p[a][b +: 2];"),
            ("of a member", "struct packed {logic f; logic [0:3] g;} p; assign p = b; wire v = p.g[b +: 2];"),
        )
    },
    **{
        f"at an index, in braces, {where}": (f"{body} always @* assert (v);", "within braces on the left")
        for where, body in (
            ("a bit", "reg [3:0] v; reg c; always @* begin v = 0; {c, v[b]} = b; end"),
            ("by assign", "wire [3:0] v; assign {v[b]} = a;"),
            ("a word's", "reg [3:0] m [0:1]; reg v; always @(posedge clk) {v, m[a][b +: 2]} <= b;"),
        )
    },
    "nothing to check": ("wire y; assign y = a;", "asserts nothing"),
    "only assumptions": ("always @* assume (a);", "asserts nothing"),
    "unknown module": ("nowhere u(.x(a)); always @* assert (a);", "no module is called nowhere"),
}


# These say something of the whole design, or of its clock.
ALONE: Final = ("assumption", "restriction", "clock as a value", "both edges")


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path) -> None:
    body, why = REFUSED[name]
    (tmp_path / "r.hex").write_text("1 1\n")
    with pytest.raises(InputError) as caught:
        model_of(tmp_path, body)
    assert why in str(caught.value)
    assert "/design/" not in str(caught.value)


WIDE: Final = "module wide(input [3:0] x, output y); assign y = x[2]; endmodule\n"
WIDENED: Final = {
    "a sum": "wide u(.x(b + b), .y);",
    "by place": "wide u((~b), y);",
    "a function": "wide u($unsigned(b), y);",
    "in a loop": "for (genvar k = 0; k < 1; k = k + 1) begin : g wide u(.x(a ? b : -b), .y); end",
}
EXTENDED: Final = {
    "a signal": "wide u((b), y);",
    "a concatenation": "wide u(.x({b + b}), .y);",
    "a number": "wide #() u(2'd3, y);",
    "a cast": "wide u(.x(2'(b + b)), .y);",
}


@pytest.mark.parametrize("name", WIDENED)
def test_what_is_computed_for_a_wider_port_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="for a port of u") as caught:
        model_of(tmp_path, WIDE + module(f"wire y; {WIDENED[name]} always @* assert (!y);"))
    assert caught.value.where is not None and caught.value.where.line == 3


@pytest.mark.parametrize("name", EXTENDED)
def test_what_is_extended_for_a_wider_port(name: str, tmp_path: Path) -> None:
    assert verdicts(model_of(tmp_path, WIDE + module(f"wire y; {EXTENDED[name]} always @* assert (!y);"))) == {
        "t.sv:3": "Holds"
    }


SIGNED: Final = (
    "module s #(parameter signed K = 2, L = 3, parameter M = 1) (input [1:0] x);\n"
    "wire signed [1:0] s = x; always @* assert ((s * K < -20) == (x == 1) && L < 0 && M > 0); endmodule\n"
)


def test_a_parameter_has_its_sign_whatever_its_value(tmp_path: Path) -> None:
    text = SIGNED + module("s #(.K(8'hE0), .L(2'd2), .M(2'd2)) u(.x(b));")
    assert verdicts(model_of(tmp_path, text)) == {"u.t.sv:2": "Holds"}


HINTS: Final = {
    "reg r; always @* for (int k = 0; k < 2; k++) begin r = b[k]; if (r) break; end always @* assert (r);": "a flag",
    "reg r; always @* begin r = 0; while (r < b) r = 1; end always @* assert (r);": "write for",
    "reg r [0:1]; always @* foreach (r[k]) r[k] = 0; always @* assert (r[0]);": "write for",
    "wire [1:0] r = {<<{b}}; always @* assert (r);": "name the parts",
    "wire [3:0] r = b ** 2; always @* assert (r);": "write a product",
    "function automatic f(input x); int t = 3; f = t; endfunction always @* assert (f(a));": "declare it first",
    "function f(input x, input y = 1); f = x; endfunction always @* assert (f(a));": "where it is called",
    "struct packed {logic f;} p; assign p = '{f: a}; always @* assert (p);": "one by one",
}


@pytest.mark.parametrize("body", HINTS)
def test_what_yosys_does_not_know_has_a_hint(body: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        model_of(tmp_path, body)
    assert HINTS[body] in caught.value.hint and caught.value.where is not None


def test_a_memory_that_a_bit_clocks_has_a_hint(tmp_path: Path) -> None:
    """Yosys does not say where it is."""
    with pytest.raises(Unsupported, match="a memory whose clock is a bit of a vector") as caught:
        model_of(tmp_path, "reg m [0:1]; always @(posedge b[0]) m[b[1]] <= a; always @* assert (m[0]);")
    assert "name the bit" in caught.value.hint


INOUT: Final = module("always @* assert (a == a);", "inout a")
INNER: Final = "module s(input p); reg [2:0] r; endmodule\n" + module("s u(.p(a)); always @* assert (u.r <= 7);")


@pytest.mark.parametrize(("text", "why"), [(INOUT, "both directions"), (INNER, "into other modules")])
def test_refused_modules(text: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=why):
        model_of(tmp_path, text)


SAID: Final = {
    "delay behind <=": ("reg r; always @(posedge clk) begin r <= #1 a; assert (a || !a); end", "delays behind <="),
    "no driver": ("wire w; always @* assert (w == w);", "w has no driver"),
    "latch": ("reg r; always @* if (a) r = b[0]; always @* assert (!a || r == b[0]);", "r is a latch"),
    "incomplete list": ("reg r; always @(a) r = a & b[0]; always @* assert (r == (a & b[0]));", "read as always @*"),
    "assumption": ("always @* assume (a); always @* assert (a);", "assume (a)"),
    "restriction": ("restrict property (a); always @* assert (a);", "restrict property (a)"),
    "x": ("reg r; always @* if (a) r = 1'bx; else r = 0; always @* assert (a || !r);", "x stands for any value"),
    "inner index": ("logic [1:0][2:0] r; assign r = 0; always @* assert (r[0][b] == 0);", "an inner dimension"),
    "inner index of words": (
        "reg m [0:1][0:2]; always @(posedge clk) m[a][b] <= 1; always @* assert (m[0][1] || !m[0][1]);",
        "an inner dimension",
    ),
    "not in the design": (
        "generate if (0) always @* assert (a); endgenerate\nalways @* assert (a || !a);",
        "no part of the design has assert",
    ),
    "race": (
        "reg r, s; always @(posedge clk) r = a; always @(posedge clk) begin s <= r; assert (a == a); end",
        "r, which = sets at an edge",
    ),
    "asynchronous reset": (
        "reg r; always @(posedge clk or posedge a) if (a) r <= 0; else r <= b[0]; always @* assert (!a || !r);",
        "asynchronous resets",
    ),
    "clock as a value": ("reg r; always @(posedge clk) r <= clk; always @* assert (a == a);", "a step is an instant"),
    "both edges": (
        "reg r, s; always @(posedge clk) r <= a; always @(negedge clk) s <= r; always @* assert (a == a);",
        "a step is an instant",
    ),
}


def test_both_ways_to_set_a_variable(tmp_path: Path) -> None:
    text = (
        "reg r, s, q; always @* if (a) r <= b[0]; else\n"
        "case (b) 0: r = 1; 1, 2: begin r = 0; end default r = 1; endcase\n"
        "always @(posedge clk) begin s = a; s <= b[0]; if (s <= q) q <= 1; else q <= (s <= b[1]); end\n"
        "always @* assert (r == (a ? b[0] : (b == 0 || b == 3)));\n"
        "assert property (@(posedge clk) 1 |=> s == $past(b[0]));"
    )
    assert set(verdicts(model_of(tmp_path, text)).values()) == {"Holds"}


def test_membership(tmp_path: Path) -> None:
    text = (
        "wire signed [1:0] s = b; wire [3:0] v = {a, b};\n"
        "low: assert property (@(posedge clk) v inside {[0:2], 7} |-> v < 3 || v == 7);\n"
        "signs: assert property (@(posedge clk) s inside {[-2:-1],\n[0:1]});\n"
        "wide: assert property (@(posedge clk) (v + 1) inside {[1:16]});\n"
        "part: assert property (@(posedge clk) a && v[1:0] inside {0, 3} |-> b[0] == b[1]);\n"
        "past: assert property (@(posedge clk) $past(b) inside {[2:$]} == $past(b[1]));\n"
        "struct packed { logic [1:0] f; } p; assign p.f = b;\n"
        "member: assert property (@(posedge clk) a && p.f inside {1, 2} |-> ^b);\n"
        "other: assert property (@(posedge clk) b inside {a, [$:0]});\n"
        "reg q; always @b q = b inside {1, (b inside {3} ? 3 : 2)};\n"
        "inner: assert final (q == (b != 0));\n"
    )
    model = model_of(tmp_path, text)
    found = verdicts(model)
    assert found.pop("other") == "Violated" and set(found.values()) == {"Holds"} and len(found) == 7
    assert {prop.name: prop.where.line for prop in model.properties if prop.where}["wide"] == 6


def test_comparisons_with_patterns(tmp_path: Path) -> None:
    text = (
        "wire [5:0] w = {a, b, a, b}; wire signed [1:0] s = b;\n"
        "assert final ((b ==? 2'b1x) == b[1] && (b !=? 2'bz0) == b[0]);\n"
        "assert final ((w ==? 4'b1xxx) == (w[5:4] == 0 && w[3]));\n"
        "assert final ((s ==? 3'b0xx) && (w ==? 8'hx) && (w ==? 8'b00_xxxxxx) && (w ==? 8'h?3) == (w[3:0] == 3));\n"
        "assert property (@(posedge clk) {a, b} ==? 3'o? && w[1:0] ==? 2'b1? |-> b[1] ? 1 : a !=? 1'bx);\n"
        "assert final (b inside {2'b?1, 2'd2} == (b != 0));\n"
        "always @* if (w ==?\n2'b1x) assert (w == 2 || w == 3);\n"
    )
    model = model_of(tmp_path, text)
    assert set(verdicts(model).values()) == {"Holds"}
    assert sorted(prop.where.line for prop in model.properties if prop.where) == [3, 4, 5, 6, 7, 9]


def test_choices_by_membership(tmp_path: Path) -> None:
    text = (
        "reg [1:0] r; wire [3:0] v = {b, a, a}; wire signed [1:0] s = b;\n"
        "always @* unique case (v[3:0]) inside 0, 3: r = 0; [4:7]: r = 1; 4'b1?01, (a ? 4'd15 : 4'd12):\n"
        "case ({a, b}) inside 3'b1?1: r = 2; default r = 3; endcase default: r = 3; endcase\n"
        "always @* assert (r == (b == 0 ? 0 : b == 1 ? 1 : a && b == 3 ? 2 : 3));\n"
        "reg q; always @* case (s)\n"
        " inside [-2:-1]: q = 1; default: q = 0; endcase\n"
        "always @* assert (q == b[1]);"
    )
    assert verdicts(model_of(tmp_path, text)) == {"t.sv:5": "Holds", "t.sv:8": "Holds"}


def test_said(tmp_path: Path) -> None:
    plain = {name: body for name, (body, _) in SAID.items() if name not in ALONE}
    for bodies in (plain, *({name: SAID[name][0]} for name in ALONE)):
        model = model_of(tmp_path, together(list(bodies.values())))
        for name in bodies:
            what = SAID[name][1]
            assert any(what in sentence for sentence in model.origin.assumptions), (what, model.origin.assumptions)
        assert set(verdicts(model).values()) == {"Holds"}


SEVERAL_CLOCKS: Final = (
    "a clock that may stand still",
    "a gated clock",
    "the falling edge and the rising one",
    "one clock by two edges",
    "asynchronous reset and two clocks",
)
# What Verilog leaves undefined may be anything: none of these holds, although numbers might say so.
OPEN: Final = {
    "no first value": "reg r; always @(posedge clk) r <= r; always @* assert (!r);",
    "no driver": "wire w; always @* assert (w == 0);",
    "no driver, each step anew": "wire w; reg p = 0, q;\n"
    "always @(posedge clk) begin p <= 1; q <= w; if (p) assert (q == w); end",
    "quotient by zero": "always @* assert (b != 0 || 3 / b == 3);",
    "quotient by zero, all ones": "always @* assert (b != 0 || (2'd1 / b) == 2'd3);",
    "remainder by zero": "always @* assert (b != 0 || (2'd1 % b) == 2'd1);",
    "beyond a vector": "wire [2:0] v = 0; always @* assert (v[b] == 0);",
    "beyond a vector, part": "wire [2:0] v = 0; always @* assert (v[b +: 2] == 0);",
    "beyond a memory": "reg [1:0] m [0:2]; always @(posedge clk) m[b] <= 2;\n"
    "reg [1:0] p; always @(posedge clk) begin p <= b; if (p == 3) assert (m[p] == 2); end",
    "x": "wire y = a ? 1'bx : 1'b0; always @* assert (!y);",
    "nothing for full_case": (
        "reg r; always @* (* full_case *) case (b) 2'b10: r = 1; 2'b01: r = 0; endcase always @* assert (b != 3 || r);"
    ),
    "no priority for parallel_case": (
        "reg r; always @* begin r = 0; (* parallel_case *) casez (b) 2'b1?: r = 1; 2'b?1: r = 0; endcase end\n"
        "always @* assert (b != 3 || !r);"
    ),
    "a clock that may stand still": (
        "reg [1:0] r = 0, s = 0; always @(posedge clk) r <= r + 1; always @(posedge a) s <= s + 1;\n"
        "always @* assert (r == s);"
    ),
    "a gated clock": "wire g = clk & a; reg r = 0; always @(posedge g) r <= 1; always @* assert (!r);",
    "the falling edge and the rising one": "reg r = 0, s = 0;\n"
    "always @(negedge clk) r <= 1; always @(posedge clk) s <= r; always @* assert (!s);",
    "a part below the first bit": (
        "reg [3:0] v; always @* begin v = 0; v[b -: 2] = 3; end always @* assert (b != 0 || v == 0);"
    ),
    "an unread state": "reg r = 0; always @(posedge clk) if (b == 3) r <= 1; always @(posedge clk) assert (!r || !a);",
}


def test_nothing_undefined_is_proved(tmp_path: Path) -> None:
    assert_all(OPEN, "Violated", tmp_path)


# What is defined is as Verilog defines it.
DEFINED: Final = {
    "first values": "reg [3:0] r = 5; always @(posedge clk) r <= r; always @* assert (r == 5);",
    "first value of a part": "reg [1:0] r; initial r[0] = 1; always @(posedge clk) r <= r; always @* assert (r[0]);",
    "memory by initial": "reg [3:0] m [0:3]; initial m[1] = 5; always @* assert (m[1] == 5);",
    "memory, beyond the end": "reg [1:0] m [0:2]; initial begin m[0]=1; m[1]=1; m[2]=1; end\n"
    "always @(posedge clk) if (b == 3) m[b] <= 0; always @* assert (b == 3 || m[b] == 1);",
    "unique case has the first": "reg r; always @* begin r = 0;\n"
    "unique casez (b) 2'b1?: r = 1; 2'b?1: r = 0; endcase end always @* assert (b != 3 || r);",
    "x in a case never is": "reg r; always @* case (b) 2'b1x: r = 1; default r = 0; endcase always @* assert (!r);",
    "x in a casex is a pattern": "reg r; always @* casex (b) 2'b1x: r = 1; default r = 0; endcase\n"
    "always @* assert (r == b[1]);",
    "signed": "wire signed [1:0] s = b; always @* assert (b != 3 || s < 0);",
    "arithmetic shift": "wire signed [1:0] s = b; always @* assert (b != 2 || (s >>> 1) == -1);",
    "a part below the first bit": (
        "reg [3:0] v; always @* begin v = 0; v[b -: 2] = 3; end\n"
        "always @* assert (b == 0 ? v == 1 : b == 1 ? v == 3 : v[b -: 2] == 3);"
    ),
    "a part below the first bit of a word": (
        "reg [3:0] m [0:1]; initial m[0] = 0; always @(posedge clk) m[0][b -: 2] <= 3;\n"
        "reg p = 0; always @(posedge clk) begin p <= 1; if (!p) assume (b == 0); if (p) assert (m[0][0]); end"
    ),
    "a part before a vector that ascends": (
        "reg [0:3] v; always @* begin v = 0; v[b -: 2] = 3; end always @* assert (b != 0 || v == 4'b1000);"
    ),
    "a part below a range": (
        "reg [7:4] v; wire [3:0] i = {2'b00, b}; always @* begin v = 0; v[i +: 2] = 3; end\n"
        "always @* assert (b != 3 || v == 1);"
    ),
    "a negative index by the user": (
        "wire signed [5:0] n = -$signed({1'b0, b - 2'd1}); reg [7:0] v; always @* begin v = 0; v[3 + n +: 2] = 3; end\n"
        "always @* assert (b != 2 || (n == -1 && v == 12));"
    ),
    "an enumeration has a sign": "enum {LOW, HIGH} e; always_comb e = HIGH;\n"
    "always @* assert (e - 2 < 0 && LOW - 1 < 0);",
    "an enumeration with a type": "typedef enum logic [1:0] {P, Q} e; e r; assign r = e'(b);\n"
    "always @* assert (r == b);",
    "words of ours in strings": 'wire [47:0] s = "enum {"; wire [255:0] t = "// synopsys full_case";\n'
    'always @* assert (s == {"enum", " {"} && t[167:0] == {"//", " synopsys", " full_case"});',
    "a struct": "typedef struct packed {logic f; logic signed [1:0] g;} pair; pair r; assign r = {a, b};\n"
    "always @* assert (b != 3 || (r.g < 0 && r.f == a));",
    "a vector of named vectors": "typedef logic [1:0] two; two [1:0] r; assign r = {b, 2'b01};\n"
    "always @* assert (r[1] == b && r[0] == 1 && r[a] == (a ? b : 1));",
    "a cast is before the operator": "localparam P = 2; wire [3:0] i = {1'b0, b, a};\n"
    "always @* assert (|2'(i) == (b[0] | a) && ^P'(i) == (b[0] ^ a) && ~^(P + 1)'(i) == ~(^b ^ a) &&\n"
    "!2'(i) == (i[1:0] == 0) && (~2'(b) & 4'd15) == {2'b11, ~b} && -2'(b) + 2'(b) == 0);\n"
    "always @* assert (|2'(-3'({b, a})) == (i[1:0] != 0));",
    **{
        f"a cast has the sign of its type, {kind}": f"{before} wire signed [1:0] s = b;\n"
        f"always @* assert (({kind}'({of}) - 4 < 0) == {sign} && |{kind}'({of}) == |({of}));"
        for kind, of, sign, before in (
            ("int", "b", "1", ""),
            ("integer", "b", "1", ""),
            ("byte", "b", "1", ""),
            ("bit", "s[0]", "0", ""),
            ("e", "b", "1", "typedef enum {P, Q, R, S} e;"),
            ("e", "s", "0", "typedef enum logic [1:0] {P, Q, R, S} e;"),
            ("n", "b", "1", "typedef logic signed [1:0] n;"),
            ("n", "s", "0", "typedef logic [1:0] n;"),
            ("o", "b", "1", "typedef logic signed [1:0] m; typedef m o;"),
            ("packed_t", "s", "0", "typedef struct packed {logic signed [1:0] f;} packed_t;"),
            ("packed_s", "b", "1", "typedef struct packed signed {logic [1:0] f;} packed_s;"),
        )
    },
    **{
        f"a cast to fewer bits, {where}": f"reg [1:0] r; wire [2:0] c = {{a, b}}; localparam P = 2;\n"
        f"function [1:0] f(input [1:0] x); f = x; endfunction\nalways @* begin {body} end"
        for where, body in (
            ("assigned", "r = 2'(c); assert (r == b);"),
            ("computed and assigned", "r = a ? (2'(c) - 1) * 3 : ~2'(c); assert (r == 2'(a ? b * 3 - 3 : ~b));"),
            (
                "compared at a tick",
                "end a0: assert property (@(posedge clk) disable iff (a) b == 2'(c)); always @* begin",
            ),
            ("compared", "r = b - 1; assert (2'(c - 1) == r && 2'(c) <= b && (P)'(c) == {r + 2'd1});"),
            ("an index", "r = 0; r[1'(b)] = 1; assert (r[0] == !b[0] && c[1'(b) +: 2] == (b[0] ? c[2:1] : b));"),
            ("an argument", "r = f(2'(c)); assert (r == b);"),
            ("an argument that is computed", "r = f(2'(c) + 2'd3); assert (r == 2'(b - 1));"),
            ("put together", "r = {1'(c), 1'(c[2:1])}; assert (r == {b[0], b[1]});"),
            ("put together and compared with a part", "assert ({1'(c), 1'(c[2:1])} == {b[0], b[1]});"),
            ("asked", "assert (!1'(c) == !b[0] && (1'(c) && 1 || !b[0]) && (1'(c) ? b[0] : !b[0]));"),
            ("a number", "r = 3; assert ((r + 2'(1) == 2'd0) && (b + P'(3) <= 2'd3) && {b + 2'(5)} == {b + 2'd1});"),
            ("a number with a sign", "assert ($signed(b) + 2'(3) < 2 && (b != 2 || $signed(b) + 2'(0) < 0));"),
            ("as many bits", "assert ((b + 2'(b)) <= 2'd3 && ~3'(c) == ~c);"),
        )
    },
    **{
        f"a number without a size, {where}": f"reg [7:0] r; localparam P = 'd5; always @* begin r = 0; {body} end"
        for where, body in (
            ("written at an index", "r[b +: 2] = 'h5; assert (r == 1 << b);"),
            ("with a name, written at an index", "r[b +: 2] = P; assert (r == 1 << b);"),
            ("cast", "assert (2'('d5) == 1 && {2'('sb1_01), 1'b0} == 2 && (a ? 'o7 : -'d1) > 6);"),
            ("behind a size", "r = 3 'd5 + 3 'd 6; assert (r == 11 && 3 'd5 + 3 'd4 == 3 'd1);"),
            ("longer than others", "assert ('h1_0000_0000 >> 32 == 1 && $bits('h0) == 32);"),
            ("behind case", "case (b) 'd1: r = 1; 'd2: r = 2; default: r = 'b0; endcase assert (r == b || b == 3);"),
        )
    },
    **{
        f"a memory that is not written, {promise}": f"reg m [0:1]; initial begin m[0] = 0; m[1] = 0; end\n"
        f"always @(posedge clk) {promise} m[b[0]] <= 1;{end}\nalways @* assert (!m[0]);"
        for promise, end in (
            ("unique if (m[1])", ""),
            ("priority case (m[1]) 1'b1:", " endcase"),
            ("(* full_case, parallel_case = 1 *) case (m[1]) 1'b1:", " endcase"),
            ("(* full_case = 1 *) case (m[1]) 1'b1:", " endcase"),
            ("case (m[1]) // synopsys full_case\n 1'b1:", " endcase"),
        )
    },
    **{
        f"the last assignment counts, {where}": f"{more} reg [1:0] r = 0, p = 0; reg s = 0;\n"
        f"always @(posedge clk) begin s <= a; p <= b; if (a) {body} end always @* assert (!s || r == {value});"
        for where, body, value, more in (
            ("behind if", "begin if (b[0]) r <= 0; r <= 1; end", "1", ""),
            ("behind if and else", "begin if (b[0]) r <= 0; else r <= 2; begin r <= 1; end end", "1", ""),
            (
                "behind case",
                "begin case (b) 0: r <= 2; a ? 2 : 1: begin r <= 3; end default r <= 0; endcase\n"
                "r <= b + // one\n 1; end",
                "2'(p + 1)",
                "",
            ),
            ("a bit", "begin if (b[0]) r <= 0; else r <= 2; r[0] <= 1; end", "{!p[0], 1'b1}", ""),
            ("of some", "begin if (b[0]) {r[0], r[1]} <= 1; {r} <= 1; end", "1", ""),
            ("behind an index", "begin r[b[0]] <= 0; r[!b[0]] <= 0; r <= 1; end", "1", ""),
            ("in a case", "case (a) 1: begin if (b[0]) r <= 0; r <= 1; end endcase", "1", ""),
            (
                "in a loop",
                "for (int k = 0; k < 2; k = k + 1) begin r[k] <= 1; if (b[k] && !k) r <= 0; end",
                "{1'b1, !p[0]}",
                "",
            ),
            ("in a block with a name", "begin : named if (b[0]) r <= 0; r <= 1; end : named", "1", ""),
            ("of a task", "begin if (b[0]) r <= 0; act(1); end", "1", "task act(input [1:0] v); r <= v; endtask"),
            ("behind a task", "begin act(0); r <= 1; end", "1", "task act(input [1:0] v); if (b[0]) r <= v; endtask"),
        )
    },
    **{
        f"a default without a colon, {where}": f"localparam P = 1; reg [1:0] r = 0; reg v = 0, p = 0; {block}\n"
        "always @(posedge clk) begin v <= 1; p <= a; end always @* assert (!v || r == (p ? 1 : 3));"
        for where, block in (
            ("of what is true", "always @(posedge clk) case (1'b1) a: r <= 1; default r <= 3; endcase"),
            ("of what is false", "always @(posedge clk) case (1'b0) !a: r <= 1; default begin r <= 3; end endcase"),
            ("of a pattern", "always @(posedge clk) casez (1'b1) a: r <= 1; default if (1) r <= 3; endcase"),
            ("of a parameter", "always @(posedge clk) case (P) 2: r <= 0; default r <= a ? 1 : 3; endcase"),
            ("generated", "case (P) 2: ; default always @(posedge clk) r <= a ? 1 : 3; endcase"),
        )
    },
    "the first of two choices": "reg [1:0] r = 0; reg s = 0, q = 0; always @(posedge clk) begin s <= a; q <= b[0];\n"
    "if (a) begin r <= 1; if (b[0]) r <= 2; end end always @* assert (!s || r == (q ? 2 : 1));",
    **{
        f"a choice among numbers, {choice}": "localparam [1:0] A = 0;\n"
        f"function automatic [2:0] g(input [1:0] x); begin {choice} endcase end\n"
        f"endfunction wire [2:0] y = g(1); always @* assert (y == 2);"
        for choice in (
            "casez (x) 2'b1?: g = 1; 2'b?1: g = 2; default: g = 3;",
            "casex (x) 2'b1x: g = 1; 2'bx1: g = 2; default: g = 3;",
            "case (x + 2'd3) 2'd0: g = 1; 3'd4: g = 2; default: g = 3;",
            "case (x + 2'd3) A: g = 1; 4: g = 2; default: g = 3;",
            "case (x) 0, 2: g = 1; 1: g = 2; default: casez (x) 2'b1?: g = 1; default g = 2; endcase",
        )
    },
    "a choice among numbers, in a function as of old": "function [2:0] g; input [1:0] p, x; casez (p)\n"
    "2'b?1: g = 2; default: g = 3; endcase endfunction wire [2:0] y = g(1, 0); always @* assert (y == 2);",
    "a choice that has to be a number": "function automatic [2:0] g(input [1:0] x); case (x) 2'd0: g = 1;\n"
    "2'd1: g = 2; default g = 3; endcase endfunction localparam [2:0] P = g(1); always @* assert (P == 2);",
    **{
        f"a part of a word has the width of the left side, {where}": f"wire signed [1:0] s = b; {body}\n"
        f"reg p = 0, A; reg [1:0] B; always @(posedge clk) begin p <= 1; A <= a; B <= b; end\n"
        f"always @* assert (!p || {shown});"
        for where, body, shown in (
            (
                "a sign",
                "reg [7:0] m [0:1]; always @(posedge clk) begin m[a][7:4] <= s; m[a][3:0] <= s; end",
                "m[A] == {{2{B[1]}}, B, {2{B[1]}}, B}",
            ),
            (
                "a carry",
                "reg [7:0] m [0:1]; always @(posedge clk) if (a) m[a][6:4] = b + b; else m[a][6 -: 3] = b + b;",
                "m[A][6:4] == {B, 1'b0}",
            ),
            (
                "in a task",
                "reg [3:0] m [0:1]; task set(input [1:0] x); m[a][3:1] <= x + x; endtask always @(posedge clk) set(b);",
                "m[A][3:1] == {B, 1'b0}",
            ),
            (
                "several dimensions",
                "logic [1:0][3:0] m [0:1]; always @(posedge clk) if (b[1]) m[a][1] <= s; else m[a][b[0]] <= s;",
                "(B[1] ? m[A][1] == {2'b11, B} : m[A][B[0]] == B)",
            ),
            (
                "a place that varies",
                "reg [7:0] m [0:1]; always @(posedge clk) begin m[a][b +: 4] <= s; m[a][7] <= b; end",
                "m[A][B +: 4] == {{2{B[1]}}, B} && m[A][7] == B[0]",
            ),
            (
                "words in braces",
                "reg [3:0] m [0:1]; reg c; always @(posedge clk) {c, m[a], m[!a][2:1]} <= {b, a, 4'd9};",
                "m[A] == {B[0], A, 2'b10} && m[!A][2:1] == 1 && c == B[1]",
            ),
        )
    },
    "items that are computed": "localparam P = 1; reg r; always @* case (b) -1: r = 0; P + 1: r = 1; \n"
    "~{1'b0, a}: r = 0; default r = 0; endcase always @* assert (r == (b == 2));",
    "a parameter with a sign": "localparam signed A = 8'hF0, B = 2'd2; parameter signed C = 4'd9; localparam D = C;\n"
    "localparam unsigned E = -1; parameter signed W = 3'd3; wire [W-1:0] r = {W{a}}; wire [1:0] c = C[1:0];\n"
    "always @* assert (A == -16 && A < 0 && $bits(A) == 8 && B < 0 && C == -7 && D < 0 && E > 0 && &r == a && c == 1);",
    "a part of a word has the width of the left side, at first": "reg [7:0] m [0:1]; reg p = 0;\n"
    "initial begin m[0] = 0; m[0][7:4] = 2'sb10; m[0][0 +: 2] = 1'sb1; end\n"
    "always @(posedge clk) begin p <= 1; m[a] <= b; end always @* assert (p || m[0] == 8'hE3);",
    "bits of a turn, in braces": "reg [1:0] v, c; always @* for (int k = 0; k < 2; k++) {c[k], v[k]} = b[k] + a;\n"
    "always @* assert (v == (b ^ {a, a}) && c == (b & {a, a}));",
    "a default without a colon": "reg r, q; always @* begin\n"
    "case (1'b1) b[0]: r = 1; b[1]: r = 1; default r = 0; endcase\n"
    "case (2'd2) b: q = 1; default begin q = 0; end endcase end always @* assert (r == (b != 0) && q == (b == 2));",
    **{
        f"a latch keeps a constant, {where}": f"reg [3:0] l; always @* {body}\n"
        "reg [3:0] k; reg p = 0, A; reg [1:0] B; always @(posedge clk) begin p <= 1; A <= a; B <= b; k <= l; end\n"
        f"always @* assert (!p || a || b != 0 || l == ({value}));"
        for where, body, value in (
            ("set by one branch", "if (a) l = 5;", "A ? 5 : k"),
            ("beside data", "if (a) l = 0; else if (b[0]) l = {2{b}};", "A ? 0 : B[0] ? {2{B}} : k"),
            ("that is computed", "begin if (a) l = a >>> 2; if (b[0]) l = 9; end", "B[0] ? 9 : A ? 0 : k"),
            ("over data", "begin if (b != 0) l = {2{b}}; if (a) l[2] = 1; end", "k"),
        )
    },
    "a count of ones has a sign": "wire signed [1:0] s = b;\n"
    "always @* assert ($countones(a) > -1 && (b < 2 || $countones({a, a}) > s) && $countones(b) - 3 < 0);",
    "widths": "wire [1:0] sum = b + 2'd3; always @* assert (b != 1 || sum == 0);",
    "before the edge": "reg r = 0, s = 0; always @(posedge clk) begin r <= a; s <= r; end\n"
    "reg p = 0; always @(posedge clk) begin p <= r; assert (s == p); end",
    "initial assertion": "reg r = 0; always @(posedge clk) r <= 1; initial assert (!r);",
    "one clock by two edges": "reg r = 0, s = 0; always @(posedge clk) r <= !r; always @(negedge clk) s <= r;\n"
    "always @(posedge clk) assert (s == r);",
    "asynchronous reset and two clocks": (
        "reg r = 0, s = 0; always @(posedge clk or posedge a) if (a) r <= 0; else r <= 1;\n"
        "always @(posedge b[0]) s <= r; always @* assert (!a || !r);"
    ),
    "a wire that is wand": "wand w; assign w = a; assign w = b[0]; always @* assert (w == (a & b[0]));",
    "past": "reg p = 0; always @(posedge clk) begin p <= 1; if (p && $past(a) && a) assert ($stable(a)); end",
    "a generated block": "genvar k; generate for (k = 0; k < 2; k = k + 1) begin : g\n"
    "reg r = 0, q = 0; always @(posedge clk) r <= b[k];\n"
    "always @(posedge clk) begin q <= b[k]; assert (q == r); end end endgenerate",
}


def test_what_is_defined_is_proved(tmp_path: Path) -> None:
    assert_all(DEFINED, "Holds", tmp_path)


def assert_all(bodies: dict[str, str], verdict: str, folder: Path) -> None:
    """Each assertion of all these modules gets the verdict; those with one clock are read at once, and the others."""
    for several in (False, True):
        chosen = [body for name, body in bodies.items() if (name in SEVERAL_CLOCKS) is several]
        model = model_of(folder, together(chosen))
        assert (model.origin.netlist is not None and model.origin.netlist.clock is None) is several
        found = verdicts(model)
        lines = (folder / "t.sv").read_text().splitlines()
        places = {prop.name: prop.where.line for prop in model.properties if prop.where is not None}
        assert len(places) >= len(chosen)
        wrong = [lines[places[name] - 1] for name, got in found.items() if got != verdict]
        assert not wrong, wrong


_GLOBAL = {
    "type": ("typedef logic [1:0] w;", "typedef logic [3:0] w; w s;"),
    "enumeration": ("typedef enum logic [1:0] {P, Q} w;", "typedef enum logic [3:0] {S, T} w; w s;"),
    "struct": ("typedef struct packed {logic [1:0] x;} w;", "typedef struct packed {logic [3:0] x;} w; w s;"),
    "number": ("localparam N = 1;", "localparam N = 3; reg [N:0] s;"),
    "variable": ("localparam N = 1, s = 2;", "reg [3:0] a, s;"),
    "net": ("localparam s = 2;", "wire [3:0] s = d;"),
    "function": (
        "function [3:0] f(input [3:0] x); f = 0; endfunction",
        "function [3:0] f(input [3:0] x); f = x; endfunction reg [3:0] s;",
    ),
}


@pytest.mark.parametrize("kind", sorted(_GLOBAL))
@reads_verilog
def test_a_name_within_a_module_that_is_one_outside_as_well(kind: str, tmp_path: Path) -> None:
    """Yosys takes the one outside, where Verilog means the one inside."""
    outside, inside = _GLOBAL[kind]
    body = f"{inside} always @(posedge clk) here: assert (s < 4);"
    ports = "input clk, input [3:0] d"
    with pytest.raises(Unsupported, match="is declared outside of the modules as well"):
        model_of(tmp_path, f"{outside}\n{module(body, ports)}")


@reads_verilog
def test_what_comments_take_from_synthesis(tmp_path: Path) -> None:
    text = (
        "reg q = 0; always @(posedge clk) q <= a; // synthesis translate_off\n"
        "initial begin #10 $finish; end reg [ wrong\n"
        "//synthesis translate_on\n"
        "kept: assert property (@(posedge clk) a |=> q);\n/* synopsys translate_off */ out: assert (a); "
        '/* synopsys translate_on */ wire [7:0] s = "// synopsys translate_off";\n'
        "next: assert property (@(posedge clk) a |-> q || s == 0);"
    )
    model = model_of(tmp_path, text)
    assert verdicts(model) == {"kept": "Holds", "next": "Violated"}
    assert any("no part of the design has assert" in said for said in model.origin.assumptions)


@reads_verilog
def test_names_outside_of_modules_that_nobody_declares_again(tmp_path: Path) -> None:
    """Parts of structs and arguments of functions are no such names, and using one is not declaring it."""
    outside = (
        "typedef struct packed {logic valid; logic [3:0] data;} bus;\ntypedef enum logic {IDLE, BUSY} kind;\n"
        "localparam W = 4, D = 2;\nfunction [3:0] next(input [3:0] x); next = x + 1; endfunction\n"
    )
    body = (
        "kind now; bus b; wire [W-1:0] y = {data[1:0], D[1:0]}; localparam L = W + D;\n"
        "always @(posedge clk) begin now <= valid ? BUSY : IDLE; b.valid <= y == W || x == D;\n"
        "b.data <= next(data); end\n"
        "here: assert property (@(posedge clk) valid |=> now == BUSY);"
    )
    ports = "input clk, input valid, input [W-1:0] data, x, output kind other, output bus more"
    assert verdicts(model_of(tmp_path, outside + module(body, ports))) == {"here": "Holds"}


@reads_verilog
def test_several_assertions_on_one_line_are_counted_in_their_order(tmp_path: Path) -> None:
    """Of whatever kind they are, and in a loop by its turns, of which the tenth comes behind the second."""
    text = (
        "assert property (@(posedge clk) 1 |=> 1); always @* assert (a); assert property (@(posedge clk) a |=> a);\n"
        "for (genvar k = 0; k < 12; k = k + 1) begin : g always @* assert (k != 10); end\n"
    )
    found = verdicts(model_of(tmp_path, text))
    assert [found[name] for name in ("t.sv:2", "t.sv:2-2", "t.sv:2-3")] == ["Holds", "Violated", "Violated"]
    assert [name for name, verdict in found.items() if verdict == "Violated" and "t.sv:3" in name] == ["t.sv:3-11"]
