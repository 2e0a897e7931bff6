"""Compilation databases (compile_commands.json, as CMake, Bear and others write them): files with their commands.

Each entry has a ``directory``, a ``file`` and its command, as one text (``command``) or word by word (``arguments``).
Entries of other languages are no part of a C program and are left out.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assay.core.errors import InputError, Position
from assay.core.program import PATHS, Flag, TranslationUnit
from assay.frontends.building import sorted_words
from assay.frontends.text import Source, read

_C: Final = (".c", ".i")


@dataclass(frozen=True)
class Commands:
    """The files of a program with their options, the data model if it is said, and options that nobody knows."""

    units: tuple[TranslationUnit, ...]
    data_model: str | None = None
    unknown: tuple[str, ...] = ()


def read_commands(path: str | Path, wanted: Sequence[str] = ()) -> Commands:
    """The C files of a compilation database, or those of them that are ``wanted``."""
    source = read(path)
    entries = [_Entry.of(entry, source) for entry in _table(source)]
    found: dict[Path, _Entry] = {}
    for entry in entries:
        if entry.file.suffix in _C:
            _add(found, entry, source, wanted)
    chosen = _chosen(found, source, wanted)
    models = {entry.data_model for entry in chosen if entry.data_model is not None}
    if len(models) > 1 or (models and any(entry.data_model is None for entry in chosen)):
        raise InputError("some files are compiled with -m32 and others are not", Position(source.file))
    unknown = dict.fromkeys(f"{word} of {entry.name}" for entry in chosen for word in entry.unknown)
    units = tuple(TranslationUnit(entry.name, entry.flags) for entry in chosen)
    return Commands(units, next(iter(models), None), tuple(unknown))


@dataclass(frozen=True)
class _Entry:
    file: Path
    flags: tuple[Flag, ...]
    data_model: str | None
    unknown: tuple[str, ...]

    @property
    def name(self) -> str:
        return _shown(self.file)

    @classmethod
    def of(cls, entry: object, source: Source) -> _Entry:
        where = Position(source.file)
        if not isinstance(entry, dict) or not isinstance(entry.get("file"), str):
            raise InputError("an entry of the compilation database names no file", where)
        given = entry.get("directory", ".")
        folder = Path(source.file).parent / (given if isinstance(given, str) else ".")
        file = Path(os.path.normpath((folder / entry["file"]).absolute()))
        if file.suffix not in _C:
            return cls(file, (), None, ())
        words = sorted_words(_words(entry, where)[1:], Position(_shown(file)))
        flags = tuple(_placed(flag, folder) for flag in words.flags)
        return cls(file, flags, words.data_model, tuple(words.unknown))


def _table(source: Source) -> list[object]:
    try:
        table = json.loads(source.text)
    except ValueError as failure:
        raise InputError(f"this is no compilation database: {failure}", Position(source.file)) from None
    if not isinstance(table, list):
        raise InputError("this is no compilation database", Position(source.file, 1, 1), "expected a list of entries")
    return table


def _words(entry: dict[str, object], where: Position) -> list[str]:
    arguments, command = entry.get("arguments"), entry.get("command")
    if isinstance(arguments, list) and all(isinstance(word, str) for word in arguments):
        return [str(word) for word in arguments]
    if isinstance(command, str):
        try:
            return shlex.split(command)
        except ValueError as failure:
            raise InputError(f"the command of {entry['file']} cannot be split: {failure}", where) from None
    raise InputError(f"{entry['file']} has no command", where, "expected `arguments` or `command`")


def _placed(flag: Flag, folder: Path) -> Flag:
    """An option as it is said in this folder: paths are relative to that of the entry."""
    if flag.option not in PATHS:
        return flag
    return Flag(flag.option, _shown(Path(os.path.normpath((folder / flag.value).absolute()))))


def _shown(path: Path) -> str:
    """A path from here, if it is below."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _add(found: dict[Path, _Entry], entry: _Entry, source: Source, wanted: Sequence[str]) -> None:
    known = found.setdefault(entry.file, entry)
    if known != entry and (not wanted or entry.file in _paths(wanted)):
        message = f"{entry.name} is compiled twice, with different options"
        raise InputError(message, Position(source.file), "keep the entry that is meant")


def _chosen(found: dict[Path, _Entry], source: Source, wanted: Sequence[str]) -> list[_Entry]:
    if not wanted:
        if not found:
            raise InputError("the compilation database has no C file", Position(source.file))
        return list(found.values())
    for name, path in zip(wanted, _paths(wanted), strict=True):
        if path not in found:
            raise InputError(f"{name} is not in {source.file}", Position(name), "leave --compile-commands out")
    return [found[path] for path in _paths(wanted)]


def _paths(files: Sequence[str]) -> list[Path]:
    return [Path(os.path.normpath(Path(file).absolute())) for file in files]
