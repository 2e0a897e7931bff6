"""Work that can be stopped whatever it does: a forked child with a hard limit, its result through a pipe.

Solvers do not always honour their own timeouts, so what may hang (quantifier elimination, Spacer) runs here.  The child
leads a process group that is killed as a whole and reaped before ``run`` returns.  Should this process die first, the
child still ends: the kernel signals it when its parent goes (Linux), and its own alarm rings just after the limit.
A fork shares memory until it is written to; z3 stops its timer threads before a fork and restarts them on demand, so
its contexts are usable on both sides.  Known limits: POSIX only; no thread of ours may hold a lock at the fork.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import math
import os
import pickle
import resource
import select
import signal
import sys
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NoReturn

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.terms import Term
from assay.core.terms.transport import Packed, pack, unpack_all

GIGABYTE: Final = 1 << 30
_GRACE: Final = 0.25  # seconds between the parent's limit and the child's own alarm
_SLICE: Final = 0.1  # seconds between two looks at the clock
_PR_SET_PDEATHSIG: Final = 1

Work = Callable[[], Iterable[Term]]
_Reply = tuple[Packed | None, str]


def run(work: Work, deadline: Deadline, *, memory: int = 2 * GIGABYTE) -> tuple[Term, ...]:
    """The terms that ``work`` yields, computed in a child that may use ``memory`` further bytes.

    Raises ``SolverFailure`` when the child fails, dies or is not done at the deadline.  No process is left behind.
    """
    if deadline.passed:
        raise SolverFailure("no time left")
    child = 0
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    reading, writing = os.pipe()
    try:
        try:
            child = _fork(work, reading, writing, deadline, memory)
        finally:
            os.close(writing)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)  # an interrupt that came meanwhile is raised here
        packed, failure = _receive(reading, deadline)
    except OSError as problem:
        raise SolverFailure(f"no child process: {problem.strerror}") from problem
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        os.close(reading)
        if child:
            _end(child)
    if packed is None:
        raise SolverFailure(failure)
    return unpack_all(packed)


# -- the parent's side -----------------------------------------------------------------------------------------------


def _fork(work: Work, reading: int, writing: int, deadline: Deadline, memory: int) -> int:
    """Start the child.  All signals are blocked on entry, and still are on return."""
    parent = os.getpid()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads: z3's timers, which it stops by itself
        child = os.fork()
    if child == 0:
        os.close(reading)
        _serve(work, writing, parent, deadline, memory)
    return child


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


def _end(child: int) -> None:
    """Kill the child and its group (which it may not lead yet) and take its exit status."""
    for end in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            end(child, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(child, 0)


# -- the child's side ------------------------------------------------------------------------------------------------


def _serve(work: Work, pipe: int, parent: int, deadline: Deadline, memory: int) -> NoReturn:
    """Do the work, write the reply, and leave without running anything that belongs to the parent."""
    try:
        _settle(parent, deadline, memory)
        with os.fdopen(pipe, "wb") as stream:
            stream.write(_reply(work))
    finally:
        os._exit(0)


def _reply(work: Work) -> bytes:
    reply: _Reply
    try:
        reply = pack(work()), ""
    except MemoryError:
        reply = None, "out of memory"
    except Exception as problem:  # whatever a solver throws is a failure of the provider, never a crash
        reply = None, f"{type(problem).__name__}: {problem}" if not isinstance(problem, SolverFailure) else str(problem)
    return pickle.dumps(reply, protocol=pickle.HIGHEST_PROTOCOL)


def _settle(parent: int, deadline: Deadline, memory: int) -> None:
    """Own group, own limits, silent, mortal."""
    gc.disable()
    os.setpgid(0, 0)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM, signal.SIGPIPE, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    if not math.isinf(deadline.at):
        signal.setitimer(signal.ITIMER_REAL, deadline.left + _GRACE)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    _limit_memory(memory)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def _limit_memory(further: int) -> None:
    """At most ``further`` bytes of address space above what this process has now."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (OSError, ValueError):
        return
    limit = pages * resource.getpagesize() + further
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    ceilings = [bound for bound in (soft, hard) if bound != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min([limit, *ceilings]), hard))
