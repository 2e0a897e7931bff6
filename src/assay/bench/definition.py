"""Campaigns written down: a TOML file with tasks, configurations, limits, repetitions and seeds.

    tasks = ["../examples/verdicts.csv", "$SUITE/*.smt2"]
    seeds = [1, 2, 3]

    [limits]
    time = "60s"
    memory = "2GB"

    [config.subsumer]
    engine = "predicate"
    order = "subsumer-first"

    [config.z3]
    command = "z3 {file}"
    holds = "^sat$"
    violated = "^unsat$"
    only = ["*.smt2"]

docs/reference/campaigns.md has all of it.  Paths are relative to the file.
"""

from __future__ import annotations

import math
import re
import shlex
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from assay.bench.claims import DECIDED, Claim
from assay.bench.configurations import (
    Configuration,
    Patterns,
    assay_configuration,
    peer_configuration,
    refuse_options,
)
from assay.bench.running.job import Bounds
from assay.bench.tasks.drawing import ALL, Draw
from assay.bench.tasks.names import matches
from assay.core.errors import InputError, Position
from assay.engines.options import ALL_NAMES, known
from assay.supervise.quantities import parse_bytes, parse_seconds

GENERAL: Final = (
    "tasks", "groups", "draw", "draw-seed", "property", "repetitions", "seeds", "store", "limits", "config", "claim",
)  # fmt: skip
CLAIM: Final = ("paper", "of", "against", "by", "against-by", "group", "least")
LIMITS: Final = ("time", "processor-time", "memory", "cores")
# Of a configuration, beside its options.
PEER: Final = ("command", "holds", "violated", "unknown", "answer", "statistics", "files")
BOTH: Final = ("only", "limits", "like")
_HEADER: Final = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]")
_ASSIGNMENT: Final = re.compile(r"\s*([\w-]+|\"[^\"]*\"|'[^']*')\s*=")

Check = Callable[[Sequence[str]], Mapping[str, Any]]
"""Reads words as ``assay check`` would: the values of its options; an ``InputError`` for what it would refuse."""


@dataclass(frozen=True)
class Definition:
    """What a file says, or a command line."""

    tasks: tuple[str, ...] = ()
    configurations: tuple[Configuration, ...] = ()
    repetitions: int = 1
    seeds: tuple[int, ...] = ()
    draw: Draw = ALL
    goal: str = ""
    base: str = ""
    store: str = ""
    claims: tuple[Claim, ...] = ()


def configuration_of_words(name: str, text: str, bounds: Bounds, check: Check) -> Configuration:
    """A configuration as the command line has it: ``--engine predicate --order bfs``."""
    try:
        words = shlex.split(text)
        made = assay_configuration(name, words, bounds)
        _refuse(check, words)
    except ValueError as failure:
        raise InputError(f"the options of {name}: {failure}") from None
    except InputError as refused:
        raise InputError(f"the options of {name}: {refused.message}", hint=refused.hint) from None
    return made


def _refuse(check: Check, words: Sequence[str]) -> None:
    """Refuses what ``assay check`` would: before anything runs rather than in every run."""
    values = check([word.replace("{seed}", "1") for word in words])
    given = {name: value for name, value in values.items() if name in ALL_NAMES and value is not None}
    refuse_options(values.get("engine") or "auto", given)


def read_definition(path: Path, check: Check, bounds: Bounds | None = None) -> Definition:
    """The campaign in the file; ``bounds`` are those that nothing in it changes."""
    reader = _Reader(path, check)
    return reader.definition(bounds or Bounds())


