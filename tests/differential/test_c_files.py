"""A program means the same in one file and in several: generated programs, split at random, and executed both ways."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from assay.core.program import Program, TranslationUnit
from assay.frontends.c import DataModel, read_program
from assay.witness.c.execution.interpreter import Machine

PROGRAMS = 2_000 if os.environ.get("ASSAY_CAMPAIGN") else 40
HEADER = """
struct pair { int first; unsigned second : 5; struct pair *other; };
typedef int (*step)(int, int);
static inline int clip(int x) { return x > 1000 ? 1000 : x < -1000 ? -1000 : x; }
extern void reach_error(void);
"""


@dataclass(frozen=True)
class Piece:
    """A definition, and how other files declare it."""

    definition: str
    declaration: str


def _piece(chance: random.Random, number: int, functions: list[str], variables: list[str]) -> Piece:
    """A variable, a table, a struct or a function that uses what was made before."""
    kind = chance.choice(("int", "table", "struct", "function", "function", "counter"))
    if kind == "int":
        variables.append(f"v{number}")
        value = chance.choice(("", f" = {chance.randint(-9, 9)}"))
        return Piece(f"int v{number}{value};", f"extern int v{number};")
    if kind == "table":
        values = [chance.randint(-5, 5) for _ in range(chance.randint(1, 4))]
        variables.append(f"t{number}[{chance.randrange(len(values))}]")
        return Piece(f"int t{number}[] = {{{', '.join(map(str, values))}}};", f"extern int t{number}[];")
    if kind == "struct":
        variables.append(f"s{number}.first")
        text = f"struct pair s{number} = {{{chance.randint(0, 9)}, {chance.randint(0, 40)}, &s{number}}};"
        return Piece(text, f"extern struct pair s{number};")
    if kind == "counter":
        functions.append(f"f{number}")
        body = f"static int calls = {chance.randint(0, 3)}; calls += a; return clip(calls - b);"
        return Piece(f"int f{number}(int a, int b) {{ {body} }}", f"int f{number}(int a, int b);")
    parts = [f"{chance.choice(functions)}({_term(chance, variables)}, b)" for _ in range(2) if functions]
    if functions and chance.random() < 0.4:
        parts.append(f"((step){chance.choice(functions)})(a, {_term(chance, variables)})")
    value = f" {chance.choice('+-^')} ".join(parts or ["a", "b"])
    store = f"{chance.choice(variables)} = clip({_term(chance, variables)} + a); " if variables else ""
    functions.append(f"f{number}")
    other = f"clip(a - {_term(chance, variables)})"
    text = f"int f{number}(int a, int b) {{ {store}if (a > b) return clip({value}); return {other}; }}"
    return Piece(text, f"int f{number}(int a, int b);")


def _term(chance: random.Random, variables: list[str]) -> str:
    return chance.choice([*variables, "a", "b", str(chance.randint(-4, 4))])


def generated(seed: int) -> tuple[list[Piece], str]:
    """Pieces in an order in which each uses earlier ones, and a main that leaves what it finds in ``result``."""
    chance = random.Random(seed)
    functions: list[str] = []
    variables: list[str] = []
    pieces = [_piece(chance, number, functions, variables) for number in range(chance.randint(3, 9))]
    calls = [
        f"  result = clip(3 * result + {name}({chance.randint(-9, 9)}, {chance.randint(-9, 9)}));" for name in functions
    ]
    reads = [f"  result = clip(3 * result + {name});" for name in variables]
    return pieces, "int result;\nint main(void) {\n" + "\n".join([*calls, *reads]) + "\n  return 0;\n}\n"


def result(folder: Path, texts: list[str]) -> object:
    folder.mkdir()
    (folder / "all.h").write_text(HEADER)
    files = [folder / f"{number}.c" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text('#include "all.h"\n' + text)
    model = read_program(Program(tuple(TranslationUnit(str(file)) for file in files)), DataModel.LP64)
    run = Machine(model).run(steps=100_000)
    assert not run.stuck
    return run.location.name, {s.name: v for s, v in run.state.items() if s.name == "result"}


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_in_one_file_and_in_several(seed: int, tmp_path: Path) -> None:
    pieces, main = generated(seed)
    chance = random.Random(seed)
    count = chance.randint(2, 3)
    places = [chance.randrange(count) for _ in pieces]
    declared = "".join(f"{piece.declaration}\n" for piece in pieces)
    split = [
        declared
        + "".join(f"{piece.definition}\n" for piece, place in zip(pieces, places, strict=True) if place == number)
        for number in range(count)
    ]
    split[chance.randrange(count)] += main
    joined = result(tmp_path / "joined", ["".join(f"{piece.definition}\n" for piece in pieces) + main])
    assert result(tmp_path / "split", split) == joined
