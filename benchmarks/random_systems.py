"""Refinements, fixpoints and time of CGR, dual CGR, FBAR and the hybrid on random systems of growing size, and on F-K.

Usage: random_systems.py [NUMBER [SIZE...]]; NUMBER random systems of each SIZE.  Every verdict is compared with exact
search.  F-K is run state by state with all methods, and with FBAR at K = 1,000 over diagrams and formulas as well.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from assay.core.bits import bitset
from assay.core.evidence import Proof
from assay.core.model import Safety
from assay.domains.fixpoint.partition import Partition, generated
from assay.domains.fixpoint.protocols import normal
from assay.engines.recipes.guided import METHODS, Conduct, Method, decide, fbar
from assay.spaces.circuit.sets import CircuitSets, DiagramSet
from assay.spaces.circuit.space import CircuitSpace
from assay.spaces.finite.explicit import Graph
from assay.spaces.formulas.space import FormulaSet, FormulaSpace
from assay.spaces.sets import Line, StateSet, System
from assay.transforms.circuit.bitblast import circuit_of

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from systems import family

S = TypeVar("S", bound=StateSet)


@dataclass
class Tally:
    """Sums over many runs of one method."""

    refinements: int = 0
    fixpoints: int = 0
    seconds: float = 0.0
    wrong: int = 0
    per_system: list[int] = field(default_factory=list)

    def run(self, method: Method, system: System[S], domain: Partition[S], *, safe: bool) -> None:
        lines: list[Line[S]] = []
        started = time.process_time()
        found = decide(method, system, domain, Conduct(lines.append))
        self.seconds += time.process_time() - started
        self.wrong += isinstance(found, Proof) != safe
        forward_backward = [line.number for line in lines if line.method == "FBAR"]
        rounds = [line.number for line in lines if line.method != "FBAR"]
        finer = forward_backward.count(25) if forward_backward else max(rounds)
        self.refinements += finer
        self.per_system.append(finer)
        self.fixpoints += sum(len(line.values.keys() & {"R", "S", "Up", "Vp", "Xp", "Yp"}) for line in lines)


def random_system(source: random.Random, size: int) -> tuple[System[int], Partition[int]]:
    """A random graph, and the domain of a few random members."""
    graph, members = random_graph(source, size)
    return graph.system, normal(generated(graph.states, members), graph.system)


def random_graph(source: random.Random, size: int) -> tuple[Graph, list[int]]:
    """About two steps a state, some initial and some bad states, and a few random sets."""
    whole = (1 << size) - 1
    steps = {(a, source.randrange(size)) for a in range(size) for _ in range(source.choice((1, 1, 2, 3)))}
    kinds = source.choices("isb", (1, 8, 1), k=size)
    initial, bad = (bitset(n for n in range(size) if kinds[n] == kind) for kind in "ib")
    members = [source.getrandbits(size) & source.getrandbits(size) for _ in range(source.randint(0, 5))]
    return Graph(whole, tuple(sorted(steps)), initial, bad), members


def report(title: str, tallies: dict[str, Tally]) -> None:
    for name, tally in tallies.items():
        print(
            f"{title:24} {name:9} refinements {tally.refinements:7}  fixpoints {tally.fixpoints:8}  "
            f"{tally.seconds:8.2f} s  wrong {tally.wrong}"
        )
    best = zip(*(tally.per_system for tally in tallies.values()), strict=True)
    rows = [dict(zip(tallies, row, strict=True)) for row in best]
    worse = {name: sum(row[name] > min(row.values()) for row in rows) for name in tallies}
    print(f"{title:24} more refinements than the best: {worse}")
    for other in ("cgr", "cgr-dual"):
        more, fewer = (sum(sign * (row["fbar"] - row[other]) > 0 for row in rows) for sign in (1, -1))
        first = sum(row[other] == 0 < row["fbar"] for row in rows)
        print(f"{title:24} fbar against {other}: more {more}, fewer {fewer}, some where {other} needs none {first}")
    sys.stdout.flush()


def random_systems(number: int, size: int) -> None:
    source = random.Random(size)
    tallies = {name: Tally() for name in METHODS}
    for _ in range(number):
        system, domain = random_system(source, size)
        # Tables of steps and cones of blocks are made here, so that no method pays for them.
        domain.above(system.whole)
        safe = not system.reachable(system.initial, system.whole) & system.reaching(system.bad, system.whole)
        for name, method in METHODS.items():
            tallies[name].run(method, system, domain, safe=safe)
    report(f"{number} systems of {size}", tallies)


def family_listed(size: int) -> None:
    example = family.listed(size)
    tallies = {name: Tally() for name in METHODS}
    for name, method in METHODS.items():
        tallies[name].run(method, example.graph.system, generated(example.graph.states, example.members), safe=True)
    report(f"F-{size}", tallies)


def over_diagrams(size: int) -> tuple[System[DiagramSet], Partition[DiagramSet]]:
    example = family.over_vectors(size)
    asked = tuple(Safety(f"member {k}", {place: term}) for k, (place, term) in enumerate(example.members))
    circuit = circuit_of(replace(example.model, properties=(*example.model.properties, *asked))).circuit
    space = CircuitSpace(circuit)
    sets = CircuitSets(space, circuit.bads[0])
    system = System(sets.whole, sets.initial, sets.bad, sets.post, sets.pre, lambda states: Proof({}))
    return system, generated(sets.whole, [sets.set(space.states(space.literal(bad))) for bad in circuit.bads[1:]])


def over_formulas(size: int) -> tuple[System[FormulaSet], Partition[FormulaSet]]:
    example = family.over_integers(size)
    space = FormulaSpace(example.model)
    members = [space.satisfying(place, formula) for place, formula in example.members]
    return space.system, generated(space.system.whole, members, space.settle)


def timed(title: str, build: Callable[[int], tuple[System[S], Partition[S]]], size: int) -> None:
    """FBAR alone; building the system counts."""
    started, tally = time.process_time(), Tally()
    system, domain = build(size)
    tally.run(fbar, system, domain, safe=True)
    spent = time.process_time() - started
    print(
        f"F-{size} over {title}, fbar: refinements {tally.refinements}, fixpoints {tally.fixpoints}, "
        f"{spent:.3f} s, wrong {tally.wrong}"
    )


def main(number: int, sizes: list[int]) -> None:
    for size in sizes:
        random_systems(number, size)
    for size in (5, 10, 20, 40, 80):
        family_listed(size)
    timed("diagrams", over_diagrams, 1000)
    timed("formulas", over_formulas, 1000)


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    main(numbers[0] if numbers else 300, numbers[1:] or [4, 8, 16, 32, 64])
