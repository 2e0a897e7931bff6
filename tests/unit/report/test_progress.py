"""Signs of life: rare enough for logs, complete enough to act on, gone when they should be."""

from __future__ import annotations

import io
import os
import pty
import signal
import subprocess
import sys

import pytest
from rich.console import Console

from assay.report.json import VERDICT_FIELDS, note_record, verdict_record
from assay.report.progress import LONGEST_PAUSE, PlainLines, Silence, display, panel, standing_line
from assay.report.standing import Standing, when
from places import ROOT

# How the verdict of unknown is painted.
YELLOW = "\x1b[33m\x1b[1m"


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def standing(clock: Clock) -> Standing:
    result = Standing(clock, "auto")
    result.hear({"event": "model", "properties": ["first [bold]", "second"]})
    result.hear({"event": "property", "number": 0, "property": "first [bold]"})
    result.hear({"event": "phase", "phase": "exploring"})
    result.hear({"event": "progress", "statistics": {"rounds": 2, "states": 12, "seconds refining": 0.5}})
    return result


def test_plain_lines_become_rarer() -> None:
    clock, stream = Clock(), io.StringIO()
    lines = PlainLines(standing(clock), clock, stream)
    while clock.now < 3600:
        lines.tick()
        clock.now += 0.125
    text = stream.getvalue().splitlines()
    assert text[0] == "[    1.0s] property first [bold] (0 of 2 decided): exploring, rounds 2, states 12"
    assert 60 <= len(text) <= 150
    assert float(text[-1][1:8]) > 3600 - 2 * LONGEST_PAUSE


def test_the_panel_shows_words_as_they_are() -> None:
    console = Console(file=io.StringIO(), width=80)
    console.print(panel(standing(Clock()), 12.0))
    assert isinstance(console.file, io.StringIO)
    lines = [line.split(None, 1) for line in console.file.getvalue().splitlines()]
    assert [(label, text.strip()) for label, text in lines] == [
        ("property", "first [bold] (0 of 2 decided; 0 done)"),
        ("phase", "exploring, 12 s"),
        ("counters", "rounds 2, states 12"),
        ("time", "refining 0.50s"),
    ]


def test_the_method_and_the_time_left_are_told() -> None:
    clock = Clock()
    current = Standing(clock, "auto", deadline=60.0)
    current.hear({"event": "model", "properties": ["error"]})
    current.hear({"event": "turn", "method": "ic3"})
    current.hear({"event": "phase", "phase": "done"})
    clock.now = 18.0
    assert standing_line(current) == "property error: ic3, reporting, 42 s left"
    current.hear({"event": "phase", "phase": "ic3"})
    assert standing_line(current) == "property error: ic3, 42 s left"
    current.hear({"event": "phase", "phase": "done"})
    console = Console(file=io.StringIO(), width=80)
    console.print(panel(current, 18.0))
    assert isinstance(console.file, io.StringIO)
    assert "method" in console.file.getvalue() and "reporting, 18 s, 42 s left" in console.file.getvalue()


def test_no_terminal_no_panel() -> None:
    clock = Clock()
    assert isinstance(display(standing(clock), clock, io.StringIO()), PlainLines)
    Silence().tick()
    Silence().close()


# -- the standing ------------------------------------------------------------------------------------------------------


def test_what_is_unfinished_is_unknown_with_what_was_learnt() -> None:
    clock = Clock()
    current = standing(clock)
    clock.now = 7.0
    first, second = current.unfinished("time limit of 7s reached")
    assert first["reason"] == "time limit of 7s reached while exploring"
    assert (first["seconds"], first["statistics"]["states"]) == (7.0, 12)
    assert second["reason"] == "time limit of 7s reached while exploring"
    assert (second["seconds"], second["statistics"]["states"]) == (0, 0)


def test_each_property_has_its_own_time_and_counters_and_all_have_those_of_no_name() -> None:
    clock = Clock()
    current = Standing(clock, "auto")
    clock.now = 1.0
    current.hear({"event": "model", "properties": ["a", "b"]})
    for name, states, until in (("a", 3, 3.0), ("b", 5, 4.0), ("all together", 7, 10.0), ("a", 4, 11.0)):
        current.hear({"event": "property", "property": name})
        current.hear({"event": "progress", "statistics": {"states": states, f"{name}'s": 1}})
        clock.now = until
    a, b = current.unfinished("enough")
    assert (a["seconds"], b["seconds"]) == (10.0, 8.0)
    assert (a["statistics"]["states"], b["statistics"]["states"]) == (4, 5)
    assert {"a's", "all together's"} <= a["statistics"].keys() and "a's" not in b["statistics"]


