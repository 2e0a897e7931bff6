"""Counterexamples of C programs as source lines with values."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assay.core.evidence import Trace
from assay.frontends.c import UNREACH_CALL, read_c
from assay.frontends.c.translate.encoding import BitPrecise
from assay.frontends.c.translate.unbounded import Unbounded
from assay.report.c_path import ROWS, c_path
from c_violations import VIOLATIONS, Violation
from unchecked import found

START = """extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
"""


def path(folder: Path, program: str, *, name: str = "p.c", integers: bool = False, rows: int = ROWS) -> list[str]:
    """The path of a violation, with bars instead of the blanks that make columns."""
    file = folder / name
    file.write_text(program)
    model = read_c(file, "ILP32", encoding=Unbounded if integers else BitPrecise)
    goal = next(prop for prop in model.properties if prop.name == UNREACH_CALL)
    trace = found(model, goal)
    assert isinstance(trace, Trace), trace
    lines = c_path(model, trace, program, rows=rows, width=200)
    column = min(len(line) - len(re.sub(r"^\S* *", "", line)) for line in lines if " " in line)
    return [_barred(line, column) if " " in line else line for line in lines]


def _barred(line: str, column: int) -> str:
    place, text = line[:column].rstrip(), re.sub(r"(?<=\S) {2,}", " | ", line[column:])
    return f"{place} | {text}" if place else text


@pytest.mark.parametrize("integers", [False, True], ids=["bits", "integers"])
def test_lines_with_values_as_declared(integers: bool, tmp_path: Path) -> None:
    program = START + (
        "int main(void) {\n"
        "  int x = __VERIFIER_nondet_int();\n"
        "  unsigned char c = __VERIFIER_nondet_uchar();\n"
        "  unsigned int u = x;\n"
        "  if (x == -3 && c == 200 && u > 5)\n"
        "    __VERIFIER_error();\n"
        "}\n"
    )
    assert path(tmp_path, program, integers=integers) == [
        "p.c:4 | int main(void) {",
        "p.c:5 | int x = __VERIFIER_nondet_int(); | __VERIFIER_nondet_int() = -3, x = -3",
        "p.c:6 | unsigned char c = __VERIFIER_nondet_uchar(); | __VERIFIER_nondet_uchar() = 200, c = 200",
        "p.c:7 | unsigned int u = x; | u = 4294967293",
        "p.c:8 | if (x == -3 && c == 200 && u > 5) | true",
        "p.c:9 | __VERIFIER_error(); | the error call",
    ]


def test_calls_are_indented_and_names_are_those_of_the_source(tmp_path: Path) -> None:
    program = START + (
        "int twice(int x) {\n"
        "  int y = 2 * x;\n"
        "  return y;\n"
        "}\n"
        "int main(void) {\n"
        "  int x = twice(twice(-4));\n"
        "  if (x == -16) __VERIFIER_error();\n"
        "}\n"
    )
    assert path(tmp_path, program) == [
        "p.c:8 | int main(void) {",
        "p.c:9 | int x = twice(twice(-4));",
        "p.c:5 |   int y = 2 * x; | y = -8",
        "p.c:6 |   return y; | returns -8",
        "p.c:9 | int x = twice(twice(-4)); | x = -8",
        "p.c:5 |   int y = 2 * x; | y = -16",
        "p.c:6 |   return y; | returns -16",
        "p.c:9 | int x = twice(twice(-4)); | x = -16",
        "p.c:10 | if (x == -16) __VERIFIER_error(); | the error call, true",
    ]


def test_iterations_are_folded(tmp_path: Path) -> None:
    program = START + (
        "int main(void) {\n  int i = 0, s = 0;\n  while (i < 20) {\n    s += 2;\n    i++;\n  }\n"
        "  if (s == 40) __VERIFIER_error();\n}\n"
    )
    assert path(tmp_path, program)[2:] == [
        "p.c:6 | while (i < 20) { | true",
        "p.c:7 | s += 2; | s = 2",
        "p.c:8 | i++; | i = 1",
        "... 18 more iterations",
        "p.c:6 | while (i < 20) { | true",
        "p.c:7 | s += 2; | s = 40",
        "p.c:8 | i++; | i = 20",
        "p.c:6 | while (i < 20) { | false",
        "p.c:10 | if (s == 40) __VERIFIER_error(); | the error call, true",
    ]


def test_the_iteration_that_brings_in_what_matters_is_shown(tmp_path: Path) -> None:
    """All iterations take the same lines, but only one of them makes the run reach its error."""
    program = START + (
        "int main(void) {\n  int a[12];\n  for (int i = 0; i < 12; i++)\n    a[i] = __VERIFIER_nondet_int();\n"
        "  if (a[5] == 42) __VERIFIER_error();\n}\n"
    )
    lines = path(tmp_path, program)
    place = next(k for k, line in enumerate(lines) if "a[5] = 42" in line)
    assert lines[place - 1 : place] == ["p.c:6 | for (int i = 0; i < 12; i++) | i = 5, true"]
    assert lines[place - 2].strip() == "... 4 more iterations" and lines[place + 1].strip() == "... 5 more iterations"


def test_of_many_such_iterations_the_values_are_told(tmp_path: Path) -> None:
    conditions = " && ".join(f"a[{k}] == {40 + k}" for k in range(12))
    program = START + (
        "int main(void) {\n  int a[12];\n  for (int i = 0; i < 12; i++)\n    a[i] = __VERIFIER_nondet_int();\n"
        f"  if ({conditions}) __VERIFIER_error();\n}}\n"
    )
    (fold,) = (line for line in path(tmp_path, program) if "more iterations" in line)
    assert "... 10 more iterations, with " in fold and "a[1] = 41" in fold and fold.endswith("...")


def test_a_computed_element_that_matters_is_shown(tmp_path: Path) -> None:
    program = START + (
        "int main(void) {\n  int a[12];\n  for (int i = 0; i < 12; i++)\n    a[i] = i * 3;\n"
        "  if (a[__VERIFIER_nondet_int() == 8 ? 7 : 0] == 21) __VERIFIER_error();\n}\n"
    )
    assert any("a[7] = 21" in line for line in path(tmp_path, program))


def test_a_long_path_keeps_the_inputs_that_matter(tmp_path: Path) -> None:
    steps = "".join(f"  x += {number};\n" for number in range(200))
    middle = "  int y = __VERIFIER_nondet_int();\n"
    program = f"{START}int main(void) {{\n  int x = 0;\n{steps}{middle}{steps}  if (x == y) __VERIFIER_error();\n}}\n"
    lines = path(tmp_path, program, rows=30)
    assert len(lines) <= 30 and sum("y = 39800" in line for line in lines) == 1


def test_enumeration_constants_and_characters_have_their_names(tmp_path: Path) -> None:
    program = (
        START + "extern char __VERIFIER_nondet_char(void);\n"
        "enum lock { FREE, TAKEN = 7 };\nint main(void) {\n  enum lock l = FREE;\n"
        "  char c = __VERIFIER_nondet_char();\n"
        "  char n = 98;\n  if (c == 'a') l = TAKEN;\n  if (l == TAKEN && n == 98) __VERIFIER_error();\n}\n"
    )
    lines = path(tmp_path, program)
    assert any("__VERIFIER_nondet_char() = 'a', c = 'a'" in line for line in lines)
    assert any(line.endswith("l = TAKEN, true") for line in lines)
    assert any(line.endswith("n = 98") for line in lines)


def test_what_does_not_matter_is_folded(tmp_path: Path) -> None:
    program = START + (
        "int a, b, c, d;\nint main(void) {\n  a = __VERIFIER_nondet_int();\n  b = 1;\n  c = b + 1;\n  d = c + 1;\n"
        "  a++;\n  if (a == 8) __VERIFIER_error();\n}\n"
    )
    assert path(tmp_path, program)[1:] == [
        "p.c:6 | a = __VERIFIER_nondet_int(); | __VERIFIER_nondet_int() = 7, a = 7",
        "... 3 lines that do not matter",
        "p.c:10 | a++; | a = 8",
        "p.c:11 | if (a == 8) __VERIFIER_error(); | the error call, true",
    ]


def test_long_chains_of_conditions_are_folded(tmp_path: Path) -> None:
    chain = "".join(f"  if (x == {number}) return 0;\n" for number in range(10))
    program = (
        f"{START}int main(void) {{\n  int x = __VERIFIER_nondet_int();\n{chain}  if (x == 99) __VERIFIER_error();\n}}\n"
    )
    assert path(tmp_path, program)[2:] == [
        "p.c:6 | if (x == 0) return 0; | false",
        "... 8 more conditions",
        "p.c:15 | if (x == 9) return 0; | false",
        "p.c:16 | if (x == 99) __VERIFIER_error(); | the error call, true",
    ]


def test_uninitialised_values_are_said_where_they_matter(tmp_path: Path) -> None:
    program = START + "int main(void) {\n  int x, unused;\n  if (x == 3) __VERIFIER_error();\n}\n"
    lines = path(tmp_path, program)
    assert lines[0] == "p.c:4 | int main(void) { | x = 3 (uninitialised)"
    assert not any("unused =" in line for line in lines)


def test_arrays_structs_and_pointers_have_the_names_of_the_source(tmp_path: Path) -> None:
    program = START + (
        "struct pair { short a; char b; } s;\nint t[30];\nint main(void) {\n  int i = __VERIFIER_nondet_int();\n"
        "  int *p = &t[2];\n  if (i < 0 || i > 29) return 0;\n  t[i] = -1;\n  s.b = 'x';\n"
        "  if (*p == -1 && s.b == 'x') __VERIFIER_error();\n}\n"
    )
    lines = "\n".join(path(tmp_path, program))
    assert "t[i] = -1; | t[2] = -1" in lines and "s.b = 'x'; | s.b = 'x'" in lines
    assert re.search(r"int \*p = &t\[2\]; \| p = 0x[0-9a-f]+$", lines, re.MULTILINE)


def test_a_library_function_is_one_line_and_its_variables_are_nobodys(tmp_path: Path) -> None:
    program = """#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char text[8];
  int x = 0;
  snprintf(text, 8, "%d", 12);
  if (sscanf(text, "%d", &x) == 1 && x == 12)
    reach_error();
}
"""
    lines = path(tmp_path, program)
    assert [line.split()[0] for line in lines if "printf(" in line] == ["p.c:6"]
    told = [word for line in lines for word in line.split() if word in ("to", "at", "base", "width", "digit", "piece")]
    assert not told and any("x = 12" in line for line in lines)


def test_a_long_name_of_a_file_is_said_once(tmp_path: Path) -> None:
    program = START + "int main(void) {\n  __VERIFIER_error();\n}\n"
    lines = path(tmp_path, program, name="a_name_that_is_rather_long.c")
    assert lines == [
        "a_name_that_is_rather_long.c",
        ":4 | int main(void) {",
        ":5 | __VERIFIER_error(); | the error call",
    ]


def test_a_path_is_never_long(tmp_path: Path) -> None:
    steps = "".join(f"  x += {number};\n" for number in range(200))
    program = f"{START}int main(void) {{\n  int x = 0;\n{steps}  if (x == 19900) __VERIFIER_error();\n}}\n"
    lines = path(tmp_path, program, rows=30)
    assert len(lines) == 30 and lines[15].strip() == "... 174 more lines"
    assert lines[0].endswith("int main(void) {") and lines[-1].endswith("the error call, true")


@pytest.mark.parametrize("violation", VIOLATIONS[::3], ids=lambda v: v.name)
def test_every_path_ends_with_the_error_call(violation: Violation, tmp_path: Path) -> None:
    lines = path(tmp_path, violation.program)
    assert len(lines) <= ROWS + 1 and "the error call" in lines[-1]


def test_lines_of_other_files_are_not_taken_for_the_programs(tmp_path: Path) -> None:
    program = (
        START
        + '#include <string.h>\n#include "own.h"\n'
        + "int main(void) {\n  char text[2] = {0, 0};\n  text[0] = __VERIFIER_nondet_uchar();\n"
        + "  char *found = strchr(text, 97);\n  if (found && own(found[0]))\n    __VERIFIER_error();\n  return 0;\n}\n"
    )
    (tmp_path / "own.h").write_text("\n\nstatic int own(int x) {\n  return x > 5;\n}\n")
    lines = path(tmp_path, program)
    numbers = [int(found[1]) for line in lines if (found := re.match(r"p\.c:(\d+)", line))]
    assert numbers and max(numbers) <= len(program.splitlines())
    assert any(re.match(r"own\.h:4 .*return x > 5;", line) for line in lines)
    assert "the error call" in lines[-1]
