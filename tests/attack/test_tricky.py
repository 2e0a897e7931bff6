"""Generated programs against gcc: tricky ones are never answered wrongly, plain ones are not refused either.

A few of each by default; ``make nightly`` asks for more (``ASSAY_TRICKY``) and prints what was seen.  The programs are
checked in a process of their own, which may fork as it likes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from attack import plain_c
from attack.judge import able
from attack.tricky_c import ENDINGS, all_pieces, pieces_of, program
from places import SOURCES, TESTS

PROGRAMS = int(os.environ.get("ASSAY_TRICKY", "8"))
PARTS = 4
JOBS = "2" if PROGRAMS > 100 else "1"


def test_a_seed_means_one_program() -> None:
    pieces, endings = all_pieces(), pieces_of(ENDINGS)
    for seed in range(300):
        text = program(seed, pieces, endings).text("sum == 1")
        assert text == program(seed, pieces, endings).text("sum == 1")
        assert "$[" not in text and "$_" not in text


def test_every_piece_appears() -> None:
    for pieces in (all_pieces(), all_pieces(plain_c.FOLDER)):
        first = {program(seed, pieces, pieces_of(ENDINGS)).features[0] for seed in range(len(pieces))}
        assert first == {piece.feature for piece in pieces}


def campaign(*arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(TESTS), str(SOURCES)))}
    command = [sys.executable, "-m", "attack.campaign", "--quick", "--jobs", JOBS, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    sys.stdout.write(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("part", range(PARTS))
def test_no_tricky_program_is_answered_wrongly(part: int, tmp_path: Path) -> None:
    if not able("LP64", tmp_path):
        pytest.skip("gcc cannot build programs here")
    count = PROGRAMS // PARTS
    campaign("--kind", "closed", "--first", str(part * count), "--programs", str(count), "--seconds", "2")


def test_no_tricky_program_with_inputs_is_answered_wrongly(tmp_path: Path) -> None:
    if not able("LP64", tmp_path):
        pytest.skip("gcc cannot build programs here")
    campaign("--programs", str(PROGRAMS // 4), "--seconds", "2", "--models", "LP64")


def test_plain_programs_are_neither_refused_nor_answered_wrongly(tmp_path: Path) -> None:
    if not able("LP64", tmp_path):
        pytest.skip("gcc cannot build programs here")
    seen = campaign("--kind", "plain", "--programs", str(PROGRAMS // 4), "--seconds", "2")
    assert "refused" not in seen.splitlines()[-1] and "refused" not in seen, seen
