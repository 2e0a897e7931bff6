"""Inputs quantified once: the same successors, whatever is kept small."""

from __future__ import annotations

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.core.errors import SolverFailure
from assay.solve.bdd import Diagram, Diagrams
from assay.spaces.circuit.elimination import eliminated

NAMES = tuple("abcdxyz")
INPUTS = frozenset("xyz")


def drawn(diagrams: Diagrams, rows: list[tuple[str, str, str]]) -> list[Diagram]:
    a = {name: diagrams.variable(name) for name in NAMES}
    return [diagrams.equal(a[first], a[second] | ~a[third]) for first, second, third in rows]


def conjunction(diagrams: Diagrams, parts: list[Diagram]) -> Diagram:
    return reduce(lambda left, right: left & right, parts, diagrams.true)


@given(st.lists(st.tuples(*(st.sampled_from(NAMES) for _ in range(3))), max_size=8), st.sampled_from([0, 4, 8, 1000]))
def test_what_is_left_says_the_same_of_states(rows: list[tuple[str, str, str]], largest: int) -> None:
    diagrams = Diagrams()
    parts = drawn(diagrams, rows)
    left = eliminated(diagrams, parts, INPUTS, largest, lambda: None)
    wanted = diagrams.exists(INPUTS, conjunction(diagrams, parts))
    assert diagrams.exists(INPUTS, conjunction(diagrams, left)) == wanted
    if largest == 1000:
        assert all(not diagrams.support(part) & INPUTS for part in left)


def test_inputs_of_large_parts_stay() -> None:
    diagrams = Diagrams()
    parts = drawn(diagrams, [("a", "x", "y"), ("b", "x", "z")])
    left = eliminated(diagrams, parts, INPUTS, 1, lambda: None)
    assert len(left) == 2 and all("x" in diagrams.support(part) for part in left)
    # What one part alone mentions is quantified all the same.
    assert not any(diagrams.support(part) & {"y", "z"} for part in left)


def test_time_is_looked_at() -> None:
    def over() -> None:
        raise SolverFailure("out of time")

    diagrams = Diagrams()
    with pytest.raises(SolverFailure):
        eliminated(diagrams, drawn(diagrams, [("a", "x", "y")]), INPUTS, 8, over)
