"""Integers and reals without bounds in SMV, mixed with what has bounds: random expressions against Python."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import floor
from random import Random
from typing import Final, NamedTuple

import pytest

from assay.core.model import Model
from assay.core.terms import Term
from assay.core.terms.evaluate import Value, evaluate
from assay.core.terms.sorts import BOOL
from assay.frontends.smv.model import smv_model
from assay.frontends.text import Source

NUMBER: Final = int(os.environ.get("ASSAY_SMV_UNBOUNDED", "150"))
Number = int | Fraction
State = Mapping[str, Number]

DECLARED: Final = """MODULE main
VAR x : integer; y : integer; r : real; n : 0..5; m : -3..2; e : {1, 4, 7}; w : word[3]; s : signed word[3];
    b : boolean;
"""
RANGES: Final = {"n": (0, 5), "m": (-3, 2)}


class Expr(NamedTuple):
    text: str
    of: Callable[[State], Number]


def towards_zero(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def lower(a: Number, b: Number) -> Number:
    return a if a <= b else b


def leaf(random: Random, *, real: bool) -> Expr:
    if real and random.random() < 0.5:
        value = Fraction(random.randint(-9, 9), 4)
        return random.choice((Expr("r", lambda state: state["r"]), Expr(f"({float(value)})", lambda _: value)))
    if random.random() < 0.2:
        constant = random.randint(-4, 9)
        return Expr(f"({constant})", lambda _: constant)
    name = random.choice(("x", "x", "y", "n", "m", "e", "toint(w)", "toint(s)", "toint(b)"))
    inner = name.removeprefix("toint(").removesuffix(")")
    return Expr(name, lambda state: state[inner])


def expression(random: Random, depth: int, *, real: bool) -> Expr:
    """An integer, or a number that may be real."""
    if depth == 0:
        return leaf(random, real=real)
    one, other = (expression(random, depth - 1, real=real) for _ in range(2))
    match random.choice(("+", "-", "*", "quotient", "minus", "extreme", "choice", "guarded", "floor", "abs", "count")):
        case "+":
            return Expr(f"({one.text} + {other.text})", lambda state: one.of(state) + other.of(state))
        case "-":
            return Expr(f"({one.text} - {other.text})", lambda state: one.of(state) - other.of(state))
        case "*":
            return Expr(f"({one.text} * {other.text})", lambda state: one.of(state) * other.of(state))
        case "quotient":
            whole = expression(random, depth - 1, real=False)
            by = random.choice((-3, -2, 2, 5))
            if random.random() < 0.5:
                return Expr(f"(({whole.text} + x) / {by})", lambda state: towards_zero(whole_of(whole, state), by))

            def rest(state: State) -> Number:
                value = whole_of(whole, state)
                return value - by * towards_zero(value, by)

            return Expr(f"(({whole.text} + x) mod {by})", rest)
        case "minus":
            return Expr(f"(-{one.text})", lambda state: -one.of(state))
        case "extreme":
            if random.random() < 0.5:
                return Expr(f"min({one.text}, {other.text})", lambda state: lower(one.of(state), other.of(state)))
            return Expr(f"max({one.text}, {other.text})", lambda state: -lower(-one.of(state), -other.of(state)))
        case "choice":
            test = condition(random, depth - 1)
            then, otherwise = one, other
            return Expr(
                f"(case {test.text} : {then.text}; TRUE : {otherwise.text}; esac)",
                lambda state: then.of(state) if test.of(state) else otherwise.of(state),
            )
        case "guarded":
            return Expr(
                f"(y != 0 ? (x + 9) / y : {one.text})",
                lambda state: towards_zero(int(state["x"]) + 9, int(state["y"])) if state["y"] else one.of(state),
            )
        case "floor":
            any_number = expression(random, depth - 1, real=True)
            return Expr(f"floor({any_number.text})", lambda state: floor(any_number.of(state)))
        case "abs":
            return Expr(f"abs({one.text})", lambda state: -lower(one.of(state), -one.of(state)))
        case _:
            parts = [condition(random, depth - 1) for _ in range(2)]
            text = ", ".join(part.text for part in parts)
            return Expr(f"(x + count({text}))", lambda state: state["x"] + sum(int(p.of(state)) for p in parts))


def whole_of(whole: Expr, state: State) -> int:
    return int(whole.of(state)) + int(state["x"])


def condition(random: Random, depth: int) -> Expr:
    """A Boolean, as 0 or 1."""
    real = random.random() < 0.4
    one, other = (expression(random, depth, real=real) for _ in range(2))
    op = random.choice(("=", "!=", "<", "<=", ">", ">=", "in", "range", "b"))
    if op == "b":
        return Expr("b", lambda state: state["b"])
    if op == "in":
        return Expr(f"({one.text} in {{2, y, 5}})", lambda state: int(one.of(state) in (2, state["y"], 5)))
    if op == "range":
        whole = expression(random, depth, real=False)
        return Expr(f"({whole.text} in -3..90)", lambda state: int(-3 <= whole.of(state) <= 90))
    compare: dict[str, Callable[[Number, Number], bool]] = {
        "=": lambda a, b: a == b,
        "!=": lambda a, b: a != b,
        "<": lambda a, b: a < b,
        "<=": lambda a, b: a <= b,
        ">": lambda a, b: a > b,
        ">=": lambda a, b: a >= b,
    }
    return Expr(f"({one.text} {op} {other.text})", lambda state: int(compare[op](one.of(state), other.of(state))))


def random_state(random: Random) -> dict[str, Number]:
    return {
        "x": random.randint(-40, 40),
        "y": random.randint(-3, 3),
        "r": Fraction(random.randint(-30, 30), random.choice((1, 2, 4, 3))),
        "n": random.randint(0, 5),
        "m": random.randint(-3, 2),
        "e": random.choice((1, 4, 7)),
        "w": random.randint(0, 7),
        "s": random.randint(-4, 3),
        "b": random.randint(0, 1),
    }


def encoded(model: Model, state: State) -> dict[Term, Value]:
    codes: dict[Term, Value] = {}
    for symbol in model.entry.variables:
        value = state[symbol.name]
        if symbol.sort is BOOL:
            codes[symbol] = bool(value)
        elif symbol.sort.is_bitvector:
            codes[symbol] = int(value) & ((1 << symbol.sort.width) - 1)
        else:
            codes[symbol] = value
    return codes


@pytest.mark.parametrize("seed", range(NUMBER))
def test_expressions_mean_what_python_says(seed: int) -> None:
    random = Random(seed)
    claim = condition(random, 2)
    whole, number = expression(random, 2, real=False), expression(random, 2, real=True)
    text = f"{DECLARED}ASSIGN next(x) := {whole.text}; next(r) := {number.text};\nINVARSPEC {claim.text}\n"
    model = smv_model(Source("random.smv", text))
    (edge,), (prop,) = model.edges, model.properties
    by_name = {symbol.name: symbol for symbol in model.entry.variables}
    for _ in range(20):
        state = random_state(random)
        values = encoded(model, state)
        told = f"{text}{state}"
        assert evaluate(prop.bad[model.entry], values) is not bool(claim.of(state)), told
        assert evaluate(edge.updates[by_name["x"]], values) == whole.of(state), told
        assert evaluate(edge.updates[by_name["r"]], values) == number.of(state), told
