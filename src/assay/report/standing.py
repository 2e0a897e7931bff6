"""How far a check has come, as far as it has been heard: what can still be told when the working process is gone."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from assay.core.words import counted
from assay.report.json import Record, asked_verdict, contest_answer, verdict_record

# The last phase of a property: what was found is on its way.
REPORTING = "reporting"


class Standing:
    """Hears records; knows the current phase, the counters of each property, and which ones have their verdict.

    ``deadline`` is the hard limit on the clock's time.
    """

    def __init__(self, clock: Callable[[], float], engine: str, deadline: float = math.inf) -> None:
        self._clock = clock
        self._engine = engine
        self._begun = clock()
        self._deadline = deadline
        self._asks: Record = {}
        self._checks: Record = {}
        self._file = ""
        self._path: list[Record] = []
        self._invariant: list[Record] = []
        self._places: Record = {}
        self._texts: Record = {}
        self.assumptions: list[str] = []
        self.notes: list[str] = []
        self.properties: tuple[str, ...] = ("",)
        self.property = ""
        self.phase = "reading the input"
        self.method = ""
        self._statistics: dict[str, dict[str, Any]] = {}
        self._bounds: dict[str, int] = {}
        self._seconds: dict[str, float] = {}
        self._since = self._begun
        self.verdicts: list[Record] = []
        self._told: set[str] = set()
        self.failed = False
        self.rejected = False

    def complete(self, record: Record) -> Record:
        """A verdict with what was said before: of the input, what it rests on and what else is to be known; its answer;
        and its evidence by parts."""
        if record["event"] != "verdict":
            return record
        asks = self._asks.get(record["property"], "")
        answer = record.get("answer") or contest_answer(asks, record["verdict"])
        assumptions = record.get("assumptions") or self.assumptions
        told = {"assumptions": list(assumptions), "notes": list(self.notes), "answer": answer}
        evidence = {"path": self._path, "invariant": self._invariant}
        self._path, self._invariant = [], []
        verdict = {"verdict": asked_verdict(asks, record["verdict"])}
        name = record["property"]
        places = {"check": self._checks.get(name), "where": self._places.get(name), "file": self._file}
        places["text"] = self._texts.get(name, "")
        return {**record, **verdict, **told, **places, **evidence}

    def hear(self, record: Record) -> None:
        match record["event"]:
            case "counterexample":
                self._path = [_told(step) for step in record["steps"] if step.get("line") or _told(step)]
            case "invariants":
                self._invariant = list(record["rows"])
            case "model":
                self._file = record.get("file", "")
                self.properties = tuple(record["properties"])
                self._asks = record.get("asks", {})
                self._checks = record.get("checks", {})
                self._places = record.get("places", {})
                self._texts = record.get("texts", {})
                self.assumptions = list(record.get("assumptions", ()))
                self._take(self.properties[0] if len(self.properties) == 1 else "")
            case "property":
                self._take(record["property"])
            case "phase":
                self.phase = REPORTING if record["phase"] == "done" else record["phase"]
            case "turn":
                self.method = record["method"]
            case "note":
                self.notes.append(record["message"])
            case "verdict":
                self.verdicts.append(record)
                self._told.add(record["property"])
            case "error":
                self.failed |= record["internal"]
                self.rejected |= not record["internal"]
            case "unwritten":
                self.rejected = True
            case event:
                if event == "bound":
                    self._bounds[self.property] = max(record["depth"], self._bounds.get(self.property, 0))
                self.statistics.update(record.get("statistics", {}))

    def _take(self, name: str) -> None:
        now = self._clock()
        self._seconds[self.property] = self._seconds.get(self.property, 0.0) + now - self._since
        self._since = now
        self.property = name

    @property
    def statistics(self) -> dict[str, Any]:
        """The counters of the current property."""
        return self._statistics.setdefault(self.property, {})

    @property
    def seconds(self) -> float:
        """Since the check was begun."""
        return self._clock() - self._begun

    @property
    def left(self) -> float:
        """Seconds until the hard limit."""
        return max(0.0, self._deadline - self._clock())

    @property
    def share(self) -> str:
        """How many of the properties have their verdict, where there are several: ``2 of 3``."""
        count = len(self.properties)
        return f"{len(self._told)} of {count} decided" if count > 1 else ""

    def unfinished(self, reason: str) -> list[Record]:
        """A verdict of unknown for each property without one, with what was learnt of it."""
        self._take(self.property)
        # What is not about a property by name is about all of them.
        shared = [name for name in self._seconds if name not in self.properties]
        records = []
        for name in self.properties:
            if name in self._told:
                continue
            seconds = sum(self._seconds.get(own, 0.0) for own in (*shared, name))
            statistics = {
                **{k: v for own in shared for k, v in self._statistics.get(own, {}).items()},
                **self._statistics.get(name, {}),
            }
            bound = max(self._bounds.get(own, 0) for own in (*shared, name))
            known = f"; there is no error within {counted(bound, 'step')}" if bound else ""
            records.append(
                verdict_record(
                    "unknown",
                    name,
                    reason=f"{reason} {when(self.phase)}{known}",
                    engine=self._engine,
                    seconds=seconds,
                    statistics=statistics,
                )
            )
        return records


def _told(step: Record) -> dict[str, Any]:
    """Of a step, what a program wants to know: where it is, what it sets, what else is to be said."""
    return {key: step[key] for key in ("file", "line", "depth", "sets", "notes") if step.get(key)}


def when(phase: str) -> str:
    """A phase as the end of a sentence: ``while exploring``, ``during bounded search``."""
    return f"while {phase}" if phase.split(" ")[0].endswith("ing") else f"during {phase}"
