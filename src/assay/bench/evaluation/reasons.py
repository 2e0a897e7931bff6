"""Why tasks are not decided: reasons by what they have in common, the most frequent ones first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from assay.bench.results import Run

# Of a reason, so much is shown.
LONGEST: Final = 110
_PLACE: Final = re.compile(r"^\S*:\d+(?::\d+)?: ")
_QUOTED: Final = re.compile(r"'[^']*'|`[^`]*`")
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True)
class Reason:
    """How many tasks a configuration does not decide for a reason, and one of them."""

    configuration: str
    tasks: int
    verdict: str
    gist: str
    example: str


def reasons(runs: Iterable[Run], most: int) -> tuple[Reason, ...]:
    """The most frequent reasons of each configuration, so many of them."""
    found: dict[str, dict[tuple[str, str], list[str]]] = {}
    for run in runs:
        own = found.setdefault(run.configuration, {})
        if not run.decided:
            own.setdefault((run.verdict, gist(run.reason)), []).append(run.task)
    return tuple(
        Reason(configuration, len(tasks), verdict, words, tasks[0])
        for configuration, own in sorted(found.items())
        for (verdict, words), tasks in sorted(own.items(), key=lambda item: (-len(item[1]), item[0]))[:most]
    )


def gist(reason: str) -> str:
    """A reason without what differs from one task to the next: places, names in quotes, numbers, hints."""
    text = reason.split("\n", 1)[0].removeprefix("error: ")
    text = _PLACE.sub("", text)
    text = _QUOTED.sub("'...'", text.partition("; ")[0].partition(" (")[0])
    return _NUMBER.sub("N", text)[:LONGEST]
