"""Facts about all elements: what is found at cells is a proof of the model with arrays, and never a wrong one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from assay.core.budget import FOREVER
from assay.core.errors import SolverFailure, Unsupported
from assay.core.evidence import Proof, Trace
from assay.core.model import Edge, Location, Model, Safety
from assay.core.roles import Proved
from assay.core.terms import TRUE, Term, add, and_, eq, ge, integer, le, lt, neg, not_, scale, sub, variable
from assay.core.terms.arrays import select, store
from assay.core.terms.sorts import INT, array
from assay.domains.predicates.precision import Precision
from assay.explore.directed.explorer import PropertyDirected
from assay.transforms.aim import aim
from assay.transforms.arrays.cells import at_cells
from assay.transforms.arrays.choice import cells
from assay.transforms.prepare import programs
from assay.transforms.prepare.cells import prepare_cells
from assay.transforms.prepare.prepared import Prepared
from assay.witness.check.invariants import check_proof
from clocks import PATIENCE

INTS = array(INT, INT)
A, B = variable("a", INTS), variable("b", INTS)
K, N, V = variable("i", INT), variable("n", INT), variable("v", INT)
ENTRY = Location("entry")
FILL = Location("fill", (A, B, K, N))
LOOK = Location("look", (A, B, K, N))
STEP = {K: add(K, integer(1))}


def program(written: dict[Term, Term], wrong: Term, *, guard: Term = TRUE, size: Term | None = None) -> Model:
    """Two loops over the same indices: the first writes, the second looks whether something is ``wrong``."""
    edges = (
        Edge("start", ENTRY, FILL, TRUE, {A: A, B: B, K: integer(0), N: N if size is None else size}),
        Edge("fill", FILL, FILL, and_(lt(K, N), guard), {**written, **STEP}),
        Edge("turn", FILL, LOOK, ge(K, N), {K: integer(0)}),
        Edge("look", LOOK, LOOK, and_(lt(K, N), not_(wrong)), STEP),
    )
    return Model(ENTRY, edges, properties=(Safety("all", {LOOK: and_(lt(K, N), wrong)}),))


def limit_facts(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    for limit in ("FACT_SECONDS", "AFFINE_SECONDS", "CONTROL_SECONDS", "TEMPLATE_SECONDS"):
        monkeypatch.setattr(programs, limit, seconds)


@pytest.fixture(autouse=True)
def no_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of what is proved here needs none, and to look for them would take the most time."""
    limit_facts(monkeypatch, 0)


def searched(model: Model) -> Proof | None:
    """The proof that is found at cells, checked; None if there is an alarm."""
    (goal,) = model.properties
    prepared = prepare_cells(Prepared(aim(model, goal)), seconds=PATIENCE)
    explorer = PropertyDirected(prepared.model, "exact", FOREVER, lambda event: None, known=prepared.known)
    answer = explorer.explore(Precision.empty())
    if not isinstance(answer, Proved):
        return None
    proof = prepared.lowered.lift_proof(answer.evidence)
    assert check_proof(model, goal, proof, seconds=600)
    return proof


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ({A: store(A, K, integer(7))}, not_(eq(select(A, K), integer(7)))),
        ({A: store(A, K, add(K, integer(3)))}, le(select(A, K), K)),
        ({A: store(A, add(K, integer(5)), K)}, not_(eq(select(A, add(K, integer(5))), K))),
        ({A: store(A, K, select(B, K))}, not_(eq(select(A, K), select(B, K)))),
        (  # reversed
            {A: store(A, K, select(B, sub(sub(N, K), integer(1))))},
            not_(eq(select(A, K), select(B, sub(sub(N, K), integer(1))))),
        ),
        (  # at two indices in one step
            {A: store(store(A, scale(2, K), integer(1)), add(scale(2, K), integer(1)), integer(2))},
            not_(eq(add(select(A, scale(2, K)), integer(1)), select(A, add(scale(2, K), integer(1))))),
        ),
        (  # exchanged
            {A: store(A, K, select(B, K)), B: store(B, K, select(B, K))},
            not_(eq(select(B, K), select(A, K))),
        ),
    ],
)
def test_what_holds_of_all_elements_is_proved(written: dict[Term, Term], wrong: Term) -> None:
    proof = searched(program(written, wrong))
    assert proof is not None and proof.every


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ({A: store(A, K, integer(7))}, not_(eq(select(A, K), integer(8)))),
        ({A: store(A, add(K, integer(1)), integer(7))}, not_(eq(select(A, K), integer(7)))),
        ({A: store(A, K, select(B, add(K, integer(1))))}, not_(eq(select(A, K), select(B, K)))),
        ({A: B}, not_(eq(select(A, K), integer(0)))),  # a copy of everything
        ({A: store(store(A, K, integer(1)), N, integer(2))}, not_(eq(select(A, N), integer(1)))),
    ],
)
def test_what_fails_is_not_proved(written: dict[Term, Term], wrong: Term) -> None:
    assert searched(program(written, wrong)) is None


