"""Equations case by case: functions as tables and as equations, modulo 2**width, and what they cannot say."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings

from assay.core.budget import FOREVER, Allotment
from assay.core.errors import SolverFailure
from assay.core.events import ignore
from assay.core.evidence import Proof
from assay.core.model import Model
from assay.core.terms import FALSE, TRUE, variable
from assay.core.terms.bitvectors import signed
from assay.core.terms.evaluate import holds
from assay.core.terms.sorts import bitvector
from assay.engines.views import Views
from assay.explore.summaries import by_cases
from assay.explore.summaries.by_cases import CaseSearch
from assay.explore.summaries.cases import Split
from assay.explore.summaries.regions import bounds_of, region_of
from assay.frontends.task import load
from assay.transforms.aim import aim
from assay.witness.check.invariants import check_proof
from assay.witness.check.loop_invariants import check_proof_by_blocks
from clocks import PATIENCE, over
from derivable import derivable, hyper_models, violated
from models import assignment

FIBONACCI = "int f(int n) { return n < 2 ? (n < 1 ? 0 : 1) : f(n - 1) + f(n - 2); }"
ACKERMANN = """int f(int m, int n) { if (m == 0) return n + 1; if (n == 0) return f(m - 1, 1);
  return f(m - 1, f(m, n - 1)); }"""
SUM = "int f(int n, int m) { if (n <= 0) return m + n; return f(n - 1, m + 1); }"
SUCCESSOR = "int f(int n) { if (n == 0) return 1; return f(n - 1) + 1; }"
EUCLID = "int f(int n, int m) { if (n == m) return n; if (n > m) return f(n - m, m); return f(n, m - n); }"


def of(tmp_path: Path, function: str, main: str) -> Model:
    file = tmp_path / "program.c"
    declared = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
    start = "int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();"
    file.write_text(f"{declared}{function}\nint main(void) {{ {start} {main} return 0; }}\n")
    return load(str(file), checks="assert")


def proved(model: Model) -> Proof:
    """A proof of the model as it was read, confirmed."""
    prepared = Views(model, model.properties[0], FOREVER, ignore).prepared("bits")
    proof = prepared.lowered.lift_proof(CaseSearch(prepared.model).explore())
    assert check_proof_by_blocks(model, model.properties[0], proof, seconds=PATIENCE)
    return proof


@pytest.mark.parametrize(
    ("function", "main"),
    [
        pytest.param(FIBONACCI, "if (n <= 46 && f(n) < n - 1 && n > -9) reach_error();", id="no overflow in a table"),
        pytest.param(FIBONACCI, "if (f(20) != 6765) reach_error();", id="a single value"),
        pytest.param(ACKERMANN, "if (0 <= m && m <= 2 && 0 <= n && n <= 3 && f(m, n) <= n) reach_error();", id="rows"),
        pytest.param(SUM, "if (f(n, m) != n + m) reach_error();", id="modulo 2**32"),
        pytest.param(SUCCESSOR, "if (f(n) != n + 1) reach_error();", id="once around"),
    ],
)
def test_functions_are_tables_and_equations(tmp_path: Path, function: str, main: str) -> None:
    proved(of(tmp_path, function, main))


@pytest.mark.parametrize(
    ("function", "main"),
    [
        pytest.param(FIBONACCI, "if (n <= 10 && f(n) > 54) reach_error();", id="an error"),
        pytest.param(FIBONACCI, "if (n <= 47 && f(n) < 0) reach_error();", id="an overflow"),
        pytest.param(SUM, "if (f(n, m) < n && n > 0 && m > 0) reach_error();", id="an overflow of a sum"),
        pytest.param(EUCLID, "if (n > 0 && m > 0 && f(n, m) > n) reach_error();", id="no equation says so"),
    ],
)
def test_what_equations_do_not_exclude_is_left_to_others(tmp_path: Path, function: str, main: str) -> None:
    with pytest.raises(SolverFailure, match="do not exclude"):
        proved(of(tmp_path, function, main))


def _called(n: int, m: int, numbers: tuple[int, ...]) -> int:
    """What the function of the next test returns."""
    low, base, slope, step = numbers
    return base * m if n <= low else _called(n - 1, m + slope, numbers) + step * n


@pytest.mark.parametrize("seed", range(6))
def test_values_of_random_functions_are_known(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    numbers = (rng.randint(-2, 2), rng.randint(-9, 9), rng.randint(-99, 99), rng.randint(-(10**9), 10**9))
    low, base, slope, step = numbers
    function = f"""unsigned f(int n, unsigned m) {{ if (n <= {low}) return {base}u * m;
      return f(n - 1, m + {slope}u) + {step}u * n; }}"""
    n, m = rng.randint(0, 12), rng.randint(0, 9)
    value = _called(n, m, numbers) % 2**32
    proved(of(tmp_path, function, f"if (f({n}, {m}) != {value}u) reach_error();"))
    with pytest.raises(SolverFailure, match="do not exclude"):
        proved(of(tmp_path, function, f"if (f({n}, {m}) == {value}u) reach_error();"))


def test_too_many_cases_become_fewer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A range that is too wide is made smaller, until nothing is left to try; that stays so."""
    expected = "m == 2 ? 2 * n + 3 : n + m + 1"
    model = of(
        tmp_path, ACKERMANN, f"if (0 <= m && m <= 2 && 0 <= n && n <= 40 && f(m, n) != ({expected})) reach_error();"
    )
    monkeypatch.setattr(by_cases, "MOST_CASES", 40)
    proved(model)
    monkeypatch.setattr(by_cases, "MOST_CASES", 2)
    search = CaseSearch(Views(model, model.properties[0], FOREVER, ignore).prepared("bits").model)
    for _ in range(2):
        with pytest.raises(SolverFailure, match="too many cases"):
            search.explore()


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    model = of(tmp_path, FIBONACCI, "if (f(20) != 6765) reach_error();")
    prepared = Views(model, model.properties[0], FOREVER, ignore).prepared("bits")
    turns = Allotment()
    turns.begin(over())
    search = CaseSearch(prepared.model, turns.deadline)
    with pytest.raises(SolverFailure, match="no time"):
        search.explore()
    turns.begin(FOREVER)
    proof = prepared.lowered.lift_proof(search.explore())
    assert check_proof_by_blocks(model, model.properties[0], proof, seconds=PATIENCE)


