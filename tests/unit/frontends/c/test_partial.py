"""Operations that C leaves undefined for some operands: exact where they are defined, any value elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from assay.core.terms import Term
from assay.frontends.c import DataModel, read_c
from assay.frontends.c.translate.encoding import BitPrecise
from assay.frontends.c.translate.unbounded import Unbounded
from assay.witness.c.execution.interpreter import Machine, zero

HEAD = "extern void reach_error(void); extern int amount(void);\n"
ENCODINGS: tuple[type[BitPrecise] | type[Unbounded], ...] = (BitPrecise, Unbounded)
# A statement, the amounts for which its result is exact, and that result.
DEFINED = {
    "a shift to the left": ("int r = 1 << n;", {0: 1, 5: 32, 31: -(2**31)}),
    "a shift to the right": ("int r = -64 >> n;", {0: -64, 3: -8, 31: -1}),
    "a shift of a long": ("long long s = 1LL << n; int r = s >> 32;", {0: 0, 40: 256}),
    "a shift in place": ("int r = 3; r <<= n;", {1: 6, 2: 12}),
    "a narrow shift in place": ("unsigned char r = 3; r <<= n;", {7: 128, 9: 0}),
    "a quotient": ("int r = 7 / n;", {2: 3, -2: -3}),
    "a remainder": ("int r = 7 % n;", {3: 1, -3: 1}),
    "a quotient in place": ("unsigned r = 7; r /= n;", {3: 2}),
    "the least quotient": ("int r = (-2147483647 - 1) / n;", {-1: -(2**31), 2: -(2**30)}),
}
UNDEFINED = {
    "int r = 1 << n;": (32, 33, -1),
    "int r = 1 >> n;": (32, -1),
    "int r = 1 << 32;": (0,),
    "int r = 1; r <<= n;": (32, -1),
    "int r = 7 / n;": (0,),
    "int r = 7 % n;": (0,),
    "int r = 7; r %= n;": (0,),
}
EXACT = ("1 << (n & 31)", "1u >> ((unsigned)n % 32u)", "1 << (char)3", "7 / 3", "7 % -2", "1LL << (n & 63)")


def program(folder: Path, statement: str, expected: int) -> Path:
    source = folder / "program.c"
    body = f"int n = amount(); {statement} if (r != {expected}) reach_error(); return 0;"
    source.write_text(f"{HEAD}int main(void) {{ {body} }}\n".replace("-2147483648)", "-2147483647 - 1)"))
    return source


def answers(amount: int, result: int = 0) -> Callable[[Term], object]:
    """Hand over the amount, and a result for what is undefined."""

    def choose(symbol: Term) -> object:
        if symbol.name.startswith("amount()"):
            return amount % 2**32 if symbol.sort.is_bitvector else amount
        return result if symbol.name.startswith("undefined") else zero(symbol)

    return choose


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", DEFINED)
def test_exact_where_defined(name: str, encoding: type[BitPrecise] | type[Unbounded], tmp_path: Path) -> None:
    statement, results = DEFINED[name]
    for amount, expected in results.items():
        machine = Machine(read_c(program(tmp_path, statement, expected), DataModel.LP64, encoding=encoding))
        assert machine.run(answers(amount, result=77)).location.name == "program:exit"


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("statement", UNDEFINED)
def test_any_value_where_undefined(
    statement: str, encoding: type[BitPrecise] | type[Unbounded], tmp_path: Path
) -> None:
    machine = Machine(read_c(program(tmp_path, statement, 77), DataModel.LP64, encoding=encoding))
    for amount in UNDEFINED[statement]:
        for result, end in ((77, "exit"), (0, "error"), (1, "error")):
            assert machine.run(answers(amount, result)).location.name == f"program:{end}"


@pytest.mark.parametrize("value", EXACT)
def test_no_input_where_the_text_shows_that_all_is_well(value: str, tmp_path: Path) -> None:
    model = read_c(program(tmp_path, f"int r = {value};", 0))
    assert not [s for edge in model.edges for s in edge.inputs if s.name.startswith("undefined")]


GUARDED = {
    "if": "int r = 0; if (n != 0) r = 7 / n;",
    "an early return": "if (n == 0) return 0; int m = 2; int r = m / n;",
    "while": "int r = 0; while (n != 0) { int t = n; r = 7 % n; n = r; }",
    "a conjunction": "int r = n != 0 && 7 / n == 2;",
    "a disjunction": "int r = n == 0 || 7 / n == 2;",
    "a conditional": "int r = n ? 7 / n : 0;",
}
OPEN = {
    "changed meanwhile": "int r = 0; if (n != 0) { n--; r = 7 / n; }",
    "a label": "int r = 0; if (n != 0) { again: r = 7 / n; n--; if (r > 1) goto again; }",
    "a loop that tests last": "int r = 0; if (n != 0) do { r = 7 / n; n--; } while (r > 1);",
    "two ways": "int m = 1; if (n != 0) m = 2; int r = m / n;",
    "another call": "int r = 0; if (amount() != 0) r = 7 / amount();",
}


def undefined(source: Path) -> set[str]:
    return {s.name for edge in read_c(source).edges for s in edge.inputs if s.name.startswith("undefined")}


@pytest.mark.parametrize("name", GUARDED)
def test_no_input_behind_a_test_of_the_divisor(name: str, tmp_path: Path) -> None:
    assert not undefined(program(tmp_path, GUARDED[name], 0))


@pytest.mark.parametrize("name", OPEN)
def test_a_test_that_says_nothing_about_the_divisor_does_not_count(name: str, tmp_path: Path) -> None:
    assert undefined(program(tmp_path, OPEN[name], 0))
