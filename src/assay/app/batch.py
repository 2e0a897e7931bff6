"""Several inputs, one after another: each is checked by itself, and what was found is told together in the end."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Final

import click

from assay.app.requested import Batch, Reports
from assay.app.session import BUG, MISTAKE, Conclusion, Request, conduct, worst
from assay.core.errors import InputError
from assay.frontends.verilog.compiled import compile_once
from assay.report.json import Record, counts_as, line
from assay.report.printers import JsonPrinter, QuietPrinter, TextPrinter, paint
from assay.report.several import table
from assay.report.standing import Standing
from assay.report.story import Story
from assay.supervise.stopping import Requests
from assay.witness.write.files import write_whole

# Exit codes above this one say that somebody asked the command to stop.
INTERRUPTED: Final = 128


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


def check_all(batch: Batch, started: float, requests: Requests | None) -> int:
    """Checks the inputs, the first of which has its time from ``started`` on; the exit code."""
    several = len(batch.inputs) > 1
    started += _compiling(batch, requests)
    checked: list[Checked] = []
    for one in batch.inputs:
        asked = replace(batch.request, file=one.file, building=replace(batch.request.building, files=one.others))
        began = monotonic() if checked else started
        conclusion = _check(asked, began, started, requests, head=one.file if several else "")
        checked.append(Checked(one.file, conclusion, monotonic() - began))
        if conclusion.code > INTERRUPTED:
            break
    if several and not batch.request.as_json and not batch.request.quiet:
        click.echo("\n" + table(((one.verdict, one.file, one.seconds) for one in checked), paint), nl=False)
    wrong = _write_reports(batch.reports, checked)
    if wrong:
        click.echo(f"error: {wrong}", err=True)
    return worst((*(one.conclusion.code for one in checked), *((MISTAKE,) if wrong else ())))


def _compiling(batch: Batch, requests: Requests | None) -> float:
    """Seconds that it took to have compiled what reads Verilog, where that is needed: no check has them to pay."""
    began = monotonic()
    compile_once(
        (one.file for one in batch.inputs),
        lambda said: None if batch.request.quiet else click.echo(said, err=True),
        lambda: requests is not None and requests.first is not None,
    )
    return monotonic() - began


def _check(request: Request, began: float, called: float, requests: Requests | None, *, head: str) -> Conclusion:
    """Checks one input, and prints what is to be said of it; ``head`` is its name where there are several."""
    standing = Standing(monotonic, request.method.engine, began + request.seconds)
    story = Story() if request.explain else None
    printer: JsonPrinter | QuietPrinter | TextPrinter
    if request.as_json:
        printer = JsonPrinter(monotonic, called, quiet=request.quiet)
    else:
        printer = QuietPrinter(head) if request.quiet else TextPrinter(standing, monotonic, story, head)
    with closing(printer):
        conclusion = conduct(request, began, standing, printer.hear, printer.tick, requests=requests)
        printer.end()
    return conclusion


def _write_reports(reports: Reports, checked: Sequence[Checked]) -> str:
    """Tells and writes what was asked for about all inputs; what went wrong, in words."""
    recordings = [one.conclusion.recording for one in checked if one.conclusion.recording is not None]
    if reports.github:
        from assay.report.ci.github import workflow_commands

        for recording in recordings:
            for command in workflow_commands(recording):
                click.echo(command)
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
