"""What the translation remembers of the source: loops, and calls whose results are inputs."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from assay.core.errors import Position
from assay.core.terms import Term
from assay.frontends.c.library.handed import HandedObjects
from assay.frontends.c.read.tree import Call, Function
from assay.frontends.c.translate.automaton import Frame, Point


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
    externals: dict[str, str] = field(default_factory=dict)
    assumed: dict[str, None] = field(default_factory=dict)
    handed: HandedObjects = field(default_factory=HandedObjects)

    def loop(self, where: Position, frame: Frame, point: Point, *, labelled: bool = False) -> None:
        self.loops.setdefault(point, LoopNote(where, frame, point, labelled))

    def call(self, result: Term, call: Call, callee: Function, frame: Frame) -> None:
        """A call whose result is made of a fresh input."""
        for symbol in result.free:
            self.calls[symbol.name] = CallNote(call, callee, frame)

    def external(self, name: str, where: Position, what: str) -> None:
        """What is assumed of a function without a body; its first call stands for all."""
        self.externals.setdefault(name, f"{name}() ({Path(where.file).name}:{where.line}) {what}")

    def assume(self, what: str) -> None:
        """Something else that the model takes for granted."""
        self.assumed[what] = None

    def left_to_right(self, orders: list[Position]) -> None:
        """Where the order of evaluation matters."""
        if orders:
            lines = listed(list(dict.fromkeys(f"{Path(where.file).name}:{where.line}" for where in orders)))
            self.assume(f"operands are evaluated from left to right ({lines})")

    def unchecked(self, volatile: list[str], *, follows: bool) -> None:
        """What the program itself has to see to: volatile objects that it reads, pointers that it follows."""
        if volatile:
            self.assume(f"volatile objects change only by the program ({listed(volatile)})")
        if follows:
            self.assume("no access lies outside of a live object (not checked)")

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What a verdict about this program rests on, in a fixed order."""
        return (*sorted(self.externals.values()), *sorted(self.assumed))


def listed(names: list[str], most: int = 4) -> str:
    """A few names in one line."""
    shown = names[:most]
    rest = len(names) - len(shown)
    return ", ".join(shown) + (f" and {rest} more" if rest else "")
