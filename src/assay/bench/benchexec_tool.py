"""How BenchExec runs Assay and reads its answers: a tool-info module (docs/reference/svcomp.md).

BenchExec finds it by its name, ``tool="assay.bench.benchexec_tool"``.  It needs nothing of Assay but the command line,
so a copy of this file serves where Assay is installed elsewhere.  Answers are taken from the exit code, and only if the
output confirms them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Any, Final

from benchexec import result
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException

HOLDS, VIOLATED, UNKNOWN, WRONG_INPUT = 0, 10, 30, 2
OUT_OF_MEMORY: Final = "OUT OF MEMORY"
DATA_MODELS: Final = ("ILP32", "LP64")
# Limits that the definition of a benchmark may set itself.
_TIME, _MEMORY, _PROPERTY, _DATA_MODEL = "--time", "--memory", "--property", "--data-model"
_UNREACH_CALL: Final = "unreach-call"
# The name of a property file that says nothing: the options choose the property, or all of them count.
EVERY_PROPERTY: Final = "every-property.prp"
# What is said of a C program behind the word ``answer``, or alone on a line.
_PART: Final = re.compile(r"(?:answer\s+)?(false\([a-z-]+\))(?:,.*)?")


class Tool(BaseTool2):  # type: ignore[misc]  # BenchExec has no types, and is not installed with Assay
    """Assay, an abstraction-refinement model checker."""

    def executable(self, tool_locator: Any) -> str:
        return str(tool_locator.find_executable("assay", subdir="bin"))

    def name(self) -> str:
        return "Assay"

    def version(self, executable: str) -> str:
        return str(self._version_from_tool(executable)).removeprefix("assay, version").strip()

    def cmdline(self, executable: str, options: Sequence[str], task: Any, rlimits: Any) -> list[str]:
        """``assay check`` of all files of the task, with its property and data model, and the limits of the run."""
        command = [executable, "check", *options]
        asks = task.property_file and PurePath(task.property_file).name != EVERY_PROPERTY
        if asks and not _given(options, _PROPERTY, "-p"):
            command += [_PROPERTY, task.property_file]
        data_model = task.options.get("data_model") if isinstance(task.options, dict) else None
        if data_model is not None and not _given(options, _DATA_MODEL):
            if data_model not in DATA_MODELS:
                raise UnsupportedFeatureException(f"the data model {data_model} is not supported")
            command += [_DATA_MODEL, data_model]
        seconds = [limit for limit in (rlimits.cputime, rlimits.walltime) if limit]
        if seconds and not _given(options, _TIME):
            command += [_TIME, f"{min(seconds)}s"]
        if rlimits.memory and not _given(options, _MEMORY):
            command += [_MEMORY, f"{rlimits.memory}B"]
        return [*command, *task.input_files]

    def determine_result(self, run: Any) -> str:
        """A verdict, where exit code and output agree; else what went wrong."""
        lines = [line.strip() for line in run.output]
        if run.was_timeout:
            return str(result.RESULT_TIMEOUT)
        if run.termination_reason == "memory":
            return OUT_OF_MEMORY
        code = run.exit_code.value
        if code == HOLDS and _says(lines, "holds", "true"):
            return str(result.RESULT_TRUE_PROP)
        if code == VIOLATED and _says(lines, "violated", "false"):
            return _violation(lines)
        if code == UNKNOWN:
            if any("time limit of" in line for line in lines):
                return str(result.RESULT_TIMEOUT)
            return OUT_OF_MEMORY if any("memory limit of" in line for line in lines) else str(result.RESULT_UNKNOWN)
        return f"{result.RESULT_ERROR} (input)" if code == WRONG_INPUT else str(result.RESULT_ERROR)

    def get_value_from_output(self, output: Iterable[str], identifier: str) -> str | None:
        """The value of a line such as ``engine    auto, 0.21 s`` for the identifier ``engine``."""
        for line in output:
            label, _, value = line.strip().partition(" ")
            if label == identifier:
                return value.strip()
        return None


def _violation(lines: Sequence[str]) -> str:
    """``false``, with the part of the property that is violated where the output names it."""
    for line in lines:
        match = _PART.fullmatch(line)
        if match is not None:
            return match.group(1)
    words = [line.split() for line in lines]
    called = any(found[0] == "violated" and _UNREACH_CALL in found[1:] for found in words if found)
    return str(result.RESULT_FALSE_REACH if called else result.RESULT_FALSE_PROP)


def _given(options: Sequence[str], *names: str) -> bool:
    """Has the definition of the benchmark one of these options, as ``--name value`` or ``--name=value``?"""
    return any(option in names or option.split("=", 1)[0] in names for option in options)


def _says(lines: Sequence[str], *words: str) -> bool:
    """Does a line begin with one of these words?"""
    return any(line.split("(", 1)[0].split(" ", 1)[0] in words for line in lines if line)
