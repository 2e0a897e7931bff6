"""Conditions on one number as a person writes them: bounds, equations, a few values, a mask.

A solver tells which numbers satisfy a condition, and how it can be said: as one interval, as what lies outside of one,
as few values or all but few, or as bits under a mask.  A form need only agree with the condition where the ``known``
facts about the number are true: ``used`` has its fourth bit if it is 8, where it is at most 8.
"""

from __future__ import annotations

from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.terms import FALSE, TRUE, Op, Term, disjunction, eq, not_
from assay.core.terms.bitvectors import bv, bv_binary
from assay.core.terms.evaluate import Value
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver
from assay.transforms.readable.numbers import Number

# More values are not listed one by one.
MOST_VALUES: Final = 4


class OutOfTime(Exception):
    """There is no time left to find words."""


class Asking:
    """Questions to a solver about what is true in the states of one formula; each looks at the clock."""

    def __init__(self, known: Term, deadline: Deadline) -> None:
        self._solver = Z3Solver()
        self._solver.add(known)
        self._deadline = deadline

    def possible(self, *conditions: Term) -> bool:
        """Is there a state with all of the conditions?"""
        if self._deadline.passed:
            raise OutOfTime
        try:
            answer = self._solver.check(conditions, seconds=self._deadline.left)
        except SolverFailure:
            raise OutOfTime from None
        if answer is Answer.UNKNOWN:
            raise OutOfTime
        return answer is Answer.SAT

    def follows(self, condition: Term) -> bool:
        """Is it true in all of the states?"""
        return condition is TRUE or not self.possible(not_(condition))

    def value(self, term: Term) -> Value:
        """What the state has that was found last."""
        return self._solver.value(term)


def least_and_greatest(asking: Asking, number: Number, *conditions: Term) -> tuple[int, int] | None:
    """The bounds of the number in states with the conditions; None if there is no such state."""
    if not asking.possible(*conditions):
        return None
    first = _value(asking, number)
    window = number.window
    low, high = window[0], first
    while low < high:
        middle = (low + high) // 2
        if asking.possible(number.at_most(middle), *conditions):
            high = _value(asking, number)
        else:
            low = middle + 1
    least = low
    low, high = first, window[1]
    while low < high:
        middle = (low + high + 1) // 2
        if asking.possible(number.at_least(middle), *conditions):
            low = _value(asking, number)
        else:
            high = middle - 1
    return least, low


def _value(asking: Asking, number: Number) -> int:
    bits = asking.value(number.symbol)
    assert isinstance(bits, int)
    return number.value(bits)


def form_of(condition: Term, number: Number, known: Term, deadline: Deadline) -> Term | None:
    """``condition``, which is about the number alone, in words that mean the same where ``known`` is true.

    None if there are none that are simple.
    """
    asking = Asking(known, deadline)
    inside = least_and_greatest(asking, number, condition)
    if inside is None:
        return FALSE
    outside = least_and_greatest(asking, number, not_(condition))
    if outside is None:
        return TRUE
    if number.nominal:
        return _listed(asking, number, condition)
    whole = min(inside[0], outside[0]), max(inside[1], outside[1])
    if not asking.possible(number.between(*inside), not_(condition)):
        return _bounded(number, inside, whole)
    if not asking.possible(number.between(*outside), condition):
        return number.outside(*outside)
    return _listed(asking, number, condition) or _masked(asking, number, condition)


def _bounded(number: Number, inside: tuple[int, int], whole: tuple[int, int]) -> Term:
    """The interval, without a bound that is known."""
    low, high = inside
    if low == high:
        return number.equals(low)
    if low == whole[0]:
        return number.at_most(high)
    return number.at_least(low) if high == whole[1] else number.between(low, high)


def _listed(asking: Asking, number: Number, condition: Term) -> Term | None:
    """Few values, or all but few; the shorter list."""
    some = _values(asking, number, condition)
    others = _values(asking, number, not_(condition))
    if some is not None and (others is None or len(some) <= len(others)):
        return disjunction(map(number.equals, some))
    return not_(disjunction(map(number.equals, others))) if others is not None else None


def _values(asking: Asking, number: Number, condition: Term) -> list[int] | None:
    """All values that there are, in order, if they are few."""
    found: list[int] = []
    excluded: list[Term] = []
    while asking.possible(condition, *excluded):
        if len(found) == MOST_VALUES:
            return None
        found.append(_value(asking, number))
        excluded.append(not_(number.equals(found[-1])))
    return sorted(found)


def _masked(asking: Asking, number: Number, condition: Term) -> Term | None:
    """Bits that are the same in all values, if these are the values that have them so; or its negation."""
    for wanted in (condition, not_(condition)):
        found = _pattern(asking, number, wanted)
        if found is not None:
            return found if wanted is condition else not_(found)
    return None


def _pattern(asking: Asking, number: Number, condition: Term) -> Term | None:
    """The bits that all values with the condition have in common, if no other value has them."""
    width = number.symbol.sort.width
    mask = (1 << width) - 1
    same: Term | None = None
    bits = 0
    while mask and asking.possible(condition, *([not_(same)] if same is not None else [])):
        value = asking.value(number.symbol)
        assert isinstance(value, int)
        mask = mask if same is None else mask & ~(value ^ bits)
        bits = value & mask
        same = eq(bv_binary(Op.BV_AND, number.symbol, bv(mask, width)), bv(bits, width))
    return same if mask and same is not None and not asking.possible(same, not_(condition)) else None
