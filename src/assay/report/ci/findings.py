"""What a recording found, property by property, as services for teams tell it: rule, place, message, steps.

A *rule* is a kind of check (``overflow``); properties that users state themselves are of the rule ``property``.  Names
of files are as the user gave them, so that they lie below the folder where the command was called.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from assay.report.json import counts_as

Recording = Mapping[str, Any]

STATED: Final = "property"
# What a rule is about, in a sentence; the words of docs/reference/c.md.
RULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        STATED: "A property that the input states does not hold.",
        "assertion": "An assertion fails.",
        "error call": "A function that stands for an error is called.",
        "dereference": "Memory outside of a live object is accessed.",
        "constant": "A constant, or a string of the text, is written.",
        "free": "What was not allocated, or freed before, is freed.",
        "overflow": "The result of signed arithmetic does not fit into its type.",
        "division": "An integer is divided by zero.",
        "shift": "A shift has no defined result.",
        "leak": "Nothing points to allocated memory any more.",
        "cleanup": "Allocated memory is not freed when the program ends.",
        "uninitialised": "Data is read that was never written.",
        "misaligned": "Memory is accessed at an address that its type does not allow.",
        "unsigned wrap": "The result of unsigned arithmetic wraps around.",
        "conversion": "An implicit conversion changes the value of an integer.",
    }
)


@dataclass(frozen=True)
class Step:
    """A step of the way to an error; line 0 is no line.  What it ``says`` is empty where there is nothing to tell."""

    file: str
    line: int
    depth: int
    says: str
    sets: tuple[tuple[str, str], ...]
    matters: bool


@dataclass(frozen=True)
class Finding:
    """A verdict with its place; line and column 0 are unknown.  ``text`` is the source's line, if that is known.

    A cover that is reached ``holds``, and one that cannot be is ``violated``; the message has their own words.
    """

    file: str
    line: int
    column: int
    property: str
    rule: str
    verdict: str
    message: str
    seconds: float
    text: str
    steps: tuple[Step, ...]
    assumptions: tuple[str, ...]


def place(finding: Finding) -> str:
    """Where it is, as compilers write it."""
    return ":".join(str(part) for part in (finding.file, finding.line, finding.column) if part)


def findings(recording: Recording) -> list[Finding]:
    """All verdicts of a recording, in the order in which they were given."""
    sources = {event["name"]: event["text"].split("\n") for event in _events(recording, "source")}
    ways = {event["property"]: event["steps"] for event in _events(recording, "counterexample")}
    return [_finding(recording["file"], result, sources, ways) for result in recording["results"]]


def mistakes(recording: Recording) -> list[str]:
    """What is wrong with the input, or with the check itself."""
    return [event["message"] for event in _events(recording, "error")]


def fingerprints(found: Sequence[Finding]) -> list[str]:
    """For each finding a name that stays when lines above it come or go: rule, file, the line's text, and which of its
    equals it is."""
    seen: dict[tuple[str, ...], int] = {}
    names = []
    for finding in found:
        about = finding.text.strip() or finding.property
        key = (finding.rule, finding.file, about)
        seen[key] = seen.get(key, 0) + 1
        names.append(hashlib.sha256("\0".join((*key, str(seen[key]))).encode(errors="surrogatepass")).hexdigest()[:32])
    return names


def _finding(
    file: str, result: Mapping[str, Any], sources: Mapping[str, Sequence[str]], ways: Mapping[str, Sequence[Any]]
) -> Finding:
    steps = tuple(_step(step, file) for step in ways.get(result["property"], ()))
    check = result.get("check")
    at = check or result.get("where")
    if at:
        where = at["file"], at["line"], at["column"]
    else:
        where = next(((step.file, step.line, 0) for step in reversed(steps) if step.line), (file, 0, 0))
    lines = sources.get(where[0], ())
    return Finding(
        *where,
        property=result["property"],
        rule=check["kind"] if check else STATED,
        verdict=counts_as(result["verdict"]),
        message=_message(result),
        seconds=result["seconds"],
        text=lines[where[1] - 1] if 0 < where[1] <= len(lines) else "",
        steps=steps,
        assumptions=tuple(result["assumptions"]),
    )


def _message(result: Mapping[str, Any]) -> str:
    why = result["reason"] if result["verdict"] == "unknown" else result["evidence"]
    says = f", {result['text']}" if result.get("text") else ""
    return f"{result['verdict']}: {result['property']}{says} ({why})"


def _step(step: Mapping[str, Any], file: str) -> Step:
    sets = tuple((name, value) for name, value in step.get("sets", ()))
    says = ", ".join((*(f"{name} = {value}" for name, value in sets), *step.get("notes", ())))
    depth = step.get("depth", 0)
    return Step(step.get("file") or file, step.get("line", 0), depth, says, sets, step.get("matters", True))


def _events(recording: Recording, kind: str) -> Iterator[Mapping[str, Any]]:
    return (event for event in recording["events"] if event["event"] == kind)
