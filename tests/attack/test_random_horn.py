"""Random Horn clauses against z3: no verdict contradicts it, and nothing but a refusal stops a check.

``ASSAY_HORN`` says how many sets of clauses are tried.  Where z3 does not answer, only crashes are looked for.
"""

from __future__ import annotations

import os
from random import Random
from typing import Final

import pytest
import z3

from assay.checking import check
from assay.core.errors import Unsupported
from assay.core.verdict import Holds, Violated
from assay.engines.config import Config
from assay.frontends.horn.chc import read_chc
from assay.frontends.text import Source
from horn_clauses import Clauses

SETS: Final = int(os.environ.get("ASSAY_HORN", "30"))
SECONDS: Final = 1.0


def expected(text: str) -> str:
    """``holds``, ``violated`` or nothing: what Spacer says, or z3 with quantifiers, which knows quotients by zero."""
    for solver in (z3.SolverFor("HORN"), z3.Solver()):
        solver.set("timeout", 1000)
        solver.from_string(text)
        answer = {"sat": "holds", "unsat": "violated"}.get(str(solver.check()), "")
        if answer:
            return answer
    return ""


def assay(text: str) -> str:
    """The same; one query that is violated violates them all."""
    try:
        results = check(read_chc(Source("random.smt2", text)), config=Config(seconds=SECONDS))
    except Unsupported as refusal:
        assert refusal.where is not None
        return ""
    found = {type(result.verdict) for result in results}
    return "violated" if Violated in found else "holds" if found == {Holds} else ""


@pytest.mark.parametrize("block", range((SETS + 9) // 10))
def test_no_verdict_contradicts_z3(block: int) -> None:
    for number in range(10 * block, min(10 * (block + 1), SETS)):
        text = Clauses(Random(number)).text
        found = assay(text)
        assert not found or expected(text) in (found, ""), f"clauses {number}\n{text}"