@dataclass
class _Reader:
    """Reads one file; ``places`` are the lines of its keys, so that what is wrong has a position."""

    path: Path
    check: Check
    places: Mapping[tuple[str, ...], int] = field(default_factory=dict)

    def definition(self, bounds: Bounds) -> Definition:
        try:
            text = self.path.read_text(encoding="utf-8")
            table = tomllib.loads(text)
        except OSError as failure:
            raise InputError(f"{self.path}: {failure.strerror}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as failure:
            line = re.search(r"at line (\d+)", str(failure))
            raise InputError(
                f"this is not TOML: {failure}", Position(str(self.path), int(line[1]) if line else 0)
            ) from None
        self.places = places_of(text)
        for key in table:
            with self._at(key):
                known("part of a campaign", key, GENERAL)
        bounds = self._bounds(("limits",), table.get("limits", {}), bounds)
        configurations = self._table(("config",), table.get("config", {}))
        return Definition(
            tuple(self._texts(("tasks",), table.get("tasks", []))),
            tuple(self._configuration(name, self._inherited(name, configurations), bounds) for name in configurations),
            self._number(("repetitions",), table.get("repetitions", 1)),
            self._seeds(table.get("seeds", [])),
            self._draw(table),
            self._text(("property",), table.get("property", "")),
            str(self.path.parent),
            self._text(("store",), table.get("store", "")),
            tuple(
                self._claim(name, entry, list(configurations))
                for name, entry in self._table(("claim",), table.get("claim", {})).items()
            ),
        )

    def _claim(self, name: str, value: Any, configurations: Sequence[str]) -> Claim:
        here = ("claim", name)
        texts: dict[str, str] = {}
        for key, text in self._table(here, value).items():
            with self._at(*here, key):
                known("part of a claim", key, CLAIM)
                if key != "least":
                    texts[key] = self._text((*here, key), text)
                if key in ("of", "against"):
                    known("configuration", text, configurations)
        least = self._table((*here, "least"), value.get("least", {}))
        for by, number in least.items():
            self._require((*here, "least", by), number, (int, float), "a number")
        with self._at(*here):
            for key in ("of", "by"):
                if key not in texts:
                    raise InputError(
                        f"a claim needs {key!r}", hint='such as of = "mine", against = "bfs", by = "states"'
                    )
            of, by = texts["of"], texts["by"]
            against, against_by = texts.get("against", of), texts.get("against-by", by)
            if (of, by) == (against, against_by):
                raise InputError(f"{of} is compared with itself", hint="name another one by against, or by against-by")
            if (by == DECIDED) != (against_by == DECIDED):
                raise InputError(f"{DECIDED!r} is no measure, and compared with none")
        return Claim(name, texts.get("paper", ""), of, against, by, against_by, texts.get("group", "*"), least)

    def _draw(self, table: Mapping[str, Any]) -> Draw:
        number = self._number(("draw",), table["draw"]) if "draw" in table else None
        groups = self._texts(("groups",), table.get("groups", []))
        return Draw(tuple(groups), number, self._number(("draw-seed",), table.get("draw-seed", ALL.seed), least=0))

    def _inherited(self, name: str, entries: Mapping[str, Any]) -> dict[str, Any]:
        """The entries of a configuration, and those of the earlier one that it is like, which it changes or adds to."""
        here = ("config", name)
        entry = self._table(here, entries[name])
        if "like" not in entry:
            return entry
        earlier = list(entries)[: list(entries).index(name)]
        with self._at(*here, "like"):
            if not earlier:
                raise InputError(f"no configuration before this one is called {entry['like']!r}: it is the first")
            known("configuration before this one", entry["like"], earlier)
        return self._inherited(entry["like"], entries) | entry

    def _configuration(self, name: str, entry: Mapping[str, Any], bounds: Bounds) -> Configuration:
        here = ("config", name)
        bounds = self._bounds((*here, "limits"), entry.get("limits", {}), bounds)
        only = self._texts((*here, "only"), entry.get("only", []))
        values = {key: value for key, value in entry.items() if key not in BOTH}
        if "command" in values:
            return self._peer(name, values, bounds, only)
        words: list[str] = []
        for key, value in values.items():
            with self._at(*here, key):
                words += assay_configuration(name, _words(key, value), bounds).check
        self._refuse_by_key(here, values, words)
        return assay_configuration(name, words, bounds, only)

    def _refuse_by_key(self, here: tuple[str, ...], values: Mapping[str, Any], words: Sequence[str]) -> None:
        """Refuses options; where one alone is refused beside the engine, at its own line."""
        try:
            _refuse(self.check, words)
        except InputError:
            engine = _words("engine", values["engine"]) if "engine" in values else []
            for key, value in values.items():
                with self._at(*here, key):
                    _refuse(self.check, engine if key == "engine" else [*engine, *_words(key, value)])
            raise

    def _peer(self, name: str, values: Mapping[str, Any], bounds: Bounds, only: Sequence[str]) -> Configuration:
        here = ("config", name)
        texts: dict[str, str] = {}
        for key, value in values.items():
            with self._at(*here, key):
                known("part of a command's configuration", key, (*PEER, *BOTH))
                if key != "files":
                    texts[key] = self._text((*here, key), value)
                if key not in ("command", "files"):
                    Patterns(**{key: texts[key]})
        files: list[str] = []
        for pattern in self._texts((*here, "files"), values.get("files", [])):
            with self._at(*here, "files"):
                found = matches(self.path.parent, pattern)
                if not found:
                    raise InputError(f"no file is called {pattern}")
                files += found
        with self._at(*here, "command"):
            patterns = Patterns(**{key: text for key, text in texts.items() if key != "command"})
            return peer_configuration(name, texts["command"], patterns, bounds, only, str(self.path.parent), files)

    def _bounds(self, here: tuple[str, ...], value: Any, bounds: Bounds) -> Bounds:
        """The limits with those changed that the table has; ``"none"`` is no limit."""
        for key, limit in self._table(here, value).items():
            with self._at(*here, key):
                known("limit", key, LIMITS)
                bounds = with_limit(bounds, key, limit)
        return bounds

    # Kinds of values -----------------------------------------------------------------------------------------------

    def _table(self, here: tuple[str, ...], value: Any) -> dict[str, Any]:
        self._require(here, value, dict, "a table")
        return dict(value)

    def _list(self, here: tuple[str, ...], value: Any) -> list[Any]:
        self._require(here, value, list, "a list")
        return list(value)

    def _text(self, here: tuple[str, ...], value: Any) -> str:
        self._require(here, value, str, "a text")
        return str(value)

    def _texts(self, here: tuple[str, ...], value: Any) -> list[str]:
        parts = self._list(here, value)
        for part in parts:
            if not isinstance(part, str):
                self._require(here, value, str, "a list of texts")
        return parts

    def _seeds(self, value: Any) -> tuple[int, ...]:
        with self._at("seeds"):
            if not isinstance(value, list) or not all(type(seed) is int and seed >= 0 for seed in value):
                raise InputError(f"seeds is a list of numbers of at least 0, not {value!r}")
        return tuple(value)

    def _number(self, here: tuple[str, ...], value: Any, least: int = 1) -> int:
        with self._at(*here):
            if type(value) is not int or value < least:
                raise InputError(f"{here[-1]} is a number of at least {least}, not {value!r}")
        return value

    def _require(self, here: tuple[str, ...], value: Any, kind: type | tuple[type, ...], what: str) -> None:
        with self._at(*here):
            if not isinstance(value, kind):
                raise InputError(f"{'.'.join(here)} is {what}, not {value!r}")

    @contextmanager
    def _at(self, *here: str) -> Iterator[None]:
        """What is refused inside is refused at this key, unless it has a position already."""
        try:
            yield
        except InputError as refused:
            if refused.where is not None:
                raise
            line = self.places.get(here) or self.places.get(here[:-1]) or 0
            raise InputError(refused.message, Position(str(self.path), line), refused.hint) from None


def with_limit(bounds: Bounds, name: str, value: Any) -> Bounds:
    """The limits with one of them changed."""
    if name == "cores":
        if type(value) is not int or value < 1:
            raise InputError(f"cores is a number of at least 1, not {value!r}")
        return replace(bounds, cores=value)
    parse = parse_bytes if name == "memory" else parse_seconds
    try:
        amount = math.inf if value == "none" else parse(str(value))
    except ValueError as failure:
        raise InputError(str(failure)) from None
    match name:
        case "time":
            return replace(bounds, seconds=amount)
        case "processor-time":
            return replace(bounds, processor=amount)
        case _:
            return replace(bounds, memory=amount)


def _words(key: str, value: Any) -> list[str]:
    """An option as the command line has it: a flag for true, several names with commas, ``arguments`` as they are."""
    option = f"--{key.replace('_', '-')}"
    match value:
        case list() if key == "arguments":
            return [str(part) for part in value]
        case True:
            return [option]
        case False:
            return []
        case list():
            return [option, ",".join(map(str, value))]
        case int() | float() | str() if key != "arguments":
            return [option, str(value)]
    raise InputError(f"{value!r} is no value of an option", hint="a text, a number, true, false or a list of names")


def places_of(text: str) -> dict[tuple[str, ...], int]:
    """The lines on which tables and keys are first written, as far as they are written in the usual way."""
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        if header:
            table = tuple(part.strip().strip("\"'") for part in re.findall(r"\"[^\"]*\"|'[^']*'|[^.]+", header[1]))
            found.setdefault(table, number)
        elif key := _ASSIGNMENT.match(line):
            found.setdefault((*table, key[1].strip("\"'")), number)
    return found
