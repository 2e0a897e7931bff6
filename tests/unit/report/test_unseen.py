"""What goes to a terminal commands neither it nor a workflow whose log it is."""

from __future__ import annotations

import re

import pytest

from assay.report.json import Record, verdict_record
from assay.report.printers import QuietPrinter, TextPrinter
from assay.report.standing import Standing
from assay.report.unseen import message, on_one_line, plain, printable
from hostile import TEXTS, UNSEEN, named

# Colours of our own are all that a terminal may be told.
COMMANDS = re.compile(r"[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]|\x1b(?!\[[\d;]*m)")

SIZES = ("locations", "edges", "variables")


@pytest.mark.parametrize("text", UNSEEN, ids=named)
def test_codes_stand_for_what_cannot_be_seen(text: str) -> None:
    assert not COMMANDS.search(plain(text))
    assert plain(plain(text)) == plain(text)


def test_what_can_be_seen_stays() -> None:
    text = "x >= 4 && name == \u4e2d\u6587\tor so\n"
    assert plain(text) == text
    assert on_one_line("a\nb") == "a\u27e8U+000A\u27e9b"
    assert message("a\nb") == "a\nb"
    assert message("a\n ::error::b") == "a\u27e8U+000A\u27e9 ::error::b"


def test_names_are_plain_as_well() -> None:
    assert printable({"event": "x", "a": {"\x1b": ["\u202e", 1, None]}}) == {
        "event": "x",
        "a": {"\u27e8U+001B\u27e9": ["\u27e8U+202E\u27e9", 1, None]},
    }


@pytest.mark.parametrize("text", TEXTS[:-1], ids=named)
def test_verdicts_command_nothing(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    standing = Standing(lambda: 0.0, "auto")
    records: list[Record] = [
        {
            "event": "model",
            "file": text,
            "format": text,
            "locations": 1,
            "edges": 1,
            "variables": 1,
            "properties": [text],
        },
        {"event": "note", "message": text},
        {"event": "path", "property": text, "title": text, "lines": [text]},
        verdict_record("violated", text, evidence=text, engine="auto", method=text, assumptions=[text]),
        {"event": "unwritten", "message": text},
        {"event": "error", "internal": False, "message": text, "details": ""},
    ]
    for printer in (TextPrinter(standing, lambda: 0.0, file=text), QuietPrinter(text)):
        for record in records:
            standing.hear(record)
            printer.hear(record)
        printer.end()
    told = capsys.readouterr()
    for line in (told.out + told.err).split("\n"):
        assert not COMMANDS.search(line)
        assert not line.lstrip().startswith("::")
