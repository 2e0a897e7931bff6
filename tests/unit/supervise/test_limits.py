"""Hard limits: whatever the work does, the parent stays in charge and no process is left behind."""

from __future__ import annotations

import faulthandler
import math
import mmap
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.supervise.ending import Crashed, Exhausted, Finished, Interrupted, Killed
from assay.supervise.limits import Limits, Message, Send, Work, supervise
from assay.supervise.processes import Process, _from_ps, _read_ps, members, process_table, resident_bytes
from clocks import PATIENCE, eventually, linger, stop_the_clock
from places import SOURCES, TESTS

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc"),
]


def attempt(work: Work, memory: float = math.inf, heard: list[Message] | None = None) -> tuple[object, list[Message]]:
    """The ending and the messages, which come into a list of the caller's if there is one."""
    heard = [] if heard is None else heard
    outcome = supervise(work, Limits(PATIENCE, memory, time.monotonic()), heard.append)
    return outcome.ending, heard


def more_than_now(extra: float) -> float:
    """A memory limit above what this process, which the work is forked from, occupies already."""
    return resident_bytes(os.getpid()) + extra


def is_alive(pid: int) -> bool:
    return pid in process_table()


def test_messages_arrive_in_order_and_the_end_is_noticed() -> None:
    def work(send: Send) -> None:
        for number in range(2000):
            send({"number": number, "text": "ä" * 100})

    ending, heard = attempt(work)
    assert ending == Finished()
    assert [message["number"] for message in heard] == list(range(2000))


def test_what_work_prints_reaches_nobody(capfd: pytest.CaptureFixture[str]) -> None:
    def work(send: Send) -> None:
        sys.stdout.write("chatter")
        os.write(1, b"native chatter\n")
        os.write(2, b"native chatter\n")

    assert attempt(work)[0] == Finished()
    assert capfd.readouterr() == ("", "")


def test_time_is_hard_and_messages_before_it_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Message] = []

    def work(send: Send) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        send({"pid": os.getpid()})
        linger()

    stop_the_clock(monkeypatch, lambda: bool(heard))
    assert attempt(work, heard=heard)[0] == Exhausted("time")
    assert not is_alive(heard[0]["pid"])


def test_time_is_not_up_before_its_end() -> None:
    started = time.monotonic()
    outcome = supervise(lambda send: linger(), Limits(0.5, started=started), lambda message: None)
    assert outcome.ending == Exhausted("time")
    assert time.monotonic() - started >= 0.5


def test_memory_is_hard() -> None:
    def work(send: Send) -> None:
        send({"pid": os.getpid()})
        hoard = []
        while True:
            hoard.append(bytearray(8 << 20))
            time.sleep(0.01)

    ending, heard = attempt(work, memory=more_than_now(200e6))
    assert ending == Exhausted("memory")
    assert not is_alive(heard[0]["pid"])


def test_memory_of_descendants_counts() -> None:
    def work(send: Send) -> None:
        if os.fork() == 0:
            os.setsid()
            hoard: list[bytearray] = []
            while len(hoard) < 100:
                hoard.append(bytearray(8 << 20))
                time.sleep(0.01)
            linger()
        linger()

    assert attempt(work, memory=more_than_now(200e6))[0] == Exhausted("memory")


def test_shared_memory_counts_once() -> None:
    """In an interpreter of its own: a large parent would add pages that its children merely touched."""
    script = """
import os, time
from assay.supervise.limits import Limits, supervise
def work(send):
    hoard = bytearray(120 << 20)
    if os.fork() == 0:
        time.sleep(1200)
    time.sleep(1)
    send({"length": len(hoard)})
print(type(supervise(work, Limits(600, 200e6, time.monotonic()), lambda message: None).ending).__name__)
"""
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment, timeout=PATIENCE
    )
    assert done.stdout.strip() == "Finished", done.stderr


def test_a_failed_allocation_is_the_memory_limit() -> None:
    def work(send: Send) -> None:
        raise MemoryError

    assert attempt(work)[0] == Exhausted("memory")


def test_the_second_net_holds_when_nobody_looks() -> None:
    def work(send: Send) -> None:
        try:
            mmap.mmap(-1, 4 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)  # untouched: no scale would notice
        except OSError:
            raise MemoryError from None

    assert attempt(work, memory=1e9)[0] == Exhausted("memory")
    assert attempt(work)[0] == Finished()


