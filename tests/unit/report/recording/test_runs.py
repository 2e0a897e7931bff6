"""Counterexamples by their steps: lines, what they set, and what each depends on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assay.app.worker import Job, Method, work
from assay.core.evidence import Trace
from assay.core.model import Edge, Location, Safety
from assay.core.slicing.influence import causes, influence
from assay.core.terms import TRUE, add, eq, integer, variable
from assay.core.terms.sorts import INT
from assay.report.json import Record
from assay.report.recording.runs import MOST_STEPS, Step, steps_record
from assay.report.recording.sources import MOST_LINE, MOST_LINES, source_record
from recordings import NET, heard
from verilog import module, reads_verilog

GOAL = Safety("error", {})


def evidence(records: tuple[Record, ...] | list[Record], kind: str = "counterexample") -> dict[str, Any]:
    (found,) = [record for record in records if record["event"] == kind]
    return dict(found)


def test_a_step_depends_on_the_last_one_that_set_what_it_reads() -> None:
    x, y = variable("x", INT), variable("y", INT)
    place = Location("l", (x, y))
    set_x = Edge("set x", place, place, TRUE, {x: integer(3)})
    set_y = Edge("set y", place, place, TRUE, {y: integer(5)})
    add_x = Edge("add x", place, place, TRUE, {y: add(x, integer(1))})
    ends = Edge("ends", place, place, eq(y, integer(4)))
    edges = (set_x, set_y, add_x, ends)
    states = ({x: 0, y: 0}, {x: 3, y: 0}, {x: 3, y: 5}, {x: 3, y: 4}, {x: 3, y: 4})
    trace = Trace(states, edges, ({}, {}, {}, {}))
    assert causes(trace, influence(trace)) == [None, None, 0, 2]


def test_lines_of_a_program(tmp_path: Path) -> None:
    program = tmp_path / "p.c"
    program.write_text(
        "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {\n"
        "    int n = __VERIFIER_nondet_int();\n    int sum = 0;\n    for (int i = 0; i < 6; i++)\n        sum += i;\n"
        "    if (n == sum)\n        reach_error();\n    return 0;\n}\n"
    )
    records: list[Record] = []
    work(Job(str(program), Method("bounded", no_execute=True), "0", record="unused", checks="assert"), records.append)
    found = evidence(records)
    steps = found["steps"]
    assert (found["kind"], steps[-1]["line"], steps[-1]["notes"]) == ("program", 9, ["the error call"])
    # The call needs nothing itself; the condition before it does: what was given, and the sum.
    condition = steps[steps[-1]["cause"]]
    assert (condition["line"], condition["notes"]) == (8, ["true"])
    assert ["sum", "15"] in steps[condition["cause"]]["sets"]
    first, length, times = found["loops"][0]
    assert times >= 5
    assert [step["line"] for step in steps[first : first + length]] == [
        step["line"] for step in steps[first + length : first + 2 * length]
    ]
    (source,) = [record for record in records if record["event"] == "source"]
    assert source["text"].splitlines()[3].strip().startswith("int n")


def test_a_design_has_its_signals_and_its_loop() -> None:
    found = evidence(heard("traffic-light.smv"))
    wave = found["wave"]
    lights = {signal["name"]: signal for signal in wave["signals"]}
    assert lights["clock"]["values"] == ["0", "1", "2", "3", "0"]
    assert set(lights["main_light"]["values"]) <= {"green", "yellow", "red"}
    assert lights["waiting"]["bit"] and not lights["clock"]["bit"]
    assert wave["loop"] == 0
    assert len(found["steps"]) == 5


@reads_verilog
def test_registers_with_an_asynchronous_reset_are_in_the_waveform(tmp_path: Path) -> None:
    """They are no states of the model, but made of one and of the reset; what does not matter is in no step."""
    ports = "input clk, input reset, input go, input [7:0] data"
    body = (
        "reg [2:0] later; reg full; reg [7:0] other;\n"
        "always @(posedge clk or posedge reset) if (reset) begin later <= 0; full <= 0; other <= 0; end\n"
        "else begin other <= data; if (go) begin later <= later + 1; full <= later == 2; end end\n"
        "initial assume (reset);\nalways @* never: assert (!full);\nalways @* some: cover (full);\n"
        "always @* third: assert (other < 200);"
    )
    (tmp_path / "t.sv").write_text(module(body, ports))
    records: list[Record] = []
    work(Job(str(tmp_path / "t.sv"), Method(), record="unused"), records.append)
    found = {record["property"]: record for record in records if record["event"] == "counterexample"}
    signals = {signal["name"]: signal for signal in found["never"]["wave"]["signals"]}
    assert [name for name, signal in signals.items() if signal["matters"]] == ["later", "full", "reset", "go"]
    assert signals["full"]["bit"] and signals["full"]["values"][-2:] == ["0", "1"]
    assert signals["later"]["values"][-1] == "3" and not signals["other"]["matters"]
    told = {name.removesuffix(" (input)") for step in found["never"]["steps"] for name, _ in step.get("sets", ())}
    assert told == {"later", "full", "reset", "go"}
    assert [found[name]["steps"][-1]["notes"] for name in ("never", "some")] == [["the error"], ["this is covered"]]


def test_a_net_fires(tmp_path: Path) -> None:
    (tmp_path / "net.spec").write_text(NET)
    records: list[Record] = []
    work(Job(str(tmp_path / "net.spec"), Method(), record="unused"), records.append)
    net = evidence(records)["net"]
    assert net["places"] == ["idle", "writing", "done"]
    takes = {transition["name"]: (transition["takes"], transition["gives"]) for transition in net["transitions"]}
    assert takes["rule 3"] == ([[2, 2]], [[0, 2]])
    for before, name, after in zip(net["markings"], net["fired"], net["markings"][1:], strict=False):
        taken, given = takes[name]
        expected = list(before)
        for place, count in taken:
            expected[place] -= count
        for place, count in given:
            expected[place] += count
        assert expected == after


def test_a_derivation_names_what_it_uses() -> None:
    steps = evidence(heard("fibonacci-broken.smt2"))["steps"]
    assert steps[-1]["notes"][-1] == "the error"
    assert all(step["cause"] is None or step["cause"] < number for number, step in enumerate(steps))
    assert any(note.startswith("uses ") for step in steps for note in step.get("notes", ()))


def test_long_runs_lose_their_middle() -> None:
    steps = [Step(line=1 + number, cause=number - 1 if number else None) for number in range(MOST_STEPS + 500)]
    found = steps_record(GOAL, "run", "a run", steps)
    half = MOST_STEPS // 2
    assert (found["gap"], found["left_out"], len(found["steps"])) == (half, 500, MOST_STEPS)
    assert found["steps"][half]["line"] == half + 501
    assert found["steps"][half]["cause"] is None
    assert [found["steps"][number]["cause"] for number in (half - 1, half + 1, -1)] == [half - 2, half, MOST_STEPS - 2]


@pytest.mark.parametrize(
    ("content", "left_out", "cut"),
    [
        (b"a\nb\n", 0, 0),
        (b"a\nb", 0, 0),
        (b"x" * (MOST_LINE + 1), 0, 1),
        (b"\n" * (MOST_LINES + 7), 7, 0),
        (b"y" * 1_000_000, 0, 1),
    ],
)
def test_sources_are_bounded(content: bytes, left_out: int, cut: int) -> None:
    found = source_record("p.c", content, "C")
    assert (found["left_out"], found["cut"], found["language"]) == (left_out, cut, "c")
    assert max(map(len, found["text"].split("\n"))) <= MOST_LINE + 3


def test_a_binary_file_is_named_only() -> None:
    assert source_record("d.aig", b"aig 1\x00\x01", "AIGER")["text"] == "(a binary file of 7 bytes)"
