"""A C program as its compiler sees it: files, each with the options that it is compiled with, and where it starts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MAIN: Final = "main"
# The function that calls the one where a program is to start, and what its text is called.
START: Final = "__assay_entry"
DRIVER: Final = "--entry"
COMMON: Final = "-fcommon"
# Options whose value is a path, and those whose value is a folder.
FOLDERS: Final = ("-I", "-iquote", "-isystem")
PATHS: Final = (*FOLDERS, "-include")


@dataclass(frozen=True, slots=True)
class Flag:
    """An option of a compiler with its value: ``-I include``, ``-D N=4``, ``-std gnu11``."""

    option: str
    value: str

    def words(self) -> tuple[str, ...]:
        """As compilers take it."""
        if self.option == "-std":
            return (f"-std={self.value}",)
        if not self.value:
            return (self.option,)
        return (f"{self.option}{self.value}",) if len(self.option) == 2 else (self.option, self.value)

    def absolute(self) -> Flag:
        """The same for whoever works in another folder."""
        return Flag(self.option, str(Path(self.value).absolute())) if self.option in PATHS else self


@dataclass(frozen=True, slots=True)
class TranslationUnit:
    """A file that can be opened, and its options.  ``given`` is what people call it, where that is another name.

    ``behind`` is C code that is read behind its text: what calls the function where the program is to start.
    Of a ``library`` only what no other file defines is taken.
    """

    file: str
    flags: tuple[Flag, ...] = ()
    given: str = ""
    behind: str = ""
    library: bool = False

    @property
    def name(self) -> str:
        return self.given or self.file

    def words(self) -> Iterator[str]:
        """The options, as compilers take them in this folder."""
        for flag in self.flags:
            yield from flag.words()

    def absolute(self) -> tuple[str, ...]:
        """The options, as compilers take them anywhere."""
        return tuple(word for flag in self.flags for word in flag.absolute().words())

    def language(self) -> tuple[str, ...]:
        """Those of the options that still count when the preprocessor is done."""
        return tuple(word for flag in self.flags if flag.option in ("-std", COMMON) for word in flag.words())

    @property
    def before_c99(self) -> bool:
        """Is this C of 1989?  It has another rule for inline functions."""
        editions = [flag.value for flag in self.flags if flag.option == "-std"]
        return bool(editions) and editions[-1] in ("c89", "gnu89")


@dataclass(frozen=True, slots=True)
class Program:
    """All files of a program, in the order in which they are linked; a run begins with a call of ``entry``."""

    units: tuple[TranslationUnit, ...]
    entry: str = MAIN

    @classmethod
    def of(cls, given: Program | Path) -> Program:
        """A program, or a file that is one."""
        return given if isinstance(given, Program) else cls((TranslationUnit(str(given)),))

    @property
    def start(self) -> str:
        """The function without a caller."""
        return MAIN if self.entry == MAIN and not any(unit.behind for unit in self.units) else START

    @property
    def common(self) -> bool:
        """Are tentative definitions of several files one variable?"""
        return any(flag.option == COMMON for unit in self.units for flag in unit.flags)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(unit.name for unit in self.units)
