"""Frames of the backward search: what is blocked where, and what one edge can still do."""

from __future__ import annotations

from assay.core.model import Edge, Location
from assay.core.terms import Term, add, and_, eq, ge, integer, le, not_, variable
from assay.core.terms.sorts import INT
from assay.explore.directed.frames import ANYTHING, Atoms, Frames, Passage, together, without
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver

X, STRIDE = variable("x", INT), variable("stride", INT)
LOOP = Location("loop", (X,))
STEP = Edge("step", LOOP, LOOP, and_(ge(STRIDE, integer(1)), le(STRIDE, integer(2))), {X: add(X, STRIDE)})


def at_least(bound: int) -> Term:
    return ge(X, integer(bound))


def test_atoms_are_numbered_once_whatever_their_polarity() -> None:
    atoms = Atoms()
    first = atoms.cube([at_least(3), le(X, integer(9))])
    assert atoms.cube([not_(at_least(3)), le(X, integer(9))])[2] == first[2] == 0
    assert len(atoms.terms) == 2
    assert atoms.cube([]) == ANYTHING


def test_cubes_lose_and_gain_literals() -> None:
    atoms = Atoms()
    low, high = atoms.cube([at_least(3)]), atoms.cube([le(X, integer(9))])
    both = together(low, high)
    assert {without(both, 0), without(both, 1)} == {low, high}


def test_a_larger_cube_at_the_same_level_replaces_a_smaller_one() -> None:
    atoms, frames = Atoms(), Frames()
    small, large = atoms.cube([at_least(3), le(X, integer(9))]), atoms.cube([at_least(3)])
    frames.add(LOOP, small, 1)
    assert frames.is_blocked(LOOP, small, 1) and not frames.is_blocked(LOOP, large, 1)
    frames.add(LOOP, large, 2)
    assert frames.at(LOOP, 1) == [] and frames.at(LOOP, 2) == [large]
    assert frames.is_blocked(LOOP, small, 2) and not frames.is_blocked(LOOP, small, 3)
    assert frames.is_empty(1) and not frames.is_empty(2)
    assert frames.clauses(LOOP, 1, atoms.terms) == [not_(at_least(3))]


def test_an_edge_answers_with_a_core_or_with_a_preimage() -> None:
    atoms = Atoms()
    passage = Passage(STEP, atoms, atoms)
    passage.block(atoms.cube([at_least(5)]), 1)
    beyond = atoms.cube([at_least(10), le(X, integer(50))])
    answer, needed = passage.into(beyond, range(1, 3), None, 10.0)
    assert (answer, needed) == (Answer.UNSAT, atoms.cube([at_least(10)]))
    near = atoms.cube([at_least(6)])
    answer, _ = passage.into(near, range(1, 3), None, 10.0)
    assert answer is Answer.SAT
    preimage = passage.preimage(and_(STEP.guard, STEP.back(at_least(6))))
    solver = Z3Solver()
    solver.add(*preimage)
    assert solver.check((not_(at_least(4)),)) is Answer.UNSAT, "only states from 4 on step to 6 or more"
    assert STRIDE not in and_(*preimage).free


def test_levels_that_are_not_assumed_do_not_count() -> None:
    atoms = Atoms()
    passage = Passage(STEP, atoms, atoms)
    passage.block(ANYTHING, 1)
    assert passage.into(ANYTHING, range(1, 2), None, 10.0)[0] is Answer.UNSAT
    assert passage.into(ANYTHING, range(2, 3), None, 10.0)[0] is Answer.SAT


def test_steps_from_a_cube_into_itself_can_be_left_out() -> None:
    atoms = Atoms()
    passage = Passage(STEP, atoms, atoms)
    exactly = atoms.cube([at_least(7)])
    assert passage.into(exactly, range(0), exactly, 10.0)[0] is Answer.SAT, "6 steps to 7"
    low = atoms.cube([le(X, integer(0))])
    assert passage.into(low, range(0), low, 10.0)[0] is Answer.UNSAT, "nothing above 0 comes down"


def test_a_solver_made_anew_knows_what_was_blocked() -> None:
    atoms = Atoms()
    passage = Passage(STEP, atoms, atoms)
    passage.block(atoms.cube([at_least(5)]), 1)
    for bound in range(Passage.MOST_LEFTOVERS + 10):
        passage.into(atoms.cube([eq(X, integer(bound))]), range(1, 2), None, 10.0)
    assert passage.queries == Passage.MOST_LEFTOVERS + 10
    assert passage.into(atoms.cube([at_least(8)]), range(1, 2), None, 10.0)[0] is Answer.UNSAT
