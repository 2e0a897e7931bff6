"""Finite and cofinite sets of positive integers, and the infinite example systems that need nothing else.

They form a Boolean algebra, and images under shifts are exact, so every fixpoint over a finite domain is computed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from assay.core.evidence import Proof
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import TRUE, Term, add, and_, boolean, disjunction, eq, ge, integer, not_, variable
from assay.core.terms.sorts import INT
from assay.spaces.sets import System


@dataclass(frozen=True)
class Integers:
    """The positive integers in ``listed``, or with ``rest`` all the others."""

    listed: frozenset[int] = frozenset()
    rest: bool = False

    def __contains__(self, number: int) -> bool:
        return (number in self.listed) != self.rest

    def __bool__(self) -> bool:
        return self.rest or bool(self.listed)

    def __invert__(self) -> Integers:
        return Integers(self.listed, not self.rest)

    def __and__(self, other: Integers, /) -> Integers:
        if self.rest and other.rest:
            return Integers(self.listed | other.listed, rest=True)
        if self.rest:
            return Integers(other.listed - self.listed)
        if other.rest:
            return Integers(self.listed - other.listed)
        return Integers(self.listed & other.listed)

    def __or__(self, other: Integers, /) -> Integers:
        return ~(~self & ~other)

    def shifted(self, distance: int, *, least: int) -> Integers:
        """``{n + distance | n in self, n >= least}``; requires that ``least + distance`` is positive."""
        moved = frozenset(number + distance for number in self.listed if number >= least)
        if not self.rest:
            return Integers(moved)
        return Integers(moved | frozenset(range(1, least + distance)), rest=True)

    def __str__(self) -> str:
        return ("N\\" if self.rest else "") + "{" + ",".join(map(str, sorted(self.listed))) + "}"


def just(*numbers: int) -> Integers:
    return Integers(frozenset(numbers))


def all_but(*numbers: int) -> Integers:
    return Integers(frozenset(numbers), rest=True)


NONE: Final = just()
ALL: Final = all_but()


@dataclass(frozen=True)
class Places:
    """A set of states at four places: ``I`` and ``B`` carry no number, ``A`` and ``C`` a positive one."""

    start: bool = False
    error: bool = False
    a: Integers = NONE
    c: Integers = NONE

    def __bool__(self) -> bool:
        return self.start or self.error or bool(self.a) or bool(self.c)

    def __invert__(self) -> Places:
        return Places(not self.start, not self.error, ~self.a, ~self.c)

    def __and__(self, other: Places, /) -> Places:
        return Places(self.start and other.start, self.error and other.error, self.a & other.a, self.c & other.c)

    def __or__(self, other: Places, /) -> Places:
        return ~(~self & ~other)


START: Final = Places(start=True)
ERROR: Final = Places(error=True)


def _if(condition: bool, numbers: Integers) -> Integers:
    return numbers if condition else NONE


def _post_a(states: Places) -> Places:
    """I -> A1, A1 -> A1, A2 -> B, An -> A(n-1) from 3 on, B -> B."""
    numbers = states.a.shifted(-1, least=3) | _if(states.start or 1 in states.a, just(1))
    return Places(error=states.error or 2 in states.a, a=numbers)


def _pre_a(states: Places) -> Places:
    numbers = states.a.shifted(1, least=2) | _if(1 in states.a, just(1)) | _if(states.error, just(2))
    return Places(start=1 in states.a, error=states.error, a=numbers)


def _post_c(states: Places) -> Places:
    """I -> C2, Cn -> C(n+1) from 2 on, C1 -> C1, C1 -> B."""
    numbers = states.c.shifted(1, least=2) | _if(states.start, just(2)) | _if(1 in states.c, just(1))
    return Places(error=1 in states.c, c=numbers)


def _pre_c(states: Places) -> Places:
    numbers = states.c.shifted(-1, least=3) | _if(1 in states.c or states.error, just(1))
    return Places(start=2 in states.c, c=numbers)


@dataclass(frozen=True)
class Example:
    """A system, the members of its first domain, and the same system as a model."""

    system: System[Places]
    members: tuple[Places, ...]
    model: Model


NUMBER: Final = variable("n", INT)
AT_START: Final = Location("I")
AT_ERROR: Final = Location("B")
AT_A: Final = Location("A", (NUMBER,))
AT_C: Final = Location("C", (NUMBER,))


def _steps_a() -> tuple[Edge, ...]:
    return (
        Edge("enter A", AT_START, AT_A, TRUE, {NUMBER: integer(1)}),
        Edge("stay in A", AT_A, AT_A, eq(NUMBER, integer(1)), {}),
        Edge("fail in A", AT_A, AT_ERROR, eq(NUMBER, integer(2)), {}),
        Edge("step in A", AT_A, AT_A, ge(NUMBER, integer(3)), {NUMBER: add(NUMBER, integer(-1))}),
        Edge("stay in B", AT_ERROR, AT_ERROR, TRUE, {}),
    )


def _steps_c() -> tuple[Edge, ...]:
    return (
        Edge("enter C", AT_START, AT_C, TRUE, {NUMBER: integer(2)}),
        Edge("step in C", AT_C, AT_C, ge(NUMBER, integer(2)), {NUMBER: add(NUMBER, integer(1))}),
        Edge("stay in C", AT_C, AT_C, eq(NUMBER, integer(1)), {}),
        Edge("fail in C", AT_C, AT_ERROR, eq(NUMBER, integer(1)), {}),
    )


def _model(edges: tuple[Edge, ...]) -> Model:
    return Model(AT_START, edges, TRUE, (Safety("never at B", {AT_ERROR: TRUE}),))


def _formula(numbers: Integers) -> Term:
    listed = disjunction(eq(NUMBER, integer(number)) for number in sorted(numbers.listed))
    return and_(ge(NUMBER, integer(1)), not_(listed) if numbers.rest else listed)


def describe(invariant: Places) -> Proof:
    """The set as formulas over the places' numbers."""
    places = {AT_START: boolean(invariant.start), AT_ERROR: boolean(invariant.error)}
    return Proof({**places, AT_A: _formula(invariant.a), AT_C: _formula(invariant.c)})


def first_example() -> Example:
    """A system where only looking backward helps."""
    whole = Places(start=True, error=True, a=ALL)
    system = System(whole, START, ERROR, _post_a, _pre_a, describe)
    return Example(system, (START, ERROR, *_members_a()), _model(_steps_a()))


def second_example() -> Example:
    """The first example with its mirror image: neither direction alone suffices."""
    whole = Places(start=True, error=True, a=ALL, c=ALL)
    system = System(whole, START, ERROR, _both(_post_a, _post_c), _both(_pre_a, _pre_c), describe)
    members = (START, ERROR, *_members_a(), Places(c=ALL), Places(c=all_but(1)))
    return Example(system, members, _model((*_steps_a(), *_steps_c())))


def _members_a() -> tuple[Places, Places]:
    return Places(a=ALL), Places(a=all_but(1))


def _both(one: Callable[[Places], Places], other: Callable[[Places], Places]) -> Callable[[Places], Places]:
    return lambda states: one(states) | other(states)
