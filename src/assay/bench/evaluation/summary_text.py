"""The summary of a campaign as Markdown: wrong answers first, then all configurations, then groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from assay.bench.evaluation.markdown import Column, plain, section, table, words
from assay.bench.evaluation.measures import PROCESSOR, shown
from assay.bench.evaluation.outcomes import Outcomes, contradictions, wrong
from assay.bench.evaluation.reasons import reasons
from assay.bench.evaluation.scores import RULES
from assay.bench.evaluation.summary import Summary, by_group, totals
from assay.bench.results import HOLDS, VIOLATED, Run

# So many wrong answers are told one by one, and so many reasons of each configuration.
TOLD: Final = 100
REASONS: Final = 5
LEGEND: Final = f"""\
Decided: with an answer that is not known to be wrong. Median: processor time of the decided tasks. Unique: decided by
no other. Virtual best: of each task the quickest answer. Of repetitions the one in the middle counts, and a wrong
answer always.
Score: {RULES}."""
FIGURES: Final = tuple(
    map(Column, ("wrong", "tasks", "decided", "holds", "violated", "unknown", "error", "median", "score"))
)


def summary_text(outcomes: Outcomes, about: str) -> str:
    """``about`` tells how the runs were made (``circumstances``)."""
    return "\n\n".join(_sections(outcomes, about)) + "\n"


def _sections(outcomes: Outcomes, about: str) -> Iterator[str]:
    yield from suspicious(outcomes)
    rows = totals(outcomes)
    columns = [words("configuration"), *FIGURES, Column("unique")]
    cells = ([plain(row.configuration), *figures(row), row.unique] for row in rows)
    yield section("Configurations", table(columns, cells), LEGEND, plain(about))
    groups = by_group(outcomes)
    if len({row.group for row in groups}) > 1:
        columns = [words("group"), words("configuration"), *FIGURES]
        yield section(
            "Groups", table(columns, ([plain(row.group), plain(row.configuration), *figures(row)] for row in groups))
        )
    yield from _undecided(outcomes)


def _undecided(outcomes: Outcomes) -> Iterator[str]:
    counted = (run for name in outcomes.configurations for run in outcomes.counted(name))
    found = reasons(counted, REASONS)
    if found:
        columns = [words("configuration"), Column("tasks"), *(words(name) for name in ("verdict", "reason", "such as"))]
        rows = ((plain(r.configuration), r.tasks, r.verdict, plain(r.gist), plain(r.example)) for r in found)
        yield section("Not decided", table(columns, rows))


def figures(row: Summary) -> Sequence[object]:
    """The cells below ``FIGURES``."""
    counts = (row.wrong, row.tasks, row.decided, row.holds, row.violated, row.unknown, row.error)
    return (*counts, None if row.median is None else shown(row.median, PROCESSOR), row.score)


def suspicious(outcomes: Outcomes) -> Iterator[str]:
    """Sections on answers that are known to be wrong, and on those of which one has to be; none if there are none."""
    found = wrong(outcomes)
    if found:
        columns = [words(name) for name in ("task", "configuration", "said", "right", "evidence")]
        yield section(f"Wrong answers: {len(found)}", table(columns, map(_wrong, found[:TOLD])), *_more(found))
    pairs = contradictions(outcomes)
    if pairs:
        rows = ((plain(one.task), *_says(one), *_says(other)) for one, other in pairs[:TOLD])
        columns = [words(name) for name in ("task", "one says", "who", "another says", "who")]
        yield section(f"Contradictions: {len(pairs)}", table(columns, rows), *_more(pairs))


def _says(run: Run) -> tuple[str, str]:
    return run.verdict, plain(run.configuration)


def _wrong(run: Run) -> Sequence[str]:
    return plain(run.task), plain(run.configuration), plain(said(run)), right(run), plain(run.evidence)


def said(run: Run) -> str:
    """What a wrong answer says; by the name of the part, where it is another part that is violated."""
    return run.answer if run.answer and run.verdict == right(run) else run.verdict


def right(run: Run) -> str:
    return HOLDS if run.expected else VIOLATED


def _more(found: Sequence[object]) -> list[str]:
    return [f"And {len(found) - TOLD} more."] if len(found) > TOLD else []
