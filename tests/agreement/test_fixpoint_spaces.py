"""The same systems as bitsets, as decision diagrams and as formulas: every line of every method must be the same.

Systems have 4 or 8 states in a bit-vector; steps from a state are chosen by inputs, so that preimages need elimination.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, TypeVar

import pytest

from assay.core.bits import bitset, ones
from assay.core.evidence import Proof, Trace
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import FALSE, TRUE, Term, and_, disjunction, eq, ge, integer, ite, le, or_, variable
from assay.core.terms.bitvectors import bv
from assay.core.terms.evaluate import holds
from assay.core.terms.sorts import BOOL, INT, bitvector
from assay.domains.fixpoint.learning_partition import Predicated
from assay.domains.fixpoint.partition import Partition, generated
from assay.engines.recipes.guided import METHODS, Conduct, decide
from assay.spaces.circuit.sets import CircuitSets, DiagramSet, LatchProjection
from assay.spaces.circuit.space import CircuitSpace
from assay.spaces.finite.explicit import Graph
from assay.spaces.formulas.blocks import Blocks
from assay.spaces.formulas.space import FormulaSet, FormulaSpace
from assay.spaces.sets import Line, StateSet, System
from assay.transforms.circuit.bitblast import circuit_of
from assay.witness.check.invariants import check_proof, check_trace
from clocks import PATIENCE

S = TypeVar("S", bound=StateSet)
SYSTEMS = 60
CHOICE = variable("choice", BOOL)


@dataclass(frozen=True)
class Case:
    """A system over bitsets, the same as a model over a vector, and members for a first domain."""

    graph: Graph
    model: Model
    members: tuple[int, ...]

    @property
    def state(self) -> Term:
        return self.model.entry.variables[0]

    def formula(self, states: int) -> Term:
        width = self.state.sort.width
        return disjunction(eq(self.state, bv(number, width)) for number in ones(states))


def random_case(source: random.Random) -> Case:
    width = source.choice((2, 3))
    size = 1 << width
    steps = sorted({(a, source.randrange(size)) for a in range(size) for _ in range(source.choice((0, 1, 1, 2, 3)))})
    kinds = source.choices("isb", (1, 5, 1), k=size)
    initial, bad = (bitset(n for n in range(size) if kinds[n] == kind) for kind in "ib")
    whole = (1 << size) - 1
    graph = Graph(whole, tuple(steps), initial, bad)
    state = variable(f"state{width}", bitvector(width))
    place = Location("circuit", (state,))
    edges = []
    for number in range(size):
        targets = [bv(b, width) for a, b in steps if a == number]
        for pair in (targets[k : k + 2] for k in range(0, len(targets), 2)):
            after = ite(CHOICE, pair[0], pair[1]) if len(pair) == 2 else pair[0]
            edges.append(Edge(f"from {number}", place, place, eq(state, bv(number, width)), {state: after}))
    given = tuple(source.randint(0, whole) for _ in range(source.randint(0, 3)))
    case = Case(graph, Model(place, tuple(edges)), given)
    prop = Safety("bad", {place: case.formula(bad)})
    return Case(graph, Model(place, tuple(edges), case.formula(initial), (prop,)), given)


@dataclass(frozen=True)
class Space(Generic[S]):
    """A system, its first domain, and the way from its sets back to bitsets."""

    system: System[S]
    domain: Partition[S]
    numbers: Callable[[S], int]


def nothing_to_describe(states: object) -> Proof:
    return Proof({})


def no_run_to_follow(rings: object) -> Trace:
    return Trace((), (), ())


def as_diagrams(case: Case) -> Space[DiagramSet]:
    blasted = circuit_of(case.model)
    space = CircuitSpace(blasted.circuit)
    sets = CircuitSets(space, blasted.circuit.bads[0])
    bits = [literal >> 1 for literal in blasted.variables[case.state]]
    states = range(1 << len(bits))
    only = [sets.set(space.only({bit: n >> k & 1 for k, bit in enumerate(bits)})) for n in states]

    def made(states: int) -> DiagramSet:
        result = sets.whole & ~sets.whole
        for number in ones(states):
            result = result | only[number]
        return result

    system = System(
        sets.whole, sets.initial, sets.bad, sets.post, sets.pre, lambda s: Proof({}), lambda r: Trace((), (), ())
    )
    domain = generated(sets.whole, map(made, case.members))
    return Space(system, domain, lambda s: bitset(n for n, state in enumerate(only) if s & state))


def as_formulas(case: Case) -> Space[FormulaSet]:
    space = FormulaSpace(case.model)
    system = space.system
    given = (space.satisfying(case.model.entry, case.formula(states)) for states in case.members)
    domain = generated(system.whole, given, space.settle)

    def numbers(states: FormulaSet) -> int:
        formula = space.describe(states).invariant.get(case.model.entry, FALSE)
        return bitset(n for n in range(1 << case.state.sort.width) if holds(formula, {case.state: n}))

    return Space(system, domain, numbers)


def lines_of(space: Space[S], method: str, *, checked: bool) -> list[tuple[str, int, dict[str, int], str]]:
    """Every executed line, its sets as bitsets, and the verdict's kind."""
    found: list[Line[S]] = []
    conduct = Conduct(found.append, checked=checked)
    verdict = decide(METHODS[method], space.system, space.domain, conduct)
    lines = [
        (line.method, line.number, {n: space.numbers(s) for n, s in line.values.items()}, line.note) for line in found
    ]
    return [*lines, (type(verdict).__name__, 0, {}, "")]


