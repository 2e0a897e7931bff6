"""Monitored programs: each kind of error is reported at its line with what was seen, and what is right is not."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from assay.core.errors import Position
from assay.witness.c.execution.compiler import WIDTHS, ZERO, CannotCompile, Compiler
from assay.witness.c.execution.harness import harness_text
from assay.witness.c.execution.plan import Plan
from assay.witness.c.monitor.kinds import WATCHES, Watch
from assay.witness.c.monitor.reports import Report, read_report, read_reports
from assay.witness.c.sandbox.execution import Ending, Execution, execute_once
from assay.witness.c.sandbox.isolation import Permission, Refused
from c_errors import CLEAN, ERRORS, HEAD, STRINGS, Error
from clocks import PATIENCE, patient

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")


def executed(folder: Path, text: str, watch: Watch, data_model: str) -> tuple[Execution, Report | None]:
    """How a program ends that is compiled and executed like this, and what it reports."""
    compiler = Compiler("cc", WIDTHS[data_model], folder, patient())
    source, target = folder / "program.c", folder / "program.o"
    source.write_text(text)
    try:
        compiler.compile(source, target, (ZERO, *watch.program))
        harness = harness_text(Plan({}, ()), monitored=True)
        binary = compiler.link_monitored(harness, target, watch.harness, ())
    except CannotCompile as reason:
        if data_model == "LP64" and "harness" in str(reason) and "x86" not in str(reason):
            raise
        pytest.skip(f"this machine does not do it: {reason}")
    outcome = execute_once(binary, PATIENCE, Permission.ALWAYS)
    if isinstance(outcome, Refused):
        pytest.skip(outcome.reason)
    if not outcome.report:
        return outcome, None
    report, *_ = read_reports(outcome.report, lambda calls: compiler.lines(binary, calls))
    return outcome, report


# One of each report in the other data model.
CASES = [
    *((error, "LP64") for error in ERRORS),
    *((error, "ILP32") for error in {error.what: error for error in ERRORS}.values()),
]


@needs_compiler
@pytest.mark.parametrize(
    ("error", "data_model"), CASES, ids=[f"{error.kind}, {error.name}, {data_model}" for error, data_model in CASES]
)
def test_an_error_is_reported_at_its_line(error: Error, data_model: str, tmp_path: Path) -> None:
    where = Position(str(tmp_path / "program.c"), error.line)
    for watch in WATCHES[error.kind]:
        execution, report = executed(tmp_path, error.program, watch, data_model)
        if report is not None and report.what in watch.reports and report.is_at(where):
            assert execution.ending is Ending.REPORTED
            assert report.what == error.what
            assert error.detail in report.detail
            return
    pytest.fail(f"{execution}: {report}")


@needs_compiler
@pytest.mark.parametrize("data_model", ["LP64", "ILP32"])
@pytest.mark.parametrize(
    ("body", "kind"),
    [('char *s = "a"; *s = 0;', "dereference"), ("void (*f)(void) = (void (*)(void))0; f();", "division")],
)
def test_a_crash_that_nothing_watches_for_stays_one(body: str, kind: str, data_model: str, tmp_path: Path) -> None:
    """No check sees a write to a string of the text, and calls are looked at for accesses alone."""
    execution, report = executed(tmp_path, f"int main(void) {{ {body} return 0; }}", WATCHES[kind][0], data_model)
    assert (execution.ending, execution.code, report) == (Ending.CRASHED, -11, None)


@needs_compiler
@pytest.mark.parametrize("data_model", ["LP64", "ILP32"])
@pytest.mark.parametrize("name", CLEAN)
def test_nothing_is_reported_of_what_is_right(name: str, data_model: str, tmp_path: Path) -> None:
    everything = tuple(
        dict.fromkeys(one for watches in WATCHES.values() for watch in watches for one in watch.sanitizers)
    )
    reports = frozenset(one for watches in WATCHES.values() for watch in watches for one in watch.reports)
    watch = Watch(everything, reports, ("-DASSAY_LIVES=1",))
    execution, report = executed(tmp_path, HEAD + STRINGS + CLEAN[name], watch, data_model)
    assert (execution.ending, report) == (Ending.ENDED, None)


@needs_compiler
def test_what_is_not_asked_for_is_overlooked(tmp_path: Path) -> None:
    lines = ("int x = 2147483647, *p = g;", "x++;", "p[2] = 1;", "x = 1 << (x + 40);", "return 5 / g[0];", "}")
    text = "\n".join(("int g[2];", "int main(void) {", *lines, ""))
    for kind, line in {"overflow": 4, "dereference": 5, "shift": 6, "division": 7}.items():
        _, report = executed(tmp_path, text, WATCHES[kind][0], "LP64")
        assert report is not None and report.position is not None and report.position.line == line
    execution, report = executed(tmp_path, text, WATCHES["free"][0], "LP64")
    assert execution.ending is Ending.CRASHED and report is None


def test_reports_name_lines_in_place_of_addresses() -> None:
    places = {0x10: None, 0x20: Position("/a/b.c", 7), 0x30: Position("/a/c.c", 9)}

    def lines(calls: Sequence[int]) -> list[Position | None]:
        return [places[call] for call in calls]

    text = "double-free at pc 10 20 30: frees a block of 4 bytes, allocated at pc 10 30, freed at pc 20"
    report = read_report(text, lines)
    assert report == Report(
        "double-free",
        Position("/a/b.c", 7),
        "frees a block of 4 bytes, allocated at c.c:9, freed at line 7",
        (Position("/a/b.c", 7), Position("/a/c.c", 9)),
    )
    assert str(report) == "double-free at b.c:7: frees a block of 4 bytes, allocated at c.c:9, freed at line 7"
    assert report.is_at(Position("/a/x/../b.c", 7)) and not report.is_at(Position("/a/b.c", 8))
    assert not report.is_at(Position("/a/c.c", 7))
    unknown = read_report("bad-free at pc 10: frees an address", lines)
    assert (
        unknown.position is None and "at an unknown line" in str(unknown) and not unknown.is_at(Position("/a/b.c", 7))
    )
    there = read_report("index-out-of-bounds at /a:b/c.c:3:14: index 9 of an array of type int [3][4]", lines)
    place = Position("/a:b/c.c", 3, 14)
    assert there == Report("index-out-of-bounds", place, "index 9 of an array of 3 elements of type int[4]", (place,))
    call = read_report("error-call at pc 20 30: it is reached", lines)
    assert call.is_at(Position("/a/b.c", 7)) and call.is_at(Position("/a/c.c", 9)) and not call.is_at(Position("x", 9))
    several = read_reports("memory-leak at pc 20: one\nmemory-leak at pc 30: two", lines)
    assert [str(one) for one in several] == ["memory-leak at b.c:7: one", "memory-leak at c.c:9: two"]
    with pytest.raises(ValueError, match="no report"):
        read_report("assay: main returned", lines)
