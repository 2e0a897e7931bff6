"""All runs on one page: wrong answers first, the summary, then a table of tasks and configurations to sort and filter.

The table is drawn by ``page/grid.js``, which has only those rows in the page that can be seen; so 100,000 runs are no
more work for a browser than ten.  What a run printed is unpacked when it is looked at.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from assay.bench.evaluation.html import data, page, table, text
from assay.bench.evaluation.markdown import Column, words
from assay.bench.evaluation.measures import OF_EVERY_RUN, statistics_of, value
from assay.bench.evaluation.outcomes import Outcomes, contradictions, wrong
from assay.bench.evaluation.summary import by_group, totals
from assay.bench.evaluation.summary_text import FIGURES, LEGEND, figures, right, said
from assay.bench.results import VERDICTS, Key, Run

# So many suspicious answers are shown above the table, which has them all.
TOLD: Final = 100
# Logs are kept in pieces of so many runs: one is unpacked when a run of it is looked at.
SHARD: Final = 50
# Logs of more than this, as packed, are kept beside the page.
MOST_INSIDE: Final = 32_000_000
INSIDE, BESIDE, NONE = "inside", "beside", "none"
_TOO_MUCH: Final = "Logs are not in this page: they are too long for one file. A page in a folder has them: -o FOLDER."
# A page may execute the files of logs beside it, where it comes from a server and where it lies on a disk.
_BESIDE_IT: Final = "'self' file:"


@dataclass(frozen=True)
class Logs:
    """What runs printed, packed by zlib: how many bytes that is in all, and how to get that of each of some runs."""

    size: int
    of: Callable[[Iterable[Key]], Iterator[bytes]]


@dataclass(frozen=True)
class TablePage:
    """A page, where the logs are, and the files that belong into its folder, with their names, as they are made."""

    html: str
    logs: str
    beside: Iterator[tuple[str, str]]


def table_page(title: str, about: str, outcomes: Outcomes, logs: Logs, *, folder: bool) -> TablePage:
    """``about`` tells how the runs were made.

    With ``folder``, logs are in files beside the page; else inside, unless there is too much of them.
    """
    runs = list(outcomes.runs)
    place = BESIDE if folder else INSIDE if logs.size <= MOST_INSIDE else NONE
    shards = enumerate(_shards(runs, logs))
    numbers = {id(run): number for number, run in enumerate(runs)}
    facts = {**_facts(outcomes, runs), "logs": place, "shard": SHARD, "why": _TOO_MUCH}
    body = [
        f"<h1>{text(title)}</h1>",
        *_suspicious(outcomes, numbers),
        *_summaries(outcomes, about),
        _filters(facts),
        _GRID,
        data(facts, 'id="data"'),
        *(data(shard, f'data-logs="{number}"') for number, shard in (shards if place == INSIDE else ())),
    ]
    html = page(title, body, ["grid.js", "details.js"], beside=_BESIDE_IT if folder else "")
    return TablePage(html, place, _files(shards) if place == BESIDE else iter(()))


def _shards(runs: Sequence[Run], logs: Logs) -> Iterator[list[str]]:
    packed = logs.of(run.key for run in runs)
    while shard := [b64encode(log).decode() for log in islice(packed, SHARD)]:
        yield shard


def _files(shards: Iterable[tuple[int, Sequence[str]]]) -> Iterator[tuple[str, str]]:
    for number, shard in shards:
        listed = ",".join(f'"{log}"' for log in shard)
        yield f"logs/{number}.js", f"assayLogs({number},[{listed}]);\n"


class _Words:
    """Texts by number: many runs say the same."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def __call__(self, word: str) -> int:
        return self.numbers.setdefault(word, len(self.numbers))


def _facts(outcomes: Outcomes, runs: Sequence[Run]) -> dict[str, Any]:
    """All that is known of all runs, a column for each fact."""
    said, groups = _Words(), _Words()
    first_runs = [next(iter(row.values()))[0] for row in outcomes.cells.values()]
    for name in sorted({run.group for run in first_runs}):
        groups(name)
    task = {run.task: number for number, run in enumerate(first_runs)}
    configuration = {name: number for number, name in enumerate(outcomes.configurations)}
    measures = (*OF_EVERY_RUN, *statistics_of(runs))
    columns: dict[str, list[Any]] = {
        "task": [task[run.task] for run in runs],
        "configuration": [configuration[run.configuration] for run in runs],
        "repetition": [run.repetition for run in runs],
        "seed": [run.seed for run in runs],
        "verdict": [VERDICTS.index(run.verdict) for run in runs],
        "correct": [_truth(run.correct) for run in runs],
        "started": [run.started for run in runs],
    }
    for fact in ("limit", "reason", "evidence", "answer", "machine", "supervisor"):
        columns[fact] = [said(getattr(run, fact)) for run in runs]
    return {
        "configurations": outcomes.configurations,
        "groups": list(groups.numbers),
        "verdicts": VERDICTS,
        "tasks": {
            "name": [run.task for run in first_runs],
            "group": [groups(run.group) for run in first_runs],
            "expected": [_truth(run.expected) for run in first_runs],
            "path": [run.path for run in first_runs],
            "goal": [run.goal for run in first_runs],
        },
        "runs": columns,
        "words": list(said.numbers),
        "amounts": {by: [_rounded(value(run, by)) for run in runs] for by in measures},
    }


