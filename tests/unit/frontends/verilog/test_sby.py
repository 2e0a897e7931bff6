"""Files of SymbiYosys: which design they describe, for which task, and what of them is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.errors import InputError
from assay.frontends.text import Source
from assay.frontends.verilog.sby import read_sby

TASKS = """
[tasks]
short quick
long
wide quick

[options]
quick: mode bmc
~quick:
mode prove
--
quick: depth 20   # a comment

[engines]
smtbmc z3

[script]
read -formal -sv -D FAST -Iinclude top.sv; read -define N=3
long wide
wide: chparam -set WIDTH 8 top
prep -top top -flatten
async2sync

[files]
rtl/top.sv
"""


def described(text: str, task: str | None = None) -> tuple[object, tuple[str, ...]]:
    return read_sby(Source("designs/a.sby", text), task)


def test_tasks_of_one_design() -> None:
    text = TASKS.replace("long wide\n", "").replace("wide: chparam", "chparam")
    sources, said = read_sby(Source("designs/a.sby", text))
    assert sources.files == ("designs/rtl/top.sv",)
    assert (sources.include, sources.define) == (("include",), ("FAST", "N=3"))
    assert (sources.top, sources.parameters) == ("top", {"WIDTH": "8"})
    assert "tasks short, long, wide: one design, checked once" in said
    passed = ("mode bmc", "mode prove", "depth 20", "engine smtbmc z3", "async2sync")
    assert all(any(sentence.startswith(f"{words}: passed over") for sentence in said) for words in passed)


def test_tasks_of_several_designs() -> None:
    text = TASKS.replace("long wide\n", "")
    with pytest.raises(InputError, match=r"different designs \(choose one with --task: short, long, wide\)"):
        described(text)
    for task, parameters in (("short", {}), ("long", {}), ("wide", {"WIDTH": "8"})):
        sources, said = read_sby(Source("designs/a.sby", text), task)
        assert sources.parameters == parameters
        assert any(sentence.startswith("mode prove") for sentence in said) is (task == "long")


GROUPS = """
[tasks]
one two: fast
three slow
one : default

[script]
fast: read -sv -D FAST a.sv
slow: read -sv -D SLOW a.sv
three:read -D THREE

[files]
a.sv
"""


def test_tags_of_several_tasks_and_default() -> None:
    sources, said = read_sby(Source("a.sby", GROUPS))
    assert sources.define == ("FAST",)
    assert not any("one design" in sentence for sentence in said)
    assert read_sby(Source("a.sby", GROUPS), "two")[0].define == ("FAST",)
    assert read_sby(Source("a.sby", GROUPS), "three")[0].define == ("SLOW", "THREE")


INSIDE = """
[tasks]
good
bad

[script]
read -verific
read -formal top.sv
read -sv parts/part.sv
opt -fast
prep -top top

[file top.sv]
module top (input clk);  # no comment
bad:    `define BAD

[file parts/part.sv]
  c: cover (x);
"""


def test_files_inside() -> None:
    sources, _ = read_sby(Source("designs/a.sby", INSIDE), "good")
    assert sources.files == ("designs/a.sby/top.sv", "designs/a.sby/part.sv")
    assert sources.shown == ("designs/a.sby", "designs/a.sby")
    lines = sources.inside["designs/a.sby/top.sv"].split("\n")
    assert lines[13] == "module top (input clk);  # no comment"
    assert "".join(lines[:13] + lines[14:]) == ""
    assert sources.inside["designs/a.sby/part.sv"].rstrip() == "\n" * 17 + "  c: cover (x);"
    with pytest.raises(InputError, match="different designs"):
        described(INSIDE)
    assert "`define BAD" in read_sby(Source("a.sby", INSIDE), "bad")[0].inside["a.sby/top.sv"]


