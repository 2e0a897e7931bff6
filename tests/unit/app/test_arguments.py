"""Options of engines on the command line: declared from the engines, shown in sections, refused by name."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Final

import click
import pytest

from assay import cli
from assay.app.arguments import SectionOption, section_of
from assay.app.inapplicable import HARDWARE
from assay.core.model import Origin
from assay.engines.options import ALL_NAMES, BY_ENGINE, having
from places import EXAMPLES
from scenarios import HOLDS, TOY, VIOLATED, arrange, outcome, run

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

DECLARED: Final = {option.name: option for option in cli.check.params if isinstance(option, click.Option)}
ON_THE_COMMAND_LINE: Final = tuple(name for name in ALL_NAMES if name != "refiner")
VALUES: Final = {"without": "Spacer", "order": "dfs", "select": "good", "interpolation": "farkas", "depth": "5"}


def argument(name: str) -> list[str]:
    """The option with some value that it has on some engine."""
    option = DECLARED[name]
    if option.is_flag:
        return [f"--{name}"]
    return [f"--{name}", option.type.choices[-1] if isinstance(option.type, click.Choice) else VALUES[name]]


@pytest.mark.parametrize("name", ON_THE_COMMAND_LINE)
def test_every_option_is_declared_as_the_engines_have_it(name: str) -> None:
    option = DECLARED[name]
    assert isinstance(option, SectionOption) and option.section == section_of(having(name))
    assert cli.check.make_context("check", ["x"]).params[name] is None, "what is not given is left to the engine"
    choices = {choice for engine in having(name) for choice in BY_ENGINE[engine].choices(name)}
    assert not choices or (isinstance(option.type, click.Choice) and set(option.type.choices) == choices)
    defaults = {BY_ENGINE[engine].default(name) for engine in having(name)} - {"", None, False, ()}
    assert all(str(value) in (option.help or "") for value in defaults)


def test_what_is_a_function_is_no_argument() -> None:
    assert "refiner" in ALL_NAMES and "refiner" not in DECLARED


@pytest.mark.parametrize("name", ON_THE_COMMAND_LINE)
def test_another_engine_refuses_it_by_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, outcome(HOLDS))
    result = run(["check", "toy.c", "--engine", "kinduction", *argument(name)])
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == (
        f"error: the engine kinduction has no option {name} (engines that do: {', '.join(having(name))})"
    )


@pytest.mark.parametrize("name", ON_THE_COMMAND_LINE)
def test_an_engine_that_has_it_takes_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, outcome(HOLDS))
    assert run(["check", "toy.c", "--engine", having(name)[-1], *argument(name)]).exit_code == 0


@pytest.mark.parametrize("engine", BY_ENGINE)
def test_every_engine_is_explained(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, outcome(HOLDS))
    result = run(["check", "toy.c", "--engine", engine, "--explain"])
    assert result.exit_code == 0
    assert "  1. toy.c" in result.stderr


# -- options that the input has no use for -----------------------------------------------------------------------------


def notes(arguments: list[str], format: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    model = type(TOY)(TOY.entry, TOY.edges, TOY.initial, TOY.properties, Origin("toy.c", format))
    arrange(monkeypatch, outcome(HOLDS), model=model)
    result = run(["check", "toy.c", "--json", *arguments])
    assert result.exit_code == 0, result.stderr
    told = [line.removeprefix("note: ") for line in result.stderr.splitlines() if "no effect" in line]
    verdict = json.loads(result.stdout.splitlines()[-1])
    assert [note for note in verdict["notes"] if "no effect" in note] == told
    return told


@pytest.mark.parametrize(
    "arguments",
    [["--data-model", "LP64"], ["--externals", "any"], ["--harness", "/dev/null"], ["--execute"], ["--no-execute"]],
    ids=lambda arguments: str(arguments[0]),
)
def test_options_for_c_programs_have_no_effect_on_others(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (note,) = notes(arguments, "MIST", monkeypatch)
    assert note == f"{arguments[0]} has no effect on this input (MIST): that is for C programs"


def test_several_have_one_note(monkeypatch: pytest.MonkeyPatch) -> None:
    (note,) = notes(["--data-model", "LP64", "--execute"], "SMV", monkeypatch)
    assert note.startswith("--data-model, --execute have no effect")


def test_traces_are_for_designs(monkeypatch: pytest.MonkeyPatch) -> None:
    (note,) = notes(["--trace", "run.vcd"], "SMT-LIB HORN", monkeypatch)
    assert note.startswith("--trace has no effect on this input (SMT-LIB HORN): that is for designs")
    for format in HARDWARE:
        assert notes(["--trace", "run.vcd"], format, monkeypatch) == []


def test_a_trace_that_has_no_effect_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, outcome(VIOLATED))
    result = run(["check", "toy.c", "--trace", "run.vcd"])
    assert (result.stdout + result.stderr).count("--trace has no effect") == 1
    assert "was written" not in result.stdout + result.stderr


def test_acceleration_is_for_nets(monkeypatch: pytest.MonkeyPatch) -> None:
    (note,) = notes(["--accelerated"], "MIST", monkeypatch)
    assert note == "--accelerated has no effect on this input (MIST): that is for nets"


def test_acceleration_of_a_net_is_no_mistake() -> None:
    net = next(iter(sorted([*EXAMPLES.glob("*.spec"), *EXAMPLES.glob("*.pnml")])))
    command = [sys.executable, "-m", "assay", "check", str(net), "--accelerated", "--jobs", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 10) and "no effect" not in done.stdout + done.stderr


# -- what is shown -----------------------------------------------------------------------------------------------------


def test_help_has_a_section_for_each_set_of_engines() -> None:
    text = " ".join(run(["check", "--help"]).stdout.split())
    for name in ON_THE_COMMAND_LINE:
        assert f"{section_of(having(name))}:" in text
    for section in ("Options for C programs:", "Options for designs (SMV, AIGER, BTOR2, Verilog):"):
        assert text.count(section) == 1


@pytest.mark.parametrize("engine", BY_ENGINE)
def test_an_engine_is_explained(engine: str) -> None:
    result = run(["engines", engine])
    assert result.exit_code == 0 and result.stdout.startswith(f"{engine}: ")
    for option in BY_ENGINE[engine].names():
        assert re.search(rf"^  (--)?{option} ", result.stdout, re.MULTILINE)
    assert "\nplan" in result.stdout


def test_an_engine_that_does_not_exist_is_a_mistake() -> None:
    result = run(["engines", "magic"])
    assert result.exit_code == 2 and "no engine is called 'magic' (known: auto, " in result.stderr


def test_the_command_line_starts_without_engines() -> None:
    heavy = (
        "assay.engines.catalogue",
        "assay.core.terms",
        "assay.explore",
        "assay.refine",
        "assay.solve",
        "z3",
        "cvc5",
    )
    program = f"import sys, assay.cli; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
