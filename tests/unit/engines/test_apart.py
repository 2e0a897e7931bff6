"""Searches in processes of their own: they go on from turn to turn, are ended, and say what happened to them."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from assay.core.errors import SolverFailure
from assay.core.evidence import Proof
from assay.core.model import Location, Model
from assay.core.roles import Found, Paused, Stuck
from assay.core.terms import TRUE
from assay.engines.apart import DIED, Apart
from clocks import over, patient

ENTRY = Location("entry")
MODEL = Model(ENTRY, ())


def test_what_is_found_comes_back_as_evidence_about_the_model() -> None:
    search = Apart(lambda: Proof({ENTRY: TRUE}), MODEL)
    answer = search.advance(patient())
    assert isinstance(answer, Found) and answer.evidence == Proof({ENTRY: TRUE})
    assert next(iter(answer.evidence.invariant)) is ENTRY


def test_the_next_turn_goes_on_where_the_last_one_stopped(tmp_path: Path) -> None:
    begun, go = tmp_path / "begun", tmp_path / "go"

    def work() -> Proof:
        with begun.open("a") as file:
            file.write("once\n")
        while not go.exists():
            time.sleep(0.01)
        return Proof({ENTRY: TRUE})

    search = Apart(work, MODEL)
    assert search.advance(over()) == Paused()
    go.touch()
    assert isinstance(search.advance(patient()), Found)
    assert begun.read_text() == "once\n"


def sleep() -> Stuck:
    time.sleep(1e6)
    return Stuck("never")


def test_nothing_is_left_of_what_was_closed() -> None:
    search: Apart[Proof] = Apart(sleep, MODEL)
    assert search.advance(over()) == Paused()
    (child,) = search._children
    search.close()
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def fail() -> Proof:
    raise SolverFailure("no luck")


def break_down() -> Proof:
    raise ValueError("a bug")


def die() -> Proof:
    os._exit(3)


def test_failures_are_told() -> None:
    assert Apart(fail, MODEL).advance(patient()) == Stuck("no luck")
    assert Apart(die, MODEL).advance(patient()) == DIED
    with pytest.raises(RuntimeError, match="ValueError: a bug"):
        Apart(break_down, MODEL).advance(patient())


def test_memory_is_limited() -> None:
    search: Apart[Proof] = Apart(lambda: Stuck(str(len(bytearray(1 << 30)))), MODEL, memory=1 << 28)
    assert search.advance(patient()) == Stuck("out of memory")
