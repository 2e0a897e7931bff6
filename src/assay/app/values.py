"""Values of options and arguments: what they say is looked at before any work is done."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import click

from assay.app.inputs import Input, inputs
from assay.core.errors import InputError
from assay.frontends.building import Building, building
from assay.frontends.pipes import is_stream, name_of
from assay.witness.write.files import keep_apart, target

# What --trace writes, by suffix; the first one by default.
_TRACES: Final = (".vcd", ".txt", ".json")
# The value of --trace where none is given.
BESIDE: Final = ""


def quantity(parse: Callable[[str], float]) -> Callable[[click.Context, click.Parameter, str | None], float]:
    def convert(context: click.Context, parameter: click.Parameter, value: str | None) -> float:
        if value is None:
            return math.inf
        try:
            return parse(value)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None

    return convert


def one_property(context: click.Context, parameter: click.Parameter, value: Sequence[str]) -> str | None:
    """The property; two would be told apart from none only by what is missing in the end."""
    if len(value) > 1:
        raise click.BadParameter("it is given twice; a name with * chooses several, and so does a file of names")
    return value[0] if value else None


def output_file(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """A file that can be written later on: better to say so now than after an hour of work."""
    if value is not None:
        try:
            target(value)
        except InputError as reason:
            raise click.BadParameter(str(reason)) from None
    return value


def trace_file(file: str, given: str | None) -> str | None:
    """Where a trace goes: the file given, or one beside the input.  Its suffix is one of those that are written."""
    if given is None:
        return None
    if given == BESIDE and is_stream(file):
        raise click.BadParameter(f"there is no file beside {name_of(file)}: give it a name", param_hint="--trace")
    path = Path(file).with_suffix(_TRACES[0]) if given == BESIDE else Path(given)
    if path.suffix not in _TRACES:
        hint = "" if given == BESIDE else "; to have it beside the input, put --trace behind the input's name"
        raise click.BadParameter(f"{given!r} should end in {', '.join(_TRACES)}{hint}", param_hint="--trace")
    try:
        target(path)
    except InputError as reason:
        raise click.BadParameter(str(reason), param_hint="--trace") from None
    return str(path)


def named(files: tuple[str, ...], commands: str | None, *, each: bool) -> tuple[Input, ...]:
    """What is to be checked; a compilation database says by itself which files there are, and is one input."""
    if commands is not None:
        first, *others = files or (commands,)
        return (Input(first, tuple(others)),)
    if not files:
        raise click.UsageError("Missing argument 'FILE...'.")
    try:
        return inputs(files, each=each)
    except InputError as reason:
        raise click.UsageError(str(reason)) from None


def of_one_input(count: int, **options: str | None) -> None:
    """Refuses files that are about one input where there are several."""
    given = [f"--{name}" for name, value in options.items() if value is not None]
    if count > 1 and given:
        raise click.UsageError(
            f"{given[0]} is about one input, and there are {count}: check them one by one "
            "(--sarif, --junit and --github are about all of them)"
        )


def agreed(data_model: str | None, width: str | None) -> str | None:
    if data_model is not None and width is not None and data_model != width:
        raise click.UsageError(f"--data-model {data_model} and {'-m32' if width == 'ILP32' else '-m64'} contradict")
    return data_model or width


def built(others: tuple[str, ...], **options: Any) -> Building:
    try:
        return building(others, **options)
    except InputError as reason:
        raise click.UsageError(str(reason)) from None


def apart(files: Sequence[str], **outputs: str | None) -> None:
    """Refuses to write over the input, or one output over another: better now than after an hour of work."""
    try:
        keep_apart(((f"--{option}", name) for option, name in outputs.items() if name is not None), files)
    except InputError as reason:
        raise click.UsageError(str(reason)) from None


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
