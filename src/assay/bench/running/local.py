"""Runs on this machine: as many slots as jobs, each on cores of its own."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing.connection import wait

from assay.bench.running.job import ATTEMPTS, Ended, Job
from assay.bench.running.slot import Slot


class Slots:
    """An executor: processes of this machine."""

    def __init__(self, jobs: int, cores: int = 1) -> None:
        self.capacity = self.width = jobs
        self._free = [_Seat(pinned) for pinned in cores_of(jobs, cores)]
        self._busy: list[_Seat] = []

    def submit(self, number: int, job: Job) -> None:
        seat = self._free.pop()
        seat.take(number, replace(job, pinned=seat.cores))
        self._busy.append(seat)

    def ended(self, seconds: float) -> list[tuple[int, Ended]]:
        ready = wait([seat.slot.connection for seat in self._busy], seconds)
        found = []
        for seat in [seat for seat in self._busy if seat.slot.connection in ready]:
            answer = seat.answer()
            if answer is not None:
                found.append((seat.number, answer))
                self._busy.remove(seat)
                self._free.append(seat)
        return found

    def close(self) -> None:
        for seat in (*self._busy, *self._free):
            seat.close()


class _Seat:
    """A slot, which is replaced if it is killed, with its cores and the run that it is at."""

    def __init__(self, cores: tuple[int, ...]) -> None:
        self.cores = cores
        self.slot = Slot()
        self.number = 0
        self._attempts = 0
        self._job: Job | None = None

    def take(self, number: int, job: Job) -> None:
        self.number, self._job, self._attempts = number, job, 1
        self.slot.ask(job)

    def answer(self) -> Ended | None:
        """What became of the run; None if it is tried again."""
        try:
            return self.slot.answer()
        except (EOFError, OSError):
            self.slot.close()
            self.slot = Slot()
        if self._attempts < ATTEMPTS and self._job is not None:
            self._attempts += 1
            self.slot.ask(self._job)
            return None
        return Ended(failure=f"the process that watched the run was killed, {ATTEMPTS} times")

    def close(self) -> None:
        self.slot.close()


def available_cores() -> list[int]:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def cores_of(jobs: int, cores: int) -> Sequence[tuple[int, ...]]:
    """Cores for each of so many jobs, different ones; none in particular where there are not enough."""
    there = available_cores()
    if jobs * cores > len(there):
        return [()] * jobs
    return [tuple(there[number * cores : (number + 1) * cores]) for number in range(jobs)]
