"""Decision diagrams of circuits against enumeration: functions, tables, images, preimages, rings and fair states."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.circuit import Circuit, Gates, Latch
from assay.core.circuit_answers import Run, simulate, truth
from assay.core.errors import SolverFailure
from assay.core.events import Event, Progress
from assay.core.evidence import StateTable
from assay.explore.circuit.reachability import list_rings, search_by_rings
from assay.explore.temporal.lasso import fair_states
from assay.solve.bdd import Diagram, Diagrams
from assay.spaces.circuit.space import EVERY, CircuitSpace, Functions

State = tuple[int, ...]


@st.composite
def sequential(draw: st.DrawFn) -> Circuit:
    """Up to three latches and two inputs, with constraints, an initial literal, a bad and a fairness literal."""
    gates = Gates()
    inputs = [gates.leaf() for _ in range(draw(st.integers(0, 2)))]
    latches = [gates.leaf() for _ in range(draw(st.integers(1, 3)))]
    literals = [0, 1, *inputs, *latches]
    for _ in range(draw(st.integers(0, 10))):
        first, second = (draw(st.sampled_from(literals)) ^ draw(st.integers(0, 1)) for _ in range(2))
        literals.append(gates.both(first, second))
    start = gates.either(draw(st.sampled_from(latches)), draw(st.sampled_from(latches)) ^ 1)
    some = st.sampled_from(literals).flatmap(lambda literal: st.sampled_from([literal, literal ^ 1]))
    rows = tuple(Latch(leaf >> 1, draw(some), draw(st.sampled_from([0, 1, None]))) for leaf in latches)
    return Circuit(
        gates.left,
        gates.right,
        tuple(leaf >> 1 for leaf in inputs),
        rows,
        draw(st.sampled_from([1, start])),
        tuple(draw(st.lists(some, max_size=1))),
        (draw(some),),
        fairness=tuple(draw(st.lists(some, max_size=2))),
    )


def counter(bits: int) -> Circuit:
    """Counts from 0; is never bad."""
    gates = Gates()
    state = [gates.leaf() for _ in range(bits)]
    carry, latches = 1, []
    for bit in state:
        changed = gates.either(gates.both(bit, carry ^ 1), gates.both(bit ^ 1, carry))
        latches.append(Latch(bit >> 1, changed, 0))
        carry = gates.both(carry, bit)
    return Circuit(gates.left, gates.right, (), tuple(latches), bads=(0,))


class Enumerated:
    """All states and steps of a small circuit."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit
        self.states = list(product((0, 1), repeat=len(circuit.latches)))
        self.steps: list[tuple[State, list[int], State]] = []
        self.anything: list[tuple[State, list[int]]] = []
        for state in self.states:
            for inputs in product((0, 1), repeat=len(circuit.inputs)):
                values = circuit.values({**self.leaves(state), **dict(zip(circuit.inputs, inputs, strict=True))})
                self.anything.append((state, values))
                after = tuple(truth(values, latch.next) for latch in circuit.latches)
                if all(truth(values, part) for part in circuit.constraints):
                    self.steps.append((state, values, after))

    def leaves(self, state: State) -> dict[int, int]:
        return {latch.node: value for latch, value in zip(self.circuit.latches, state, strict=True)}

    @property
    def initial(self) -> set[State]:
        return {
            state
            for state, values in self.anything
            if truth(values, self.circuit.initial)
            and all(latch.reset in (None, value) for latch, value in zip(self.circuit.latches, state, strict=True))
        }

    def image(self, states: set[State]) -> set[State]:
        return {after for before, _, after in self.steps if before in states}


def members(space: CircuitSpace, whole: Enumerated, states: Diagram) -> set[State]:
    return {state for state in whole.states if space.only(whole.leaves(state)) & states != space.diagrams.false}


def diagram(space: CircuitSpace, whole: Enumerated, states: set[State]) -> Diagram:
    result = space.diagrams.false
    for state in sorted(states):
        result = result | space.only(whole.leaves(state))
    return result


def subsets(circuit: Circuit) -> st.SearchStrategy[set[State]]:
    return st.sets(st.tuples(*(st.integers(0, 1) for _ in circuit.latches)))


@given(sequential(), st.data())
@settings(max_examples=40)
def test_images_and_preimages(circuit: Circuit, data: st.DataObject) -> None:
    space, whole = CircuitSpace(circuit), Enumerated(circuit)
    chosen = data.draw(subsets(circuit))
    states = diagram(space, whole, chosen)
    assert members(space, whole, space.initial()) == whole.initial
    assert members(space, whole, space.image(states)) == whole.image(chosen)
    assert members(space, whole, space.preimage(states)) == {a for a, _, b in whole.steps if b in chosen}
    bad = circuit.bads[0]
    marked = {a for a, values, b in whole.steps if b in chosen and truth(values, bad)}
    assert members(space, whole, space.preimage(states, space.literal(bad))) == marked
    assert members(space, whole, space.states(space.literal(bad))) == {a for a, v in whole.anything if truth(v, bad)}


