"""Annotations of GitHub: lines among the output of a workflow that it shows beside the source."""

from __future__ import annotations

from collections.abc import Iterator

from assay.report.ci.findings import Finding, Recording, findings, mistakes
from assay.report.unseen import plain


def workflow_commands(recording: Recording) -> Iterator[str]:
    """A line for each violation (error), each unknown (warning), and for what is wrong with the input."""
    for message in mistakes(recording):
        yield f"::error file={_value(recording['file'])},title=Assay::{_text(message)}"
    for finding in findings(recording):
        if finding.verdict != "holds":
            yield _line(finding)


def _line(finding: Finding) -> str:
    level = "error" if finding.verdict == "violated" else "warning"
    about = {"file": finding.file, "line": finding.line, "col": finding.column, "title": f"Assay: {finding.rule}"}
    told = ",".join(f"{key}={_value(str(value))}" for key, value in about.items() if value)
    return f"::{level} {told}::{_text(finding.message)}"


def _text(text: str) -> str:
    """Escaped as the workflow commands have it, so that no message ends its line or begins a command."""
    return plain(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _value(text: str) -> str:
    return _text(text).replace(":", "%3A").replace(",", "%2C")
