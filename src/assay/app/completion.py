"""What a shell offers where a value goes (click's shell completion): names that engines know, files, folders.

A shell asks anew at each tab key, so what a question does not need is not loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

import click
from click.shell_completion import CompletionItem

from assay.engines.options import BY_ENGINE

Offer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


class Place(click.ParamType[str]):
    """The name of a file or folder, which the shell completes by itself; whatever it is, it is taken as it stands."""

    def __init__(self, name: str, kind: str) -> None:
        self.name = name
        self._kind = kind

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type=self._kind)]


def one_of(names: Callable[[], Iterable[str]]) -> Offer:
    """One of these names."""
    return lambda context, parameter, incomplete: _beginning(names(), incomplete)


def several_of(names: Callable[[], Iterable[str]], separator: str) -> Offer:
    """A list of these names: the last one is completed, and none is offered twice."""

    def offer(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, found, last = incomplete.rpartition(separator)
        given = before.split(separator)
        return _beginning((name for name in names() if name not in given), last, before + found)

    return offer


def _beginning(names: Iterable[str], incomplete: str, before: str = "") -> list[CompletionItem]:
    return [CompletionItem(before + name) for name in names if name.startswith(incomplete)]


def _orders() -> Iterable[str]:
    from assay.explore.unfold.order import ORDERS

    return ORDERS


def _heuristics() -> Iterable[str]:
    from assay.refine.selection.heuristics import HEURISTICS

    return HEURISTICS


def _providers() -> Iterable[str]:
    from assay.solve.interpolation.providers import PROVIDERS

    return PROVIDERS


def _methods() -> Iterable[str]:
    from assay.engines.catalogue import METHODS

    return METHODS


def _checks() -> Iterable[str]:
    from assay.frontends.c.checks import GROUPS

    return GROUPS


FILE: Final = Place("file", "file")
FOLDER: Final = Place("folder", "dir")
engines = one_of(lambda: BY_ENGINE)
checks = several_of(_checks, ",")
# Options of engines, by name; those with fixed choices complete themselves.
OF_OPTION: Final[Mapping[str, Offer]] = MappingProxyType(
    {
        "order": one_of(_orders),
        "select": several_of(_heuristics, "&"),
        "interpolation": several_of(_providers, ","),
        "without": several_of(_methods, ","),
    }
)
