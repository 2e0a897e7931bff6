"""What a page shows, made of a recording: everything that takes thought is done here, and scripts only draw.

A recording may come from anywhere, and from another version: what is not there is not shown.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any, Final

from assay.report.html.following import following
from assay.report.html.layout import layered, tree
from assay.report.json import counts_as
from assay.report.story import told

Recording = Mapping[str, Any]
# Counters of a verdict that the page shows beside it are all but times; lines of printed algorithms are cut.
SECONDS: Final = "seconds "
MOST_LINES: Final = 1000
# Of so many abstract states in all, graphs are drawn; later ones first give way.
MOST_NODES: Final = 3000


def digest(recording: Recording) -> dict[str, Any]:
    """The recording as a page needs it."""
    events: Sequence[Mapping[str, Any]] = recording.get("events", ())
    model = next((event for event in events if event["event"] == "model"), {})
    files = [event["name"] for event in events if event["event"] == "source"]
    end = max((event.get("at", 0.0) for event in events), default=0.0)
    return {
        "file": recording.get("file", ""),
        "format": model.get("format", ""),
        "made_by": recording.get("made_by", ""),
        "command": shlex.join(recording.get("command", ())),
        "settings": _settings(recording),
        "left_out": _left_out(recording),
        "answers": _answers(recording, events, files),
        "searches": _searches(events),
        "seats": _seats(events, end),
        "seconds": end,
        "story": told(events),
        "lines": [f"{event['method']}  {event['text']}" for event in events if event["event"] == "line"][:MOST_LINES],
        "files": files,
    }


def _settings(recording: Recording) -> list[list[str]]:
    limits = recording.get("limits", {})
    seconds, memory = limits.get("seconds"), limits.get("bytes")
    rows = [
        *((name.replace("_", " "), _words(value)) for name, value in recording.get("options", {}).items()),
        ("time limit", f"{seconds:g} s" if seconds else "none"),
        ("memory limit", f"{memory / 1e9:.2g} GB" if memory else "none"),
        ("exit code", str(recording.get("exit_code", ""))),
        ("processor time", f"{recording.get('processor_seconds', 0.0):.2f} s"),
        ("peak memory", f"{recording.get('peak_bytes', 0) / 1e6:.0f} MB"),
        ("made by", recording.get("made_by", "")),
    ]
    return [[name, value] for name, value in rows]


def _words(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _left_out(recording: Recording) -> str:
    """What the recording does not have, in words."""
    parts = [f"{count:,} of the kind \u201c{kind}\u201d" for kind, count in recording.get("left_out", {}).items()]
    return f"Not recorded, to keep this small: {', '.join(parts)}." if parts else ""


# -- answers -----------------------------------------------------------------------------------------------------------


def _answers(recording: Recording, events: Sequence[Mapping[str, Any]], files: Sequence[str]) -> list[dict[str, Any]]:
    """Each property: its verdict and what shows it; what is violated comes first."""
    shown: dict[str, dict[str, Any]] = {}
    for event in events:
        if event["event"] == "goals":
            for name, text in event["texts"].items():
                shown.setdefault(name, {})["text"] = text
        elif event["event"] in ("counterexample", "invariants"):
            shown.setdefault(event["property"], {})[event["event"]] = event
        elif event["event"] == "advice":
            shown.setdefault(event["property"], {})["hint"] = event["hint"]
    model: Mapping[str, Any] = next((event for event in events if event["event"] == "model"), {})
    answers = [_answer(verdict, shown.get(verdict["property"], {}), files) for verdict in recording.get("results", ())]
    for answer in answers:
        kind = answer["run"]["kind"] if answer["run"] is not None else ""
        answer["next"] = following(answer, kind, model.get("format", ""))
    if not answers:
        # The input was refused, or nobody came as far as an answer.
        why = next((event["message"] for event in events if event["event"] == "error"), "no verdict was reached")
        answers = [{**_answer({"verdict": "unknown", "reason": why, "seconds": 0.0}, {}, files), "next": []}]
    urgency = {"violated": 0, "unknown": 1, "holds": 2}
    place = {name: number for number, name in enumerate(model.get("properties", ()))}
    return sorted(answers, key=lambda one: (urgency.get(counts_as(one["verdict"]), 3), place.get(one["property"], 0)))


def _answer(verdict: Mapping[str, Any], shown: Mapping[str, Any], files: Sequence[str]) -> dict[str, Any]:
    statistics = verdict.get("statistics", {})
    times = [[name.removeprefix(SECONDS), seconds] for name, seconds in statistics.items() if name.startswith(SECONDS)]
    counters = [
        [name.replace("_", " "), value] for name, value in statistics.items() if value and not name.startswith(SECONDS)
    ]
    fields = (
        "property",
        "verdict",
        "evidence",
        "reason",
        "engine",
        "method",
        "seconds",
        "assumptions",
        "notes",
        "answer",
    )
    run, invariants = shown.get("counterexample"), shown.get("invariants")
    return {
        **{field: verdict.get(field, "") for field in fields},
        **{field: verdict.get(field, []) for field in ("assumptions", "notes", "tried")},
        "text": shown.get("text", ""),
        "hint": shown.get("hint", ""),
        "counters": counters,
        "times": times,
        "where": _place(verdict.get("check") or verdict.get("where"), files),
        "run": _run(run, files) if run is not None else None,
        "invariants": _invariants(invariants, files) if invariants is not None else None,
    }


def _place(check: Mapping[str, Any] | None, files: Sequence[str]) -> list[int] | None:
    return None if not check else [_number(check["file"], files), check["line"]]


def _number(name: str, files: Sequence[str]) -> int:
    """The number of a file of the input, the first one if the name is empty; -1 for another one."""
    if not name:
        return 0 if files else -1
    return files.index(name) if name in files else -1


def _run(event: Mapping[str, Any], files: Sequence[str]) -> dict[str, Any]:
    """A counterexample, with the numbers of files in place of their names."""
    steps = [{**step, "file": _number(step.get("file", ""), files)} for step in event["steps"]]
    net = event.get("net")
    told = {key: event.get(key) for key in ("kind", "title", "loops", "gap", "left_out", "lines", "wave")}
    return {**told, "steps": steps, "net": _drawn_net(net) if net is not None and net["places"] else None}


def _invariants(event: Mapping[str, Any], files: Sequence[str]) -> dict[str, Any]:
    rows = [{**row, "file": _number(row.get("file", ""), files)} for row in event["rows"]]
    return {"rows": rows, "hidden": event["hidden"], "unreachable": event["unreachable"]}


def _drawn_net(net: Mapping[str, Any]) -> dict[str, Any]:
    """The net with a place on the drawing for each node: places first, then transitions."""
    places, transitions = net["places"], net["transitions"]
    count = len(places)
    arcs = []
    for number, transition in enumerate(transitions):
        arcs += [(place, count + number) for place, _ in transition["takes"]]
        arcs += [(count + number, place) for place, _ in transition["gives"]]
    start = net["markings"][0] if net["markings"] else []
    first = [place for place, tokens in enumerate(start) if tokens]
    return {**net, "at": layered(count + len(transitions), arcs, first)}


# -- searches ----------------------------------------------------------------------------------------------------------


def _searches(events: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The rounds of each search that refined an abstraction or left a graph behind, the longest first."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    method = about = ""
    left = MOST_NODES
    for event in events:
        match event["event"]:
            case "turn" | "speaking":
                method = event["method"]
            case "property":
                about = event["property"]
            case "round" | "graph" | "explored" | "refinement" | "shown":
                search = found.setdefault((method, about), {"method": method, "about": about, "rounds": []})
                left = _note(search["rounds"], event, left)
    searches = [search for search in found.values() if any(_tells(round) for round in search["rounds"])]
    return sorted(searches, key=lambda search: -len(search["rounds"]))


def _tells(round: Mapping[str, Any]) -> bool:
    return bool(round["graph"] or round["learnt"])


def _note(rounds: list[dict[str, Any]], event: Mapping[str, Any], left: int) -> int:
    """Notes what is announced of the current round; returns how many more nodes may be drawn."""
    if event["event"] == "round" or not rounds:
        rounds.append({"number": len(rounds) + 1, "graph": None, "learnt": None, "outcome": "", "counters": {}})
    here = rounds[-1]
    match event["event"]:
        case "round":
            here.update(number=event["round"], at=event.get("at", 0.0))
        case "graph" if left >= len(event["states"]):
            here["graph"] = _drawn_graph(event)
            return left - len(event["states"])
        case "explored":
            counters = {
                name: event["statistics"].get(name, 0) for name in ("states", "predicates", "covered", "pruned")
            }
            here.update(outcome=event["outcome"], counters=counters)
        case "refinement":
            path = [*event["path"], *([["...", "", 0]] if event["end"] else []), *event["end"]]
            told = {key: event[key] for key in ("provider", "learnt", "length", "left_out", "shape")}
            here["learnt"] = {**told, "path": path}
        case "shown":
            provider = f"a layer of {event['layer']} latches" if event["layer"] else "the next layer"
            told = {"provider": provider, "learnt": {"latches": event["latches"]}, "left_out": 0, "path": []}
            here["learnt"] = {**told, "length": event["length"], "shape": "path"}
    return left


def _drawn_graph(event: Mapping[str, Any]) -> dict[str, Any]:
    """The graph with a row and a depth for each state."""
    states = event["states"]
    index = {state["number"]: number for number, state in enumerate(states)}
    known = [[index[creator] for creator in state["creators"] if creator in index] for state in states]
    at = tree([creators[0] if creators and creators[0] < number else None for number, creators in enumerate(known)])
    nodes = [
        {**state, "creators": creators, "heir": index.get(state["heir"]), "at": place}
        for state, creators, place in zip(states, known, at, strict=True)
    ]
    covered = [[index[a], edge, index[b]] for a, edge, b in event["covered"] if a in index and b in index]
    return {"nodes": nodes, "covered": covered, "left_out": event["left_out"]}


def _seats(events: Sequence[Mapping[str, Any]], end: float) -> list[dict[str, Any]]:
    """Who searched, and when: turns that came to an end, and those that the end of the check cut off."""
    found: dict[str, dict[str, Any]] = {}
    begun: dict[str, float] = {}
    for event in events:
        if event["event"] == "turn":
            found.setdefault(event["method"], {"method": event["method"], "turns": [], "outcome": ""})
            begun[event["method"]] = event.get("at", 0.0)
        elif event["event"] == "attempt":
            seat = found.setdefault(event["method"], {"method": event["method"], "turns": [], "outcome": ""})
            at = event.get("at", 0.0)
            seat["turns"].append([round(max(0.0, at - event["took"]), 3), at])
            seat["outcome"] = event["outcome"]
            begun.pop(event["method"], None)
    for method, start in begun.items():
        found[method]["turns"].append([start, end])
        found[method]["outcome"] = "stopped: another one was done"
    return list(found.values())
