"""A campaign: tasks times configurations, repetitions and seeds; what a store does not have yet is run.

The machine that runs is behind ``Executor``; everything that is kept goes through one loop, which claims runs, hands
them out, concludes what came of them and keeps it at once.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Final, Protocol

from assay.bench.concluding import concluded
from assay.bench.configurations import Configuration
from assay.bench.results import Key, Run, Task
from assay.bench.running.job import AUTO, Ended, Job
from assay.bench.store import Store

# How often other processes are told that this one lives, and asked whether they are done.
RENEWAL_SECONDS: Final = 60.0
POLL_SECONDS: Final = 0.5
OTHERS_SECONDS: Final = 2.0


@dataclass(frozen=True)
class Campaign:
    """What is to be run.  Of a configuration that uses no seed there is one run a repetition."""

    tasks: Sequence[Task]
    configurations: Sequence[Configuration]
    repetitions: int = 1
    seeds: Sequence[int] = ()
    supervisor: str = AUTO

    def wanted(self) -> Iterator[Key]:
        """All runs: task by task, so that an unfinished campaign has tasks that all configurations have run."""
        for task in self.tasks:
            for configuration in self.configurations:
                if configuration.runs_on(task):
                    for repetition in range(1, self.repetitions + 1):
                        for seed in self.seeds_of(configuration):
                            yield Key(task.name, configuration.name, repetition, seed)

    def seeds_of(self, configuration: Configuration) -> Sequence[int | None]:
        return (self.seeds or (1,)) if configuration.has_seeds else (None,)


class Executor(Protocol):
    """Something that runs jobs: it takes up to ``capacity`` of them, and works on ``width`` of these at a time.

    Without a width it waits for workers.
    """

    @property
    def capacity(self) -> int: ...
    @property
    def width(self) -> int: ...
    def submit(self, number: int, job: Job) -> None: ...
    def ended(self, seconds: float) -> list[tuple[int, Ended]]:
        """What ended, after waiting for so long at most."""

    def close(self) -> None:
        """Ends what is under way."""


@dataclass(frozen=True)
class Standing:
    """How far it is: runs that are wanted, those that ended, those under way here, and those that others are at;
    and how many can be done here at a time."""

    wanted: int
    done: int
    underway: int
    elsewhere: int
    width: int = 1


Hear = Callable[[Run | None, Standing], None]


def run_campaign(
    campaign: Campaign, store: Store, executor: Executor, hear: Hear, stop: Callable[[], bool] = lambda: False
) -> bool:
    """Runs what the store does not have; whether all of it is there in the end.

    ``hear`` is told of every run that ends, and now and then of the standing alone.
    """
    with closing(executor):
        keys = list(campaign.wanted())
        plan = {configuration.name: configuration.definition() for configuration in campaign.configurations}
        numbers = store.plan(campaign.tasks, plan, keys)
        work = _Work(campaign, dict(zip(numbers, keys, strict=True)), store, executor, hear)
        try:
            while work.is_left and not stop():
                work.hand_out()
                work.take_in()
        finally:
            work.give_back()
        return not work.is_left


class _Work:
    """The state of the loop: which runs wait, which are under way, and which somebody else has claimed."""

    def __init__(self, campaign: Campaign, keys: dict[int, Key], store: Store, executor: Executor, hear: Hear) -> None:
        self._campaign, self._keys, self._store, self._executor, self._hear = campaign, keys, store, executor, hear
        self._tasks = {task.name: task for task in campaign.tasks}
        self._configurations = {configuration.name: configuration for configuration in campaign.configurations}
        ended = store.ended()
        self._waiting = deque(number for number in keys if number not in ended)
        self._elsewhere: deque[int] = deque()
        self._underway: set[int] = set()
        self._renewed = self._asked = time.monotonic()

    @property
    def is_left(self) -> bool:
        return bool(self._waiting or self._elsewhere or self._underway)

    def hand_out(self) -> None:
        """Gives the executor as much as it can do; what somebody else is at is looked at again later."""
        while self._waiting and len(self._underway) < self._executor.capacity:
            number = self._waiting.popleft()
            if self._store.claim(number):
                key = self._keys[number]
                job = self._configurations[key.configuration].job(
                    self._tasks[key.task], key.seed, self._campaign.supervisor
                )
                self._underway.add(number)
                self._executor.submit(number, job)
            elif not self._store.has_ended(number):
                self._elsewhere.append(number)

    def take_in(self) -> None:
        """Keeps what ended, and tells of it."""
        for number, ended in self._executor.ended(POLL_SECONDS):
            key = self._keys[number]
            run = concluded(self._tasks[key.task], self._configurations[key.configuration], key, ended)
            self._store.finish(number, run, ended.output)
            self._underway.discard(number)
            self._hear(run, self._standing())
        now = time.monotonic()
        if now - self._renewed > RENEWAL_SECONDS:
            self._renewed = now
            self._store.renew()
        self._hear(None, self._standing())
        if self._elsewhere and now - self._asked > OTHERS_SECONDS:
            self._asked = now
            self._waiting.extend(self._elsewhere)
            self._elsewhere.clear()

    def give_back(self) -> None:
        for number in self._underway:
            self._store.release(number)

    def _standing(self) -> Standing:
        left = len(self._waiting) + len(self._elsewhere) + len(self._underway)
        done, width = len(self._keys) - left, self._executor.width
        return Standing(len(self._keys), done, len(self._underway), len(self._elsewhere), width)
