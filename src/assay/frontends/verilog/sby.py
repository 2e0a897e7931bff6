"""Files of SymbiYosys (``.sby``): which sources a design has, its top module and its parameters.

Of the script the commands are read that say so, and no command is executed; those that only prepare a netlist are
passed over, as that is done in another way here, and what else might change the design is refused by its line.  Modes,
depths and engines say how SymbiYosys searches: they are passed over, and that is said.

A file may describe several tasks: lines are for those that their tag names.  If all of them have the same design it is
the one that is checked, else one of them has to be chosen.  Where some are marked as ``default`` only these are meant.
Sources may stand inside of the file: their places are lines of it.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from assay.core.errors import InputError, Position, Unsupported
from assay.frontends.text import Source
from assay.frontends.verilog.sources import Sources

_SECTION: Final = re.compile(r"\[\s*(\w+)(?:\s+(\S+))?\s*\]")
_INSIDE: Final = "file "
_TAGGED: Final = re.compile(r"(~?)(\w+):(\s*)(.*)")
_PLAIN: Final = re.compile(r"[^(?*.\[|)]+")
_DEFAULT: Final = "default"
_END: Final = "--"
_READ: Final = ("read", "read_verilog")
# Options of commands that change nothing here: sources are read with them anyway, and netlists made in another way.
_USUAL: Final = ("-formal", "-sv", "-sv2009", "-sv2012", "-sv2005", "-noverific", "-verific")
_PREPARING: Final = ("-flatten", "-check", "-nordff", "-rdff", "-memx", "-auto-top", "-simcheck", "-keepdc")
_PASSED: Final = frozenset(
    (
        *("depth", "timeout", "expect", "append", "append_assume", "wait", "skip", "multiclock", "aigsmt", "tbtop"),
        *("make_model", "vcd", "vcd_sim", "fst", "cover_assert", "skip_prep"),
    )
)
_PASSED_MODES: Final = ("bmc", "prove", "cover", "live", "prep")
# Commands that mean nothing else, but make a netlist fit for an engine.
_PASSED_COMMANDS: Final = frozenset(
    (
        *("proc", "flatten", "memory", "memory_nordff", "memory_map", "async2sync", "clk2fflogic", "check", "clean"),
        *("stat", "opt", "opt_clean", "opt_expr", "opt_merge", "opt -fast", "opt -keepdc", "opt -fast -keepdc"),
        *("dffunmap", "setundef -undriven -anyseq", "chformal -early", "chformal -early -assume", "chformal -lower"),
        *("uniquify", "memory -nomap", "setundef -anyseq"),
    )
)
HINT: Final = "read sources, prep -top, hierarchy -top and chparam -set are understood"
BY_HAND: Final = "run Assay on the sources themselves"


class _Line(NamedTuple):
    """What stands in a line, in which section, and where."""

    section: str
    text: str
    where: Position


@dataclass
class _Task:
    files: dict[str, str] = field(default_factory=dict)
    sources: list[str] = field(default_factory=list)
    include: list[str] = field(default_factory=list)
    define: list[str] = field(default_factory=list)
    top: str | None = None
    parameters: dict[str, str] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    inside: dict[str, dict[int, str]] = field(default_factory=dict)
    # What those inside are called by the file, folders included.
    named: dict[str, str] = field(default_factory=dict)

    def design(self) -> Sources:
        inside = {path: _placed(lines) for path, lines in self.inside.items()}
        return Sources(tuple(self.sources), tuple(self.include), tuple(self.define), self.top, self.parameters, inside)


def _placed(lines: Mapping[int, str]) -> str:
    """A text that has each of the lines at its number."""
    last = max(lines, default=0)
    return "".join(f"{lines.get(number, '')}\n" for number in range(1, last + 1))


def read_sby(source: Source, chosen: str | None = None) -> tuple[Sources, tuple[str, ...]]:
    """The design of the task, or of all tasks, that the file describes, and what of it is passed over, in words."""
    tasks, meant = _tasks(source)
    if chosen is not None and chosen not in tasks:
        listed = f"there are: {', '.join(sorted(tasks))}" if tasks else "leave --task out"
        raise InputError(f"no task is called {chosen}", Position(source.file), listed)
    wanted = [chosen] if chosen is not None else meant
    described = {name: _described(source, name, tasks) for name in wanted or [""]}
    designs = [task.design() for task in described.values()]
    if any(design != designs[0] for design in designs):
        hint = f"choose one with --task: {', '.join(described)}"
        raise InputError("its tasks have different designs", Position(source.file), hint)
    said = dict.fromkeys(sentence for task in described.values() for sentence in task.said)
    if len(described) > 1:
        said[f"tasks {', '.join(described)}: one design, checked once"] = None
    return designs[0], tuple(said)


def _tasks(source: Source) -> tuple[dict[str, frozenset[str]], list[str]]:
    """The tasks with the tags under which lines are for them, and those that are meant where none is chosen."""
    found: dict[str, set[str]] = {}
    defaults: list[str] = []
    for section, text, where in _lines(source):
        if section != "tasks":
            continue
        before, colon, behind = text.partition(":")
        names, tags = (before.split(), behind.split()) if colon else (text.split()[:1], text.split()[1:])
        if not names or not all(map(_PLAIN.fullmatch, (*names, *tags))):
            raise Unsupported("tasks that are given by a pattern", where, "name each of them")
        for name in names:
            found.setdefault(name, {name}).update(tag for tag in tags if tag != _DEFAULT)
            if _DEFAULT in tags:
                defaults.append(name)
    return {name: frozenset(tags) for name, tags in found.items()}, list(dict.fromkeys(defaults)) or list(found)


def _lines(source: Source) -> Iterator[_Line]:
    """The lines in sections, without comments; those of files inside as they are."""
    section = ""
    for number, text in enumerate(source.text.split("\n"), 1):
        where, line = Position(source.file, number), text.partition("#")[0].strip()
        header = _SECTION.fullmatch(line)
        if header is not None:
            section = f"{_INSIDE}{header[2]}" if header[1] == "file" and header[2] else header[1]
        elif section.startswith(_INSIDE):
            yield _Line(section, text.rstrip(), where)
        elif line.startswith("--pycode"):
            raise Unsupported("a program inside of the file", where, BY_HAND)
        elif line:
            yield _Line(section, line, where)


def _for_task(source: Source, name: str, tasks: Mapping[str, Collection[str]]) -> Iterator[_Line]:
    """The lines that are for the task."""
    known = {tag for tags in tasks.values() for tag in tags}
    block = True
    for line in _lines(source):
        if line.section == "tasks":
            continue
        if line.text == _END:
            block = True
            continue
        tagged = _TAGGED.fullmatch(line.text) if tasks else None
        if tagged is None or (tagged[2] not in known and tagged[4] and not tagged[3]):
            if block:
                yield line
        elif tagged[2] not in known:
            raise InputError(f"no task is called {tagged[2]}", line.where)
        else:
            meant = (tagged[2] in tasks[name]) is not bool(tagged[1])
            if not tagged[4]:
                block = meant
            elif meant and block:
                yield line._replace(text=tagged[4])


def _described(source: Source, name: str, tasks: Mapping[str, Collection[str]]) -> _Task:
    task = _Task()
    scripts: list[_Line] = []
    for line in _for_task(source, name, tasks):
        match line.section:
            case "options":
                _option(task, line.text.split(), line.where)
            case "files":
                _file(task, line.text.split(), line.where, Path(source.file).parent)
            case "script":
                scripts += [line._replace(text=command) for command in line.text.split(";") if command.strip()]
            case "engines":
                task.said.append(f"engine {line.text}: passed over")
            case inside if inside.startswith(_INSIDE):
                _inside(task, inside.removeprefix(_INSIDE), line)
            case section:
                raise Unsupported(f"the section [{section}] of SymbiYosys", line.where, BY_HAND)
    for line in scripts:
        _command(task, _words(line.text, line.where), line.where)
    if not task.sources:
        raise InputError("the script reads no source", Position(source.file), HINT)
    return task


def _words(line: str, where: Position) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError as problem:
        raise InputError(str(problem), where) from None


def _option(task: _Task, words: list[str], where: Position) -> None:
    name, value = words[0], " ".join(words[1:])
    if value not in _PASSED_MODES if name == "mode" else name not in _PASSED:
        raise Unsupported(f"the option {' '.join(words)} of SymbiYosys", where)
    task.said.append(f"{name} {value}: passed over; assertions and covers are decided, at any depth")


def _inside(task: _Task, name: str, line: _Line) -> None:
    """One more line of a file inside of this one, which is where it would be if this one were a folder."""
    own = Path(name).name
    place = f"{line.where.file}/{own}"
    if task.files.setdefault(own, place) != place or task.named.setdefault(place, name) != name:
        raise Unsupported(f"two files that are called {own}", line.where, "give them different names")
    task.inside.setdefault(place, {})[line.where.line or 0] = line.text


def _file(task: _Task, words: list[str], where: Position, folder: Path) -> None:
    name, path = (words[0], words[0]) if len(words) == 1 else (words[0], words[-1])
    if Path(name).name != Path(path).name or len(words) > 2:
        raise Unsupported("a file under another name", where, "give it the name that the script uses")
    place = str(folder / path)
    if task.files.setdefault(Path(name).name, place) != place:
        raise Unsupported(f"two files that are called {Path(name).name}", where, "give them different names")


def _command(task: _Task, words: list[str], where: Position) -> None:
    command, *rest = words
    if command in _READ:
        _read(task, rest, where)
    elif command in ("prep", "hierarchy"):
        while rest:
            option = rest.pop(0)
            if option == "-top" and rest:
                task.top = rest.pop(0)
            elif option == "-chparam" and len(rest) > 1:
                task.parameters[rest.pop(0)] = rest.pop(0)
            elif option not in _PREPARING:
                raise Unsupported(f"{command} {option}", where, HINT)
    elif command == "chparam" and rest[:1] == ["-set"] and len(rest) == 4:
        task.parameters[rest[1]] = rest[2]
        task.top = task.top or rest[3]
    elif " ".join(words) in _PASSED_COMMANDS:
        task.said.append(f"{' '.join(words)}: passed over")
    else:
        raise Unsupported(f"the command {' '.join(words)}", where, HINT)


def _read(task: _Task, words: list[str], where: Position) -> None:
    while words:
        word = words.pop(0)
        if word in ("-D", "-I") and words:
            (task.define if word == "-D" else task.include).append(words.pop(0))
        elif word == "-define":
            task.define += words
            return
        elif word[:2] in ("-D", "-I") and len(word) > 2:
            (task.define if word.startswith("-D") else task.include).append(word[2:])
        elif word.startswith("-") and word not in (*_USUAL, "-verilog", "-defer"):
            raise Unsupported(f"the option {word}", where, HINT)
        elif not word.startswith("-"):
            if Path(word).name not in task.files:
                raise InputError(f"{word} is not among the [files]", where)
            task.sources.append(task.files[Path(word).name])
