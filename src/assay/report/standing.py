"""How far a check has come, as far as it has been heard: what can still be told when the working process is gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from assay.report.json import Record, verdict_record


class Standing:
    """Hears records; knows the current phase and counters, and which properties have their verdict."""

    def __init__(self, clock: Callable[[], float], engine: str) -> None:
        self._clock = clock
        self._engine = engine
        self._begun = clock()
        self.properties: tuple[str, ...] = ("",)
        self.current = 0
        self.phase = "reading the input"
        self.statistics: dict[str, Any] = {}
        self.verdicts: list[Record] = []
        self.failed = False
        self.rejected = False

    def hear(self, record: Record) -> None:
        match record["event"]:
            case "model":
                self.properties = tuple(record["properties"])
            case "property":
                self.current = record["number"]
                self.statistics = {}
                self.phase = "preparing"
                self._begun = self._clock()
            case "phase":
                self.phase = record["phase"]
            case "verdict":
                self.verdicts.append(record)
                self.current += 1
                self.statistics = {}
            case "error":
                self.failed |= record["internal"]
                self.rejected |= not record["internal"]
                self.current += 1
            case "unwritten":
                self.rejected = True
            case _:
                self.statistics.update(record.get("statistics", {}))

    @property
    def seconds(self) -> float:
        """Since the current property was begun."""
        return self._clock() - self._begun

    @property
    def property(self) -> str:
        return self.properties[self.current] if self.current < len(self.properties) else ""

    def unfinished(self, reason: str) -> list[Record]:
        """A verdict of unknown for each property without one: the current one with what was learnt of it."""
        records = []
        for number in range(self.current, len(self.properties)):
            current = number == self.current
            records.append(
                verdict_record(
                    "unknown",
                    self.properties[number],
                    reason=f"{reason} {when(self.phase)}" if current else f"{reason} before this property's turn",
                    engine=self._engine,
                    seconds=self.seconds if current else 0.0,
                    statistics=self.statistics if current else None,
                )
            )
        return records


def when(phase: str) -> str:
    """A phase as the end of a sentence: ``while exploring``, ``during bounded search``."""
    return f"while {phase}" if phase.split(" ")[0].endswith("ing") else f"during {phase}"
