"""``assay bench run``: arguments become a campaign, and what happens becomes lines."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import Any

import click

from assay.bench.campaign import Campaign, Executor, run_campaign
from assay.bench.commands.parameters import mistakes_told
from assay.bench.configurations import Configuration, assay_configuration, shown_bounds
from assay.bench.definition import LIMITS, Check, Definition, configuration_of_words, read_definition, with_limit
from assay.bench.progress import Progress
from assay.bench.results import OURS, RUNEXEC
from assay.bench.running.job import AUTO, Bounds
from assay.bench.store import Store
from assay.bench.tasks import tasks_of
from assay.bench.tasks.drawing import ALL, Draw
from assay.core.errors import InputError
from assay.core.words import counted
from assay.frontends.verilog.compiled import compile_once
from assay.supervise.stopping import stop_requests

_EXAMPLES = """
\b
Examples:
  assay bench run examples/verdicts.csv --store out.db --time 20s
  assay bench run tasks/ -c pred='--engine predicate' -c spacer='--engine spacer' --store out.db
  assay bench run campaign.toml
  assay bench run campaign.toml other/tasks/*.smt2 --store others.db --jobs 4

\b
Exit codes: 0 all runs have ended, 1 so they have and some answer is wrong, 2 wrong input, 130 interrupted.
"""


@click.command("run", short_help="Run what the store does not have yet.", epilog=_EXAMPLES)
@click.argument("tasks", nargs=-1, required=True, metavar="TASKS...")
@click.option("--store", metavar="FILE", help="Where results go; default: the name of the definition, with .db.")
@click.option(
    "-c",
    "--config",
    "configurations",
    multiple=True,
    metavar="NAME[='OPTIONS']",
    help="A configuration: options of `assay check`; NAME alone, or a pattern, chooses from those of the campaign."
    "  May be repeated; default: all of the campaign, or one without options.",
)
@click.option("--group", "groups", multiple=True, metavar="NAME", help="Tasks of this group; may be a pattern.")
@click.option("--draw", type=click.IntRange(min=1), metavar="N", help="Of each group in each of TASKS, N by chance.")
@click.option("--draw-seed", type=click.IntRange(min=0), metavar="N", help=f"Which are drawn.  [default: {ALL.seed}]")
@click.option("--property", "-p", "goal", default="", metavar="P", help="The property to choose, as of `assay check`.")
@click.option("--time", metavar="T", help="Limit of a run on the wall's clock; `none` for none.  [default: 60s]")
@click.option("--processor-time", metavar="T", help="Limit of a run's processor time.  [default: none]")
@click.option("--memory", metavar="M", help="Limit of a run's memory.  [default: 2GB]")
@click.option("--cores", type=click.IntRange(min=1), metavar="N", help="Cores of a run.  [default: 1]")
@click.option(
    "--jobs", "-j", type=click.IntRange(min=1), metavar="N", help="Runs at a time; default: as the cores suffice for."
)
@click.option("--repetitions", type=click.IntRange(min=1), metavar="N", help="How often each run is made.")
@click.option("--seed", "seeds", type=click.IntRange(min=0), multiple=True, metavar="N", help="A value of {seed}.")
@click.option(
    "--supervisor",
    type=click.Choice((AUTO, RUNEXEC, OURS)),
    default=AUTO,
    help="Who holds runs to their limits: BenchExec's runexec, by control groups, or Assay.  [default: who can]",
)
@click.option("--cluster", metavar="ADDRESS", help="Run on a Dask cluster: tcp://HOST:PORT, or `local`.")
@click.option("--quiet", "-q", is_flag=True, help="Wrong answers only, and the end.")
@click.pass_context
def command(
    context: click.Context,
    /,
    tasks: tuple[str, ...],
    store: str | None,
    configurations: tuple[str, ...],
    groups: tuple[str, ...],
    draw: int | None,
    draw_seed: int | None,
    goal: str,
    jobs: int | None,
    repetitions: int | None,
    seeds: tuple[int, ...],
    supervisor: str,
    cluster: str | None,
    quiet: bool,
    **limits: Any,
) -> None:
    """Run every configuration on every task; what the store has already is not run again.

    TASKS are files, folders, patterns, tables (.csv), sets and definitions of SV-COMP (.set, .yml), benchmark
    definitions of BenchExec (.xml), or a campaign (.toml), whose tasks those named beside it replace.
    """
    given = {name.replace("_", "-"): value for name, value in limits.items() if value is not None}
    with mistakes_told():
        definition, place = _definition(tasks, configurations, given, goal, check_of(context))
        drawing = _changed(definition.draw, groups=groups or None, number=draw, seed=draw_seed)
        chosen = tasks_of(definition.tasks, goal or definition.goal, definition.base, drawing)
        campaign = Campaign(
            chosen,
            definition.configurations,
            repetitions or definition.repetitions,
            seeds or definition.seeds,
            supervisor,
        )
        _require_runs(campaign)
        if cluster is None:
            _require_tools(campaign)
        path = store_of(store, definition, place)
        with Store.create(path) as opened, stop_requests() as requests:
            before = list(opened.runs())
            compile_once(
                (task.path for task in chosen), partial(click.echo, err=True), lambda: requests.first is not None
            )
            progress = Progress(campaign, before, quiet=quiet)
            executor = _executor(campaign, jobs, cluster)
            progress.begin(path, executor.width, _bounds_told(campaign.configurations))
            with progress:
                complete = run_campaign(campaign, opened, executor, progress.hear, lambda: requests.first is not None)
            progress.end(path, opened.runs())
    if requests.first is not None and not complete:
        sys.exit(128 + requests.first)
    sys.exit(1 if progress.wrong else 0)


def _definition(
    arguments: Sequence[str], words: Sequence[str], limits: Mapping[str, Any], goal: str, check: Check
) -> tuple[Definition, Path | None]:
    """What is to be run, and the file that says so if there is one; what stands on the command line counts more."""
    files = [Path(argument) for argument in arguments if argument.endswith(".toml")]
    others = tuple(argument for argument in arguments if not argument.endswith(".toml"))
    if len(files) > 1:
        raise InputError(f"{len(files)} campaigns at a time: run one after the other")
    definition = read_definition(files[0], check) if files else Definition()
    if others:
        definition = replace(definition, tasks=others, base="")
    if not definition.tasks:
        raise InputError(f"{files[0]}: this campaign has no tasks", hint="name some behind it")
    bounds = _limited(Bounds(), limits)
    made = [configuration_of_words(*_split(text), bounds, check) for text in words if "=" in text]
    known = _chosen(definition.configurations, [text for text in words if "=" not in text])
    kept = [replace(entry, bounds=_limited(entry.bounds, limits)) for entry in known]
    configurations = (*kept, *made) or (assay_configuration("assay", (), bounds),)
    names = [configuration.name for configuration in configurations]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"two configurations are called {name}")
    return replace(definition, configurations=configurations), files[0] if files else None


def _chosen(known: Sequence[Configuration], patterns: Sequence[str]) -> Sequence[Configuration]:
    """The configurations of a campaign that one of the patterns names; without any pattern all of them."""
    names = [configuration.name for configuration in known]
    for pattern in patterns:
        if not known:
            raise InputError(
                f"{pattern!r} is no configuration", hint="such as -c mine='--engine predicate --order bfs'"
            )
        if not any(fnmatchcase(name, pattern) for name in names):
            raise InputError(f"the campaign has no configuration {pattern!r}", hint=f"known: {', '.join(names)}")
    wanted = patterns or ["*"]
    return [entry for entry in known if any(fnmatchcase(entry.name, pattern) for pattern in wanted)]


def _changed(draw: Draw, **given: Any) -> Draw:
    """What stands on the command line counts more."""
    return replace(draw, **{name: value for name, value in given.items() if value is not None})


def _limited(bounds: Bounds, limits: Mapping[str, Any]) -> Bounds:
    for name in LIMITS:
        if name in limits:
            bounds = with_limit(bounds, name, limits[name])
    return bounds


def _split(text: str) -> tuple[str, str]:
    name, _, words = text.partition("=")
    if not name or name.startswith("-"):
        raise InputError(f"{text!r} is no configuration", hint="such as -c mine='--engine predicate --order bfs'")
    return name, words


def store_of(given: str | None, definition: Definition, file: Path | None) -> Path:
    """Where results of a campaign go."""
    if given is not None:
        return Path(given)
    if definition.store:
        return Path(definition.base) / definition.store
    if file is None:
        raise InputError("results need a place", hint="--store FILE")
    return Path(f"{file.stem}.db")


def _require_runs(campaign: Campaign) -> None:
    """Refuses a campaign in which nothing would be run."""
    if next(campaign.wanted(), None) is None:
        names = ", ".join(configuration.name for configuration in campaign.configurations)
        patterns = ", ".join(pattern for configuration in campaign.configurations for pattern in configuration.only)
        hint = f"`only` has no pattern that fits: {patterns}"
        raise InputError(f"nothing to run: none of {counted(len(campaign.tasks), 'task')} is for {names}", hint=hint)


def _require_tools(campaign: Campaign) -> None:
    """Refuses tools that this machine does not have: each of their runs would be an error, and kept."""
    needed = {key.configuration for key in campaign.wanted()}
    for configuration in campaign.configurations:
        if configuration.name in needed and configuration.tool and shutil.which(configuration.tool) is None:
            hint = "install it, name it by its path, or leave the configuration out"
            raise InputError(f"{configuration.name}: there is no command {configuration.tool!r} here", hint=hint)


def _executor(campaign: Campaign, jobs: int | None, cluster: str | None) -> Executor:
    cores = max(configuration.bounds.cores for configuration in campaign.configurations)
    if cluster is not None:
        from assay.bench.running.cluster import Cluster

        return Cluster(cluster, jobs)
    from assay.bench.running.local import Slots, available_cores

    return Slots(jobs or max(1, len(available_cores()) // cores), cores)


def _bounds_told(configurations: Sequence[Configuration]) -> str:
    return "; ".join(dict.fromkeys(shown_bounds(configuration.bounds) for configuration in configurations))


def check_of(context: click.Context) -> Check:
    """Reads options as the command ``check`` beside this one does."""
    root = context.find_root()
    assert isinstance(root.command, click.Group)
    check = root.command.commands["check"]

    def read(words: Sequence[str]) -> Mapping[str, Any]:
        for word in words:
            if word in context.help_option_names:
                raise InputError(f"{word} checks nothing")
        try:
            made = check.make_context("check", [*words, "FILE"], parent=root)
        except click.exceptions.Exit:
            raise InputError(f"{' '.join(words)} checks nothing") from None
        except click.UsageError as refused:
            raise InputError(refused.format_message().rstrip(".")) from None
        if made.params["files"] != ("FILE",):
            extra = ", ".join(file for file in made.params["files"] if file != "FILE")
            raise InputError(f"{extra} is no option", hint="files are the tasks")
        return made.params

    return read
