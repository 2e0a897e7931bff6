"""What is not asked for gets a small part of what everything else took, by processor time."""

from __future__ import annotations

import pytest

from assay.checking.spare import LEAST, MOST, SHARE, SHARE_LEFT, Spare

PLENTY = 1e9


class Times:
    """Clocks that go when they are told to."""

    def __init__(self) -> None:
        self.wall = self.processor = 100.0

    def spare(self) -> Spare:
        return Spare(lambda: self.wall, lambda: self.processor)


def test_at_first_there_is_little() -> None:
    with Times().spare().used(PLENTY) as until:
        assert until.left == pytest.approx(LEAST)


def test_a_share_of_what_was_used_and_no_more_than_a_second() -> None:
    times = Times()
    spare = times.spare()
    times.wall += 2.0
    with spare.used(PLENTY) as until:
        assert until.left == pytest.approx(LEAST + SHARE * 2.0)
    times.wall += 100.0
    with spare.used(PLENTY) as until:
        assert until.left == pytest.approx(MOST)


def test_only_processor_time_counts_and_what_was_spent_is_gone() -> None:
    times = Times()
    spare = times.spare()
    with spare.used(PLENTY) as until:
        times.wall += 1.0
        assert until.left == pytest.approx(LEAST)
        times.processor += LEAST
        assert until.passed
    with spare.used(PLENTY) as until:
        assert until.left == pytest.approx(SHARE * 1.0)
        times.processor += 1.0
    with spare.used(PLENTY) as until:
        assert until.passed


def test_what_is_left_is_not_used_up() -> None:
    with Times().spare().used(1.0) as until:
        assert until.left == pytest.approx(SHARE_LEFT)
