"""Proofs by bits are told in the words of the file, and nothing that they do not need is told."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from assay.core.budget import Deadline
from assay.core.evidence import Proof
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import FALSE, TRUE, Op, Term, and_, conjunction, eq, not_, or_, variable
from assay.core.terms.bitvectors import bv, bv_binary, bv_compare, extract
from assay.core.terms.sorts import BOOL, bitvector
from assay.frontends.smv.model import smv_model
from assay.frontends.task import load
from assay.frontends.text import Source
from assay.report.evidence import sentence
from assay.report.languages import language_of
from assay.transforms.readable import readable
from assay.transforms.readable.guesses import cost
from clocks import PATIENCE
from oracles import is_cut, is_proof

USED, TAIL, ON = variable("used", bitvector(8)), variable("tail", bitvector(8)), variable("on", BOOL)


def bit(index: int, symbol: Term) -> Term:
    return eq(extract(index, index, symbol), bv(1, 1))


def add(symbol: Term, value: int) -> Term:
    return bv_binary(Op.BV_ADD, symbol, bv(value, 8))


def below(symbol: Term, value: int) -> Term:
    return bv_compare(Op.BV_ULT, symbol, bv(value, 8))


@pytest.fixture
def buffer() -> tuple[Model, Safety, Proof]:
    """Put and take; the proof is that of a search of gates, with a part that nothing needs."""
    place = Location("buffer", (USED, TAIL, ON))
    tail = bv_binary(Op.BV_UREM, add(TAIL, 1), bv(8, 8))
    put = Edge("put", place, place, below(USED, 8), {USED: add(USED, 1), TAIL: tail})
    take = Edge("take", place, place, not_(eq(USED, bv(0, 8))), {USED: add(USED, 255)})
    initial = and_(eq(USED, bv(0, 8)), eq(TAIL, bv(0, 8)), ON)
    goal = Safety("safe", {place: not_(and_(below(USED, 9), below(TAIL, 8)))})
    clauses = [
        *(not_(bit(k, USED)) for k in range(4, 8)),
        *(or_(not_(bit(3, USED)), not_(bit(k, USED))) for k in range(3)),
        *(not_(bit(k, TAIL)) for k in range(3, 8)),
        ON,
    ]
    model = Model(place, (put, take), initial, (goal,))
    return model, goal, Proof({place: conjunction(clauses)})


def told(model: Model, proof: Proof | None) -> str | None:
    assert proof is not None
    return sentence(proof.invariant[model.entry], language_of(model))


def test_a_ring_buffer_in_one_line(buffer: tuple[Model, Safety, Proof]) -> None:
    model, goal, proof = buffer
    found = readable(model, goal, proof, Deadline.after(PATIENCE))
    assert told(model, found) == "tail <u 8 && used <u 9"
    assert found is not None and is_proof(model, goal, found)


def test_no_time_no_words(buffer: tuple[Model, Safety, Proof]) -> None:
    ticks = iter(range(10**6))
    for looks in (0, 1, 10, 30, 60):
        begun = next(ticks)
        found = readable(*buffer, Deadline(begun + looks, lambda: next(ticks)))
        assert found is None or is_proof(*buffer[:2], found)
    assert readable(*buffer, Deadline(0.0, lambda: 1.0)) is None


def test_what_is_plain_already_stays(buffer: tuple[Model, Safety, Proof]) -> None:
    model, goal, _ = buffer
    plain = Proof({model.entry: and_(below(USED, 9), below(TAIL, 8))})
    assert readable(model, goal, plain, Deadline.after(PATIENCE)) is None
    assert readable(model, Safety("nothing", {}), Proof({model.entry: TRUE}), Deadline.after(PATIENCE)) is None


def test_a_guess_that_is_wrong_is_left_out() -> None:
    """That ``n`` has one of its names is no invariant here: the step that leaves its type is the file's own."""
    design = "MODULE main VAR n : {a, b, c}; x : 0..2; ASSIGN init(n) := a; next(n) := n; init(x) := 0; next(x) := 0;"
    model = smv_model(Source("x.smv", design + " INVARSPEC n = a"))
    n, x = model.entry.variables
    strange = {n: bv_binary(Op.BV_ADD, n, n), x: bv_binary(Op.BV_ADD, x, bv(1, 2))}
    loose = Model(
        model.entry, (Edge("e", model.entry, model.entry, TRUE, strange),), model.initial, domains=model.domains
    )
    (goal,) = model.properties
    proof = Proof({model.entry: and_(not_(bit(0, n)), not_(bit(1, n)))})
    found = readable(loose, goal, proof, Deadline.after(PATIENCE))
    assert told(loose, found) == "n == a"
    assert found is not None and is_proof(loose, goal, found)


