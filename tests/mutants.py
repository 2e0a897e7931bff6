"""Evidence with one thing changed: of most mutants nothing is shown any more, of some it still is."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any, TypeVar

from assay.core.evidence import Assignment, Proof, StateTable, Trace
from assay.core.model import Location, Model
from assay.core.terms import (
    FALSE,
    TRUE,
    Op,
    Term,
    add,
    conjunction,
    conjuncts,
    disjunction,
    disjuncts,
    integer,
    not_,
    or_,
    real,
)
from assay.core.terms.bitvectors import bv, bv_binary
from assay.core.terms.evaluate import ArrayValue, Value, default_value
from assay.core.terms.rebuild import Substitution
from assay.core.terms.sorts import BOOL, INT, REAL
from hardware import Aig

E = TypeVar("E")


# -- proofs ------------------------------------------------------------------------------------------------------------


def mutated_proof(model: Model, proof: Proof, random: Random) -> Proof:
    """A conjunct dropped, negated or weakened, variables confused, locations swapped or forgotten, another depth."""
    table = dict(proof.invariant)
    place = random.choice(list(table)) if table else model.entry
    kind = random.randrange(6)
    if kind == 0 and len(table) > 1:
        other = random.choice([each for each in table if each != place])
        table[place], table[other] = _renamed(table[other], other, place), _renamed(table[place], place, other)
    elif kind == 1 and random.random() < 0.5:
        table.pop(place, None)
    elif kind == 2 and random.random() < 0.3:
        return replace(proof, depth=random.choice([0, 1, 2, proof.depth - 1, -1]), simple=random.random() < 0.5)
    else:
        table[place] = mutated_formula(table.get(place, FALSE), place, random)
    return replace(proof, invariant=table)


def _renamed(formula: Term, source: Location, target: Location) -> Term:
    pairs = zip(source.variables, target.variables, strict=False)
    return Substitution({a: b for a, b in pairs if a.sort is b.sort})(formula)


def mutated_formula(formula: Term, place: Location, random: Random) -> Term:
    parts = list(conjuncts(formula))
    if not parts:
        return random.choice([FALSE, *place.variables, TRUE]) if any(v.sort is BOOL for v in place.variables) else FALSE
    k = random.randrange(len(parts))
    match random.randrange(6):
        case 0:
            del parts[k]
        case 1:
            parts[k] = not_(parts[k])
        case 2:
            parts[k] = or_(parts[k], not_(random.choice(parts)), random.choice(parts))
        case 3:
            rest = list(disjuncts(parts[k]))
            rest.pop(random.randrange(len(rest)))
            parts[k] = disjunction(rest)
        case 4:
            parts[k] = _shifted(parts[k], random)
        case _:
            parts[k] = _confused(parts[k], place, random)
    return conjunction(parts)


def _shifted(formula: Term, random: Random) -> Term:
    """A variable is one more, or the opposite."""
    symbols = sorted(formula.free, key=lambda v: v.uid)
    if not symbols:
        return not_(formula)
    v = random.choice(symbols)
    if v.sort is BOOL:
        return Substitution({v: not_(v)})(formula)
    if v.sort is INT:
        return Substitution({v: add(v, integer(random.choice([-1, 1])))})(formula)
    if v.sort is REAL:
        return Substitution({v: add(v, real(Fraction(random.choice([-1, 1]), 2)))})(formula)
    return (
        Substitution({v: bv_binary(Op.BV_ADD, v, bv(1, v.sort.width))})(formula)
        if v.sort.is_bitvector
        else not_(formula)
    )


def _confused(formula: Term, place: Location, random: Random) -> Term:
    symbols = sorted(formula.free, key=lambda v: v.uid)
    if not symbols:
        return FALSE
    v = random.choice(symbols)
    return Substitution({v: random.choice([w for w in place.variables if w.sort is v.sort])})(formula)


# -- runs --------------------------------------------------------------------------------------------------------------


def mutated_trace(model: Model, trace: Trace, random: Random) -> Trace:
    """A value changed or forgotten, a step dropped, repeated or exchanged, another place to return to."""
    states, edges, inputs = list(trace.states), list(trace.edges), list(trace.inputs)
    k = random.randrange(len(edges)) if edges else 0
    match random.randrange(9):
        case 0 | 1 | 2:
            place = random.randrange(len(states))
            states[place] = _changed(states[place], random)
        case 3 if inputs:
            inputs[k] = _changed(inputs[k], random)
        case 4 if edges:
            del states[k + random.randrange(2)], edges[k], inputs[k]
        case 5 if edges:
            states.insert(k, states[k])
            edges.insert(k, edges[k])
            inputs.insert(k, inputs[k])
        case 6 if edges:
            edges[k] = random.choice(model.edges)
        case 7 if trace.loop is not None:
            return replace(trace, loop=random.choice([None, -1, len(edges), *range(len(edges))]))
        case 7:
            return replace(trace, final=_changed(trace.final, random))
        case _ if edges:
            cut = random.randrange(len(edges))
            states, edges, inputs = states[: cut + 1], edges[:cut], inputs[:cut]
    return replace(trace, states=tuple(states), edges=tuple(edges), inputs=tuple(inputs))


def _changed(values: Assignment, random: Random) -> Assignment:
    if not values:
        return values
    v = random.choice(sorted(values, key=lambda symbol: symbol.uid))
    if random.random() < 0.1:
        return {symbol: value for symbol, value in values.items() if symbol is not v}
    return {**values, v: _other(values[v], random)}


def _other(value: Value, random: Random) -> Value:
    if isinstance(value, ArrayValue):
        if random.random() < 0.5:
            return ArrayValue(value.sort, value.default, value.entries[1:])
        assert value.sort.index is not None and value.sort.element is not None
        return value.updated(default_value(value.sort.index), _other(value.at(default_value(value.sort.index)), random))
    if isinstance(value, bool):
        return random.choice([not value, int(value)])
    if isinstance(value, Fraction):
        return value + random.choice([Fraction(-1), Fraction(1), Fraction(1, 2)])
    return value + random.choice([-2, -1, 1, 2, 256])


# -- certificates ------------------------------------------------------------------------------------------------------


def mutated_value(value: E, random: Random) -> E:
    """One number of a value made of tuples, tables of states and dataclasses is another one."""
    for _ in range(20):
        mutant: E = _mutated(value, random)
        if mutant != value:
            return mutant
    return value


def _mutated(value: Any, random: Random) -> Any:
    if isinstance(value, StateTable):
        if random.random() < 0.5 or not value.rows:
            return replace(value, root=random.choice([value.root ^ 1, 0, 1, random.randrange(2 * len(value.rows) + 2)]))
        k = random.randrange(len(value.rows))
        latch, low, high = value.rows[k]
        below = random.randrange(2 * k + 2)
        row = random.choice([(latch, high, low), (latch, low ^ 1, high), (latch, below, high), (latch, low, below)])
        return replace(value, rows=(*value.rows[:k], row, *value.rows[k + 1 :]))
    if is_dataclass(value) and not isinstance(value, type):
        name = random.choice([field.name for field in fields(value)])
        return replace(value, **{name: _mutated(getattr(value, name), random)})
    if isinstance(value, tuple):
        return _mutated_tuple(value, random)
    if isinstance(value, int):
        return value ^ random.choice([1, 1, 1, 2])
    return value


def _mutated_tuple(value: tuple[Any, ...], random: Random) -> tuple[Any, ...]:
    if not value:
        return value
    k = random.randrange(len(value))
    match random.randrange(6):
        case 0 if len({type(each) for each in value}) == 1:
            return (*value[:k], *value[k + 1 :])
        case 1:
            other = random.choice([each for each in value if type(each) is type(value[k])])
            return (*value[:k], other, *value[k + 1 :])
        case _:
            return (*value[:k], _mutated(value[k], random), *value[k + 1 :])


# -- designs and text --------------------------------------------------------------------------------------------------


def mutated_design(aig: Aig, random: Random) -> Aig:
    """Another design: what was shown of the first one need not be true of it."""
    latches = list(aig.latches)
    k = random.randrange(len(latches))
    after, reset = latches[k]
    literal = random.randrange(2 * aig.maximum + 2)
    match random.randrange(6):
        case 0:
            latches[k] = (after ^ 1, reset)
        case 1:
            latches[k] = (after, random.choice([0, 1, None]))
        case 2:
            latches[k] = (literal, reset)
        case 3:
            return replace(aig, constraints=[] if aig.constraints else [literal])
        case 4 if aig.justice:
            return replace(aig, justice=[[literal, *aig.justice[0][1:]]])
        case 4:
            return replace(aig, bads=[aig.bads[0] ^ 1 if random.random() < 0.5 else literal])
        case _:
            return replace(aig, fairness=aig.fairness[1:] if aig.fairness else [literal])
    return replace(aig, latches=latches)


def mutated_text(text: str, digits: str, random: Random, *, first: int = 0) -> str:
    """Another digit somewhere after line ``first``, or a line dropped or repeated there."""
    lines = text.splitlines()
    places = range(first, len(lines))
    k = random.choice(places)
    kind = random.randrange(8)
    if kind == 0:
        del lines[k]
    elif kind == 1:
        lines.insert(k, lines[k])
    else:
        spots = [(row, hit.start()) for row in places for hit in re.finditer(f"[{digits}]", lines[row])]
        if spots:
            row, column = random.choice(spots)
            other = random.choice(digits)
            lines[row] = lines[row][:column] + other + lines[row][column + 1 :]
    return "\n".join([*lines, ""])
