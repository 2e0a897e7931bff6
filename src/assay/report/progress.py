"""Signs of life while a check runs: a live panel on a terminal, a line now and then elsewhere.

Both read the ``Standing`` that the command line keeps; neither knows anything that ``--json`` does not say as well.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol, TextIO

from assay.report.standing import Standing
from assay.report.text import came_to, phases
from assay.report.unseen import on_one_line

if TYPE_CHECKING:
    from rich.console import RenderableType

# Once a second at most, and more rarely as time goes by: a log of an hour stays readable.
FIRST_PAUSE: Final = 1.0
PAUSE_GROWTH: Final = 1.1
LONGEST_PAUSE: Final = 60.0


class Display(Protocol):
    """Something that shows progress until it is closed."""

    def tick(self) -> None: ...
    def close(self) -> None: ...


class Silence:
    """Shows nothing."""

    def tick(self) -> None:
        """Nothing to show."""

    def close(self) -> None:
        """Nothing to end."""


class PlainLines:
    """A line of standing every so often."""

    def __init__(self, standing: Standing, clock: Callable[[], float], stream: TextIO) -> None:
        self._standing = standing
        self._clock = clock
        self._stream = stream
        self._started = clock()
        self._pause = FIRST_PAUSE
        self._next = self._started + FIRST_PAUSE

    def tick(self) -> None:
        now = self._clock()
        if now >= self._next:
            print(f"[{now - self._started:7.1f}s] {standing_line(self._standing)}", file=self._stream, flush=True)
            self._pause = min(self._pause * PAUSE_GROWTH, LONGEST_PAUSE)
            self._next = now + self._pause

    def close(self) -> None:
        """Lines need no end."""


def standing_line(standing: Standing) -> str:
    """Property, method, phase, counters and the time that is left in one line."""
    share = f" ({standing.share})" if standing.share else ""
    name = f"property {on_one_line(standing.property)}{share}: " if standing.property else ""
    left = f"{standing.left:.0f} s left" if standing.left < math.inf else ""
    return name + ", ".join(part for part in (_work(standing), came_to(standing.statistics), left) if part)


def _work(standing: Standing) -> str:
    """Whose turn it is, and what is done in it."""
    named = standing.method not in ("", standing.phase)
    return f"{standing.method}, {standing.phase}" if named else standing.phase


class LivePanel:
    """The standing, redrawn in place; it leaves no trace when closed."""

    def __init__(self, standing: Standing, clock: Callable[[], float]) -> None:
        from rich.console import Console
        from rich.live import Live

        self._standing = standing
        self._clock = clock
        self._started = clock()
        self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=True, redirect_stdout=False)
        self._live.start()

    def tick(self) -> None:
        self._live.update(panel(self._standing, self._clock() - self._started), refresh=True)

    def close(self) -> None:
        self._live.stop()


def panel(standing: Standing, seconds: float) -> RenderableType:
    """What a terminal shows while the check runs."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim")
    table.add_column()
    if standing.property:
        done = f" ({standing.share}; {len(standing.verdicts)} done)" if standing.share else ""
        table.add_row("property", Text(on_one_line(standing.property) + done))
    left = f", {standing.left:.0f} s left" if standing.left < math.inf else ""
    if standing.method:
        table.add_row("method", Text(standing.method))
    table.add_row("phase", f"{standing.phase}, {seconds:.0f} s{left}")
    for label, text in (("counters", came_to(standing.statistics)), ("time", phases(standing.statistics))):
        if text:
            table.add_row(label, Text(text))
    return table


def redraws() -> bool:
    """Can the terminal do more than print?"""
    return os.environ.get("TERM", "") not in ("", "dumb")


def takes_colour() -> bool:
    """Does the terminal show colours, and does its user want them (https://no-color.org)?"""
    return redraws() and not os.environ.get("NO_COLOR")


def display(standing: Standing, clock: Callable[[], float], stream: TextIO = sys.stderr) -> Display:
    """The live panel on a terminal that can redraw, plain lines elsewhere."""
    if stream.isatty() and redraws():
        return LivePanel(standing, clock)
    return PlainLines(standing, clock, stream)
