"""Do reading and preparation grow with the program, and no faster?  Generated programs of several shapes and sizes.

    python benchmarks/preparation.py [--shape if-chain] [--lines 1000 --lines 2000] [--profile]

Each program is read and prepared in a process of its own.  Seconds are processor time: of *reading*, from the text to
the model over bit-vectors, and over *integers*; of preparing either for a search (*bits*, *prepared*).  *growth*
is the exponent of the whole from one size to the next: 1 is linear, 2 is quadratic.  A second table has the shares that
reading and the steps of both preparations have in the whole, in percent, for the largest program of each shape.
"""

from __future__ import annotations

import cProfile
import math
import multiprocessing
import pstats
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final
from unittest.mock import patch

import click

SIZES: Final = (1000, 2000, 4000, 8000, 16000)
HEADER: Final = ("extern int __VERIFIER_nondet_int(void);", "extern void __VERIFIER_error(void);")

# What preparing calls in turn, and what it is about.
STEPS: Final = MappingProxyType(
    {
        "without_dead_variables": "dead variables",
        "drop_constants": "constants",
        "intervals": "bounds",
        "within": "bounds",
        "with_bounded_inputs": "edges",
        "rewired_each": "edges",
        "summarised": "blocks",
        "shorten_steps": "shortening",
    }
)
SHARES: Final = ("reading", "integers", *dict.fromkeys(STEPS.values()), "other")

Generator = Callable[[int, random.Random], Iterator[str]]


