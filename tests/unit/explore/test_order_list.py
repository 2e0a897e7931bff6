"""The order-maintenance queue against a plain list."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.explore.unfold.order_list import Queue

OPERATIONS = st.lists(st.tuples(st.sampled_from(("append", "prepend", "insert", "pop", "remove")), st.integers(0, 99)))


def check_same(queue: Queue[int], plain: list[int]) -> None:
    assert list(queue) == plain
    assert len(queue) == len(plain)
    labels = [queue.label(item) for item in plain]
    assert all(left < right for left, right in itertools.pairwise(labels))


@given(OPERATIONS)
def test_behaves_like_a_list(operations: list[tuple[str, int]]) -> None:
    queue: Queue[int] = Queue()
    plain: list[int] = []
    for item, (operation, where) in enumerate(operations):
        index = where % len(plain) if plain else 0
        if operation == "append" or (not plain and operation == "insert"):
            queue.append(item)
            plain.append(item)
        elif operation == "prepend":
            queue.prepend(item)
            plain.insert(0, item)
        elif operation == "insert":
            queue.insert_before(item, plain[index])
            plain.insert(index, item)
        elif operation == "pop" and plain:
            assert queue.pop() == plain.pop(0)
        elif operation == "remove" and plain:
            queue.remove(plain.pop(index))
        assert [other for other in range(item + 1) if other in queue] == sorted(plain)
        check_same(queue, plain)


@given(st.integers(0, 40), st.integers(0, 40), st.booleans())
def test_survives_insertions_at_one_place(ahead: int, behind: int, before_same: bool) -> None:
    """Every insertion halves a gap, so labels run out again and again; the order must not notice."""
    queue: Queue[int] = Queue()
    plain = list(range(ahead + behind + 2))
    for item in plain:
        queue.append(item)
    anchor = ahead + 1
    for item in range(1000, 1200):
        queue.insert_before(item, anchor)
        plain.insert(plain.index(anchor), item)
        if not before_same:
            anchor = item
    check_same(queue, plain)
    assert queue.relabelled > 0


def test_relabels_little() -> None:
    """Insertions at one place of a long queue move O(log n) labels each, not all of them."""
    queue: Queue[int] = Queue()
    for item in range(20_000):
        queue.append(item)
    for item in range(20_000, 30_000):
        queue.insert_before(item, 10_000)
    assert queue.relabelled < 10_000 * 40


def test_an_item_waits_once() -> None:
    queue: Queue[str] = Queue()
    queue.append("a")
    with pytest.raises(ValueError, match="queued already"):
        queue.append("a")


def test_an_empty_queue_has_no_first() -> None:
    with pytest.raises(IndexError):
        Queue[int]().pop()
