"""Concurrent assertions, from their text to the verdict: on designs that play one word, they fail as the standard says.

Each design plays some letters and then empty ones for ever; the reading of the standard is that of ``tests/sva.py``.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.rewriting import rewritten
from sva import Lasso, Tree, Word, a_property, a_sequence, holds, keeps, kept, tight, written
from verilog import model_of, reads_verilog, verdicts

pytestmark = reads_verilog

MANY: Final = 24
PLAYED: Final = 5
# Empty letters behind them that are looked at: longer than anything waits.
SILENT: Final = 8


def fails(letters: Sequence[frozenset[str]], tree: Tree, off: str, starts: Sequence[int]) -> bool:
    """Does an attempt fail, and is ``off`` false from its start to its failure?"""
    for start in starts:
        for end in range(start, len(letters)):
            if off and off in letters[end]:
                break
            if not holds(Word(tuple(letters[start : end + 1])), 0, tree):
                return True
    return False


def matches(letters: Sequence[frozenset[str]], tree: Tree, off: str, starts: Sequence[int]) -> bool:
    """Does the sequence match, and is ``off`` false from begin to end?"""
    for start in starts:
        for end in range(start, len(letters)):
            if off and off in letters[end]:
                break
            if tight(Word(tuple(letters)), start, end + 1, tree):
                return True
    return False


def ending(letters: Sequence[frozenset[str]]) -> Lasso:
    """The letters, and then empty ones for ever."""
    return Lasso((*letters, frozenset()), len(letters))


def player(letters: Sequence[frozenset[str]], statement: str, number: int) -> str:
    """A module that plays the letters under the statement."""
    cases = " ".join(
        f"{place}: {{a, b, c}} = 3'b{''.join(str(int(name in letter)) for name in 'abc')};"
        for place, letter in enumerate(letters)
    )
    return (
        f"module part_{number}(input clk);\n  reg a, b, c; reg [3:0] n = 0;\n"
        f"  always @(posedge clk) if (n < {len(letters)}) n <= n + 1;\n"
        f"  always @* case (n) {cases} default: {{a, b, c}} = 0; endcase\n  {statement}\nendmodule\n"
    )


@pytest.mark.parametrize("waiting", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_verdicts(seed: int, waiting: bool, tmp_path: Path) -> None:
    chance = random.Random(seed)
    parts: list[str] = []
    expected: dict[str, str] = {}
    while len(parts) < MANY:
        letters = [frozenset(x for x in "abc" if chance.random() < 0.6) for _ in range(chance.randint(2, PLAYED))]
        whole = [*letters, *(frozenset[str]() for _ in range(SILENT))]
        off, first = chance.choice(("", "c")), chance.random() < 0.2
        starts = range(1) if first else range(len(whole))
        if chance.random() < 0.3:
            kind, tree = "cover", a_sequence(chance, 2)
            if tight(Word(()), 0, 0, tree):
                continue
            reached = matches(whole, tree, off, starts)
        else:
            kind, tree = "assert", a_property(chance, 1 + waiting, waiting=waiting)
            reached = fails(whole, tree, off, starts)
        disabling = f"disable iff ({off})" if off else ""
        begun = "initial" if first else ""
        statement = f"{begun} p: {kind} property (@(posedge clk) {disabling} {written(tree)});"
        text = player(letters, statement, len(parts))
        try:
            waits = bool(rewritten([text], {}).waiting)
        except Unsupported:
            continue
        if waits:
            # Behind the letters there are empty ones for ever.
            reached = any(
                not kept(ending(letters[start:]), tree, off) for start in range(len(letters) + 1)[: len(starts)]
            )
        expected[f"u{len(parts)}.p"] = "Violated" if reached else "Holds"
        parts.append(text)
    uses = "\n".join(f"  part_{k} u{k}(.clk(clk));" for k in range(len(parts)))
    found = verdicts(model_of(tmp_path, f"{''.join(parts)}module t(input clk);\n{uses}\nendmodule\n"))
    for known in (holds, tight, keeps):
        known.cache_clear()
    wrong = {name: parts[int(name[1:-2])] for name, verdict in expected.items() if found[name] != verdict}
    assert not wrong and len(set(expected.values())) == 2, (seed, wrong)