def if_chain(lines: int, chance: random.Random) -> Iterator[str]:
    """An event-condition-action system: one function, a long chain of conditions on a few globals, called in a loop."""
    names = [f"a{number}" for number in range(10)]
    yield from (f"int {name} = {chance.randrange(5)};" for name in names)
    yield "int output = -1;"
    yield "int step(int input) {"
    for _ in range(max(1, (lines - 30) // 5)):
        read = chance.sample(names, 3)
        tests = " && ".join(f"({name} == {chance.randrange(6)})" for name in read[:2])
        yield f"  if ((input == {chance.randrange(1, 7)}) && {tests} && ({read[2]} <= {chance.randrange(300)})) {{"
        yield f"    {chance.choice(names)} = ((({read[2]} * {chance.randrange(2, 9)}) / 10) + {chance.randrange(99)});"
        yield f"    {chance.choice(names)} = {chance.randrange(6)};"
        yield f"    return {chance.randrange(20, 27)};"
        yield "  }"
    yield "  if (a0 == 77 && a1 == 5) __VERIFIER_error();"
    yield "  return -2;"
    yield "}"
    yield from _loop("output = step(input);", "if (input < 1 || input > 6) return 0;")


def functions(lines: int, chance: random.Random) -> Iterator[str]:
    """Many small functions with locals and a loop here and there, called one after the other and from each other."""
    count = max(2, (lines - 12) // 10)
    yield "int total;"
    for number in range(count):
        other = f"f{number - 1}(x - 1)" if number % 4 else "x"
        yield f"int f{number}(int x) {{"
        yield f"  int y = {chance.randrange(100)};"
        yield f"  if (x > {chance.randrange(100)})"
        yield "    y = y + 1;"
        yield "  else"
        yield f"    y = {other};"
        yield f"  if (total < 1000) total = total + {chance.randrange(1, 4)};"
        yield "  return x < y ? x : y;"
        yield "}"
    calls = [f"total = total + (f{number}(input) > 5);" for number in range(3, count, 4)]
    yield from _loop("\n    ".join(calls), "if (total < 0) __VERIFIER_error();")


def pointers(lines: int, chance: random.Random) -> Iterator[str]:
    """Pointers to one of several objects: each access is a case distinction."""
    yield "struct node { int key; int value; struct node *next; };"
    yield from (f"struct node n{number};" for number in range(8))
    yield "struct node *p, *q;"
    count = max(1, (lines - 20) // 8)
    body: list[str] = []
    for number in range(count):
        first, second = chance.sample(range(8), 2)
        body += [
            f"if (input == {number})",
            f"  p = &n{first};",
            f"else if (input > {chance.randrange(count)})",
            f"  p = &n{second};",
            f"p->value = p->value < {chance.randrange(50)} ? p->value + 1 : 0;",
            f"q = p; q->key = n{first}.key;",
            f"n{second}.next = p;",
            f"if (q->value > {chance.randrange(50)}) q->key = 1;",
        ]
    yield from _loop("\n    ".join(body), "if (p->value > 100) __VERIFIER_error();", first="p = &n0; q = &n1;")


def many_globals(lines: int, chance: random.Random) -> Iterator[str]:
    """A sequentialised system: a global for every few lines, each written in few places."""
    count = max(4, (lines - 12) // 6)
    yield from (f"int g{number}, h{number};" for number in range(count))
    body: list[str] = []
    for number in range(count):
        other = chance.randrange(count)
        body += [
            f"if (g{number} < {chance.randrange(1, 9)})",
            f"  g{number} = h{number} + 1;",
            "else",
            f"  g{number} = 0;",
            f"h{number} = g{other} > 3 ? 3 : g{other};",
        ]
    yield from _loop("\n    ".join(body), "if (h0 > 3) __VERIFIER_error();")


def straight(lines: int, chance: random.Random) -> Iterator[str]:
    """Drivers in small: long straight-line code with a check after each call that may fail."""
    yield "int status, opened;"
    body: list[str] = []
    for number in range(max(1, (lines - 12) // 5)):
        body += [
            f"int r{number} = __VERIFIER_nondet_int();",
            f"if (r{number} < 0) {{ status = -{chance.randrange(1, 40)}; goto out; }}",
            f"opened = opened + (r{number} > {chance.randrange(100)});",
            "if (opened > 8)",
            f"  opened = {chance.randrange(8)};",
        ]
    yield from _loop("\n    ".join(body), "out: if (opened > 9) __VERIFIER_error();")


SHAPES: Final = MappingProxyType(
    {
        "if-chain": if_chain,
        "functions": functions,
        "pointers": pointers,
        "globals": many_globals,
        "straight": straight,
    }
)


def _loop(body: str, check: str, first: str = "") -> Iterator[str]:
    yield "int main(void) {"
    yield f"  {first}"
    yield "  while (1) {"
    yield "    int input = __VERIFIER_nondet_int();"
    yield f"    {body}"
    yield f"    {check}"
    yield "  }"
    yield "}"


def program(shape: str, lines: int, seed: int = 1) -> str:
    """A program of about so many lines; the same for the same seed."""
    return "\n".join((*HEADER, *SHAPES[shape](lines, random.Random(seed)), ""))


@dataclass(frozen=True)
class Row:
    """Sizes and seconds of one program."""

    lines: int
    edges: int
    reading: float
    integers: float
    bits: float
    prepared: float
    steps: Mapping[str, float]

    @property
    def seconds(self) -> float:
        return self.reading + self.integers + self.bits + self.prepared

    @property
    def shares(self) -> Iterator[float]:
        """The shares of ``SHARES`` in the whole, in percent."""
        parts = {"reading": self.reading, "integers": self.integers, **self.steps}
        parts["other"] = self.seconds - sum(parts.values())
        return (100 * parts.get(name, 0.0) / self.seconds for name in SHARES)


@contextmanager
def steps_clocked() -> Iterator[Mapping[str, float]]:
    """The processor time of each kind of step of preparation, summed up while this is open."""
    from assay.transforms.edges import reduction
    from assay.transforms.prepare import programs

    spent: dict[str, float] = {}

    def clocked(kind: str, function: Callable[..., object]) -> Callable[..., object]:
        def timed(*arguments: object) -> object:
            began = time.process_time()
            try:
                return function(*arguments)
            finally:
                spent[kind] = spent.get(kind, 0.0) + time.process_time() - began

        return timed

    with ExitStack() as patches:
        for name, kind in STEPS.items():
            module = reduction if name == "rewired_each" else programs
            patches.enter_context(patch.object(module, name, clocked(kind, getattr(module, name))))
        yield spent


def measured(shape: str, lines: int, *, profile: bool = False) -> Row:
    """Read and prepare one program."""
    from assay.core.model import Safety
    from assay.frontends.c import read_c
    from assay.transforms.prepare.programs import prepare_program

    text = program(shape, lines)
    clock = time.process_time
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.c"
        file.write_text(text)
        profiler = cProfile.Profile() if profile else None
        if profiler is not None:
            profiler.enable()
        began = clock()
        model = read_c(file)
        reading = clock() - began
        (goal,) = (prop for prop in model.properties if not prop.auxiliary)
        with steps_clocked() as steps:
            began = clock()
            prepare_program(model, goal, blocks="large", seconds=1e6)
            bits = clock() - began
            began = clock()
            twin = model.origin.integers() if model.origin.integers is not None else None
            integers = clock() - began
            began = clock()
            if twin is not None:
                places = {place.name: place for place in twin.locations}
                bad = {places[place.name]: formula for place, formula in goal.bad.items() if place.name in places}
                prepare_program(twin, Safety(goal.name, bad), blocks="large", seconds=1e6)
            prepared = clock() - began
        if profiler is not None:
            profiler.disable()
            pstats.Stats(profiler).sort_stats("tottime").print_stats(45)
    return Row(text.count("\n"), len(model.edges), reading, integers, bits, prepared, dict(steps))


def growth(before: Row, after: Row) -> float:
    """The exponent with which seconds grow from one size to the next."""
    return math.log(after.seconds / before.seconds) / math.log(after.lines / before.lines)


@click.command()
@click.option("--shape", "shapes", multiple=True, type=click.Choice(tuple(SHAPES)), help="all, unless given")
@click.option("--lines", "sizes", multiple=True, type=int, help="1, 2, 4, 8 and 16 thousand, unless given")
@click.option("--most", default=120.0, help="a shape that took longer than this is not asked for a larger size")
@click.option("--profile", is_flag=True, help="print where the time goes")
def main(shapes: tuple[str, ...], sizes: tuple[int, ...], most: float, profile: bool) -> None:
    """Measure, and print two tables."""
    largest: dict[str, Row] = {}
    print("| shape | lines | edges | reading | integers | bits | prepared | all | growth |")
    print("|---|---|---|---|---|---|---|---|---|")
    for shape in shapes or SHAPES:
        before: Row | None = None
        for lines in sizes or SIZES:
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                row = pool.apply(measured, (shape, lines), {"profile": profile})
            times = " | ".join(f"{s:.2f}" for s in (row.reading, row.integers, row.bits, row.prepared, row.seconds))
            power = f"{growth(before, row):.2f}" if before is not None else ""
            print(f"| {shape} | {row.lines} | {row.edges} | {times} | {power} |", flush=True)
            before = largest[shape] = row
            if row.seconds > most:
                break
    print(f"\n| shape | lines | {' | '.join(SHARES)} |")
    print(f"|---|---|{'---|' * len(SHARES)}")
    for shape, row in largest.items():
        print(f"| {shape} | {row.lines} | {' | '.join(f'{share:.0f}' for share in row.shares)} |")


if __name__ == "__main__":
    main()
