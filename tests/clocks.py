"""Clocks of tests: what happens is tested, and in which order, never how soon.  A busy machine is not wrong.

A limit that merely ends a hopeless test is ``PATIENCE``; a limit that must be reached is reached by looks (``ticking``)
or by what has happened (``once``); what is waited for comes ``eventually``; and what must be cheap is measured in
processor time.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from itertools import count
from types import SimpleNamespace
from typing import Final, NoReturn

import pytest

from assay.core.budget import Deadline

PATIENCE: Final = 600.0
"""Seconds.  Nothing that works takes a tenth of it on a machine that is ten times slower than usual."""


def patient() -> Deadline:
    """A deadline for what has an end."""
    return Deadline.after(PATIENCE)


def briefly(seconds: float) -> Deadline:
    """A deadline of so much processor time, for what may stay open."""
    return Deadline(time.process_time() + seconds, time.process_time)


def over() -> Deadline:
    """A deadline that has passed."""
    return Deadline.after(0)


def once(happened: Callable[[], bool]) -> Deadline:
    """A deadline that passes when ``happened`` holds, and not before."""
    return Deadline(PATIENCE, lambda: PATIENCE if happened() else 0.0)


def ticking(looks: int) -> Deadline:
    """A deadline that passes after a number of looks at it."""
    seen = count(1)
    return Deadline(looks, lambda: next(seen))


def stop_the_clock(monkeypatch: pytest.MonkeyPatch, happened: Callable[[], bool]) -> None:
    """Limits of time are reached when ``happened`` holds, and not before.  The memory is weighed only once.

    Two looks at the clock after that: in between, what was said before is heard.
    """
    began, looks = time.monotonic(), count()

    def now() -> float:
        return began if not happened() or next(looks) < 2 else math.inf

    monkeypatch.setattr("assay.supervise.limits.time", SimpleNamespace(monotonic=now))


def linger() -> NoReturn:
    """What a process does that is to be ended: it waits for longer than anybody else, and is no more."""
    time.sleep(2 * PATIENCE)
    os._exit(0)


def eventually(condition: Callable[[], bool]) -> bool:
    """Does the condition come to hold?"""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def processor_seconds_of_children(deed: Callable[[], object]) -> float:
    """What the processes cost that ``deed`` starts and waits for."""
    before = os.times()
    deed()
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
