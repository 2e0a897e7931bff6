"""Amounts of time and memory as people write them."""

from __future__ import annotations

import math
import re

_SECONDS = {"ms": 0.001, "s": 1.0, "": 1.0, "sec": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
_POWERS = {prefix: power for power, prefix in enumerate("kmgt", start=1)}
_BYTES = {
    "b": 1,
    **{letter + end: 1000**power for letter, power in _POWERS.items() for end in ("", "b")},
    **{f"{letter}i{end}": 1024**power for letter, power in _POWERS.items() for end in ("", "b")},
}
_AMOUNT = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*([A-Za-z]*)\s*\Z")


def parse_seconds(text: str) -> float:
    """``60s``, ``2min``, ``500ms``, ``1.5h``; a bare number means seconds.  ValueError for anything else."""
    return _parse(text, _SECONDS, "a time such as 60s, 2min or 500ms")


def parse_bytes(text: str) -> float:
    """``4GB`` or ``4G`` (powers of ten), ``512MiB`` (powers of two).  ValueError for anything else."""
    return _parse(text, _BYTES, "an amount of memory such as 4GB or 512MB")


def _parse(text: str, units: dict[str, float] | dict[str, int], example: str) -> float:
    amount = _AMOUNT.match(text)
    unit = amount[2].lower() if amount else ""
    if not amount or unit not in units:
        raise ValueError(f"{text!r} is not {example}")
    value = float(amount[1]) * units[unit]
    if not 0 < value < math.inf:
        raise ValueError(f"{text!r} is not {example} above zero")
    return value


def show_seconds(seconds: float) -> str:
    """``60s``, ``500ms``; read back by ``parse_seconds``."""
    return f"{seconds * 1000:.6g}ms" if seconds < 1 else f"{seconds:.10g}s"


def show_bytes(size: float) -> str:
    """``4GB``, ``512MB``; read back by ``parse_bytes``."""
    for unit in ("TB", "GB", "MB", "KB"):
        if size >= _BYTES[unit.lower()]:
            return f"{size / _BYTES[unit.lower()]:.4g}{unit}"
    return f"{size:.4g}B"
