"""Models of floating-point formulas by chance: numbers between the bounds that a formula states, or near its constants.

Where a formula asks for an inequality of polynomials, solvers multiply bit by bit, and a few thousand draws often find
what takes them minutes.  The draws are the same for the same formula.  Nothing follows from finding no model.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from assay.core.errors import UndefinedValue
from assay.core.terms import Op, Term, post_order
from assay.core.terms.evaluate import Evaluation, Value, default_value
from assay.core.terms.floats import bits_of, form
from assay.core.terms.ieee import Format, from_python, to_python
from assay.core.terms.sorts import BOOL

MOST_DRAWS: Final = 3000
# Subterms that are evaluated in all.
EFFORT: Final = 300_000
_NEAR: Final = 3


@dataclass
class _Numbers:
    """What is known of a vector that is read as a number: its format, bounds, and constants of the formula."""

    layout: Format
    low: float = float("-inf")
    high: float = float("inf")
    near: list[int] = field(default_factory=list)

    def draw(self, chance: random.Random) -> int:
        kind = chance.randrange(8)
        if kind == 0 and self.near:
            return (chance.choice(self.near) + chance.randint(-_NEAR, _NEAR)) % (1 << self.layout.width)
        if self.low > float("-inf") and self.high < float("inf") and kind < 6:
            return from_python(self.layout, chance.uniform(self.low, self.high))
        if kind < 5:
            scale = 10.0 ** chance.randint(-2, 4)
            low, high = max(self.low, -scale), min(self.high, scale)
            return from_python(self.layout, chance.uniform(low, high) if low <= high else self.low)
        if kind == 5:
            return from_python(self.layout, float(chance.randint(-10, 10)))
        return chance.getrandbits(self.layout.width)


def sampled(formulas: Sequence[Term]) -> Mapping[Term, Value] | None:
    """Values of all variables that satisfy all formulas, if a draw finds some."""
    order = list(post_order(*formulas))
    numbers = _numbers(order, formulas)
    symbols = [term for term in order if term.op is Op.VAR]
    chance = random.Random(len(order))
    for _ in range(min(MOST_DRAWS, EFFORT // max(len(order), 1))):
        values = {symbol: _drawn(symbol, numbers.get(symbol), chance) for symbol in symbols}
        now = Evaluation(values)
        try:
            if all(now(formula) is True for formula in formulas):
                return values
        except UndefinedValue:
            continue
    return None


def _drawn(symbol: Term, number: _Numbers | None, chance: random.Random) -> Value:
    if number is not None:
        return number.draw(chance)
    if symbol.sort is BOOL:
        return bool(chance.getrandbits(1))
    if not symbol.sort.is_bitvector and not symbol.sort.is_float:
        return default_value(symbol.sort)
    small = chance.randint(-4, 16) if chance.randrange(4) else chance.getrandbits(symbol.sort.width)
    value = small % (1 << symbol.sort.width)
    return form(symbol.sort).canonical(value) if symbol.sort.is_float else value


def _numbers(order: Sequence[Term], formulas: Sequence[Term]) -> dict[Term, _Numbers]:
    """The variables that are the bits of numbers."""
    found: dict[Term, _Numbers] = {}
    constants = [term for term in order if term.is_const and term.sort.is_float]
    for term in order:
        if term.op is Op.FP_FROM_BITS and term.args[0].op is Op.VAR:
            near = [bits_of(constant) for constant in constants if constant.sort is term.sort]
            found[term.args[0]] = _Numbers(form(term.sort), near=near)
    for formula in formulas:
        for part in formula.args if formula.op is Op.AND else (formula,):
            if part.op in (Op.FP_LE, Op.FP_LT):
                _bound(part, found)
    return found


def _bound(part: Term, found: Mapping[Term, _Numbers]) -> None:
    """Take over a bound by a constant."""
    left, right = part.args
    for side, other, upper in ((left, right, True), (right, left, False)):
        if side.op is Op.FP_FROM_BITS and side.args[0] in found and other.is_const:
            number, value = found[side.args[0]], to_python(form(other.sort), bits_of(other))
            if upper:
                number.high = min(number.high, value)
            else:
                number.low = max(number.low, value)
