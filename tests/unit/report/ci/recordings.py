"""Recordings made by hand, as small as they may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

SOURCE = "int main(void) {\n  int x = read();\n  int y = x + 1;\n  return y;\n}\n"


def verdict(name: str, word: str, **more: Any) -> dict[str, Any]:
    plain = {"reason": "", "evidence": "checked", "seconds": 0.5, "assumptions": [], "check": None}
    return {"event": "verdict", "verdict": word, "property": name, **plain, **more}


def check(kind: str, line: int, column: int = 3, file: str = "src/a.c") -> dict[str, Any]:
    return {"kind": kind, "file": file, "line": line, "column": column}


def way(name: str, *steps: Mapping[str, Any]) -> dict[str, Any]:
    return {"event": "counterexample", "property": name, "steps": list(steps)}


def recording(
    results: Sequence[Mapping[str, Any]],
    events: Sequence[Mapping[str, Any]] = (),
    file: str = "src/a.c",
    source: str = SOURCE,
    code: int = 10,
) -> dict[str, Any]:
    text = {"event": "source", "name": file, "text": source}
    command = ["assay", "check", file]
    return {
        "made_by": "assay 0.1.0",
        "file": file,
        "command": command,
        "exit_code": code,
        "results": results,
        "events": [text, *events],
    }


OVERFLOW = recording(
    [
        verdict("overflow a.c:3", "violated", check=check("overflow", 3, 13), assumptions=["`read` changes nothing"]),
        verdict("overflow a.c:4", "holds", check=check("overflow", 4)),
        verdict("error call a.c:5", "unknown", check=check("error call", 5), reason="out of time"),
    ],
    [
        way(
            "overflow a.c:3",
            {"line": 1},
            {"line": 2, "sets": [["x", "2147483647"]], "depth": 1, "matters": True},
            {"line": 3, "notes": ["the error: overflow"], "matters": True},
        )
    ],
)


def everything(text: str) -> dict[str, Any]:
    """A recording that has a hostile text wherever somebody else's may stand."""
    step = {"line": 1, "sets": [[text, text]], "notes": [text], "file": text}
    violated = verdict(text, "violated", check=check("overflow", 1, file=text), evidence=text, assumptions=[text])
    unknown = verdict(f"{text} open", "unknown", reason=text)
    wrong = {"event": "error", "message": text, "internal": False}
    return recording([violated, unknown], [way(text, step), wrong], file=text, source=f"{text}\n")
