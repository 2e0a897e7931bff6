"""The arguments of main: strings that end, as many as argc says, and a null pointer behind them."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.model import Model
from assay.core.program import START
from assay.core.terms import Term
from assay.core.terms.evaluate import Value
from assay.frontends.c import Externals, read_c
from assay.frontends.c.read.arguments import BYTES, STRINGS, TAKEN
from assay.witness.c.execution.interpreter import Machine, zero

GOOD = """
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc < 1 || argc > %d || argv[argc] || !argv[0]) reach_error();
  for (int i = 1; i < argc; i++) {
    int n = 0;
    while (argv[i][n]) n++;
    if (n > %d) reach_error();
  }
  return 0;
}
"""


def read(program: str, folder: Path, externals: Externals = Externals.ANY) -> Model:
    source = folder / "program.c"
    source.write_text(program)
    return read_c(source, "LP64", externals=externals)


@pytest.mark.parametrize("count", range(1, STRINGS + 1))
def test_strings_end_and_so_does_the_list(count: int, tmp_path: Path) -> None:
    model = read(GOOD % (STRINGS, BYTES - 1), tmp_path)
    values = {"__VERIFIER_nondet_int_argument": count, "__VERIFIER_nondet_char_argument": 97}

    def choose(symbol: Term) -> Value:
        return next((value for name, value in values.items() if symbol.name.startswith(name)), zero(symbol))

    run = Machine(model).run(choose, steps=20_000)
    assert run.location.name == "program:exit"
    assert TAKEN in model.origin.assumptions


@pytest.mark.parametrize(
    "program",
    [
        "int main(int argc, char **argv) { return argc; }",
        "int main(int argc, char *argv[]) { (void)argc; return 0; }",
        "int main(void) { return 0; }",
        "int main(int argc, char **argv, char **environment) { return argv != environment; }",
    ],
)
def test_nobody_makes_what_nobody_reads(program: str, tmp_path: Path) -> None:
    model = read(program, tmp_path)
    assert model.origin.program is not None and model.origin.program.start != START
    assert TAKEN not in model.origin.assumptions


def test_the_competition_knows_no_bound(tmp_path: Path) -> None:
    assert TAKEN not in read(GOOD % (STRINGS, BYTES - 1), tmp_path, Externals.PURE).origin.assumptions


def test_there_is_a_program_name(tmp_path: Path) -> None:
    program = "extern void reach_error(void); int main(int argc, char **argv) { if (!argc) reach_error(); return 0; }"
    model = read(program, tmp_path)
    assert Machine(model).run(lambda _: 1).location.name == "program:exit"
