"""More small legal programs, around one feature each, in ``c_gnu.txt``: what regression suites of C checkers ask.

``(outside, body)``, as in ``c_language``; in the file, declarations, ``main:``, statements, and ``%%`` before the next.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final


def _program(text: str) -> tuple[str, str]:
    outside, body = text.split("main:\n", 1)
    return outside, body


PROGRAMS: Final = tuple(map(_program, Path(__file__).with_suffix(".txt").read_text().split("%%\n")))
