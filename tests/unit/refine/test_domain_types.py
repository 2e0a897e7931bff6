"""Domain types from the usage of variables, and the loops that counters belong to."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from assay.core.graph import loops
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import TRUE, Op, Term, add, and_, eq, ge, integer, ite, lt, not_, or_, prime, sub, variable
from assay.core.terms.bitvectors import bv, bv_binary, bv_compare, extract, sign_extend
from assay.core.terms.sorts import BOOL, INT, bitvector
from assay.refine.selection.domain_types import DomainType, domain_types
from assay.transforms.aim import aim
from assay.transforms.prepare.standard import prepare

x, y, z = (variable(name, INT) for name in "xyz")
p = variable("p", BOOL)
u, v = (variable(name, bitvector(32)) for name in "uv")
c = variable("c", bitvector(8))
ALL = (x, y, z, p, u, v, c)
zero, one, five = integer(0), integer(1), integer(5)

Command = tuple[str, str, Term, Mapping[Term, Term]]


def system(*commands: Command) -> Model:
    places = {name: Location(name, ALL) for command in commands for name in command[:2]}
    edges = [Edge(f"e{i}", places[s], places[t], guard, updates) for i, (s, t, guard, updates) in enumerate(commands)]
    last = places[commands[-1][1]]
    return Model(places[commands[0][0]], tuple(edges), TRUE, (Safety("safe", {last: TRUE}),))


def types(*commands: Command) -> Mapping[Term, DomainType]:
    return domain_types(system(*commands))


def step(guard: Term = TRUE, updates: Mapping[Term, Term] | None = None) -> Command:
    return ("a", "b", guard, updates or {})


@pytest.mark.parametrize(
    ("command", "symbol", "expected"),
    [
        (step(eq(x, zero), {x: one}), x, DomainType.BOOLEAN),
        (step(p, {x: ite(lt(y, z), one, zero)}), x, DomainType.BOOLEAN),
        (step(eq(x, zero), {x: prime(x)}), x, DomainType.BOOLEAN),
        (step(not_(p)), p, DomainType.BOOLEAN),
        (step(eq(x, five)), x, DomainType.EQUALITY),
        (step(TRUE, {x: five}), x, DomainType.EQUALITY),
        (step(eq(x, y), {y: five}), x, DomainType.EQUALITY),
        (step(eq(x, y), {y: zero}), x, DomainType.BOOLEAN),
        (step(eq(x, y), {y: add(z, one)}), x, DomainType.ARITHMETIC),
        (step(eq(add(x, y), five)), x, DomainType.ARITHMETIC),
        (step(lt(x, five)), x, DomainType.ARITHMETIC),
        (step(TRUE, {x: add(y, one)}), y, DomainType.ARITHMETIC),
        (step(TRUE, {x: ite(p, y, five)}), y, DomainType.EQUALITY),
        (step(eq(u, bv(1, 32))), u, DomainType.BOOLEAN),
        (step(eq(u, bv(7, 32))), u, DomainType.EQUALITY),
        (step(eq(sign_extend(24, c), bv(1, 32))), c, DomainType.BOOLEAN),
        (step(bv_compare(Op.BV_SLE, u, v)), u, DomainType.ARITHMETIC),
        (step(TRUE, {u: bv_binary(Op.BV_AND, v, bv(6, 32))}), u, DomainType.BIT_OPERATION),
        (step(TRUE, {u: bv_binary(Op.BV_AND, v, bv(6, 32))}), v, DomainType.BIT_OPERATION),
    ],
)
def test_use_decides(command: Command, symbol: Term, expected: DomainType) -> None:
    assert types(command)[symbol] is expected


def counting(update: Term, symbol: Term, leave: Term) -> Mapping[Term, DomainType]:
    return types(("a", "a", TRUE, {symbol: update}), ("a", "b", leave, {}))


def test_counters_are_stepped_in_a_loop_and_tested_on_the_way_out() -> None:
    assert counting(add(x, one), x, ge(x, five))[x] is DomainType.LOOP_COUNTER
    assert counting(sub(x, integer(3)), x, eq(x, y))[x] is DomainType.LOOP_COUNTER
    assert counting(ite(p, add(x, one), x), x, ge(x, five))[x] is DomainType.LOOP_COUNTER
    stepped = bv_binary(Op.BV_ADD, sign_extend(24, c), bv(1, 32))
    assert counting(extract(7, 0, stepped), c, eq(c, bv(9, 8)))[c] is DomainType.LOOP_COUNTER
    assert counting(add(x, y), x, ge(x, five))[x] is DomainType.ARITHMETIC
    assert counting(add(x, one), x, ge(y, five))[x] is DomainType.ARITHMETIC
    assert counting(five, x, ge(x, five))[x] is DomainType.ARITHMETIC


def test_a_step_outside_of_the_loop_counts_nothing() -> None:
    found = types(("a", "a", p, {}), ("a", "b", ge(x, five), {}), ("b", "c", TRUE, {x: add(x, one)}))
    assert found[x] is DomainType.ARITHMETIC


def test_inner_loops_have_counters_of_their_own() -> None:
    """The way out of the inner loop stays in the outer one."""
    commands: list[Command] = [
        ("a", "b", TRUE, {x: zero}),
        ("b", "b", lt(x, five), {x: add(x, one)}),
        ("b", "a", ge(x, five), {}),
        ("a", "end", p, {}),
    ]
    model = system(*commands)
    assert [sorted(place.name for place in body) for body in loops(model)] == [["a", "b"], ["b"]]
    assert domain_types(model)[x] is DomainType.LOOP_COUNTER


def test_counters_survive_large_blocks() -> None:
    """There the new value may be an input that the guard determines case by case."""
    skip = and_(p, eq(prime(x), x))
    count = and_(not_(p), eq(prime(x), add(x, one)))
    model = system(("a", "a", or_(skip, count), {x: prime(x)}), ("a", "b", ge(x, five), {}))
    assert domain_types(model)[x] is DomainType.LOOP_COUNTER
    aimed = aim(model, model.properties[0]).model
    assert domain_types(aimed)[x] is DomainType.LOOP_COUNTER
    prepared = prepare(model, model.properties[0], blocks="large").model
    kept = {symbol for place in prepared.locations for symbol in place.variables}
    assert all(domain_types(prepared)[symbol] is DomainType.LOOP_COUNTER for symbol in kept if symbol is x)
