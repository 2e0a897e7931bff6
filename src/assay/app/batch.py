"""Several inputs, one after another: each is checked by itself, and what was found is told together in the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.app.session import BUG, MISTAKE, Conclusion, worst
from assay.core.errors import InputError
from assay.report.json import Record, counts_as, line
from assay.witness.write.files import write_whole


@dataclass(frozen=True)
class Reports:
    """Files about all inputs together."""

    sarif: str | None = None
    junit: str | None = None
    github: bool = False

    @property
    def wanted(self) -> bool:
        return self != Reports()


@dataclass(frozen=True)
class Checked:
    """An input, how its check ended, and how long it took."""

    file: str
    conclusion: Conclusion
    seconds: float

    @property
    def verdict(self) -> str:
        """The worst of its verdicts; ``error`` where the input is wrong, or Assay is."""
        if self.conclusion.code in (MISTAKE, BUG):
            return "error"
        found = [counts_as(record["verdict"]) for record in self.conclusion.verdicts]
        return next((word for word in ("violated", "unknown") if word in found), "holds" if found else "unknown")


def is_interruption(code: int) -> bool:
    """Does the exit code say that somebody asked the command to stop?"""
    return code > 128


def exit_code(checked: Sequence[Checked], *, unwritten: bool = False) -> int:
    """That of the worst; a file that could not be written is a mistake."""
    return worst((*(one.conclusion.code for one in checked), *((MISTAKE,) if unwritten else ())))


def write_reports(reports: Reports, checked: Sequence[Checked], say: Callable[[str], None]) -> str:
    """Writes what was asked for about all inputs; what went wrong, in words."""
    recordings = [one.conclusion.recording for one in checked if one.conclusion.recording is not None]
    if reports.github:
        from assay.report.ci.github import workflow_commands

        for recording in recordings:
            for command in workflow_commands(recording):
                say(command)
    try:
        for file, text in _documents(reports, recordings):
            write_whole(file, text + "\n", lambda: False)
    except InputError as error:
        return str(error)
    return ""


def _documents(reports: Reports, recordings: Sequence[Record]) -> list[tuple[str, str]]:
    found = []
    if reports.sarif is not None:
        from assay.report.ci.sarif import sarif

        found.append((reports.sarif, line(sarif(recordings, Path.cwd()))))
    if reports.junit is not None:
        from assay.report.ci.junit import junit

        found.append((reports.junit, junit(recordings)))
    return found
