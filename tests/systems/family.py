"""The family F-K of systems where two chains of K states each need both directions: what FBAR was made for.

From the start one step leads to the end of a chain A that never falls to its error, another into a chain C that rises
away from it.  CGR excludes the states of A one by one, dual CGR those of C; FBAR needs no refinement, whatever K is.
The family is given state by state, as a model over integers, and as a model with one location over bit-vectors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from assay.core.bits import bitset
from assay.core.model import Edge, Location, Model, Safety
from assay.core.terms import TRUE, Op, Term, add, and_, eq, ge, integer, le, variable
from assay.core.terms.bitvectors import bv, bv_binary, bv_compare, bv_sub
from assay.core.terms.sorts import INT, bitvector
from assay.spaces.finite.explicit import Graph


@dataclass(frozen=True)
class Listed:
    """The system state by state, and the members of its first domain as bitsets."""

    graph: Graph
    members: tuple[int, ...]


def listed(size: int) -> Listed:
    """State 0 starts, state 1 is the error; then the chain A, then the chain C."""

    def a(number: int) -> int:
        return 1 + number

    def c(number: int) -> int:
        return 1 + size + number

    steps = [(0, a(1)), (a(1), a(1)), (a(2), 1), (1, 1), *((a(n), a(n - 1)) for n in range(3, size + 1))]
    steps += [(0, c(2)), (c(1), c(1)), (c(1), 1), (c(size), c(size)), *((c(n), c(n + 1)) for n in range(2, size))]
    chains = (bitset(place(n) for n in range(least, size + 1)) for place in (a, c) for least in (1, 2))
    return Listed(Graph((1 << 2 * size + 2) - 1, tuple(steps), 1, 2), (1, 2, *chains))


@dataclass(frozen=True)
class Modelled:
    """The system as a model, and the members of its first domain: at a location, what a formula describes."""

    model: Model
    members: tuple[tuple[Location, Term], ...]


def over_integers(size: int) -> Modelled:
    """Four locations; the chains carry a number."""
    number = variable("n", INT)
    start, error = Location("I"), Location("B")
    a, c = Location("A", (number,)), Location("C", (number,))

    def step(name: str, source: Location, target: Location, guard: Term, after: Term | None = None) -> Edge:
        return Edge(name, source, target, guard, {} if after is None else {number: after})

    edges = (
        step("enter A", start, a, TRUE, integer(1)),
        step("stay in A", a, a, eq(number, integer(1))),
        step("fail in A", a, error, eq(number, integer(2))),
        step("step in A", a, a, _between(number, 3, size), add(number, integer(-1))),
        step("stay in B", error, error, TRUE),
        step("enter C", start, c, TRUE, integer(2)),
        step("step in C", c, c, _between(number, 2, size - 1), add(number, integer(1))),
        step("end of C", c, c, eq(number, integer(size))),
        step("stay in C", c, c, eq(number, integer(1))),
        step("fail in C", c, error, eq(number, integer(1))),
    )
    model = Model(start, edges, TRUE, (Safety("never at B", {error: TRUE}),))
    chains = ((place, formula) for place in (a, c) for formula in (TRUE, ge(number, integer(2))))
    return Modelled(model, ((start, TRUE), (error, TRUE), *chains))


def _between(number: Term, low: int, high: int) -> Term:
    return and_(ge(number, integer(low)), le(number, integer(high)))


_START: Final = 0
_ERROR: Final = 1
_A: Final = 2
_C: Final = 3


def over_vectors(size: int) -> Modelled:
    """One location with a program counter of two bits and a number as wide as it must be."""
    width = size.bit_length()
    place, number = variable("place", bitvector(2)), variable("number", bitvector(width))
    here = Location("chains", (place, number))

    def at(where: int) -> Term:
        return eq(place, bv(where, 2))

    def count(value: int) -> Term:
        return bv(value, width)

    def step(name: str, source: int, guard: Term, target: int, after: Term) -> Edge:
        updates: Mapping[Term, Term] = {place: bv(target, 2), number: after}
        return Edge(name, here, here, and_(at(source), guard), updates)

    def one(value: int) -> Term:
        return eq(number, count(value))

    def least(value: int) -> Term:
        return bv_compare(Op.BV_ULE, count(value), number)

    def among(low: int, high: int) -> Term:
        return and_(least(low), bv_compare(Op.BV_ULE, number, count(high)))

    edges = (
        step("enter A", _START, TRUE, _A, count(1)),
        step("stay in A", _A, one(1), _A, number),
        step("fail in A", _A, one(2), _ERROR, number),
        step("step in A", _A, among(3, size), _A, bv_sub(number, count(1))),
        step("stay in B", _ERROR, TRUE, _ERROR, number),
        step("enter C", _START, TRUE, _C, count(2)),
        step("step in C", _C, among(2, size - 1), _C, bv_binary(Op.BV_ADD, number, count(1))),
        step("end of C", _C, one(size), _C, number),
        step("stay in C", _C, one(1), _C, number),
        step("fail in C", _C, one(1), _ERROR, number),
    )
    chains = (and_(at(where), formula) for where in (_A, _C) for formula in (TRUE, least(2)))
    members = (at(_START), at(_ERROR), *chains)
    model = Model(here, edges, at(_START), (Safety("never at B", {here: at(_ERROR)}),))
    return Modelled(model, tuple((here, formula) for formula in members))
