"""Test vectors of fixpoint-guided refinement: every value that the algorithms compute, line by line.

D1 to D4 are domains, F0 to F8 finite systems, S-1 and S-2 infinite ones, F-K a family that grows.  The traces of F1 to
F8 are read from ``spec/vectors_fbar.json`` next to the repository, where it is present.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from typing import Any, TypeVar

import pytest

from assay.core.bits import ones
from assay.core.evidence import Proof, Trace
from assay.core.model import Safety
from assay.domains.fixpoint.partition import Partition, generated
from assay.domains.fixpoint.protocols import Guided
from assay.engines.loop import rounds
from assay.engines.recipes.guided import Conduct, Method, cgr, cgr_dual, decide, fbar, hybrid
from assay.explore.fixpoint.cgr import Forward
from assay.refine.fixpoint.cgr import FixpointGuided
from assay.report.explain import explaining
from assay.spaces.circuit.sets import CircuitSets
from assay.spaces.circuit.space import CircuitSpace
from assay.spaces.finite.explicit import Graph
from assay.spaces.formulas.space import FormulaSet, FormulaSpace
from assay.spaces.sets import Line, StateSet, System, announcing
from assay.transforms.circuit.bitblast import circuit_of
from assay.witness.check.invariants import check_proof
from clocks import PATIENCE
from places import OUTSIDE
from systems import family
from systems.bitsets import digits, from_cones
from systems.closure import Closure
from systems.integers import ALL, Example, Places, all_but, first_example, second_example

S = TypeVar("S", bound=StateSet)
VECTORS = OUTSIDE / "spec" / "vectors_fbar.json"


def show(states: int) -> str:
    return "".join(map(str, ones(states))) or "{}"


def graph(states: str, transitions: str, initial: str, bad: str) -> Graph:
    pairs = tuple((int(a), int(b)) for a, b in (step.split(">") for step in transitions.split()))
    return Graph(digits(states), pairs, digits(initial or "{}"), digits(bad or "{}"))


def domain(text: str) -> Partition[int]:
    return from_cones({int(state): digits(cone) for state, cone in (part.split(":") for part in text.split())})


def singletons(partition: Partition[int]) -> str:
    cones = {s: cone for block, cone in zip(partition.blocks, partition.cones, strict=True) for s in ones(block)}
    return " ".join(f"{state}:{show(cones[state])}" for state in sorted(cones))


# -- domains -----------------------------------------------------------------------------------------------------------

CHAINS = "1:1 2:12 3:123 4:4 5:45 6:6"


def test_d1_greatest_members_below() -> None:
    chains, everything = domain(CHAINS), digits("123456")
    found = [show(chains.below(everything & ~(1 << state))) for state in range(1, 7)]
    assert found == ["456", "1456", "12456", "1236", "12346", "12345"]


def test_d2_blocks_and_order() -> None:
    chains = domain(CHAINS)
    assert [show(block) for block in chains.blocks] == ["1", "2", "3", "4", "5", "6"]
    assert [list(ones(lower)) for lower in chains.order] == [[0], [0, 1], [0, 1, 2], [3], [3, 4], [5]]


def test_d3_refinement_cuts_cones() -> None:
    assert singletons(domain(CHAINS).refine(digits("256"))) == "1:1 2:2 3:123 4:4 5:5 6:6"


def test_d4_refinement_splits_blocks() -> None:
    halves = domain("1:123 2:123 3:123 4:456 5:456 6:456").refine(digits("125"))
    assert sorted(show(block) for block in halves.blocks) == ["12", "3", "46", "5"]
    assert singletons(halves) == "1:12 2:12 3:123 4:456 5:5 6:456"


def test_cones_that_are_no_closure_are_refused() -> None:
    with pytest.raises(ValueError, match="preorder"):
        domain("1:12 2:23 3:3")


# -- finite systems ----------------------------------------------------------------------------------------------------


def test_f0_exact_sets_inside_a_region() -> None:
    g = graph("0123456789", "1>0 0>3 3>4 3>6 6>8 8>8 4>9 9>8 5>7 7>7 2>2", "01", "8")
    system, region = g.system, digits("0134568")
    assert show(system.reachable(system.initial, region)) == "013468"
    assert show(system.reaching(system.bad, region)) == "01368"
    assert show(system.whole & ~system.reachable(system.initial, region)) == "2579"
    assert show(system.whole & ~system.reaching(system.bad, region)) == "24579"
    assert show(system.reachable(system.initial, system.whole)) == "0134689"
    assert show(system.whole & ~system.reaching(system.bad, system.whole)) == "257"
    assert show(system.minimal_counterexamples()) == "034689"


def vectors() -> list[Any]:
    if not VECTORS.exists():
        return [pytest.param({}, marks=pytest.mark.skip(reason="the vectors are not present"))]
    return [pytest.param(vector, id=name) for name, vector in json.loads(VECTORS.read_text()).items()]


def prepared(vector: Any) -> tuple[System[int], Partition[int]]:
    g = graph(vector["states"], vector["edges"], vector["init"].strip("{}"), vector["bad"].strip("{}"))
    return g.system, from_cones({int(state): digits(cone) for state, cone in vector["mu"].items()})


def written(line: Line[int]) -> str:
    """A line as the vectors have it."""
    if line.domain:
        cones = {state: cone for block, cone in line.domain for state in ones(block)}
        return f"[line {line.number}] mu={cones}"
    values = " ".join(f"{name}={show(value)}" for name, value in line.values.items())
    return f"[line {line.number}] {values}{line.note}"


def sequence(lines: list[Line[int]]) -> str:
    return ", ".join(f"{name}{line.number}={show(value)}" for line in lines for name, value in line.values.items())


def answer(evidence: object) -> str:
    return {Proof: "OK", Trace: "KO"}[type(evidence)]


@pytest.mark.parametrize("vector", vectors())
def test_fbar_line_by_line(vector: Any) -> None:
    system, start = prepared(vector)
    lines: list[Line[int]] = []
    evidence = fbar(system, start, Conduct(lines.append, checked=True))
    expected = vector["fbar"]
    assert [written(line) for line in lines] == expected["trace"]
    assert answer(evidence) == expected["verdict"] == vector["truth"]
    assert lines[-1].number == expected["exit_line"]
    assert sum(line.number == 25 for line in lines) == expected["refinements"]
    assert sum(line.number in (5, 8, 16, 19) for line in lines) == expected["fixpoints"]


@pytest.mark.parametrize("intersections_only", [True, False])
@pytest.mark.parametrize("recipe", ["cgr", "cgr_dual"])
@pytest.mark.parametrize("vector", vectors())
def test_cgr_step_by_step(vector: Any, recipe: str, *, intersections_only: bool) -> None:
    system, start = prepared(vector)
    lines: list[Line[int]] = []
    domain = Closure(start) if intersections_only else start
    evidence = {"cgr": cgr, "cgr_dual": cgr_dual}[recipe](system, domain, Conduct(lines.append))
    expected = vector[recipe]
    assert sequence(lines) == expected["seq"]
    assert answer(evidence) == expected["verdict"] == vector["truth"]
    assert max(line.number for line in lines) == expected["refinements"]
    assert sum("R" in line.values or "S" in line.values for line in lines) == expected["fixpoints"]


@pytest.mark.parametrize("vector", vectors())
def test_lines_are_explained_as_they_are_printed(vector: Any) -> None:
    system, start = prepared(vector)
    system = replace(system, show=show)
    written_lines: list[str] = []
    heard = explaining(written_lines.append)
    conduct: Conduct[int] = Conduct(announcing(system, heard))
    fbar(system, start, conduct)
    trace = [line for line in vector["fbar"]["trace"] if not line.startswith("[line 25]")]
    assert written_lines[0] == "FBAR:"
    assert [line.strip() for line in written_lines[1:] if not line.strip().startswith("[line 25]")] == trace
    written_lines.clear()
    intersections: Closure[int] = Closure(start)
    cgr(system, intersections, conduct)
    assert written_lines[0] == "CGR:"
    assert ", ".join(line.strip() for line in written_lines[1:]) == vector["cgr"]["seq"]


@pytest.mark.parametrize("vector", vectors())
def test_the_hybrid_needs_no_more_refinements_than_the_best(vector: Any) -> None:
    system, start = prepared(vector)
    lines: list[Line[int]] = []
    evidence = hybrid(system, start, Conduct(lines.append, checked=True))
    assert answer(evidence) == vector["truth"]
    best = min(vector[name]["refinements"] for name in ("cgr", "cgr_dual", "fbar"))
    assert sum(line.number == 25 for line in lines if line.domain) <= best


# -- infinite systems --------------------------------------------------------------------------------------------------

BACKWARD_A = Places(error=True, a=all_but(1))


def remaining(example: Example, number: int, *, dual: bool) -> list[Places]:
    """The sets Z of the first rounds of CGR, none of which ends it."""
    system = example.system.reversed() if dual else example.system
    base = generated(example.system.whole, example.members)
    start: Guided[Places] = Guided(Closure(base), system.safe)
    turns = list(islice(rounds(Forward(system), FixpointGuided(system, example.system), start), number))
    assert all(turn.end is None for turn in turns)
    return [turn.precision.remaining for turn in turns]


def without(number: int) -> Places:
    return Places(a=all_but(*range(2, number + 2)))


def test_s1_cgr_diverges() -> None:
    start = Places(start=True)
    assert remaining(first_example(), 6, dual=False) == [start | without(k) for k in range(6)]


def test_s1_dual_cgr_and_fbar_stop() -> None:
    example = first_example()
    start = generated(example.system.whole, example.members)
    lines: list[Line[Places]] = []
    proof = cgr_dual(example.system, start, Conduct(lines.append))
    assert isinstance(proof, Proof)
    assert [line.values["R"] for line in lines] == [BACKWARD_A]
    assert check_proof(example.model, example.model.properties[0], proof, seconds=PATIENCE)


def test_s2_both_cgr_diverge() -> None:
    forward = remaining(second_example(), 6, dual=False)
    assert forward[1:] == [Places(start=True, c=all_but(1)) | without(k) for k in range(1, 6)]
    backward = remaining(second_example(), 6, dual=True)
    assert backward[1:] == [BACKWARD_A | Places(c=all_but(*range(2, k + 2))) for k in range(1, 6)]


@pytest.mark.parametrize(
    ("example", "ahead"),
    [(first_example(), Places(start=True, a=ALL)), (second_example(), Places(start=True, a=ALL, c=all_but(1)))],
    ids=["S-1", "S-2"],
)
def test_fbar_stops_where_cgr_diverges(example: Example, ahead: Places) -> None:
    lines: list[Line[Places]] = []
    start = generated(example.system.whole, example.members)
    proof = fbar(example.system, start, Conduct(lines.append))
    assert isinstance(proof, Proof)
    assert [line.number for line in lines] == [2, 5, 6, 7, 8, 9]
    assert (lines[1].values["Up"], lines[4].values["Vp"]) == (ahead, BACKWARD_A)
    assert check_proof(example.model, example.model.properties[0], proof, seconds=PATIENCE)


# -- a family that grows -----------------------------------------------------------------------------------------------


BACKWARD_AND_FORWARD = [2, 5, 6, 7, 8, 9]
"""The lines of FBAR on the family: two fixpoints, no refinement."""


@pytest.mark.parametrize("size", [3, 5, 8, 12, 20])
def test_refinements_grow_for_cgr_only(size: int) -> None:
    example = family.listed(size)
    system, start = example.graph.system, generated(example.graph.states, example.members)
    intersections: Closure[int] = Closure(start)
    for recipe in (cgr, cgr_dual):
        lines: list[Line[int]] = []
        assert isinstance(recipe(system, intersections, Conduct(lines.append)), Proof)
        assert max(line.number for line in lines) == size - 1
        assert sum("R" in line.values or "S" in line.values for line in lines) == 2 * size - 1
    assert fbar_lines(system, start) == BACKWARD_AND_FORWARD


def test_fbar_on_a_large_member_of_the_family() -> None:
    example = family.listed(1000)
    assert fbar_lines(example.graph.system, generated(example.graph.states, example.members)) == BACKWARD_AND_FORWARD


@pytest.mark.parametrize("size", [5, 1000])
def test_fbar_on_the_family_over_formulas(size: int) -> None:
    example = family.over_integers(size)
    space = FormulaSpace(example.model)
    members = [space.satisfying(place, formula) for place, formula in example.members]
    start = generated(space.system.whole, members, space.settle)
    lines: list[Line[FormulaSet]] = []
    proof = decide(fbar, space.system, start, Conduct(lines.append))
    assert [line.number for line in lines] == BACKWARD_AND_FORWARD
    assert isinstance(proof, Proof)
    assert check_proof(example.model, example.model.properties[0], proof, seconds=PATIENCE)


@pytest.mark.parametrize("size", [5, 1000])
def test_fbar_on_the_family_over_diagrams(size: int) -> None:
    example = family.over_vectors(size)
    asked = tuple(Safety(f"member {k}", {place: term}) for k, (place, term) in enumerate(example.members))
    circuit = circuit_of(replace(example.model, properties=(*example.model.properties, *asked))).circuit
    space = CircuitSpace(circuit)
    sets = CircuitSets(space, circuit.bads[0])
    system = System(sets.whole, sets.initial, sets.bad, sets.post, sets.pre, lambda states: Proof({}))
    start = generated(sets.whole, [sets.set(space.states(space.literal(bad))) for bad in circuit.bads[1:]])
    assert fbar_lines(system, start) == BACKWARD_AND_FORWARD


@pytest.mark.parametrize("recipe", [cgr, cgr_dual])
def test_cgr_on_the_family_over_formulas(recipe: Method) -> None:
    example = family.over_integers(6)
    space = FormulaSpace(example.model)
    members = [space.satisfying(place, formula) for place, formula in example.members]
    lines: list[Line[FormulaSet]] = []
    start = generated(space.system.whole, members, space.settle)
    assert isinstance(decide(recipe, space.system, start, Conduct(lines.append)), Proof)
    assert max(line.number for line in lines) == 5
    assert sum("R" in line.values or "S" in line.values for line in lines) == 11


def fbar_lines(system: System[S], start: Partition[S]) -> list[int]:
    lines: list[Line[S]] = []
    assert isinstance(decide(fbar, system, start, Conduct(lines.append)), Proof)
    return [line.number for line in lines]
