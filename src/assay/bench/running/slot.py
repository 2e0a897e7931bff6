"""A slot: a process that does one job after the other, and is asked for them through a pipe.

    python -m assay.bench.running.slot DESCRIPTOR PARENT

It ends when its parent does, however that ends, and takes the run that is under way with it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Final

from assay.bench.results import OURS, RUNEXEC
from assay.bench.running.job import ATTEMPTS, AUTO, Ended, Job
from assay.bench.running.supervised import Stopped, ours
from assay.core.forks import die_with

# A slot that was asked to stop ends its run and itself within this time, or is killed.
PATIENCE_SECONDS: Final = 10.0


class Slot:
    """A slot as its owner sees it; it belongs to the thread that made it (see ``die_with``)."""

    def __init__(self) -> None:
        self.connection, theirs = Pipe()
        words = (str(theirs.fileno()), str(os.getpid()))
        command = [sys.executable, "-P", "-m", "assay.bench.running.slot", *words]
        # In a process group of its own, so that Ctrl-C reaches the owner only, who says what happens.
        self.process = subprocess.Popen(command, pass_fds=(theirs.fileno(),), start_new_session=True)
        theirs.close()

    def ask(self, job: Job) -> None:
        self.connection.send(job)

    def answer(self) -> Ended:
        """What became of the job; an ``EOFError`` if the slot was killed."""
        found = self.connection.recv()
        assert isinstance(found, Ended)
        return found

    def close(self) -> None:
        """Ends the slot, and the run that is under way."""
        self.connection.close()
        self.process.terminate()
        try:
            self.process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def supervisors(wanted: str) -> tuple[Callable[[Job], Ended], str]:
    """How a slot runs jobs, and the name of who holds them to their limits."""
    if wanted in (AUTO, RUNEXEC):
        from assay.bench.running.control_groups import by_runexec

        found = by_runexec()
        if found is not None:
            return found, RUNEXEC
        if wanted == RUNEXEC:
            missing = Ended(failure="runexec is not installed, or may not use control groups", supervisor=RUNEXEC)
            return lambda job: missing, RUNEXEC
    return ours, OURS


def serve(connection: Connection) -> None:
    """Does the jobs that come, until nobody is there to ask."""
    known: dict[str, Callable[[Job], Ended]] = {}
    while True:
        try:
            job = connection.recv()
        except EOFError:
            return
        if job.supervisor not in known:
            known[job.supervisor], _ = supervisors(job.supervisor)
        try:
            connection.send(_done(job, known[job.supervisor]))
        except (Stopped, BrokenPipeError):
            return


def _done(job: Job, run: Callable[[Job], Ended]) -> Ended:
    """What became of the job; if that was lost, it is done again."""
    for _ in range(ATTEMPTS):
        ended = run(job)
        if not ended.lost:
            break
    return ended


def main(descriptor: int, parent: int) -> None:
    # What supervision imports in every child is there beforehand.
    for name in ("ctypes", "faulthandler", "resource", "shutil", "traceback"):
        import_module(name)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with(parent, signal.SIGTERM)
    serve(Connection(descriptor))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
