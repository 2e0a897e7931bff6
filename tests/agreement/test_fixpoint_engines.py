"""CGR, dual CGR, FBAR and the hybrid on random systems, against exact reachability.

Every proof is checked to be an inductive set, every run is replayed step by step; FBAR asserts the paper's invariants
on the way.  ``ASSAY_FIXPOINT_SYSTEMS`` sets how many systems are drawn.
"""

from __future__ import annotations

import os
import random
from itertools import pairwise

import pytest

from assay.core.bits import bitset, ones
from assay.core.evidence import Proof, Trace
from assay.core.roles import Stuck
from assay.core.terms.evaluate import holds
from assay.domains.fixpoint.partition import Partition, generated
from assay.domains.fixpoint.protocols import normal
from assay.engines.recipes.guided import Conduct, cgr, cgr_dual, fbar, hybrid
from assay.spaces.finite.explicit import Graph
from assay.spaces.sets import Line, included
from assay.witness.check.invariants import check_proof, check_trace
from clocks import PATIENCE
from systems.closure import Closure

SYSTEMS = int(os.environ.get("ASSAY_FIXPOINT_SYSTEMS", "2000"))
PARTS = 4


def random_system(source: random.Random) -> tuple[Graph, Partition[int]]:
    """A total transition system of two to ten states, and a domain with some random members."""
    size = source.randint(2, 10)
    whole = (1 << size) - 1
    density = source.choice((0.1, 0.2, 0.35))
    steps = [(a, b) for a in range(size) for b in range(size) if source.random() < density]
    steps += [(a, source.randrange(size)) for a in range(size) if not any(step[0] == a for step in steps)]
    kinds = source.choices("isb", (1, 5, 1), k=size)
    initial, bad = (bitset(n for n in range(size) if kinds[n] == kind) for kind in "ib")
    sets = [source.randint(0, whole) for _ in range(source.randint(0, 4))]
    graph = Graph(whole, tuple(steps), initial, bad)
    return graph, normal(generated(whole, sets), graph.system)


def judge(graph: Graph, found: Proof | Trace | Stuck, *, safe: bool) -> None:
    """The answer is right, and its evidence is evidence."""
    system = graph.system
    match found:
        case Proof() as proof:
            assert safe
            (state,) = graph.model.entry.variables
            (formula,) = proof.invariant.values()
            invariant = bitset(s for s in ones(system.whole) if holds(formula, {state: s}))
            assert included(system.initial | system.post(invariant), invariant)
            assert not invariant & system.bad
        case Trace() as trace:
            assert not safe
            (state,) = graph.model.entry.variables
            numbers = [int(str(assignment[state])) for assignment in trace.states]
            assert 1 << numbers[0] & system.initial
            assert 1 << numbers[-1] & system.bad
            assert all(1 << b & system.post(1 << a) for a, b in pairwise(numbers))
        case Stuck(reason):
            pytest.fail(reason)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_systems(part: int) -> None:
    source = random.Random(part)
    for _ in range(SYSTEMS // PARTS):
        graph, domain = random_system(source)
        system = graph.system
        safe = not system.reachable(system.initial, system.whole) & system.bad
        refinements: dict[str, int] = {}
        intersections: Closure[int] = Closure(domain)
        for recipe in (cgr, cgr_dual):
            steps: list[Line[int]] = []
            judge(graph, recipe(system, intersections, Conduct(steps.append)), safe=safe)
            refinements[recipe.__name__] = max(step.number for step in steps)
        for checked in (fbar, hybrid):
            lines: list[Line[int]] = []
            judge(graph, checked(system, domain, Conduct(lines.append, checked=True)), safe=safe)
            refinements[checked.__name__] = sum(1 for line in lines if line.domain)
        if refinements["cgr"] == 0:
            assert refinements["fbar"] == 0
        assert refinements["hybrid"] <= min(refinements.values())


def test_evidence_passes_the_independent_checker() -> None:
    source = random.Random(5)
    for _ in range(25):
        graph, domain = random_system(source)
        prop = graph.model.properties[0]
        for recipe in (cgr, cgr_dual, fbar, hybrid):
            found = recipe(graph.system, domain, Conduct())
            if isinstance(found, Proof):
                assert check_proof(graph.model, prop, found, seconds=PATIENCE)
            else:
                assert isinstance(found, Trace)
                assert check_trace(graph.model, prop, found)
