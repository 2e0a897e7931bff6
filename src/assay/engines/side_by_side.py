"""Searches side by side on several cores, each lot of them in a process of its own.

The processes are forked from this one, so they share the model and the views that were made before.  What they find
and announce comes back through pipes; whoever is asked to advance here waits for that.  When the search is closed, all
of them are killed with whatever they have started.
"""

from __future__ import annotations

import os
import pickle
import select
import struct
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, Generic, TypeVar

from assay.core.budget import Deadline
from assay.core.events import (
    BoundReached,
    Event,
    Explored,
    LineExecuted,
    Listener,
    PathRefuted,
    Progress,
    Speaking,
    TurnEnded,
    TurnStarted,
    as_close,
    listens_closely,
)
from assay.core.evidence import Grown, Path, Tree
from assay.core.forks import end, fork
from assay.core.model import Edge, Location, Model
from assay.core.roles import Found, Paused, Search, Stuck
from assay.engines.transport import packed, unpacked

E = TypeVar("E")

# Seconds between two looks at the clock, and between two frequent events of one process.
SLICE: Final = 0.1
BETWEEN_EVENTS: Final = 0.1
# After the deadline, so long is waited for processes to say how far they came.
GRACE: Final = 0.2
# Of longer paths that are refuted only the length is told.
LONGEST_PATH: Final = 5_000
_SIZE: Final = struct.Struct("<Q")


class Bus:
    """Where events of searches go: to the listener of each name; in a child, through the pipe to the parent."""

    def __init__(self, listeners: Callable[[str], Listener]) -> None:
        self._listeners = listeners
        self._sink: Callable[[str, Event], None] = lambda name, event: listeners(name)(event)

    def listener(self, name: str) -> Listener:
        """The listener that whoever works on ``name`` announces to."""
        return as_close(lambda event: self._sink(name, event), self._listeners(name))

    def is_close(self, name: str) -> bool:
        """Does somebody want to know all about ``name``?"""
        return listens_closely(self._listeners(name))

    def hear(self, name: str, event: Event) -> None:
        self._sink(name, event)

    def redirect(self, sink: Callable[[str, Event], None]) -> None:
        self._sink = sink


class _Child:
    """The parent's end of one process."""

    def __init__(self, pipe: int) -> None:
        self.pipe = pipe
        self._buffer = bytearray()
        self.method = ""
        self.end: Stuck | Paused | None = None

    def messages(self) -> list[bytes]:
        """What has arrived since the last time, whole messages only."""
        chunk = os.read(self.pipe, 1 << 20)
        if not chunk:
            self.end = self.end or Stuck("a process of the search ended without a word (out of memory?)")
            return []
        self._buffer += chunk
        found = []
        while len(self._buffer) >= _SIZE.size:
            (size,) = _SIZE.unpack_from(self._buffer)
            if len(self._buffer) < _SIZE.size + size:
                break
            found.append(bytes(self._buffer[_SIZE.size : _SIZE.size + size]))
            del self._buffer[: _SIZE.size + size]
        return found


