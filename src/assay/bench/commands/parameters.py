"""What several commands take: stores, limits; and how a user's mistake becomes a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from assay.bench.store import Store
from assay.core.errors import InputError


@contextmanager
def mistakes_told() -> Iterator[None]:
    """An ``InputError`` is told in its own words, with exit code 2."""
    try:
        yield
    except InputError as mistake:
        click.echo(f"error: {mistake}", err=True)
        raise click.exceptions.Exit(2) from None


@contextmanager
def opened(path: Path) -> Iterator[Store]:
    """The store at the path; without one the command ends in a sentence."""
    with mistakes_told(), Store.open(path) as store:
        yield store


def store_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.argument("store", type=click.Path(dir_okay=False, path_type=Path), metavar="STORE")(command)