@given(sequential())
@settings(max_examples=40)
def test_rings_are_distances(circuit: Circuit) -> None:
    space, whole = CircuitSpace(circuit), Enumerated(circuit)
    layer = seen = whole.initial
    for ring in list_rings(space, space.diagrams.false):
        assert members(space, whole, ring) == layer
        layer = whole.image(layer) - seen
        seen = seen | layer
    assert not layer


def test_a_deep_search_counts_nodes_now_and_then() -> None:
    """To count them takes longer than an image of a small set."""
    told: list[Progress] = []

    def announce(event: Event) -> None:
        assert isinstance(event, Progress)
        told.append(event)

    search_by_rings(counter(9), 0, announce=announce)
    depths = [event.counters["depth"] for event in told if "depth" in event.counters]
    assert depths == [*range(1, 512), 511]
    assert 5 < sum("nodes" in event.counters for event in told) < 40


def test_a_limit_of_nodes_is_kept_by_counting_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []

    def live(diagrams: Diagrams) -> int:
        counted.append(len(counted))
        return 10 if len(counted) < 5 else 12

    monkeypatch.setattr(Diagrams, "live", property(live))
    functions = Functions(counter(3), largest=11)
    looks = 0
    with pytest.raises(SolverFailure, match="too large"):
        while True:
            looks += 1
            functions.check_time()
    assert len(counted) == 5 and looks == 4 * EVERY + 1


@given(sequential())
@settings(max_examples=40)
def test_search_by_rings(circuit: Circuit) -> None:
    whole = Enumerated(circuit)
    answer = search_by_rings(circuit, circuit.bads[0])
    if isinstance(answer, Run):
        steps = simulate(circuit, answer)
        assert truth(steps[0], circuit.initial) and truth(steps[-1], circuit.bads[0])
        assert all(truth(values, part) for values in steps[:-1] for part in circuit.constraints)
        return
    assert isinstance(answer, StateTable)
    inside = {state for state in whole.states if contains(answer, whole.leaves(state))}
    assert whole.initial <= inside and whole.image(inside) <= inside
    assert not any(truth(values, circuit.bads[0]) for state, values in whole.anything if state in inside)


def contains(table: StateTable, state: dict[int, int]) -> bool:
    values = [0]

    def value(literal: int) -> int:
        return values[literal >> 1] ^ (literal & 1)

    for latch, low, high in table.rows:
        values.append(value(high if state[latch] else low))
    return bool(value(table.root))


@given(sequential(), st.data())
@settings(max_examples=40)
def test_fair_states(circuit: Circuit, data: st.DataObject) -> None:
    """From exactly the fair states, a run inside the set can go on and meet every condition once more."""
    space, whole = CircuitSpace(circuit), Enumerated(circuit)
    chosen = data.draw(subsets(circuit))
    conditions = [space.literal(part) for part in circuit.fairness] or [space.diagrams.true]
    found, _ = fair_states(space, diagram(space, whole, chosen), conditions)
    fair = members(space, whole, found)
    assert fair == brute_force(whole, chosen)


def brute_force(whole: Enumerated, within: set[State]) -> set[State]:
    """States from which a cycle can be reached that meets every condition: by closure over sets of met conditions."""
    leaving: dict[State, set[tuple[State, frozenset[int]]]] = {}
    for a, values, b in whole.steps:
        if a in within and b in within:
            leaving.setdefault(a, set()).add((b, met_by(whole, values)))
    closure = {(a, b, met) for a, rows in leaving.items() for b, met in rows}
    pending = list(closure)
    while pending:
        a, b, met = pending.pop()
        for c, other in leaving.get(b, ()):
            if (a, c, met | other) not in closure:
                closure.add((a, c, met | other))
                pending.append((a, c, met | other))
    everything = frozenset(range(len(whole.circuit.fairness)))
    cycles = {a for a, b, met in closure if a == b and met == everything}
    return cycles | {a for a, b, _ in closure if b in cycles}


def met_by(whole: Enumerated, values: list[int]) -> frozenset[int]:
    return frozenset(k for k, part in enumerate(whole.circuit.fairness) if truth(values, part))


def test_tables_keep_the_function() -> None:
    diagrams = Diagrams()
    x, y, z = (diagrams.variable(name) for name in "xyz")
    for function in ((x & ~y) | (z & y), ~((x & ~y) | (z & y)), diagrams.true, diagrams.false, ~x):
        rows, root = diagrams.table(function)
        for signs in product((False, True), repeat=3):
            values = dict(zip("xyz", signs, strict=True))
            known = [False]
            for name, low, high in rows:
                literal = high if values[name] else low
                known.append(known[literal >> 1] ^ bool(literal & 1))
            expected = diagrams.assign(values, function) == diagrams.true
            assert known[root >> 1] ^ bool(root & 1) == expected
