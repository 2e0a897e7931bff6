"""Laws of localization: projections are closures, abstractions simulate the design, and layers end in what is exact."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.circuit import Circuit, Gates, Latch
from assay.domains.localization import Latches, Localization, Supports, Visible
from assay.frontends.hardware.aiger import model_of_file
from assay.frontends.hardware.aiger_file import parse
from assay.solve.bdd import Diagram, Diagrams
from assay.transforms.circuit.bitblast import circuit_of
from hardware import Aig, circuits


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("circuits")


def localization(folder: Path, drawn: Aig) -> Localization:
    return Localization(circuit_of(model_of_file(parse(drawn.write(folder / "random.aag")))).circuit)


def subsets(latches: Latches) -> st.SearchStrategy[Latches]:
    return st.frozensets(st.sampled_from(sorted(latches)))


def some_states(data: st.DataObject, local: Localization) -> Diagram:
    latches = sorted(local.supports.latches)
    rows = data.draw(st.lists(st.tuples(*(st.integers(0, 1) for _ in latches)), max_size=6))
    states = local.diagrams.false
    for row in rows:
        states = states | local.cube(dict(zip(latches, row, strict=True)))
    return states


@given(circuits(), st.data())
@settings(max_examples=30)
def test_projection_is_a_closure(folder: Path, drawn: Aig, data: st.DataObject) -> None:
    local = localization(folder, drawn)
    visible = data.draw(subsets(local.supports.latches))
    few, more = some_states(data, local), some_states(data, local)
    above = local.project(few, visible)
    assert few & ~above == local.diagrams.false
    assert above & ~local.project(few | more, visible) == local.diagrams.false
    assert local.project(above, visible) == above


@given(circuits(), st.data())
@settings(max_examples=30)
def test_abstractions_simulate_the_design(folder: Path, drawn: Aig, data: st.DataObject) -> None:
    """What the design reaches in one step, seen through fewer latches, the abstraction reaches; more latches less."""
    local = localization(folder, drawn)
    every = local.supports.latches
    visible = data.draw(subsets(every))
    finer = visible | data.draw(subsets(every))
    nothing = local.diagrams.false
    states = some_states(data, local)
    for small, large in ((visible, finer), (finer, every), (visible, every)):
        coarse, fine = local.space(small), local.space(large)
        assert local.project(fine.initial(), small) & ~coarse.initial() == nothing
        reached = local.project(fine.image(local.project(states, large)), small)
        assert reached & ~coarse.image(local.project(states, small)) == nothing


@given(circuits(), st.data())
@settings(max_examples=30)
def test_preimages_are_steps_into_a_set(folder: Path, drawn: Aig, data: st.DataObject) -> None:
    local = localization(folder, drawn)
    space = local.space(data.draw(subsets(local.supports.latches)))
    target = local.project(some_states(data, local), frozenset(space.latches))
    within = some_states(data, local)
    steps = space.steps_before(target)
    assert space.states(steps) == space.preimage(target)
    assert space.steps_before(target, within) == steps & within
    assert space.image(steps) & ~target == local.diagrams.false


@given(circuits(), st.data())
@settings(max_examples=30)
def test_layers_grow_until_nothing_is_hidden(folder: Path, drawn: Aig, data: st.DataObject) -> None:
    supports = localization(folder, drawn).supports
    visible, recent = data.draw(subsets(supports.latches)), data.draw(subsets(supports.latches))
    layers = list(supports.layers(Visible(visible | recent, recent)))
    inside = visible | recent
    for number, layer in enumerate(layers):
        assert layer > inside or (number == 0 and layer == inside)
        inside = layer
    assert supports.support(inside) & supports.latches <= inside
    assert set(supports.cut(inside).constraints) == set(supports.circuit.constraints)


def test_which_constraints_an_abstraction_keeps() -> None:
    gates = Gates()
    x, a, b, c = (gates.leaf() for _ in range(4))
    latches = tuple(Latch(leaf >> 1, after, 0) for leaf, after in ((a, x), (b, c), (c, c ^ 1)))
    shared, far, inputs = gates.both(x, b ^ 1) ^ 1, gates.both(b, c) ^ 1, x
    circuit = Circuit(gates.left, gates.right, (x >> 1,), latches, gates.both(b, c) ^ 1, (shared, far, inputs), (a,))
    supports = Supports(circuit)
    cut = supports.cut(frozenset((a >> 1,)))
    assert cut.constraints == (shared, inputs)
    assert cut.initial == 1
    assert set(cut.inputs) == {x >> 1, b >> 1, c >> 1}
    assert supports.cut(frozenset((b >> 1,))).initial == circuit.initial
    assert next(supports.layers(Visible(frozenset((a >> 1,))))) == frozenset((a >> 1, b >> 1))
    nowhere = Circuit(gates.left, gates.right, (x >> 1,), latches, 0, (), (a,))
    assert Supports(nowhere).cut(frozenset((a >> 1,))).initial == 0


@given(st.lists(st.lists(st.integers(-6, 6).filter(bool), min_size=1, max_size=4), max_size=8), st.integers(2, 6))
@settings(max_examples=50)
def test_a_subset_is_small_and_not_empty(cubes: list[list[int]], largest: int) -> None:
    diagrams = Diagrams()
    names = {number: diagrams.variable(f"x{number}") for number in range(1, 7)}
    function = diagrams.false
    for cube in cubes:
        product = diagrams.true
        for literal in cube:
            product = product & (names[literal] if literal > 0 else ~names[-literal])
        function = function | product
    part = diagrams.subset(function, largest)
    assert part & ~function == diagrams.false
    assert (part == diagrams.false) == (function == diagrams.false)
    assert len(part) <= largest + 6
    if len(function) <= largest:
        assert part == function