class SideBySide(Generic[E]):
    """Lots of searches, one process each; the first to find something is heard first."""

    def __init__(self, lots: Sequence[Search[E]], model: Model, bus: Bus) -> None:
        self._lots = lots
        self._model = model
        self._bus = bus
        self._pids: list[int] = []
        self._children: list[_Child] = []
        self._found: list[Found[E]] = []
        self._speaker: _Child | None = None

    def advance(self, deadline: Deadline, /) -> Found[E] | Paused | Stuck:
        if not self._children:
            self._start(deadline)
        until = deadline.at + GRACE
        while not self._found:
            running = [child for child in self._children if child.end is None]
            if not running:
                return self._ended()
            if deadline.clock() > until:
                return Paused()
            poll = select.poll()
            for child in running:
                poll.register(child.pipe, select.POLLIN | select.POLLHUP)
            ready = {pipe for pipe, _ in poll.poll(1000 * SLICE)}
            for child in running:
                if child.pipe in ready:
                    self._hear(child)
        return self._found.pop(0)

    def close(self) -> None:
        """Nothing of what was started is left."""
        for pid in self._pids:
            end(pid)
        self._pids.clear()
        for child in self._children:
            os.close(child.pipe)
        self._children.clear()

    def _ended(self) -> Paused | Stuck:
        """How all of them ended: for want of time, if one did."""
        ends = [child.end for child in self._children if child.end is not None]
        return next((how for how in ends if isinstance(how, Paused)), ends[-1])

    def _hear(self, child: _Child) -> None:
        for message in child.messages():
            match unpacked(message, self._model):
                case (str() as name, event):
                    self._pass_on(child, name, event)
                case Found() as found:
                    self._found.append(found)
                case Stuck() | Paused() as how:
                    child.end = how
                case BaseException() as failure:
                    raise failure

    def _pass_on(self, child: _Child, name: str, event: Event) -> None:
        """What a process announces, and before that who it is, if another one has spoken last."""
        if isinstance(event, TurnStarted):
            child.method = event.method
        elif self._speaker is not child and child.method and self._bus.is_close(name):
            self._bus.hear(name, Speaking(child.method))
        self._speaker = child
        self._bus.hear(name, event)

    # -- the processes -------------------------------------------------------------------------------------------------

    def _start(self, deadline: Deadline) -> None:
        for search in self._lots:
            reading, writing = os.pipe()
            others = [child.pipe for child in self._children]
            try:
                fork(partial(self._serve, search, writing, [reading, *others], deadline), self._pids)
            finally:
                os.close(writing)
            self._children.append(_Child(reading))

    def _serve(self, search: Search[E], pipe: int, others: list[int], deadline: Deadline) -> None:
        """In the child: search until the deadline, and tell whatever is found."""
        for other in others:
            os.close(other)
        tell = _Teller(pipe, self._model, self._bus.is_close)
        self._bus.redirect(tell.event)
        try:
            answer: Found[E] | Paused | Stuck
            while isinstance(answer := search.advance(deadline), Found):
                tell.send(answer)
            tell.send(answer)
        except BaseException as failure:
            tell.send(_portable(failure))


class _Teller:
    """The child's end of the pipe.  Frequent events are told now and then; the last bound of a turn always is."""

    def __init__(self, pipe: int, model: Model, is_close: Callable[[str], bool]) -> None:
        self._pipe = pipe
        self._model = model
        self._is_close = is_close
        self._last: dict[type, float] = {}
        self._bound: tuple[str, BoundReached] | None = None

    def event(self, name: str, event: Event) -> None:
        now = time.monotonic()
        match event:
            case LineExecuted():
                return
            case PathRefuted(path, provider, predicates) if self._is_close(name) and len(path) <= LONGEST_PATH:
                event = PathRefuted(_outlined(path), provider, dict(predicates))
            case PathRefuted(path):
                event = Progress({"path_length": len(path)})
            case Explored(outcome, counters):
                event = Explored(outcome, dict(counters))
            case TurnEnded() if self._bound is not None:
                self.send(self._bound)
                self._bound = None
            case BoundReached():
                self._bound = name, event
        match event:
            case Progress() | BoundReached() if now - self._last.get(type(event), 0.0) < BETWEEN_EVENTS:
                return
        self._last[type(event)] = now
        self.send((name, event))

    def send(self, value: Any) -> None:
        data = packed(value, self._model)
        view = memoryview(_SIZE.pack(len(data)) + data)
        while view:
            view = view[os.write(self._pipe, view) :]


def _outlined(path: Path | Tree) -> Path | Tree:
    """The path by names and positions, for who looks at no formulas: these are of a model that is not known outside."""
    if isinstance(path, Path):
        return Path(tuple(map(_outline, path.edges)))
    return Tree(tuple(Grown(_outline(step.edge) if step.edge else None, step.premises) for step in path.steps))


def _outline(edge: Edge) -> Edge:
    return Edge(edge.name, Location(edge.source.name), Location(edge.target.name), origin=edge.origin)


def _portable(failure: BaseException) -> BaseException:
    """The failure, or one in the same words if it does not travel."""
    try:
        pickle.loads(pickle.dumps(failure))
        return failure
    except Exception:
        return RuntimeError(f"{type(failure).__name__}: {failure}")
