"""Small values: what wide words are restricted to, and that runs with them are runs of the design."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.checking.confirming import confirmed
from assay.core.circuit_answers import Invariant
from assay.core.errors import Unsupported
from assay.core.evidence import Trace
from assay.core.roles import Stuck
from assay.core.verdict import Violated
from assay.engines.plans import SMALL_VALUES
from assay.engines.views import Views
from assay.frontends.task import load
from assay.transforms.circuit.bitblast import circuit_of
from assay.transforms.circuit.narrow import LEFT, narrowed
from clocks import patient
from engines import by_method

# Four words are stored one after the other; the bad state is that the last one is at the place of the first.
QUEUE = """
1 sort bitvec 1
2 sort bitvec {width}
3 input 2 data
4 input 1 enable
5 state 2 first
6 state 2 second
7 state 2 third
8 zero 2
9 init 2 5 8
10 init 2 6 8
11 ite 2 4 3 5
12 ite 2 4 5 6
13 ite 2 4 6 7
14 next 2 5 11
15 next 2 6 12
16 next 2 7 13
17 redor 1 7
18 neq 1 5 6
19 eq 1 7 5
20 and 1 17 18
21 and 1 19 20
22 bad 21
"""
# Elements of an array that is open at first, and are never written.
MEMORY = """
1 sort bitvec 1
2 sort bitvec 2
3 sort bitvec 16
4 sort array 2 3
5 state 4 cells
6 input 2 where
7 input 3 what
8 write 4 5 6 7
9 next 4 5 8
10 read 3 5 6
11 redand 1 10
12 bad 11
"""


def views_of(tmp_path: Path, text: str) -> Views:
    path = tmp_path / "x.btor2"
    path.write_text(text)
    model = load(str(path))
    return Views(model, model.properties[0], patient(), lambda event: None)


@pytest.mark.parametrize("method", ["random walks", "runs of growing length", "long runs"])
def test_a_run_with_small_values_is_one_of_the_design(tmp_path: Path, method: str) -> None:
    views = views_of(tmp_path, QUEUE.format(width=64))
    assert views.small_values().circuit.gates * 10 < views.gates().circuit.gates
    found = by_method(method, views, SMALL_VALUES)
    assert isinstance(found, Trace)
    verdict, _ = confirmed(views.model, views.goal, found, patient())
    assert isinstance(verdict, Violated)
    data = next(symbol for symbol in views.model.inputs if symbol.name == "data")
    assert {step[data] for step in found.inputs} <= set(range(1 << LEFT))


def test_what_holds_with_small_values_proves_nothing(tmp_path: Path) -> None:
    views = views_of(tmp_path, QUEUE.format(width=64))
    assert isinstance(views.small_values().lift(Invariant(())), Stuck)


def test_a_design_of_narrow_words_has_no_such_view(tmp_path: Path) -> None:
    views = views_of(tmp_path, QUEUE.format(width=4))
    with pytest.raises(Unsupported):
        views.small_values()


def test_elements_of_arrays_are_restricted_too(tmp_path: Path) -> None:
    views = views_of(tmp_path, MEMORY)
    blasted = circuit_of(views.model)
    circuit = narrowed(blasted.circuit, blasted.variables)
    assert circuit is not None
    cells, where, what = (blasted.variables[symbol] for symbol in (*views.model.entry.variables, *views.model.inputs))
    resets = {latch.node: latch.reset for latch in circuit.latches}
    assert [resets[bit >> 1] for bit in cells] == ([None] * LEFT + [0] * (16 - LEFT)) * 4
    assert set(circuit.inputs) == {bit >> 1 for bit in (*where, *what[:LEFT])}
    assert circuit.size == blasted.circuit.size
