"""Hard limits: work runs in a family of processes of its own, and all of it is killed when it goes too far.

Solvers do not always honour their own limits, so nothing inside the process that runs them can promise anything.  The
parent stays small (it imports no solver), hears what the worker reports as it happens, and watches the clock and the
memory of the whole family.  However it ends (in good order, at a limit, by a crash, by Ctrl-C), no process and no
temporary file is left behind, and what was heard until then is kept.  Needs ``os.fork``.  Limit: only Linux lets a
process adopt orphans; on other systems a descendant that began a session of its own and lost its parent is not found.
"""

from __future__ import annotations

import json
import math
import os
import select
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

from assay.supervise import keeper
from assay.supervise.ending import (
    Crashed,
    Ending,
    Exhausted,
    Finished,
    Interrupted,
    Killed,
    WorkerEnded,
    explain,
    killed_for_memory,
    tail,
)
from assay.supervise.keeper import Message, Send, Work
from assay.supervise.processes import Usage, end_family, processor_seconds, resident_bytes
from assay.supervise.scratch import name_scratch, remove_scratch
from assay.supervise.stopping import Requests, stop_requests

__all__ = ["Crashed", "Ending", "Exhausted", "Finished", "Interrupted", "Killed", "Limits", "Message", "Outcome"]
__all__ += ["Send", "Work", "supervise"]

_TICK = 0.1


@dataclass(frozen=True)
class Limits:
    """Wall-clock seconds since ``started`` (on the monotonic clock); of all processes together, bytes of memory, and
    seconds of processor time, which systems without ``/proc`` do not count.
    """

    seconds: float = math.inf
    memory: float = math.inf
    started: float = 0.0
    processor: float = math.inf


@dataclass(frozen=True)
class Outcome:
    """How the work ended and what it took: processor time, and the peak memory of its largest process."""

    ending: Ending
    processor_seconds: float = 0.0
    peak_bytes: int = 0


def supervise(
    work: Work,
    limits: Limits,
    hear: Callable[[Message], None],
    tick: Callable[[], None] = lambda: None,
    requests: Requests | None = None,
) -> Outcome:
    """Runs ``work`` in a worker; ``hear`` gets every message it sends, ``tick`` is called several times a second.

    When this returns or raises, the worker and all its descendants have ended, and their temporary files are gone.
    ``requests`` to stop are noted here unless somebody does so already.
    """
    with ExitStack() as stack:
        asked = requests or stack.enter_context(stop_requests())
        output = _scratch_file()
        stack.callback(os.close, output)
        scratch = name_scratch()
        stack.callback(remove_scratch, scratch)
        victims = killed_for_memory()
        leader, channel = keeper.start(work, limits.memory, output, scratch)
        stack.callback(os.close, channel)
        family = _Family(leader)
        stack.callback(family.end)
        with asked.before_leaving(stack.close):
            found = _watch(leader, channel, limits, asked, hear, tick)
            usage = family.end()
        match found:
            case WorkerEnded(status):
                for_memory = killed_for_memory() > victims or usage.peak_bytes > 0.9 * limits.memory
                ending = explain(status, tail(output), for_memory=for_memory, peak_bytes=usage.peak_bytes)
            case Crashed(how):
                ending = Crashed(how, tail(output))
            case _:
                ending = found
    return Outcome(ending, usage.processor_seconds, usage.peak_bytes)


class _Family:
    """A family that is ended once, by whoever comes first."""

    def __init__(self, leader: int) -> None:
        self._leader = leader
        self._usage: Usage | None = None

    def end(self) -> Usage:
        if self._usage is None:
            self._usage = end_family(self._leader)
        return self._usage


def _scratch_file() -> int:
    """A nameless file for what solvers print on their own account."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("output")
    import tempfile

    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _watch(
    leader: int,
    channel: int,
    limits: Limits,
    requests: Requests,
    hear: Callable[[Message], None],
    tick: Callable[[], None],
) -> Ending | WorkerEnded:
    """Passes messages on until the work is done, a limit is reached, or the worker has ended by itself."""
    deadline = limits.started + limits.seconds if limits.seconds < math.inf else math.inf
    scale = _Scale(leader, limits)
    lines = _Lines(channel)
    ticked = time.monotonic()
    while requests.first is None:
        for line in lines.within(max(0.0, min(_TICK, scale.period, deadline - time.monotonic()))):
            if line == keeper.DONE:
                return Finished()
            if line.startswith(keeper.ENDED):
                return WorkerEnded(int(line[1:]))
            message = _message(line)
            if message is not None:
                hear(message)
        now = time.monotonic()
        if now >= deadline:
            return Exhausted("time")
        over = scale.over(now)
        if over:
            return Exhausted(over)
        if lines.ended:
            return Crashed("the loss of its keeper")
        if now - ticked >= _TICK:
            ticked = now
            tick()
    return Interrupted(requests.first)


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
        self._rest: list[bytes] = []
        self.ended = False

    def within(self, seconds: float) -> Iterator[bytes]:
        """The complete lines that can be had now, after waiting at most so long for the first."""
        if self.ended or not select.select([self._channel], [], [], seconds)[0]:
            return
        data = os.read(self._channel, 1 << 16)
        self.ended = not data
        first, *others = data.split(b"\n")
        self._rest.append(first)
        for following in others:
            yield b"".join(self._rest)
            self._rest = [following]


class _Scale:
    """Weighs a family of processes every so often: as often as costs a twentieth of our time."""

    def __init__(self, leader: int, limits: Limits) -> None:
        self._leader = leader
        self._limits = limits
        self._next = 0.0
        self.period = 0.05 if limits.memory < math.inf or limits.processor < math.inf else math.inf

    def over(self, now: float) -> str:
        """Which limit the family is above, if one: ``memory`` or ``processor``.  Pages that are shared count once."""
        if self.period == math.inf or now < self._next:
            return ""
        found = ""
        memory, processor = self._limits.memory, self._limits.processor
        if memory < math.inf and resident_bytes(self._leader, above=memory) > memory:
            found = "memory"
        elif processor < math.inf and processor_seconds(self._leader) > processor:
            found = "processor"
        cost = time.monotonic() - now
        self.period = max(0.05, 20 * cost)
        self._next = now + self.period
        return found
