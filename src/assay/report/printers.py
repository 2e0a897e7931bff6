"""Printers: records in, output out.  ``--json`` prints them as they are, people get sentences and a live panel."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from typing import Any, Final

import click

from assay.report.checks import MANY, alike, as_one, summary, table
from assay.report.json import Record, line
from assay.report.progress import Display, display, takes_colour
from assay.report.recording.recorder import RECORDED_ONLY
from assay.report.standing import Standing
from assay.report.story import Story
from assay.report.text import design_lines, hanging, model_line, verdict_block, verdict_line
from assay.report.unseen import message, on_one_line, printable

# What only people need, and what verdicts have.
_NOT_IN_JSON: Final = ("run", "path", "invariant", *RECORDED_ONLY)
_WRITTEN: Final = ("witness", "trace", "harness", "testbench")


class JsonPrinter:
    """One record a line on the standard output, each with the seconds since the start; errors in words as well."""

    def __init__(self, clock: Callable[[], float], started: float, *, quiet: bool = False) -> None:
        self._clock = clock
        self._started = started
        self._quiet = quiet

    def hear(self, record: Record) -> None:
        match record["event"]:
            case event if event in _NOT_IN_JSON:
                return
            case kind if kind in _WRITTEN:
                written = {"event": "written", "kind": kind, "property": record["property"], "file": record["file"]}
                click.echo(line({**written, "seconds": round(self._clock() - self._started, 3)}))
            case "unwritten":
                click.echo(f"error: {message(record['message'])}", err=True)
            case "note":
                # Verdicts have the notes that came before them.
                if not self._quiet:
                    click.echo(f"note: {message(record['message'])}", err=True)
            case "verdict":
                click.echo(line(record))
            case event if event == "error" or not self._quiet:
                click.echo(line({**record, "seconds": round(self._clock() - self._started, 3)}))
        if record["event"] == "error":
            _complain(record)

    def tick(self) -> None:
        """Records speak for themselves."""

    def end(self) -> None:
        """There is nothing left to say."""

    def close(self) -> None:
        """Every line is complete."""


class QuietPrinter:
    """A line for each verdict, and errors beside it; with the name of the ``file`` where there are several."""

    def __init__(self, file: str = "") -> None:
        self._file = on_one_line(file)

    def hear(self, record: Record) -> None:
        record = printable(record)
        match record["event"]:
            case "verdict":
                click.echo(verdict_line(record, paint) + (f"  {self._file}" if self._file else ""))
            case "unwritten":
                click.echo(f"error: {record['message']}", err=True)
            case "error":
                _complain(record)

    def tick(self) -> None:
        """Nothing is said before there is a verdict."""

    def end(self) -> None:
        """There is nothing left to say."""

    def close(self) -> None:
        """Every line is complete."""


class TextPrinter:
    """Verdicts on the standard output, signs of life and errors beside it.

    Checks of a program of which the same is to be said are told as one, and so are many properties of a design that one
    proof shows; in the end it is told how all of them came out.
    With a ``story``, what happens is told beside them.  Of several inputs, each begins with the name of its ``file``.
    """

    def __init__(
        self, standing: Standing, clock: Callable[[], float], story: Story | None = None, file: str = ""
    ) -> None:
        self._file = on_one_line(file)
        self._story = story
        self._sentences = 0
        self._standing = standing
        self._clock = clock
        self._display: Display | None = None
        self._evidence: Record | None = None
        self._hint = ""
        self._next: Record | None = None
        self._advice = ""
        self._gap = ""
        self._alike: list[Record] = []
        self._many = False

    def hear(self, record: Record) -> None:
        if self._file:
            self._say(f"\n== {self._file}")
            self._file = ""
        record = printable(record)
        if self._story is not None:
            for sentence in self._story.hear(record):
                self._sentences += 1
                head = f"{self._sentences:>3}. "
                self._say("\n".join(hanging(head, sentence, terminal_width())), err=True)
        match record["event"]:
            case "model":
                self._many = len(record["properties"]) >= MANY
        match record["event"]:
            case "model" if self._story is None:
                self._say(model_line(record), err=True)
                design = design_lines(record, terminal_width())
                if design:
                    self._tell("\n".join([*design, ""]))
            case "run" | "path" | "invariant":
                self._next = record
            case "advice":
                self._advice = record["hint"]
            case "verdict":
                if self._alike and not (alike(self._alike[-1], record) and self._shows_the_same()):
                    self._tell_alike()
                self._alike.append(record)
                self._evidence, self._hint = self._next, self._advice
                self._next, self._advice = None, ""
                if record["verdict"] == "violated" or not (record.get("check") or self._proves_many(record)):
                    self._tell_alike()
            case "line":
                self._say(f"{record['method']}  {record['text']}", err=True)
            case "witness" | "trace" | "harness" | "testbench" as kind:
                self._tell_alike()
                self._say(f"  {kind:<10}{record['file']}")
            case "note":
                self._say(f"note: {record['message']}", err=True)
            case "unwritten":
                self._say(f"error: {record['message']}", err=True)
            case "error":
                self.close()
                _complain(record)

    def _proves_many(self, record: Record) -> bool:
        """Of the rest of many properties the same may be to be said; a table at the end has the place of each."""
        return self._many and record["verdict"] == "holds"

    def _shows_the_same(self) -> bool:
        """Is the proof that was heard last the one that was heard before?"""
        before, now = self._evidence, self._next
        return (before or {}).get("rows") == (now or {}).get("rows")

    def _tell_alike(self) -> None:
        """The checks that were heard last and are alike, as one."""
        if self._alike:
            block = verdict_block(
                as_one(self._alike), evidence=self._evidence, hint=self._hint, width=terminal_width(), paint=paint
            )
            self._tell(block)
        self._alike, self._evidence, self._hint = [], None, ""

    def _tell(self, block: str) -> None:
        self._say(self._gap + block, nl=False)
        self._gap = "\n"

    def end(self) -> None:
        """What is left to say when all is known."""
        self._tell_alike()
        verdicts = [printable(verdict) for verdict in self._standing.verdicts]
        told = summary(verdicts, paint) or table(verdicts, paint)
        if told:
            self._tell(told)

    def _say(self, text: str, **options: Any) -> None:
        self.close()
        click.echo(text, **options)

    def tick(self) -> None:
        if self._alike and not self._alike[-1].get("check"):
            self._tell_alike()
        if self._display is None:
            self._display = display(self._standing, self._clock, sys.stderr)
        self._display.tick()

    def close(self) -> None:
        """Takes the panel away; the next tick brings it back."""
        if self._display is not None:
            self._display.close()
            self._display = None


def _complain(record: Record) -> None:
    record = printable(record)
    if not record["internal"]:
        click.echo(f"error: {record['message']}", err=True)
        return
    click.echo(f"internal error: {record['message']}", err=True)
    if record["details"]:
        click.echo(record["details"], err=True)
    click.echo("This is a bug in Assay. Please report it together with the input.", err=True)


def paint(text: str, colour: str) -> str:
    """Text in a colour, where the terminal takes it."""
    return click.style(text, fg=colour, bold=True) if takes_colour() else text


def terminal_width() -> int:
    """The columns of the terminal, as far as lines should go."""
    return min(120, shutil.get_terminal_size((100, 24)).columns)