@pytest.mark.parametrize(
    ("text", "task", "why"),
    [
        (TASKS, None, r"a.sby:19: the command long wide"),
        (TASKS, "nowhere", r"no task is called nowhere \(there are: long, short, wide\)"),
        ("[script]\nread a.sv\n[files]\na.sv\n", "short", r"no task is called short \(leave --task out\)"),
        ("[tasks]\nshort\n[options]\nlang: mode bmc\n", "short", r"a.sby:4: no task is called lang"),
        ("[options]\nmode equiv\n", None, r"a.sby:2: the option mode equiv"),
        ("[options]\nsmtc more.smtc\n", None, r"a.sby:2: the option smtc"),
        ("[file a.sv]\nx\n[files]\nb/a.sv\n", None, r"a.sby:4: two files that are called a.sv"),
        ("[file a/x.sv]\nx\n[file b/x.sv]\ny\n", None, r"a.sby:4: two files that are called x.sv"),
        ("[tasks]\n: a b\n", None, r"a.sby:2: tasks that are given by a pattern"),
        ("[tasks]\n(a|b) c\n", None, r"a.sby:2: tasks that are given by a pattern"),
        ("--pycode-begin--\n", None, r"a.sby:1: a program inside of the file"),
        ("[autotune]\nall\n", None, r"a.sby:2: the section \[autotune\]"),
        ("[files]\na/x.sv\nb/x.sv\n", None, r"a.sby:3: two files that are called x.sv"),
        ("[files]\nother.sv a/x.sv\n", None, r"a.sby:2: a file under another name"),
        ("[script]\nread -formal b.sv\n[files]\na.sv\n", None, r"a.sby:2: b.sv is not among the \[files\]"),
        ("[script]\nread -sv a.sv\nchformal -remove\n[files]\na.sv\n", None, r"a.sby:3: the command chformal"),
        ("[script]\nread -sv a.sv\nproc -ifx\n[files]\na.sv\n", None, r"a.sby:3: the command proc -ifx"),
        ("[script]\nread -vhdl a.sv\n[files]\na.sv\n", None, r"a.sby:2: the option -vhdl"),
        ("[script]\nread -sv 'a.sv\n[files]\na.sv\n", None, r"a.sby:2: No closing quotation"),
        ("[files]\na.sv\n", None, r"the script reads no source"),
        ("", None, r"the script reads no source"),
    ],
)
def test_refused(text: str, task: str | None, why: str) -> None:
    with pytest.raises(InputError, match=why):
        described(text, task)


def test_places_and_missing_files(tmp_path: Path) -> None:
    from assay.frontends.task import load

    text = '[script]\nread -sv {0}\n[file a.sv]\nmodule a (input x);\n`include "b.svh"\nendmodule\n'
    (tmp_path / "a.sby").write_text(text.format("a.sv") + "[file b.svh]\nalways @* assert (x);\n")
    model = load(tmp_path / "a.sby")
    assert [(prop.name, prop.text) for prop in model.properties] == [("a.sby:8", "always @* assert (x);")]
    assert str(model.properties[0].where) == f"{tmp_path}/a.sby:8:11"
    (tmp_path / "b.sby").write_text("[script]\nread -sv away.sv\n[files]\naway.sv\n")
    with pytest.raises(InputError, match=r"away.sv: no such file"):
        load(tmp_path / "b.sby")


def test_a_task_is_for_symbiyosys(tmp_path: Path) -> None:
    from assay.frontends.building import building
    from assay.frontends.task import load

    for name, text in (
        ("a.v", "module t; endmodule"),
        ("a.c", "int main(void) { return 0; }"),
        ("a.btor2", "1 sort bitvec 1"),
    ):
        (tmp_path / name).write_text(text)
        with pytest.raises(InputError, match="--task: not for"):
            load(tmp_path / name, building=building(task="short"))
    with pytest.raises(InputError, match="--top, --param: not for the format C"):
        load(tmp_path / "a.c", building=building(top="main"))
