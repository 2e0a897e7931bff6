"""Many recordings as a folder of pages: one for each, and an index with a table that is read without any script."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from assay.core.errors import InputError, Position
from assay.core.words import counted
from assay.report.html.digest import Recording
from assay.report.html.page import head, page, resource
from assay.report.json import counts_as
from assay.report.recording.recorder import FORMAT, VERSION
from assay.report.unseen import plain

# The worst of a check's verdicts stands for all of them.
_WORST: Final = ("violated", "unknown", "holds")
# The columns of the index; some are for broad screens only.
_COLUMNS: Final = (
    ("verdict", ""),
    ("input", ""),
    ("properties", ' class="broad"'),
    ("engine", ' class="broad"'),
    ("processor time", ' class="n"'),
)


def load(file: str) -> Recording:
    """The recording in a file; what is none is an ``InputError``."""
    try:
        recording = json.loads(Path(file).read_text(encoding="utf-8", errors="surrogateescape"))
    except FileNotFoundError:
        raise InputError("no such file", Position(file), "check the path") from None
    except OSError as failure:
        raise InputError(f"cannot read this file: {failure.strerror}", Position(file)) from None
    except (ValueError, RecursionError):
        raise InputError("this is no JSON", Position(file), "write it with `assay check --record`") from None
    if not isinstance(recording, dict) or recording.get("format") != FORMAT:
        raise InputError("this is no recording", Position(file), "write it with `assay check --record`")
    if recording.get("version") != VERSION:
        hint = "record the check again with this version"
        raise InputError(
            f"a recording of version {recording.get('version')!r}, and not {VERSION}", Position(file), hint
        )
    return recording


def rendered(file: str, recording: Recording) -> str:
    """The page of a recording; one that lacks what all of them have is an ``InputError``."""
    try:
        return page(recording)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as failure:
        message = f"this recording is damaged ({type(failure).__name__}: {failure})"
        raise InputError(message, Position(file), "record the check again") from None


def names(recordings: Sequence[Recording]) -> list[str]:
    """A file name for the page of each recording: that of its input, with a number where that is taken."""
    found: list[str] = []
    for recording in recordings:
        name = Path(str(recording.get("file", ""))).name
        base = "".join(letter if letter.isalnum() or letter in "._-" else "-" for letter in name).strip(".-") or "check"
        taken, number = f"{base}.html", 1
        while taken in (*found, "index.html"):
            number += 1
            taken = f"{base}-{number}.html"
        found.append(taken)
    return found


def index(recordings: Sequence[Recording], pages: Sequence[str]) -> str:
    """The page that leads to the others."""
    style = resource("page.css")
    rows = "".join(_row(recording, name) for recording, name in zip(recordings, pages, strict=True))
    counts = [sum(_verdict(recording) == name for recording in recordings) for name in _WORST]
    summary = ", ".join(f"{count} {name}" for count, name in zip(counts, _WORST, strict=True) if count)
    heads = "".join(f"<th{kind}>{name}</th>" for name, kind in _COLUMNS)
    return "\n".join(
        (
            *head("Assay", style),
            '<body><header class="top"><span class="brand">Assay<i>.</i></span></header><main id="main">',
            f'<section class="card"><header><h2>{counted(len(recordings), "check")}</h2>'
            f'<span class="about">{summary}</span></header>',
            f'<div class="body"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div></section>',
            "</main></body></html>",
            "",
        )
    )


def _verdict(recording: Recording) -> str:
    found = {counts_as(str(result.get("verdict"))) for result in recording.get("results", ())}
    return next((name for name in _WORST if name in found), "unknown")


def _row(recording: Recording, name: str) -> str:
    def text(value: Any) -> str:
        return html.escape(plain(str(value)))

    verdict = _verdict(recording)
    results = recording.get("results", ())
    told = results[0].get("property", "") if len(results) == 1 else counted(len(results), "property", "properties")
    cells = (
        f'<span class="pill {verdict}">{verdict}</span>',
        f'<a href="{html.escape(name)}">{text(recording.get("file", ""))}</a>',
        text(told),
        text(recording.get("options", {}).get("engine", "")),
        f"{recording.get('processor_seconds', 0.0):.2f} s",
    )
    told_cells = (f"<td{kind}>{cell}</td>" for cell, (_, kind) in zip(cells, _COLUMNS, strict=True))
    return f"<tr>{''.join(told_cells)}</tr>"


def written(files: Sequence[str], folder: str) -> Iterator[tuple[str, str]]:
    """The pages of a site, with the names of their files: each recording's, and the index at last."""
    recordings = [load(file) for file in files]
    pages = names(recordings)
    for file, recording, name in zip(files, recordings, pages, strict=True):
        yield str(Path(folder) / name), rendered(file, recording)
    yield str(Path(folder) / "index.html"), index(recordings, pages)
