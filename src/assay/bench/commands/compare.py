"""``assay bench compare``: two configurations on the tasks that both ran."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from assay.bench.commands.output import by_option, output_option, write
from assay.bench.commands.parameters import mistakes_told
from assay.bench.evaluation.choices import of_configuration, require_measures
from assay.bench.evaluation.comparison_text import Side, comparison_text
from assay.bench.results import Run
from assay.bench.store import Store
from assay.core.errors import InputError


@click.command("compare")
@click.argument("stores", nargs=-1, required=True, metavar="STORE [STORE] [A [B]]")
@by_option
@output_option("Where to.  [default: standard output]")
def command(stores: tuple[str, ...], measures: tuple[str, ...], output: str | None) -> None:
    """Compare configurations A and B of STORE; or A of the first STORE and B, or A, of the second.

    Names can be left out where there are no others.  Tells, in Markdown: wrong answers; who decides what the other does
    not, with a sign test; ratios of what both take, with a sign test and a confidence interval of the median; and the
    tasks where they differ most.
    """
    with mistakes_told():
        files, names = _told_apart(stores)
        first, second = _sides([_runs(file) for file in files], files, names)
        require_measures([*first.runs, *second.runs], measures)
        write(comparison_text(first, second, measures), output)


def _told_apart(words: Sequence[str]) -> tuple[list[Path], Sequence[str]]:
    """One store or two, and the names behind them; a file that is there is no name."""
    count = 2 if len(words) > 1 and Path(words[1]).is_file() else 1
    if len(words) > count + 2:
        raise InputError(f"{len(words) - count} configurations: two can be compared")
    return [Path(word) for word in words[:count]], words[count:]


def _runs(file: Path) -> list[Run]:
    with Store.open(file) as store:
        return list(store.runs())


def _sides(runs: Sequence[Sequence[Run]], files: Sequence[Path], names: Sequence[str]) -> tuple[Side, Side]:
    if len(files) == 1:
        one, two = names if len(names) == 2 else _only(files[0], runs[0], 2)
        return Side(one, of_configuration(runs[0], one)), Side(two, of_configuration(runs[0], two))
    one = names[0] if names else _only(files[0], runs[0], 1)[0]
    two = names[-1] if names else _only(files[1], runs[1], 1)[0]
    return _renamed(runs[0], files[0], one), _renamed(runs[1], files[1], two)


def _only(file: Path, runs: Sequence[Run], count: int) -> Sequence[str]:
    """The configurations of a store that has so many."""
    found = sorted({run.configuration for run in runs})
    if len(found) != count:
        raise InputError(f"{file}: this store has runs of {len(found)} configurations: {', '.join(found)}",
                         hint="name those to compare behind the store")  # fmt: skip
    return found


def _renamed(runs: Sequence[Run], file: Path, name: str) -> Side:
    """Configurations of two stores may have one name."""
    told = f"{name} ({file.name})"
    return Side(told, [replace(run, configuration=told) for run in of_configuration(runs, name)])
