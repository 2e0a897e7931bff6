"""From a process that ended to a run: verdicts, limits and complaints."""

from __future__ import annotations

import json
from typing import Any

import pytest

from assay.bench.concluding import concluded
from assay.bench.configurations import Configuration, Patterns
from assay.bench.results import Key, Run, Task
from assay.bench.running.job import Ended

TASK = Task("a.smt2", "a.smt2", "", "small", expected=True)
ASSAY = Configuration("assay")
PATTERNS = Patterns("^sat$", "^unsat$", "^unknown$", r"^answer: (.*)$", r"^(\w+) = (\S+)$")
PEER = Configuration("peer", command=("peer",), patterns=PATTERNS)


def of(configuration: Configuration, **ended: Any) -> Run:
    return concluded(TASK, configuration, Key("a.smt2", configuration.name), Ended(**ended))


def document(*results: dict[str, Any], code: int = 0) -> str:
    return json.dumps({"results": results, "exit_code": code})


def result(verdict: str, **fields: Any) -> dict[str, Any]:
    plain = {"answer": "", "evidence": "by whom", "reason": None, "statistics": {"states": 4}}
    return {"verdict": verdict, **plain, **fields}


def test_what_assay_wrote_down() -> None:
    measured: dict[str, Any] = {"seconds": 1.25, "processor": 1.5, "memory": 1 << 20, "started": "now", "machine": "m"}
    run = of(ASSAY, code=0, statistics=document(result("holds")), supervisor="runexec", **measured)
    assert run == Run(
        *("a.smt2", "assay", 1, None, "a.smt2", "", "small", True, "holds", True, ""),
        *(1.25, 1.5, 1 << 20, "", "by whom", "", {"states": 4.0}, "now", "m", "runexec"),
    )


def test_of_several_properties_the_worst_counts() -> None:
    three = document(result("holds"), result("violated", answer="false"), result("unknown"), code=10)
    run = of(ASSAY, code=10, statistics=three)
    assert (run.verdict, run.correct, run.answer) == ("violated", False, "false")


def test_why_another_tool_does_not_know() -> None:
    says = Configuration(
        "says", command=("says",), patterns=Patterns(holds="^yes$", unknown=r"^unknown\n(.*)|^no\s+idea$")
    )
    assert of(says, code=0, output=b"unknown\nthe  time is over\nmore\n").reason == "the time is over"
    assert of(says, code=0, output=b"no\nidea\n").reason == "it says so"
    late = of(says, code=0, output=b"unknown\nthe time is over\n", limit="processor")
    assert (late.reason, late.limit) == ("the time is over", "processor")


@pytest.mark.parametrize(
    ("reason", "limit"),
    [
        ("time limit of 5s reached while exploring", "time"),
        ("out of time; there is no error within 10 steps", "time"),
        ("memory limit of 1GB reached", "memory"),
        ("memory ran out: an allocation failed", "memory"),
        ("killed by the system, most likely for want of memory", "memory"),
        ("no progress", ""),
    ],
)
def test_limits_that_assay_saw_coming(reason: str, limit: str) -> None:
    run = of(ASSAY, code=30, statistics=document(result("unknown", reason=reason), code=30))
    assert (run.verdict, run.limit, run.reason) == ("unknown", limit, reason)


@pytest.mark.parametrize("limit", ["time", "processor", "memory"])
def test_a_verdict_after_a_limit_does_not_count(limit: str) -> None:
    late = of(ASSAY, code=0, statistics=document(result("holds", answer="true")), limit=limit)
    assert (late.verdict, late.correct, late.answer, late.evidence, late.limit) == ("unknown", None, "", "", limit)
    assert limit in late.reason or limit == "processor"
    assert of(PEER, output=b"sat\n", limit=limit).verdict == "unknown"


@pytest.mark.parametrize(
    ("ended", "reason"),
    [
        ({"code": 2, "output": b"error: no such option\n"}, "exit code 2: error: no such option"),
        ({"code": 1, "output": b"internal error: x\n  File y\n"}, "exit code 1: internal error: x"),
        ({"code": -11}, "signal 11"),
        ({"code": 0, "statistics": "{half"}, "exit code 0"),
        ({"code": 0, "statistics": document()}, "exit code 0"),
        ({"code": 1, "statistics": document(result("holds"), code=1)}, "exit code 1"),
        ({"failure": "assay: No such file", "statistics": document(result("holds"))}, "assay: No such file"),
    ],
)
def test_what_is_no_answer_is_an_error(ended: dict[str, Any], reason: str) -> None:
    run = of(ASSAY, **ended)
    assert (run.verdict, run.correct, run.reason) == ("error", None, reason)


@pytest.mark.parametrize(
    ("output", "code", "verdict", "reason"),
    [
        (b"warning\nsat\n", 0, "holds", ""),
        (b"unsat\nanswer: false(valid-free)\n", 1, "violated", ""),
        (b"unknown\n", 1, "unknown", "it says so"),
        (b"nothing to say\n", 0, "unknown", "no pattern is found in the output"),
        (b"sat\nunsat\n", 0, "error", "the output says both that it holds and that it is violated"),
        (b"unsatisfiable\nsegmentation fault\n", 139, "error", "exit code 139: segmentation fault"),
        (b"\xff\xfe sat", 0, "unknown", "no pattern is found in the output"),
    ],
)
def test_what_a_peer_printed(output: bytes, code: int, verdict: str, reason: str) -> None:
    run = of(PEER, output=output, code=code)
    assert (run.verdict, run.reason) == (verdict, reason)


def test_more_that_a_peer_printed() -> None:
    run = of(PEER, output=b"states = 5\nunsat\ntime = 1.5\nname = x\nanswer: false(valid-free)\n", code=0)
    assert run.statistics == {"states": 5.0, "time": 1.5}
    assert (run.answer, run.correct) == ("false(valid-free)", False)
