"""Runs on a Dask cluster: jobs go to workers with their files, and results stream back.

Dask hands a job to another worker if the one that has it is lost; a job that loses several workers is handed out anew
so many times, and then given up.  On the worker it is done by a slot, like any other, so that limits hold there too.
Every thread of a worker does a run at a time: workers should have one thread for each run that their machine can do.
"""

from __future__ import annotations

import logging
import queue
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from assay import __version__
from assay.bench.running.job import Ended, Job
from assay.bench.running.shipping import Parcel, packed, unpacked
from assay.bench.running.slot import Slot
from assay.core.errors import InputError

LOCAL: Final = "local"
CONNECTING_SECONDS: Final = 30.0
# A job is given up when it was handed out so often and lost its workers each time.
ATTEMPTS: Final = 3


class Cluster:
    """An executor: the workers of a cluster.  ``jobs`` are the processes of a local one, or the most at a time."""

    def __init__(self, address: str, jobs: int | None = None) -> None:
        try:
            from distributed import Client, LocalCluster
        except ImportError:
            raise InputError("Dask is not installed", hint="pip install distributed") from None
        self._own = None
        if address == LOCAL:
            # A worker that ends in the middle of a heartbeat would complain at length; lost ones are told of anyway.
            self._own = LocalCluster(
                n_workers=jobs, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
            )
        # Nor shall a lost connection be told by Dask, in many lines.
        for logger in [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]:
            logging.getLogger(logger).setLevel(logging.CRITICAL)
        try:
            self._client = Client(self._own or address, timeout=CONNECTING_SECONDS)
        except (OSError, ValueError, TimeoutError) as failure:
            raise InputError(f"no cluster answers at {address}: {failure}", hint="tcp://HOST:PORT") from None
        self._address = address
        self._most = None if self._own else jobs
        self._threads = 0
        self._futures: dict[int, Any] = {}
        self._parcels: dict[int, tuple[Parcel, int]] = {}
        self._ready: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._refuse_other_versions()
        self._count()

    @property
    def capacity(self) -> int:
        """What all workers do at a time, and as much again, so that none has to wait; workers come and go."""
        self._count()
        return max(1, min(2 * self._threads, self._most or 2 * self._threads))

    @property
    def width(self) -> int:
        """What all workers did at a time when they were last counted."""
        return min(self._threads, self._most or self._threads)

    def submit(self, number: int, job: Job) -> None:
        self._hand_out(number, packed(job), 1)

    def ended(self, seconds: float) -> list[tuple[int, Ended]]:
        found = []
        try:
            numbers = [self._ready.get(timeout=seconds)]
            while not self._ready.empty():
                numbers.append(self._ready.get())
        except queue.Empty:
            return []
        for number in numbers:
            ended = self._result(number)
            if ended is not None:
                found.append((number, ended))
        return found

    def close(self) -> None:
        # What was lost with the connection asks for no end.
        with suppress(OSError, ValueError, TimeoutError):
            if self._client.status == "running":
                self._client.cancel(list(self._futures.values()), force=True)
        self._client.close()
        if self._own is not None:
            self._own.close()

    def _hand_out(self, number: int, parcel: Parcel, attempt: int) -> None:
        future = self._client.submit(perform, parcel, key=f"assay-run-{number}-{attempt}", pure=False)
        self._futures[number], self._parcels[number] = future, (parcel, attempt)
        future.add_done_callback(lambda _: self._ready.put(number))

    def _result(self, number: int) -> Ended | None:
        """What became of the run; None if it is handed out again."""
        future, (parcel, attempt) = self._futures.pop(number), self._parcels.pop(number)
        if future.cancelled():
            raise self._lost()
        failure = future.exception()
        if failure is None:
            ended = future.result()
            assert isinstance(ended, Ended)
            return ended
        if attempt < ATTEMPTS:
            self._hand_out(number, parcel, attempt + 1)
            return None
        return Ended(failure=f"the cluster could not run it: {failure}")

    def _count(self) -> None:
        try:
            self._threads = sum(self._client.nthreads().values())
        except (OSError, ValueError, TimeoutError):
            raise self._lost() from None

    def _lost(self) -> InputError:
        hint = "start its scheduler and call the same command again: what has ended is kept"
        return InputError(f"the cluster at {self._address} is gone", hint=hint)

    def _refuse_other_versions(self) -> None:
        try:
            versions = self._client.run(version_here)
        except Exception as failure:
            self.close()
            hint = "it has to be installed on every machine of the cluster"
            raise InputError(f"the workers cannot load Assay: {failure}", hint=hint) from None
        for worker, version in versions.items():
            if version != __version__:
                self.close()
                raise InputError(f"the worker {worker} has Assay {version}, and this is {__version__}")


def version_here() -> str:
    """The version of Assay on a worker."""
    return __version__


class _Own(threading.local):
    """The slot of each thread of a worker: kept, since starting one takes longer than all else that surrounds a run."""

    slot: Slot | None = None


_OWN: Final = _Own()


def perform(parcel: Parcel) -> Ended:
    """What a worker does."""
    slot = _OWN.slot = _OWN.slot or Slot()
    with tempfile.TemporaryDirectory(prefix="assay-task-") as folder:
        try:
            slot.ask(unpacked(parcel, Path(folder)))
            return slot.answer()
        except (EOFError, OSError):
            # Somebody killed it.
            _OWN.slot = None
            slot.close()
            raise