def _truth(known: bool | None) -> int | None:
    return None if known is None else int(known)


def _rounded(amount: float | None) -> float | None:
    return None if amount is None else round(amount, 4)


def _suspicious(outcomes: Outcomes, numbers: Mapping[int, int]) -> Iterator[str]:
    """In red: answers that are known to be wrong, and answers of which one has to be."""
    found = wrong(outcomes)
    if found:
        columns = [words(name) for name in ("task", "configuration", "said", "right", "")]
        cells = (
            [text(run.task), text(run.configuration), text(said(run)), right(run), _opening(run, numbers)]
            for run in found[:TOLD]
        )
        yield _alarm(f"Wrong answers: {len(found)}", table(columns, cells), len(found))
    pairs = contradictions(outcomes)
    if pairs:
        columns = [words(name) for name in ("task", "one says", "another says")]
        rows = ([text(one.task), _says(one, numbers), _says(other, numbers)] for one, other in pairs[:TOLD])
        yield _alarm(f"Contradictions: {len(pairs)}", table(columns, rows), len(pairs))


def _alarm(title: str, rows: str, count: int) -> str:
    more = f"<p>And {count - TOLD} more.</p>" if count > TOLD else ""
    return f'<section class="alarm">\n<h2>{title}</h2>\n{rows}\n{more}</section>'


def _says(run: Run, numbers: Mapping[int, int]) -> str:
    return f"{run.verdict}: {text(run.configuration)} {_opening(run, numbers)}"


def _opening(run: Run, numbers: Mapping[int, int]) -> str:
    return f'<button type="button" data-run="{numbers[id(run)]}">open</button>'


def _summaries(outcomes: Outcomes, about: str) -> Iterator[str]:
    cells = ([text(row.configuration), *figures(row), row.unique] for row in totals(outcomes))
    yield _wide(table([words("configuration"), *FIGURES, Column("unique")], cells))
    rows = by_group(outcomes)
    if len({row.group for row in rows}) > 1:
        cells = ([text(row.group), text(row.configuration), *figures(row)] for row in rows)
        groups = table([words("group"), words("configuration"), *FIGURES], cells)
        yield f"<details>\n<summary>Groups</summary>\n{_wide(groups)}\n</details>"
    yield f'<p class="soft">{text(about)} {text(LEGEND)}</p>'


def _wide(rows: str) -> str:
    return f'<div class="wide">\n{rows}\n</div>'


# What the table can be narrowed to, besides verdicts.
_TESTS: Final = {
    "wrong": "wrong",
    "differ": "verdicts differ",
    "one": "decided by one alone",
    "none": "decided by none",
}


def _filters(facts: Mapping[str, Any]) -> str:
    groups = [(str(number), name or "(none)") for number, name in enumerate(facts["groups"])]
    verdicts = [(verdict, verdict) for verdict in VERDICTS]
    boxes = "".join(f'<label><input type="checkbox" checked> {text(name)}</label>' for name in facts["configurations"])
    choices = (
        _choice("group", [("", "all"), *groups]),
        _choice("verdict", [("", "all"), *verdicts, *_TESTS.items()]),
        _choice("measure", [(by, by) for by in facts["amounts"]]),
    )
    return (
        '<form id="filters" role="search">\n'
        '<label>search <input type="search" id="text" placeholder="task, property, reason  ( / )"></label>\n'
        f"{''.join(choices)}\n"
        f'<fieldset id="configurations" aria-label="configurations">{boxes}</fieldset>\n'
        '<output id="shown"></output>\n</form>'
    )


def _choice(name: str, options: Iterable[tuple[str, str]]) -> str:
    listed = "".join(f'<option value="{text(value)}">{text(words)}</option>' for value, words in options)
    return f'<label>{name} <select id="{name}">{listed}</select></label>\n'


_GRID: Final = """\
<div id="scroll" tabindex="-1">
<table id="grid" role="grid" aria-label="runs">
<colgroup id="columns"></colgroup>
<thead><tr id="head" aria-rowindex="1"></tr></thead>
<tbody id="body"></tbody>
</table>
</div>
<p class="soft">A click on a run, or Enter, opens all that is known of it. Arrows, Page Up and Page Down lead from cell
to cell; / leads to the search.</p>
<dialog id="details" aria-labelledby="details-title">
<header><h2 id="details-title"></h2><form method="dialog"><button aria-label="close">close</button></form></header>
<div id="details-body"></div>
</dialog>"""
