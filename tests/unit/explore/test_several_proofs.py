"""IC3 for several bad states: what one proof leaves to the next, and that nothing else is assumed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from assay.checking import check
from assay.checking.confirming import confirmed
from assay.core.budget import FOREVER
from assay.core.circuit import Circuit
from assay.core.circuit_answers import Inductive, Invariant, Run
from assay.core.errors import UnsoundVerdict
from assay.core.model import Model, Origin
from assay.core.roles import Found, Stuck, unchanged
from assay.core.terms import and_, implies
from assay.core.verdict import Holds, Violated
from assay.engines.config import Config
from assay.engines.forms import Gates
from assay.engines.together import claim
from assay.explore.circuit.ic3.search import Ic3
from assay.explore.circuit.several import proofs
from assay.explore.circuit.several.decided import Decided, Open, reached
from assay.explore.circuit.several.dependence import Dependence
from assay.explore.circuit.several.inductions import SeveralInductions
from assay.explore.circuit.several.needed import needed
from assay.explore.circuit.several.proofs import SeveralProofs
from assay.frontends.task import load
from assay.transforms.circuit.bitblast import circuit_of
from assay.transforms.circuit.simplify import Simplified
from clocks import PATIENCE, over, patient
from systems.assertions import design

# Two counters by two that an input stops, and a bit that follows the first one's last bit.
COUNTERS = """1 sort bitvec 1
2 sort bitvec 4
3 zero 2
4 constd 2 2
5 input 1 stop
6 state 2 first
7 init 2 6 3
8 add 2 6 4
9 ite 2 5 6 8
10 next 2 6 9
11 state 2 second
12 init 2 11 3
13 add 2 11 4
14 ite 2 5 11 13
15 next 2 11 14
16 state 1 follower
17 zero 1
18 init 1 16 17
19 slice 1 6 0 0
20 next 1 16 19
"""
FIVE = "30 constd 2 5\n31 eq 1 6 30\n32 bad 31 five\n"
FOLLOWS = "33 bad 16 follows\n"
OTHER = "34 eq 1 11 30\n35 bad 34 other\n"
EIGHT = "36 constd 2 8\n37 eq 1 6 36\n38 bad 37 eight\n"
FOUR = "41 constd 2 4\n42 eq 1 6 41\n43 bad 42 four\n"
LATER_FIVE = "44 constd 2 5\n45 eq 1 6 44\n46 bad 45 five\n"
# Whatever the first counter is, the second one is the same.
EQUAL = "21 neq 1 6 11\n22 bad 21 equal\n"
# An input turns a ring of three bits, of which the first begins with 1; ``held`` stays once ``p`` was 1, which is the
# other input, and ``seen`` once ``held`` was.  Bad are ``held`` or two bits of the ring at once, and ``seen``.
RING = """aag 21 2 6 0 13 2
2
4
6 21 0
8 23 0
10 4 0
12 29 1
14 35 0
16 41 0
43
8
18 14 12
20 11 7
22 9 7
24 16 2
26 12 3
28 27 25
30 12 2
32 14 3
34 33 31
36 14 2
38 16 3
40 39 37
42 19 7
"""


# The second one goes on from the first one.
COPIED = COUNTERS.replace("13 add 2 11 4", "13 add 2 6 4").replace("14 ite 2 5 11 13", "14 ite 2 5 6 13")


def gates_of(tmp_path: Path, *bads: str, counters: str = COUNTERS) -> tuple[Model, Gates]:
    path = tmp_path / "counters.btor2"
    path.write_text(counters + "".join(bads))
    model = load(path)
    blasted = circuit_of(model)
    return model, Gates(blasted, as_it_is(blasted.circuit), unchanged(model))


def as_it_is(circuit: Circuit) -> Simplified:
    """Nothing is simplified: it is known beforehand what proofs need."""
    leaves = (*circuit.inputs, *(latch.node for latch in circuit.latches))
    return Simplified(circuit, circuit, {n: n for n in leaves}, {n: 2 * n for n in range(circuit.size)}, ())


def answers(search: SeveralProofs) -> dict[int, Decided]:
    found = {}
    while isinstance(answer := search.advance(FOREVER), Found):
        found.update(dict.fromkeys(answer.evidence.numbers, answer.evidence))
    assert isinstance(answer, Stuck)
    search.close()
    return found


def test_each_proof_speaks_of_what_its_own_bad_state_depends_on(tmp_path: Path) -> None:
    _, gates = gates_of(tmp_path, FIVE, FOLLOWS, OTHER)
    dependence = Dependence(gates.circuit)
    found = answers(SeveralProofs(gates.circuit, Open(3)))
    for number, decided in found.items():
        assert isinstance(decided.answer, Invariant)
        assert all(dependence.covers(number, clause) for clause in decided.answer.clauses)
        # The last bit of a counter, and of the follower its own bit: nothing else is needed.
        assert len(decided.answer.clauses) == (2 if number == 1 else 1)


def test_a_run_is_tried_on_what_is_open_and_stops_nobody(tmp_path: Path) -> None:
    _, gates = gates_of(tmp_path, EIGHT, FOUR, LATER_FIVE)
    found = answers(SeveralProofs(gates.circuit, Open(3)))
    lengths = {n: len(d.answer.inputs) - 1 for n, d in found.items() if isinstance(d.answer, Run)}
    assert lengths[1] <= lengths[0] and set(lengths) == {0, 1}
    assert isinstance(found[2].answer, Invariant)


def test_the_part_of_a_run_up_to_each_bad_state_counts(tmp_path: Path) -> None:
    _, gates = gates_of(tmp_path, EIGHT, FOUR, LATER_FIVE)
    steps = tuple(dict.fromkeys(gates.circuit.inputs, 0) for _ in range(6))
    found = list(reached(gates.circuit, Run({}, steps), [0, 1, 2]))
    assert [(d.numbers, len(d.answer.inputs)) for d in found if isinstance(d.answer, Run)] == [((1,), 3), ((0,), 5)]


def test_what_is_decided_elsewhere_is_not_searched(tmp_path: Path) -> None:
    _, gates = gates_of(tmp_path, FIVE, FOLLOWS, OTHER)
    assert set(answers(SeveralProofs(gates.circuit, Open(3, lambda number: number != 1)))) == {1}


def test_a_proof_may_rest_on_what_induction_has_proved(tmp_path: Path) -> None:
    """That the second counter is even where it is the same as the first one."""
    model, gates = gates_of(tmp_path, EQUAL, "30 constd 2 5\n", OTHER, counters=COPIED)
    search = SeveralProofs(gates.circuit, Open(2, lambda number: number == 0), proved=[0])
    (decided,) = answers(search).values()
    assert decided.beside == (0,)
    claimed = claim(gates, ["equal", "other"], decided)
    verdict, _ = confirmed(model, model.properties[1], claimed.evidence, patient())
    assert isinstance(verdict, Holds) and not claimed.beside


def test_what_rests_on_something_that_does_not_hold_is_refuted(tmp_path: Path) -> None:
    """Were a violated property assumed, the proof would say so, and be rejected."""
    model, gates = gates_of(tmp_path, EIGHT, "41 constd 2 10\n42 eq 1 6 41\n43 bad 42 ten\n")
    (decided,) = answers(SeveralProofs(gates.circuit, Open(2, lambda number: number == 0), proved=[0])).values()
    assert decided.beside == (0,) and isinstance(decided.answer, Invariant)
    claimed = claim(gates, ["eight", "ten"], decided)
    with pytest.raises(UnsoundVerdict):
        confirmed(model, model.properties[1], claimed.evidence, patient())


def test_what_is_needed_is_inductive_and_no_more(tmp_path: Path) -> None:
    _, gates = gates_of(tmp_path, FIVE, FOLLOWS, OTHER)
    circuit = gates.circuit
    names = {name: node for node, name in circuit.names.items()}
    even, also_even, follower = ((2 * names[name] ^ 1,) for name in ("first[0]", "second[0]", "follower[0]"))
    every = [even, also_even, follower]
    assert needed(circuit, circuit.bads[0], every, FOREVER) == [even]
    assert needed(circuit, circuit.bads[1], every, FOREVER) == [even, follower]
    # What is no proof has no such part, and without time there is none.
    assert needed(circuit, circuit.bads[0], [also_even, follower], FOREVER) is None
    assert needed(circuit, circuit.bads[1], [follower], FOREVER) is None
    assert needed(circuit, circuit.bads[0], every, over()) is None


def test_a_fact_may_rest_on_what_a_constraint_ties_to_it(tmp_path: Path) -> None:
    """A step with ``p`` needs two bits of a ring, which has one: so nothing is held of it, and later nothing is seen.

    What is seen depends on no bit of the ring.  A dead end may be bad: the constraint is no part of that.
    """
    path = tmp_path / "ring.aag"
    path.write_text(RING)
    model = load(path)
    (edge,), variables = model.edges, model.entry.variables
    _, _, p, first, second, _ = variables
    model = replace(model, edges=(replace(edge, guard=implies(p, and_(first, second))),), origin=Origin())
    blasted = circuit_of(model)
    gates = Gates(blasted, as_it_is(blasted.circuit), unchanged(model))
    # Begins with the bad state whose proof is that of the ring.
    search = SeveralProofs(gates.circuit, Open(2), part=1, parts=2)
    goals = {goal.name: goal for goal in model.properties}
    for decided in answers(search).values():
        claimed = claim(gates, list(goals), decided)
        verdict, _ = confirmed(model, goals[claimed.goals[0]], claimed.evidence, patient())
        assert isinstance(verdict, Holds)


@pytest.mark.parametrize("jobs", [1, 2])
def test_designs_of_many_blocks_are_decided_as_it_is_known(jobs: int, tmp_path: Path) -> None:
    made = design(20, ("queue", "counter", "arbiter", "timer"))
    path = tmp_path / "blocks.btor2"
    path.write_text(made.text)
    results = check(load(path), config=Config(seconds=PATIENCE, jobs=jobs))
    for result in results:
        holds = made.known[result.property] in ("inductive", "invariant")
        assert isinstance(result.verdict, Holds if holds else Violated), result
    assert len(results) == len(made.known)


def test_induction_over_more_steps_is_no_fact(tmp_path: Path) -> None:
    """The negation of what takes two steps to be proved need not be preserved by one."""
    path = tmp_path / "later.btor2"
    path.write_text(
        "1 sort bitvec 1\n2 zero 1\n3 state 1 a\n4 init 1 3 2\n5 next 1 3 3\n6 state 1 b\n7 init 1 6 2\n8 next 1 6 3\n"
        "9 state 1 c\n10 init 1 9 2\n11 next 1 9 6\n12 bad 9 c\n13 bad 3 a\n"
    )
    circuit = circuit_of(load(path)).circuit
    proved: list[int] = []
    search = SeveralInductions(circuit, proved=proved)
    depths = {}
    while isinstance(answer := search.advance(FOREVER), Found):
        assert isinstance(answer.evidence.answer, Inductive)
        depths.update(dict.fromkeys(answer.evidence.numbers, answer.evidence.answer.depth))
    assert depths == {0: 2, 1: 1} and proved == [1]


def test_nothing_rests_on_what_inputs_have_a_say_in(tmp_path: Path) -> None:
    """That five is not met where nothing is stopped says as much of states, but not in words about states alone."""
    model, gates = gates_of(tmp_path, "21 neq 1 6 11\n22 and 1 21 5\n23 bad 22 equal\n", FIVE, OTHER)
    left = Open(3, lambda number: number == 0)
    for decided in answers(SeveralProofs(gates.circuit, left, proved=[0])).values():
        assert not decided.beside
        claimed = claim(gates, [goal.name for goal in model.properties], decided)
        verdict, _ = confirmed(model, model.properties[decided.numbers[0]], claimed.evidence, patient())
        assert isinstance(verdict, Holds)


def test_a_search_learns_only_of_what_it_depends_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, gates = gates_of(tmp_path, FIVE, FOLLOWS, OTHER)
    learnt: list[int] = []
    learn = Ic3.learn

    def heard(search: Ic3, facts: Sequence[Sequence[int]]) -> None:
        learnt.append(len(facts))
        learn(search, facts)

    monkeypatch.setattr(Ic3, "learn", heard)
    # No search waits for its second turn while others end.
    monkeypatch.setattr(proofs, "FIRST_TURN", PATIENCE)
    answers(SeveralProofs(gates.circuit, Open(3)))
    # Of the two counters one is in the cone of the follower: one clause about its last bit.
    assert sorted(learnt) == [0, 0, 1]


def test_what_is_decided_meanwhile_has_no_turn_any_more(tmp_path: Path) -> None:
    _, gates = gates_of(tmp_path, FIVE, FOLLOWS, OTHER)
    left = Open(3)
    search = SeveralProofs(gates.circuit, left)
    first = search.advance(FOREVER)
    assert isinstance(first, Found)
    left.decide([0, 1, 2])
    assert isinstance(search.advance(FOREVER), Stuck)
    search.close()


def test_what_is_needed_may_need_more_and_the_constraints(tmp_path: Path) -> None:
    """Three bits that follow one another, the first of which takes an input that is always 0."""
    path = tmp_path / "constrained.btor2"
    lines = ["sort bitvec 1", "zero 1", "input 1 low", "not 1 3", "constraint 4"]
    for after, state in zip((3, 6, 9), (6, 9, 12), strict=True):
        lines += [f"state 1 s{state}", f"init 1 {state} 2", f"next 1 {state} {after}"]
    lines.append("bad 12")
    path.write_text("".join(f"{number} {line}\n" for number, line in enumerate(lines, 1)))
    circuit = circuit_of(load(path)).circuit
    clauses = [(2 * latch.node ^ 1,) for latch in circuit.latches]
    useless = (2 * circuit.latches[0].node ^ 1, 2 * circuit.latches[1].node)
    assert needed(circuit, circuit.bads[0], [*clauses, useless], FOREVER) == clauses