@given(hyper_models())
@settings(max_examples=40)
def test_what_is_found_of_random_clauses_is_inductive(model: Model) -> None:
    """Whatever the steps: derivable states satisfy it, and it proves nothing of what is violated."""
    goal = model.properties[0]
    lowered = aim(model, goal)
    found = derivable(model)
    try:
        proof = lowered.lift_proof(CaseSearch(lowered.model).explore())
    except SolverFailure:
        return
    assert not violated(found, goal)
    assert all(holds(proof.invariant.get(place, FALSE), assignment(place, state)) for place, state in found)
    assert check_proof(model, goal, proof, seconds=PATIENCE)


# -- parts -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [1, 3, 8])
def test_each_value_is_in_its_case_alone(width: int) -> None:
    symbol = variable("s", bitvector(width))
    split = Split((symbol,), -2, 5)
    cases = {split.case((value,)) for value in range(1 << width)}
    for value in range(1 << width):
        meant = [case for case in cases if holds(split.formula(case), {symbol: value})]
        assert meant == [split.case((value,))]


def test_some_of_many_cases_are_told_as_ranges() -> None:
    x, y = (variable(name, bitvector(4)) for name in "xy")
    split = Split((x, y), -2, 5)
    values = [(a, b) for a in range(16) for b in range(16)]
    cases = sorted({split.case(pair) for pair in values})
    rng = random.Random(1)
    for _ in range(20):
        some = rng.sample(cases, rng.randint(1, len(cases)))
        formula = split.some(some)
        assert [holds(formula, dict(zip((x, y), p, strict=True))) for p in values] == [
            split.case(p) in some for p in values
        ]
    assert len(split.some(cases).args) == 10 and Split().some([()]) is TRUE


def test_a_region_contains_its_points_and_keeps_to_the_numbers() -> None:
    x, y = (variable(name, bitvector(8)) for name in "xy")
    numbers = bounds_of({3, 100})
    assert numbers == (2, 3, 4, 99, 100, 101)
    points = [(5, 5), (250, 250), (7, 7)]
    region = region_of({x: Fraction(5), y: Fraction(5)}, numbers)
    assert region.constants.keys() == {x, y}
    for point in points:
        region = region.with_point(dict(zip((x, y), map(Fraction, point), strict=True)), numbers)
    assert all(holds(region.formula, {x: a, y: b}) for a, b in points) and not region.constants
    inside = [value for value in range(256) if holds(region.formula, {x: value, y: value})]
    assert inside == [value for value in range(256) if signed(value, 8) <= 99]
    assert not holds(region.formula, {x: 5, y: 6})
    assert region_of({}, numbers).parts == ()
