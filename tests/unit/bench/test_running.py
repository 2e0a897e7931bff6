"""Runs as processes: limits are kept, all processes end, what was printed is kept; also when a slot is killed."""

from __future__ import annotations

import math
import os
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ancestors import ancestor
from assay.bench.running.job import PYTHON, STATISTICS, Bounds, Ended, Job
from assay.bench.running.local import Slots, cores_of
from assay.bench.running.shipping import packed, unpacked
from assay.bench.running.slot import Slot
from assay.bench.running.supervised import KEPT_BYTES
from assay.bench.tasks.names import absolute
from clocks import PATIENCE, eventually

WIDE = Bounds(PATIENCE)
SUPERVISORS = ["assay", "runexec"]


@pytest.fixture(scope="module")
def slot() -> Iterator[Slot]:
    made = Slot()
    yield made
    made.close()


@pytest.fixture(scope="module", params=SUPERVISORS)
def supervisor(request: pytest.FixtureRequest, slot: Slot) -> str:
    if done(slot, job("true", supervisor=request.param)).failure:
        pytest.skip("runexec is not installed, or may not use control groups")
    return str(request.param)


def job(script: str, bounds: Bounds = WIDE, supervisor: str = "assay") -> Job:
    return Job(("sh", "-c", script), bounds, supervisor=supervisor)


def done(slot: Slot, wanted: Job) -> Ended:
    slot.ask(wanted)
    return slot.answer()


def python(program: str) -> str:
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(program)}"


def test_what_a_command_printed_and_how_it_ended(slot: Slot, supervisor: str) -> None:
    ended = done(slot, job("echo one; echo two >&2; exit 3", supervisor=supervisor))
    assert (ended.code, ended.limit, ended.failure, ended.output) == (3, "", "", b"one\ntwo\n")
    assert ended.supervisor == supervisor and ended.machine and ended.started.endswith("+00:00")
    assert done(slot, job("kill -9 $$", supervisor=supervisor)).code == -9
    missing = done(slot, Job(("no-such-command",), WIDE, supervisor=supervisor))
    assert missing.failure and missing.code is None


def test_places_that_are_known_here_only(slot: Slot) -> None:
    program = "import sys; open(sys.argv[1], 'w').write(sys.executable)"
    ended = done(slot, Job((PYTHON, "-c", program, STATISTICS), WIDE))
    assert ended.statistics == sys.executable


def test_a_limit_of_the_clock(slot: Slot, supervisor: str) -> None:
    ended = done(slot, job("echo said; sleep 600", Bounds(0.3), supervisor))
    assert (ended.limit, ended.code, ended.output) == ("time", None, b"said\n")


def test_a_limit_of_processor_time(slot: Slot, supervisor: str) -> None:
    """Of all processes together, those that ended as well: none of them takes that long."""
    burn = python("import time\nwhile time.process_time() < 0.1: pass")
    ended = done(slot, job(f"while true; do {burn}; done", Bounds(PATIENCE, processor=0.5), supervisor))
    assert ended.limit == "processor" and ended.processor >= 0.45


def test_a_limit_of_memory(slot: Slot, supervisor: str) -> None:
    hoard = python("import time; hoard = b'x' * (300 << 20); time.sleep(600)")
    ended = done(slot, job(f"{hoard} & wait", Bounds(PATIENCE, memory=150e6), supervisor))
    assert ended.limit == "memory"


def test_what_it_took(slot: Slot, supervisor: str) -> None:
    burn = python("import time\nx = bytearray(100 << 20)\nwhile time.process_time() < 0.4: pass")
    ended = done(slot, job(burn, supervisor=supervisor))
    assert 0.3 < ended.processor <= ended.seconds * 1.5 + 0.1 and ended.memory > 100 << 20


def test_no_process_is_left(slot: Slot, supervisor: str, tmp_path: Path) -> None:
    script = f"setsid sh -c 'echo $$ > {tmp_path}/pid; exec sleep 600' & while [ ! -s {tmp_path}/pid ]; do :; done"
    assert done(slot, job(script, supervisor=supervisor)).code == 0
    left = int((tmp_path / "pid").read_text())
    assert eventually(lambda: not Path(f"/proc/{left}").exists())


def test_of_very_much_output_both_ends_are_kept(slot: Slot) -> None:
    size = 3 * KEPT_BYTES
    ended = done(slot, job(f"echo begin; head -c {size} /dev/zero; echo end"))
    assert len(ended.output) < size and ended.output.startswith(b"begin\n") and ended.output.endswith(b"end\n")
    assert b"bytes are left out" in ended.output


# -- slots -------------------------------------------------------------------------------------------------------------


