"""Tasks of the competition on software verification: definition files (.yml) and property files (.prp).

A definition (format versions 1.0, 2.0 and 2.1) names the program, the properties with their expected verdicts, the
language and the data model.  Of the properties these are checked: *unreach-call* (``CHECK( init(main()), LTL(G !
call(reach_error())) )``), *no-overflow* (``G ! overflow``), *valid-memsafety*, which is *valid-deref*, *valid-free* and
*valid-memtrack* in one file, or any of them, and *valid-memcleanup*.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assay.core.errors import InputError, Position, Unsupported
from assay.core.model import Model
from assay.frontends.c import DataModel
from assay.frontends.c.answers import UNREACH_CALL, together
from assay.frontends.c.checks import COMPETITION, DEFAULT, Kind
from assay.frontends.text import Source, read
from assay.frontends.yaml import Value, read_yaml

_PROPERTY: Final = re.compile(
    r"CHECK\s*\(\s*init\s*\(\s*main\s*\(\s*\)\s*\)\s*,\s*LTL\s*\(\s*G\s*(?:!\s*call\s*\(\s*(?P<call>\w+)\s*\(\s*\)\s*\)"
    r"|!\s*label\s*\(\s*(?P<label>\w+)\s*\)|!\s*(?P<never>[\w-]+)|(?P<always>[\w-]+))\s*\)\s*\)"
)
_CHECK: Final = re.compile(r"CHECK\s*\(")
_ERROR_CALLS: Final = ("reach_error", "__VERIFIER_error")
MEMORY_SAFETY: Final = "valid-memsafety"
_SUPPORTED: Final = "Assay checks unreach-call, no-overflow, valid-memsafety and valid-memcleanup"
_VERSIONS: Final = ("1.0", "2.0", "2.1")


@dataclass(frozen=True)
class Asked:
    """What a property file asks: its text, and the kinds of error with the names of their properties.

    Without any, it asks whether the error function is called.
    """

    text: str
    kinds: Mapping[Kind, str]

    @property
    def name(self) -> str:
        """What the competition calls it."""
        if len(self.kinds) > 1 and Kind.DEREFERENCE in self.kinds:
            return MEMORY_SAFETY
        return " ".join(self.kinds.values()) or UNREACH_CALL


@dataclass(frozen=True)
class Specification:
    """One property file of a task, and the verdict that the task's author expects (None if it is not given)."""

    file: Path
    asked: Asked
    expected: bool | None


@dataclass(frozen=True)
class Task:
    """What a definition file asks for."""

    programs: tuple[Path, ...]
    data_model: DataModel
    specification: Specification


def read_property(path: str | Path) -> Asked:
    """What a property file asks; what is not supported is refused."""
    source = read(path)
    where = Position(source.file, 1, 1)
    text = " ".join(line for line in source.text.split("\n") if line.strip())
    found = list(_PROPERTY.finditer(text))
    if not _CHECK.search(text):
        raise InputError("this is not a property file", where, "expected CHECK( init(main()), ... )")
    stated = " ".join(match.group() for match in found)
    if len(found) == len(_CHECK.findall(text)):
        if len(found) == 1 and (found[0]["call"] or found[0]["label"]):
            _refuse_other_errors(found[0]["call"], found[0]["label"], where)
            return Asked(stated, {})
        names = [match["always"] or f"no-{match['never']}" for match in found]
        if all(name in COMPETITION for name in names):
            return Asked(stated, {COMPETITION[name]: name for name in names})
    raise Unsupported("this property is not supported", where, _SUPPORTED)


def kinds_to_check(asked: Asked | None, checks: frozenset[Kind] | None) -> frozenset[Kind] | None:
    """The kinds of error to look for; None looks for calls of the error function alone.

    A task of the competition says what is checked; other programs are checked for what the user says.
    """
    if asked is None:
        return checks or DEFAULT
    if checks is not None:
        raise InputError("the property file says what to check", hint="leave the checks out, or the property file")
    return frozenset(asked.kinds) or None


def as_asked(model: Model, asked: Asked) -> Model:
    """A model with the one property that a property file states, which its checks are parts of."""
    return together(model, asked.name, asked.text)


def _refuse_other_errors(call: str | None, label: str | None, where: Position) -> None:
    if call not in _ERROR_CALLS:
        raise Unsupported(f"the error must be a call of reach_error, not {call or label}", where, "rename the function")


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
    """Of the properties that are supported, the one of the error function, else the first; there must be one."""
    where = Position(source.file, 1, 1)
    supported: list[Specification] = []
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
            asked = read_property(file)
        except Unsupported:
            others.append(file.stem)
            continue
        supported.append(Specification(file, asked, None if expected is None else expected == "true"))
    if supported:
        return next((found for found in supported if not found.asked.kinds), supported[0])
    if others:
        raise Unsupported(f"none of the properties {', '.join(others)} is supported", where, _SUPPORTED)
    raise InputError("the task names no property", where, "add properties: with a property_file")
