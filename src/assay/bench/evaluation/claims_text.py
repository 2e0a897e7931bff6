"""Claims and what became of them, as Markdown: under which circumstances, wrong answers, then a row for each claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from assay.bench.claims import DECIDED, Claim
from assay.bench.evaluation.circumstances import Definitions, circumstances
from assay.bench.evaluation.claims import Figure, Solved, Taken, decided, taken
from assay.bench.evaluation.markdown import Column, plain, section, table, words
from assay.bench.evaluation.outcomes import arranged
from assay.bench.evaluation.summary_text import suspicious
from assay.bench.results import Run

_TAKEN: Final = """\
Changes are those of the first measure against the second: -20 % is a fifth less. *On a task*: geometric mean of the
ratios, every task alike. *In all*: of the sums. In brackets: 95 %, bootstrap over the tasks. *By one alone*: tasks of
which only the first / only the second has a figure, since the other came to no end; they are in no change."""
_DECIDED: Final = """\
In brackets: 95 %, bootstrap over the tasks, in points of a hundred. *By one alone*: tasks that only the first / only
the second decides."""


def claims_text(title: str, claims: Sequence[Claim], runs: Sequence[Run], definitions: Definitions) -> str:
    return "\n\n".join(_sections(title, claims, runs, definitions)) + "\n"


def _sections(title: str, claims: Sequence[Claim], runs: Sequence[Run], definitions: Definitions) -> Iterator[str]:
    concerned = {name for claim in claims for name in (claim.of, claim.against)}
    own = [run for run in runs if run.configuration in concerned]
    yield f"# {plain(title)}"
    yield circumstances(own, {name: each for name, each in definitions.items() if name in concerned})
    yield from suspicious(arranged(own))
    amounts = [taken(claim, own) for claim in claims if claim.by != DECIDED]
    if amounts:
        heads = ("tasks", "less / same / more", "on a task", "in all", "by one alone")
        columns = [words("claim"), words("the paper"), words("measured"), *map(Column, heads)]
        yield section("What is taken", table(columns, map(_taken, amounts)), _TAKEN)
    answers = [decided(claim, own) for claim in claims if claim.by == DECIDED]
    if answers:
        heads = ("tasks", "first", "second", "difference", "by one alone")
        columns = [words("claim"), words("the paper"), words("measured"), *map(Column, heads)]
        yield section("What is decided", table(columns, map(_decided, answers)), _DECIDED)


def _taken(found: Taken) -> Sequence[object]:
    claim = found.claim
    first, second = (
        (claim.by, claim.against_by)
        if claim.of == claim.against
        else (f"{claim.by} of {claim.of}", f"{claim.against_by} of {claim.against}")
    )
    counts = (found.tasks, f"{found.less} / {found.ties} / {found.more}")
    changes = (_told(found.each, " %"), _told(found.whole, " %"))
    return (*_named(claim, first, second), *counts, *changes, f"{found.alone[0]} / {found.alone[1]}")


def _decided(found: Solved) -> Sequence[object]:
    claim = found.claim
    shares = [f"{100 * share:.0f} %" for share in found.shares] if found.shares else [None, None]
    alone = f"{found.alone[0]} / {found.alone[1]}"
    return (*_named(claim, claim.of, claim.against), found.tasks, *shares, _told(found.difference, ""), alone)


def _named(claim: Claim, first: str, second: str) -> Sequence[str]:
    return plain(claim.name), plain(claim.paper), f"{plain(first)} against {plain(second)}"


def _told(figure: Figure | None, unit: str) -> str | None:
    if figure is None:
        return None
    return f"{_hundredths(figure.value)}{unit}" + (
        f" ({_hundredths(figure.interval[0])} to {_hundredths(figure.interval[1])})" if figure.interval else ""
    )


def _hundredths(share: float) -> str:
    """One digit behind the point; nothing is minus zero."""
    return f"{round(100 * share, 1) + 0.0:+.1f}".replace("+0.0", "0.0")