@pytest.mark.parametrize(("number", "name"), [(signal.SIGSEGV, "SIGSEGV"), (signal.SIGABRT, "SIGABRT")])
def test_a_native_crash_is_named(number: int, name: str) -> None:
    def work(send: Send) -> None:
        os.write(2, b"last words\n")
        faulthandler.disable()  # pytest's: it would have the last word
        os.kill(os.getpid(), number)

    ending, _ = attempt(work)
    assert isinstance(ending, Crashed)
    assert ending.how == f"signal {name}"
    assert ending.output.startswith("last words")


def test_the_system_may_kill_for_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    work = lambda send: os.kill(os.getpid(), signal.SIGKILL)  # noqa: E731
    assert isinstance(attempt(work)[0], Killed)
    counts = iter((3, 4))
    monkeypatch.setattr("assay.supervise.limits.killed_for_memory", lambda: next(counts))
    assert attempt(work)[0] == Exhausted("memory", by_system=True)


def test_an_exit_without_an_end_is_a_crash() -> None:
    assert attempt(lambda send: os._exit(0))[0] == Crashed("exit code 0")


def test_an_escaped_exception_is_a_crash_with_its_trace() -> None:
    def work(send: Send) -> None:
        raise RuntimeError("what is this?")

    ending, _ = attempt(work)
    assert isinstance(ending, Crashed)
    assert ending.how == "an unexpected error"
    assert ending.output.endswith("RuntimeError: what is this?")


def test_a_listener_that_fails_leaves_no_process() -> None:
    heard: list[int] = []

    def work(send: Send) -> None:
        send({"pid": os.getpid()})
        linger()

    def hear(message: Message) -> None:
        heard.append(message["pid"])
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        supervise(work, Limits(), hear)
    assert not is_alive(heard[0])


