"""The port to decision diagrams."""

from __future__ import annotations

from assay.solve.bdd import Diagram, Diagrams

# Pairs of variables that are equal: linear in a good order, exponential in that of their declaration.
PAIRS = 14
SMALL = 1_000


def _pairs_equal(diagrams: Diagrams) -> Diagram:
    left = [diagrams.variable(f"a{number}") for number in range(PAIRS)]
    right = [diagrams.variable(f"b{number}") for number in range(PAIRS)]
    found = diagrams.true
    for one, other in zip(left, right, strict=True):
        found = found & diagrams.equal(one, other)
    return found


def test_variables_are_still_reordered_after_a_pick() -> None:
    diagrams = Diagrams()
    assert diagrams.pick(diagrams.variable("c")) == {"c": True}
    assert len(_pairs_equal(diagrams)) < SMALL


def test_a_pick_does_not_begin_to_reorder() -> None:
    diagrams = Diagrams(reordering=False)
    diagrams.pick(diagrams.variable("c"))
    assert len(_pairs_equal(diagrams)) > SMALL
