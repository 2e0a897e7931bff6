"""The lines of fixpoint algorithms as they are printed in papers, for whoever wants to follow a run by hand.

FBAR's lines carry their number; CGR's names carry the round: ``[line 5] Up=012``, ``Z0=012, R0=012``.
"""

from __future__ import annotations

from collections.abc import Callable

from assay.core.events import Event, LineExecuted, Listener


def line_text(event: LineExecuted) -> str:
    """One executed line in words."""
    if event.method == "FBAR":
        values = " ".join(f"{name}={value}" for name, value in event.values.items())
        return f"[line {event.number}] {values}{event.note}"
    values = ", ".join(f"{name}{event.number}={value}" for name, value in event.values.items())
    return f"{values}{event.note}"


def explaining(write: Callable[[str], None]) -> Listener:
    """The listener that writes every executed line, with the name of the method where it changes."""
    speaking = ""

    def hear(event: Event) -> None:
        nonlocal speaking
        if isinstance(event, LineExecuted):
            if event.method != speaking:
                speaking = event.method
                write(f"{speaking}:")
            write(f"  {line_text(event)}")

    return hear
