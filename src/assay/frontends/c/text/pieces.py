"""The files that one parsed text is made of, and where libclang parses it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@contextmanager
def on_our_stack() -> Iterator[None]:
    """Lets libclang parse in this thread, not in one of its own, whose stack is small."""
    before = os.environ.get("LIBCLANG_NOTHREADS")
    os.environ["LIBCLANG_NOTHREADS"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["LIBCLANG_NOTHREADS"]
        else:
            os.environ["LIBCLANG_NOTHREADS"] = before


@dataclass(frozen=True, slots=True)
class Piece:
    """One file in the text of a unit: where it begins in clang's numbering and in the text, and where its lines do."""

    file: str
    base: int
    start: int
    size: int
    lines: list[int]


def line_starts(text: bytes) -> list[int]:
    return [0, *(i + 1 for i, byte in enumerate(text) if byte == 10)]
