"""The command line: arguments become a request, its records become output, its end an exit code.

Exit codes: 0 holds, 10 violated, 30 unknown, 2 the input or the arguments are wrong or a file cannot be written,
1 a bug of ours, 130 interrupted (129 and 143 by other signals), 141 the reader of the output left.
With several properties the worst one counts: a bug is worse than a violation, that is worse than an unknown.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final

import click

from assay import __version__
from assay.app import completion
from assay.app.arguments import SectionCommand, engine_options
from assay.app.certificates import certificate
from assay.app.check_options import GENERAL, OF_DESIGNS, PROGRAMS, declares
from assay.app.completion import FILE, FOLDER
from assay.bench.command import bench
from assay.core.errors import InputError
from assay.core.words import counted
from assay.report.streams import Untold, leave_untold, prepare_streams
from assay.supervise.stopping import Requests, stop_requests

_STARTED: Final = monotonic()

_EXAMPLES: Final = """
\b
Examples:
  assay check program.c --time 60s
  assay check examples/count-up.smt2
  assay check examples/bakery-3.pl --time 60s --memory 4GB
  assay check model.vmt --property 0 --witness invariant.smt2
  assay check task.smt2 --engine predicate --order subsumer-first --json
"""
_CODES: Final = """
\b
Exit codes: 0 holds, 10 violated, 30 unknown, 2 wrong input or arguments, 1 a bug of ours, 130 interrupted.
With several properties the worst one counts (1, then 10, then 30).
"""


# Of the command and of those below it: who parses for one of these by itself gets the same.
SETTINGS: Final = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@dataclass(frozen=True)
class Call:
    """When the command was called, by which words, and who was asked to stop since then."""

    started: float
    requests: Requests | None = None
    words: tuple[str, ...] = ()


@click.group(
    epilog=_EXAMPLES + _CODES,
    context_settings=SETTINGS,
)
@click.version_option(__version__, prog_name="assay")
def cli() -> None:
    """Assay decides whether a transition system can reach an error, and never answers without checked evidence."""


@cli.command(cls=SectionCommand, epilog=_EXAMPLES + _CODES, context_settings=SETTINGS)
@click.argument("files", nargs=-1, type=FILE, metavar="FILE...")
@declares((*GENERAL, *PROGRAMS, *OF_DESIGNS))
@engine_options
@click.pass_context
def check(context: click.Context, /, files: tuple[str, ...], **given: Any) -> None:
    """Check the properties of FILE.

    It may be a C program (several C files are one), an SV-COMP task, Horn clauses (SMT-LIB), VMT-LIB, ARMC facts,
    Verilog (several files are one design), SMV, AIGER, BTOR2, a Petri net (PNML), a MIST specification or a graph; the
    format is recognised. Other files that are named, and all that lie in a folder, are inputs of their own, and limits
    are for each of them.
    """
    from assay.app.batch import check_all
    from assay.app.requested import requested

    call = context.obj if isinstance(context.obj, Call) else Call(monotonic())
    batch = requested(files, given, call.words or ("assay", "check", *files))
    sys.exit(check_all(batch, call.started, call.requests))


@cli.command()
@click.argument("name", required=False, shell_complete=completion.engines)
def engines(name: str | None) -> None:
    """List engines, orders and heuristics; or explain one.

    NAME is that of an engine: its inputs, its options with their reasons, and its plan are told.
    """
    from assay.engines.explained import explained, listed
    from assay.report.printers import terminal_width
    from assay.report.text import hanging

    try:
        paragraphs = listed() if name is None else explained(name)
    except InputError as reason:
        raise click.BadParameter(str(reason), param_hint="NAME") from None
    for paragraph in paragraphs:
        click.echo("\n".join(hanging(" " * paragraph.indent + paragraph.head, paragraph.text, terminal_width())))


@cli.command()
@click.argument("recordings", nargs=-1, required=True, type=FILE, metavar="RECORDING...")
@click.option("-o", "--output", required=True, type=FOLDER, help="Where the pages go; made if it is not there.")
def report(recordings: tuple[str, ...], output: str) -> None:
    """Make pages of recordings.

    Each RECORDING is a file that `assay check --record` wrote.  FOLDER gets a page for each, and an index.html.
    """
    from assay.report.html.site import written
    from assay.witness.write.files import write_whole

    try:
        Path(output).mkdir(parents=True, exist_ok=True)
        count = 0
        for file, text in written(recordings, output):
            write_whole(file, text)
            count += 1
    except OSError as failure:
        raise click.BadParameter(f"{output}: {failure.strerror}", param_hint="--output") from None
    except InputError as reason:
        click.echo(f"error: {reason}", err=True)
        sys.exit(2)
    click.echo(f"{Path(output) / 'index.html'}: {counted(count - 1, 'check')}")


cli.add_command(bench)
cli.add_command(certificate)


def main(requests: Requests | None = None) -> None:
    """The ``assay`` command; ``requests`` to stop are noted here unless somebody does so already."""
    if requests is None:
        with stop_requests() as requests:
            return main(requests)
    sys.set_int_max_str_digits(0)
    prepare_streams()
    try:
        cli(obj=Call(_STARTED, requests, ("assay", *sys.argv[1:])))
    except Untold as failure:
        leave_untold(failure)


if __name__ == "__main__":
    main()
