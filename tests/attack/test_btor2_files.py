"""BTOR2, line by line: small files whose verdict is plain, and files that are refused with their place.

Lines are separated by bars; numbers 1 to 3 are the sorts of one bit, of four bits, and of arrays of these under these,
unless a file begins with an equals sign.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import assay
from assay.core.errors import InputError

SORTS = "1 sort bitvec 1 | 2 sort bitvec 4 | 3 sort array 2 2 | "

# H: holds, V: violated; a letter for each property.
DECIDED = {
    "init from other state": (
        "H",
        "4 state 2 a | 5 state 2 b | 6 init 2 4 5 | 7 neq 1 4 5 | 8 bad 7 | 9 next 2 4 5 | 10 next 2 5 5",
    ),
    "init from expression of state": (
        "H",
        "4 state 2 a | 5 inc 2 4 | 6 state 2 b | 7 init 2 6 5 | 8 eq 1 4 6 | 9 bad 8 | 10 next 2 4 4 | 11 next 2 6 6",
    ),
    "constd neg fits": ("H", "4 constd 2 -8 | 5 consth 2 8 | 6 neq 1 4 5 | 7 bad 6"),
    "consth upper": ("H", "4 consth 2 F | 5 ones 2 | 6 neq 1 4 5 | 7 bad 6"),
    "bad negated": ("H", "4 one 1 | 5 bad -4"),
    "bad negated 2": ("V", "4 zero 1 | 5 bad -4"),
    "constraint false": ("H", "4 zero 1 | 5 one 1 | 6 constraint 4 | 7 bad 5"),
    "constraint negated": ("H", "4 input 1 | 5 constraint -4 | 6 bad 4"),
    "constraint at last step": (
        "H",
        "4 state 2 c | 5 zero 2 | 6 init 2 4 5 | 7 inc 2 4 | 8 next 2 4 7 | 9 constd 2 3 | 10 ult 1 4 9 | "
        "11 constraint 10 | 12 eq 1 4 9 | 13 bad 12",
    ),
    "two bads": ("HV", "4 state 1 s | 5 zero 1 | 6 init 1 4 5 | 7 next 1 4 4 | 8 bad 4 | 9 bad -4"),
    "state no next": ("V", "4 state 1 s | 5 zero 1 | 6 init 1 4 5 | 7 bad 4"),
    "state no init": ("V", "4 state 1 s | 5 next 1 4 4 | 6 bad 4"),
    "array const init": (
        "H",
        "4 state 3 m | 5 zero 2 | 6 init 3 4 5 | 7 next 3 4 4 | 8 input 2 i | 9 read 2 4 8 | 10 redor 1 9 | 11 bad 10",
    ),
    "array no init": (
        "V",
        "4 state 3 m | 5 zero 2 | 7 next 3 4 4 | 8 input 2 i | 9 read 2 4 8 | 10 redor 1 9 | 11 bad 10",
    ),
    "array write": (
        "V",
        "4 state 3 m | 5 zero 2 | 6 init 3 4 5 | 7 input 2 i | 8 input 2 d | 9 write 3 4 7 8 | 10 next 3 4 9 | "
        "11 read 2 4 5 | 12 ones 2 | 13 eq 1 11 12 | 14 bad 13",
    ),
    "array init from array": (
        "H",
        "4 state 3 m | 5 state 3 n | 6 init 3 5 4 | 7 neq 1 4 5 | 8 bad 7 | 9 next 3 4 4 | 10 next 3 5 5",
    ),
    "array eq ite": (
        "H",
        "4 state 3 m | 5 state 3 n | 6 input 1 c | 7 ite 3 6 4 5 | 8 eq 1 7 4 | 9 eq 1 7 5 | 10 or 1 8 9 | 11 bad -10",
    ),
    "array input": ("V", "4 input 3 m | 5 input 2 i | 6 read 2 4 5 | 7 redand 1 6 | 8 bad 7"),
    "array init with state elem": (
        "H",
        "4 state 3 m | 5 state 2 e | 6 init 3 4 5 | 7 input 2 i | 8 read 2 4 7 | 9 neq 1 8 5 | 10 bad 9 | "
        "11 next 3 4 4 | 12 next 2 5 5",
    ),
    "rol by more": ("H", "4 consth 2 9 | 5 constd 2 5 | 6 rol 2 4 5 | 7 consth 2 3 | 8 neq 1 6 7 | 9 bad 8"),
    "ror width 3": (
        "H",
        "= 1 sort bitvec 1 | 2 sort bitvec 3 | 4 constd 2 3 | 5 constd 2 7 | 6 ror 2 4 5 | 7 constd 2 5 | "
        "8 neq 1 6 7 | 9 bad 8",
    ),
    "sll beyond": ("H", "4 input 2 | 5 constd 2 4 | 6 sll 2 4 5 | 7 redor 1 6 | 8 bad 7"),
    "sra beyond": ("H", "4 consth 2 8 | 5 ones 2 | 6 sra 2 4 5 | 7 redand 1 6 | 8 bad -7"),
    "udiv zero": ("H", "4 input 2 | 5 zero 2 | 6 udiv 2 4 5 | 7 redand 1 6 | 8 bad -7"),
    "urem zero": ("H", "4 input 2 | 5 zero 2 | 6 urem 2 4 5 | 7 neq 1 4 6 | 8 bad 7"),
    "sdiv zero": (
        "H",
        "4 input 2 | 5 zero 2 | 6 sdiv 2 4 5 | 7 slt 1 4 5 | 8 one 2 | 9 ones 2 | 10 ite 2 7 8 9 | "
        "11 neq 1 6 10 | 12 bad 11",
    ),
    "smod zero": ("H", "4 input 2 | 5 zero 2 | 6 smod 2 4 5 | 7 neq 1 4 6 | 8 bad 7"),
    "sdiv overflow": (
        "HH",
        "4 consth 2 8 | 5 ones 2 | 6 sdiv 2 4 5 | 7 neq 1 4 6 | 8 bad 7 | 9 sdivo 1 4 5 | 10 bad -9",
    ),
    "div by input V": (
        "V",
        "4 input 2 | 5 input 2 | 6 udiv 2 4 5 | 7 redand 1 6 | 8 redor 1 5 | 9 and 1 7 -8 | 10 bad 9",
    ),
    "sext 0 alias": ("H", "4 input 2 a | 5 sext 2 4 0 | 6 neq 1 4 5 | 7 bad 6"),
    "concat order": (
        "H",
        "4 one 1 | 5 zero 1 | 6 sort bitvec 2 | 7 concat 6 4 5 | 8 constd 6 2 | 9 neq 1 7 8 | 10 bad 9",
    ),
    "symbol then comment": ("V", "4 input 1 a ; b | 5 bad 4 name;x"),
    "justice": ("V", "4 state 1 s | 5 zero 1 | 6 init 1 4 5 | 7 not 1 4 | 8 next 1 4 7 | 9 justice 2 4 -4"),
    "justice hold": ("H", "4 state 1 s | 5 zero 1 | 6 init 1 4 5 | 7 next 1 4 4 | 9 justice 1 4"),
    "fair blocks justice": (
        "H",
        "4 state 1 s | 5 zero 1 | 6 init 1 4 5 | 7 next 1 4 4 | 8 fair 4 | 9 justice 1 -4",
    ),
    "justice and constraint": ("H", "4 input 1 i | 5 constraint -4 | 9 justice 1 4"),
    "justice with a memory": (
        "V",
        "4 state 3 m | 5 zero 2 | 6 init 3 4 5 | 7 input 2 i | 8 input 2 v | 9 write 3 4 7 8 | 10 next 3 4 9 | "
        "11 read 2 4 5 | 12 redor 1 11 | 13 justice 2 12 -12",
    ),
    "fair does not touch bad": ("V", "4 state 1 s | 5 zero 1 | 6 init 1 4 5 | 7 next 1 4 4 | 8 fair 4 | 9 bad -4"),
    "deadlock constraint and justice": (
        "H",
        "4 state 1 s | 5 zero 1 | 6 init 1 4 5 | 7 one 1 | 8 next 1 4 7 | 9 constraint -4 | 10 justice 1 -4",
    ),
    "tabs": ("V", "= 1\tsort\tbitvec\t1 | 2\tone\t1 | 3\tbad\t2"),
    "same symbols": ("V", "4 input 1 a | 5 input 1 a | 6 xor 1 4 5 | 7 bad 6"),
    "symbol like ours": (
        "V",
        "4 state 1 s | 5 state 1 s_next | 6 state 1 s@0 | 7 and 1 4 5 | 8 and 1 7 6 | 9 bad 8",
    ),
    "implies": ("H", "4 input 1 | 5 zero 1 | 6 implies 1 5 4 | 7 bad -6"),
    "redxor": ("H", "4 consth 2 7 | 5 redxor 1 4 | 6 bad -5"),
    "output neg": ("V", "4 input 1 | 5 output -4 o | 6 bad 4"),
    "unicode symbol": ("V", "4 input 1 größe | 5 bad 4 böse"),
    "bad one bit sum": ("H", "4 input 1 | 5 add 1 4 4 | 6 bad 5"),
    "mul1": ("H", "4 input 1 | 5 input 1 | 6 mul 1 4 5 | 7 and 1 4 5 | 8 neq 1 6 7 | 9 bad 8"),
    "neg1": ("H", "4 input 1 | 5 neg 1 4 | 6 neq 1 4 5 | 7 bad 6"),
    "sext1": ("H", "4 input 1 | 5 sext 2 4 3 | 6 redor 1 5 | 7 neq 1 6 4 | 8 bad 7"),
    "slt1": ("H", "4 one 1 | 5 zero 1 | 6 slt 1 4 5 | 7 bad -6"),
}

REFUSED = {
    "a first value from itself": "4 state 2 a | 6 init 2 4 4 | 7 redor 1 4 | 8 bad 7",
    "first values from each other": "4 state 2 a | 5 state 2 b | 6 init 2 4 5 | 7 not 2 4 | 8 init 2 5 7",
    "a first value from an input": "4 input 1 i | 5 state 1 s | 6 init 1 5 4 | 7 bad 5",
    "const short": "4 const 2 101 | 5 bad 4",
    "const long": "4 const 1 101 | 5 bad 4",
    "constd neg too far": "4 constd 2 -9",
    "constd too large": "4 constd 2 16",
    "consth too large": "4 consth 2 10",
    "consth neg": "4 consth 2 -1",
    "const neg": "4 const 2 -101",
    "constd plus": "4 constd 2 +1",
    "ids decreasing": "5 zero 1 | 4 one 1 | 6 bad 5",
    "ids equal": "5 zero 1 | 5 one 1 | 6 bad 5",
    "id zero": "= 0 sort bitvec 1",
    "forward reference": "4 not 1 5 | 5 zero 1",
    "bad wide": "4 zero 2 | 5 bad 4",
    "constraint wide": "4 zero 2 | 5 constraint 4",
    "array negated": "4 state 3 m | 5 zero 2 | 6 read 2 -4 5",
    "array wrong index": "4 state 3 m | 5 zero 1 | 6 read 2 4 5",
    "array sort nested": "4 sort array 2 3",
    "array of array index": "4 sort array 3 2",
    "add arrays": "4 state 3 m | 5 add 3 4 4",
    "slice reversed": "4 input 2 | 5 slice 1 4 0 1",
    "slice out": "4 input 2 | 5 slice 1 4 4 4",
    "slice wrong sort": "4 input 2 | 5 slice 2 4 1 0",
    "uext wrong sort": "4 input 1 | 5 uext 2 4 2",
    "uext neg": "4 input 1 | 5 uext 2 4 -3",
    "too wide": "= 1 sort bitvec 1048577",
    "width 0": "= 1 sort bitvec 0",
    "sort missing": "= 1 sort bitvec",
    "sort odd": "= 1 sort float 3",
    "next for input": "4 input 1 | 5 next 1 4 4",
    "next twice": "4 state 1 | 5 next 1 4 4 | 6 next 1 4 -4",
    "init twice": "4 state 1 | 5 zero 1 | 6 init 1 4 5 | 7 init 1 4 -5",
    "next wrong sort": "4 state 1 | 5 zero 2 | 6 next 1 4 5",
    "next neg state": "4 state 1 | 5 next 1 -4 4",
    "unknown op": "4 foo 1 2",
    "extra operand": "4 input 1 | 5 input 1 | 6 and 1 4 5 4 5 | 7 bad 6",
    "justice short": "4 input 1 | 5 justice 2 4",
    "iff wide": "4 input 2 | 5 iff 1 4 4",
    "eq sorts": "4 input 2 | 5 input 1 | 6 eq 1 4 5",
    "eq result sort": "4 input 2 | 6 eq 2 4 4",
    "ite cond wide": "4 input 2 | 5 ite 2 4 4 4",
}


def written(folder: Path, lines: str) -> str:
    text = lines.removeprefix("= ") if lines.startswith("= ") else SORTS + lines
    path = folder / "x.btor2"
    path.write_text(text.replace(" | ", "\n") + "\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("case", DECIDED)
def test_the_verdict_is_plain(tmp_path: Path, case: str) -> None:
    verdicts, lines = DECIDED[case]
    results = assay.check(written(tmp_path, lines), jobs=1)
    assert "".join(type(result.verdict).__name__[0] for result in results) == verdicts


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_such_file_is_refused_with_its_place(tmp_path: Path, case: str) -> None:
    with pytest.raises(InputError) as caught:
        assay.load(written(tmp_path, REFUSED[case]))
    assert caught.value.where is not None and caught.value.where.line > 0
