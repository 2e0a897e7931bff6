"""How a program is built, as the user says it: files, the compiler's options for all of them, and where runs start.

Options are those of gcc that say what a text means.  What would change the meaning in a way that is not modelled is
refused by its name; the rest is for whoever generates code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from assay.core.errors import InputError, Position, Unsupported
from assay.core.program import COMMON, FOLDERS, PATHS, Flag

# Names that gcc has for the same editions of C.
_EDITIONS: Final = {
    **dict.fromkeys(("c89", "c90", "ansi", "iso9899:1990"), "c89"),
    **dict.fromkeys(("gnu89", "gnu90"), "gnu89"),
    **dict.fromkeys(("c99", "c9x", "iso9899:1999", "iso9899:199x"), "c99"),
    **dict.fromkeys(("gnu99", "gnu9x"), "gnu99"),
    **dict.fromkeys(("c11", "c1x", "iso9899:2011"), "c11"),
    **dict.fromkeys(("gnu11", "gnu1x"), "gnu11"),
    **dict.fromkeys(("c17", "c18", "iso9899:2017", "iso9899:2018"), "c17"),
    **dict.fromkeys(("gnu17", "gnu18"), "gnu17"),
}
_MACRO: Final = re.compile(r"[A-Za-z_$][\w$]*(?:\([^()]*\))?")
_WIDTHS: Final = {"-m32": "ILP32", "-m64": "LP64"}

# Options of a command with a value of their own behind them that say nothing about meaning.
_SKIPPED_WITH_VALUE: Final = frozenset(("-o", "-MF", "-MT", "-MQ", "-L", "-l", "-Xlinker", "-Xassembler", "-T", "-z"))
# Options that leave the meaning of a program alone; many of them say how errors, sizes and speed are to be.
_HARMLESS: Final = re.compile(
    r"""-(?:
    [cSsgvpQ] | pipe | pg | save-temps.* | w | W(?!a,).* | O.* | g.* | M[DMPG]* | d[A-Z] | L.* | l.* | rdynamic
    | static | shared | pie | no-pie | nostdlib | nodefaultlibs | nostartfiles | pedantic.* | fmax-errors=.*
    | fdiagnostics.*
    | f(?:no-)?(?:color-diagnostics|strict-aliasing|stack-protector.*|omit-frame-pointer|function-sections|data-sections
      |asynchronous-unwind-tables|unwind-tables|exceptions|plt|ident|inline.*|lto.*|fat-lto-objects|pic|PIC|pie|PIE
      |visibility=.*|visibility-inlines-hidden|cf-protection.*|stack-clash-protection|tree-.*|unroll-.*|merge-constants
      |delete-null-pointer-checks|semantic-interposition|gcse|ivopts|peel-loops|reorder-.*|align-.*|jump-tables
      |sanitize=.*|sanitize-.*|profile.*|test-coverage|builtin.*|strict-overflow|wrapv|wrapv-pointer|var-tracking.*
      |working-directory|macro-prefix-map=.*|debug-prefix-map=.*|file-prefix-map=.*|record-gcc-switches|keep-.*
      |trivial-auto-var-init=.*|zero-call-used-regs=.*|hardened|math-errno|fp-contract=off|caret-diagnostics)
    | fno-common | fsigned-char | fno-unsigned-char | fno-short-enums | fno-fast-math | fno-trapv | fno-gnu89-inline
    | m(?:tune=.*|no-.*|red-zone|cmodel=.*|stackrealign|preferred-stack-boundary=.*|indirect-branch.*|fentry
      |function-return=.*|skip-rax-setup|retpoline.*)
    )""",
    re.VERBOSE,
)
# Options that give a text another meaning than the one that is modelled.
_REFUSED: Final = re.compile(
    r"""-(?:
    funsigned-char | fno-signed-char | fshort-enums | fshort-wchar | fpack-struct.* | ffast-math
    | funsafe-math-optimizations | ffinite-math-only | fassociative-math | freciprocal-math | fno-signed-zeros
    | fsingle-precision-constant | frounding-math | fexcess-precision=.* | ffp-contract=.* | ftrapv | ffreestanding
    | fno-hosted | fms-extensions
    | fplan9-extensions | fgnu89-inline | finput-charset=.* | fexec-charset=.* | fwide-exec-charset=.* | trigraphs
    | funsigned-bitfields | fno-signed-bitfields | fopenmp.* | fopenacc.* | fcf-runtime.* | fsplit-stack | fno-asm
    | Ofast | mx32 | m16 | miamcu | mlong-double-.* | m(?:no-)?ms-bitfields | malign-double | mfpmath=.* | mpc\d+
    | imacros.* | undef | nostdinc | include-pch.* | Wp,.* | Xpreprocessor | Xclang | specs=.* | B.* | fplugin.*
    )""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Building:
    """What is said beside the first file: more files, options for all of them, a list of commands, where to start.

    Of a design, ``top`` is the module that is checked, and ``parameters`` have values for it; ``task`` is one of those
    that a file of SymbiYosys describes.
    """

    files: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()
    commands: str | None = None
    entry: str | None = None
    libraries: tuple[str, ...] = ()
    top: str | None = None
    parameters: tuple[tuple[str, str], ...] = ()
    task: str | None = None


