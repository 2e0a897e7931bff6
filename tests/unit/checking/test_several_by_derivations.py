"""Several properties of steps from several states: a derivation refutes the one whose error it ends in, no other."""

from __future__ import annotations

import pytest

from assay.checking import check
from assay.core.evidence import Derivation
from assay.core.model import Edge, Location, Model, Safety, Use
from assay.core.terms import TRUE, add, eq, ge, integer, le, variable
from assay.core.terms.sorts import INT
from assay.core.verdict import Holds, Violated
from assay.engines.catalogue import ENGINES, configured
from assay.transforms.aim import reaches
from clocks import PATIENCE

X, Y = variable("x", INT), variable("y", INT)
START, NUMBER = Location("start"), Location("number", (X,))
EDGES = (
    Edge("one", START, NUMBER, TRUE, {X: integer(1)}),
    Edge("sum", NUMBER, NUMBER, TRUE, {X: add(X, Y)}, uses=(Use(NUMBER, (Y,)),)),
)
POSITIVE, NO_TRIPLE, SMALL = (
    Safety(name, {NUMBER: bad})
    for name, bad in (
        ("positive", le(X, integer(0))),
        ("no triple", eq(X, integer(3))),
        ("small", ge(X, integer(2))),
    )
)
MODEL = Model(START, EDGES, properties=(POSITIVE, NO_TRIPLE, SMALL))


@pytest.mark.parametrize("engine", [name for name, e in ENGINES.items() if e.derivations and name != "bounded"])
def test_each_property_has_a_verdict_of_its_own(engine: str) -> None:
    found = {result.property: result.verdict for result in check(MODEL, config=configured(engine, seconds=PATIENCE))}
    assert isinstance(found["positive"], Holds)
    for goal in (NO_TRIPLE, SMALL):
        verdict = found[goal.name]
        assert isinstance(verdict, Violated) and isinstance(verdict.evidence, Derivation)
        assert reaches(verdict.evidence, goal) and not reaches(verdict.evidence, POSITIVE)
