"""Reasons that differ in places, names and numbers only are one reason."""

from __future__ import annotations

import pytest

from assay.bench.evaluation.reasons import LONGEST, Reason, gist, reasons
from assay.bench.results import ERROR, UNKNOWN
from bench_runs import run


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("error: /a/b.c:3:14: a goto of 'x' is not supported; leave it out", "a goto of '...' is not supported"),
        (
            "time limit of 60s reached while exploring; no error within 7 steps",
            "time limit of Ns reached while exploring",
        ),
        ("no progress (the same precision twice)\nand more", "no progress"),
        ("x" * 500, "x" * LONGEST),
        ("", ""),
    ],
)
def test_gist(reason: str, expected: str) -> None:
    assert gist(reason) == expected


def test_the_most_frequent_reasons_first() -> None:
    runs = [
        run("1", "b", UNKNOWN, reason="time limit of 1s"),
        run("2", "b", ERROR, reason="a.c:3: no 'x'"),
        run("3", "b", UNKNOWN, reason="time limit of 20s"),
        run("4", "b", UNKNOWN, reason="no progress"),
        run("5", "b", reason="not asked"),
        run("1", "a", ERROR, reason="b.c:7: no 'y'"),
    ]
    assert reasons(runs, 2) == (
        Reason("a", 1, ERROR, "no '...'", "1"),
        Reason("b", 2, UNKNOWN, "time limit of Ns", "1"),
        Reason("b", 1, ERROR, "no '...'", "2"),
    )
    assert reasons([run("1")], 2) == ()
