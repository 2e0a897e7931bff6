"""Derivations as files: what is written can be read and is replayed; what was changed is noticed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

from assay.checking import check
from assay.core.errors import InputError
from assay.core.evidence import Derivation
from assay.core.model import Model
from assay.core.verdict import Violated
from assay.engines.catalogue import configured
from assay.frontends.horn.chc import read_chc
from assay.frontends.text import Source
from assay.witness.check.derivations import check_derivation
from assay.witness.write.derivation import read_derivation
from assay.witness.write.document import document
from clocks import PATIENCE
from derivable import hyper_models

CLAUSES = """(set-logic HORN)
(declare-fun p (Int (Array Int Real)) Bool)
(assert (forall ((a (Array Int Real))) (=> (= (select a 0) 0.5) (p 0 a))))
(assert (forall ((n Int) (m Int) (a (Array Int Real)))
  (=> (and (p n a) (p m a)) (p (+ n m 1) (store a n (/ 1.0 4.0))))))
(assert (forall ((n Int) (a (Array Int Real))) (=> (and (p n a) (> n 2)) false)))
"""


def violated(model: Model) -> Derivation | None:
    (result,) = check(model, config=configured("bounded", seconds=PATIENCE, depth=3))
    verdict = result.verdict
    return verdict.evidence if isinstance(verdict, Violated) and isinstance(verdict.evidence, Derivation) else None


def test_a_derivation_is_written_and_read() -> None:
    model = read_chc(Source("p.smt2", CLAUSES))
    (result,) = check(model, config=configured("spacer", seconds=PATIENCE))
    assert isinstance(result.verdict, Violated)
    text = document(model, model.properties[0], result.verdict, evidence=result.evidence)
    assert json.loads(text)["format"] == "assay-derivation"
    assert read_derivation(model, text) == result.verdict.evidence
    assert check_derivation(model, model.properties[0], read_derivation(model, text))


@settings(max_examples=12, database=None)
@given(hyper_models())
def test_random_derivations_are_written_and_read(model: Model) -> None:
    found = violated(model)
    if found is not None:
        assert read_derivation(model, document(model, model.properties[0], Violated(found))) == found


@pytest.mark.parametrize("text", ["", "[]", '{"format": "assay-run", "version": 1}', '{"format": "assay-derivation"}'])
def test_what_is_no_derivation_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="not a derivation"):
        read_derivation(read_chc(Source("p.smt2", CLAUSES)), text)
