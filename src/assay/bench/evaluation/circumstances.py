"""Under what circumstances runs were made: limits, machines, days.  Without them figures say little."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from assay.bench.evaluation.measures import OF_EVERY_RUN, named, shown
from assay.bench.results import Run
from assay.core.words import counted

Definitions = Mapping[str, Mapping[str, Any]]
"""Configurations by name, as the store has them."""


def limits(definitions: Definitions, by: str) -> tuple[float, ...]:
    """The limits of a measure, each once, that configurations have."""
    found = {(definition.get("limits") or {}).get(by) for definition in definitions.values()}
    return tuple(sorted(limit for limit in found if limit is not None))


def circumstances(runs: Iterable[Run], definitions: Definitions) -> str:
    """Two sentences: who ran what, where and when; and how long a run might take."""
    count, machines, supervisors, days = 0, set(), set(), set()
    for run in runs:
        count += 1
        machines.add(run.machine)
        supervisors.add(run.supervisor)
        days.add(run.started[:10])
    days.discard("")
    words = [counted(count, "run")]
    words += [f"on {machine}" for machine in [_listed(machines)] if machine]
    words += [f"held to their limits by {supervisor}" for supervisor in [_listed(supervisors)] if supervisor]
    words += [" to ".join(dict.fromkeys((min(days), max(days))))] if days else []
    return f"{', '.join(words)}.{_limits(definitions)}"


def _listed(found: Iterable[str]) -> str:
    return ", ".join(sorted(name for name in found if name))


def _limits(definitions: Definitions) -> str:
    told = [
        f"{named(by)} {' or '.join(shown(limit, by) for limit in own)}"
        for by in OF_EVERY_RUN
        if (own := limits(definitions, by))
    ]
    return f" Limits of a run: {', '.join(told)}." if told else ""
