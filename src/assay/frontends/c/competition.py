"""Tasks of the competition on software verification: definition files (.yml) and property files (.prp).

A definition (format versions 1.0, 2.0 and 2.1) names the program, the properties with their expected verdicts, the
language and the data model.  Of the properties, *unreach-call* is checked: ``CHECK( init(main()), LTL(G !
call(reach_error())) )``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assay.core.errors import InputError, Position, Unsupported
from assay.frontends.c import DataModel
from assay.frontends.text import Source, read
from assay.frontends.yaml import Value, read_yaml

_PROPERTY: Final = re.compile(
    r"CHECK\s*\(\s*init\s*\(\s*main\s*\(\s*\)\s*\)\s*,\s*LTL\s*\(\s*G\s*!\s*(?:call\s*\(\s*(?P<call>\w+)\s*\(\s*\)\s*\)"
    r"|label\s*\(\s*(?P<label>\w+)\s*\))\s*\)\s*\)"
)
_CHECK: Final = re.compile(r"CHECK\s*\(")
_ERROR_CALLS: Final = ("reach_error", "__VERIFIER_error")
_VERSIONS: Final = ("1.0", "2.0", "2.1")


@dataclass(frozen=True)
class Specification:
    """One property file of a task, and the verdict that the task's author expects (None if it is not given)."""

    file: Path
    text: str
    expected: bool | None


@dataclass(frozen=True)
class Task:
    """What a definition file asks for."""

    programs: tuple[Path, ...]
    data_model: DataModel
    specification: Specification


def read_property(path: str | Path) -> str:
    """The text of a property file that states *unreach-call*; anything else is refused."""
    source = read(path)
    where = Position(source.file, 1, 1)
    text = " ".join(line for line in source.text.split("\n") if line.strip())
    match = _PROPERTY.search(text)
    if match is None:
        if _CHECK.search(text):
            raise Unsupported("this property is not supported", where, "Assay checks unreach-call")
        raise InputError("this is not a property file", where, "expected CHECK( init(main()), ... )")
    if match.group("call") not in _ERROR_CALLS:
        wanted = match.group("call") or match.group("label")
        raise Unsupported(f"the error must be a call of reach_error, not {wanted}", where, "rename the function")
    return match.group()


def read_definition(path: str | Path) -> Task:
    """The task that a definition file describes."""
    source = read(path)
    table = read_yaml(source)
    where = Position(source.file, 1, 1)
    if not isinstance(table, dict) or "input_files" not in table:
        raise InputError("this is not a task definition", where, "it needs the key input_files")
    version = table.get("format_version")
    if version not in _VERSIONS:
        raise InputError(f"format_version {version} is not known", where, f"known: {', '.join(_VERSIONS)}")
    folder = Path(source.file).parent
    language, data_model = _options(table.get("options"), where)
    if language != "C":
        raise Unsupported(f"programs in {language} are not supported", where, "Assay reads C")
    return Task(
        _programs(table["input_files"], folder, where),
        data_model,
        _specification(source, table.get("properties"), folder),
    )


def _options(value: Value, where: Position) -> tuple[str, DataModel]:
    options = value if isinstance(value, dict) else {}
    language, model = options.get("language", "C"), options.get("data_model", "ILP32")
    if not isinstance(language, str) or model not in tuple(DataModel):
        raise InputError(f"the data model {model} is not known", where, "known: ILP32, LP64")
    return language, DataModel(str(model))


def _programs(value: Value, folder: Path, where: Position) -> tuple[Path, ...]:
    files = value if isinstance(value, list) else [value]
    if not files or not all(isinstance(file, str) for file in files):
        raise InputError("input_files is no list of names", where)
    programs = tuple(folder / str(file) for file in files)
    for program in programs:
        if not program.exists():
            raise InputError(f"the input file {program} does not exist", where, "paths are relative to the definition")
    return programs


def _specification(source: Source, value: Value, folder: Path) -> Specification:
    """The first property that is *unreach-call*; a task without one cannot be checked."""
    where = Position(source.file, 1, 1)
    others = []
    for entry in value if isinstance(value, list) else []:
        name = entry.get("property_file") if isinstance(entry, dict) else None
        if not isinstance(entry, dict) or not isinstance(name, str):
            raise InputError("an entry of properties has no property_file", where)
        file = folder / name
        if not file.exists():
            hint = "paths are relative to the definition"
            raise InputError(f"the property file {file} does not exist", where, hint)
        expected = entry.get("expected_verdict")
        try:
            text = read_property(file)
        except Unsupported:
            others.append(file.stem)
            continue
        return Specification(file, text, None if expected is None else expected == "true")
    if others:
        hint = "Assay checks unreach-call"
        raise Unsupported(f"none of the properties {', '.join(others)} is supported", where, hint)
    raise InputError("the task names no property", where, "add properties: with a property_file")