def test_how_far_runs_are_known_is_told() -> None:
    current = Standing(Clock(), "auto")
    current.hear({"event": "model", "properties": ["a"]})
    current.hear({"event": "progress", "statistics": {"depth": 9}})
    (record,) = current.unfinished("enough")
    assert "no error" not in record["reason"]
    current.hear({"event": "bound", "depth": 4, "statistics": {"depth": 9}})
    (record,) = current.unfinished("enough")
    assert record["reason"].endswith("; there is no error within 4 steps")


def test_what_has_a_verdict_is_finished_and_an_error_is_none() -> None:
    current = standing(Clock())
    current.hear(verdict_record("holds", "first [bold]"))
    assert [record["property"] for record in current.unfinished("enough")] == ["second"]
    current.hear({"event": "property", "property": "second"})
    current.hear({"event": "error", "internal": True, "message": "", "details": ""})
    assert [record["property"] for record in current.unfinished("enough")] == ["second"]
    assert current.failed and not current.rejected
    current.hear(verdict_record("unknown", "second"))
    assert current.unfinished("enough") == []


def test_verdicts_may_come_in_any_order() -> None:
    current = standing(Clock())
    current.hear(verdict_record("holds", "second"))
    assert (current.property, current.share) == ("first [bold]", "1 of 2 decided")
    assert [record["property"] for record in current.unfinished("enough")] == ["first [bold]"]


def test_a_verdict_is_completed_by_what_was_said_before() -> None:
    current = Standing(Clock(), "auto")
    current.hear({"event": "model", "properties": ["p"], "assumptions": ["malloc does not fail"], "asks": {"p": "EF"}})
    current.hear(note_record("the property holds trivially"))
    record = current.complete(verdict_record("holds", "p"))
    assert tuple(record) == VERDICT_FIELDS
    assert record["assumptions"] == ["malloc does not fail"]
    assert record["notes"] == ["the property holds trivially"]
    assert record["answer"] == "FALSE"


def test_what_was_found_and_not_told_is_said_so() -> None:
    current = standing(Clock())
    current.hear({"event": "phase", "phase": "done"})
    assert current.unfinished("time limit of 2s reached")[0]["reason"] == "time limit of 2s reached while reporting"


def test_before_anything_was_read_there_is_one_unknown() -> None:
    (record,) = Standing(Clock(), "auto").unfinished("interrupted")
    assert (record["property"], record["reason"]) == ("", "interrupted while reading the input")


@pytest.mark.parametrize(
    ("phase", "text"), [("exploring", "while exploring"), ("bounded search", "during bounded search")]
)
def test_phases_in_a_sentence(phase: str, text: str) -> None:
    assert when(phase) == text


# -- a real terminal ---------------------------------------------------------------------------------------------------


def on_a_terminal(**variables: str) -> str:
    """What a terminal shows of a check that is stopped once it explores."""
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "assay", "check", "examples/count-up.smt2", "--engine", "bounded"]
    plain = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    environment = {**plain, "PYTHONPATH": "src", "TERM": "xterm", "COLUMNS": "100", **variables}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=follower, stderr=follower) as process:
        os.close(follower)
        text = _shown(leader, until="exploring")
        process.send_signal(signal.SIGINT)
        text += _shown(leader)
        assert process.wait() == 130
    os.close(leader)
    return text


def test_a_terminal_gets_a_panel_and_keeps_the_verdict() -> None:
    text = on_a_terminal()
    assert "phase" in text and "exploring" in text
    assert "\x1b[2K" in text
    # The verdict may be printed above the panel just before it goes, so only its presence counts.
    assert f"{YELLOW}unknown" in text[text.index("\x1b[2K") :]


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_without_colours(variables: dict[str, str]) -> None:
    text = on_a_terminal(**variables)
    assert "unknown" in text and YELLOW not in text


def _shown(terminal: int, until: str | None = None) -> str:
    """What comes until some text is there, or to the end."""
    data = b""
    while until is None or until.encode() not in data:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:
            break
        if not part:
            break
        data += part
    return data.decode(errors="replace")
