"""Recordings for tests: of small checks, made once, and made by hand from hostile parts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from click.testing import CliRunner

from assay.app.worker import Job, Method, work
from assay.cli import cli
from assay.report.json import Record, verdict_record
from assay.report.recording.recorder import Recorder
from places import EXAMPLES

# One of each kind of input and evidence; the pages of all of them are looked at in a browser.
CHECKS: Final[Mapping[str, tuple[str, ...]]] = {
    "program": ("average-overflow.c", "--no-execute", "--engine", "bounded"),
    "loop": ("ring-buffer.c", "--no-execute", "--engine", "predicate"),
    "clauses": ("gas-burner.smt2", "--engine", "predicate"),
    "derivation": ("fibonacci-broken.smt2",),
    "design": ("traffic-light.smv",),
    "net": ("net.spec",),
    "lines": ("suspects.graph", "--engine", "fbar"),
}
NET: Final = """vars
  idle writing done
rules
  idle >= 1 -> idle' = idle - 1, writing' = writing + 1;
  writing >= 1 -> writing' = writing - 1, done' = done + 1;
  done >= 2 -> done' = done - 2, idle' = idle + 2;
init
  idle >= 1, writing = 0, done = 0
target
  writing >= 3, done >= 1
"""


def recorded(name: str, folder: Path) -> Path:
    """The recording of one of the checks, as the command line writes it."""
    file, *options = CHECKS[name]
    if file == "net.spec":
        (folder / file).write_text(NET)
    task = folder / file if file == "net.spec" else EXAMPLES / file
    target = folder / f"{name}.json"
    done = CliRunner().invoke(cli, ["check", str(task), *options, "--jobs", "1", "--quiet", "--record", str(target)])
    assert done.exit_code in (0, 10), done.output
    return target


@cache
def heard(file: str, engine: str = "auto", *, explain: bool = False, **options: object) -> tuple[Record, ...]:
    """All that a working process sends of a check that is recorded, in this process."""
    records: list[Record] = []
    work(Job(str(EXAMPLES / file), Method(engine, options), record="unused", explain=explain), records.append)
    return tuple(records)


def recording(events: Sequence[Record], **about: Any) -> dict[str, Any]:
    """A recording of these events, as if they had been heard one second after the other."""
    clock = iter(range(10**9))
    recorder = Recorder(lambda: float(next(clock)), 0.0)
    for event in events:
        recorder.hear(event)
    head = {
        "made_by": "assay 0",
        "command": ["assay", "check", "x.c"],
        "file": "x.c",
        "options": {"engine": "auto"},
        "limits": {"seconds": None, "bytes": None},
        "exit_code": 0,
        "processor_seconds": 0.5,
        "peak_bytes": 1,
        "results": [event for event in events if event["event"] == "verdict"],
    }
    found: dict[str, Any] = json.loads(json.dumps(recorder.document({**head, **about})))
    return found


def everywhere(text: str) -> dict[str, Any]:
    """A recording that has a hostile text wherever a text of somebody else's may stand."""
    step = {
        "line": 1,
        "sets": [[text, text]],
        "notes": [text],
        "matters": True,
        "cause": None,
        "place": text,
        "edge": text,
    }
    state = {
        "number": 1,
        "place": text,
        "says": text,
        "creators": [],
        "by": text,
        "status": "live",
        "heir": 0,
        "turn": 1,
    }
    signal = {"name": text, "kind": "state", "bit": False, "matters": True, "values": [text, None]}
    net = {
        "places": [text],
        "transitions": [{"name": text, "takes": [[0, 2]], "gives": [], "moves": []}],
        "markings": [[2], [0]],
        "fired": [text],
        "left_out": {"places": 0, "transitions": 0},
    }
    common = {"property": text, "title": text, "loops": [], "gap": None, "left_out": 0, "lines": [text]}
    verdict = verdict_record("violated", text, evidence=text, engine=text, method=text, assumptions=[text])
    events: list[Record] = [
        {
            "event": "model",
            "file": text,
            "format": text,
            "locations": 1,
            "edges": 1,
            "variables": 1,
            "properties": [text],
        },
        {"event": "goals", "texts": {text: text}},
        {"event": "source", "name": text, "language": "c", "text": f"{text}\n/* {text} */\n", "left_out": 0, "cut": 0},
        {"event": "source", "name": "b.smt2", "language": "smtlib", "text": text, "left_out": 1, "cut": 1},
        {"event": "turn", "method": text},
        {"event": "round", "round": 1, "statistics": {}},
        {"event": "graph", "states": [{**state, "ahead": True}], "covered": [[1, text, 1]], "left_out": 0},
        {"event": "explored", "outcome": "alarm", "statistics": {"states": 1}},
        {
            "event": "refinement",
            "length": 1,
            "shape": "path",
            "path": [[text, text, 1], [text, text, 0]],
            "end": [],
            "provider": text,
            "learnt": {text: [text]},
            "left_out": 0,
        },
        {"event": "attempt", "method": text, "took": 0.5, "outcome": text},
        {"event": "line", "method": text, "line": 1, "text": text},
        {
            "event": "counterexample",
            "kind": "design",
            "steps": [step, step],
            **common,
            "wave": {"signals": [signal], "loop": None, "hidden": 0},
            "net": net,
        },
        {**verdict, "notes": [text], "where": {"file": text, "line": 1, "column": 1, "text": text}},
        {
            "event": "invariants",
            "property": f"{text} held",
            "rows": [{"place": text, "text": text, "line": 1, "file": text}, {"place": text, "text": text}],
            "hidden": 1,
            "unreachable": 1,
        },
        verdict_record("holds", f"{text} held", evidence=text, engine=text, method=text),
        {"event": "advice", "property": f"{text} open", "hint": text},
        {
            **verdict_record("unknown", f"{text} open", reason=text, engine=text),
            "tried": [{"method": text, "seconds": 0.5, "bound": 1, "outcome": text}],
        },
        {"event": "error", "internal": False, "message": text, "details": ""},
    ]
    return recording(events, file=text, command=[text], made_by=text)
