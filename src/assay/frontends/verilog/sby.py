"""Files of SymbiYosys (``.sby``): which sources a design has, its top module and its parameters.

Of the script the commands are read that say so, and no command is executed; what else might change the design is
refused by its line.  Modes, depths and engines say how SymbiYosys searches: they are passed over, and that is said.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from assay.core.errors import InputError, Position, Unsupported
from assay.frontends.text import Source
from assay.frontends.verilog.model import Sources

_SECTION: Final = re.compile(r"\[(\w+)\]")
_READ: Final = ("read", "read_verilog")
# Options of commands that change nothing here: sources are read with them anyway.
_USUAL: Final = ("-formal", "-sv", "-sv2009", "-sv2012", "-sv2005", "-flatten", "-check")
_PASSED: Final = ("mode", "depth", "timeout", "expect", "append", "wait", "skip", "multiclock")
HINT: Final = "read sources, prep -top, hierarchy -top and chparam -set are understood"


@dataclass
class _Task:
    files: dict[str, str] = field(default_factory=dict)
    sources: list[str] = field(default_factory=list)
    include: list[str] = field(default_factory=list)
    define: list[str] = field(default_factory=list)
    top: str | None = None
    parameters: dict[str, str] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)


def read_sby(source: Source) -> tuple[Sources, tuple[str, ...]]:
    """The design that the file describes, and what of it is passed over, in words."""
    task, section = _Task(), ""
    scripts: list[tuple[Position, list[str]]] = []
    for number, text in enumerate(source.text.split("\n"), 1):
        where, line = Position(source.file, number), text.partition("#")[0].strip()
        header = _SECTION.fullmatch(line)
        if header is not None:
            section = header[1]
        elif not line:
            continue
        elif section == "options":
            _option(task, line.split(), where)
        elif section == "files":
            _file(task, line.split(), where, Path(source.file).parent)
        elif section == "script":
            scripts.append((where, _words(line, where)))
        elif section == "engines":
            task.said.append(f"engine {line}: passed over")
        else:
            raise Unsupported(f"the section [{section}] of SymbiYosys", where, "run Assay on the sources themselves")
    for where, words in scripts:
        _command(task, words, where)
    if not task.sources:
        raise InputError("the script reads no source", Position(source.file), HINT)
    sources = Sources(tuple(task.sources), tuple(task.include), tuple(task.define), task.top, task.parameters)
    return sources, tuple(task.said)


def _words(line: str, where: Position) -> list[str]:
    try:
        return shlex.split(line.rstrip(";"))
    except ValueError as problem:
        raise InputError(str(problem), where) from None


def _option(task: _Task, words: list[str], where: Position) -> None:
    name, value = words[0], " ".join(words[1:])
    if name not in _PASSED or value == "live":
        raise Unsupported(f"the option {' '.join(words)} of SymbiYosys", where)
    task.said.append(f"{name} {value}: passed over; assertions and covers are decided, at any depth")


def _file(task: _Task, words: list[str], where: Position, folder: Path) -> None:
    name, path = (words[0], words[0]) if len(words) == 1 else (words[0], words[-1])
    if Path(name).name != Path(path).name or len(words) > 2:
        raise Unsupported("a file under another name", where, "give it the name that the script uses")
    task.files[Path(name).name] = str(folder / path)


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
            elif option not in _USUAL:
                raise Unsupported(f"{command} {option}", where, HINT)
    elif command == "chparam" and rest[:1] == ["-set"] and len(rest) == 4:
        task.parameters[rest[1]] = rest[2]
        task.top = task.top or rest[3]
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
