"""Strings that initialise arrays: taken, refused and given the values that gcc gives them, in both data models."""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import product
from pathlib import Path

import pytest

from assay.core.errors import InputError, Unsupported
from assay.frontends.c import DataModel, read_c
from assay.witness.c.execution.interpreter import Machine
from differential.test_c_against_gcc import links

GCC = shutil.which("gcc")
FLAGS = {DataModel.ILP32: "-m32", DataModel.LP64: "-m64"}
TYPES = """
typedef __WCHAR_TYPE__ wchar_t; typedef __CHAR16_TYPE__ char16_t; typedef __CHAR32_TYPE__ char32_t;
enum letter { A, B };
"""
ELEMENTS = (
    *("int", "long", "unsigned", "unsigned long", "long long", "short", "char", "signed char", "unsigned char"),
    *("wchar_t", "char16_t", "char32_t", "const wchar_t", "_Bool", "float"),
)
LITERALS = ('L"ab"', 'u"ab"', 'U"ab"', 'u8"ab"', '"ab"')
# E is an element, S a string.
PLACES = (
    *("E w[] = S", "E w[] = {S}", "E w[] = {(S)}", "E w[] = {__extension__ S}", "E w[3] = {S}", "E w[2] = S"),
    *("E w[3] = {1, S}", "E w[3] = {S, 1}", "E w[3] = {[0] = S}", "E w[2][3] = {S}", "E w[2][3] = {[1] = S}"),
    *("struct { E w[3]; } w = {S}", "struct { E w[3]; } w = {.w = S}", "struct { E a; E w[3]; } w = {1, S}"),
    *("union { E w[3]; } w = {S}", "E *w = (E[]){S}", "struct { E a, b; } w = {S}", "struct { E w[3]; } w = {*S}"),
)
READS = "void reach_error(void);\n#define CHECK(c) do { if (!(c)) reach_error(); } while (0)\n"


def refused_by_gcc(declarations: list[str], model: DataModel, folder: Path) -> set[int]:
    """Which of the declarations, each in a function of its own, gcc does not take."""
    assert GCC is not None
    program = folder / "all.c"
    lines = (f"void f{number}(void) {{ {text}; }}" for number, text in enumerate(declarations))
    program.write_text(TYPES.strip().replace("\n", " ") + "\n" + "\n".join(lines) + "\n")
    options = (FLAGS[model], "-w", "-fmax-errors=0", "-fsyntax-only")
    said = subprocess.run([GCC, *options, program], capture_output=True, text=True, check=False).stderr
    return {int(line) - 2 for line in re.findall(r"all\.c:(\d+):\d+: error:", said)}


def is_read(program: Path, model: DataModel) -> bool:
    try:
        read_c(program, model)
    except InputError as failure:
        assert failure.where is not None
        return False
    return True


@pytest.mark.skipif(GCC is None, reason="gcc is not installed")
@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("literal", LITERALS)
def test_what_gcc_refuses_is_refused_and_nothing_else(literal: str, model: DataModel, tmp_path: Path) -> None:
    declarations = [
        place.replace("S", literal).replace("(E[])", f"({element}[])").replace("E ", f"{element} ")
        for element, place in product(ELEMENTS, PLACES)
    ]
    refused, program = refused_by_gcc(declarations, model, tmp_path), tmp_path / "program.c"
    assert 0 < len(refused) < len(declarations)
    for number, text in enumerate(declarations):
        program.write_text(f"{TYPES}int main(void) {{ {text}; return 0; }}\n")
        assert is_read(program, model) == (number not in refused), text


VALUES = (
    'wchar_t w[] = L"a\\u20ac"; CHECK(sizeof w == 12 && w[0] == 97 && w[1] == 0x20ac && w[2] == 0);',
    'wchar_t w[2][4] = {{L"ab"}, L"c"}; CHECK(w[0][1] == 98 && !w[0][2] && w[1][0] == 99 && !w[1][3]);',
    'static const wchar_t w[5] = {L"\\xffffffff" "b"}; CHECK(w[0] == -1 && w[0] < 0 && w[1] == 98 && !w[4]);',
    'struct { char c; wchar_t w[3]; } s = {1, L"xyz"}; CHECK(sizeof s == 16 && s.w[2] == 122);',
    "_Static_assert(__builtin_types_compatible_p(__typeof__(L'a'), wchar_t), \"\"); CHECK(L'a' == 97);",
    '_Static_assert(__builtin_types_compatible_p(__typeof__(*L""), wchar_t), ""); CHECK(sizeof L"ab" == 12);',
    "_Static_assert(__builtin_types_compatible_p(__typeof__(L'a'), long) == (sizeof(long) == 4), \"\");",
    'enum letter w[] = U"ab"; CHECK(sizeof w == 12 && w[1] == 98);',
    'char c[] = {__extension__ "ab"}, d[] = __extension__ ("ab"); CHECK(sizeof c == 3 && c[1] == 98 && d[0] == 97);',
    'struct { char c[3]; } s = {*"ab"}; CHECK(s.c[0] == 97 && !s.c[1]);',
)


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("body", VALUES)
def test_elements_have_the_values_that_gcc_gives_them(body: str, model: DataModel, tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(f"{TYPES}{READS}int main(void) {{ {body} return 0; }}\n")
    assert Machine(read_c(program, model)).run(steps=1000).location.name == "program:exit"
    harness, binary = tmp_path / "harness.c", tmp_path / "run"
    harness.write_text("void _Exit(int);\nvoid reach_error(void) { _Exit(1); }\n")
    if GCC is None or not links(FLAGS[model], tmp_path):
        pytest.skip("gcc does not link programs of this data model here")
    subprocess.run([GCC, FLAGS[model], "-w", program, harness, "-o", binary], check=True)
    assert subprocess.run([binary], check=False).returncode == 0


PREPROCESSED = "typedef {} wchar_t;\nint main(void) {{\n  wchar_t data[] = {};\n  return data[0];\n}}\n"
HINT = "(a string initialises arrays of its own characters; wchar_t is long in ILP32 and int in LP64)"
OWN = {DataModel.ILP32: "long", DataModel.LP64: "int"}


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("wide", ["int", "long"])
def test_preprocessed_programs_for_the_other_data_model_are_refused(
    wide: str, model: DataModel, tmp_path: Path
) -> None:
    program = tmp_path / "program.c"
    for literal, message in (
        ('L"AAA"', "3:11: array initializer must be an initializer list"),
        ('{L"AAA"}', "3:21: a string does not initialise an array of another type"),
    ):
        program.write_text(PREPROCESSED.format(wide, literal))
        if wide == OWN[model]:
            assert Machine(read_c(program, model)).run(steps=1000).location.name == "program:exit"
            continue
        with pytest.raises(InputError) as caught:
            read_c(program, model)
        assert str(caught.value) == f"{program}:{message} {HINT}"


@pytest.mark.parametrize("choice", ['_Generic(1, int: "ab")', '__builtin_choose_expr(1, "ab", "")'])
def test_a_string_that_is_chosen_is_refused(choice: str, tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(f"int main(void) {{ char c[] = {choice}; return c[0]; }}\n")
    with pytest.raises(Unsupported, match=r"program.c:1:\d+: this string is not plain to see \(write the literal\)"):
        read_c(program, DataModel.ILP32)
