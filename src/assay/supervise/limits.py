"""Hard limits: work runs in a family of processes of its own, and all of it is killed when it goes too far.

Solvers do not always honour their own limits, so nothing inside the process that runs them can promise anything.  The
parent stays small (it imports no solver), hears what the worker reports as it happens, and watches the clock and the
memory of the whole family.  However it ends (in good order, at a limit, by a crash, by Ctrl-C), no process is left
behind, and what was heard until then is kept.  Needs ``os.fork``.  Limit: only Linux lets a process adopt orphans; on
other systems a descendant that began a session of its own and lost its parent is not found.
"""

from __future__ import annotations

import json
import math
import os
import select
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from assay.supervise import keeper
from assay.supervise.keeper import REQUESTS, Message, Send, Work
from assay.supervise.processes import end_family, resident_bytes

__all__ = ["Crashed", "Ending", "Exhausted", "Finished", "Interrupted", "Limits", "Message", "Outcome", "Send", "Work"]
__all__ += ["supervise"]

_TICK = 0.1


@dataclass(frozen=True)
class Limits:
    """Wall-clock seconds since ``started`` (on the monotonic clock), and bytes of memory of all processes together."""

    seconds: float = math.inf
    memory: float = math.inf
    started: float = 0.0


@dataclass(frozen=True)
class Finished:
    """The work was done."""


@dataclass(frozen=True)
class Exhausted:
    """A limit was reached: ``time`` or ``memory``; ``by_system`` if the operating system was faster than we."""

    resource: str
    by_system: bool = False


@dataclass(frozen=True)
class Crashed:
    """The worker ended without having finished.  ``how`` says how, ``output`` holds the last it wrote."""

    how: str
    output: str = ""


@dataclass(frozen=True)
class Interrupted:
    """Somebody asked us to stop."""

    signal: int


Ending = Finished | Exhausted | Crashed | Interrupted


@dataclass(frozen=True)
class Outcome:
    """How the work ended and what it took: processor time, and the peak memory of its largest process."""

    ending: Ending
    processor_seconds: float = 0.0
    peak_bytes: int = 0


def supervise(
    work: Work, limits: Limits, hear: Callable[[Message], None], tick: Callable[[], None] = lambda: None
) -> Outcome:
    """Runs ``work`` in a worker; ``hear`` gets every message it sends, ``tick`` is called several times a second.

    When this returns or raises, the worker and all its descendants have ended, and their temporary files are gone.
    """
    output = _scratch_file()
    folder = _scratch_folder()
    with _stop_requests():
        leader, channel = keeper.start(_working_in(folder, work), limits.memory, output)
        try:
            ending = _watch(leader, channel, limits, output, hear, tick)
        except _Stop as stop:
            ending = Interrupted(stop.number)
        finally:
            with _undisturbed():
                os.close(channel)
                usage = end_family(leader)
                os.close(output)
                if folder is not None:
                    shutil.rmtree(folder, ignore_errors=True)
    return Outcome(ending, usage.processor_seconds, usage.peak_bytes)


class _Stop(BaseException):
    """Raised out of a signal handler."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def _stop_requests() -> Iterator[None]:
    """Turns requests to stop into exceptions of ours; outside the main thread Python delivers none anyway."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise _Stop(number)

    previous = {}
    try:
        for number in REQUESTS:
            previous[number] = signal.signal(number, stop)
    except ValueError:
        pass
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Lets requests to stop wait: whoever presses Ctrl-C twice must not leave a process behind."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, REQUESTS)
    try:
        yield
    finally:
        # What came in meanwhile was granted already.
        while signal.sigtimedwait(REQUESTS, 0):
            pass
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _scratch_file() -> int:
    """A nameless file for what solvers print on their own account."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("output")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _scratch_folder() -> str | None:
    """A folder for whatever the family writes for a while: who is killed cannot remove it."""
    try:
        return tempfile.mkdtemp(prefix="assay-")
    except OSError:
        return None


def _working_in(folder: str | None, work: Work) -> Work:
    """The same work with its temporary files in ``folder``."""

    def do(send: Send) -> None:
        if folder is not None:
            tempfile.tempdir = folder
        work(send)

    return do


def _watch(
    leader: int, channel: int, limits: Limits, output: int, hear: Callable[[Message], None], tick: Callable[[], None]
) -> Ending:
    """Passes messages on until the work is done, a limit is reached, or the worker has ended by itself."""
    deadline = limits.started + limits.seconds if limits.seconds < math.inf else math.inf
    scale = _Scale(leader, limits.memory)
    lines = _Lines(channel)
    ticked = time.monotonic()
    while True:
        for line in lines.within(max(0.0, min(_TICK, scale.period, deadline - time.monotonic()))):
            if line == keeper.DONE:
                return Finished()
            if line.startswith(keeper.ENDED):
                return _explain(int(line[1:]), output)
            message = _message(line)
            if message is not None:
                hear(message)
        now = time.monotonic()
        if now >= deadline:
            return Exhausted("time")
        if scale.is_over(now):
            return Exhausted("memory")
        if lines.ended:
            return Crashed("the loss of its keeper", _tail(output))
        if now - ticked >= _TICK:
            ticked = now
            tick()


def _message(line: bytes) -> Message | None:
    """What a line says; None for one that the worker's death cut short."""
    try:
        message: Message = json.loads(line)
    except ValueError:
        return None
    return message


class _Lines:
    """The lines that arrive on a channel."""

    def __init__(self, channel: int) -> None:
        self._channel = channel
        self._rest = b""
        self.ended = False

    def within(self, seconds: float) -> Iterator[bytes]:
        """The complete lines that can be had now, after waiting at most so long for the first."""
        if self.ended or not select.select([self._channel], [], [], seconds)[0]:
            return
        data = os.read(self._channel, 1 << 16)
        self.ended = not data
        *lines, self._rest = (self._rest + data).split(b"\n")
        yield from lines


class _Scale:
    """Weighs a family of processes every so often: as often as costs a twentieth of our time."""

    def __init__(self, leader: int, limit: float) -> None:
        self._leader = leader
        self._limit = limit
        self._next = 0.0
        self.period = 0.05 if limit < math.inf else math.inf

    def is_over(self, now: float) -> bool:
        """Is the memory of the family above the limit?  Pages that several processes share count once."""
        if self._limit == math.inf or now < self._next:
            return False
        over = resident_bytes(self._leader, above=self._limit) > self._limit
        cost = time.monotonic() - now
        self.period = max(0.05, 20 * cost)
        self._next = now + self.period
        return over


def _explain(status: int, output: int) -> Exhausted | Crashed:
    """What became of a worker that ended before its work was done."""
    tail = _tail(output)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number == signal.SIGKILL:
            return Exhausted("memory", by_system=True)
        return Crashed(f"signal {signal.Signals(number).name}", tail)
    code = os.waitstatus_to_exitcode(status)
    if code == keeper.OUT_OF_MEMORY:
        return Exhausted("memory")
    return Crashed("an unexpected error" if code == keeper.FAILED else f"exit code {code}", tail)


def _tail(output: int, size: int = 4000) -> str:
    length = os.fstat(output).st_size
    return os.pread(output, size, max(0, length - size)).decode(errors="replace").strip()
