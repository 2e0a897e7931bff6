"""From the options of a command line to what is asked: what contradicts itself is refused before any work is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from assay.app.inputs import Input
from assay.app.session import Request
from assay.app.values import agreed, apart, built, cores, named, of_one_input, trace_file
from assay.app.worker import Method

# What of the options says how a program or a design is built, and what is written about one input.
BUILDING: Final = (
    *("include", "define", "undefine", "included", "standard", "commands", "entry", "libraries"),
    *("top", "parameters", "task"),
)
FILES: Final = ("witness", "trace", "harness", "testbench", "stats", "html", "record")
_OTHERS: Final = (
    *("property", "time", "memory", "as_json", "quiet", "each", "sarif", "junit", "github", "data_model", "width"),
    *("externals", "checks", "explain", "engine", "jobs", "execute", "no_execute"),
)


@dataclass(frozen=True)
class Reports:
    """Files about all inputs together."""

    sarif: str | None = None
    junit: str | None = None
    github: bool = False

    @property
    def wanted(self) -> bool:
        return self != Reports()


@dataclass(frozen=True)
class Batch:
    """The inputs of one call, what is asked of each of them, and what is reported about all together."""

    inputs: tuple[Input, ...]
    request: Request
    reports: Reports


def requested(files: tuple[str, ...], given: Mapping[str, Any], words: tuple[str, ...]) -> Batch:
    """What the options ask for; those that are not named here are the engine's.  ``words`` are the call as typed."""
    wanted = named(files, given["commands"], each=given["each"])
    building = built(wanted[0].others, **{name: given[name] for name in BUILDING})
    outputs = {name: given[name] for name in FILES}
    of_one_input(len(wanted), property=given["property"], **outputs)
    outputs["trace"] = trace_file(wanted[0].file, given["trace"])
    reports = Reports(given["sarif"], given["junit"], given["github"])
    everything = [name for one in wanted for name in (one.file, *one.others)]
    apart(everything, **outputs, sarif=reports.sarif, junit=reports.junit)
    known = {*BUILDING, *FILES, *_OTHERS}
    own = {name: value for name, value in given.items() if name not in known and value is not None}
    request = Request(
        wanted[0].file,
        Method(given["engine"], own, given["jobs"] or cores(), given["execute"], given["no_execute"]),
        given["property"],
        given["time"],
        given["memory"],
        as_json=given["as_json"],
        quiet=given["quiet"],
        data_model=agreed(given["data_model"], given["width"]),
        explain=given["explain"],
        externals=given["externals"],
        building=building,
        checks=given["checks"],
        command=words,
        reported=reports.wanted,
        **outputs,
    )
    return Batch(wanted, request, reports)