@pytest.mark.parametrize("other", [as_diagrams, as_formulas])
def test_every_line_is_the_same(other: Callable[[Case], Space[StateSet]]) -> None:
    source = random.Random(other.__name__)
    for _ in range(SYSTEMS):
        case = random_case(source)
        plain = Space(case.graph.system, generated(case.graph.states, case.members), lambda states: states)
        for method in METHODS:
            expected = lines_of(plain, method, checked=True)
            assert lines_of(other(case), method, checked=False) == expected, (method, case)


def test_formulas_have_checked_evidence() -> None:
    source = random.Random(3)
    kinds = set()
    for _ in range(40):
        case = random_case(source)
        space = as_formulas(case)
        for method in METHODS.values():
            found = decide(method, space.system, space.domain, Conduct())
            kinds.add(type(found))
            match found:
                case Proof() as proof:
                    assert check_proof(case.model, case.model.properties[0], proof, seconds=PATIENCE)
                case Trace() as trace:
                    assert check_trace(case.model, case.model.properties[0], trace)
                case _:
                    pytest.fail(str(found))
    assert kinds == {Proof, Trace}


def test_images_of_formulas_are_exact() -> None:
    source = random.Random(4)
    for _ in range(40):
        case = random_case(source)
        space, everything = as_formulas(case), case.graph.states
        for _ in range(5):
            numbers = source.randint(0, everything)
            states = space.system.whole.space.satisfying(case.model.entry, case.formula(numbers))
            for image, expected in (
                (space.system.post(states), case.graph.post(numbers)),
                (space.system.pre(states), case.graph.pre(numbers)),
                (space.system.post(~space.system.pre(states)), case.graph.post(everything & ~case.graph.pre(numbers))),
            ):
                assert space.numbers(image) == expected
                assert space.numbers(~image) == everything & ~expected
                assert bool(image) == bool(expected)


