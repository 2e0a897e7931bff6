"""``assay bench plot``: quantile and scatter plots of the runs of a store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from assay.bench.commands.output import all_runs, by_option, only_option, output_option, write
from assay.bench.commands.parameters import opened, store_argument
from assay.bench.evaluation.choices import common, of_configuration, of_configurations, require_common, require_measures
from assay.bench.evaluation.circumstances import Definitions, limits
from assay.bench.evaluation.comparison import paired
from assay.bench.evaluation.outcomes import arranged
from assay.bench.evaluation.plots_page import plots_page
from assay.bench.evaluation.quantile_plot import quantile_plot
from assay.bench.evaluation.scatter_plot import scatter_plot
from assay.bench.evaluation.svg import Drawing
from assay.bench.results import Run
from assay.core.errors import InputError

_SUFFIXES = (".svg", ".html")


@click.command("plot", short_help="Draw quantile and scatter plots.")
@store_argument
@by_option
@click.option(
    "--scatter",
    "scatters",
    nargs=2,
    multiple=True,
    metavar="A B",
    help="Each task as a point, by these two configurations.",
)
@only_option
@output_option("FILE.svg for one plot, FILE.html for several that tell more where the pointer is.", required=True)
def command(
    store: Path, measures: tuple[str, ...], scatters: tuple[tuple[str, str], ...], only: tuple[str, ...], output: str
) -> None:
    """Draw how many tasks each configuration of STORE decides with how much time each (a quantile plot).

    With --scatter A B, draw what A takes for each task against what B takes.  A page has both, and scatter plots of its
    own accord where there are two configurations.
    """
    suffix = Path(output).suffix
    if suffix not in _SUFFIXES:
        raise click.BadParameter(f"{output!r} should end in {' or '.join(_SUFFIXES)}", param_hint="-o")
    with opened(store) as found:
        runs = of_configurations(all_runs(found), only)
        require_measures(runs, measures)
        definitions = found.configurations()
        if suffix == ".svg":
            write(_alone(runs, measures, scatters, definitions).svg, output)
            return
        drawings = [
            *_quantiles(runs, measures, definitions),
            *_scatters(runs, scatters or _pair(runs), measures, definitions),
        ]
        write(plots_page(found.path.name, drawings), output)


def _alone(
    runs: Sequence[Run], measures: Sequence[str], scatters: Sequence[tuple[str, str]], definitions: Definitions
) -> Drawing:
    """The only plot that is asked for."""
    count = len(measures) * max(1, len(scatters))
    if count > 1:
        raise InputError(f"an SVG file has one plot, and these are {count}", hint="a page has several: .html")
    (drawing,) = (
        _scatters(runs, scatters, measures, definitions) if scatters else _quantiles(runs, measures, definitions)
    )
    return drawing


def _pair(runs: Sequence[Run]) -> Sequence[tuple[str, str]]:
    """The two configurations that there are, if they are two and ran a task both."""
    names = sorted({run.configuration for run in runs})
    if len(names) != 2 or not common(*(of_configuration(runs, name) for name in names)):
        return ()
    return [(names[0], names[1])]


def _quantiles(runs: Sequence[Run], measures: Sequence[str], definitions: Definitions) -> Iterator[Drawing]:
    for by in measures:
        yield quantile_plot(arranged(runs, by), by, limits(definitions, by))


def _scatters(
    runs: Sequence[Run], pairs: Sequence[tuple[str, str]], measures: Sequence[str], definitions: Definitions
) -> Iterator[Drawing]:
    for names in pairs:
        first, second = (of_configuration(runs, name) for name in names)
        require_common(first, second)
        for by in measures:
            yield scatter_plot(paired(first, second, by), names, by, limits(definitions, by))
