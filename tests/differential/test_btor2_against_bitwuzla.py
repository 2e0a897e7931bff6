"""Every operator of BTOR2 means to us what it means to Bitwuzla, which reads the format by itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.core.terms.evaluate import Evaluation
from assay.frontends.hardware.btor2 import btor2_model
from assay.frontends.text import Source

bitwuzla = pytest.importorskip("bitwuzla")

SAME = "and nand or nor xor xnor add sub mul udiv sdiv smod urem srem sll srl sra rol ror"
PREDICATES = "eq neq ugt ugte ult ulte sgt sgte slt slte uaddo saddo usubo ssubo umulo smulo sdivo"
SEED = 5


def lines(width: int) -> dict[str, tuple[str, int]]:
    """By operator: a line without its number, over two operands of ``width``, and the width of what it is."""
    written = {
        **{op: (f"{op} 2 {{0}} {{1}}", width) for op in SAME.split()},
        **{op: (f"{op} 2 {{0}} {{1}}", 1) for op in PREDICATES.split()},
        **{op: (f"{op} 2 {{0}}", width) for op in ("not", "inc", "dec", "neg")},
        **{op: (f"{op} 2 {{0}}", 1) for op in ("redand", "redor", "redxor")},
        "concat": ("concat 2 {0} {1}", 2 * width),
        "uext": ("uext 2 {0} 3", width + 3),
        "sext": ("sext 2 {0} 3", width + 3),
        "slice": (f"slice 2 {{0}} {width - 1} {width // 2}", width - width // 2),
        "negated operands": ("add 2 -{0} -{1}", width),
    }
    if width == 1:
        written |= {op: (f"{op} 2 {{0}} {{1}}", 1) for op in ("iff", "implies")}
        written["ite"] = ("ite 2 {0} {1} -{1}", 1)
    return written


def operands(width: int) -> Iterator[tuple[int, int]]:
    """All pairs, or those at the borders and some others."""
    if width <= 3:
        yield from ((x, y) for x in range(1 << width) for y in range(1 << width))
        return
    chance, top = random.Random(SEED), (1 << width) - 1
    for _ in range(40):
        borders = (0, 1, 2, width - 1, width, width + 1, top, top - 1, 1 << (width - 1), chance.randint(0, top))
        yield chance.choice(borders), chance.choice(borders)


def agrees(path: Path, line: str, width: int, result: int, values: list[tuple[int, int, int]]) -> bool:
    """Does Bitwuzla say that the line has these values (the last of each three) for these operands?"""
    text = [f"1 sort bitvec {width}", f"2 sort bitvec {result}", "3 sort bitvec 1"]
    for k, (x, y, value) in enumerate(values):
        n = 6 * k + 4
        text += [f"{n} constd 1 {x}", f"{n + 1} constd 1 {y}", f"{n + 2} {line.format(n, n + 1)}"]
        text += [f"{n + 3} constd 2 {value}", f"{n + 4} eq 3 {n + 2} {n + 3}", f"{n + 5} constraint {n + 4}"]
    path.write_text("\n".join([*text, ""]))
    parser = bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options(), "btor2")
    parser.parse(str(path), True)
    return bool(parser.bitwuzla().check_sat() == bitwuzla.Result.SAT)


@pytest.mark.parametrize("width", [1, 2, 3, 4, 5, 8, 17])
def test_operators_have_the_same_values(tmp_path: Path, width: int) -> None:
    for op, (line, result) in lines(width).items():
        sorts = f"1 sort bitvec {width}\n2 sort bitvec {result}\n3 input 1\n4 input 1\n"
        model = btor2_model(Source("x.btor2", f"{sorts}5 {line.format(3, 4)}\n6 output 5 r\n"))
        a, b = model.inputs
        values = []
        for x, y in operands(width):
            value = Evaluation({a: x, b: y})(model.definitions["r"])
            assert isinstance(value, int)
            values.append((x, y, value))
        assert agrees(tmp_path / "x.btor2", line, width, result, values), (op, SEED)
        x, y, value = values[-1]
        assert not agrees(tmp_path / "x.btor2", line, width, result, [(x, y, value ^ 1)]), op
