"""From a file to a model, and from a user's words to the properties that they mean.

The format is recognised by the content, then by the extension; what is neither is refused with the list of formats.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assay.core.errors import InputError, Position
from assay.core.model import Model, Property
from assay.frontends import armc, chc, vmt
from assay.frontends.text import Source, read

_COMMENTS: Final = re.compile(r"(?:\s+|;[^\n]*|%[^\n]*|/\*.*?\*/)*", re.DOTALL)
_PROLOG: Final = re.compile(r"(?:^|\.)\s*(?:r\s*\(\s*p\s*\(|(?:start|error)\s*\(\s*pc\s*\()", re.MULTILINE)
_WORD: Final = re.compile(r"\(\s*(?:set|declare|define|assert|rule|query|check|push)\b")


@dataclass(frozen=True)
class Format:
    """A language that is read: how to know it, and how to read it."""

    name: str
    extensions: tuple[str, ...]
    looks_like: Callable[[str], bool]
    read: Callable[[Source], Model]


def _begins_with_bracket(text: str) -> bool:
    blank = _COMMENTS.match(text)
    return text.startswith("(", blank.end() if blank else 0)


def _is_vmt(text: str) -> bool:
    return _begins_with_bracket(text) and vmt.ANNOTATION.search(text) is not None


def _is_chc(text: str) -> bool:
    return _begins_with_bracket(text) and _WORD.search(text) is not None


def _is_armc(text: str) -> bool:
    return not _begins_with_bracket(text) and _PROLOG.search(text) is not None


FORMATS: Final = (
    Format(vmt.FORMAT, (".vmt",), _is_vmt, vmt.read_vmt),
    Format(chc.FORMAT, (".smt2", ".chc", ".smt"), _is_chc, chc.read_chc),
    Format(armc.FORMAT, (".pl", ".armc"), _is_armc, armc.read_armc),
)


def load(path: str | Path) -> Model:
    """The task in the file at ``path``.  Whatever is wrong with it is an ``InputError`` that says where."""
    source = read(path)
    return recognise(source).read(source)


def recognise(source: Source) -> Format:
    """The format of a text: by its content, else by the extension of its name."""
    for known in FORMATS:
        if known.looks_like(source.text):
            return known
    extension = Path(source.file).suffix.lower()
    for known in FORMATS:
        if extension in known.extensions:
            return known
    formats = ", ".join(f"{known.name} ({known.extensions[0]})" for known in FORMATS)
    raise InputError("the format of this file is not known", Position(source.file, 1, 1), f"Assay reads {formats}")


# -- properties --------------------------------------------------------------------------------------------------------


def select(model: Model, wanted: str) -> tuple[Property, ...]:
    """The properties that ``wanted`` means: a name, a property's text, an index from 0, or a property file.

    A property file holds one of these a line; ``FILE#INDEX`` is one of its lines, counted from 0.
    """
    one = _find(model, wanted)
    if one is not None:
        return (one,)
    file, _, index = wanted.rpartition("#")
    if _is_file(wanted):
        file, lines = wanted, _lines(wanted)
    elif index.isdecimal() and len(index) < 10 and _is_file(file):
        lines = _lines(file)[int(index) : int(index) + 1]
        if not lines:
            hint = f"it has {len(_lines(file))}, counted from 0"
            raise InputError(f"no property {index} in this file", Position(file), hint)
    else:
        raise _unknown(model, wanted)
    chosen: dict[str, Property] = {}
    for number, line in lines:
        one = _find(model, line)
        if one is None:
            raise _unknown(model, line, Position(file, number, 1))
        chosen[one.name] = one
    return tuple(chosen.values())


def _find(model: Model, wanted: str) -> Property | None:
    for prop in model.properties:
        if prop.name == wanted:
            return prop
    for prop in model.properties:
        if prop.text and prop.text.split() == wanted.split():
            return prop
    if wanted.isdecimal() and len(wanted) < 10 and int(wanted) < len(model.properties):
        return model.properties[int(wanted)]
    return None


def _is_file(name: str) -> bool:
    try:
        return bool(name) and Path(name).is_file()
    except (OSError, ValueError):
        return False


def _lines(file: str) -> list[tuple[int, str]]:
    """The lines of a property file that say something, with their numbers from 1."""
    lines = enumerate(read(file).text.splitlines(), start=1)
    return [(number, line.strip()) for number, line in lines if line.strip()]


def _unknown(model: Model, wanted: str, where: Position | None = None) -> InputError:
    if model.origin.format == vmt.FORMAT and _is_file(model.origin.file):
        refusal = vmt.refused_properties(read(model.origin.file)).get(wanted)
        if refusal is not None:
            return refusal
    names = ", ".join(f"{index}: {prop.name}" for index, prop in enumerate(model.properties)) or "none"
    return InputError(f"no property is {wanted!r}", where, f"the input has {names}")
