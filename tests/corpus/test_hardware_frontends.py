"""Hardware front ends on real designs: every file of the sample is read, and small ones mean what is published.

Meaning is checked by explicit-state search, which shares no code with an engine.
"""

from __future__ import annotations

import csv
import re

import pytest

from assay.core.model import Ctl, Justice, Ltl, Model, Safety
from assay.frontends.hardware.aiger import read_aiger, read_circuit
from assay.frontends.smv.model import read_smv
from assay.transforms.circuit.bitblast import circuit_of
from explicit import TooLarge, decide
from hardware import read_btor2, read_ctl
from places import CORPORA

pytestmark = [pytest.mark.corpus, pytest.mark.skipif(not CORPORA.exists(), reason=f"no corpora at {CORPORA}")]


def rows(corpus: str) -> list[dict[str, str]]:
    with (CORPORA / corpus / "verdicts.csv").open() as lines:
        return list(csv.DictReader(lines))


def sample(corpus: str) -> list[dict[str, str]]:
    with (CORPORA / "sample.csv").open() as lines:
        return [row for row in csv.DictReader(lines) if row["corpus"] == corpus]


def only_property(model: Model) -> Safety | Ctl | Ltl | Justice:
    found: list[Safety | Ctl | Ltl | Justice] = [*model.properties, *model.temporal]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("corpus", ["hw_aiger_safety", "hw_aiger_hwmcc1920", "hw_aiger_live"])
def test_every_circuit_of_the_sample_is_read(corpus: str) -> None:
    for row in sample(corpus):
        path = CORPORA / corpus / row["path"]
        circuit, model = read_circuit(path), read_aiger(path)
        assert len(circuit.latches) == len(model.entry.variables) and len(circuit.inputs) == len(model.inputs)
        only_property(model)


def test_every_word_level_design_of_the_sample_is_read_and_becomes_gates() -> None:
    for row in sample("hw_btor2"):
        model = read_btor2(CORPORA / "hw_btor2" / row["path"])
        assert circuit_of(model).circuit.latches


def test_numbers_of_ctl_formulas_are_those_of_the_published_results() -> None:
    numbers: dict[str, set[str]] = {}
    for row in rows("hw_ctl_iimc"):
        numbers.setdefault(row["ctl"], set()).add(row["prop_index"])
    refused = []
    for name, expected in sorted(numbers.items()):
        path = CORPORA / "hw_ctl_iimc" / name
        try:
            model = read_ctl(path.with_suffix(".aig"), path)
        except Exception as error:
            refused.append(f"{path.stem}: {error}")
            continue
        assert expected <= {prop.name for prop in model.temporal}, name
    # One file has a formula about a signal that its circuit does not have.
    assert len(refused) == 1 and "no latch, input or output called 'valid'" in refused[0]


def test_smv_files_are_read() -> None:
    paths = sorted((CORPORA / "smv").rglob("*.smv"))
    small = [path for path in paths if path.stat().st_size < 100_000]
    assert len(small) > 90
    for path in small:
        model = read_smv(path)
        assert circuit_of(model).circuit.size


def agreement(found: list[tuple[str, str, Model]], limit: int, inputs: int) -> int:
    """How many of the small ones were decided; all of them as expected."""
    decided = 0
    for name, expected, model in found:
        try:
            verdict = decide(model, only_property(model), limit, inputs)
        except TooLarge:
            continue
        assert str(verdict).lower() == expected, name
        decided += 1
    return decided


def test_small_smv_files_mean_what_is_published() -> None:
    found = []
    for row in rows("smv"):
        path = CORPORA / "smv" / row["path"]
        if path.stat().st_size < 2_000:
            text = re.sub(r"^\[[^\]]*\] ?", "", row["property"])
            if text.startswith("@"):
                text = "LTLSPEC " + (CORPORA / "smv" / text[1:]).read_text()
            found.append((f"{row['path']}: {text}", row["expected"], read_smv(path, only=text)))
    assert agreement(found, 300, 9) >= 125


def test_small_circuits_mean_what_is_published() -> None:
    found = []
    for corpus in ("hw_aiger_safety", "hw_aiger_live", "hw_ctl_iimc"):
        base = CORPORA / corpus
        for row in rows(corpus):
            if int(row["inputs"]) > 8 or int(row["latches"]) > 16 or int(row["ands"]) > 400:
                continue
            if corpus == "hw_ctl_iimc":
                model = read_ctl(base / row["aig"], base / row["ctl"], only=row["prop_index"])
            else:
                model = read_aiger(base / row["path"])
            found.append((f"{row.get('path') or row['ctl']} {row.get('prop_index')}", row["expected"], model))
    assert agreement(found, 300, 8) >= 30
