"""How results are written in BenchExec's words: statuses, categories and amounts."""

from __future__ import annotations

import re
from typing import Final

from assay.bench.results import ERROR, HOLDS, MEMORY, PROCESSOR, TIME, UNKNOWN, VIOLATED, Run

# The property file of tasks whose property is not stated by a file (see benchexec_tool.py, which stands alone).
EVERY_PROPERTY: Final = "every-property.prp"
_AMOUNT: Final = re.compile(r"\s*([\d.]+(?:e[+-]?\d+)?)\s*(\w*)\s*")
_UNITS: Final = {"": 1.0, "s": 1.0, "ms": 0.001, "B": 1.0, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9}


def status_of(run: Run) -> str:
    """The status that BenchExec's tables show."""
    if run.verdict == HOLDS:
        return "true"
    if run.verdict == VIOLATED:
        return run.answer if run.answer.startswith("false(") else "false"
    if run.limit == MEMORY:
        return "OUT OF MEMORY"
    if run.limit in (TIME, PROCESSOR):
        return "TIMEOUT"
    return "unknown" if run.verdict == UNKNOWN else "ERROR"


def category_of(run: Run) -> str:
    """What a status is worth: ``correct``, ``wrong``, or why it is neither."""
    if run.correct is not None:
        return "correct" if run.correct else "wrong"
    if run.decided:
        return "missing"
    return "unknown" if run.verdict == UNKNOWN and not run.limit else "error"


def verdict_of(status: str) -> tuple[str, str, str]:
    """Verdict, answer and limit that a status stands for."""
    if status == "true" or status.startswith("true("):
        return HOLDS, "true", ""
    if status == "false" or status.startswith("false("):
        return VIOLATED, status if "(" in status else "", ""
    if status.startswith("TIMEOUT"):
        return UNKNOWN, "", TIME
    if status.startswith("OUT OF MEMORY"):
        return UNKNOWN, "", MEMORY
    return (UNKNOWN, "", "") if status == "unknown" else (ERROR, "", "")


def amount(text: str) -> float:
    """``0.97s`` or ``65732608B`` as a number; 0 for what is none."""
    found = _AMOUNT.fullmatch(text)
    return float(found[1]) * _UNITS.get(found[2], 0.0) if found else 0.0
