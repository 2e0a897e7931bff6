"""Files that carry the evidence of hardware verdicts: what is written is read back and accepted by independent code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import z3
from hypothesis import given, settings

from assay.app.evidence_files import trace_text, witness_text
from assay.checking import Result, check
from assay.core.errors import UnsoundVerdict, Unsupported
from assay.core.evidence import Proof
from assay.core.model import Justice, Model
from assay.core.terms import TRUE
from assay.core.verdict import Holds, Violated
from assay.engines.config import Config
from assay.frontends.hardware.aiger import read_aiger
from assay.frontends.smv.model import read_smv
from assay.frontends.task import load
from assay.witness.check.invariants import check_trace
from assay.witness.hardware.aiger_witness import check_aiger_witness
from assay.witness.hardware.btor2_witness import check_btor2_witness
from assay.witness.hardware.certificate_checker import check_certificate
from assay.witness.hardware.evidence import place_in_file, stimulus
from assay.witness.write.smtlib import script
from assay.witness.write.trace import read_trace
from clocks import PATIENCE
from hardware import Aig, circuits, machines, read_btor2
from health import ONE_FOLDER
from places import EXAMPLES
from scenarios import run

CONFIG = Config(seconds=PATIENCE)
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


def written(model: Model, result: Result, suffix: str = "") -> str:
    (goal,) = model.goals
    assert isinstance(result.verdict, Holds | Violated)
    return witness_text(model, goal, result.verdict, result.evidence, suffix=suffix, seconds=PATIENCE)


# -- AIGER -------------------------------------------------------------------------------------------------------------


@settings(max_examples=30, suppress_health_check=ONE_FOLDER)
@given(circuits() | machines(most_latches=5))
def test_evidence_about_bad_states_is_accepted_on_the_file(tmp_path: Path, aig: Aig) -> None:
    path = aig.write(tmp_path / "x.aig")
    model = read_aiger(path)
    (result,) = check(model, config=CONFIG)
    match result.verdict:
        case Violated():
            assert result.evidence.endswith("replayed by evaluation and on the AIGER file")
            check_aiger_witness(path, written(model, result))
        case Holds(Proof(simple=True)):
            with pytest.raises(Unsupported, match="without repeated states"):
                written(model, result)
        case Holds():
            check_certificate(path, written(model, result), 0, seconds=PATIENCE)
        case _:
            raise AssertionError(result)


@settings(max_examples=30, suppress_health_check=ONE_FOLDER)
@given(circuits(justice=True))
def test_lassos_are_accepted_on_the_file(tmp_path: Path, aig: Aig) -> None:
    path = aig.write(tmp_path / "x.aag")
    model = read_aiger(path)
    (result,) = check(model, config=CONFIG)
    if isinstance(result.verdict, Violated):
        assert "on the AIGER file" in result.evidence
        check_aiger_witness(path, written(model, result))


def test_a_free_initial_value_is_part_of_the_witness(tmp_path: Path) -> None:
    """Two latches that keep their value: the first begins with anything, the second with 1."""
    path = Aig(0, [(2, None), (4, 1)], [(2, 4)], bads=[6]).write(tmp_path / "x.aag")
    model = read_aiger(path)
    (result,) = check(model, config=CONFIG)
    assert written(model, result) == "1\nb0\n11\n\n.\n"


def test_a_run_that_is_none_of_the_file_is_not_offered(tmp_path: Path) -> None:
    path = Aig(0, [(2, None), (4, 1)], [(2, 4)], bads=[6]).write(tmp_path / "x.aag")
    model = read_aiger(path)
    (result,) = check(model, config=CONFIG)
    assert isinstance(result.verdict, Violated)
    path.write_text(path.read_text().replace("4 4 1", "4 4 0"))
    with pytest.raises(UnsoundVerdict, match="latch 1 starts with 1"):
        stimulus(model, model.properties[0], result.verdict.trace)


def test_properties_are_named_by_their_place_in_the_file(tmp_path: Path) -> None:
    path = Aig(1, [(2, 0)], [], bads=[4, 5], justice=[[4], [5]]).write(tmp_path / "x.aag")
    model = read_aiger(path)
    assert [place_in_file(model, goal) for goal in model.goals] == ["b0", "b1", "j0", "j1"]
    assert place_in_file(model, Justice("j0", ())) is None
    path.unlink()
    assert place_in_file(model, model.goals[0]) is None


# -- BTOR2 -------------------------------------------------------------------------------------------------------------

COUNTER = """1 sort bitvec 4
2 sort bitvec 1
3 sort array 2 1
4 state 1 count
5 constd 1 3
6 state 1 start
7 init 1 4 6
8 input 1 by
9 add 1 4 8
10 next 1 4 9
11 state 3 mem
12 init 3 11 5
13 state 3 other
14 input 2 where
15 write 3 11 14 4
16 next 3 11 15
17 next 3 13 13
18 read 1 11 14
19 read 1 13 14
20 eq 2 18 19
21 constd 1 9
22 eq 2 4 21
23 and 2 20 22
24 bad 23 reached
25 ulte 2 8 5
26 constraint 25
27 next 1 6 6
"""


def test_a_btor2_witness_leaves_out_what_the_file_gives(tmp_path: Path) -> None:
    path = tmp_path / "x.btor2"
    path.write_text(COUNTER)
    model = read_btor2(path)
    (result,) = check(model, config=CONFIG)
    assert "replayed by evaluation and on the BTOR2 file" in result.evidence
    text = written(model, result)
    assert text.startswith("sat\nb0\n#0\n") and "count#0" not in text and "start#0" in text and "by@0" in text
    assert re.search(r"^3 \[[01]\] [01]{4} other#0$", text, re.MULTILINE) and "mem#0" not in text
    check_btor2_witness(path, text)
    # A first value that is given must still be that of the file, also where it depends on another state.
    (start,) = re.findall(r"^1 ([01]{4}) start#0$", text, re.MULTILINE)
    check_btor2_witness(path, text.replace("#0\n", f"#0\n0 {start}\n", 1))
    wrong = "".join("10"[int(bit)] for bit in start)
    with pytest.raises(UnsoundVerdict, match="does not start"):
        check_btor2_witness(path, text.replace("#0\n", f"#0\n0 {wrong}\n", 1))
    assert json.loads(written(model, result, ".json"))["format"] == "assay-run"


def test_induction_is_written_as_checks_that_a_solver_refutes(tmp_path: Path) -> None:
    """Two counters in step: after one step they are equal, whatever they were before."""
    text = """1 sort bitvec 2
