"""The runs that a user names by configuration, and measures that a user names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assay.bench.evaluation.measures import OF_EVERY_RUN, statistics_of
from assay.bench.results import Run
from assay.core.errors import InputError


def of_configurations(runs: Sequence[Run], names: Sequence[str]) -> Sequence[Run]:
    """Those of these configurations; all if none is named."""
    return [run for name in dict.fromkeys(names) for run in of_configuration(runs, name)] if names else runs


def of_configuration(runs: Iterable[Run], name: str) -> list[Run]:
    """Those of one configuration, of which there has to be one."""
    runs = list(runs)
    found = [run for run in runs if run.configuration == name]
    if not found:
        known = ", ".join(sorted({run.configuration for run in runs})) or "none"
        raise InputError(f"no run of a configuration {name!r} has ended", hint=f"there are: {known}")
    return found


def require_common(first: Sequence[Run], second: Sequence[Run]) -> None:
    """Refuses two configurations that have run no task both."""
    if not common(first, second):
        names = " and ".join(runs[0].configuration for runs in (first, second))
        hint = "a task is known by its path as given: were both campaigns called in the same folder?"
        raise InputError(f"{names} have no task in common", hint=hint)


def common(first: Iterable[Run], second: Iterable[Run]) -> set[str]:
    """The tasks that both have run."""
    return {run.task for run in first} & {run.task for run in second}


def require_measures(runs: Iterable[Run], measures: Iterable[str]) -> None:
    """Refuses what is told of no run."""
    known = (*OF_EVERY_RUN, *statistics_of(runs))
    for by in measures:
        if by not in known:
            raise InputError(f"no run tells {by!r}", hint=f"there are: {', '.join(known)}")
