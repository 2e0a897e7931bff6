"""Is this evidence genuine?  Judges that share nothing with the checkers: z3 on SMT-LIB text, and enumeration.

A path between locations is one question of its own; a run is a conjunction of closed formulas; sets of states are
compared with explicit-state search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count, product

import z3

from assay.core.circuit import Circuit
from assay.core.evidence import Assignment, Fixpoints, Proof, StateTable, Trace
from assay.core.model import Ctl, Edge, Location, Model, Safety
from assay.core.temporal import Formula, negation_normal, subformulas
from assay.core.terms import FALSE, TRUE, Term, not_
from assay.core.terms.evaluate import ArrayValue, Value, constant
from assay.core.terms.smtlib import symbol, to_smtlib
from assay.core.terms.sorts import BOOL, INT, REAL, Sort
from assay.transforms.temporal.observed import observe
from assay.witness.hardware.aiger_witness import Design
from explicit import Explicit, states_of_ctl


def unsatisfiable(declarations: Iterable[str], assertions: Iterable[str]) -> bool:
    solver = z3.Solver()
    solver.set("timeout", 60_000)
    solver.from_string("\n".join([*declarations, *(f"(assert {text})" for text in assertions)]))
    return bool(solver.check() == z3.unsat)


def bound(term: Term, names: Mapping[Term, str]) -> str:
    """``term`` where its variables are called as ``names`` has it, all at once."""
    pairs = " ".join(f"({symbol(v.name)} {names[v]})" for v in sorted(term.free, key=lambda v: v.uid) if v in names)
    return f"(let ({pairs}) {to_smtlib(term)})" if pairs else to_smtlib(term)


# -- proofs ------------------------------------------------------------------------------------------------------------


class _Walk:
    """What is known along a path: declarations, assertions, and how each variable is called now."""

    def __init__(self, place: Location, fact: Term) -> None:
        self._number = count()
        self.declarations: list[str] = []
        self.names = {v: self._new(v.sort) for v in place.variables}
        self.assertions = [self.say(fact)]

    def copy(self) -> _Walk:
        other = _Walk.__new__(_Walk)
        other._number = self._number
        other.declarations, other.assertions = list(self.declarations), list(self.assertions)
        other.names = dict(self.names)
        return other

    def _new(self, sort: Sort) -> str:
        name = f"v!{next(self._number)}"
        self.declarations.append(f"(declare-const {name} {sort})")
        return name

    def say(self, term: Term) -> str:
        """``term`` here; what is no variable of the place is an input, which is free."""
        for v in sorted(term.free, key=lambda v: v.uid):
            if v not in self.names:
                self.names[v] = self._new(v.sort)
        return bound(term, self.names)

    def follow(self, edge: Edge) -> _Walk:
        walk = self.copy()
        for v in edge.inputs:
            walk.names[v] = walk._new(v.sort)
        walk.assertions.append(walk.say(edge.guard))
        after = {v: walk.say(edge.after(v)) for v in edge.target.variables}
        walk.names = {v: walk._new(v.sort) for v in after}
        walk.assertions += [f"(= {walk.names[v]} {text})" for v, text in after.items()]
        return walk

    def excludes(self, term: Term) -> bool:
        return unsatisfiable(self.declarations, [*self.assertions, self.say(term)])


def is_proof(model: Model, goal: Safety, proof: Proof) -> bool:
    """Does the invariant, false where it lists nothing, prove ``goal``?"""
    places = (*model.locations, *goal.bad)
    everywhere = {place: proof.invariant.get(place, FALSE) for place in places}
    return is_cut(model, goal, Proof(everywhere))


def is_cut(model: Model, goal: Safety, proof: Proof) -> bool:
    """Do invariants at some locations prove ``goal``?  Each path from one to the next is looked at by itself."""
    facts = proof.invariant
    if any(not fact.free <= set(place.variables) for place, fact in facts.items()):
        return False
    starts = [(model.entry, model.initial), *((place, fact) for place, fact in facts.items() if fact is not FALSE)]
    for number, (place, fact) in enumerate(starts):
        walk = _Walk(place, fact)
        if number == 0 and not walk.excludes(not_(facts.get(place, TRUE))):
            return False
        if not _leads_nowhere(model, goal, facts, place, walk, frozenset((place,))):
            return False
    return True


def _leads_nowhere(
    model: Model,
    goal: Safety,
    facts: Mapping[Location, Term],
    place: Location,
    walk: _Walk,
    seen: frozenset[Location],
) -> bool:
    if not walk.copy().excludes(goal.bad.get(place, FALSE)):
        return False
    for edge in model.edges:
        if edge.source != place:
            continue
        onward = walk.follow(edge)
        target = edge.target
        if target in facts or target in seen:
            if not onward.excludes(not_(facts.get(target, FALSE))):
                return False
        elif not (onward.copy().excludes(TRUE) or _leads_nowhere(model, goal, facts, target, onward, seen | {target})):
            return False
    return True


# -- runs --------------------------------------------------------------------------------------------------------------


def fits(value: Value, sort: Sort) -> bool:
    if sort is BOOL:
        return isinstance(value, bool)
    if sort is REAL:
        return isinstance(value, Fraction)
    if sort.is_array:
        if not isinstance(value, ArrayValue) or sort.index is None or sort.element is None:
            return False
        rows = value.entries
        inside = all(fits(index, sort.index) and fits(cell, sort.element) for index, cell in rows)
        return value.sort is sort and fits(value.default, sort.element) and inside
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    return sort is INT or 0 <= value < 2**sort.width


def said(term: Term, values: Assignment) -> str:
    """The closed formula that ``term`` is under ``values``; false if those are missing or none of their sorts."""
    if any(v not in values or not fits(values[v], v.sort) for v in term.free):
        return "false"
    return bound(term, {v: to_smtlib(constant(values[v], v.sort)) for v in term.free})


def _steps(model: Model, trace: Trace) -> Iterator[str]:
    """What must be true for this to be a path from an initial state."""
    yield said(model.initial, trace.states[0])
    place = model.entry
    if not len(trace.edges) == len(trace.inputs) == len(trace.states) - 1:
        yield "false"
    for state, edge, inputs, after in zip(trace.states, trace.edges, trace.inputs, trace.states[1:], strict=False):
        if edge not in model.edges or edge.source != place:
            yield "false"
        if any(v not in state or not fits(state[v], v.sort) for v in place.variables):
            yield "false"
        now = {**{v: inputs[v] for v in edge.inputs if v in inputs}, **state}
        yield said(edge.guard, now)
        place = edge.target
        for v in place.variables:
            if v not in after or not fits(after[v], v.sort):
                yield "false"
            else:
                yield f"(= {to_smtlib(constant(after[v], v.sort))} {said(edge.after(v), now)})"


def is_run(model: Model, goal: Safety, trace: Trace) -> bool:
    """Does ``trace`` violate ``goal``?"""
    if trace.loop is not None:
        return False
    place = trace.edges[-1].target if trace.edges else model.entry
    bad = goal.bad.get(place, FALSE)
    texts = [*_steps(model, trace), said(bad, {**trace.final, **trace.states[-1]})]
    return "false" not in texts and not unsatisfiable((), texts)


def is_lasso(model: Model, conditions: Sequence[Term], trace: Trace) -> bool:
    """Is this a fair lasso on which all ``conditions`` are true again and again?"""
    loop = trace.loop
    if loop is None or not 0 <= loop < len(trace.edges) or len(trace.inputs) != len(trace.edges):
        return False
    if trace.states[loop] != trace.states[-1]:
        return False
    around = [{**inputs, **state} for inputs, state in zip(trace.inputs[loop:], trace.states[loop:], strict=False)]
    again = [f"(or {' '.join(said(part, now) for now in around)})" for part in (*conditions, *model.fairness)]
    texts = [*_steps(model, trace), *again]
    return "false" not in texts and not unsatisfiable((), texts)


# -- gates -------------------------------------------------------------------------------------------------------------


class Machine:
    """All states and steps of a small circuit: ``legal[s, i]``, ``bad[s, i]`` and ``after[s, i]``."""

    def __init__(self, circuit: Circuit) -> None:
        self.nodes = [latch.node for latch in circuit.latches]
        after = {latch.node: latch.next for latch in circuit.latches}
        self.relevant: set[int] = set()
        waiting = [circuit.bads[0], *circuit.constraints]
        while waiting:
            found = set(circuit.cone(waiting)) & after.keys() - self.relevant
            self.relevant |= found
            waiting = [after[node] for node in found]
        self.states = list(product((0, 1), repeat=len(self.nodes)))
        inputs = list(product((0, 1), repeat=len(circuit.inputs)))
        self.inputs = range(len(inputs))
        self.legal: set[tuple[int, int]] = set()
        self.bad: set[tuple[int, int]] = set()
        self.after: dict[tuple[int, int], int] = {}
        self.initial: set[int] = set()
        number = {state: k for k, state in enumerate(self.states)}
        for s, state in enumerate(self.states):
            for i, chosen in enumerate(inputs):
                values = circuit.values(dict(zip((*self.nodes, *circuit.inputs), (*state, *chosen), strict=True)))

                def true(literal: int, values: Sequence[int] = values) -> bool:
                    return bool(values[literal >> 1] ^ (literal & 1))

                if all(map(true, circuit.constraints)):
                    self.legal.add((s, i))
                if true(circuit.bads[0]):
                    self.bad.add((s, i))
                self.after[s, i] = number[tuple(int(true(latch.next)) for latch in circuit.latches)]
                resets = all(latch.reset in (None, bit) for latch, bit in zip(circuit.latches, state, strict=True))
                if resets and true(circuit.initial):
                    self.initial.add(s)

    def is_inductive(self, inside: set[int]) -> bool:
        return self.initial <= inside and all(self.after[s, i] in inside for s, i in self.legal if s in inside)

    def is_induction(self, inside: set[int], depth: int, *, simple: bool) -> bool:
        """Do base and step hold, paths one by one?"""
        if depth <= 0:
            return depth == 0 and not any(s in inside for s, _ in self.bad)
        erroneous = {s for s, _ in self.bad}
        now = set(self.initial)
        for _ in range(depth):
            if now & erroneous:
                return False
            now = {self.after[s, i] for s, i in self.legal if s in now}
        return all(self._harmless([s], inside, erroneous, depth, simple=simple) for s in inside)

    def _seen(self, state: int) -> tuple[int, ...]:
        """What the error depends on, over any number of steps."""
        return tuple(bit for node, bit in zip(self.nodes, self.states[state], strict=True) if node in self.relevant)

    def _harmless(self, path: list[int], inside: set[int], erroneous: set[int], depth: int, *, simple: bool) -> bool:
        """Does no path of ``depth`` steps that begins like this, all inside and without error, end in an error?"""
        if len(path) == depth + 1:
            return path[-1] not in erroneous
        last = path[-1]
        ways = {self.after[s, i] for s, i in self.legal if s == last and (s, i) not in self.bad}
        before = {self._seen(s) for s in path}
        ways = {s for s in ways if s in inside and not (simple and self._seen(s) in before)}
        return all(self._harmless([*path, s], inside, erroneous, depth, simple=simple) for s in ways)


# -- sets of states ----------------------------------------------------------------------------------------------------


def member(table: StateTable, bits: Mapping[int, int]) -> bool:
    values = [0]
    for latch, low, high in table.rows:
        literal = high if bits[latch] else low
        values.append(values[literal >> 1] ^ (literal & 1))
    return bool(values[table.root >> 1] ^ (table.root & 1))


def claims_are_true(model: Model, goal: Ctl, certificate: Fixpoints, *, holds: bool) -> bool:
    """Is what a certificate says of each subformula true of the reachable states, and does it decide ``goal``?"""
    explicit = Explicit(observe(model, goal).model)
    nodes = [latch.node for latch in explicit.blasted.circuit.latches]
    root = negation_normal(goal.formula, negated=not holds)
    formulas: list[Formula] = list(subformulas(root))
    if len(formulas) != len(certificate.claims):
        return False
    places = {number: {node: code >> k & 1 for k, node in enumerate(nodes)} for code, number in explicit.number.items()}
    for formula, claim in zip(formulas, certificate.claims, strict=True):
        true = states_of_ctl(explicit, formula)
        if any(number not in true and member(claim.states, bits) for number, bits in places.items()):
            return False
    fair = explicit.graph.fair(set(places))
    good = states_of_ctl(explicit, root)
    if certificate.state is None:
        return all(number in good for number in explicit.graph.initial if number in fair)
    shown = dict(certificate.state)
    starts = [n for n in explicit.graph.initial if all(places[n].get(node) == bit for node, bit in shown.items())]
    return any(number in good and number in fair for number in starts)


# -- certificates ------------------------------------------------------------------------------------------------------


def certifies(design: Design, proof: Design, index: int) -> bool:
    """Does the circuit ``proof`` certify the bad state of ``design``?  By enumeration of both, side by side."""
    own = len(design.latches)
    if len(design.inputs) != len(proof.inputs) or own > len(proof.latches) or len(proof.bads) != 1:
        return False
    resets = [[None if row[2] == row[0] else row[2] for row in side.latches] for side in (design, proof)]
    if resets[0] != resets[1][:own]:
        return False
    inputs = list(product((0, 1), repeat=len(design.inputs)))
    for state, now in product(product((0, 1), repeat=len(proof.latches)), inputs):
        here, there = design.values(state[:own], now), proof.values(state, now)
        if not all(here[part] for part in design.constraints):
            continue
        after, mine = [here[row[1]] for row in design.latches], [there[row[1]] for row in proof.latches]
        inside = not there[proof.bads[0]]
        initial = all(reset in (None, bit) for reset, bit in zip(resets[1], state, strict=True))
        if after != mine[:own] or (initial and not inside) or (inside and here[design.bads[index]]):
            return False
        if not inside:
            continue
        for later in inputs:
            legal = design.values(after, later)
            if all(legal[part] for part in design.constraints) and proof.values(mine, later)[proof.bads[0]]:
                return False
    return True
