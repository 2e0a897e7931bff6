"""``assay bench claims``: what a paper says, and what the runs of its campaign say."""

from __future__ import annotations

from pathlib import Path

import click

from assay.bench.commands.output import all_runs, output_option, write
from assay.bench.commands.parameters import mistakes_told
from assay.bench.commands.run import check_of, store_of
from assay.bench.definition import read_definition
from assay.bench.evaluation.circumstances import Definitions
from assay.bench.evaluation.claims_text import claims_text
from assay.bench.results import Run
from assay.bench.store import Store
from assay.core.errors import InputError


@click.command("claims", short_help="Tell what runs say to claims of papers.")
@click.argument("campaign", metavar="CAMPAIGN")
@click.argument("stores", nargs=-1, metavar="[STORE...]")
@output_option("Where to.  [default: standard output]")
@click.pass_context
def command(context: click.Context, campaign: str, stores: tuple[str, ...], output: str | None) -> None:
    """Tell of the claims that are written in CAMPAIGN (.toml) what the runs in STORE say to them.

    STORE is by default where `assay bench run CAMPAIGN` puts its results; there may be several, with runs of different
    configurations or tasks.  Tells, in Markdown: when and where, and with which limits; wrong answers; and for each
    claim how many tasks there are, what is measured, with a 95 % confidence interval, and losses.
    """
    with mistakes_told():
        path = Path(campaign)
        definition = read_definition(path, check_of(context))
        if not definition.claims:
            raise InputError(f"{campaign}: this campaign makes no claims", hint="[claim.NAME] makes one")
        runs: list[Run] = []
        definitions: Definitions = {}
        for place in map(Path, stores) if stores else [store_of(None, definition, path)]:
            with Store.open(place) as store:
                runs += all_runs(store)
                definitions = {**definitions, **store.configurations()}
        write(claims_text(path.stem, definition.claims, runs, definitions), output)
