"""Refinements, fixpoints and time of CGR, dual CGR, FBAR and the hybrid on random systems of growing size, and on F-K.

Usage: systems.py [NUMBER [SIZE...]]; NUMBER random systems of each SIZE.  Every verdict is compared with exact search.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from assay.core.verdict import Holds, Verdict
from assay.domains.partition import Partition, generated
from assay.engines.fixpoint import cgr, cgr_dual, fbar, hybrid
from assay.spaces.explicit import Graph, bitset
from assay.spaces.sets import Line, System

Recipe = Callable[..., Verdict]
RECIPES: dict[str, Recipe] = {"cgr": cgr, "cgr-dual": cgr_dual, "fbar": fbar, "hybrid": hybrid}


@dataclass
class Tally:
    """Sums over many runs of one recipe."""

    refinements: int = 0
    fixpoints: int = 0
    seconds: float = 0.0
    wrong: int = 0
    per_system: list[int] = field(default_factory=list)

    def run(self, recipe: Recipe, system: System[int], domain: Partition[int], *, safe: bool) -> None:
        lines: list[Line[int]] = []
        started = time.process_time()
        verdict = recipe(system, domain, record=lines.append)
        self.seconds += time.process_time() - started
        self.wrong += isinstance(verdict, Holds) != safe
        guided = [line.number for line in lines if line.values.keys() & {"R", "S"}]
        both = [line.number for line in lines if line.values.keys() & {"Up", "Vp", "Xp", "Yp"}]
        finer = sum(1 for line in lines if line.domain) if both else max(guided)
        self.refinements += finer
        self.per_system.append(finer)
        self.fixpoints += len(guided) + len(both)


def random_system(source: random.Random, size: int) -> tuple[System[int], Partition[int]]:
    """About two steps a state, some initial and some bad states, a domain with a few random members."""
    whole = (1 << size) - 1
    steps = {(a, source.randrange(size)) for a in range(size) for _ in range(source.choice((1, 1, 2, 3)))}
    kinds = source.choices("isb", (1, 8, 1), k=size)
    initial, bad = (bitset(n for n in range(size) if kinds[n] == kind) for kind in "ib")
    system = Graph(whole, tuple(sorted(steps)), initial, bad).system
    members = [source.getrandbits(size) & source.getrandbits(size) for _ in range(source.randint(0, 5))]
    return system, generated(whole, members).normal(system)


def family(size: int) -> tuple[System[int], Partition[int]]:
    """F-K: two chains that neither direction alone decides; state 0 starts, state 1 is the error."""

    def a(number: int) -> int:
        return 1 + number

    def c(number: int) -> int:
        return 1 + size + number

    steps = [(0, a(1)), (a(1), a(1)), (a(2), 1), (1, 1), *((a(n), a(n - 1)) for n in range(3, size + 1))]
    steps += [(0, c(2)), (c(1), c(1)), (c(1), 1), (c(size), c(size)), *((c(n), c(n + 1)) for n in range(2, size))]
    whole = (1 << 2 * size + 2) - 1
    members = [bitset(place(n) for n in range(least, size + 1)) for place in (a, c) for least in (1, 2)]
    return Graph(whole, tuple(steps), 1, 2).system, generated(whole, [1, 2, *members])


def report(title: str, tallies: dict[str, Tally]) -> None:
    for name, tally in tallies.items():
        print(
            f"{title:24} {name:9} refinements {tally.refinements:7}  fixpoints {tally.fixpoints:8}  "
            f"{tally.seconds:8.2f} s  wrong {tally.wrong}"
        )
    best = zip(*(tally.per_system for tally in tallies.values()), strict=True)
    rows = [dict(zip(tallies, row, strict=True)) for row in best]
    worse = {name: sum(row[name] > min(row.values()) for row in rows) for name in tallies}
    print(f"{title:24} more refinements than the best: {worse}", flush=True)


def main(number: int, sizes: list[int]) -> None:
    for size in sizes:
        source = random.Random(size)
        tallies = {name: Tally() for name in RECIPES}
        for _ in range(number):
            system, domain = random_system(source, size)
            safe = not system.reachable(system.initial, system.whole) & system.bad
            for name, recipe in RECIPES.items():
                tallies[name].run(recipe, system, domain, safe=safe)
        report(f"{number} systems of {size}", tallies)
    for size in (5, 10, 20, 40, 80):
        tallies = {name: Tally() for name in RECIPES}
        system, domain = family(size)
        for name, recipe in RECIPES.items():
            tallies[name].run(recipe, system, domain, safe=True)
        report(f"F-{size}", tallies)


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    main(numbers[0] if numbers else 300, numbers[1:] or [4, 8, 16, 32, 64])
