"""C programs from the file to the checked verdict, over integers and bits, with recursion that is cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.checking import check
from assay.core.verdict import Holds, Unknown, Violated
from assay.engines.catalogue import configured, decides_calls
from assay.frontends.c import read_c
from clocks import PATIENCE
from svcomp_programs import HEAD, HOLDING, VIOLATED

RECURSION = """int deep(int n) { return n <= 0 ? 0 : deep(n - 1) + 1; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n <= LIMIT);
  int found = deep(n);
  if (CONDITION) reach_error();
  return 0;
}
"""


def verdict_of(folder: Path, text: str, engine: str = "auto") -> tuple[Holds | Violated | Unknown, str]:
    path = folder / "program.c"
    path.write_text(HEAD + text)
    config = configured(engine, seconds=PATIENCE)
    (result,) = check(read_c(path, procedures=decides_calls(config)), config=config)
    assert isinstance(result.verdict, Holds | Violated | Unknown)
    return result.verdict, result.evidence


@pytest.mark.parametrize("name", HOLDING)
def test_holding_programs(name: str, tmp_path: Path) -> None:
    verdict, evidence = verdict_of(tmp_path, HOLDING[name])
    assert isinstance(verdict, Holds) and "checked by" in evidence


@pytest.mark.parametrize("name", VIOLATED)
def test_violated_programs(name: str, tmp_path: Path) -> None:
    verdict, evidence = verdict_of(tmp_path, VIOLATED[name])
    assert isinstance(verdict, Violated) and "the error call is reached" in evidence


def recursion(limit: int, condition: str) -> str:
    return RECURSION.replace("LIMIT", str(limit)).replace("CONDITION", condition)


def test_recursion_within_the_bound_is_decided(tmp_path: Path) -> None:
    assert isinstance(verdict_of(tmp_path, recursion(3, "n >= 0 && found != n"))[0], Holds)


def test_recursion_beyond_the_bound_never_holds(tmp_path: Path) -> None:
    verdict, _ = verdict_of(tmp_path, recursion(1_000_000, "found < 0"), "directed")
    assert isinstance(verdict, Unknown) and "exceeds the bound" in verdict.reason


def test_recursion_without_a_bound_is_decided_by_summaries(tmp_path: Path) -> None:
    verdict, evidence = verdict_of(tmp_path, recursion(1_000_000, "n >= 0 && found != n"))
    assert isinstance(verdict, Holds) and "inductive invariant" in evidence


def test_an_error_before_the_bound_is_found_all_the_same(tmp_path: Path) -> None:
    assert isinstance(verdict_of(tmp_path, recursion(1_000_000, "found == 2"))[0], Violated)


@pytest.mark.parametrize("engine", ["predicate", "directed", "value", "predicate+value"])
def test_other_engines_decide_small_programs(engine: str, tmp_path: Path) -> None:
    assert isinstance(verdict_of(tmp_path, HOLDING["counting"], engine)[0], Holds)
