"""Random small designs do in our model what they do in Icarus Verilog, cycle by cycle, for inputs drawn at random.

Each kind of design is about something that is easily read wrong, with expressions and shapes filled in by chance.  The
simulator tells the output at each cycle; with these inputs it has to be the same, and the end has to be reached.
Indices stay within what they choose from, and all registers have first values: nothing is x.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from verilog import model_of, reads_verilog, simulates, verdicts

pytestmark = [reads_verilog, simulates]

ROUNDS: Final = int(os.environ.get("ASSAY_VERILOG_DESIGNS", "2"))
CYCLES: Final = 12
PORTS: Final = "input clk, input rst, input [7:0] i, input signed [3:0] s, input [2:0] j, output [31:0] y"
ATOMS: Final = (
    "i",
    "s",
    "j",
    "i[3:0]",
    "s[1:0]",
    "i[j]",
    "rst",
    "4'sd7",
    "-3",
    "8'd200",
    "'h5",
    "$signed(i)",
    "{s, j}",
)
TYPES: Final = ("[7:0]", "[3:0]", "signed [7:0]", "signed [3:0]", "[0:7]", "[11:4]", "signed [0:5]", "[15:0]")


class Draw(random.Random):
    """Chance, with the parts of a design that it fills in."""

    def type(self) -> str:
        return self.choice(TYPES)

    def value(self, depth: int = 1, names: tuple[str, ...] = ATOMS) -> str:
        """An expression of these names; in brackets, so that nothing around it binds tighter."""
        if not depth:
            return self.choice(names)
        left, right = self.value(depth - 1, names), self.value(depth - 1, names)
        operator = self.choice(("+", "-", "*", "&", "^", "<", "==", "&&", ">>>", "?"))
        if operator == ">>>":
            return f"({left} >>> 2)"
        return f"({left} ? {right} : {self.choice(names)})" if operator == "?" else f"({left} {operator} {right})"


def functions(draw: Draw) -> str:
    inside = draw.value(2, ("a", "b", "-4'sd3", "8'd9", "a + b"))
    return (
        f"function automatic {draw.type()} f(input {draw.type()} a, input {draw.type()} b); begin f = {inside};\n"
        f"if (a > b) f = f + b; end endfunction wire {draw.type()} w = f({draw.value()}, s);\n"
        f"assign y = {{f(w, {draw.value()}), w}} + f(i, s);"
    )


def tasks(draw: Draw) -> str:
    return (
        f"reg {draw.type()} p; reg {draw.type()} q; task set(input {draw.type()} a, output {draw.type()} b,\n"
        f"inout {draw.type()} c); begin b = a >>> 1; c = c + b; end endtask\n"
        f"always_comb begin p = {draw.value()}; q = 0; set({draw.value()}, q, p); set(p, p, q); end\n"
        "assign y = {p, q};"
    )


def choices(draw: Draw) -> str:
    items = "".join(f"{draw.choice(('3', '4'))}'b{draw.randrange(8):03b}: r = {draw.value()};\n" for _ in range(3))
    by = draw.choice(("s", "j", "i[3:0]", "j + s", "{j, rst}"))
    colon = draw.choice((":", ""))
    return (
        f"reg {draw.type()} r, q; always_comb begin {draw.choice(('case', 'casez'))} ({by})\n{items}"
        f"{draw.choice(('-1', '5', '{1{s}}'))}: r = 3; default{colon} r = {draw.value()}; endcase\n"
        f"case (1'b1) i[j]: q = 1; (s > 2): q = {draw.value()}; default{colon} q = 9; endcase end assign y = {{r, q}};"
    )


def left_sides(draw: Draw) -> str:
    return (
        f"reg [7:0] v = 5, w; reg {draw.type()} b; always_comb begin w = 9;\n"
        f"{{b, w[{draw.choice('567')}:2]}} = {draw.value()}; w[j[1:0] +: 3] = {draw.value()}; end\n"
        f"always @(posedge clk) begin v[j] <= {draw.value()};\n"
        f"if (i[0]) begin if (i[1]) v <= {draw.value()}; v[3:2] <= s; end end assign y = {{v, w, b}};"
    )


def memories(draw: Draw) -> str:
    low = draw.choice((0, 0, 3))
    part = draw.choice(("[7:4]", "[j[1:0] +: 4]", "[4 +: 3]", "[5]"))
    return (
        f"reg {draw.choice(('', 'signed'))} [7:0] m [{low}:{low + 3}]; integer k;\n"
        f"initial for (k = {low}; k < {low + 4}; k = k + 1) m[k] = k * 7; wire [1:0] n = {draw.value()};\n"
        f"always @(posedge clk) begin m[{low} + j[1:0]]{part} <= {draw.value()}; if (rst) m[{low} + n] <= s;\n"
        f"if (i[7]) m[{low + 1}][3:0] <= {draw.value()}; end\n"
        f"assign y = {{m[{low}], m[{low + 3}]}} + (m[{low} + i[1:0]] >>> 1) + m[{low + 1}][i[2:0]];"
    )


def latches(draw: Draw) -> str:
    body = draw.choice(
        (
            "if (i[0]) l = 5; else if (i[1]) l = {0};",
            "begin if (i[0]) l = {0}; if (i[1]) l[2:1] = 2; end",
            "case (j) 0: l = {0}; 1: l = -1; 2: l[0] = s; endcase",
        )
    )
    return (
        f"reg {draw.choice(('[7:0]', 'signed [3:0]'))} l = 1; always @* {body.format(draw.value())}\n"
        f"reg [7:0] c = 3; always @(posedge clk or posedge rst) if (rst) c <= {draw.randrange(9)}; else c <= c + l;\n"
        "assign y = {c, l};"
    )


def parameters(draw: Draw) -> str:
    kinds = ("signed ", "", "signed [3:0] ", "[3:0] ", "integer ")
    given = draw.choice(("8'hF0", "4'd9", "-4'sd5", "3'sb101", "-3"))
    return (
        f"wire [31:0] p, q; part_NAME #(.K({given}), .W({draw.randint(3, 9)})) u(.a(i[2:0]), .z(p));\n"
        "part_NAME v(j, q); assign y = p ^ (q << 9); endmodule\n"
        f"module part_NAME #(parameter W = 4, parameter {draw.choice(('', 'signed '))}V = 6,\n"
        f"parameter {draw.choice(kinds)}K = {draw.randint(-8, 7)}) (input signed [W-1:0] a, output [31:0] z);\n"
        f"localparam {draw.choice(kinds)}L = 4'd12; assign z = {{a + K, a * L}} + (K < a) + (L > a) + (V >>> 1);"
    )


def generated(draw: Draw) -> str:
    return (
        "wire [7:0] w; wire signed [4:0] c [0:4]; assign c[0] = s; genvar k;\n"
        f"for (k = 0; k < 4; k = k + 1) begin : g localparam signed [3:0] K = k - 2; reg signed [4:0] r = K;\n"
        f"always @(posedge clk) r <= c[k] {draw.choice('+-^')} K; assign c[k + 1] = r + {draw.value()};\n"
        f"if (k % 2) assign w[2 * k +: 2] = s >>> k; else assign w[2 * k +: 2] = {draw.value()}; end\n"
        "assign y = {c[4], c[2], w, g[1].r};"
    )


KINDS: Final[tuple[Callable[[Draw], str], ...]] = (
    functions,
    tasks,
    choices,
    left_sides,
    memories,
    latches,
    parameters,
    generated,
)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_designs(seed: int, tmp_path: Path) -> None:
    draw = Draw(seed)
    inputs = [
        f"{draw.randrange(4) == 0:b}{draw.getrandbits(8):08b}{draw.getrandbits(4):04b}{draw.getrandbits(3):03b}"
        for _ in range(CYCLES)
    ]
    designs = {}
    for kind in KINDS:
        name = kind.__name__
        designs[name] = f"module {name}({PORTS});\n{kind(draw).replace('NAME', name)}\nendmodule\n"
    sources = "".join(designs.values())
    values = _simulated(sources, tuple(designs), inputs, tmp_path)
    checks = []
    for name, found in values.items():
        assert not set("".join(found)) & set("xz"), (name, designs[name])
        checks.append(f"wire [31:0] y_{name}; reg [31:0] e_{name}; {name} u_{name}(.y(y_{name}), {_connected()});\n")
        checks.append(f"always @* {_table(f'e_{name}', found)} always @* {name}_: assert (y_{name} == e_{name});\n")
    whole = " && ".join(f"y_{name} == e_{name}" for name in values)
    text = (
        f"{sources}module top({PORTS.rpartition(',')[0]}); reg [3:0] n = 0; always @(posedge clk) n <= n + 1;\n"
        f"reg [15:0] given; always @* {_table('given', inputs)} always @* assume ({{rst, i, s, j}} == given);\n"
        f"always @* assume (n < {CYCLES}); {''.join(checks)}"
        f"always @* the_end: cover (n == {CYCLES - 1} && {whole}); endmodule\n"
    )
    told = verdicts(model_of(tmp_path, text, top="top"))
    wrong = [designs[name] for name in designs if told[f"{name}_"] != "Holds"]
    assert not wrong and told["the_end"] == "Violated", "\n".join([f"seed {seed}", *wrong])


def _connected() -> str:
    return ", ".join(f".{name}({name})" for name in re.findall(r"(\w+)(?=,)", PORTS))


def _table(name: str, values: list[str]) -> str:
    rows = "".join(f"{number}: {name} = {len(value)}'b{value};\n" for number, value in enumerate(values))
    return f"case (n) {rows} default: {name} = 0; endcase"


def _simulated(sources: str, names: tuple[str, ...], inputs: list[str], folder: Path) -> dict[str, list[str]]:
    """What each design has at its output, at each cycle, as bits."""
    parts = "".join(f"wire [31:0] y_{name}; {name} u_{name}(.y(y_{name}), {_connected()});\n" for name in names)
    shown = f'$display("{" ".join("%b" for _ in names)}", {", ".join(f"y_{name}" for name in names)});'
    steps = "".join(f"{{rst, i, s, j}} = 16'b{given}; #1 {shown} clk = 1; #1 clk = 0;\n" for given in inputs)
    program = (
        f"{sources}module simulated; reg clk = 0, rst = 0; reg [7:0] i = 0; reg signed [3:0] s = 0; reg [2:0] j = 0;\n"
        f"{parts}initial begin #1 {{i, s, j}} = 15'h7E7F; #1\n{steps}end endmodule\n"
    )
    (folder / "simulated.sv").write_text(program)
    made = ["iverilog", "-g2012", "-s", "simulated", "-o", str(folder / "simulated"), str(folder / "simulated.sv")]
    done = subprocess.run(made, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    told = subprocess.run(["vvp", str(folder / "simulated")], check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in told.splitlines()]
    return {name: list(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}