def test_enumerations_by_name() -> None:
    design = """
MODULE main
VAR main_light : {green, yellow, red}; side_light : {green, yellow, red};
ASSIGN init(main_light) := green; init(side_light) := red;
  next(main_light) := case main_light = yellow : red; main_light = red & side_light = red : green;
                           main_light = green : {green, yellow}; TRUE : main_light; esac;
  next(side_light) := case side_light = red & main_light = yellow : green; side_light = green : yellow;
                           side_light = yellow : red; TRUE : side_light; esac;
INVARSPEC !(main_light = green & side_light = green)
"""
    model = smv_model(Source("x.smv", design))
    (goal,) = model.properties
    main, side = model.entry.variables
    proof = Proof({model.entry: or_(bit(1, main), bit(1, side))}, depth=1)
    found = readable(model, goal, proof, Deadline.after(PATIENCE))
    assert told(model, found) == "main_light = red | side_light = red"
    assert found is not None and found.depth == 0 and is_proof(model, goal, found)


def test_an_induction_that_needs_depth_keeps_it(buffer: tuple[Model, Safety, Proof]) -> None:
    model, goal, proof = buffer
    deep = Proof(proof.invariant, depth=2)
    found = readable(model, goal, deep, Deadline.after(PATIENCE))
    assert told(model, found) == "on && tail <=u 7 && used <=u 8"
    assert found is not None and found.depth == 2


PROGRAM = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int low = 0;
    unsigned other = 3;
    while (__VERIFIER_nondet_int()) {
        if (low > -10) low = low - 1;
        other = 3 - other;
        if (low > 0) reach_error();
    }
    return 0;
}
"""


def test_of_a_program_loops_are_enough_and_what_they_need(tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    path.write_text(PROGRAM)
    model = load(path, checks="assert")
    goal = model.goals[0]
    assert isinstance(goal, Safety) and model.origin.source is not None
    (head,) = {loop.location for loop in model.origin.source.loops}
    low, other = (next(v for v in head.variables if v.name.endswith(name)) for name in ("low", "other"))
    # From -10 to 0, as bits; and that the other number is 0 or 3.
    zero, negative = eq(low, bv(0, 32)), bit(31, low)
    bits = and_(or_(zero, negative), or_(zero, bv_compare(Op.BV_SLE, bv(-10, 32), low)))
    places = {place: TRUE for place in model.locations if place not in goal.bad}
    proof = Proof({**places, head: and_(bits, eq(bit(0, other), bit(1, other)))})
    found = readable(model, goal, proof, Deadline.after(PATIENCE))
    assert found is not None and is_cut(model, goal, found)
    assert sentence(found.invariant[head], language_of(model)) == "|main::low| <=s 0"
    assert [place for place, formula in found.invariant.items() if formula is not TRUE] == [head]


def test_bits_are_hard_to_read() -> None:
    assert cost(below(USED, 8)) < cost(bit(3, USED)) < cost(and_(bit(3, USED), bit(4, USED)))
    assert cost(FALSE) == cost(ON) == 1


def test_words_do_not_depend_on_which_variable_was_made_first() -> None:
    texts = set()
    for number, names in enumerate(permutations(("head", "tail", "used"))):
        made = {name: variable(f"{name}.{number}", bitvector(8)) for name in names}
        head, tail, used = (made[name] for name in ("head", "tail", "used"))
        place = Location("buffer", (head, tail, used))
        put = {used: add(used, 1), tail: bv_binary(Op.BV_UREM, add(tail, 1), bv(8, 8))}
        take = {used: add(used, 255), head: bv_binary(Op.BV_UREM, add(head, 1), bv(8, 8))}
        edges = (
            Edge("put", place, place, below(used, 8), put),
            Edge("take", place, place, not_(eq(used, bv(0, 8))), take),
        )
        goal = Safety("safe", {place: not_(and_(below(used, 9), below(tail, 8), below(head, 8)))})
        model = Model(place, edges, conjunction(eq(symbol, bv(0, 8)) for symbol in made.values()), (goal,))
        clauses = [not_(bit(k, symbol)) for symbol in (head, tail) for k in range(3, 8)]
        clauses += [not_(bit(k, used)) for k in range(4, 8)]
        clauses += [or_(not_(bit(3, used)), not_(bit(k, used))) for k in range(3)]
        found = readable(model, goal, Proof({place: conjunction(clauses)}), Deadline.after(PATIENCE))
        texts.add((told(model, found) or "").replace(f".{number}", ""))
    assert texts == {"head <u 8 && tail <u 8 && used <u 9"}
