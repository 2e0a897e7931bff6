"""Runs of programs that call functions: the steps of a derivation in the order in which they are executed."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core import called_runs
from assay.core.called_runs import called_run
from assay.core.errors import SolverFailure
from assay.core.evidence import Derivation
from assay.core.model import Model
from assay.frontends.c import read_c
from assay.report.c_path import c_path
from assay.witness.check.derivations import check_derivation
from assay.witness.check.replay import check_trace
from c_procedures import Execution, random_program

PROGRAM = """\
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
unsigned calls;
unsigned sum(unsigned n) {
  calls++;
  if (calls > 3)
    reach_error();
  return n ? n + sum(n - 1) : 0;
}
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (sum(x) == 3)
    reach_error();
  return 0;
}
"""


def executed(file: Path, text: str, values: list[int]) -> tuple[Model, Derivation]:
    file.write_text(text)
    model = read_c(file, procedures=True)
    execution = Execution(model, iter(values))
    assert execution.run()[0].name == "program:error"
    return model, execution.derivation()


@pytest.mark.parametrize("seed", range(3))
def test_a_run_takes_the_steps_in_order(tmp_path: Path, seed: int) -> None:
    values = [seed + 2, 5, 9, 100_000, 3]
    model, derivation = executed(tmp_path / "program.c", random_program(seed), values)
    assert check_derivation(model, model.properties[0], derivation)
    part, trace = called_run(model, derivation)
    assert check_trace(part, model.properties[0], trace)
    chosen = [value for step in trace.inputs for symbol, value in step.items() if "()#" in symbol.name]
    assert chosen == [*values, *[0] * len(chosen)][: len(chosen)]


def test_the_calls_are_shown_one_inside_the_other(tmp_path: Path) -> None:
    model, derivation = executed(tmp_path / "program.c", PROGRAM, [2])
    part, trace = called_run(model, derivation)
    assert trace.edges[-1].source.name.count("/") == 0
    shown = c_path(model, trace, PROGRAM)
    returned = [line.partition(" returns ") for line in shown if " returns " in line]
    depths = [text.index("return n") for text, _, _ in returned]
    assert [depth - depths[-1] for depth in depths] == [4, 2, 0]
    assert [value.partition(",")[0] for _, _, value in returned] == ["0", "1", "3"]
    assert part.properties == model.properties


def test_a_run_may_end_inside_a_function(tmp_path: Path) -> None:
    model, derivation = executed(tmp_path / "program.c", PROGRAM, [7])
    part, trace = called_run(model, derivation)
    assert check_trace(part, model.properties[0], trace)
    assert trace.edges[-1].source.name.count("/") == 4
    source = model.origin.source
    assert source is not None
    names = [named.text for symbol in trace.edges[-1].source.variables if (named := source.named(symbol)) is not None]
    assert sorted(names) == ["calls", "n", "n", "n", "n", "x"]


def test_a_run_that_nobody_would_follow_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model, derivation = executed(tmp_path / "program.c", PROGRAM, [2])
    monkeypatch.setattr(called_runs, "LONGEST", 10)
    with pytest.raises(SolverFailure, match="more than 10 steps"):
        called_run(model, derivation)
