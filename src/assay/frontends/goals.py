"""From a user's words to the properties that they mean.

A property is meant by its name, its text, its index from 0, or a property file; several by a pattern that their names
match, with ``*`` for anything.  What a property file holds depends on
the input: CTL formulas beside AIGER, an LTL formula beside SMV, a specification of the competition on software
verification beside C, properties of the Model Checking Contest beside PNML; elsewhere one of the words above a line.
``FILE#INDEX`` is one of a file's properties.  A file is looked for in the current folder, then beside the input and in
the folders above it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, TypeVar

from assay.core.errors import InputError, Position
from assay.core.model import Goal, Model
from assay.frontends.text import Source, read

Item = TypeVar("Item")

# What reads like the name of a property file rather than like a property.
_FILE: Final = re.compile(r"@.*|\S*\.(?:prp|xml|ctl|ltl|txt|props?)(?:#\d+)?", re.IGNORECASE)
# Some tools print a property as its name in brackets and its text.
_LABEL: Final = re.compile(r"^\s*\[[^\]]*\]\s+")


def select(model: Model, wanted: str) -> tuple[Goal, ...]:
    """The properties that ``wanted`` means; an ``InputError`` if there is none."""
    one = _find(model.goals, wanted)
    if one is not None:
        return (one,)
    alike = tuple(goal for goal in model.goals if fnmatchcase(goal.name, wanted)) if "*" in wanted else ()
    if alike:
        return alike
    file, index = _property_file(model, wanted)
    if file is not None:
        return _from_file(model, file, index)
    if model.origin.format == "SMV" and not wanted.isdecimal():
        return _formula(model, wanted)
    raise _unknown(model, wanted)


def _formula(model: Model, wanted: str) -> tuple[Goal, ...]:
    """A formula over the names of an SMV file, unless it reads like the name of a property file."""
    try:
        return _smv(model, _LABEL.sub("", wanted, count=1))
    except InputError:
        if _FILE.fullmatch(wanted):
            raise _unknown(model, wanted) from None
        raise


def _find(goals: Sequence[Goal], wanted: str) -> Goal | None:
    for goal in goals:
        if goal.name == wanted:
            return goal
    for goal in goals:
        if goal.text and goal.text.split() == wanted.split():
            return goal
    if wanted.isdecimal() and len(wanted) < 10 and int(wanted) < len(goals):
        return goals[int(wanted)]
    return None


# -- property files ----------------------------------------------------------------------------------------------------


def _property_file(model: Model, wanted: str) -> tuple[Path | None, str | None]:
    """The file, and the index in it, that ``wanted`` names; a file may be marked by an ``@``."""
    name, mark, index = wanted.removeprefix("@").rpartition("#")
    if mark and index.isdecimal() and len(index) < 10:
        found = _look_up(model, name)
        if found is not None:
            return found, index
    return _look_up(model, wanted.removeprefix("@")), None


def _look_up(model: Model, name: str) -> Path | None:
    return look_up(name, model.origin.name)


def look_up(name: str, beside: str) -> Path | None:
    """A file by its name: in the current folder, else beside another file or in the folders above that."""
    if not name:
        return None
    for folder in (Path(), *Path(beside).parents):
        try:
            if (folder / name).is_file():
                return folder / name
        except (OSError, ValueError):
            return None
    return None


def _from_file(model: Model, file: Path, index: str | None) -> tuple[Goal, ...]:
    match model.origin.format:
        case "AIGER":
            from assay.frontends.hardware.ctl import parse_ctl

            return _chosen(parse_ctl(read(file), model, index), index, file)
        case "SMV":
            return _smv(model, f"LTLSPEC {read(file).text}")
        case "C":
            from assay.frontends.c.competition import read_property

            asked = read_property(file)
            goals = tuple(replace(goal, text=asked.text) for goal in model.goals)
            if goals != model.goals:
                hint = "give the property file where the program is read"
                raise InputError("the program was read for other properties", Position(str(file)), hint)
            return goals
        case "PNML":
            from assay.frontends.nets.pnml import looks_like_properties, with_properties

            if looks_like_properties(read(file).text):
                return _numbered(with_properties(model, read(file)).goals, index, file)
    lines = _lines(read(file))
    if index is not None:
        lines = list(_numbered(lines, index, file))
    chosen: dict[str, Goal] = {}
    for number, line in lines:
        goal = _find(model.goals, line)
        if goal is None:
            raise _unknown(model, line, Position(str(file), number, 1))
        chosen[goal.name] = goal
    return tuple(chosen.values())


def _chosen(found: Sequence[Goal], index: str | None, file: Path) -> tuple[Goal, ...]:
    if found:
        return tuple(found)
    missing = "no formula in this file" if index is None else f"no formula is numbered {index}"
    raise InputError(missing, Position(str(file)))


def _numbered(items: Sequence[Item], index: str | None, file: Path) -> tuple[Item, ...]:
    if index is None:
        return tuple(items)
    if int(index) >= len(items):
        raise InputError(f"no property {index} in this file", Position(str(file)), f"it has {len(items)}, from 0")
    return (items[int(index)],)


def _lines(source: Source) -> list[tuple[int, str]]:
    """The lines of a property file that say something, with their numbers from 1."""
    lines = enumerate(source.text.split("\n"), start=1)
    return [(number, line.strip()) for number, line in lines if line.strip()]


def _smv(model: Model, text: str) -> tuple[Goal, ...]:
    """A formula over the model's names: it is read in the scope of the file."""
    from assay.frontends.smv.model import read_smv

    return read_smv(model.origin.file, only=text).goals


def _unknown(model: Model, wanted: str, where: Position | None = None) -> InputError:
    if model.origin.format == "VMT-LIB" and _look_up(model, model.origin.file) is not None:
        from assay.frontends.horn.vmt import refused_properties

        refusal = refused_properties(read(model.origin.file)).get(wanted)
        if refusal is not None:
            return refusal
    names = ", ".join(f"{index}: {goal.name}" for index, goal in enumerate(model.goals)) or "none"
    if where is None and _FILE.fullmatch(wanted):
        hint = f"looked for in the current folder, beside the input and above it; the input has {names}"
        return InputError(f"there is no property file {wanted.removeprefix('@')!r}", hint=hint)
    means = f"numbered {wanted}" if wanted.isdecimal() else repr(wanted)
    return InputError(f"no property is {means}", where, f"the input has {names}")
