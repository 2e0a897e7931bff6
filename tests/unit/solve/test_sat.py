"""The SAT port: answers, cores and circuits agree with evaluation; the checker of proofs refuses what is none."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.budget import FOREVER, Deadline
from assay.core.circuit import Circuit, Gates, Latch
from assay.core.circuit_answers import Run, simulate, truth
from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Proof
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import FALSE, TRUE, and_, not_, or_, variable
from assay.core.terms.sorts import BOOL
from assay.explore.circuit.unrolling import Unrolled
from assay.solve.sat import CHECKER, FEWEST, FINDER, ConeSolver, OutOfTime, SatSolver
from assay.solve.sat import PATIENCE as PATIENCE_FOR_CONFLICTS
from assay.transforms.circuit.simplify import simplify
from assay.witness.check import by_sat as sat_check
from assay.witness.check.by_sat import check_proof_by_sat
from assay.witness.check.diagrams import NAME
from clocks import PATIENCE, over

CLAUSES = st.lists(st.lists(st.sampled_from([1, -1, 2, -2, 3, -3, 4, -4]), min_size=1, max_size=3), max_size=14)


def satisfied(clauses: list[list[int]], signs: tuple[bool, ...]) -> bool:
    return all(any(signs[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)


@pytest.mark.parametrize("name", [FINDER, CHECKER])
@given(CLAUSES, st.lists(st.sampled_from([1, -1, 2, -2, 3, -3, 4, -4]), max_size=6))
@settings(max_examples=30)
def test_answers_and_cores(name: str, clauses: list[list[int]], assumptions: list[int]) -> None:
    solver = SatSolver(name)
    for _ in range(4):
        solver.fresh()
    for clause in clauses:
        solver.add(clause)
    everything = [*clauses, *([literal] for literal in assumptions)]
    possible = any(satisfied(everything, signs) for signs in product((False, True), repeat=4))
    assert solver.solve(assumptions) == possible
    if possible:
        values = {abs(literal): literal > 0 for literal in solver.model()}
        assert satisfied(everything, tuple(values.get(k, False) for k in range(1, 5)))
    else:
        core = solver.core()
        assert len(core) == len(set(core)) and set(core) <= set(assumptions)
        assert not solver.solve(core)
    solver.close()


@st.composite
def sequential(draw: st.DrawFn) -> Circuit:
    """A small circuit with one constraint and one bad literal."""
    gates = Gates()
    leaves = [gates.leaf() for _ in range(draw(st.integers(2, 5)))]
    literals = [0, 1, *leaves]
    for _ in range(draw(st.integers(0, 12))):
        first, second = (draw(st.sampled_from(literals)) ^ draw(st.integers(0, 1)) for _ in range(2))
        literals.append(gates.both(first, second))
    some = st.sampled_from(literals).flatmap(lambda literal: st.sampled_from([literal, literal ^ 1]))
    split = draw(st.integers(0, len(leaves) - 1))
    latches = tuple(Latch(leaf >> 1, draw(some), draw(st.sampled_from([0, 1, None]))) for leaf in leaves[split:])
    inputs = tuple(leaf >> 1 for leaf in leaves[:split])
    constraints = tuple(draw(st.lists(some, max_size=1)))
    return Circuit(gates.left, gates.right, inputs, latches, 1, constraints, (draw(some),))


@given(sequential(), st.data())
@settings(max_examples=50)
def test_a_cone_in_the_solver_means_what_evaluation_says(circuit: Circuit, data: st.DataObject) -> None:
    cones = ConeSolver(circuit)
    leaves = (*circuit.inputs, *(latch.node for latch in circuit.latches))
    values = {node: data.draw(st.integers(0, 1)) for node in leaves}
    fixed = cones.literals(2 * node + 1 - value for node, value in values.items())
    expected = truth(circuit.values(values), circuit.bads[0])
    assert cones.sat.solve([*fixed, cones.literal(circuit.bads[0])]) == bool(expected)
    if expected:
        known = cones.values()
        assert all(known[node] == value for node, value in values.items())
    cones.sat.close()


@given(sequential(), st.integers(1, 4), st.data())
@settings(max_examples=40)
def test_an_unrolled_circuit_runs_as_simulation_does(circuit: Circuit, length: int, data: st.DataObject) -> None:
    initial = {
        latch.node: data.draw(st.integers(0, 1)) if latch.reset is None else latch.reset for latch in circuit.latches
    }
    inputs = tuple({node: data.draw(st.integers(0, 1)) for node in circuit.inputs} for _ in range(length))
    steps = simulate(circuit, Run(initial, inputs))
    unrolled = Unrolled(circuit)
    for _ in range(length):
        unrolled.extend()
    fixed = [unrolled.literal(2 * node + 1 - value, 0) for node, value in initial.items()]
    fixed += [unrolled.literal(2 * node + 1 - v, k) for k, step in enumerate(inputs) for node, v in step.items()]
    bad = unrolled.literal(circuit.bads[0], length - 1)
    assert unrolled.sat.solve([*fixed, bad]) == bool(truth(steps[-1], circuit.bads[0]))
    unrolled.sat.close()


@given(sequential(), st.integers(1, 5), st.data())
@settings(max_examples=50)
def test_a_simplified_circuit_runs_as_the_original_does(circuit: Circuit, length: int, data: st.DataObject) -> None:
    small = simplify(circuit)
    first = {latch.node: data.draw(st.integers(0, 1)) for latch in small.circuit.latches if latch.reset is None}
    inputs = tuple({node: data.draw(st.integers(0, 1)) for node in small.circuit.inputs} for _ in range(length))
    new = simulate(small.circuit, Run(first, inputs))
    lifted = Run(small.lift_leaves(first), tuple(small.lift_leaves(step) for step in inputs))
    old = simulate(circuit, lifted)
    for mine, theirs in zip(new, old, strict=True):
        assert truth(mine, small.circuit.bads[0]) == truth(theirs, circuit.bads[0])
        # What was merged or constant is so on every run.
        assert all(any(truth(theirs, literal) for literal in clause) for clause in small.clauses)


def test_twins_and_constants_disappear() -> None:
    gates = Gates()
    i, a, b, c, d = (gates.leaf() for _ in range(5))
    # b does what a does, c the opposite, and d stays 0 because a and b never differ.
    twins = (Latch(a >> 1, i, 0), Latch(b >> 1, i, 0), Latch(c >> 1, i ^ 1, 1))
    latches = (*twins, Latch(d >> 1, gates.differ(a, b), 0))
    bad = gates.any_of((gates.differ(a, b), d, gates.both(a, c)))
    circuit = Circuit(gates.left, gates.right, (i >> 1,), latches, bads=(bad,))
    small = simplify(circuit)
    assert small.circuit.bads == (0,)
    assert {(2 * (d >> 1) + 1,)} <= set(small.clauses)


def counter() -> tuple[Model, Safety]:
    """Two bits; the second follows the first, which stays on once it is."""
    first, second, go = variable("sat_first", BOOL), variable("sat_second", BOOL), variable("sat_go", BOOL)
    place = Location("state", (first, second))
    edge = Edge("step", place, place, TRUE, {first: or_(first, go), second: first})
    prop = Safety("order", {place: and_(second, not_(first))})
    return Model(place, (edge,), and_(not_(first), not_(second)), (prop,)), prop


@pytest.fixture(params=[CHECKER, NAME])
def checker(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """SAT, or decision diagrams because SAT has no time."""
    if request.param == NAME:
        monkeypatch.setattr(sat_check, "MOST_SAT", 0.0)
    return str(request.param)


def test_the_checker_accepts_an_inductive_invariant(checker: str) -> None:
    model, prop = counter()
    first, second = model.entry.variables
    proof = Proof({model.entry: or_(first, not_(second))})
    assert check_proof_by_sat(model, prop, proof, seconds=PATIENCE) == checker


@pytest.mark.parametrize("kind", ["initial", "step", "error", "empty"])
def test_the_checker_refuses_what_is_no_proof(checker: str, kind: str) -> None:
    model, prop = counter()
    first, second = model.entry.variables
    wrong = {"initial": and_(first, second), "step": and_(not_(first), not_(second)), "error": TRUE, "empty": FALSE}
    words = {"initial": "initial", "step": "preserves", "error": "excludes", "empty": "initial"}
    with pytest.raises(UnsoundVerdict, match=words[kind]):
        check_proof_by_sat(model, prop, Proof({model.entry: wrong[kind]}), seconds=PATIENCE)


def test_the_checker_refuses_an_invariant_about_inputs() -> None:
    model, prop = counter()
    with pytest.raises(UnsoundVerdict, match="sat_go"):
        check_proof_by_sat(model, prop, Proof({model.entry: variable("sat_go", BOOL)}), seconds=PATIENCE)


def test_an_initial_formula_and_a_guard_count(checker: str) -> None:
    model, prop = counter()
    first, second = model.entry.variables
    (edge,) = model.edges
    started = replace(model, initial=or_(first, not_(second)))
    check_proof_by_sat(started, prop, Proof({model.entry: or_(first, not_(second))}), seconds=PATIENCE)
    stopped = replace(model, edges=(replace(edge, guard=second),))
    check_proof_by_sat(stopped, prop, Proof({model.entry: and_(not_(first), not_(second))}), seconds=PATIENCE)


# -- giving up ---------------------------------------------------------------------------------------------------------


def pigeons(solver: SatSolver, holes: int) -> None:
    """One pigeon more than there are holes: hard to refute by clauses."""
    sits = {(p, h): solver.fresh() for p in range(holes + 1) for h in range(holes)}
    for p in range(holes + 1):
        solver.add([sits[p, h] for h in range(holes)])
    for h in range(holes):
        for p, q in combinations(range(holes + 1), 2):
            solver.add([-sits[p, h], -sits[q, h]])


@pytest.mark.parametrize("name", [FINDER, CHECKER])
def test_a_query_can_be_given_up_and_asked_again(name: str) -> None:
    solver = SatSolver(name)
    pigeons(solver, 7)
    assert solver.solve_within(FOREVER, (), 10) is None
    assert solver.solve_within(over()) is None
    with pytest.raises(OutOfTime):
        solver.decide((), over())
    assert solver.solve_within(FOREVER) is False
    assert solver.decide() is False and solver.core() == []
    solver.close()


@pytest.mark.parametrize("thousands", [0.05, 0.9, 3.0, 4.4])
@pytest.mark.parametrize("name", [FINDER, CHECKER])
def test_a_deadline_is_passed_by_few_conflicts(name: str, thousands: float) -> None:
    """On a clock whose seconds are a thousand conflicts each."""
    solver = SatSolver(name)
    pigeons(solver, 10)
    deadline = Deadline(thousands, lambda: solver.conflicts / 1000)
    assert solver.solve_within(deadline) is None
    # The first look at the clock comes after PATIENCE; how long conflicts take is known from then on.
    assert 1000 * thousands <= solver.conflicts <= max(PATIENCE_FOR_CONFLICTS, 1000 * thousands) + 2 * FEWEST
    # Nor does the next query begin with more than fit.
    before = solver.conflicts
    assert solver.solve_within(Deadline(thousands + 0.1, lambda: solver.conflicts / 1000)) is None
    assert solver.conflicts <= max(before, 1000 * thousands + 100) + 2 * FEWEST + 1
    solver.close()


@pytest.mark.parametrize("name", [FINDER, CHECKER])
def test_a_limit_binds_one_query_only(name: str) -> None:
    solver = SatSolver(name)
    pigeons(solver, 6)
    assert solver.solve_within(FOREVER, (), 1) is None
    assert solver.solve() is False
    solver.close()
