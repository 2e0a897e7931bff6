"""Reports of examples, made anew for the site by ``assay check EXAMPLE --html FILE``, and the page that shows them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

DECIDED: Final = (0, 10)


class Report(NamedTuple):
    """An example, with the options of its check, and what there is to see."""

    example: str
    shows: str
    options: str = ""

    @property
    def command(self) -> str:
        return f"assay check examples/{self.example}{self.options and ' '}{self.options}"

    @property
    def file(self) -> str:
        return f"reports/{self.example}.html"


REPORTS: Final = (
    Report("average-overflow.c", "A C program that overflows. Step through the run, and see which values change."),
    Report("ring-buffer.c", "A C program that is right: the invariant stands at the loop that it is about."),
    Report(
        "gas-burner.smt2",
        "Predicate abstraction, round by round: what each spurious path taught, and the graph of abstract states "
        "with the moves of subsumer-first.",
        "--engine predicate --blocks single",
    ),
    Report("traffic-light.smv", "A design with four properties. The one that fails has a waveform."),
    Report("one-writer.spec", "A Petri net with any number of processes."),
)
_INTRODUCTION: Final = """# Reports of examples

`--html FILE` writes what a check found as one page, which needs no network and nothing beside it. These were made
together with this site. [Read a report](../howto/read-a-report.md) says what the parts are; [examples](../examples.md)
has all models.
"""


def made(report: Report, project: Path) -> str:
    """The report as HTML; the check has to decide its property, or there is nothing to show."""
    with TemporaryDirectory(prefix="assay-site-") as folder:
        file = Path(folder) / "report.html"
        command = [sys.executable, "-m", *report.command.split(), "--html", str(file), "--quiet"]
        done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
        if done.returncode not in DECIDED:
            raise RuntimeError(f"{report.command} ended with {done.returncode}: {done.stderr}")
        return file.read_text(encoding="utf-8")


def page(reports: Sequence[Report]) -> str:
    """The page that shows reports in frames, each of which is loaded when a reader comes to it."""
    return _INTRODUCTION + "".join(_section(report) for report in reports)


def _section(report: Report) -> str:
    name = Path(report.file).name
    return f"""
## {report.example}

{report.shows} [Open it alone]({name}).

    {report.command} --html {name}

<iframe class="report" src="{name}" title="Report of {report.example}" loading="lazy"></iframe>
"""
