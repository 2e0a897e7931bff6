"""``assay certificate``: what is right is confirmed, what is not is refused, and other tools are asked the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pysat.formula import CNF
from pysat.solvers import Solver

import assay
from assay.cli import cli
from assay.core.evidence import Counting, Elimination, Proof
from assay.frontends.hardware.aiger import read_aiger
from assay.frontends.hardware.aiger_file import parse
from assay.witness.hardware.evidence import certificate_file
from clocks import PATIENCE
from unchecked import found

DESIGN = Path(__file__).parents[3] / "examples" / "arbiter.aag"


@pytest.fixture(scope="module", params=["b0", "j0"])
def proof(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of the example's bad state, or of its justice property."""
    model = read_aiger(DESIGN)
    goal = model.properties[0] if request.param == "b0" else model.temporal[0]
    evidence = found(model, goal, "ic3")
    assert isinstance(evidence, Proof | Elimination | Counting)
    carried = certificate_file(model, goal, evidence, seconds=PATIENCE)
    assert carried is not None
    path = tmp_path_factory.mktemp("certificates") / f"{request.param}.aag"
    path.write_text(carried[0])
    return path


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, ["certificate", *map(str, words)])


def test_what_is_right_is_confirmed(proof: Path) -> None:
    done = run("check", DESIGN, proof)
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith(f"{proof.stem} of {DESIGN} holds: certificate checked by")
    assert ("rounds" in done.stdout) == (proof.stem == "j0")


def test_what_is_not_right_is_refused(proof: Path, tmp_path: Path) -> None:
    """With another bad state the invariant is another one."""
    lines = proof.read_text().splitlines()
    inputs, latches = (int(word) for word in lines[0].split()[2:4])
    place = 1 + inputs + latches
    for bad in ("0", "1", str(int(lines[place]) ^ 1)):
        wrong = tmp_path / "wrong.aag"
        wrong.write_text("\n".join([*lines[:place], bad, *lines[place + 1 :], ""]))
        done = run("check", DESIGN, wrong)
        assert done.exit_code == 2, done.output
        assert done.stderr.startswith(f"refused: {wrong}: the certificate is wrong")


def test_what_it_says_of_itself_is_not_believed(proof: Path, tmp_path: Path) -> None:
    """A file that claims another property, or other rounds, shows nothing by that."""
    text = proof.read_text()
    for claim in ("b0", "b7", "j0 rounds 1", "j0 rounds 900000000", "j4 rounds 2"):
        if f"assay-certificate {claim}\n" in text:
            continue
        other = tmp_path / "other.aag"
        other.write_text(text[: text.rindex("assay-certificate")] + f"assay-certificate {claim}\n")
        done = run("check", DESIGN, other)
        assert done.exit_code == 2 and "refused" in done.stderr, done.output


def test_arguments(proof: Path, tmp_path: Path) -> None:
    silent = tmp_path / "silent.aag"
    silent.write_text("\n".join(line for line in proof.read_text().splitlines() if "assay-certificate" not in line))
    rounds = ("--rounds", proof.read_text().split()[-1]) if proof.stem == "j0" else ()
    assert run("check", DESIGN, silent, "-p", proof.stem, *rounds).exit_code == 0
    for words, message in (
        (("check", DESIGN, proof, "-p", "o3"), "should be b0"),
        (("check", DESIGN, tmp_path / "nothing.aag"), "no such file"),
        (("check", DESIGN, __file__), "an AIGER file begins with"),
        (("check", DESIGN, silent, "-p", "j0"), "how many rounds"),
        (("check", DESIGN, proof, "--rounds", "0"), "--rounds"),
    ):
        done = run(*words)
        assert done.exit_code == 2 and message in done.stderr, done.output


def test_without_time_nothing_is_known(proof: Path) -> None:
    done = run("check", DESIGN, proof, "--time", "0.000001s")
    assert done.exit_code == 30 and done.stderr.startswith("unknown:"), done.output


def test_the_questions(proof: Path, tmp_path: Path) -> None:
    done = run("obligations", DESIGN, proof, "-o", tmp_path / "made")
    assert done.exit_code == 0, done.output
    names = ["step.cnf", "first.cnf", "next.cnf", "safe.cnf", "obligations.aig"]
    assert done.stdout.split() == [str(tmp_path / "made" / name) for name in names]
    for name in names[:-1]:
        with Solver(name="glucose4", bootstrap_with=CNF(from_file=str(tmp_path / "made" / name))) as solver:
            assert not solver.solve(), name
    circuit = parse(tmp_path / "made" / "obligations.aig")
    assert len(circuit.outputs) == 4 and not circuit.latches and circuit.symbols["o1"] == "first"


def test_a_question_that_is_not_met_can_be_answered(proof: Path, tmp_path: Path) -> None:
    """Each condition that fails is a formula that has a solution; the circuit says the same."""
    text = proof.read_text()
    lines = text.splitlines()
    inputs, latches = (int(word) for word in lines[0].split()[2:4])
    place = 1 + inputs + latches
    step = 1 + inputs
    changed = " ".join([*lines[step].split()[:1], "0"])
    for name, row, new in (("safe", place, "0"), ("first", place, "1"), ("step", step, changed)):
        wrong = tmp_path / "wrong.aag"
        wrong.write_text("\n".join([*lines[:row], new, *lines[row + 1 :], ""]))
        made = tmp_path / name
        assert run("obligations", DESIGN, wrong, "-o", made).exit_code == 0
        with Solver(name="glucose4", bootstrap_with=CNF(from_file=str(made / f"{name}.cnf"))) as solver:
            assert solver.solve(), name
        model = assay.load(made / "obligations.aig")
        index = ["step", "first", "next", "safe"].index(name)
        result = list(assay.check(model, config=assay.Config(seconds=PATIENCE)))[index]
        assert isinstance(result.verdict, assay.Violated), name


def test_files_are_not_written_over_what_they_are_made_of(proof: Path, tmp_path: Path) -> None:
    design = tmp_path / "obligations.aig"
    design.write_text(DESIGN.read_text())
    done = run("obligations", design, proof, "-o", tmp_path)
    assert done.exit_code == 2 and "input" in done.stderr
    assert design.read_text() == DESIGN.read_text()
