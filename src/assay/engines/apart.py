"""A search that nothing but the end of its process can stop, in a process of its own, a turn at a time.

The process is forked when the first turn begins, and halted between turns, so that it takes no time of others.  What it
finds comes back through a pipe.  It is killed when the search is closed, and whenever its parent ends.
"""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from assay.core.budget import Deadline
from assay.core.errors import AssayError
from assay.core.forks import GIGABYTE, end, fork, limit_memory, silence
from assay.core.model import Model
from assay.core.roles import Found, Paused, Stuck
from assay.engines.transport import packed, unpacked

E = TypeVar("E")

SLICE: Final = 0.1  # seconds between two looks at the clock
DIED: Final = Stuck("its process ended without an answer (out of memory?)")


class Apart(Generic[E]):
    """The answer of ``work``, which is evidence about ``model``; it may use so many bytes of ``memory`` of its own."""

    def __init__(self, work: Callable[[], E | Stuck], model: Model, *, memory: int = 2 * GIGABYTE) -> None:
        self._work = work
        self._model = model
        self._memory = memory
        self._children: list[int] = []
        self._pipe = -1
        self._heard: list[bytes] = []

    def advance(self, deadline: Deadline, /) -> Found[E] | Paused | Stuck:
        if self._pipe < 0:
            self._begin()
        else:
            self._signal(signal.SIGCONT)
        if not self._wait(deadline):
            self._signal(signal.SIGSTOP)
            return Paused()
        said = b"".join(self._heard)
        self.close()
        if not said:
            return DIED
        answer: E | Stuck | Exception = unpacked(said, self._model)
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, Stuck) else Found(answer)

    def close(self) -> None:
        for child in self._children:
            end(child)
        self._children.clear()
        if self._pipe >= 0:
            os.close(self._pipe)
            self._pipe = -1

    def _begin(self) -> None:
        self._pipe, writing = os.pipe()
        try:
            fork(lambda: self._serve(writing), self._children)
        finally:
            os.close(writing)

    def _wait(self, deadline: Deadline) -> bool:
        """Has the process said all it has to say?"""
        poll = select.poll()
        poll.register(self._pipe, select.POLLIN | select.POLLHUP)
        while not deadline.passed:
            # In slices, for a signal that another thread received is handled only between two calls.
            if poll.poll(1 + 1000 * min(deadline.left, SLICE)):
                chunk = os.read(self._pipe, 1 << 20)
                if not chunk:
                    return True
                self._heard.append(chunk)
        return False

    def _signal(self, number: signal.Signals) -> None:
        for child in self._children:
            os.kill(child, number)

    def _serve(self, pipe: int) -> None:
        """In the process: work, and say what came of it."""
        os.close(self._pipe)
        silence()
        limit_memory(self._memory)
        answer: E | Stuck | Exception
        try:
            answer = self._work()
        except MemoryError:
            answer = Stuck("out of memory")
        except AssayError as failure:
            answer = Stuck(str(failure))
        except Exception as failure:
            answer = RuntimeError(f"{type(failure).__name__}: {failure}")
        with os.fdopen(pipe, "wb") as stream:
            stream.write(packed(answer, self._model))
