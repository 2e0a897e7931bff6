"""Small C programs that put several tricky features of the language together, by a seed.

The features are *pieces* in the folder ``pieces``: declarations for the file, then statements that call ``mix`` with
everything worth knowing.  A piece leaves choices open:

    $_              the number of the piece, to keep names apart
    $[a $| b$]      one of these; $x=[a $| b$] remembers the choice, and $x repeats it
    $T1 $C1 $P1 ... a type, a constant, ... (``CHOICES``); the same number means the same choice
    $I              a number from 0 to 7: a literal, or an input of the program
    $COND           (in ``endings``) the condition on which the error is reached

A program executes its pieces, each in a setting of its own, and ends in one of the ``endings``.  Whether it reaches the
error depends on one condition over the sum of what was mixed: ``text`` takes it, so that the same program can first
tell its sums and then be made to fail, or to hold.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from differential.c_programs import LITERALS, SUFFIXED, TYPES, Dice, Seeded

FOLDER: Final = Path(__file__).parent / "pieces"
ENDINGS: Final = "endings"
STRIDE: Final = 101
SMALL: Final = 8  # inputs are below this

INTS: Final = ("0", "1", "-1", "7", "127", "-128", "255", "32767", "65536", "2147483647", "(-2147483647 - 1)", "-99")
WIDE: Final = ("1ll", "-1ll", "0x1ffffffffll", "0x123456789abcdefll", "(-0x7fffffffffffffffll - 1)", "0x80000000ll")
CHOICES: Final = MappingProxyType(
    {
        "T": TYPES[:-1],
        "C": (*LITERALS, *SUFFIXED),
        "K": INTS,
        "H": WIDE,
        "B": ("0", "1", "85", "127", "128", "200", "255"),
        "N": ("0", "1", "2", "3"),
        "P": ("1", "2", "3", "4", "5", "6"),
        "W": ("1", "2", "3", "5", "7", "8", "9", "15", "16", "17", "24", "30", "31", "32"),
        "L": ("33", "35", "40", "47", "48", "55", "60", "63"),
        "O": ("+", "-", "*", "&", "|", "^"),
    }
)
INPUT_TYPES: Final = (("unsigned", "uint"), ("int", "int"), ("unsigned char", "uchar"), ("short", "short"))
GROUP: Final = re.compile(r"\$(?:([a-z]+)=)?\[((?:(?!\$\[|\$[a-z]+=\[|\$\]).)*)\$\]", re.DOTALL)
HEAD: Final = """\
extern void reach_error(void); extern void __VERIFIER_error(void); extern void __VERIFIER_assume(int);
static unsigned long long sum;
static void mix(unsigned long long v) { sum = (sum << 5 | sum >> 59) ^ v; }
"""


@dataclass(frozen=True)
class Piece:
    """One feature: what it needs at file scope, and what it does."""

    feature: str
    top: str
    body: str


@dataclass(frozen=True)
class Part:
    """A piece without open choices, and where it is executed."""

    number: int
    feature: str
    top: str
    body: str
    setting: str


@dataclass(frozen=True)
class Input:
    """A value below ``SMALL`` that the program asks for."""

    name: str
    type: str
    suffix: str


@dataclass(frozen=True)
class Program:
    """Parts, inputs and an ending; ``text`` makes it C."""

    seed: int
    parts: tuple[Part, ...]
    inputs: tuple[Input, ...]
    ending: Part

    @property
    def features(self) -> tuple[str, ...]:
        return (*(part.feature for part in self.parts), f"ending/{self.ending.feature}")

    def text(self, condition: str, extra: str = "") -> str:
        """The program that reaches its error if the condition over ``sum`` holds at its end."""
        files = [HEAD + extra + f"static int wrong(void) {{ return {condition}; }}\n"]
        files += [f"extern {given.type} __VERIFIER_nondet_{given.suffix}(void);\n" for given in self.inputs]
        files += [part.top for part in (*self.parts, self.ending)]
        lines: list[str] = []
        for given in self.inputs:
            lines.append(f"{given.type} {given.name} = __VERIFIER_nondet_{given.suffix}();")
            lines.append(f"__VERIFIER_assume({given.name} >= 0 && {given.name} < {SMALL});")
        for part in self.parts:
            definition, call = placed(part, self.inputs)
            files.append(definition)
            lines.append(call)
        body = "\n".join([*lines, "{", self.ending.body, "}"])
        return "".join(files) + f"int main(void) {{\n{body}\nreturn 0;\n}}\n"


def placed(part: Part, inputs: Sequence[Input]) -> tuple[str, str]:
    """A part in its setting: a definition for the file and a statement for ``main``."""
    parameters = ", ".join(f"{given.type} {given.name}" for given in inputs) or "void"
    arguments = ", ".join(given.name for given in inputs)
    name = f"part{part.number}"
    function = f"static void {name}({parameters}) {{\n{part.body}\n}}\n"
    match part.setting:
        case "block":
            return "", f"{{\n{part.body}\n}}"
        case "twice":
            return function, f"for (int turn = 0; turn < 2; turn++) {name}({arguments});"
        case "pointer":
            return function, f"{{ void (*run)({parameters}) = {name}; run({arguments}); }}"
        case _:
            return function, f"{name}({arguments});"


def pieces_of(name: str, folder: Path = FOLDER) -> tuple[Piece, ...]:
    """The pieces of one file: ``=== feature``, what it declares, ``---``, what it does."""
    found = []
    for chunk in re.split(r"^=== ", (folder / f"{name}.txt").read_text(), flags=re.MULTILINE)[1:]:
        feature, text = chunk.split("\n", 1)
        top, _, body = text.rpartition("---\n") if "---\n" in text else (text, "", "")
        found.append(Piece(feature.strip(), top, body))
    return tuple(found)


def all_pieces(folder: Path = FOLDER) -> tuple[Piece, ...]:
    """Every feature of a folder."""
    names = sorted(path.stem for path in folder.glob("*.txt") if path.stem != ENDINGS)
    return tuple(piece for name in names for piece in pieces_of(name, folder))


@dataclass
class Filling:
    """Makes the choices of one piece."""

    dice: Dice
    number: int
    inputs: Sequence[Input]
    chosen: dict[str, str]

    def fill(self, text: str, *, constant: bool) -> str:
        """The text without open choices; with constants only where an input cannot be named."""
        while match := GROUP.search(text):
            choice = self.dice.pick(match.group(2).split("$|")).strip()
            if match.group(1):
                self.chosen[match.group(1)] = choice
            text = text[: match.start()] + choice + text[match.end() :]
        return re.sub(r"\$(COND|_|[A-Z]\d*|[a-z]+)", lambda match: self.value(match.group(1), constant), text)

    def value(self, name: str, constant: bool) -> str:
        if name == "_":
            return str(self.number)
        if name == "COND":
            return "wrong()"
        if name[0] == "I":
            if self.inputs and not constant and self.dice.number(0, 2):
                return self.dice.pick(self.inputs).name
            return str(self.dice.number(0, SMALL - 1))
        if name not in self.chosen:
            self.chosen[name] = self.dice.pick(CHOICES[name[0]])
        return self.chosen[name]


def part(piece: Piece, number: int, inputs: Sequence[Input], dice: Dice) -> Part:
    """A piece with its choices made."""
    filling = Filling(dice, number, inputs, {})
    top, body = filling.fill(piece.top, constant=True), filling.fill(piece.body, constant=False)
    jumps = re.search(r"\bgoto\b|__label__|#", body) is not None
    settings = ("function", "twice", "pointer") if jumps else ("block", "function", "twice", "pointer")
    return Part(number, piece.feature, top, body, dice.pick(settings))


def program(
    seed: int, pieces: Sequence[Piece], endings: Sequence[Piece], inputs_of: Sequence[int] = (0, 0, 1, 1, 2)
) -> Program:
    """The program of a seed: half of them have one feature, so that one that is refused does not hide the others.

    It has one of ``inputs_of`` many inputs.
    """
    dice = Seeded(random.Random(seed))
    count = dice.pick((1, 1, 1, 2, 2, 3))
    inputs = tuple(Input(f"in{n}", *dice.pick(INPUT_TYPES)) for n in range(dice.pick(inputs_of)))
    # The first goes through all of them, in an order that mixes kinds.
    first = [pieces[seed * STRIDE % len(pieces)]]
    others = [dice.pick(pieces) for _ in range(count - 1)]
    parts = tuple(part(piece, number + 1, inputs, dice) for number, piece in enumerate(first + others))
    # Half of the programs end in the plain call, which hides nothing of what came before.
    ending = endings[0] if dice.number(0, 1) else dice.pick(endings)
    made = replace(part(ending, 0, (), dice), setting="block")
    return Program(seed, parts, inputs, made)


def single(seed: int, pieces: Sequence[Piece], endings: Sequence[Piece]) -> Program:
    """One piece or one ending, without inputs: what each feature means by itself."""
    dice = Seeded(random.Random(seed))
    number = seed % (len(pieces) + len(endings))
    chosen = [pieces[number]] if number < len(pieces) else []
    ending = endings[0] if chosen else endings[number - len(pieces)]
    parts = tuple(part(piece, 1, (), dice) for piece in chosen)
    return Program(seed, parts, (), replace(part(ending, 0, (), dice), setting="block"))


def smaller(whole: Program) -> tuple[Program, ...]:
    """The same program with one thing less."""
    fewer = [replace(whole, parts=whole.parts[:n] + whole.parts[n + 1 :]) for n in range(len(whole.parts))]
    plain = pieces_of(ENDINGS)[0]
    if whole.ending.feature != plain.feature:
        fewer.append(replace(whole, ending=Part(0, plain.feature, "", "if (wrong()) reach_error();\n", "block")))
    for number, one in enumerate(whole.parts):
        if one.setting != "function":
            calmer = replace(one, setting="function")
            fewer.append(replace(whole, parts=(*whole.parts[:number], calmer, *whole.parts[number + 1 :])))
    return tuple(fewer)
