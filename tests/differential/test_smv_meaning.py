"""Random SMV designs: the model has exactly the initial states and the steps that the text means, and its verdicts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from assay.checking import check
from assay.core.errors import InputError
from assay.core.model import Model
from assay.core.terms import Term
from assay.core.terms.evaluate import Evaluation, Value
from assay.core.terms.sorts import BOOL
from assay.core.verdict import Unknown, Violated
from assay.engines.config import Config
from assay.frontends.smv.model import smv_model
from assay.frontends.text import Source
from clocks import PATIENCE
from smv_designs import Design, State, random_design, spelled

NUMBER = int(os.environ.get("ASSAY_SMV_DESIGNS", "40"))
# Designs with more values of inputs than these take too long to look at one by one.
MOST_INPUTS = 256


def codes(symbol: Term) -> list[Value]:
    return [False, True] if symbol.sort is BOOL else list(range(1 << symbol.sort.width))


def choices(model: Model) -> Iterator[dict[Term, Value]]:
    symbols = list(dict.fromkeys(symbol for edge in model.edges for symbol in edge.inputs))
    for row in product(*(codes(symbol) for symbol in symbols)):
        yield dict(zip(symbols, row, strict=True))


def shown(model: Model, symbol: Term, value: Value) -> str:
    domain = model.domains.get(symbol)
    return domain.text(value) if domain is not None and type(value) is int else str(value).upper()


def row(model: Model, values: dict[Term, Value]) -> tuple[str, ...]:
    return tuple(shown(model, symbol, values[symbol]) for symbol in model.entry.variables)


def text_row(model: Model, state: State) -> tuple[str, ...]:
    return tuple(spelled(state[symbol.name]) for symbol in model.entry.variables)


def compare(design: Design) -> bool:
    """False if the front end refuses the design, or if there is too much to look at."""
    try:
        model = smv_model(Source("x.smv", design.text))
    except InputError:
        return False
    inputs = list(choices(model))
    if len(inputs) > MOST_INPUTS:
        return False
    coded = {row(model, dict(zip(model.entry.variables, values, strict=True))): values for values in _codes(model)}
    states = list(design.states())
    for state in states:
        own = dict(zip(model.entry.variables, coded[text_row(model, state)], strict=True))
        assert (Evaluation(own)(model.initial) is True) == design.is_initial(state), (design.text, state)
        if not design.is_legal(state):
            continue
        told = {text_row(model, other) for other in states if design.is_step(state, other)}
        found = set(_successors(model, own, inputs))
        assert found == told, (design.text, state, found ^ told)
    return True


def _codes(model: Model) -> Iterator[tuple[Value, ...]]:
    return product(*(codes(symbol) for symbol in model.entry.variables))


def _successors(model: Model, state: dict[Term, Value], inputs: list[dict[Term, Value]]) -> Iterator[tuple[str, ...]]:
    for chosen in inputs:
        now = Evaluation({**chosen, **state})
        for edge in model.edges:
            if now(edge.guard) is True:
                yield row(model, {symbol: now(edge.after(symbol)) for symbol in model.entry.variables})


@pytest.mark.parametrize("part", range(4))
def test_random_designs(part: int) -> None:
    compared = sum(compare(random_design(Random(f"{part} {number}"))) for number in range(NUMBER // 4))
    assert compared >= NUMBER // 16


def verdicts(design: Design) -> int:
    """How many verdicts were compared."""
    expected = design.violated()
    try:
        model = smv_model(Source("x.smv", design.text))
    except InputError:
        return 0
    for result, bad in zip(check(model, config=Config(seconds=PATIENCE)), expected, strict=False):
        assert not isinstance(result.verdict, Unknown), (design.text, result)
        assert bad is None or isinstance(result.verdict, Violated) == bad, (design.text, result)
    return len(expected)


@pytest.mark.parametrize("part", range(4))
def test_verdicts_of_random_designs(part: int) -> None:
    compared = sum(verdicts(random_design(Random(f"{part} {number}"))) for number in range(NUMBER // 4))
    assert compared >= NUMBER // 16
