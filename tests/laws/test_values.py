"""Laws of the value analysis: emitted code against evaluation, steps against brute force, formulas against states."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.model import Location, Model
from assay.core.terms import Op, Term, conjunction, eq, int_div, integer, not_, post_order, variable
from assay.core.terms.arrays import const_array, select, store
from assay.core.terms.evaluate import ArrayValue, Value, constant, evaluate, holds
from assay.core.terms.sorts import BOOL, INT, Sort, array
from assay.domains.values import partial_arrays
from assay.domains.values.compile_commands import assumption, compiled
from assay.domains.values.compile_terms import Emitter, Operand
from assay.domains.values.domain import ValueAbstraction, ValuePrecision, union_term
from assay.domains.values.guard_cases import cases
from assay.domains.values.partial_arrays import PartialArray, described
from models import models, reachable
from strategies import EVERYTHING, LAW, assignments, formulas, terms, values

TABLE = array(INT, INT)


def kept(value: Value) -> Any:
    """A concrete value as the analysis keeps it."""
    return PartialArray(value.default, dict(value.entries)) if isinstance(value, ArrayValue) else value


def emitted(term: Term, known: dict[Term, Any]) -> Any:
    """What the emitted code makes of ``term`` where symbols have the ``known`` values, None for unknown ones."""
    symbols = sorted(term.free, key=lambda symbol: symbol.uid)
    names = {symbol: f"v{number}" for number, symbol in enumerate(symbols)}
    emitter = Emitter(lambda symbol: Operand(names[symbol], open=True))
    found = emitter.value(term)
    result = "None" if found is None else found.text
    source = "\n    ".join([f"def step({', '.join(names.values())}):", *emitter.lines, f"return {result}"])
    return compiled(source)(*(known.get(symbol) for symbol in symbols))


def compares_arrays(term: Term) -> bool:
    """Equality of whole arrays is left open where only their defaults differ."""
    return any(part.op is Op.EQ and part.args[0].sort.is_array for part in post_order(term))


@st.composite
def any_terms(draw: st.DrawFn) -> Term:
    sort: Sort = draw(st.sampled_from([symbol.sort for symbol in EVERYTHING if not symbol.sort.is_array]))
    return draw(terms(sort))


@settings(LAW, max_examples=150)
@given(any_terms(), assignments())
def test_with_all_values_known_the_code_evaluates(term: Term, values: dict[Term, Value]) -> None:
    expected = kept(evaluate(term, values))
    found = emitted(term, {symbol: kept(value) for symbol, value in values.items()})
    if found is None:
        assert compares_arrays(term)
    else:
        assert found == expected and (isinstance(found, bool) == isinstance(expected, bool))


@settings(LAW, max_examples=150)
@given(any_terms(), assignments(), st.sets(st.sampled_from(EVERYTHING)))
def test_what_the_code_knows_is_right_and_more_knowledge_keeps_it(
    term: Term, values: dict[Term, Value], hidden: set[Term]
) -> None:
    known = {symbol: kept(value) for symbol, value in values.items() if symbol not in hidden}
    found = emitted(term, known)
    assert found is None or found == kept(evaluate(term, values))


@settings(LAW, max_examples=100)
@given(formulas(), assignments(), st.sets(st.sampled_from(EVERYTHING)))
def test_assumptions_keep_every_state_that_satisfies_them(
    formula: Term, values: dict[Term, Value], hidden: set[Term]
) -> None:
    """The cases of a formula together are the formula, and what they teach is true of the state."""
    known = {symbol: kept(value) for symbol, value in values.items() if symbol not in hidden}
    parts = cases((formula,), 64)
    assert any(holds(conjunction(part), values) for part in parts) == holds(formula, values)
    results = [after for part in parts if (after := assumption(part)(known)) is not None]
    if holds(formula, values):
        assert any(
            all(_true_of(value, values[symbol]) for symbol, value in after.items())
            and all(symbol in after for symbol in known)
            for after in results
        )
    if not hidden and not compares_arrays(formula):
        assert bool(results) == holds(formula, values)


FLAGS = tuple(variable(name, BOOL) for name in "pqr")


@settings(LAW, max_examples=100)
@given(st.lists(formulas(FLAGS, depth=3), min_size=1, max_size=4), st.sampled_from([1, 4, 64]))
def test_cases_are_equivalent_to_the_conjunction_they_take_apart(parts: list[Term], limit: int) -> None:
    found = cases(parts, limit)
    assert len(found) <= max(1, limit)
    for row in product((False, True), repeat=len(FLAGS)):
        point = dict(zip(FLAGS, row, strict=True))
        assert any(holds(conjunction(case), point) for case in found) == holds(conjunction(parts), point)


def _true_of(known: Any, value: Value) -> bool:
    return partial_arrays.leq(kept(value), known)


@settings(max_examples=30)
@given(models(), st.data())
def test_steps_contain_concrete_steps(model: Model, data: st.DataObject) -> None:
    """From any abstract state around a concrete one, some successor is around each concrete successor."""
    found = reachable(model)
    domain = ValueAbstraction(model)
    tracked: dict[Location, set[Term]] = {}
    for place in model.locations:
        tracked[place] = data.draw(st.sets(st.sampled_from(place.variables))) if place.variables else set()
    domain.adopt(ValuePrecision.empty().extended({place: sorted(own, key=_name) for place, own in tracked.items()}))
    for (place, state), came in found.came.items():
        concrete = dict(zip(place.variables, state, strict=True))
        if came is None:
            assert any(_around(domain, place, abstract, concrete) for abstract in domain.initial())
            continue
        before, edge, _ = came
        source = dict(zip(edge.source.variables, before, strict=True))
        hidden = data.draw(st.sets(st.sampled_from(edge.source.variables))) if edge.source.variables else set()
        start = domain.state(edge.source, {symbol: value for symbol, value in source.items() if symbol not in hidden})
        assert any(_around(domain, place, abstract, concrete) for abstract in domain.post(edge, start))
        weaker = domain.post(edge, ())
        assert all(any(domain.leq(strong, weak) for weak in weaker) for strong in domain.post(edge, start))


def _name(symbol: Term) -> str:
    return symbol.name


def _around(domain: ValueAbstraction, place: Any, abstract: Any, concrete: dict[Term, Value]) -> bool:
    return holds(domain.formula(place, [abstract]), concrete)


@given(st.data())
def test_formulas_of_states(data: st.DataObject) -> None:
    symbols = [variable("x", INT), variable("p", BOOL), variable("y", INT)]
    entry = st.tuples(st.none() | st.integers(0, 2), st.none() | st.booleans(), st.none() | st.integers(0, 2))
    states = data.draw(st.lists(entry, max_size=8))
    point = data.draw(st.tuples(st.integers(0, 2), st.booleans(), st.integers(0, 2)))
    formula = union_term(symbols, states)
    expected = any(all(a is None or a == b for a, b in zip(state, point, strict=True)) for state in states)
    assert holds(formula, dict(zip(symbols, point, strict=True))) == expected


@st.composite
def partial_tables(draw: st.DrawFn, table: ArrayValue) -> Any:
    """Some of what is true of ``table``."""
    entries = dict(table.entries)
    shown: dict[int, Any] = {index: table.at(index) for index in draw(st.sets(st.integers(-2, 4)))}
    if draw(st.booleans()):
        return PartialArray(table.default, {**{index: None for index in entries if index not in shown}, **shown})
    return PartialArray(None, shown) if shown else None


TABLES = values(TABLE)


@settings(LAW, max_examples=100)
@given(st.data(), TABLES, st.integers(-2, 4), st.integers(-9, 9), st.booleans(), st.booleans())
def test_partial_arrays(
    data: st.DataObject, table: Value, index: int, element: int, index_known: bool, element_known: bool
) -> None:
    assert isinstance(table, ArrayValue)
    known = data.draw(partial_tables(table))
    symbol = variable("table", TABLE)
    assert holds(described(symbol, known), {symbol: table})
    at = index if index_known else None
    read = partial_arrays.read(known, at)
    assert read is None or read == table.at(index)
    after = table.updated(index, element)
    written = partial_arrays.write(known, at, element if element_known else None)
    assert holds(described(symbol, written), {symbol: after})
    assert partial_arrays.leq(kept(after), written)
    other = data.draw(partial_tables(after))
    assert partial_arrays.same(known, other) in (None, table == after)


def test_code_for_arrays_of_constants() -> None:
    a, i = variable("a", TABLE), variable("i", INT)
    three = constant(3, INT)
    filled = store(const_array(TABLE, constant(0, INT)), three, i)
    assert emitted(select(filled, three), {i: 7}) == 7
    assert emitted(select(filled, constant(4, INT)), {}) == 0
    learnt = assumption((eq(select(a, three), constant(5, INT)), not_(eq(select(a, i), constant(5, INT)))))
    assert learnt({}) == {a: PartialArray(None, {3: 5})}
    assert learnt({i: 3}) is None


def test_undefined_division_is_unknown() -> None:
    x, y = variable("x", INT), variable("y", INT)
    assert emitted(int_div(x, y), {x: 7, y: 0}) is None
    assert emitted(int_div(x, y), {x: 7, y: -2}) == evaluate(int_div(x, y), {x: 7, y: -2}) == -3


def test_what_is_no_variable_and_what_cannot_have_a_value_is_not_tracked() -> None:
    number, flag, nested = variable("number", INT), variable("flag", BOOL), variable("nested", array(INT, TABLE))
    place = Location("place", (number, flag, nested))
    domain = ValueAbstraction(Model(place, ()))
    assert domain.adopt(ValuePrecision.empty().extended({place: [number, flag]}))
    for wrong in (eq(number, integer(0)), nested):
        with pytest.raises(ValueError, match="cannot be tracked at place"):
            domain.adopt(ValuePrecision.empty().extended({place: [wrong]}))
