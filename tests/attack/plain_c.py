"""Programs as people write them: structs, loops, lists, tables of functions, state machines.

They are made like the tricky ones (``tricky_c``), from the pieces in the folder ``plain``, and must not be refused.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from attack.tricky_c import INPUT_TYPES, STRIDE, Input, Piece, Program, part
from differential.c_programs import Seeded

FOLDER: Final = Path(__file__).parent / "plain"
FAILURES: Final = (
    Piece("plain", "", "if ($COND) reach_error();\n"),
    Piece("plain", "", "if ($COND) { ERROR: reach_error(); }\n"),
    Piece("plain", "static void check$_(int ok) { if (!ok) reach_error(); }\n", "check$_(!$COND);\n"),
    Piece("plain", "#include <assert.h>\n", "assert(!$COND);\n"),
)


def program(seed: int, pieces: Sequence[Piece]) -> Program:
    """The plain program of a seed: one or two pieces, at most one input."""
    dice = Seeded(random.Random(seed))
    inputs = tuple(Input(f"in{number}", *dice.pick(INPUT_TYPES)) for number in range(dice.number(0, 1)))
    chosen = [pieces[seed * STRIDE % len(pieces)], *(dice.pick(pieces) for _ in range(dice.pick((0, 0, 1))))]
    parts = tuple(
        replace(part(piece, number + 1, inputs, dice), setting=dice.pick(("function", "function", "twice")))
        for number, piece in enumerate(chosen)
    )
    return Program(seed, parts, inputs, replace(part(dice.pick(FAILURES), 0, (), dice), setting="block"))
