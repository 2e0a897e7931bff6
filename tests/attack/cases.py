"""Compact programs with known answers, in the folder ``known``: one for each way in which a reader of C goes wrong.

Each begins with ``=== answer: name``.  *any*: the answer depends on addresses, undefined behaviour or an order that C
leaves open, so that every answer of ours is right for some compiler, and only a crash is wrong.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "known"
HEAD: Final = """\
extern void reach_error(void); extern void abort(void); extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
"""


@dataclass(frozen=True)
class Case:
    """A program, and its answer: ``holds``, ``violated`` or ``any``."""

    kind: str
    name: str
    answer: str
    text: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}"


def cases() -> tuple[Case, ...]:
    """Every case, by kind."""
    found = []
    for file in sorted(FOLDER.glob("*.txt")):
        for chunk in re.split(r"^=== ", file.read_text(), flags=re.MULTILINE)[1:]:
            title, text = chunk.split("\n", 1)
            answer, _, name = title.partition(": ")
            found.append(Case(file.stem, name, answer, HEAD + text))
    return tuple(found)
