"""The options of engines as arguments of a command: names, choices, defaults and help are found in ``engines.options``.

Help shows them in sections, by the engines that have them.  An option that the chosen engine does not have is refused
where the engine is configured, by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

import click

from assay.app import completion
from assay.engines.options import ALL_NAMES, BY_ENGINE, Options, having, reason

Command = TypeVar("Command", bound=Callable[..., Any])

_METAVARS: Final = {
    "order": "O",
    "select": "H[&H...]",
    "interpolation": "NAME[,NAME...]",
    "depth": "N",
    "without": "NAME[,NAME...]",
}
# What is a function of the user's cannot be written as an argument.
_IN_PYTHON_ONLY: Final = ("refiner",)
C_PROGRAMS: Final = "Options for C programs"
DESIGNS: Final = "Options for designs (SMV, AIGER, BTOR2, Verilog)"


class SectionOption(click.Option):
    """An option that has its place in a section of the help."""

    def __init__(self, *args: Any, section: str, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.section = section


class SectionCommand(click.Command):
    """A command whose help has its options in sections: those of no section first, then in order of appearance."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {"Options": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                section = parameter.section if isinstance(parameter, SectionOption) else "Options"
                sections.setdefault(section, []).append(record)
        for section, records in sections.items():
            formatter.write_paragraph()
            formatter.write_text(f"{section}:")
            with formatter.indentation():
                formatter.write_dl(records)


def section_of(engines: tuple[str, ...]) -> str:
    return f"Options of {', '.join(engines)}"


def engine_options(command: Command) -> Command:
    """Declares every option of every engine; what is not given is left to the engine's default."""
    for name in reversed([name for name in ALL_NAMES if name not in _IN_PYTHON_ONLY]):
        command = _declared(name)(command)
    return command


def _declared(name: str) -> Callable[[Command], Command]:
    engines = having(name)
    kinds = [BY_ENGINE[engine] for engine in engines]
    about: dict[str, Any] = {"cls": SectionOption, "section": section_of(engines), "help": help_of(name)}
    choices = tuple(dict.fromkeys(choice for kind in kinds for choice in kind.choices(name)))
    match kinds[0].kind(name):
        case _ if choices:
            about["type"] = click.Choice(choices)
        case type() as flag if flag is bool:
            about |= {"is_flag": True, "default": None}
        case type() as number if number is int:
            about["type"] = click.IntRange(min=0)
        case _ if name in ("interpolation", "without"):
            about["callback"] = _names
    if name in completion.OF_OPTION:
        about["shell_complete"] = completion.OF_OPTION[name]
    if name in _METAVARS:
        about["metavar"] = _METAVARS[name]
    return click.option(f"--{name.replace('_', '-')}", **about)


def help_of(name: str) -> str:
    """What the option is about in one sentence, and its defaults."""
    engines = having(name)
    sentence = reason(BY_ENGINE[engines[0]], name).partition(". ")[0].removesuffix(".")
    defaults = "; ".join(_defaults(name, engines))
    return f"{sentence[0].upper()}{sentence[1:]}.{f'  [default: {defaults}]' if defaults else ''}"


def _defaults(name: str, engines: tuple[str, ...]) -> Iterator[str]:
    """The default of most engines, and those of others with their names; nothing where the default is none."""
    by_value: dict[str, list[str]] = {}
    for engine in engines:
        by_value.setdefault(shown_default(BY_ENGINE[engine], name), []).append(engine)
    for value, those in by_value.items():
        if value:
            yield value if len(those) * 2 > len(engines) else f"{value} for {', '.join(those)}"


def shown_default(options: type[Options], name: str) -> str:
    """The default in words; empty if there is none to speak of."""
    value = options.default(name)
    return "" if value is None or value is False or value == () else str(value)


def _names(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    names = tuple(name.strip() for name in (value or "").split(","))
    return tuple(name for name in names if name) or None
