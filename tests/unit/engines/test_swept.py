"""A search that goes on over swept gates: when, where that is worth it, and what it costs otherwise."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from assay.core.budget import FOREVER, Deadline
from assay.core.circuit import Circuit
from assay.core.events import ignore
from assay.core.roles import Found, Paused, Stuck
from assay.engines import swept
from assay.engines.forms import Gates
from assay.engines.swept import PLAIN, SweptLater
from assay.engines.views import Views
from assay.frontends.task import load
from assay.transforms.circuit import sweep
from assay.transforms.circuit.simplify import Simplified, simplify

# Bad if two latches are true, that take over two inputs; a third one takes over what only looks like the first input.
DESIGN = """aag 11 2 3 0 6 1
2
4
6 2
8 4
10 17
22
12 4 2
14 5 2
16 15 13
18 8 6
20 10 6
22 20 18
"""


@dataclass
class World:
    """The time, which passes only where somebody searches, and over how many gates somebody began to."""

    now: float = 0.0
    begun: list[int] = field(default_factory=list)
    closed: int = 0
    found_at: float = 1e9

    def within(self, seconds: float) -> Deadline:
        return Deadline(self.now + seconds, lambda: self.now)


@dataclass
class Searching:
    """Pauses when its time is over, or a moment before that, as those do that cannot be interrupted everywhere."""

    world: World
    early: float = 0.0

    def advance(self, deadline: Deadline, /) -> Found[str] | Paused | Stuck:
        self.world.now += min(deadline.left, self.world.found_at) - self.early
        return Found("evidence") if self.world.now >= self.world.found_at else Paused()

    def close(self) -> None:
        self.world.closed += 1


@pytest.fixture
def gates(tmp_path: Path) -> Gates:
    path = tmp_path / "design.aag"
    path.write_text(DESIGN)
    model = load(path)
    return Views(model, model.properties[0], FOREVER, ignore).gates()


def later(world: World, gates: Gates, early: float = 0.0) -> SweptLater[str]:
    def begin(chosen: Gates) -> Searching:
        world.begun.append(chosen.circuit.gates)
        return Searching(world, early)

    return SweptLater(gates, begin)


def test_it_begins_again_when_it_takes_long(gates: Gates) -> None:
    world = World()
    search = later(world, gates)
    before = gates.circuit.gates
    assert search.advance(world.within(PLAIN / 2)) == Paused()
    assert world.begun == [before]
    # In one turn: the rest of what it has for itself, and the beginning over fewer gates.
    assert search.advance(world.within(PLAIN)) == Paused()
    assert world.begun[0] == before
    assert world.begun[1] < before
    assert world.closed == 1
    assert search.advance(world.within(PLAIN)) == Paused()
    assert len(world.begun) == 2


def test_who_pauses_early_is_not_taken_for_one_that_gives_up(gates: Gates) -> None:
    """Whoever pauses although there is time gets no more turns: so the search goes on in the same turn."""
    world = World()
    assert later(world, gates, early=0.01).advance(world.within(PLAIN)) == Paused()
    assert len(world.begun) == 2


def test_what_is_easy_is_never_swept(gates: Gates, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SweptLater, "_swept", lambda *_: pytest.fail("swept"))
    world = World(found_at=PLAIN / 2)
    assert later(world, gates).advance(world.within(10)) == Found("evidence")


def same(circuit: Circuit) -> Generator[None, None, Simplified]:
    yield
    return simplify(circuit)


def endless(circuit: Circuit) -> Generator[None, None, Simplified]:
    while circuit.size:
        yield
    return simplify(circuit)


def test_it_goes_on_where_sweeping_changes_little(gates: Gates, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swept, "swept", same)
    world = World()
    search = later(world, gates)
    for _ in range(3):
        assert search.advance(world.within(PLAIN)) == Paused()
    assert len(world.begun) == 1
    assert world.closed == 0


def test_sweeping_ends_with_the_turn(gates: Gates, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0

    def until(clock: Callable[[], float]) -> Deadline:
        return Deadline(20.0, clock)

    def clock() -> float:
        nonlocal looks
        looks += 1
        return float(looks)

    monkeypatch.setattr(swept, "swept", endless)
    monkeypatch.setattr(swept, "PLAIN", 0.0)
    world = World()
    search = later(world, gates)
    assert search.advance(until(clock)) == Paused()
    assert looks >= 20
    search.close()
    assert world.closed == 1


def test_gates_of_this_design_become_fewer(gates: Gates) -> None:
    work = sweep.swept(gates.circuit)
    with pytest.raises(StopIteration) as end:
        while True:
            next(work)
    small = end.value.value
    assert len(gates.circuit.latches) == 3
    assert len(small.circuit.latches) == 2
