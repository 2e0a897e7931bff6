"""The options of ``assay check``, as they are declared: for every input, for C programs, for designs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import click

from assay.app import completion
from assay.app.arguments import C_PROGRAMS, DESIGNS, SectionOption
from assay.app.completion import FILE, FOLDER
from assay.app.values import BESIDE, one_property, output_file, quantity
from assay.supervise.quantities import parse_bytes, parse_seconds

Command = TypeVar("Command", bound=Callable[..., Any])


def declares(options: Sequence[Callable[[Any], Any]]) -> Callable[[Command], Command]:
    """A decorator that declares the options, which help lists in this order."""

    def declared(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return declared


GENERAL: Final = (
    click.option(
        "--property",
        "-p",
        metavar="P",
        multiple=True,
        callback=one_property,
        help="An index, a name (with * several), a text or a file [FILE#INDEX]; default: all.",
    ),
    click.option(
        "--engine",
        "-e",
        default="auto",
        shell_complete=completion.engines,
        metavar="E",
        help="How; see `assay engines`.  [default: auto]",
    ),
    click.option(
        "--jobs",
        "-j",
        type=click.IntRange(min=1),
        metavar="N",
        help="Search in so many processes side by side; default: the cores there are.  "
        "With 1, every run is like the last.",
    ),
    click.option(
        "--time", callback=quantity(parse_seconds), metavar="T", help="Hard limit, such as 60s or 2min; 60 is 60s."
    ),
    click.option("--memory", callback=quantity(parse_bytes), metavar="M", help="Hard limit, such as 4GB, 4G or 512MB."),
    click.option("--json", "as_json", is_flag=True, help="One JSON object a line, verdicts among them."),
    click.option("--quiet", "-q", is_flag=True, help="Verdict lines only; errors are told beside them."),
    click.option("--witness", callback=output_file, type=FILE, help="Write the proof or run as fits the input."),
    click.option("--html", callback=output_file, type=FILE, help="Write a page that shows all of it: open it."),
    click.option("--record", callback=output_file, type=FILE, help="Write what happened, for `assay report`."),
    click.option(
        "--explain",
        is_flag=True,
        help="Tell step by step what happens; of fbar and cgr every line, numbered as in the papers.",
    ),
    click.option("--stats", callback=output_file, type=FILE, help="Write results and statistics as one JSON file."),
    click.option(
        "--each",
        is_flag=True,
        help="Every file is an input of its own: C files are not one program, Verilog not one design.",
    ),
    click.option("--sarif", callback=output_file, type=FILE, help="Write violations for code scanning (SARIF 2.1.0)."),
    click.option("--junit", callback=output_file, type=FILE, help="Write properties as test cases (XML of JUnit)."),
    click.option("--github", is_flag=True, help="Print annotations as a workflow of GitHub takes them."),
)
"""For every input."""

PROGRAMS: Final = (
    click.option(
        "--data-model",
        cls=SectionOption,
        section=C_PROGRAMS,
        type=click.Choice(("ILP32", "LP64")),
        help="Sizes of types; default: as the file tells.",
    ),
    click.option(
        "-I",
        "include",
        cls=SectionOption,
        section=C_PROGRAMS,
        multiple=True,
        type=FOLDER,
        help="Headers; of Verilog, included files.",
    ),
    click.option(
        "-D",
        "define",
        cls=SectionOption,
        section=C_PROGRAMS,
        multiple=True,
        metavar="MACRO[=VALUE]",
        help="Defined in all files; of Verilog as well.",
    ),
    click.option(
        "-U", "undefine", cls=SectionOption, section=C_PROGRAMS, multiple=True, metavar="MACRO", help="Not defined."
    ),
    click.option(
        "-include",
        "included",
        cls=SectionOption,
        section=C_PROGRAMS,
        multiple=True,
        type=FILE,
        metavar="HEADER",
        help="Included before the first line of each file.",
    ),
    click.option(
        "-std", "standard", cls=SectionOption, section=C_PROGRAMS, metavar="S", help="Edition of C; default: gnu17."
    ),
    click.option(
        "-m32",
        "width",
        cls=SectionOption,
        section=C_PROGRAMS,
        flag_value="ILP32",
        help="The same as --data-model ILP32.",
    ),
    click.option(
        "-m64", "width", cls=SectionOption, section=C_PROGRAMS, flag_value="LP64", help="The same as --data-model LP64."
    ),
    click.option(
        "--compile-commands",
        "commands",
        cls=SectionOption,
        section=C_PROGRAMS,
        type=FILE,
        metavar="JSON",
        help="Files and options as a compilation database has them; default: all of its C files.",
    ),
    click.option(
        "--library",
        "libraries",
        cls=SectionOption,
        section=C_PROGRAMS,
        multiple=True,
        type=FILE,
        help="A C file with functions that the program does not define.",
    ),
    click.option(
        "--entry",
        cls=SectionOption,
        section=C_PROGRAMS,
        metavar="FUNCTION",
        help="Start there, with any arguments, instead of main.",
    ),
    click.option(
        "--externals",
        cls=SectionOption,
        section=C_PROGRAMS,
        type=click.Choice(("pure", "any")),
        help="What functions without a body change: nothing, or anything; default: as the task tells.",
    ),
    click.option(
        "--checks",
        cls=SectionOption,
        section=C_PROGRAMS,
        metavar="LIST",
        shell_complete=completion.checks,
        help="Kinds of error to look for: assert, memory, overflow, division, shift (the default: these), leak, "
        "cleanup, uninitialised, misaligned, wrap, conversion.",
    ),
    click.option(
        "--harness",
        cls=SectionOption,
        section=C_PROGRAMS,
        callback=output_file,
        type=FILE,
        help="Write a C file that leads to the violation.",
    ),
    click.option(
        "--execute",
        cls=SectionOption,
        section=C_PROGRAMS,
        is_flag=True,
        help="Execute compiled programs even where nothing isolates them.",
    ),
    click.option(
        "--no-execute",
        cls=SectionOption,
        section=C_PROGRAMS,
        is_flag=True,
        help="Compile and execute nothing: rely on the interpreter of the model.",
    ),
)
"""For C programs."""

OF_DESIGNS: Final = (
    click.option(
        "--trace",
        cls=SectionOption,
        section=DESIGNS,
        is_flag=False,
        flag_value=BESIDE,
        type=FILE,
        metavar="[FILE]",
        help="Write runs as VCD, or as the suffix says (.txt, .json); default: beside the input.",
    ),
    click.option(
        "--top",
        cls=SectionOption,
        section=DESIGNS,
        metavar="MODULE",
        help="Verilog: the module to check; default: the only one that no other has.",
    ),
    click.option(
        "--param",
        "parameters",
        cls=SectionOption,
        section=DESIGNS,
        multiple=True,
        metavar="NAME=N",
        help="Verilog: the value of a parameter of that module.",
    ),
    click.option(
        "--task",
        cls=SectionOption,
        section=DESIGNS,
        metavar="NAME",
        help="SymbiYosys: the task of the file; default: all, if they have one design.",
    ),
    click.option(
        "--testbench",
        cls=SectionOption,
        section=DESIGNS,
        callback=output_file,
        type=FILE,
        help="Verilog: write a testbench that replays the run in a simulator.",
    ),
)
"""For designs."""
