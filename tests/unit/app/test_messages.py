"""What people are told: in which order, how much of it, in which words, and what to do next."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from assay.app.evidence_files import NO_RUN, SHORT_RUNS
from assay.app.session import Request, _limit_words
from assay.app.worker import Method
from assay.checking import confirming
from assay.cli import cli
from assay.core.budget import Deadline
from assay.core.errors import InputError, UndefinedValue
from assay.core.words import counted
from assay.frontends.goals import select
from assay.frontends.task import load
from assay.report.progress import takes_colour
from assay.report.text import program_lines, verdict_block
from scenarios import HOLDS, SAFE, TOY, UNKNOWN, VIOLATED, arrange, long_run, outcome, run

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

SMV = """MODULE main
VAR x : boolean;
ASSIGN init(x) := TRUE; next(x) := TRUE;
SPEC AG x
INVARSPEC NAME inv := x
LTLSPEC F x
INVARSPEC x = TRUE
"""
NET = """<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">
<place id="p"><initialMarking><text>1</text></initialMarking></place><place id="q"/>
<transition id="t"/><arc id="a" source="p" target="t"/><arc id="b" source="t" target="q"/>
</page></net></pnml>"""
FORMULAS = """<property-set xmlns="http://mcc.lip6.fr/">
<property><id>always</id><formula><all-paths><globally><integer-le><tokens-count><place>p</place></tokens-count>
<integer-constant>1</integer-constant></integer-le></globally></all-paths></formula></property>
<property><id>once</id><formula><exists-path><finally><integer-le><integer-constant>1</integer-constant>
<tokens-count><place>q</place></tokens-count></integer-le></finally></exists-path></formula></property>
<property><id>never</id><formula><exists-path><finally><integer-le><integer-constant>2</integer-constant>
<tokens-count><place>q</place></tokens-count></integer-le></finally></exists-path></formula></property>
</property-set>"""


def written(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def verdicts(text: str) -> list[dict[str, Any]]:
    return [record for record in map(json.loads, text.splitlines()) if record["event"] == "verdict"]


# -- in which order ----------------------------------------------------------------------------------------------------


def test_properties_are_in_the_order_of_an_smv_file(tmp_path: Path) -> None:
    model = load(written(tmp_path, "x.smv", SMV))
    assert [goal.name for goal in model.goals] == ["spec1", "inv", "spec3", "spec4"]
    assert [goal.name for goal in select(model, "2")] == ["spec3"]


def test_properties_are_in_the_order_of_a_btor2_file(tmp_path: Path) -> None:
    text = "1 sort bitvec 1\n2 input 1 a\n3 justice 1 2\n4 bad 2\n5 justice 1 -2 named\n6 bad -2\n"
    model = load(written(tmp_path, "x.btor2", text))
    assert [goal.name for goal in model.goals] == ["j0", "b0", "named", "b1"]
    assert [prop.name for prop in model.properties] == ["b0", "b1"]


def test_every_verdict_is_told_once(tmp_path: Path) -> None:
    """As soon as it is there, in whatever order."""
    file = written(tmp_path, "x.smv", SMV)
    records = verdicts(run(["check", file, "--json"]).stdout)
    assert sorted(record["property"] for record in records) == ["inv", "spec1", "spec3", "spec4"]


# -- which property ----------------------------------------------------------------------------------------------------


def test_an_index_beyond_the_last_property_is_no_formula(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no property is numbered 6 \(the input has 0: spec1, 1: inv"):
        select(load(written(tmp_path, "x.smv", SMV)), "6")


@pytest.mark.parametrize("name", ["x.smv", "x.pnml"])
@pytest.mark.parametrize("wanted", ["nope.prp", "@nope", "formulas/nope.ltl", "nope.xml#3"])
def test_a_property_file_that_is_not_there_is_called_so(name: str, wanted: str, tmp_path: Path) -> None:
    model = load(written(tmp_path, name, SMV if name == "x.smv" else NET))
    with pytest.raises(InputError, match=r"there is no property file '\S*nope\S*' \(looked for in the current folder"):
        select(model, wanted)


# -- how it is answered ------------------------------------------------------------------------------------------------


def test_formulas_of_nets_are_answered_as_the_contest_does(tmp_path: Path) -> None:
    net, formulas = written(tmp_path, "net.pnml", NET), written(tmp_path, "formulas.xml", FORMULAS)
    records = verdicts(run(["check", net, "-p", formulas, "--json"]).stdout)
    found = {record["property"]: (record["verdict"], record["answer"]) for record in records}
    assert found == {"always": ("holds", "TRUE"), "once": ("violated", "TRUE"), "never": ("holds", "FALSE")}
    result = run(["check", net, "-p", f"{formulas}#1"])
    assert result.exit_code == 10
    assert result.stdout.startswith("violated    once\n  answer    TRUE, as the Model Checking Contest counts\n")


def test_notes_are_in_json(tmp_path: Path) -> None:
    trivial = written(tmp_path, "x.c", "int main(void) { return 0; }\n")
    result = run(["check", trivial, "--json"])
    (record,) = verdicts(result.stdout)
    (note,) = record["notes"]
    assert "the property holds trivially" in note
    assert f"note: {note}" in result.stderr


def test_a_deadlock_is_noted_with_every_verdict(tmp_path: Path) -> None:
    text = "MODULE main VAR x : 0..3; INIT x = 0; TRANS next(x) = x + 1 & x < 3; SPEC AG x < 4; INVARSPEC x < 4"
    for record in verdicts(run(["check", written(tmp_path, "x.smv", text), "--json"]).stdout):
        assert record["notes"][0].startswith("a deadlock: after 3 steps, the state x = 3 has no successor")
        assert record == {**record, "verdict": "holds"}
    result = run(["check", str(tmp_path / "x.smv")])
    assert result.stderr.count("note: a deadlock") == 1


NEVER = (
    "1 sort bitvec 1\n2 state 1 s\n3 one 1\n4 init 1 2 3\n5 next 1 2 2\n6 not 1 2\n7 constraint {kept}\n8 bad {bad}\n"
)


@pytest.mark.parametrize(
    ("name", "text", "noted"),
    [
        ("contradiction.btor2", NEVER.format(kept=6, bad=2), True),
        ("assumption.btor2", NEVER.format(kept=2, bad=6), False),
        ("start.smv", "MODULE main VAR y : 0..3; INIT y > 2; INIT y < 1; INVARSPEC y = 2", True),
        ("another.smv", "MODULE main VAR y : 0..3; INIT y > 2; INVARSPEC y <= 3", False),
    ],
)
def test_that_no_run_does_what_is_assumed_is_noted(name: str, text: str, noted: bool, tmp_path: Path) -> None:
    result = run(["check", written(tmp_path, name, text)])
    assert (result.exit_code, result.stdout.split()[0]) == (0, "holds")
    assert result.stderr.count(f"note: {NO_RUN}") == noted


@pytest.mark.parametrize(("limit", "noted"), [(3, 1), (9, 0)])
def test_that_runs_are_short_because_of_what_is_assumed_is_noted(limit: int, noted: int, tmp_path: Path) -> None:
    """A counter that goes round at 8, and is assumed to stay below a limit."""
    text = (
        "1 sort bitvec 4\n2 sort bitvec 1\n3 state 1 count\n4 zero 1\n5 init 1 3 4\n6 inc 1 3\n7 constd 1 7\n"
        f"8 and 1 6 7\n9 next 1 3 8\n10 constd 1 {limit}\n11 ult 2 3 10\n12 constraint 11\n13 ugt 2 3 7\n14 bad 13\n"
    )
    result = run(["check", written(tmp_path, "count.btor2", text)])
    assert (result.exit_code, result.stdout.split()[0]) == (0, "holds")
    assert result.stderr.count(f"note: {SHORT_RUNS.format('3 steps')}") == noted


# -- how much ----------------------------------------------------------------------------------------------------------


def test_quiet_means_verdict_lines_only(monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, outcome(HOLDS), outcome(UNKNOWN), outcome(VIOLATED))
    result = run(["check", "toy.c", "--quiet"])
    assert result.stdout == "holds       property 0\nunknown     property 1\nviolated    property 2\n"
    assert (result.stderr, result.exit_code) == ("", 10)
    result = run(["check", "toy.c", "-q", "--json"])
    assert [json.loads(line)["event"] for line in result.stdout.splitlines()] == ["verdict"] * 3


def test_errors_are_told_however_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, outcome(HOLDS))
    result = run(["check", "absent.c", "--quiet"])
    assert (result.stdout, result.exit_code) == ("", 2)
    assert result.stderr == "error: absent.c: no such file (check the path)\n"


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
        ({"TERM": "dumb"}, False),
        ({"TERM": ""}, False),
    ],
)
def test_colours_are_for_who_wants_them(
    environment: dict[str, str], coloured: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert takes_colour() is coloured


# -- how broad ---------------------------------------------------------------------------------------------------------

ROWS = (
    (5, "int main(void) {", ()),
    (16, "int low = __VERIFIER_nondet_int();", ("__VERIFIER_nondet_int() = 1137903109", "low = 1137903109")),
    (0, "... 12 more iterations", ()),
    (117, "if (" + " && ".join(f"condition_{n}" for n in range(12)) + ")", ("true",)),
    (118, "return " + " + ".join(f"value_{n}" for n in range(20)) + ";", ()),
)


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("file", ["a.c", "average-overflow-in-a-long-name.c"])
def test_the_path_of_a_program_fits_the_terminal(file: str, width: int) -> None:
    lines = program_lines(file, ROWS, width)
    assert max(map(len, lines)) <= width
    text = " ".join(" ".join(lines).split())
    assert "1137903109, low = 1137903109" in text and "... 12 more iterations" in text
    assert sum(file in line for line in lines) == (1 if width < 90 or len(file) > 20 else 4)


def test_tables_and_titles_fit_the_terminal() -> None:
    verdict = {"verdict": "violated", "property": "p", "evidence": "e", "engine": "auto", "seconds": 1.0}
    lines = ["step 0  " + "signal " * 30, "        " + "value " * 30]
    evidence = {"event": "path", "title": "a run of many steps, " * 6, "lines": lines}
    text = verdict_block({**verdict, "statistics": {}}, evidence=evidence, width=80)
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("signal") == text.count("value") == 30


def test_the_list_of_engines_fits_the_terminal() -> None:
    lines = CliRunner(env={"COLUMNS": "80"}).invoke(cli, ["engines"]).stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.startswith(" " * 22) for line in lines)


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("assay check --engine pre", {"predicate", "predicate+value"}),
        ("assay check --order d", {"dfs"}),
        ("assay check --blocks s", {"single"}),
    ],
)
def test_shells_complete_values(words: str, offered: set[str]) -> None:
    *before, incomplete = words.split()[1:]
    found = ShellComplete(cli, {}, "assay", "_ASSAY_COMPLETE").get_completions(before, incomplete)
    assert {item.value for item in found} == offered


# -- in which words ----------------------------------------------------------------------------------------------------


def test_one_is_no_plural() -> None:
    assert [counted(n, "step") for n in (0, 1, 2)] == ["0 steps", "1 step", "2 steps"]
    assert counted(2, "property", "properties") == "2 properties"


def test_a_header_that_is_not_there_is_to_be_expanded(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"x.c:1:10: 'nowhere.h' file not found \(say where it is with -I FOLDER"):
        load(written(tmp_path, "x.c", "#include <nowhere.h>\nint main(void) { return 0; }\n"))


@pytest.mark.parametrize("engine", ["auto", "predicate", "directed"])
def test_advice_names_options_that_the_engine_has(engine: str) -> None:
    request = Request("x.smt2", Method(engine), seconds=60.0, memory=1e9)
    for resource in ("time", "memory"):
        _, hint = _limit_words(request, resource, by_system=False)
        assert ("--order" in hint) == (engine == "predicate")
        assert hint.startswith(f"--{resource} ") and hint.endswith("another engine (`assay engines`)")


def test_more_time_is_no_cure_for_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*parts: object, **options: object) -> None:
        raise UndefinedValue("the compiled program crashes before it reaches the error call (SIGSEGV)")

    monkeypatch.setattr("assay.witness.check.replay.check_trace", crash)
    verdict, _ = confirming.confirmed(TOY, SAFE, long_run(), Deadline.after(math.inf))
    assert getattr(verdict, "hint", "") == confirming.EXCLUDE
    assert "--time" not in confirming.EXCLUDE
