"""The command line: arguments become a request, its records become output, its end an exit code.

Exit codes: 0 holds, 10 violated, 30 unknown, 2 the input or the arguments are wrong or a file cannot be written,
1 a bug of ours, 130 interrupted (129 and 143 by other signals), 141 the reader of the output left.
With several properties the worst one counts: a bug is worse than a violation, that is worse than an unknown.
"""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any, Final

import click

from assay import __version__
from assay.app import completion
from assay.app.arguments import (
    C_PROGRAMS,
    DESIGNS,
    SectionCommand,
    SectionOption,
    engine_options,
)
from assay.app.completion import FILE, FOLDER
from assay.app.inputs import Input
from assay.app.values import BESIDE, agreed, apart, built, cores, named, of_one_input, output_file, quantity, trace_file
from assay.bench.command import bench
from assay.core.errors import InputError
from assay.core.words import counted
from assay.engines.options import BY_ENGINE
from assay.report.streams import Untold, leave_untold, prepare_streams
from assay.supervise.quantities import parse_bytes, parse_seconds
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
@click.option("--property", "-p", metavar="P", help="An index, a name, a text or a file [FILE#INDEX]; default: all.")
@click.option(
    "--engine",
    "-e",
    default="auto",
    shell_complete=completion.engines,
    metavar="E",
    help="How; see `assay engines`.  [default: auto]",
)
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(min=1),
    metavar="N",
    help="Search in so many processes side by side; default: the cores there are.  With 1, every run is like the last.",
)
@click.option(
    "--time", callback=quantity(parse_seconds), metavar="T", help="Hard limit, such as 60s or 2min; 60 is 60s."
)
@click.option("--memory", callback=quantity(parse_bytes), metavar="M", help="Hard limit, such as 4GB, 4G or 512MB.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line; the last ones are the verdicts.")
@click.option("--quiet", "-q", is_flag=True, help="Verdict lines only; errors are told beside them.")
@click.option("--witness", callback=output_file, type=FILE, help="Write the proof or run as fits the input.")
@click.option("--html", callback=output_file, type=FILE, help="Write a page that shows all of it: open it.")
@click.option("--record", callback=output_file, type=FILE, help="Write what happened, for `assay report`.")
@click.option(
    "--explain",
    is_flag=True,
    help="Tell step by step what happens; of fbar and cgr every line, numbered as in the papers.",
)
@click.option("--stats", callback=output_file, type=FILE, help="Write results and statistics as one JSON file.")
@click.option("--each", is_flag=True, help="Every file is an input of its own: C files are not one program.")
@click.option("--sarif", callback=output_file, type=FILE, help="Write violations for code scanning (SARIF 2.1.0).")
@click.option("--junit", callback=output_file, type=FILE, help="Write properties as test cases (XML of JUnit).")
@click.option("--github", is_flag=True, help="Print annotations as a workflow of GitHub takes them.")
@click.option(
    "--data-model",
    cls=SectionOption,
    section=C_PROGRAMS,
    type=click.Choice(("ILP32", "LP64")),
    help="Sizes of types; default: as the file tells.",
)
@click.option("-I", "include", cls=SectionOption, section=C_PROGRAMS, multiple=True, type=FOLDER, help="Headers.")
@click.option(
    "-D",
    "define",
    cls=SectionOption,
    section=C_PROGRAMS,
    multiple=True,
    metavar="MACRO[=VALUE]",
    help="Defined in all files.",
)
@click.option(
    "-U", "undefine", cls=SectionOption, section=C_PROGRAMS, multiple=True, metavar="MACRO", help="Not defined."
)
@click.option(
    "-include",
    "included",
    cls=SectionOption,
    section=C_PROGRAMS,
    multiple=True,
    type=FILE,
    metavar="HEADER",
    help="Included before the first line of each file.",
)
@click.option(
    "-std", "standard", cls=SectionOption, section=C_PROGRAMS, metavar="S", help="Edition of C; default: gnu17."
)
@click.option(
    "-m32", "width", cls=SectionOption, section=C_PROGRAMS, flag_value="ILP32", help="The same as --data-model ILP32."
)
@click.option(
    "-m64", "width", cls=SectionOption, section=C_PROGRAMS, flag_value="LP64", help="The same as --data-model LP64."
)
@click.option(
    "--compile-commands",
    "commands",
    cls=SectionOption,
    section=C_PROGRAMS,
    type=FILE,
    metavar="JSON",
    help="Files and options as a compilation database has them; default: all of its C files.",
)
@click.option(
    "--library",
    "libraries",
    cls=SectionOption,
    section=C_PROGRAMS,
    multiple=True,
    type=FILE,
    help="A C file with functions that the program does not define.",
)
@click.option(
    "--entry",
    cls=SectionOption,
    section=C_PROGRAMS,
    metavar="FUNCTION",
    help="Start there, with any arguments, instead of main.",
)
@click.option(
    "--externals",
    cls=SectionOption,
    section=C_PROGRAMS,
    type=click.Choice(("pure", "any")),
    help="What functions without a body change: nothing, or anything; default: as the task tells.",
)
@click.option(
    "--checks",
    cls=SectionOption,
    section=C_PROGRAMS,
    metavar="LIST",
    shell_complete=completion.checks,
    help="Kinds of error to look for: assert, memory, overflow, division, shift (the default: these), leak, cleanup, "
    "uninitialised, misaligned, wrap, conversion.",
)
@click.option(
    "--harness",
    cls=SectionOption,
    section=C_PROGRAMS,
    callback=output_file,
    type=FILE,
    help="Write a C file that leads to the violation.",
)
@click.option(
    "--execute",
    cls=SectionOption,
    section=C_PROGRAMS,
    is_flag=True,
    help="Execute compiled programs even where nothing isolates them.",
)
@click.option(
    "--no-execute",
    cls=SectionOption,
    section=C_PROGRAMS,
    is_flag=True,
    help="Compile and execute nothing: rely on the interpreter of the model.",
)
@click.option(
    "--trace",
    cls=SectionOption,
    section=DESIGNS,
    is_flag=False,
    flag_value=BESIDE,
    type=FILE,
    metavar="[FILE]",
    help="Write runs as VCD, or as the suffix says (.txt, .json); default: beside the input.",
)
@click.option(
    "--top",
    cls=SectionOption,
    section=DESIGNS,
    metavar="MODULE",
    help="Verilog: the module to check; default: the only one that no other has.",
)
@click.option(
    "--param",
    "parameters",
    cls=SectionOption,
    section=DESIGNS,
    multiple=True,
    metavar="NAME=N",
    help="Verilog: the value of a parameter of that module.",
)
@click.option(
    "--testbench",
    cls=SectionOption,
    section=DESIGNS,
    callback=output_file,
    type=FILE,
    help="Verilog: write a testbench that replays the run in a simulator.",
)
@engine_options
@click.pass_context
def check(
    context: click.Context,
    /,
    files: tuple[str, ...],
    property: str | None,
    time: float,
    memory: float,
    as_json: bool,
    quiet: bool,
    witness: str | None,
    harness: str | None,
    stats: str | None,
    html: str | None,
    record: str | None,
    each: bool,
    sarif: str | None,
    junit: str | None,
    github: bool,
    data_model: str | None,
    externals: str | None,
    include: tuple[str, ...],
    define: tuple[str, ...],
    undefine: tuple[str, ...],
    included: tuple[str, ...],
    standard: str | None,
    width: str | None,
    commands: str | None,
    entry: str | None,
    libraries: tuple[str, ...],
    checks: str | None,
    explain: bool,
    trace: str | None,
    top: str | None,
    parameters: tuple[str, ...],
    testbench: str | None,
    engine: str,
    jobs: int | None,
    execute: bool,
    no_execute: bool,
    **options: Any,
) -> None:
    """Check the properties of FILE.

    It may be a C program (several C files are one), an SV-COMP task, Horn clauses (SMT-LIB), VMT-LIB, ARMC facts,
    Verilog (several files are one design), SMV, AIGER, BTOR2, a Petri net (PNML), a MIST specification or a graph; the
    format is recognised. Other files that are named, and all that lie in a folder, are inputs of their own, and limits
    are for each of them.
    """
    from assay.app.batch import Checked, Reports, exit_code, is_interruption, write_reports
    from assay.app.session import Request, conduct
    from assay.app.worker import Method
    from assay.report.printers import JsonPrinter, QuietPrinter, TextPrinter, paint
    from assay.report.several import table
    from assay.report.standing import Standing
    from assay.report.story import Story

    # Every remaining option is one of some engine, by the same name.
    given = {name: value for name, value in options.items() if value is not None}
    method = Method(engine, given, jobs or cores(), execute, no_execute)
    call = context.obj if isinstance(context.obj, Call) else Call(monotonic())
    wanted = named(files, commands, each=each)
    file = wanted[0].file
    data_model = agreed(data_model, width)
    given_building = built(
        wanted[0].others,
        include=include,
        define=define,
        undefine=undefine,
        included=included,
        standard=standard,
        commands=commands,
        entry=entry,
        libraries=libraries,
        top=top,
        parameters=parameters,
    )
    outputs = {
        "witness": witness,
        "trace": trace,
        "harness": harness,
        "testbench": testbench,
        "stats": stats,
        "html": html,
        "record": record,
    }
    of_one_input(len(wanted), property=property, **outputs)
    outputs["trace"] = trace = trace_file(file, trace)
    apart([name for one in wanted for name in (one.file, *one.others)], **outputs, sarif=sarif, junit=junit)
    reports = Reports(sarif, junit, github)
    request = Request(
        file,
        method,
        property,
        time,
        memory,
        as_json,
        witness,
        harness,
        stats,
        data_model,
        explain,
        trace,
        externals,
        given_building,
        checks,
        record,
        html,
        call.words or ("assay", "check", *files),
        reports.wanted,
        quiet,
        testbench,
    )

    def check_one(one: Input, started: float) -> Checked:
        standing = Standing(monotonic, engine, started + time)
        # Engines whose lines are numbered tell these.
        story = Story() if explain and not (engine in BY_ENGINE and BY_ENGINE[engine].explains) else None
        head = one.file if len(wanted) > 1 else ""
        printer: JsonPrinter | QuietPrinter | TextPrinter
        if as_json:
            printer = JsonPrinter(monotonic, call.started, quiet=quiet)
        else:
            printer = QuietPrinter(head) if quiet else TextPrinter(standing, monotonic, story, head)
        asked = replace(request, file=one.file, building=replace(given_building, files=one.others))
        with closing(printer):
            conclusion = conduct(asked, started, standing, printer.hear, printer.tick, requests=call.requests)
            printer.end()
        return Checked(one.file, conclusion, monotonic() - started)

    checked = [check_one(wanted[0], call.started)]
    for one in wanted[1:]:
        if not is_interruption(checked[-1].conclusion.code):
            checked.append(check_one(one, monotonic()))
    if len(wanted) > 1 and not as_json and not quiet:
        rows = ((one.verdict, one.file, one.seconds) for one in checked)
        click.echo("\n" + table(rows, paint), nl=False)
    wrong = write_reports(reports, checked, click.echo)
    if wrong:
        click.echo(f"error: {wrong}", err=True)
    sys.exit(exit_code(checked, unwritten=bool(wrong)))


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
