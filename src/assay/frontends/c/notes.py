"""What the translation remembers of the source: loops, and calls whose results are inputs."""

from __future__ import annotations

from dataclasses import dataclass, field

from assay.core.errors import Position
from assay.core.terms import Term
from assay.frontends.c.automaton import Frame, Point
from assay.frontends.c.tree import Call, Function


@dataclass(frozen=True, slots=True)
class LoopNote:
    """A loop of an inlined call: its keyword (or label), and the point before its condition (behind the label)."""

    where: Position
    frame: Frame
    point: Point
    labelled: bool


@dataclass(frozen=True, slots=True)
class CallNote:
    """A call of a function without a body."""

    call: Call
    callee: Function
    frame: Frame


@dataclass(slots=True)
class Notes:
    """Loops in the order of translation, calls by the name of their input."""

    loops: dict[Point, LoopNote] = field(default_factory=dict)
    calls: dict[str, CallNote] = field(default_factory=dict)

    def loop(self, where: Position, frame: Frame, point: Point, *, labelled: bool = False) -> None:
        self.loops.setdefault(point, LoopNote(where, frame, point, labelled))

    def call(self, result: Term, call: Call, callee: Function, frame: Frame) -> None:
        """A call whose result is made of a fresh input."""
        for symbol in result.free:
            self.calls[symbol.name] = CallNote(call, callee, frame)
