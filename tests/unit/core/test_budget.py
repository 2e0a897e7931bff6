"""Deadlines of turns: they count down, whoever keeps them, and however long the turn is."""

from __future__ import annotations

from assay.core.budget import FOREVER, Allotment, Deadline


def test_a_part_of_a_turn_without_end_passes() -> None:
    allotment = Allotment()
    allotment.begin(FOREVER)
    assert not allotment.deadline.passed
    part = allotment.deadline.within(60)
    assert not part.passed and 0 < part.left <= 60
    assert allotment.deadline.within(0).passed


def test_who_keeps_the_deadline_has_that_of_the_turn() -> None:
    now = 0.0
    allotment = Allotment()
    kept = allotment.deadline
    allotment.begin(Deadline(5.0, lambda: now))
    assert (kept.left, kept.within(3).left, kept.within(9).left) == (5, 3, 5)
    now = 4.0
    assert kept.left == 1
    now = 7.0
    assert kept.passed and kept.left == 0
    allotment.begin(Deadline(10.0, lambda: now))
    assert kept.left == 3 and not kept.passed
