"""Events and results as plain records: what travels from the working process, and what ``--json`` prints, one a line.

Every record has an ``event`` (docs/reference/json-output.md).  A verdict has the fields of ``VERDICT_FIELDS`` and no
others, so that a reader may rely on them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final, Protocol

from assay.core.events import (
    BoundReached,
    Event,
    Explored,
    LineExecuted,
    PartsShown,
    PathRefuted,
    PhaseStarted,
    Progress,
    PropertyTaken,
    RoundStarted,
    Speaking,
    TurnEnded,
    TurnStarted,
    Unfolded,
)
from assay.core.model import Goal, Ltl, Model, Safety
from assay.core.netlist import COVER
from assay.core.terms import Term
from assay.core.verdict import Attempt, Holds, Unknown, Verdict, Violated
from assay.report.explain import line_text
from assay.report.infix import infix
from assay.report.recording.announced import graph_record
from assay.report.statistics import STANDARD

Record = Mapping[str, Any]
Statistics = Mapping[str, int | float]

# The last ones are of the input, or of the evidence, and added by who has heard of them (``report.standing``).
VERDICT_FIELDS: Final = (
    *("event", "verdict", "property", "reason", "evidence", "engine", "method", "seconds", "statistics", "tried"),
    *("values", "assumptions", "answer", "notes", "check", "where", "file", "text", "path", "invariant"),
)
# What becomes of a cover, which somebody wants to be reached.
COVERED: Final = "covered"
UNREACHABLE: Final = "unreachable"
# A refuted path shows so many of its predicates: enough to see a trend, whatever their number.
SHOWN_PREDICATES: Final = 20


class Finding(Protocol):
    """What was concluded of one property (``assay.checking.Result``)."""

    @property
    def verdict(self) -> Verdict: ...
    @property
    def evidence(self) -> str: ...
    @property
    def engine(self) -> str: ...
    @property
    def method(self) -> str: ...
    @property
    def seconds(self) -> float: ...
    @property
    def statistics(self) -> Statistics: ...
    @property
    def property(self) -> str: ...


# Formats in which properties need no names, and of a longer formula the beginning.
NAMELESS: Final = ("SMV", "AIGER")
MOST_TEXT: Final = 400


def line(record: Record) -> str:
    """``record`` on one line of JSON."""
    return json.dumps(record, ensure_ascii=False)


def model_record(model: Model, wanted: Sequence[Goal]) -> Record:
    """What was read, and what will be checked of it; ``asks`` has the path operators that properties stand for."""
    return {
        "event": "model",
        "file": model.origin.name,
        "format": model.origin.format,
        "locations": len(model.locations),
        "edges": len(model.edges),
        "variables": len({v for location in model.locations for v in location.variables}),
        "properties": [goal.name for goal in wanted],
        "asks": {goal.name: goal.asks for goal in wanted if isinstance(goal, Safety) and goal.asks},
        **_checks(wanted),
        **_places(wanted),
        **_texts(model, wanted),
        "assumptions": list(model.origin.assumptions),
    }


def _checks(wanted: Sequence[Goal]) -> Record:
    """The kind and the place of each property that is a check of a program; nothing where there is none."""
    found = {
        goal.name: {"kind": goal.kind, "file": at.file, "line": at.line, "column": at.column}
        for goal in wanted
        if isinstance(goal, Safety) and goal.kind and (at := goal.where) is not None
    }
    return {"checks": found} if found else {}


def _places(wanted: Sequence[Goal]) -> Record:
    """Where each property of a design stands in its source, and its text; nothing where that is not known."""
    checked = {goal.name for goal in wanted if isinstance(goal, Safety) and goal.kind}
    found = {
        goal.name: {"file": at.file, "line": at.line, "column": at.column, "text": goal.text}
        for goal in wanted
        if isinstance(goal, Safety | Ltl) and goal.name not in checked and (at := goal.where) is not None
    }
    return {"places": found} if found else {}


def _texts(model: Model, wanted: Sequence[Goal]) -> Record:
    """What each property of a design says that has no place: a name such as ``spec4`` tells nothing."""
    if model.origin.format not in NAMELESS:
        return {}
    found = {goal.name: goal.text[:MOST_TEXT] for goal in wanted if goal.text and goal.text != goal.name}
    return {"texts": found} if found else {}


def asked_verdict(asks: str, verdict: str) -> str:
    """The verdict in the words of who asks: a cover is *covered* by a run, or *unreachable*."""
    return {"violated": COVERED, "holds": UNREACHABLE}.get(verdict, verdict) if asks == COVER else verdict


def counts_as(verdict: str) -> str:
    """Which verdict of a property is as good or as bad as this one, if it is about a cover."""
    return {COVERED: "holds", UNREACHABLE: "violated"}.get(verdict, verdict)


def contest_answer(asks: str, verdict: str) -> str:
    """TRUE or FALSE, as the Model Checking Contest answers a formula; nothing for other properties and unknowns.

    ``AG f`` is true if the property holds.  ``EF f`` is checked as *f is never reached*: a violation is its witness.
    """
    if asks not in ("AG", "EF") or verdict == "unknown":
        return ""
    return "TRUE" if (verdict == "holds") == (asks == "AG") else "FALSE"


def event_record(event: Event, statistics: Statistics) -> Record:
    """What an algorithm announced, with the statistics as they stand where they are worth a look."""
    match event:
        case PhaseStarted(phase):
            return {"event": "phase", "phase": phase}
        case TurnStarted(method):
            return {"event": "turn", "method": method}
        case Speaking(method):
            return {"event": "speaking", "method": method}
        case RoundStarted(number):
            return {"event": "round", "round": number, "statistics": dict(statistics)}
        case Progress():
            return {"event": "progress", "statistics": dict(statistics)}
        case Explored(outcome):
            return {"event": "explored", "outcome": outcome, "statistics": dict(statistics)}
        case PathRefuted(path, provider, predicates):
            count = sum(len(found) for found in predicates.values())
            return {
                "event": "refuted",
                "length": len(path),
                "provider": provider,
                "predicates": count,
                "sample": _sample(predicates),
            }
        case PartsShown(length, layer, latches):
            return {"event": "shown", "length": length, "layer": layer, "latches": list(latches)}
        case Unfolded():
            return graph_record(event)
        case BoundReached(depth):
            return {"event": "bound", "depth": depth, "statistics": dict(statistics)}
        case TurnEnded(method, seconds, outcome):
            return {"event": "attempt", "method": method, "took": round(seconds, 3), "outcome": outcome}
        case PropertyTaken(name):
            return {"event": "property", "property": name}
        case LineExecuted(method, number):
            return {"event": "line", "method": method, "line": number, "text": line_text(event)}


def _sample(predicates: Mapping[str, tuple[Term, ...]]) -> dict[str, list[str]]:
    """The first predicates, by location, as far as they are short."""
    sample: dict[str, list[str]] = {}
    left = SHOWN_PREDICATES
    for place, found in predicates.items():
        texts = [text for text in (infix(term, 120) for term in found[:left]) if text is not None]
        left -= len(texts)
        if texts:
            sample[place] = texts
    return sample


def finding_record(
    finding: Finding, values: Sequence[Record] = (), assumptions: Sequence[str] = (), answer: str = ""
) -> Record:
    """The record of one property's result, with what functions without a body did, and what it rests on.

    ``answer`` is what a competition calls it.
    """
    unknown = finding.verdict if isinstance(finding.verdict, Unknown) else None
    return verdict_record(
        verdict_name(finding.verdict),
        finding.property,
        reason=unknown.reason if unknown is not None else "",
        evidence=finding.evidence,
        engine=finding.engine,
        method=finding.method,
        tried=unknown.tried if unknown is not None else (),
        seconds=finding.seconds,
        statistics=finding.statistics,
        values=values,
        assumptions=assumptions,
        answer=answer,
    )


def verdict_name(verdict: Verdict) -> str:
    match verdict:
        case Holds():
            return "holds"
        case Violated():
            return "violated"
        case Unknown():
            return "unknown"


def verdict_record(
    verdict: str,
    property: str,
    *,
    reason: str = "",
    evidence: str = "",
    engine: str = "",
    method: str = "",
    seconds: float = 0.0,
    statistics: Statistics | None = None,
    tried: Sequence[Attempt] = (),
    values: Sequence[Record] = (),
    assumptions: Sequence[str] = (),
    answer: str = "",
) -> Record:
    """A verdict, with at least the standard statistics: zero where nothing was counted."""
    return {
        "event": "verdict",
        "verdict": verdict,
        "property": property,
        "reason": reason,
        "evidence": evidence,
        "engine": engine,
        "method": method,
        "seconds": round(seconds, 3),
        "statistics": {**dict.fromkeys(STANDARD, 0), **(statistics or {})},
        "tried": [{**asdict(attempt), "seconds": round(attempt.seconds, 3)} for attempt in tried],
        "values": list(values),
        "assumptions": list(assumptions),
        "answer": answer,
    }


def advice_record(property: str, hint: str) -> Record:
    """What to try after an unknown; it comes just before the verdict."""
    return {"event": "advice", "property": property, "hint": hint}


def note_record(message: str) -> Record:
    """Something that a person should know, and that changes no verdict."""
    return {"event": "note", "message": message}


def file_record(kind: str, property: str, file: str, text: str) -> Record:
    """A file (a ``witness``, ``trace``, ``harness`` or ``testbench``) for the supervising process to write."""
    return {"event": "file", "kind": kind, "property": property, "file": file, "text": text}


def unwritten_record(message: str) -> Record:
    """Why a file that the user asked for is not there."""
    return {"event": "unwritten", "message": message}


def error_record(message: str, *, internal: bool, details: str = "") -> Record:
    """A mistake of the user's, or (``internal``) one of ours."""
    return {"event": "error", "internal": internal, "message": message, "details": details}
