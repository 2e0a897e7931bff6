"""The tool-info module of BenchExec, with BenchExec itself where it is installed, else with a stand-in for it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

MODULE = "assay.bench.benchexec_tool"


class Refused(Exception):
    """Stands in for BenchExec's own."""


class Base:
    """As much of the base class as the module uses."""

    def _version_from_tool(self, executable: str) -> str:
        return f"{executable}, version 1.2.3"


def stand_in() -> dict[str, ModuleType]:
    names = ("benchexec", "benchexec.result", "benchexec.tools", "benchexec.tools.template")
    modules = {name: ModuleType(name) for name in names}
    constants = {"TIMEOUT": "TIMEOUT", "UNKNOWN": "unknown", "ERROR": "ERROR", "TRUE_PROP": "true"}
    constants |= {"FALSE_PROP": "false", "FALSE_REACH": "false(unreach-call)"}
    for name, value in constants.items():
        setattr(modules["benchexec.result"], f"RESULT_{name}", value)
    vars(modules["benchexec"]).update(result=modules["benchexec.result"], tools=modules["benchexec.tools"])
    vars(modules["benchexec.tools.template"]).update(BaseTool2=Base, UnsupportedFeatureException=Refused)
    return modules


@pytest.fixture(params=["stand-in", "installed"])
def tool(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    if request.param == "installed":
        pytest.importorskip("benchexec", reason="BenchExec is not installed")
    else:
        for name, module in stand_in().items():
            monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, MODULE, raising=False)
    yield importlib.import_module(MODULE).Tool()
    sys.modules.pop(MODULE, None)


@dataclass
class Run:
    """What BenchExec tells of a run."""

    code: int
    text: str = ""
    termination_reason: str | None = None
    cmdline: tuple[str, ...] = ("assay", "check", "program.c")
    exit_code: Any = field(init=False)

    def __post_init__(self) -> None:
        self.exit_code = SimpleNamespace(value=self.code)

    @property
    def output(self) -> list[str]:
        return self.text.split("\n")

    @property
    def was_timeout(self) -> bool:
        return self.termination_reason in ("cputime", "cputime-soft", "walltime")


def task(*files: str, **options: Any) -> Any:
    return SimpleNamespace(input_files=files or ("program.c",), property_file="unreach-call.prp", options=options)


def limits(cputime: int | None = None, walltime: int | None = None, memory: int | None = None) -> Any:
    return SimpleNamespace(cputime=cputime, walltime=walltime, memory=memory)


def test_who_it_is(tool: Any) -> None:
    assert tool.name() == "Assay"
    locator = SimpleNamespace(find_executable=lambda name, subdir: f"{subdir}/{name}")
    assert tool.executable(locator) == "bin/assay"


def test_the_version_is_a_number(tool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(tool), "_version_from_tool", lambda self, executable: "assay, version 1.2.3")
    assert tool.version("assay") == "1.2.3"


def test_the_command_line_has_property_data_model_and_limits(tool: Any) -> None:
    found = tool.cmdline("assay", ["--witness", "w.yml"], task(data_model="LP64"), limits(90, 100, 8_000_000_000))
    assert found == [
        *("assay", "check", "--witness", "w.yml", "--property", "unreach-call.prp", "--data-model", "LP64"),
        *("--time", "90s", "--memory", "8000000000B", "program.c"),
    ]


def test_all_files_of_a_task_are_handed_over(tool: Any) -> None:
    found = tool.cmdline("assay", [], task("main.c", "queue.c", data_model="ILP32"), limits())
    assert found[-4:] == ["--data-model", "ILP32", "main.c", "queue.c"]


def test_the_definition_of_a_benchmark_goes_first(tool: Any) -> None:
    options = ["--time=5s", "-p", "0", "--data-model", "ILP32", "--memory", "1GB"]
    assert tool.cmdline("assay", options, task(data_model="LP64"), limits(90, None, 10)) == [
        *("assay", "check", *options, "program.c")
    ]
    bare = SimpleNamespace(input_files=["x.smt2"], property_file=None, options=None)
    assert tool.cmdline("assay", [], bare, limits()) == ["assay", "check", "x.smt2"]


def test_the_command_line_is_one_that_assay_reads(tool: Any) -> None:
    from assay.supervise.quantities import parse_bytes, parse_seconds

    found = tool.cmdline("assay", [], task(), limits(90, None, 8_000_000_000))
    assert parse_seconds(found[found.index("--time") + 1]) == 90
    assert parse_bytes(found[found.index("--memory") + 1]) == 8e9


def test_an_unknown_data_model_is_refused(tool: Any) -> None:
    with pytest.raises(Exception, match="data model"):
        tool.cmdline("assay", [], task(data_model="ILP16"), limits())


HOLDS = "holds       unreach-call\n  evidence  inductive invariant"
VIOLATED = "violated    unreach-call"


@pytest.mark.parametrize(
    ("run", "result"),
    [
        (Run(0, HOLDS), "true"),
        (Run(0, "true"), "true"),
        (Run(10, VIOLATED), "false(unreach-call)"),
        (Run(10, "false(unreach-call)"), "false(unreach-call)"),
        (Run(10, "violated    no-overflow\n  answer    false(no-overflow), as SV-COMP calls it"), "false(no-overflow)"),
        (Run(10, "violated    valid-memsafety\n  answer    false(valid-free), as SV-COMP"), "false(valid-free)"),
        (Run(10, "violated    overflow main.c:3"), "false"),
        (Run(0, "holds       valid-memsafety\n  answer    true, as SV-COMP calls it"), "true"),
        (Run(10, "violated    0", cmdline=("assay", "check", "model.smt2")), "false"),
        (Run(30, "unknown     unreach-call\n  why       no progress"), "unknown"),
        (Run(30, "unknown     unreach-call\n  why       time limit of 90s reached"), "TIMEOUT"),
        (Run(30, "unknown     unreach-call\n  why       memory limit of 1GB reached"), "OUT OF MEMORY"),
        (Run(0, HOLDS, termination_reason="walltime"), "TIMEOUT"),
        (Run(9, "", termination_reason="memory"), "OUT OF MEMORY"),
        (Run(2, "error: no such file"), "ERROR (input)"),
        (Run(1, "internal error"), "ERROR"),
        (Run(0, ""), "ERROR"),
        (Run(0, VIOLATED), "ERROR"),
        (Run(10, HOLDS), "ERROR"),
    ],
)
def test_answers_are_taken_from_exit_code_and_output(tool: Any, run: Run, result: str) -> None:
    assert tool.determine_result(run) == result


def test_values_for_tables(tool: Any) -> None:
    assert tool.get_value_from_output(["holds  x", "  engine    auto, 0.21 s"], "engine") == "auto, 0.21 s"
    assert tool.get_value_from_output(["holds  x"], "engine") is None
