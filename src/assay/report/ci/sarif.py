"""SARIF 2.1.0 (OASIS, 2020): what code scanning services and editors show.

A violation is a result, with the path to it as a code flow.  What is unknown is no result, for it is no defect: it is a
notification of the run, with its reason.  What holds is counted in the properties of the run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from assay.report.ci.findings import RULES, Finding, Recording, Step, findings, fingerprints, mistakes
from assay.report.unseen import plainly

VERSION: Final = "2.1.0"
SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
# How findings are told again when lines have moved.
FINGERPRINT: Final = "assayFinding/v1"

# Halves of characters that stand for no byte of a name.
_NO_BYTES: Final = re.compile("[\ud800-\udc7f\udd00-\udfff]")


def sarif(recordings: Sequence[Recording], base: Path) -> dict[str, Any]:
    """One run that checked all inputs, of which there is one at least; files below ``base`` are told relative to it."""
    found = [finding for recording in recordings for finding in findings(recording)]
    violated = [finding for finding in found if finding.verdict == "violated"]
    rules = sorted({finding.rule for finding in violated})
    verdicts = [finding.verdict for finding in found]
    run = {
        "tool": {
            "driver": {
                "name": "Assay",
                "semanticVersion": recordings[0]["made_by"].partition(" ")[2],
                "rules": [_rule(rule) for rule in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(recording, base) for recording in recordings],
        "results": [
            _result(finding, rules.index(finding.rule), name, base)
            for finding, name in zip(violated, fingerprints(violated), strict=True)
        ],
        "properties": {verdict: verdicts.count(verdict) for verdict in ("holds", "violated", "unknown")},
    }
    document: dict[str, Any] = plainly({"$schema": SCHEMA, "version": VERSION, "runs": [run]})
    return document


def uri(file: str, base: Path) -> str:
    """The name of a file as a reference that resolves below ``base``, or absolute where it lies elsewhere."""
    path = Path(file)
    if path.is_absolute():
        if not path.is_relative_to(base):
            return path.as_uri()
        path = path.relative_to(base)
    # A colon would be taken for the end of a scheme: it is escaped as well.
    name = _NO_BYTES.sub("\ufffd", path.as_posix())
    return quote(name.encode(errors="surrogateescape"))


def _rule(name: str) -> dict[str, Any]:
    text = RULES.get(name, name)
    return {
        "id": _identifier(name),
        "name": "".join(word.capitalize() for word in name.split()),
        "shortDescription": {"text": text},
        "defaultConfiguration": {"level": "error"},
    }


def _identifier(rule: str) -> str:
    return "assay/" + rule.replace(" ", "-")


def _result(finding: Finding, rule: int, fingerprint: str, base: Path) -> dict[str, Any]:
    flow = [step for step in finding.steps if step.line]
    told = {
        "ruleId": _identifier(finding.rule),
        "ruleIndex": rule,
        "kind": "fail",
        "level": "error",
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": _place(finding.file, finding.line, finding.column, base)}],
        "partialFingerprints": {FINGERPRINT: fingerprint},
    }
    if flow:
        told["codeFlows"] = [{"threadFlows": [{"locations": [*_flow(flow, base)]}]}]
    if finding.assumptions:
        told["properties"] = {"assumptions": list(finding.assumptions)}
    return told


def _flow(steps: Sequence[Step], base: Path) -> Iterable[dict[str, Any]]:
    for number, step in enumerate(steps, start=1):
        where = _place(step.file, step.line, 0, base)
        location = {"physicalLocation": where, "message": {"text": step.says or f"line {step.line}"}}
        yield {
            "executionOrder": number,
            "nestingLevel": step.depth,
            "importance": "essential" if step.matters and step.says else "unimportant",
            "location": location,
            **({"state": {name: {"text": value} for name, value in step.sets}} if step.sets else {}),
        }


def _place(file: str, line: int, column: int, base: Path) -> dict[str, Any]:
    region = {"startLine": line, **({"startColumn": column} if column else {})}
    return {"artifactLocation": {"uri": uri(file, base)}, **({"region": region} if line else {})}


def _invocation(recording: Recording, base: Path) -> dict[str, Any]:
    """How the check of one input went."""
    wrong = mistakes(recording)
    notices: list[dict[str, Any]] = [{"level": "error", "message": {"text": message}} for message in wrong]
    for finding in findings(recording):
        if finding.verdict == "unknown":
            place = {"physicalLocation": _place(finding.file, finding.line, finding.column, base)}
            notices.append({"level": "warning", "message": {"text": finding.message}, "locations": [place]})
    command: Mapping[str, Any] = {"arguments": list(recording["command"])[1:]} if recording.get("command") else {}
    return {
        **command,
        "executionSuccessful": not wrong,
        "exitCode": recording["exit_code"],
        "toolExecutionNotifications": notices,
    }
