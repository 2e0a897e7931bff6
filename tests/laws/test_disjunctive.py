"""Laws of disjunctive and intersection-only domains, against their definitions by brute force."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from assay.domains.fixpoint.layered import layered
from assay.domains.fixpoint.partition import Partition, generated
from assay.spaces.sets import included
from systems.closure import Closure

SIZE = 5
WHOLE = (1 << SIZE) - 1
SETS = st.integers(0, WHOLE)
GENERATORS = st.lists(SETS, max_size=4)


def family(generators: list[int]) -> set[int]:
    """Everything, nothing, and all that the generators make by union and intersection."""
    found = {0, WHOLE, *generators}
    while True:
        larger = found | {op for a, b in combinations(found, 2) for op in (a | b, a & b)}
        if larger == found:
            return found
        found = larger


@settings(max_examples=75)
@given(GENERATORS, SETS)
def test_approximations_are_the_nearest_members(generators: list[int], states: int) -> None:
    domain, members = generated(WHOLE, generators), family(generators)
    above = [member for member in members if included(states, member)]
    below = [member for member in members if included(member, states)]
    assert domain.above(states) == min(above, key=int.bit_count)
    assert domain.below(states) == max(below, key=int.bit_count)


@settings(max_examples=75)
@given(GENERATORS, SETS, SETS)
def test_closure_laws(generators: list[int], states: int, more: int) -> None:
    domain = generated(WHOLE, generators)
    above, below = domain.above(states), domain.below(states)
    assert included(below, states)
    assert included(states, above)
    assert domain.above(above) == above == domain.below(above)
    assert domain.below(below) == below == domain.above(below)
    assert domain.above(states | more) == above | domain.above(more)
    assert domain.below(states & more) == below & domain.below(more)


@settings(max_examples=75)
@given(GENERATORS, SETS)
def test_blocks_are_a_partition_with_a_partial_order(generators: list[int], states: int) -> None:
    domain = generated(WHOLE, generators).refine(states)
    assert sum(domain.blocks) == WHOLE
    assert all(domain.blocks)
    assert all(not a & b for a, b in combinations(domain.blocks, 2))
    check_order(domain)


def check_order(domain: Partition[int]) -> None:
    numbers = range(len(domain.blocks))
    lower = {(b, c) for c in numbers for b in numbers if domain.order[c] >> b & 1}
    assert all((b, b) in lower for b in numbers)
    assert all(b == c for b, c in lower if (c, b) in lower)
    assert all((a, d) in lower for a, b in lower for c, d in lower if b == c)


@settings(max_examples=75)
@given(GENERATORS, st.lists(SETS, max_size=3), SETS)
def test_intersections_only(generators: list[int], added: list[int], states: int) -> None:
    base = generated(WHOLE, generators)
    closure = Closure(base)
    for member in added:
        closure = closure.refine(member)
    members = family(generators) | set(added)
    while len(members) < len(larger := members | {a & b for a, b in combinations(members, 2)}):
        members = larger
    expected = min((m for m in members if included(states, m)), key=int.bit_count)
    assert closure.above(states) == expected


@dataclass(frozen=True)
class Base:
    """A partition that stays as it is."""

    partition: Partition[int]

    def above(self, states: int) -> int:
        return self.partition.above(states)

    def below(self, states: int) -> int:
        return self.partition.below(states)

    def finer(self) -> Base:
        return self


@settings(max_examples=100)
@given(GENERATORS, st.lists(SETS, max_size=3), st.lists(SETS, max_size=3), SETS)
def test_layers_are_another_way_to_split_a_partition(
    generators: list[int], first: list[int], added: list[int], states: int
) -> None:
    layers = layered(Base(generated(WHOLE, generators)), WHOLE, first)
    for member in added:
        layers = layers.refine(member)
    partition = generated(WHOLE, [*generators, *first, *added])
    assert layers.above(states) == partition.above(states)
    assert layers.below(states) == partition.below(states)


@settings(max_examples=50)
@given(GENERATORS, SETS)
def test_a_space_is_told_what_falls_into_pieces(generators: list[int], states: int) -> None:
    told: list[tuple[int, int, int]] = []

    def settle(block: int, pieces: Sequence[int]) -> Sequence[int]:
        inside, outside = pieces
        told.append((block, inside, outside))
        return inside, outside

    before = generated(WHOLE, generators)
    after = Partition(before.blocks, before.order, settle).refine(states)
    assert all(inside | outside == block and inside and outside for block, inside, outside in told)
    assert [block for block, _, _ in told] == [block for block in before.blocks if block & states and block & ~states]
    assert after == before.refine(states)