def test_a_copy_of_a_whole_array_has_its_elements() -> None:
    fill = Edge("fill", FILL, FILL, lt(K, N), {B: store(B, K, integer(4)), **STEP})
    turn = Edge("turn", FILL, LOOK, ge(K, N), {A: B, K: integer(0)})
    look = Edge("look", LOOK, LOOK, lt(K, N), STEP)
    start = Edge("start", ENTRY, FILL, TRUE, {A: A, B: B, K: integer(0), N: N})
    bad = and_(lt(K, N), not_(eq(select(A, K), integer(4))))
    assert searched(Model(ENTRY, (start, fill, turn, look), properties=(Safety("all", {LOOK: bad}),))) is not None


def test_without_reads_there_are_no_cells() -> None:
    model = program({A: store(A, K, integer(7))}, lt(K, integer(0)))
    with pytest.raises(Unsupported, match="reads an array"):
        prepare_cells(Prepared(aim(model, model.properties[0])))


def summing(written: int, wrong: Term) -> Model:
    """Fill an array, add all of it up, and look at the sum."""
    place = Location("sum", (A, V, K, N))
    fill = Location("fill", (A, K, N))
    edges = (
        Edge("start", ENTRY, fill, and_(ge(N, integer(1)), le(N, integer(100))), {A: A, K: integer(0), N: N}),
        Edge("fill", fill, fill, lt(K, N), {A: store(A, K, integer(written)), **STEP}),
        Edge("turn", fill, place, ge(K, N), {K: integer(0), V: integer(0)}),
        Edge("add", place, place, and_(ge(K, integer(0)), lt(K, N)), {V: add(V, select(A, K)), **STEP}),
    )
    return Model(ENTRY, edges, properties=(Safety("sum", {place: and_(ge(K, N), ge(N, integer(1)), wrong)}),))


def test_what_is_known_of_all_elements_is_known_of_those_that_are_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    limit_facts(monkeypatch, PATIENCE)
    assert searched(summing(3, not_(eq(V, scale(3, N))))) is not None


def there_and_back(loops: int) -> Model:
    """Fill an array, and with each loop add all of it up, or take it away again."""
    places = [Location(f"loop{number}", (A, V, K, N)) for number in range(loops)]
    fill = Location("fill", (A, K, N))
    turn = {K: integer(0)}
    edges = [
        Edge("start", ENTRY, fill, and_(ge(N, integer(1)), le(N, integer(100))), {A: A, N: N, **turn}),
        Edge("fill", fill, fill, lt(K, N), {A: store(A, K, integer(3)), **STEP}),
        Edge("turn", fill, places[0], ge(K, N), {V: integer(0), **turn}),
    ]
    for number, place in enumerate(places):
        value = select(A, K)
        changed = add(V, value if number % 2 == 0 else neg(value))
        edges.append(Edge(f"step{number}", place, place, and_(ge(K, integer(0)), lt(K, N)), {V: changed, **STEP}))
        if place is not places[-1]:
            edges.append(Edge(f"turn{number}", place, places[number + 1], ge(K, N), turn))
    wrong = and_(ge(K, N), not_(eq(V, integer(0))))
    return Model(ENTRY, tuple(edges), properties=(Safety("zero", {places[-1]: wrong}),))


def test_facts_lead_to_facts_as_often_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    limit_facts(monkeypatch, PATIENCE)
    model = there_and_back(2)
    prepared = prepare_cells(Prepared(aim(model, model.properties[0])), seconds=PATIENCE)
    assert not prepared.model.edges
    assert check_proof(model, model.properties[0], prepared.lowered.lift_proof(Proof({})), seconds=600)


def test_an_error_without_reads_beside_one_with_reads_is_not_forgotten() -> None:
    """Indices may be narrowed by the reads of the error only if every step to the error reads there."""
    model = program({A: store(A, K, integer(7))}, not_(eq(select(A, K), integer(7))))
    (goal,) = model.properties
    either = Safety("either", {**goal.bad, FILL: ge(K, integer(1))})
    assert searched(replace(model, properties=(either,))) is None


def test_a_run_of_the_view_is_no_run_of_the_model() -> None:
    model = program({A: store(A, K, integer(7))}, not_(eq(select(A, K), integer(8))))
    aimed = aim(model, model.properties[0]).model
    view = at_cells(aimed, cells(aimed, aimed.edges))
    with pytest.raises(SolverFailure, match="some elements"):
        view.lowered.lift_trace(Trace((), (), ()))


# -- random programs against brute force -------------------------------------------------------------------------------


def simulated(size: int, shift: int, factor: int, offset: int, bound: int, start: dict[int, int]) -> bool:
    """Does some element break the bound, when the array begins as ``start`` says?"""
    cells = dict(start)
    for i in range(size):
        cells[i + shift] = factor * i + offset
    return any(cells.get(i, 0) > bound for i in range(size))


@pytest.mark.parametrize("seed", range(6))
def test_random_programs_are_proved_only_if_they_are_right(seed: int) -> None:
    random = Random(seed)
    size, shift = random.randrange(1, 4), random.choice((0, 0, 0, 1))
    factor, offset, bound = random.randrange(-1, 2), random.randrange(3), random.randrange(4)
    value = add(scale(factor, K), integer(offset))
    wrong = not_(le(select(A, K), integer(bound)))
    model = program({A: store(A, add(K, integer(shift)), value)}, wrong, size=integer(size))
    worst = dict.fromkeys(range(size), 100)
    violated = simulated(size, shift, factor, offset, bound, worst)
    assert (searched(model) is None) == violated
