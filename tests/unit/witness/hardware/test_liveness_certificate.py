"""Certificates of justice properties: what is written is accepted, and nothing is accepted that is not true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.errors import UnsoundVerdict, Unsupported
from assay.core.evidence import Counting, Elimination, Trace
from assay.core.model import Justice, Model
from assay.frontends.hardware.aiger import model_of_file, read_aiger
from assay.frontends.hardware.aiger_file import parse
from assay.witness.hardware import liveness_writer
from assay.witness.hardware.aiger_witness import Design, parse_design, read_design
from assay.witness.hardware.certificate_checker import About, check_designs, check_liveness_certificate
from assay.witness.hardware.counting import counting
from assay.witness.hardware.evidence import certificate_file
from assay.witness.hardware.liveness_writer import liveness_certificate
from clocks import PATIENCE
from explicit import decide
from hardware import Aig, circuits
from health import ONE_FOLDER
from mutants import mutated_design
from unchecked import found

# A latch that toggles (4), one that has risen for good once the input (2) was true (6): never low and high for ever.
TWO = Aig(1, [(5, 0), (9, 0)], [(7, 3)], justice=[[6, 7]], fairness=[4])


def of_engine(model: Model, engine: str) -> Elimination | Counting:
    (prop,) = model.temporal
    evidence = found(model, prop, engine)
    assert isinstance(evidence, Elimination | Counting)
    return evidence


@settings(max_examples=40, suppress_health_check=ONE_FOLDER)
@given(circuits(justice=True, most_latches=3), st.sampled_from(["bdd", "ic3"]), st.integers(0, 1000))
def test_what_holds_is_certified_and_nothing_else(tmp_path: Path, aig: Aig, engine: str, seed: int) -> None:
    path = aig.write(tmp_path / "x.aag")
    model = read_aiger(path)
    (prop,) = model.temporal
    assert isinstance(prop, Justice)
    evidence = found(model, prop, engine)
    if not isinstance(evidence, Elimination | Counting):
        assert not decide(model, prop)
        return
    text, number = liveness_certificate(model, prop, evidence)
    assert check_liveness_certificate(path, text, 0, number, seconds=PATIENCE)
    # The same certificate for other designs: accepted only where the property holds.
    random = Random(seed)
    for _ in range(5):
        other = mutated_design(aig, random).write(tmp_path / "other.aag")
        try:
            check_liveness_certificate(other, text, 0, number, seconds=PATIENCE)
        except UnsoundVerdict:
            continue
        changed = read_aiger(other)
        assert decide(changed, changed.temporal[0])


def certified(tmp_path: Path, engine: str) -> tuple[Design, Design, int]:
    path = TWO.write(tmp_path / "two.aag")
    model = model_of_file(parse(path))
    (prop,) = model.temporal
    assert isinstance(prop, Justice)
    text, number = liveness_certificate(model, prop, of_engine(model, engine))
    return read_design(path), parse_design(text.encode()), number


def checked(design: Design, proof: Design, index: int, number: int) -> str:
    return check_designs(counting(design, index, number, most_latches=len(proof.latches)), proof, 0, seconds=PATIENCE)


def latch(proof: Design, place: int, **change: int) -> Design:
    rows = list(proof.latches)
    literal, after, reset = rows[place]
    rows[place] = (literal, change.get("after", after), change.get("reset", reset))
    return replace(proof, latches=rows)


# What is done to a certificate whose latches are two of the design, three for conditions, and then those for rounds.
TAMPERED: dict[str, tuple[Callable[[Design], Design], str]] = {
    "everything is inside": (lambda proof: replace(proof, bads=[0]), "a bad state is inside"),
    "nothing is inside": (lambda proof: replace(proof, bads=[1]), "an initial state is outside"),
    "the design starts elsewhere": (lambda proof: latch(proof, 0, reset=1), "another reset value"),
    "a condition was met": (lambda proof: latch(proof, 2, reset=1), "another reset value"),
    "conditions are forgotten": (lambda proof: latch(proof, 2, after=0), "does not change as in the design"),
    "rounds are not counted": (lambda proof: latch(proof, -1, after=0), "does not change as in the design"),
    "no counters": (lambda proof: replace(proof, latches=proof.latches[:2]), "no latch for each"),
    "two bad states": (lambda proof: replace(proof, bads=[*proof.bads, 0]), "one bad state"),
}


@pytest.mark.parametrize("engine", ["bdd", "ic3"])
@pytest.mark.parametrize("name", TAMPERED)
def test_tampered_certificates_are_refused(tmp_path: Path, engine: str, name: str) -> None:
    design, proof, number = certified(tmp_path, engine)
    assert checked(design, proof, 0, number)
    tamper, words = TAMPERED[name]
    with pytest.raises(UnsoundVerdict, match=words):
        checked(design, tamper(proof), 0, number)


def test_other_claims_are_refused(tmp_path: Path) -> None:
    design, proof, number = certified(tmp_path, "ic3")
    for index, rounds, words in ((1, number, "no property j1"), (0, number + 1, "no latch"), (0, 0, "no latch")):
        with pytest.raises(UnsoundVerdict, match=words):
            checked(design, proof, index, rounds)
    # So many rounds are needed: with one less the bad state is reached.
    with pytest.raises(UnsoundVerdict):
        checked(design, proof, 0, number - 1)


def test_equal_conditions_have_a_latch_each(tmp_path: Path) -> None:
    """The file's own conditions count, however often they are the same, and whatever they are simplified to."""
    path = replace(TWO, justice=[[6, 7, 6]], fairness=[4, 4, 1]).write(tmp_path / "x.aag")
    model = read_aiger(path)
    (prop,) = model.temporal
    assert isinstance(prop, Justice)
    for engine in ("bdd", "ic3"):
        text, number = liveness_certificate(model, prop, of_engine(model, engine))
        assert check_liveness_certificate(path, text, 0, number, seconds=PATIENCE)


def test_the_file_says_what_it_is_about(tmp_path: Path) -> None:
    path = TWO.write(tmp_path / "two.aag")
    model = read_aiger(path)
    (prop,) = model.temporal
    evidence = of_engine(model, "bdd")
    carried = certificate_file(model, prop, evidence, seconds=PATIENCE)
    assert carried is not None and isinstance(evidence, Elimination)
    assert About.read(carried[0]) == About("j0", len(evidence.removals) + 1)
    assert About.read("aag 0 0 0 0 0\nc\nsomething else\n") == About("b0")


def test_too_many_rounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(liveness_writer, "MOST_ROUNDS", 1)
    with pytest.raises(Unsupported, match="too large"):
        certified(tmp_path, "bdd")


def test_counting(tmp_path: Path) -> None:
    """A latch that toggles is high at every other step: the n-th round is complete after 2 n steps."""
    design = read_design(Aig(0, [(3, 0)], [], justice=[[2, 3]]).write(tmp_path / "x.aag"))
    counted = counting(design, 0, 3, most_latches=6)
    state = [reset for _, _, reset in counted.latches]
    bad = []
    for _ in range(8):
        values = counted.values(state, [])
        bad.append(values[counted.bads[0]])
        state = [values[after] for _, after, _ in counted.latches]
    assert bad == [0, 0, 0, 0, 0, 0, 1, 1]


def test_a_violated_property_has_none(tmp_path: Path) -> None:
    model = read_aiger(replace(TWO, justice=[[6]]).write(tmp_path / "x.aag"))
    assert isinstance(found(model, model.temporal[0], "ic3"), Trace)
