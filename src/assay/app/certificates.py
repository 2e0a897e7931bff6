"""``assay certificate``: certificates of AIGER designs are checked again, or become questions to other tools."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

import click

from assay.app.completion import FILE, FOLDER
from assay.app.values import quantity
from assay.core.errors import InputError, Position, SolverFailure, UnsoundVerdict
from assay.core.words import counted
from assay.supervise.quantities import parse_seconds

if TYPE_CHECKING:
    from assay.witness.hardware.certificate_checker import About
    from assay.witness.hardware.obligations import Obligations

# Who reads and checks is imported by the commands: the command line starts without them.

UNKNOWN: Final = 30
WRONG: Final = 2
_PLACE: Final = re.compile(r"[bj]\d{1,9}")


@click.group()
def certificate() -> None:
    """Check certificate circuits, or ask other tools to.

    A certificate shows that a property of an AIGER design holds; `assay check DESIGN --witness FILE` writes it.
    """


def _place(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None and not _PLACE.fullmatch(value):
        raise click.BadParameter(f"{value!r} should be b0, b1, ... or j0, j1, ...")
    return value


def _about(command: Any) -> Any:
    """The arguments of both commands."""
    for declared in (
        click.option(
            "--rounds", type=click.IntRange(min=1), metavar="N", help="Of j0, j1, ...: rounds that it counts."
        ),
        click.option(
            "-p",
            "--property",
            "place",
            metavar="P",
            callback=_place,
            help="The bad state (b0, ...) or justice property (j0, ...) of DESIGN; default: as CERTIFICATE says.",
        ),
        click.argument("proof", metavar="CERTIFICATE", type=FILE),
        click.argument("design", metavar="DESIGN", type=FILE),
    ):
        command = declared(command)
    return command


@certificate.command()
@_about
@click.option(
    "--time",
    "time",
    metavar="T",
    callback=quantity(parse_seconds),
    help="Give up after so long, such as 60s; default: never.",
)
def check(design: str, proof: str, place: str | None, rounds: int | None, time: float) -> None:
    """Check that CERTIFICATE shows a property of DESIGN.

    \b
    Exit codes: 0 it does, 2 it does not or a file is wrong, 30 there was not enough time.
    """
    from assay.witness.hardware.certificate_checker import check_asked

    about, asked = _asked(design, proof, place, rounds)
    try:
        solver = check_asked(asked, seconds=time)
    except UnsoundVerdict as refusal:
        _refuse(proof, refusal)
    except SolverFailure as failure:
        click.echo(f"unknown: {failure}", err=True)
        sys.exit(UNKNOWN)
    shown = f", {counted(about.rounds, 'round')}" if about.place[0] == "j" else ""
    click.echo(f"{about.place} of {design} holds: certificate checked by {solver}{shown}")


@certificate.command()
@_about
@click.option("-o", "--output", required=True, type=FOLDER, help="Where the files go; made if it is not there.")
def obligations(design: str, proof: str, place: str | None, rounds: int | None, output: str) -> None:
    """Write what has to be shown for CERTIFICATE, for other tools.

    step.cnf, first.cnf, next.cnf and safe.cnf (DIMACS) have to be unsatisfiable.  obligations.aig (AIGER) is all of
    them: no output may ever be true.
    """
    from assay.witness.hardware.obligations import written
    from assay.witness.write.files import keep_apart, write_whole

    _, asked = _asked(design, proof, place, rounds)
    folder = Path(output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files = {str(folder / name): data for name, data in written(asked).items()}
        keep_apart([("--output", file) for file in files], (design, proof))
        for file, data in files.items():
            write_whole(file, data.decode("utf-8", "surrogateescape"))
    except OSError as failure:
        raise click.BadParameter(f"{output}: {failure.strerror}", param_hint="--output") from None
    except InputError as reason:
        click.echo(f"error: {reason}", err=True)
        sys.exit(WRONG)
    for file in files:
        click.echo(file)


def _asked(design: str, proof: str, place: str | None, rounds: int | None) -> tuple[About, Obligations]:
    """What has to be shown, of files that are well formed."""
    from assay.frontends.hardware.aiger_file import parse, parse_content
    from assay.frontends.text import contents
    from assay.witness.hardware.certificate_checker import About, asked_of

    try:
        parse(design)
        data = contents(proof)
        parse_content(proof, data)
        said = About.read(data.decode("latin-1"))
        about = About(place or said.place, rounds or said.rounds)
        if about.place[0] == "j" and not about.rounds:
            raise InputError("it does not say how many rounds it counts", Position(proof), "give --rounds")
        return about, asked_of(design, data, about)
    except InputError as reason:
        click.echo(f"error: {reason}", err=True)
        sys.exit(WRONG)
    except UnsoundVerdict as refusal:
        _refuse(proof, refusal)


def _refuse(proof: str, refusal: UnsoundVerdict) -> NoReturn:
    click.echo(f"refused: {proof}: {refusal}", err=True)
    sys.exit(WRONG)
