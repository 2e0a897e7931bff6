"""Layouts of random records, with bit-fields, packing and alignment: the bytes of initialised objects are gcc's.

Objects are compiled, not linked, so both data models are compared wherever gcc has a back end for them.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from assay.core.program import TranslationUnit
from assay.frontends.c import DataModel
from assay.frontends.c.read.declarations import Reader
from assay.frontends.c.read.linkage import Linked
from assay.frontends.c.read.tree import Constant, Convert
from assay.frontends.c.read.types import Int
from assay.frontends.c.text.clang import Cursor
from assay.frontends.c.text.dialect import parse
from assay.frontends.c.text.kinds import Kind

GCC, OBJCOPY = shutil.which("gcc"), shutil.which("objcopy")
SCALARS = {"char": 8, "short": 16, "int": 32, "long": 32, "long long": 64, "enum e": 32, "_Bool": 1}


def members(chance: random.Random, depth: int = 0) -> tuple[str, list[str]]:
    """The members of a record, and its initialisers in order."""
    text, values = [], []
    for number in range(chance.randint(1, 6)):
        kind = chance.choice(list(SCALARS))
        sign = chance.choice(("unsigned ", "signed ", "")) if kind not in ("enum e", "_Bool") else ""
        extra = chance.choice(("", "", "", " __attribute__((packed))", f" __attribute__((aligned({2 << depth})))"))
        choice = chance.random()
        if choice < 0.45:
            width = chance.randint(1, SCALARS[kind])
            text.append(f"{sign}{kind} m{depth}{number} : {width}{extra if 'packed' in extra else ''};")
            values.append(str(chance.randint(0, (1 << width) - 1)) + "ull")
        elif choice < 0.52:
            text.append(f"{kind} : {chance.choice((0, 1 if kind == '_Bool' else 3))};")
        elif choice < 0.62 and depth < 2:
            inner, inside = members(chance, depth + 1)
            text.append(f"struct {{ {inner} }} m{depth}{number}{extra};")
            values.append("{" + ", ".join(inside) + "}")
        elif choice < 0.7:
            text.append(f"{sign}{kind} m{depth}{number}[2]{extra};")
            values.append("{1, 0}")
        else:
            text.append(f"{sign}{kind} m{depth}{number}{extra};")
            values.append(str(chance.randint(0, 1 if kind == "_Bool" else 255)))
    return " ".join(text), values


def program(seed: int) -> str:
    """Twelve records with a mark between them, so that sizes show in the bytes as well."""
    chance = random.Random(seed)
    lines = ["enum e { A, B = 255 };", "int main(void) { return 0; }"]
    for number in range(12):
        inner, values = members(chance)
        attribute = chance.choice(("", "", " __attribute__((packed))", " __attribute__((packed, aligned(2)))"))
        pack = chance.choice((0, 0, 1, 2, 4))
        record = f"struct{attribute} s{number} {{ {inner} }};"
        lines.append(f"#pragma pack(push, {pack})\n{record}\n#pragma pack(pop)" if pack else record)
        lines.append(
            f"struct {{ struct s{number} v; unsigned char mark; }} v{number} = {{{{{', '.join(values)}}}, 85}};"
        )
    return "\n".join(lines) + "\n"


def our_bytes(text: str, model: DataModel) -> list[bytes]:
    unit = parse(TranslationUnit("/program.c"), text.encode(), model)
    reader = Linked([unit], model).readers[0]
    variables = [c for c in unit.declarations() if c.kind == Kind.VARIABLE]
    return [_bytes(reader, variable) for variable in variables]


def _bytes(reader: Reader, cursor: Cursor) -> bytes:
    variable = reader._global(cursor)
    whole = 0
    for part in reader.linked.initial(variable):
        assert isinstance(part.type, Int)
        value = part.value.operand if isinstance(part.value, Convert) else part.value
        assert isinstance(value, Constant)
        first, width = (0, part.type.width) if part.bits is None else part.bits[:2]
        low = 8 * part.offset + first
        mask = ((1 << width) - 1) << low
        whole = whole & ~mask | (value.value << low) & mask
    return whole.to_bytes(variable.type.size, "little")


@pytest.mark.skipif(GCC is None or OBJCOPY is None, reason="gcc is not installed")
@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("seed", range(12))
def test_the_bytes_are_those_of_gcc(seed: int, model: DataModel, tmp_path: Path) -> None:
    assert GCC is not None and OBJCOPY is not None
    text = program(seed)
    source, target = tmp_path / "program.c", tmp_path / "program.o"
    source.write_text(text)
    flags = ["-m64" if model is DataModel.LP64 else "-m32", "-std=gnu17", "-fdata-sections", "-w", "-c"]
    subprocess.run([GCC, *flags, str(source), "-o", str(target)], check=True)
    for number, ours in enumerate(our_bytes(text, model)):
        raw = tmp_path / "raw"
        command = [OBJCOPY, "-O", "binary", f"--only-section=.data.v{number}", str(target), str(raw)]
        subprocess.run(command, check=True)
        assert ours.hex() == raw.read_bytes().hex(), f"v{number} of\n{text}"
