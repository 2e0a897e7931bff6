"""Amounts of time and memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.supervise.quantities import parse_bytes, parse_seconds, show_bytes, show_seconds


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("60s", 60), ("2min", 120), ("500ms", 0.5), ("1.5h", 5400), ("7", 7), (" 3 S ", 3), ("5m", 300), (".5s", 0.5)],
)
def test_times(text: str, seconds: float) -> None:
    assert parse_seconds(text) == seconds


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("4GB", 4e9),
        ("512MB", 512e6),
        ("1GiB", 2**30),
        ("2.5kb", 2500),
        ("100b", 100),
        ("4G", 4e9),
        ("1Mi", 2**20),
        ("3k", 3000),
        ("1T", 1e12),
    ],
)
def test_sizes(text: str, size: float) -> None:
    assert parse_bytes(text) == size


@pytest.mark.parametrize("text", ["", "s", "-1s", "0s", "1 lightyear", "1e3s", "inf", "nan", "60 s s", "4GB"])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(ValueError, match="is not a time such as 60s"):
        parse_seconds(text)


@pytest.mark.parametrize("text", ["", "4", "4X", "4Gi2", "-4GB", "0MB", "60s", "9" * 400 + "GB"])
def test_what_is_no_amount_of_memory(text: str) -> None:
    with pytest.raises(ValueError, match="is not an amount of memory such as 4GB"):
        parse_bytes(text)


@given(st.integers(1, 10**7))
def test_shown_times_can_be_read(milliseconds: int) -> None:
    assert parse_seconds(show_seconds(milliseconds / 1000)) == pytest.approx(milliseconds / 1000)


@given(st.integers(1, 10**13))
def test_shown_sizes_can_be_read(size: int) -> None:
    assert parse_bytes(show_bytes(size)) == pytest.approx(size, rel=1e-3)


def test_what_people_see() -> None:
    assert [show_seconds(s) for s in (60.0, 0.5, 1.25)] == ["60s", "500ms", "1.25s"]
    assert [show_bytes(s) for s in (4e9, 512e6, 2e12, 12)] == ["4GB", "512MB", "2TB", "12B"]
