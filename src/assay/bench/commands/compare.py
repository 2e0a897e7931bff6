"""``assay bench compare``: two configurations on the tasks that both ran."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from assay.bench.commands.output import all_runs, by_option, output_option, write
from assay.bench.commands.parameters import mistakes_told
from assay.bench.evaluation.choices import of_configuration, require_common, require_measures
from assay.bench.evaluation.comparison_text import Side, comparison_text
from assay.bench.results import Run
from assay.bench.store import Store
from assay.core.errors import InputError


@click.command("compare", short_help="Compare two configurations, with tests.")
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
        require_common(first.runs, second.runs)
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
        return all_runs(store)


def _sides(runs: Sequence[Sequence[Run]], files: Sequence[Path], names: Sequence[str]) -> tuple[Side, Side]:
    if len(files) == 1:
        one, two = _two(files[0], runs[0], names)
        return Side(one, of_configuration(runs[0], one)), Side(two, of_configuration(runs[0], two))
    wanted = (names[0], names[-1]) if names else tuple(map(_only, files, runs))
    told = [file.name if files[0].name != files[1].name else str(file) for file in files]
    first, second = (
        _renamed(own, f"{name} ({file})", name) for own, name, file in zip(runs, wanted, told, strict=True)
    )
    if first.name == second.name:
        raise InputError(f"{first.name} is compared with itself")
    return first, second


def _two(file: Path, runs: Sequence[Run], names: Sequence[str]) -> Sequence[str]:
    """Which configurations of one store are compared: those named, or all if these are two."""
    if len(set(names)) == 1:
        if names[0] not in _names(runs):
            raise InputError(f"{names[0]} is neither a store nor a configuration of {file}", hint=_there_are(runs))
        raise InputError(f"{names[0]} is compared with nothing else", hint="name two configurations, or a second store")
    found = names or _names(runs)
    if len(found) != 2:
        raise _undecided(file, found)
    return found


def _only(file: Path, runs: Sequence[Run]) -> str:
    found = _names(runs)
    if len(found) != 1:
        raise _undecided(file, found)
    return found[0]


def _names(runs: Sequence[Run]) -> Sequence[str]:
    return sorted({run.configuration for run in runs})


def _there_are(runs: Sequence[Run]) -> str:
    return f"there are: {', '.join(_names(runs))}"


def _undecided(file: Path, found: Sequence[str]) -> InputError:
    listed = f": {', '.join(found)}" if found else ""
    hint = "name those to compare behind the store"
    return InputError(f"{file}: this store has runs of {len(found)} configurations{listed}", hint=hint)


def _renamed(runs: Sequence[Run], told: str, name: str) -> Side:
    """Configurations of two stores may have one name."""
    return Side(told, [replace(run, configuration=told) for run in of_configuration(runs, name)])