def sleeping(folder: Path) -> tuple[Slot, int]:
    """A slot that is busy, and the process that it has started."""
    slot = Slot()
    slot.ask(job(f"echo $$ > {folder}/new; mv {folder}/new {folder}/pid; exec sleep 600"))
    assert eventually((folder / "pid").exists)
    return slot, int((folder / "pid").read_text())


def test_a_slot_that_is_closed_takes_its_run_along(tmp_path: Path) -> None:
    slot, pid = sleeping(tmp_path)
    slot.close()
    assert eventually(lambda: not Path(f"/proc/{pid}").exists())


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell children that their parent is gone")
def test_a_slot_that_is_killed_takes_its_run_along(tmp_path: Path) -> None:
    slot, pid = sleeping(tmp_path)
    slot.process.kill()
    slot.process.wait()
    assert eventually(lambda: not Path(f"/proc/{pid}").exists())
    slot.connection.close()


def ended(slots: Slots) -> list[tuple[int, Ended]]:
    found: list[tuple[int, Ended]] = []

    def some() -> bool:
        found.extend(slots.ended(0.1))
        return bool(found)

    assert eventually(some)
    return found


def test_slots_work_side_by_side() -> None:
    slots = Slots(2)
    try:
        slots.submit(7, job("sleep 600"))
        slots.submit(8, job("exit 4"))
        assert [(number, found.code) for number, found in ended(slots)] == [(8, 4)]
        slots.submit(9, job("exit 5"))
        assert [(number, found.code) for number, found in ended(slots)] == [(9, 5)]
    finally:
        slots.close()


def test_a_run_whose_slot_is_killed_is_run_again_once(tmp_path: Path) -> None:
    """The first slot is killed by its own run; so is the second, unless a file is there by then."""
    kill = f"{ancestor(2)}; kill -9 $p"
    slots = Slots(1)
    try:
        slots.submit(1, job(f"test -e {tmp_path}/x && exit 6; touch {tmp_path}/x; {kill}; sleep 600"))
        assert [(number, found.code) for number, found in ended(slots)] == [(1, 6)]
        slots.submit(2, job(f"{kill}; sleep 600"))
        ((number, found),) = ended(slots)
        assert number == 2 and "was killed, 2 times" in found.failure
        slots.submit(3, job("exit 7"))
        assert ended(slots)[0][1].code == 7
    finally:
        slots.close()


def test_a_run_whose_keeper_is_killed_is_run_again_once(slot: Slot, tmp_path: Path) -> None:
    kill = f"{ancestor(1)}; kill -9 $p"
    script = f"test -e {tmp_path}/x && exit 6; touch {tmp_path}/x; {kill}; sleep 600"
    assert done(slot, job(script)).code == 6
    ended = done(slot, job(f"{kill}; sleep 600"))
    assert ended.lost and "what watched the run was ended" in ended.failure


def test_jobs_have_cores_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assay.bench.running.local.available_cores", lambda: [1, 3, 5, 7])
    assert cores_of(2, 2) == [(1, 3), (5, 7)]
    assert cores_of(3, 1) == [(1,), (3,), (5,)]
    assert cores_of(3, 2) == [(), (), ()]


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system pins no processes")
def test_a_job_stays_on_its_cores(slot: Slot) -> None:
    core = max(os.sched_getaffinity(0))
    program = "import os; print(os.sched_getaffinity(0))"
    wanted = Job((PYTHON, "-c", program), WIDE, supervisor="assay", pinned=(core,))
    assert done(slot, wanted).output.decode().strip() == str({core})


def test_bounds_travel_as_json() -> None:
    for bounds in (Bounds(), Bounds(math.inf, 3, math.inf, 4)):
        assert Bounds.read(bounds.written()) == bounds


# -- jobs that travel --------------------------------------------------------------------------------------------------


def test_files_travel_with_a_job_and_with_what_they_include(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for name, text in {
        "a/main.c": '#include "../b/x.h"\n#include <stdio.h>\n  #  include "none.h"\n',
        "b/x.h": '#include "y.h"\n#include "x.h"\n',
        "b/y.h": "int y;\n",
        "a/main.c.prp": "CHECK",
    }.items():
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        (here / name).write_text(text)
    main, goal = (absolute(str(here / "a" / name)) for name in ("main.c", "main.c.prp"))
    sent = packed(Job(("tool", main, f"--property={goal}", "--other"), WIDE, (main, goal)))
    (here / "b" / "y.h").unlink()
    got = unpacked(sent, there)
    assert got.command == ("tool", f"{there}/a/main.c", f"--property={there}/a/main.c.prp", "--other")
    assert (there / "b" / "y.h").read_text() == "int y;\n"
    assert unpacked(packed(Job(("true",), WIDE)), there).command == ("true",)
