"""A step without arrays is possible wherever the step with arrays is, and has the same effect there."""

from __future__ import annotations

from random import Random

import pytest

from assay.core.terms import Term, add, and_, eq, int_mod, integer, ite, le, not_, or_, post_order, variable
from assay.core.terms.arrays import const_array, select, store
from assay.core.terms.evaluate import ArrayValue, Value, evaluate, holds
from assay.core.terms.sorts import INT, array
from assay.transforms.arrays.elements import Elements

INTS = array(INT, INT)
K, J, X = (variable(name, INT) for name in "ijx")
A, B, C = (variable(name, INTS) for name in "abc")


def elements(moduli: dict[Term, int] | None = None) -> Elements:
    names: list[Term] = []

    def fresh(symbol: Term) -> Term:
        names.append(variable(f"{symbol.name}!{len(names)}", symbol.sort))
        return names[-1]

    return Elements(fresh, moduli or {})


def number(random: Random, depth: int) -> Term:
    match random.randrange(6 if depth else 3):
        case 0:
            return integer(random.randrange(-2, 3))
        case 1 | 2:
            return random.choice((K, J, X))
        case 3:
            return add(number(random, depth - 1), number(random, depth - 1))
        case _:
            return select(map_(random, depth - 1), number(random, depth - 1))


def map_(random: Random, depth: int) -> Term:
    match random.randrange(5 if depth else 2):
        case 0 | 1:
            return random.choice((A, B, C))
        case 2:
            return const_array(INTS, number(random, 0))
        case 3:
            return ite(formula(random, depth - 1), map_(random, depth - 1), map_(random, depth - 1))
        case _:
            return store(map_(random, depth - 1), number(random, depth - 1), number(random, depth - 1))


def formula(random: Random, depth: int) -> Term:
    match random.randrange(5 if depth else 2):
        case 0:
            return le(number(random, depth), number(random, depth))
        case 1:
            return eq(map_(random, depth), map_(random, depth))
        case 2:
            return not_(formula(random, depth - 1))
        case 3:
            return and_(formula(random, depth - 1), formula(random, depth - 1))
        case _:
            return or_(formula(random, depth - 1), formula(random, depth - 1))


def state(random: Random) -> dict[Term, Value]:
    values: dict[Term, Value] = {symbol: random.randrange(-2, 3) for symbol in (K, J, X)}
    common = ArrayValue(INTS, 0)
    for symbol in (A, B, C):
        values[symbol] = random.choice((common, common.updated(random.randrange(-2, 3), 1)))
    return values


def seen(found: Elements, values: dict[Term, Value]) -> dict[Term, Value]:
    """The values of the symbols for elements, in the order in which they were made."""
    known = dict(values)
    for (base, index), symbol in found.values.items():
        known.setdefault(symbol, evaluate(select(base, index), known))
    return known


@pytest.mark.parametrize("seed", range(60))
def test_what_is_possible_stays_possible_and_values_stay_the_same(seed: int) -> None:
    random = Random(seed)
    guard, value, read = formula(random, 3), number(random, 3), select(map_(random, 2), number(random, 2))
    found = elements()
    plain, after = found.guard(guard), found.without_arrays(add(value, read))
    equations, conditions = found.conditions()
    plain = and_(equations(plain), *map(equations, conditions))
    after = equations(after)
    assert not any(part.sort.is_array for part in post_order(plain, after))
    for _ in range(20):
        values = state(random)
        known = seen(found, values)
        for symbol in (plain.free | after.free) - known.keys():  # names of equations
            known[symbol] = True
        names = [symbol for symbol in plain.free | after.free if symbol.name.startswith("equal")]
        if names:
            continue  # a truth value that the guard does not settle: see below
        if holds(guard, values):
            assert holds(plain, known)
            assert evaluate(after, known) == evaluate(add(value, read), values)


def test_equal_indices_have_equal_elements() -> None:
    found = elements()
    first, second = found.without_arrays(select(A, K)), found.without_arrays(select(A, J))
    _, conditions = found.conditions()
    apart = {K: 1, J: 1, first: 3, second: 4}
    assert not holds(and_(*conditions), apart) and holds(and_(*conditions), {**apart, J: 2})


def test_a_written_element_is_the_last_one_written_there() -> None:
    found = elements()
    twice = store(store(A, K, integer(1)), J, integer(2))
    read = found.without_arrays(select(twice, X))
    (old,) = found.values.values()
    assert evaluate(read, {K: 1, J: 1, X: 1, old: 0}) == 2
    assert evaluate(read, {K: 1, J: 2, X: 1, old: 0}) == 1
    assert evaluate(read, {K: 1, J: 2, X: 3, old: 0}) == 0


def test_equal_arrays_agree_where_they_are_read() -> None:
    found = elements()
    guard = found.guard(or_(eq(A, B), eq(A, store(B, J, integer(7)))))
    at_i, at_j = found.without_arrays(select(A, K)), found.without_arrays(select(A, J))
    equations, conditions = found.conditions()
    whole = and_(equations(guard), *map(equations, conditions))
    of_b = {index: symbol for (base, index), symbol in found.values.items() if base is B}
    values = {K: 1, J: 2, at_i: 5, at_j: 7, of_b[K]: 5, of_b[J]: 0}
    assert holds(whole, values)  # written
    assert not holds(whole, {**values, of_b[K]: 6})
    assert holds(whole, {**values, at_j: 0})  # copied


def test_remainders_stand_for_elements() -> None:
    found = elements({A: 4})
    read = found.without_arrays(int_mod(select(store(A, K, X), J), integer(4)))
    (old,) = found.values.values()
    _, bounds = found.conditions()
    assert evaluate(read, {K: 1, J: 1, X: 7, old: 2}) == 3 and evaluate(read, {K: 1, J: 2, X: 7, old: 2}) == 2
    assert holds(and_(*bounds), {old: 3}) and not holds(and_(*bounds), {old: 4})