def test_formulas_over_blocks_are_a_boolean_algebra() -> None:
    """Random expressions over blocks, images and formulas mean what they mean over bitsets."""
    source = random.Random(8)
    for _ in range(30):
        case = random_case(source)
        space, everything = as_formulas(case), case.graph.states
        formulas = space.system.whole.space
        pool = [(block, space.numbers(block)) for block in space.domain.blocks]
        for _ in range(3):
            numbers = source.randint(0, everything)
            pool.append((formulas.satisfying(case.model.entry, case.formula(numbers)), numbers))
            states, numbers = source.choice(pool)
            pool.append((space.system.pre(states), case.graph.pre(numbers)))
            pool.append((space.system.post(states), case.graph.post(numbers)))
        (states, numbers), (first, here), (last, there) = pool[-1], pool[0], pool[len(space.domain.blocks) - 1]
        assert space.numbers((first & states) | (last & states)) == numbers & (here | there)
        assert space.numbers(((first & states) | last) & ((last & states) | first)) == numbers & (here | there) | (
            here & there
        )
        for _ in range(12):
            (left, here), (right, there) = source.choice(pool), source.choice(pool)
            pool.append(
                source.choice([(left & right, here & there), (left | right, here | there), (~left, everything & ~here)])
            )
            states, numbers = pool[-1]
            assert space.numbers(states) == numbers
            assert bool(states) == bool(numbers)
            assert (states == right) == (numbers == there)


@pytest.mark.parametrize("chosen", [(), (0,), (0, 2)])
def test_visible_latches_are_a_partition(chosen: tuple[int, ...]) -> None:
    """Approximations by the values of some latches are those of the partition that tells just these apart."""
    source = random.Random(6)
    case = random_case(source)
    while case.state.sort.width < 3:
        case = random_case(source)
    blasted = circuit_of(case.model)
    space = CircuitSpace(blasted.circuit)
    sets = CircuitSets(space, blasted.circuit.bads[0])
    bits = [blasted.variables[case.state][number] >> 1 for number in chosen]
    latches = [sets.latch(bit) for bit in bits]
    partition = generated(sets.whole, [*latches, *(~latch for latch in latches)])
    visible = LatchProjection(space, bits)
    for _ in range(30):
        states = sets.whole & ~sets.whole
        for number in ones(source.randint(0, case.graph.states)):
            values = {bit >> 1: number >> k & 1 for k, bit in enumerate(blasted.variables[case.state])}
            states = states | sets.set(space.only(values))
        assert visible.above(states) == partition.above(states)
        assert visible.below(states) == partition.below(states)
    assert visible.finer().latches >= visible.latches


def test_a_refinement_learns_atoms() -> None:
    """The set itself becomes a member, its atoms do, and what was a member stays one."""
    number = variable("number", INT)
    place = Location("program", (number,))
    low, high = ge(number, integer(3)), le(number, integer(7))
    model = Model(place, (), TRUE, (Safety("none", {place: FALSE}),))
    space = FormulaSpace(model)
    before = space.satisfying(place, eq(number, integer(0)))
    domain = Predicated(generated(space.system.whole, [before], space.settle), space)
    between = space.satisfying(place, and_(low, high))
    assert domain.above(between) != between
    finer = domain.refine(between)
    for member in (before, between, *(space.satisfying(place, atom) for atom in (low, high))):
        assert finer.above(member) == member == finer.below(member)
        assert finer.above(~member) == ~member or member is before or member is between


def test_blocks_split_and_cover() -> None:
    flag, other = variable("flag", BOOL), variable("other", BOOL)
    here, there = Location("here", (flag, other)), Location("there", (flag,))
    blocks = Blocks((here, there), TRUE)
    first = blocks.at(here)
    inside, outside = blocks.split(0, flag)
    assert blocks.current(first) == 1 << inside | 1 << outside == blocks.at(here)
    assert list(blocks.covered(blocks.at(here))) == [0]
    assert list(blocks.covered(1 << inside | 1 << 1)) == [inside, 1]
    deeper = blocks.split(inside, other)
    assert blocks.current(1 << inside) == sum(1 << piece for piece in deeper)
    assert blocks[deeper[0]].formula is not blocks[inside].formula
    assert blocks.meets(outside, other)
    assert not blocks.meets(deeper[1], other)
    assert blocks.reduced(or_(flag, other)) is or_(flag, other)
    assert len(blocks) == 4
    assert all(a < b for a, b in pairwise(ones(blocks.everything)))
