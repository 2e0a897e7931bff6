"""Who waits first below a member: against a walk over the whole tree, and by how many looks."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from math import log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.model import Location, Model
from assay.explore.unfold.agenda import Agenda
from assay.explore.unfold.family import WIDTH, Family
from assay.explore.unfold.graph import Node, take_over
from assay.explore.unfold.order import SCC_SUBSUMER_FIRST, SUBSUMER_FIRST, Order


@dataclass
class Tree:
    """The definition: creators, who waits since when, and a walk."""

    children: dict[int, list[int]] = field(default_factory=lambda: {0: []})
    place: dict[int, int] = field(default_factory=lambda: {0: 0})  # where a member sits: heirs sit where others sat
    waiting: dict[int, int] = field(default_factory=dict)

    def first(self, member: int) -> int | None:
        below = [self.place[member]]
        for place in below:
            below.extend(self.children[place])
        found = [other for other in self.waiting if self.place.get(other) in below]
        return min(found, key=self.waiting.__getitem__, default=None)

    def enter(self, member: int, creator: int) -> None:
        self.children[self.place[creator]].append(member)
        self.children[member] = []
        self.place[member] = member


OPERATIONS = ("enter", "enter", "enter", "wait", "wait", "cease", "inherit", "leave")


@settings(max_examples=30)
@given(st.randoms(use_true_random=False), st.integers(1, 300), st.floats(0, 1))
def test_agrees_with_a_walk(generator: random.Random, size: int, deep: float) -> None:
    """Deep trees and broad ones, long enough for three levels of blocks."""
    tree = Tree()
    family: Family[int] = Family(0, lambda member: (0, tree.waiting[member]))
    for member in range(1, size):
        members = list(tree.place)
        operation = generator.choice(OPERATIONS)
        other = generator.choice(members[-3:] if generator.random() < deep else members)
        if operation == "enter":
            tree.enter(member, other)
            family.enter(member, other)
        elif operation == "wait":
            if other not in tree.waiting:
                tree.waiting[other] = generator.choice((member, -member))
                family.wait(other)
        elif operation == "cease":
            tree.waiting.pop(other, None)
            family.cease(other)
        elif other != 0:
            tree.waiting.pop(other, None)
            place = tree.place.pop(other)
            if operation == "inherit":
                tree.place[member] = place
                family.inherit(member, other)
            else:
                family.leave(other)
        asked = generator.choice(list(tree.place))
        assert family.first(asked) == tree.first(asked)
    for member in tree.place:
        assert family.first(member) == tree.first(member)


def _looks(size: int, *, deep: bool) -> float:
    """The looks for each of ``size`` members that enter, if every second time an early one is asked about."""
    generator = random.Random(size)
    family: Family[int] = Family(0, lambda member: (0, member))
    for member in range(1, size):
        family.enter(member, member - 1 if deep and generator.random() < 0.9 else generator.randrange(member))
        family.wait(member)
        family.cease(generator.randrange(member))
        if member % 2:
            family.first(generator.randrange(min(member, 10)))
    return family.looks / size


@pytest.mark.parametrize("deep", [False, True])
def test_looks_grow_like_the_logarithm(deep: bool) -> None:
    for size in (1_000, 4_000, 16_000):
        assert _looks(size, deep=deep) < WIDTH * log2(size) / log2(WIDTH / 2)


@pytest.mark.parametrize("order", [SUBSUMER_FIRST, SCC_SUBSUMER_FIRST], ids=lambda order: order.name)
@settings(max_examples=40)
@given(st.randoms(use_true_random=False))
def test_a_subsumer_waits_in_front_of_the_first_descendant(order: Order, generator: random.Random) -> None:
    """The agenda's own law, on random trees of nodes with random prunings."""
    place = Location("l")
    start: Node[int] = Node(0, place, 0, None, None, 0)
    agenda: Agenda[int] = Agenda(Model(place, ()), order, start)
    tree, nodes, live = Tree(), {0: start}, [0]
    row: list[int] = []  # who waits, in order
    for number in range(1, 60):
        creator = generator.choice(live)
        node = nodes[number] = Node(number, place, number, nodes[creator], None, 0)
        pruned = generator.sample(live[1:], min(len(live) - 1, generator.choice((0, 0, 1, 2))))
        tree.waiting = {other: position for position, other in enumerate(row)}
        firsts = {old: tree.first(old) for old in pruned}
        found = [first for first in firsts.values() if first is not None]
        expected = min(found, key=row.index, default=None)
        assert agenda.put(node, [nodes[old] for old in pruned]) == (expected is not None)
        row.insert(row.index(expected) if expected is not None else len(row), number)
        if pruned:
            chosen = next((old for old in pruned if firsts[old] == expected), pruned[0])
            tree.place[number] = tree.place[chosen]
        else:
            tree.enter(number, creator)
        for old in pruned:
            take_over(node, nodes[old])
            del tree.place[old]
            live.remove(old)
        live.append(number)
        if generator.random() < 0.5:
            assert agenda.pop().number == row.pop(0)
    assert [agenda.pop().number for _ in range(len(agenda))] == row
