"""Known ways to go wrong: the right answer or none; never a wrong one, a crash, or a refusal without a place."""

from __future__ import annotations

from pathlib import Path

import pytest

from attack.cases import Case, cases
from attack.judge import Kind, able, checked
from attack.tasks import answer_of_gcc

SECONDS = 1.5
MODEL = "LP64"
CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_case_is_answered_wrongly(case: Case, tmp_path: Path) -> None:
    file = tmp_path / "case.c"
    file.write_text(case.text)
    answer = checked(file, MODEL, SECONDS)
    assert answer.kind is not Kind.NOWHERE, answer.reason
    if answer.kind in (Kind.HOLDS, Kind.VIOLATED):
        assert case.answer in (answer.kind, "any"), answer.reason


@pytest.mark.parametrize("kind", sorted({case.kind for case in CASES}))
def test_the_answers_are_those_of_gcc(kind: str, tmp_path: Path) -> None:
    """Without inputs, the compiled program is the judge; inputs are bytes, which is enough for some."""
    if not able(MODEL, tmp_path):
        pytest.skip("gcc cannot build programs here")
    for case in CASES:
        inputs = 1 if "nondet" in case.text.split("\n", 2)[2] else 0
        if case.kind == kind and case.answer != "any":
            found = answer_of_gcc(case.text, MODEL, inputs, tmp_path)
            assert found is None or found == case.answer or (inputs and found is Kind.HOLDS), case.name
