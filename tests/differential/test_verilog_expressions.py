"""Random expressions, and writes to parts of vectors, mean to us what they mean to Icarus Verilog.

The simulator computes each of them for every input; what it finds, where that is not x, is asserted and has to hold.
"""

from __future__ import annotations

import random
import subprocess
from pathlib import Path
from typing import Final

import pytest

from verilog import model_of, reads_verilog, simulates, verdicts

pytestmark = [reads_verilog, simulates]

WIDTH: Final = 6
MANY: Final = 24
DECLARED: Final = """  wire [3:0] u = i[3:0];
  wire signed [3:0] s = i[3:0];
  wire [1:0] v = i[5:4];
  wire signed [2:0] t = i[4:2];
  wire [0:3] up = i[5:2];
  wire [8:5] off = i[4:1];
"""
NAMES: Final = ("u", "s", "v", "t", "up", "off", "i", "4'd9", "2'sb10", "3", "-1", "5'sd7", "1'b1", "'d5", "'sd3")
BINARY: Final = ("+", "-", "*", "&", "|", "^", "~^", "<<", ">>", "<<<", ">>>", "<", "<=", "==", "!=", ">", "&&", "||")
UNARY: Final = ("~", "-", "!", "&", "|", "^", "~&", "~|")


def expression(chance: random.Random, depth: int) -> str:
    """Its operands are of all signs and widths; quotients have no zero below them, as that is x for the simulator."""
    if depth == 0 or chance.random() < 0.15:
        return chance.choice(NAMES)

    def inner() -> str:
        return expression(chance, depth - 1)

    vector = chance.choice(("u", "s", "i", "up", "off"))
    return chance.choice(
        (
            lambda: f"({inner()} {chance.choice(BINARY)} {inner()})",
            lambda: f"({inner()} {chance.choice(BINARY)} {inner()})",
            lambda: f"({inner()} {chance.choice('/%')} {chance.choice(('2', '3', chr(39) + 'sd3'))})",
            lambda: f"({chance.choice(UNARY)}({inner()}))",
            lambda: f"({inner()} ? {inner()} : {inner()})",
            lambda: "{" + f"{chance.choice(NAMES[:9])}, {chance.choice(NAMES[:9])}" + "}",
            lambda: "{2{" + chance.choice(NAMES[:7]) + "}}",
            lambda: f"$signed({chance.choice(NAMES[:7])})",
            lambda: f"$unsigned({inner()})",
            lambda: f"integer'({inner()})",
            lambda: f"8'({chance.choice(NAMES[:10])})",
            lambda: f"{vector}[{chance.choice('uvi')}]",
            lambda: f"{vector}[{chance.choice('uvst')} {chance.choice('+-')}: {chance.choice('123')}]",
        )
    )()


def statement(chance: random.Random, name: str) -> str:
    """``name`` gets a value in a block: that of an expression, or part by part, at places that may not exist."""
    if chance.random() < 0.6:
        return f"{name} = {expression(chance, 3)};"
    index = chance.choice(("u", "v", "s", "t", "u - 1", "v * 2", "{v, 1'b0}"))
    part = chance.choice((f"[{index}]", f"[{index} -: 2]", f"[{index} -: 3]", f"[{index} +: 2]"))
    if index == "u - 1" and "+" in part:
        # Far beyond the end, or one before the beginning: simulators do not agree on a difference without a sign.
        part = f"[{index}]"
    return f"{name} = {chance.choice(('0', '-1', 'i'))}; {name}{part} = {expression(chance, 1)};"


@pytest.mark.parametrize("seed", range(3))
def test_expressions(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    ranges = ("[7:0]", "[0:7]", "[10:3]", "signed [5:0]")
    regs = [f"  reg {chance.choice(ranges)} r{k};" for k in range(MANY)]
    blocks = [f"  always @* begin {statement(chance, f'r{k}')} end" for k in range(MANY)]
    body = "\n".join([DECLARED, *regs, *blocks])
    values = _simulated(body, tmp_path)
    checks = []
    for k, found in enumerate(values):
        known = "".join(f"    {place}: m = 8'b{_only(bits, '01')};\n" for place, bits in enumerate(found))
        ones = "".join(f"    {place}: e = 8'b{_only(bits, '1')};\n" for place, bits in enumerate(found))
        checks.append(
            f"  if (1) begin : g{k}\n  reg [7:0] m, e;\n  wire [7:0] r = r{k};\n"
            f"  always @* case (i)\n{known}  endcase\n  always @* case (i)\n{ones}  endcase\n"
            f"  always @* assert ((r & m) == e);\n  end\n"
        )
    path = tmp_path / "t.sv"
    path.write_text(f"module t(input [{WIDTH - 1}:0] i);\n{body}\n{''.join(checks)}endmodule\n")
    model = model_of(tmp_path, path.read_text())
    places = {prop.name: prop.where.line for prop in model.properties if prop.where is not None}
    order = sorted(places.values())
    wrong = [blocks[order.index(places[name])] for name, verdict in verdicts(model).items() if verdict != "Holds"]
    assert len(places) == MANY and not wrong, "\n".join([f"seed {seed}", *wrong])


def _only(bits: str, wanted: str) -> str:
    return "".join("1" if bit in wanted else "0" for bit in bits)


def _simulated(body: str, folder: Path) -> list[list[str]]:
    """The value of each variable for each input, as bits."""
    shown = " ".join("%b" for _ in range(MANY))
    names = ", ".join(f"w{k}" for k in range(MANY))
    wide = "\n".join(f"  wire [7:0] w{k} = r{k};" for k in range(MANY))
    program = f"""module simulated;
  reg [{WIDTH - 1}:0] i;
{body}
{wide}
  integer n;
  initial for (n = 0; n < {1 << WIDTH}; n = n + 1) begin i = n; #1 $display("{shown}", {names}); end
endmodule
"""
    (folder / "simulated.sv").write_text(program)
    made = ["iverilog", "-g2012", "-o", str(folder / "simulated"), str(folder / "simulated.sv")]
    subprocess.run(made, check=True, capture_output=True, text=True)
    told = subprocess.run([str(folder / "simulated")], check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in told.splitlines()]
    return [list(column) for column in zip(*rows, strict=True)]
