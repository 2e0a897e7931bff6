"""Work that can be stopped whatever it does: a forked child with a hard limit, its result through a pipe.

Solvers do not always honour their own timeouts, so what may hang (quantifier elimination, Spacer) runs here.  The child
leads a process group that is killed as a whole and reaped before ``run`` returns.  Should this process die first, the
child still ends: the kernel signals it when its parent goes (Linux), and its own alarm rings just after the limit
(``core.forks``).
"""

from __future__ import annotations

import math
import os
import pickle
import select
import signal
from collections.abc import Callable, Iterable
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.forks import GIGABYTE, end, fork, limit_memory, silence
from assay.core.terms import Term
from assay.core.terms.transport import Packed, pack, unpack_all

_GRACE: Final = 0.25  # seconds between the parent's limit and the child's own alarm
_SLICE: Final = 0.1  # seconds between two looks at the clock

Work = Callable[[], Iterable[Term]]
_Reply = tuple[Packed | None, str]


def run(work: Work, deadline: Deadline, *, memory: int = 2 * GIGABYTE) -> tuple[Term, ...]:
    """The terms that ``work`` yields, computed in a child that may use ``memory`` further bytes.

    Raises ``SolverFailure`` when the child fails, dies or is not done at the deadline.  No process is left behind.
    """
    if deadline.passed:
        raise SolverFailure("no time left")
    children: list[int] = []
    reading, writing = os.pipe()
    try:
        try:
            fork(lambda: _serve(work, reading, writing, deadline, memory), children)
        finally:
            os.close(writing)
        packed, failure = _receive(reading, deadline)
    except OSError as problem:
        raise SolverFailure(f"no child process: {problem.strerror}") from problem
    finally:
        os.close(reading)
        for child in children:
            end(child)
    if packed is None:
        raise SolverFailure(failure)
    return unpack_all(packed)


# -- the parent's side -----------------------------------------------------------------------------------------------


def _receive(pipe: int, deadline: Deadline) -> _Reply:
    """Everything the child wrote until it closed its end, or a failure."""
    poll = select.poll()
    poll.register(pipe, select.POLLIN | select.POLLHUP)
    chunks: list[bytes] = []
    while True:
        if deadline.passed:
            return None, "stopped at its time limit"
        # In slices, for a signal that another thread received is handled only between two calls.
        if not poll.poll(1 + 1000 * min(deadline.left, _SLICE)):
            continue
        chunk = os.read(pipe, 1 << 20)
        if not chunk:
            break
        chunks.append(chunk)
    try:
        reply: _Reply = pickle.loads(b"".join(chunks))
    except (EOFError, pickle.UnpicklingError):
        return None, "died without an answer (out of memory?)"
    return reply


# -- the child's side ------------------------------------------------------------------------------------------------


def _serve(work: Work, reading: int, writing: int, deadline: Deadline, memory: int) -> None:
    """Do the work and write the reply: silent, within limits of its own."""
    os.close(reading)
    if not math.isinf(deadline.left):
        signal.setitimer(signal.ITIMER_REAL, deadline.left + _GRACE)
    silence()
    limit_memory(memory)
    with os.fdopen(writing, "wb") as stream:
        stream.write(_reply(work))


def _reply(work: Work) -> bytes:
    reply: _Reply
    try:
        reply = pack(work()), ""
    except MemoryError:
        reply = None, "out of memory"
    except Exception as problem:  # whatever a solver throws is a failure of the provider, never a crash
        reply = None, f"{type(problem).__name__}: {problem}" if not isinstance(problem, SolverFailure) else str(problem)
    return pickle.dumps(reply, protocol=pickle.HIGHEST_PROTOCOL)