def _spawn(settle: Callable[[], object]) -> int:
    """A child that settles, says so, and lingers."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        settle()
        os.write(writing, b"x")
        linger()
    os.read(reading, 1)
    return pid


def _orphan() -> int:
    """A process in a session of its own whose parent is gone: what a daemon does to get away."""
    reading, writing = os.pipe()
    between = os.fork()
    if between == 0:
        os.setsid()
        os.write(writing, str(_spawn(os.setsid)).encode())
        os._exit(0)
    os.waitpid(between, 0)
    return int(os.read(reading, 20))


def _with_descendants(end: Callable[[], object]) -> Work:
    """A worker with a child in its group, in a group of its own, in a session of its own, and an orphan far away."""

    def work(send: Send) -> None:
        pids = [_spawn(lambda: None), _spawn(lambda: os.setpgid(0, 0)), _spawn(os.setsid), _orphan()]
        send({"pids": [*pids, os.getpid(), os.getppid()]})
        end()

    return work


ENDS: dict[str, Callable[[], object]] = {
    "done": lambda: None,
    "time": linger,
    "crash": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
}


@pytest.mark.parametrize("name", ENDS)
def test_no_descendant_survives(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Message] = []
    if name == "time":
        stop_the_clock(monkeypatch, lambda: bool(heard))
    attempt(_with_descendants(ENDS[name]), heard=heard)
    assert len(heard[0]["pids"]) == 6
    assert [pid for pid in heard[0]["pids"] if is_alive(pid)] == []


def test_without_its_keeper_the_worker_dies() -> None:
    def work(send: Send) -> None:
        send({"pid": os.getpid()})
        os.kill(os.getppid(), signal.SIGKILL)
        linger()

    ending, heard = attempt(work)
    assert isinstance(ending, Crashed) and ending.how == "the loss of its keeper"
    assert not is_alive(heard[0]["pid"])


def test_a_message_cut_short_is_dropped() -> None:
    def work(send: Send) -> None:
        send({"text": "x" * 1_000_000})
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGSEGV)).start()
        while True:
            send({"text": "x" * 1_000_000})

    ending, heard = attempt(work)
    assert isinstance(ending, Crashed) and ending.how == "signal SIGSEGV"
    assert heard and all(len(message["text"]) == 1_000_000 for message in heard)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_request_to_stop_is_granted(number: int) -> None:
    def work(send: Send) -> None:
        send({"pid": os.getpid()})
        linger()

    heard: list[Message] = []
    parent = os.getpid()

    def hear(message: Message) -> None:
        heard.append(message)
        threading.Timer(0.1, os.kill, (parent, number)).start()

    before = signal.getsignal(number)
    outcome = supervise(work, Limits(), hear)
    assert outcome.ending == Interrupted(number)
    assert signal.getsignal(number) is before
    assert not is_alive(heard[0]["pid"])


def test_if_the_parent_is_killed_the_whole_family_dies() -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import test_limits\n"
        "from assay.supervise.limits import Limits, supervise\n"
        "work = test_limits._with_descendants(test_limits.linger)\n"
        "supervise(work, Limits(), lambda message: print(*message['pids'], flush=True))\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(SOURCES), str(TESTS)))}
    command = [sys.executable, "-c", program, str(Path(__file__).parent)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as parent:
        assert parent.stdout is not None
        family = [int(word) for word in parent.stdout.readline().split()]
        assert len(family) == 6 and all(map(is_alive, family))
        parent.kill()
        parent.wait()
    assert eventually(lambda: not any(map(is_alive, family)))


def test_ticks_come_while_nothing_else_does(tmp_path: Path) -> None:
    """The work ends after three ticks; they come ten times a second at most."""
    ticks: list[float] = []
    enough = tmp_path / "enough"

    def work(send: Send) -> None:
        assert eventually(enough.exists)

    def tick() -> None:
        ticks.append(time.monotonic())
        if len(ticks) == 3:
            enough.touch()

    started = time.monotonic()
    outcome = supervise(work, Limits(), lambda message: None, tick)
    assert outcome.ending == Finished() and len(ticks) >= 3
    assert all(when - started >= 0.1 * number for number, when in enumerate(ticks, 1))


def test_processor_time_of_all_processes_together_has_a_limit() -> None:
    """Each child ends long before the limit; those that ended count as well."""

    def work(send: Send) -> None:
        burn = "import time\nwhile time.process_time() < 0.1: pass"
        while True:
            subprocess.run([sys.executable, "-c", burn], check=True)

    outcome = supervise(work, Limits(PATIENCE, started=time.monotonic(), processor=0.4), lambda message: None)
    assert outcome.ending == Exhausted("processor")
    assert outcome.processor_seconds >= 0.35


def test_usage_is_measured() -> None:
    def work(send: Send) -> None:
        hoard = bytearray(100 << 20)
        until = time.process_time() + 0.2
        while time.process_time() < until:
            len(hoard)

    outcome = supervise(work, Limits(), lambda message: None)
    assert outcome.processor_seconds > 0.15
    assert outcome.peak_bytes > 100 << 20


# -- families ----------------------------------------------------------------------------------------------------------


def test_a_family_is_a_session_and_all_that_descends_from_it() -> None:
    table = {
        10: Process(1, 10, 0),
        11: Process(10, 10, 0),
        12: Process(1, 10, 0),
        13: Process(12, 13, 0),
        14: Process(13, 13, 0),
        20: Process(1, 20, 0),
    }
    assert members(10, table) == [10, 11, 12, 13, 14]


def test_our_own_memory_is_plausible() -> None:
    table = process_table()
    assert 1 << 20 < table[os.getpid()].resident < 1 << 36
    assert table[os.getpid()].parent == os.getppid()
    assert resident_bytes(os.getpid()) >= table[os.getpid()].resident * 0.5


def test_the_answer_of_ps_is_understood() -> None:
    table = _read_ps("  10     1    10  2048 Ss\n  11    10    10   512 R+\n 12 10 10 0 Z\n")
    assert table == {10: Process(1, 10, 2048 * 1024), 11: Process(10, 10, 512 * 1024)}


@pytest.mark.skipif(shutil.which("ps") is None, reason="needs ps")
def test_ps_and_proc_agree() -> None:
    asked = _from_ps()[os.getpid()]
    assert asked.parent == os.getppid()
    assert asked.resident == pytest.approx(process_table()[os.getpid()].resident, rel=0.5)
