"""Whatever ends a check on several cores, and whenever: no process and no temporary file of it is left.

``ASSAY_KILLS`` says how many checks are ended, at moments that their numbers draw.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from clocks import eventually

KILLS = int(os.environ.get("ASSAY_KILLS", "10"))
MARK = "ASSAY_TEST_FAMILY"
EXAMPLES = Path(__file__).parents[2] / "examples"
# None of these is decided within the seconds that a trial takes, at least not always.
HARD = ("ring-buffer.c", "gas-burner-dense.smt2", "traffic-light.smv", "bakery-choosing-3.smt2", "odometer-3-10.smt2")
ENDINGS = ("kill the command", "kill a descendant", "interrupt", "terminate", "out of time", "out of memory")

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="families are found in /proc")


def family(mark: str) -> list[int]:
    """The processes that have the mark in their environment."""
    found = []
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            try:
                if f"{MARK}={mark}".encode() in (place / "environ").read_bytes().split(b"\0"):
                    found.append(int(place.name))
            except OSError:
                continue
    return sorted(found)


@pytest.mark.parametrize("number", range(KILLS))
def test_nothing_is_left(number: int, tmp_path: Path) -> None:
    draw = random.Random(number)
    ending = ENDINGS[number % len(ENDINGS)]
    mark, scratch = f"{os.getpid()}-{number}", tmp_path / "scratch"
    scratch.mkdir()
    limits = {"out of time": ["--time", f"{draw.uniform(0.3, 3):.2f}s"], "out of memory": ["--memory", "150MB"]}
    command = [sys.executable, "-m", "assay", "check", str(EXAMPLES / draw.choice(HARD)), "--jobs", "4", "--json"]
    command += ["--witness", str(tmp_path / "witness"), *limits.get(ending, ["--time", "20s"])]
    check = subprocess.Popen(
        command,
        env={**os.environ, MARK: mark, "TMPDIR": str(scratch)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        if ending in limits:
            check.wait()
        else:
            time.sleep(draw.uniform(0.0, 4.0))  # any moment will do
            _end(check, ending, mark, draw)
        check.wait()
        assert eventually(lambda: not family(mark)), f"{ending}: {family(mark)}"
        assert eventually(lambda: not list(scratch.iterdir())), f"{ending}: {list(scratch.iterdir())}"
    finally:
        for pid in family(mark):
            os.kill(pid, signal.SIGKILL)


def _end(check: subprocess.Popen[bytes], ending: str, mark: str, draw: random.Random) -> None:
    match ending:
        case "kill the command":
            check.kill()
        case "interrupt":
            check.send_signal(signal.SIGINT)
        case "terminate":
            check.terminate()
        case _:
            others = [pid for pid in family(mark) if pid != check.pid]
            if others:
                try:
                    os.kill(draw.choice(others), signal.SIGKILL)
                except ProcessLookupError:
                    return
