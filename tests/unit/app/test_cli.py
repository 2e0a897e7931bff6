"""The command line: exit codes, last lines, limits and complaints."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from assay import __version__
from assay.core.errors import InputError, Position, UnsoundVerdict
from assay.core.verdict import Verdict
from assay.engines.catalogue import ENGINES
from assay.explore.unfold.order import ORDERS
from assay.report.json import VERDICT_FIELDS
from assay.report.statistics import STANDARD
from assay.supervise.processes import process_table
from assay.supervise.quantities import show_bytes
from clocks import PATIENCE, linger, processor_seconds_of_children, stop_the_clock
from places import EXAMPLES, SOURCES
from scenarios import HOLDS, UNKNOWN, VIOLATED, Deed, arrange, outcome, run

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


def records(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def sleeping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Deed:
    """A deed that does not end; as soon as it sleeps, all time is over."""
    asleep = tmp_path / "asleep"

    def deed() -> tuple[Verdict, str]:
        asleep.touch()
        linger()

    stop_the_clock(monkeypatch, asleep.exists)
    return deed


def hoarding() -> tuple[Verdict, str]:
    hoard = []
    while True:
        hoard.append(bytearray(8 << 20))
        time.sleep(0.01)


def crashing() -> tuple[Verdict, str]:
    os.kill(os.getpid(), signal.SIGSEGV)
    raise AssertionError("not reached")


def unsound() -> tuple[Verdict, str]:
    raise UnsoundVerdict("cvc5 refutes that edge step preserves the invariant")


def buggy() -> tuple[Verdict, str]:
    raise KeyError("a bug of ours")


def mistaken() -> tuple[Verdict, str]:
    raise InputError("a wrong sort", Position("toy.c", 3, 7), "use Int")


# -- exit codes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deeds", "code"),
    [
        ([outcome(HOLDS)], 0),
        ([outcome(VIOLATED)], 10),
        ([outcome(UNKNOWN)], 30),
        ([outcome(HOLDS), outcome(UNKNOWN)], 30),
        ([outcome(UNKNOWN), outcome(VIOLATED), outcome(HOLDS)], 10),
        ([outcome(VIOLATED), unsound], 1),
        ([outcome(HOLDS), buggy, outcome(VIOLATED)], 1),
        ([mistaken], 2),
        ([crashing], 1),
    ],
)
def test_the_worst_property_decides_the_exit_code(
    deeds: list[Deed], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrange(monkeypatch, *deeds)
    assert run(["check", "toy.c"]).exit_code == code
    assert run(["check", "toy.c", "--json"]).exit_code == code


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["check", "toy.c", "--colour", "red"],
        ["check", "toy.c", "--time", "soon"],
        ["check", "toy.c", "--memory", "4"],
        ["check", "toy.c", "--blocks", "huge"],
        ["check", "toy.c", "--witness", "no/such/folder/w.smt2"],
        ["check", "toy.c", "--stats", "."],
        ["prove", "toy.c"],
        ["check", "other.c"],
        ["check", "toy.c", "--property", "no such property"],
    ],
)
def test_wrong_arguments_end_with_two_and_no_stack_trace(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, outcome(HOLDS))
    result = run(arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "rror: " in result.stderr
    assert "Traceback" not in result.stderr


def test_a_mistake_is_one_sentence_with_a_place_and_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, mistaken)
    result = run(["check", "toy.c"])
    assert result.stderr.splitlines()[-1] == "error: toy.c:3:7: a wrong sort (use Int)"


# -- the last lines ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("conclusion", [HOLDS, VIOLATED, UNKNOWN], ids=["holds", "violated", "unknown"])
def test_the_last_line_is_the_verdict_and_has_these_fields(
    conclusion: tuple[Verdict, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arrange(monkeypatch, outcome(conclusion))
    last = records(run(["check", "toy.c", "--json", "--engine", "predicate"]).stdout)[-1]
    _require_schema(last)
    assert last["engine"] == "predicate"
    assert last["statistics"]["states"] == 1234


def _require_schema(record: dict[str, Any]) -> None:
    assert tuple(record) == VERDICT_FIELDS
    assert record["event"] == "verdict"
    assert record["verdict"] in ("holds", "violated", "unknown")
    for name in ("property", "reason", "evidence", "engine"):
        assert isinstance(record[name], str)
    assert isinstance(record["seconds"], float | int)
    assert bool(record["reason"]) == (record["verdict"] == "unknown")
    assert bool(record["evidence"]) == (record["verdict"] != "unknown")
    assert set(STANDARD) <= set(record["statistics"])
    assert all(isinstance(value, int | float) for value in record["statistics"].values())


def test_every_property_gets_its_verdict_even_beside_bugs(monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, outcome(HOLDS), buggy, outcome(VIOLATED))
    lines = records(run(["check", "toy.c", "--json"]).stdout)
    verdicts = {line["property"]: line["verdict"] for line in lines if line["event"] == "verdict"}
    assert verdicts == {"property 0": "holds", "property 2": "violated"}
    # It is told of all properties together, and of the one that has it when each is checked by itself.
    together, alone = (line for line in lines if line["event"] == "error")
    for error in (together, alone):
        assert error["internal"] and "KeyError" in error["message"] and "Traceback" in error["details"]
    assert "no verdict on property 1: " in alone["message"]


def test_one_property_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, outcome(HOLDS), outcome(VIOLATED))
    lines = records(run(["check", "toy.c", "--json", "--property", "1"]).stdout)
    assert [line["property"] for line in lines if line["event"] == "verdict"] == ["property 1"]


# -- limits ------------------------------------------------------------------------------------------------------------


def test_at_the_time_limit_what_was_learnt_is_still_reported(sleeping: Deed, monkeypatch: pytest.MonkeyPatch) -> None:
    _require_what_was_learnt(monkeypatch, sleeping, "--time", "600s", "--time 3000s")


def test_at_the_memory_limit_what_was_learnt_is_still_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    # The worker begins with the memory of this process, which has run many tests by now.
    value = show_bytes((400 + resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000) * 1_000_000)
    _require_what_was_learnt(monkeypatch, hoarding, "--memory", value, "--memory ")


def _require_what_was_learnt(monkeypatch: pytest.MonkeyPatch, deed: Deed, option: str, value: str, hint: str) -> None:
    arrange(monkeypatch, outcome(HOLDS), deed, outcome(VIOLATED))
    result = run(["check", "toy.c", "--json", option, value])
    lines = records(result.stdout)
    first, second, third = (line for line in lines if line["event"] == "verdict")
    assert result.exit_code == 30
    assert first["verdict"] == "holds"
    assert second["verdict"] == "unknown"
    assert second["reason"] == f"{option[2:]} limit of {value} reached while refining"
    assert second["statistics"]["rounds"] == 2 and second["statistics"]["queries"] == 80
    assert third["reason"].startswith(f"{option[2:]} limit of {value} reached ")
    assert next(line["hint"] for line in lines if line["event"] == "advice").startswith(hint)
    for record in (first, second, third):
        _require_schema(record)


def test_an_unknown_says_why_how_far_and_what_to_try(sleeping: Deed, monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, sleeping)
    text = run(["check", "toy.c", "--time", "600s"]).stdout
    assert "why       time limit of 600s reached while refining" in text
    assert "came to   rounds 2, states 12, queries 80, path length 2, depth 4" in text
    assert "try       --time 3000s" in text


def test_a_crash_names_the_phase_and_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, crashing)
    result = run(["check", "toy.c"])
    assert result.exit_code == 1
    assert "the analysis ended by signal SIGSEGV while refining" in result.stderr
    assert "This is a bug in Assay" in result.stderr


# -- files -------------------------------------------------------------------------------------------------------------


def test_a_witness_for_each_property(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    arrange(monkeypatch, outcome(HOLDS), outcome(UNKNOWN), outcome(VIOLATED))
    result = run(["check", "toy.c", "--witness", str(tmp_path / "w.out")])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["w.0.out", "w.2.out"]
    assert "(define-fun loop ((x Int) (n Int)) Bool" in (tmp_path / "w.0.out").read_text()
    assert json.loads((tmp_path / "w.2.out").read_text())["format"] == "assay-run"
    assert f"witness   {tmp_path / 'w.0.out'}" in result.stdout


def test_a_single_witness_has_the_name_given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    arrange(monkeypatch, outcome(HOLDS))
    run(["check", "toy.c", "--json", "--witness", str(tmp_path / "w.smt2")])
    assert [path.name for path in tmp_path.iterdir()] == ["w.smt2"]


def test_statistics_are_written_even_at_a_limit(
    sleeping: Deed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    arrange(monkeypatch, outcome(HOLDS), sleeping)
    run(["check", "toy.c", "--time", "600s", "-e", "predicate", "--order", "dfs", "--stats", str(tmp_path / "s.json")])
    document = json.loads((tmp_path / "s.json").read_text())
    assert document["options"]["order"] == "dfs"
    assert document["limits"] == {"seconds": 600.0, "bytes": None}
    assert document["exit_code"] == 30
    assert document["peak_bytes"] > 1 << 20
    assert [result["verdict"] for result in document["results"]] == ["holds", "unknown"]


def test_options_reach_the_configuration(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    arrange(monkeypatch, outcome(HOLDS))
    given = {
        "engine": "predicate",
        "order": "bfs",
        "abstraction": "boolean",
        "reexploration": "lazy",
        "blocks": "single",
        "scope": "global",
    }
    options = [word for name, value in given.items() for word in (f"--{name}", value)]
    file = tmp_path / "s.json"
    done = run(["check", "toy.c", *options, "--interpolation", "farkas, spacer", "--stats", str(file)])
    assert done.exit_code == 0
    found = json.loads(file.read_text())["options"]
    assert {name: found[name] for name in given} == given
    assert found["interpolation"] == ["farkas", "spacer"]


# -- the rest ----------------------------------------------------------------------------------------------------------


def test_engines_and_orders_are_listed() -> None:
    text = run(["engines"]).stdout
    for name in (*ENGINES, *ORDERS):
        assert any(line.split()[:1] == [name] and len(line.split()) > 1 for line in text.splitlines())


def test_version() -> None:
    assert run(["--version"]).stdout == f"assay, version {__version__}\n"


# -- real processes ----------------------------------------------------------------------------------------------------


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "assay", *arguments]


ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCES)}


def real(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments), capture_output=True, text=True, env=ENVIRONMENT, timeout=PATIENCE, check=False
    )


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(command(*arguments), stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_real_violation() -> None:
    result = real("check", str(EXAMPLES / "overshoot.smt2"), "--engine", "bounded", "--json")
    assert result.returncode == 10
    last = records(result.stdout)[-1]
    _require_schema(last)
    assert last["evidence"] == "a run that reaches the error, replayed by evaluation"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_request_to_stop_leaves_no_process_behind(number: int) -> None:
    with started("check", str(EXAMPLES / "count-up.smt2"), "--engine", "bounded", "--json") as process:
        assert process.stdout is not None
        first = [json.loads(process.stdout.readline()) for _ in range(4)]
        family = [pid for pid, entry in process_table().items() if entry.parent == process.pid]
        process.send_signal(number)
        rest = records(process.stdout.read())
        assert process.wait(PATIENCE) == 128 + number
    assert first[1]["event"] == "model"
    assert (rest[-1]["verdict"], rest[-1]["reason"][:11]) == ("unknown", "interrupted")
    assert family and not set(family) & set(process_table())


def test_a_reader_that_leaves_is_no_disaster() -> None:
    with started("check", str(EXAMPLES / "count-up.smt2"), "--engine", "bounded", "--json") as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(PATIENCE) == -signal.SIGPIPE


@pytest.mark.parametrize(
    "content", [b"", b"\x00\xff\xfe\x01 junk", b"(set-logic HORN)\n(assert (forall ((x Int)", b"hello"]
)
def test_junk_is_a_users_mistake(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "junk.smt2"
    file.write_bytes(content)
    _require_complaint(real("check", str(file)), str(file))


def test_a_directory_with_nothing_to_check_is_a_users_mistake(tmp_path: Path) -> None:
    result = real("check", str(tmp_path))
    assert result.returncode == 2
    assert f"Error: {tmp_path}: there is nothing to check in this folder" in result.stderr


def test_a_file_that_may_not_be_read_is_a_users_mistake(tmp_path: Path) -> None:
    file = tmp_path / "secret.smt2"
    file.write_text("(set-logic HORN)")
    file.chmod(0)
    if os.access(file, os.R_OK):
        pytest.skip("this user may read everything")
    _require_complaint(real("check", str(file)), str(file))


@pytest.mark.parametrize("option", ["--engine", "--order", "--interpolation"])
def test_an_unknown_name_is_a_users_mistake_and_the_known_ones_are_listed(option: str) -> None:
    engine = [] if option == "--engine" else ["--engine", "predicate"]
    result = real("check", str(EXAMPLES / "count-up.smt2"), *engine, option, "magic")
    assert result.returncode == 2
    assert "magic" in result.stderr and "known: " in result.stderr


def _require_complaint(result: subprocess.CompletedProcess[str], place: str) -> None:
    assert result.returncode == 2
    assert result.stdout == ""
    # On a busy machine signs of life come first.
    lines = [line for line in result.stderr.splitlines() if not line.startswith("[")]
    assert len(lines) == 1 and lines[0].startswith(f"error: {place}")


def test_help_is_quick() -> None:
    """No more than a few times what the interpreter takes to load a part of its own library."""
    bare = [sys.executable, "-c", "import argparse, json, subprocess, tempfile, typing"]
    least = min(processor_seconds_of_children(lambda: subprocess.run(bare, check=True)) for _ in range(3))
    assert min(processor_seconds_of_children(lambda: real("--help")) for _ in range(3)) < 5 * least


def test_the_parent_imports_no_solver() -> None:
    program = (
        "import sys\n"
        "import assay.cli, assay.app.session, assay.report.printers, assay.report.progress\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('z3', 'cvc5', 'rich')])\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=ENVIRONMENT, check=True
    )
    assert result.stdout.strip() == "[]"
