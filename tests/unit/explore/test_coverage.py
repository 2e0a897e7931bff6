"""The coverage index against a search through everything."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assay.core.model import Location
from assay.domains.predicates import cubes
from assay.domains.predicates.cubes import Cube
from assay.explore.unfold.coverage import Coverage
from assay.explore.unfold.graph import Node

PLACES = (Location("a"), Location("b"))


@st.composite
def some_cubes(draw: st.DrawFn) -> Cube:
    width = draw(st.integers(0, 5))
    holds, fails = draw(st.integers(0, 2**width - 1)), draw(st.integers(0, 2**width - 1))
    return holds, fails & ~holds, width


def node(number: int, place: Location, cube: Cube) -> Node[Cube]:
    return Node(number, place, cube, None, None, 0)


@given(st.lists(st.tuples(st.sampled_from(PLACES), some_cubes(), st.booleans()), max_size=60))
def test_finds_what_a_search_finds(arrivals: list[tuple[Location, Cube, bool]]) -> None:
    coverage: Coverage[Cube] = Coverage(cubes.leq, cubes.rank)
    live: list[Node[Cube]] = []
    for number, (place, cube, leave) in enumerate(arrivals):
        here = [old for old in live if old.location == place]
        above = [old for old in here if cubes.leq(cube, state(old))]
        found = coverage.above(place, cube)
        assert (found in above) if above else found is None
        if above:
            continue
        below = [old for old in here if cubes.leq(state(old), cube)]
        assert sorted(coverage.below(place, cube), key=number_of) == below
        for old in below:
            coverage.discard(old)
            live.remove(old)
        live.append(node(number, place, cube))
        coverage.add(live[-1])
        if leave:
            coverage.discard(live.pop(len(live) // 2))
        for where in PLACES:
            assert coverage.nodes(where) == [old for old in live if old.location == where]
        assert set(coverage.locations()) == {old.location for old in live}


def state(node: Node[Cube]) -> Cube:
    assert node.state is not None
    return node.state


def number_of(node: Node[Cube]) -> int:
    return node.number


def test_the_equal_node_covers() -> None:
    coverage: Coverage[Cube] = Coverage(cubes.leq, cubes.rank)
    first = node(1, PLACES[0], (1, 2, 2))
    coverage.add(first)
    assert coverage.above(PLACES[0], (1, 2, 2)) is first
    assert coverage.tests == 0


def test_literal_count_saves_comparisons() -> None:
    """Cubes with as many or more literals cannot strictly cover, those with fewer cannot be covered."""
    coverage: Coverage[Cube] = Coverage(cubes.leq, cubes.rank)
    for number in range(8):
        coverage.add(node(number, PLACES[0], (1 << number | 1 << 9, 1 << 10, 11)))
    assert coverage.above(PLACES[0], (1 << 8, 0, 11)) is None
    assert coverage.tests == 0
    assert coverage.below(PLACES[0], (1 << 8 | 1 << 7, 1 << 6 | 1 << 5 | 1 << 4, 11)) == []
    assert coverage.tests == 0