def building(
    files: Sequence[str] = (),
    *,
    include: Iterable[str] = (),
    define: Iterable[str] = (),
    undefine: Iterable[str] = (),
    included: Iterable[str] = (),
    standard: str | None = None,
    commands: str | None = None,
    entry: str | None = None,
    libraries: Iterable[str] = (),
    top: str | None = None,
    parameters: Iterable[str] = (),
    task: str | None = None,
) -> Building:
    """What the options of a command line say; what cannot be meant is an ``InputError``."""
    macros, removed = list(define), list(undefine)
    twice = {name_of_macro(text) for text in macros} & set(removed)
    if twice:
        name = min(twice)
        raise InputError(f"-D {name} and -U {name} contradict each other", hint="give one of them")
    flags = [
        *(Flag("-I", folder) for folder in include),
        *(Flag("-D", checked_macro(text)) for text in macros),
        *(Flag("-U", checked_macro(name)) for name in removed),
        *(Flag("-include", file) for file in included),
        *([Flag("-std", edition(standard))] if standard else ()),
    ]
    given = tuple(_existing(flag) for flag in flags)
    values = tuple(_parameter(text) for text in parameters)
    return Building(tuple(files), given, commands, entry, tuple(libraries), top, values, task)


def _parameter(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise InputError(f"--param {text}: a parameter is a name and a number", hint="write --param N=4")
    return name, value


def _existing(flag: Flag) -> Flag:
    if flag.option in FOLDERS and not Path(flag.value).is_dir():
        raise InputError(f"{flag.option} {flag.value}: there is no such folder")
    if flag.option == "-include" and not Path(flag.value).is_file():
        raise InputError(f"{flag.option} {flag.value}: there is no such file")
    return flag


def name_of_macro(text: str) -> str:
    return text.partition("=")[0].partition("(")[0]


def checked_macro(text: str) -> str:
    """The text of a macro on a command line, if it is one."""
    if not _MACRO.fullmatch(text.partition("=")[0]) or "\n" in text:
        raise InputError(f"{text!r} is no macro", hint="write -D NAME, -D NAME=VALUE or -U NAME")
    return text


def edition(name: str, where: Position | None = None) -> str:
    """The edition of C that a name of gcc's means."""
    if name not in _EDITIONS:
        known = ", ".join(dict.fromkeys(_EDITIONS.values()))
        raise Unsupported(f"the edition {name} of C is not supported", where, f"known: {known}")
    return _EDITIONS[name]


@dataclass
class Words:
    """The words of a compiler's command, sorted: flags, the data model, inputs, and options that nobody knows."""

    flags: list[Flag] = field(default_factory=list)
    data_model: str | None = None
    inputs: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


def sorted_words(words: Sequence[str], where: Position) -> Words:
    """What a command says about the meaning of its file; what is not modelled is refused by its name."""
    found = Words()
    rest = iter(words)
    for word in rest:
        _sort(word, rest, found, where)
    return found


def _sort(word: str, rest: Iterator[str], found: Words, where: Position) -> None:
    option = next((o for o in (*PATHS, "-D", "-U") if word.startswith(o) and (len(o) == 2 or word == o)), None)
    if option is not None:
        found.flags.append(Flag(option, word[len(option) :] or next(rest, "")))
    elif word.startswith("-std="):
        found.flags.append(Flag("-std", edition(word.partition("=")[2], where)))
    elif word == "-ansi":
        found.flags.append(Flag("-std", edition("ansi")))
    elif word in _WIDTHS:
        found.data_model = _WIDTHS[word]
    elif word == COMMON:
        found.flags.append(Flag(COMMON, ""))
    elif word == "-pthread":
        found.flags.append(Flag("-D", "_REENTRANT"))
    elif word == "-x":
        language = next(rest, "")
        if language != "c":
            raise Unsupported(f"the language {language} is not supported", where, "Assay reads C")
    elif word in _SKIPPED_WITH_VALUE:
        next(rest, "")
    elif _REFUSED.fullmatch(word) or word.startswith("@"):
        raise Unsupported(f"the compiler's option {word} is not supported", where, "it changes what programs mean")
    elif word.startswith("-") and word != "-":
        if not _HARMLESS.fullmatch(word):
            found.unknown.append(word)
    else:
        found.inputs.append(word)