2 sort bitvec 1
3 zero 1
4 state 1 a
5 state 1 b
6 init 1 4 3
7 init 1 5 3
8 one 1
9 add 1 4 8
10 next 1 4 9
11 next 1 5 9
12 neq 2 4 5
13 bad 12
"""
    path = tmp_path / "x.btor2"
    path.write_text(text)
    model = read_btor2(path)
    (prop,) = model.properties

    def answers(depth: int, *, simple: bool = False) -> list[str]:
        document = script(model, prop, Proof({model.entry: TRUE}, depth, simple), "")
        context = z3.Context()
        return str(z3.Z3_eval_smtlib2_string(context.ref(), document)).split()

    assert answers(1) == ["unsat"] * 4 and answers(3) == ["unsat"] * 6
    assert "sat" in answers(0)
    with pytest.raises(Unsupported, match="without repeated states"):
        answers(2, simple=True)
    path.write_text(text.replace("11 next 1 5 9", "11 next 1 5 5"))
    model = read_btor2(path)
    (prop,) = model.properties
    # The second one stands still: they differ after a step, and may differ after one without error.
    assert answers(1) == ["unsat", "unsat", "unsat", "sat"]
    assert answers(2) == ["unsat", "unsat", "unsat", "sat", "unsat"]


# -- SMV ---------------------------------------------------------------------------------------------------------------

LIGHT = """MODULE main
VAR light : {red, green}; sub : timer(light); w : word[4];
ASSIGN init(light) := red; next(light) := sub.n = 2 ? green : light;
init(w) := 0ud4_9; next(w) := w + 0ud4_3;
INVARSPEC light = red
MODULE timer(given) VAR n : 0..3; choice : boolean;
ASSIGN init(n) := 0; next(n) := given = red & choice & n < 3 ? n + 1 : n; next(choice) := {TRUE, FALSE};
"""


def violated(tmp_path: Path) -> tuple[Model, Result]:
    path = tmp_path / "light.smv"
    path.write_text(LIGHT)
    model = read_smv(path)
    (result,) = check(model, config=CONFIG)
    assert isinstance(result.verdict, Violated)
    return model, result


def dumped(text: str) -> list[dict[str, int]]:
    """The values of all signals at each time, by name with scopes; a reader of VCD of our own."""
    scopes: list[str] = []
    names: dict[str, str] = {}
    times: list[dict[str, int]] = []
    value: dict[str, int] = {}
    for line in text.splitlines():
        words = line.split()
        match words:
            case ["$scope", "module", name, "$end"]:
                scopes.append(name)
            case ["$upscope", "$end"]:
                scopes.pop()
            case ["$var", "wire", _, code, name, "$end"]:
                names[code] = ".".join([*scopes[1:], name])
            case [word] if word.startswith("#"):
                times.append(value := dict(value))
            case [digits, code] if digits.startswith("b"):
                value[names[code]] = int(digits[1:], 2)
            case [word] if word[0] in "01":
                value[names[word[1:]]] = int(word[0])
    return times[:-1]


def test_a_run_of_smv_in_each_form(tmp_path: Path) -> None:
    model, result = violated(tmp_path)
    assert isinstance(result.verdict, Violated)
    trace = result.verdict.trace
    text = written(model, result)
    assert "light       red" in text and "light       red -> green" in text and "0ud4_9 -> 0ud4_12" in text
    assert text == written(model, result, ".txt")
    check_trace(model, model.properties[0], read_trace(model, written(model, result, ".json")))
    states = dumped(written(model, result, ".vcd"))
    assert states == [{v.name: x for v, x in state.items() if isinstance(x, int)} for state in trace.states]


def test_traces_are_of_designs_only() -> None:
    model = load(EXAMPLES / "overshoot.smt2")
    (result,) = check(model, config=CONFIG)
    assert isinstance(result.verdict, Violated)
    with pytest.raises(Unsupported, match="designs only"):
        trace_text(model, model.properties[0], result.verdict, "", suffix=".vcd")


# -- the command line --------------------------------------------------------------------------------------------------


def test_a_trace_beside_the_input_and_a_witness(tmp_path: Path) -> None:
    violated(tmp_path)
    design = tmp_path / "light.smv"
    result = run(["check", str(design), "--trace", "--witness", str(tmp_path / "w.json")])
    assert result.exit_code == 10
    assert "\n    step 0  light       red\n" in result.stdout
    assert f"  trace     {tmp_path / 'light.vcd'}\n" in result.stdout
    assert dumped((tmp_path / "light.vcd").read_text())[0]["sub.n"] == 0
    assert json.loads((tmp_path / "w.json").read_text())["format"] == "assay-run"
    assert run(["check", str(design), "--trace", str(tmp_path / "t.txt"), "--json"]).exit_code == 10
    assert "step 0  light       red" in (tmp_path / "t.txt").read_text()


def test_a_certificate_by_the_command_line(tmp_path: Path) -> None:
    path = Aig(1, [(2, 0), (4, 0)], [(4, 3), (8, 5)], bads=[10]).write(tmp_path / "x.aag")
    certificate = tmp_path / "certificate.aag"
    result = run(["check", str(path), "--witness", str(certificate), "--trace"])
    assert result.exit_code == 0 and f"  witness   {certificate}\n" in result.stdout
    check_certificate(path, certificate.read_text(), 0, seconds=PATIENCE)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["certificate.aag", "x.aag"]
    smtlib = tmp_path / "proof.smt2"
    assert run(["check", str(path), "--witness", str(smtlib)]).exit_code == 0
    assert "(define-fun" in smtlib.read_text()


@pytest.mark.parametrize(("name", "words"), [("light.smv", "behind the input's name"), ("no/where.vcd", "be written")])
def test_a_trace_is_not_written_just_anywhere(tmp_path: Path, name: str, words: str) -> None:
    violated(tmp_path)
    result = run(["check", str(tmp_path / "light.smv"), "--trace", str(tmp_path / name)])
    assert result.exit_code == 2 and words in " ".join(result.output.split())
    assert (tmp_path / "light.smv").read_text() == LIGHT
