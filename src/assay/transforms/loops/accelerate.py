"""Loops with a closed form: any number of iterations is one step.

A step that stays at its location, has no inputs and gives every variable a closed form becomes the step of ``n``
iterations, ``n >= 1`` an input: values after ``n`` iterations by their closed forms (``closed_forms``), under the guard
during all of them (``stretches``).  That is a subset of its transitive closure, and a superset of the step itself, so
what is reachable stays what it was.  (Boigelot, Wolper: Symbolic verification with periodic sets, CAV 1994; Finkel,
Leroux: How to compose Presburger-accelerations, FSTTCS 2002; Frohn: A calculus for modular loop acceleration, TACAS
2020.)  Two shapes:

* A loop by itself whose condition is exact is *replaced*: it is the closure.  Its location becomes two, before and
  after the loop, and a cycle is gone.
* Others stay loops, of which each step may be many of the original's.  Steps of several ways through a body become one
  loop for each way (``cases``).

Numbers here are integers without bounds.  Programs over machine words are read over integers where that is exact, with
a case for what wraps around; so a stretch of iterations ends where a value wraps, since another case goes on.

The way back: a step of ``n`` iterations is ``n`` steps.  A proof has invariants before and after a loop that was
replaced; that of its location is what only leads to the latter, however often it is iterated.  With ``P`` before and
``Q`` after, it is ``J(x) = for all n >= 0: the guard during n iterations implies Q(x after n)``: P implies it, it
implies Q (``n = 0``), and it is inductive, since ``n`` iterations after one are ``n + 1``.  The quantifier is
eliminated; where that fails, so does the proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.evidence import Assignment, Proof
from assay.core.model import Edge, Location, Model
from assay.core.roles import Lowered, unchanged
from assay.core.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    and_,
    conjunction,
    conjuncts,
    eq,
    ge,
    mul,
    not_,
    scale,
    variable,
)
from assay.core.terms.sorts import INT
from assay.solve.interpolation.elimination import eliminated
from assay.transforms.edges.compose import fresh
from assay.transforms.edges.history import Made, Repeated, Rewritten, lifting
from assay.transforms.loops.cases import cases_of
from assay.transforms.loops.closed_forms import ONE, ZERO, Form, Number, closed_forms
from assay.transforms.loops.stretches import throughout

AFTER: Final = "%after"
TIMES: Final = "%times"
# Seconds for the quantifiers of a proof.  Linear ones take a moment, and products longer than anybody waits.
ELIMINATING: Final = 2.0
NOTHING: Final[Mapping[Location, frozenset[Term]]] = MappingProxyType({})


@dataclass(frozen=True)
class Acceleration:
    """``step`` is ``times`` iterations of ``loop``: any number of them, if it is ``exact``, and not only some."""

    loop: Edge
    step: Edge
    times: Term
    exact: bool


def accelerated(loop: Edge) -> Acceleration | None:
    """Many iterations of ``loop`` as one step; None if it has no closed form."""
    forms = closed_forms(loop)
    if not forms:
        return None
    taken = set(loop.source.variables)
    number = Number(fresh(variable(TIMES, INT), taken), fresh(variable("%pairs", INT), taken))
    during = throughout(conjuncts(loop.guard), forms, number)
    if during is None:
        return None
    values = {symbol: _after(form, number) for symbol, form in forms.items()}
    guard = and_(ge(number.count, ONE), during.term)
    if any(number.pairs in term.free for term in (guard, *values.values())):
        guard = and_(guard, _counted(number))
    step = Edge(f"{loop.name}*", loop.source, loop.target, guard, values, loop.origin)
    return Acceleration(loop, step, number.count, during.exact)


def _after(form: Form, number: Number) -> Term:
    return form.always.at(number) if form.always is not None else form.later.at(number, -1)


def _counted(number: Number) -> Term:
    """``2 * pairs = count * (count - 1)``, and what this implies about sums alone."""
    twice = add(mul(number.count, number.count), scale(-1, number.count))
    return and_(eq(scale(2, number.pairs), twice), ge(add(number.pairs, ONE), number.count))


def iterations(inputs: Iterable[Assignment]) -> int:
    """How many iterations steps with these inputs stand for."""
    numbers = [value for chosen in inputs for symbol, value in chosen.items() if symbol.name == TIMES]
    return sum(value for value in numbers if isinstance(value, int))


Known = Mapping[Location, frozenset[Term]]


def accelerate(model: Model, deadline: Deadline = FOREVER, *, known: Known = NOTHING) -> Lowered:
    """The aimed model with many iterations as one step; the model itself if no loop has a closed form.

    ``deadline`` is for the way back of proofs.  What is ``known`` to be true whenever a location is reached need not be
    asked of each iteration.
    """
    making = _Making(model, known)
    for place in model.locations:
        making.look_at(place)
    if not making.replacing:
        return unchanged(model)
    edges = tuple(edge for old in model.edges for edge in making.instead(old))
    lowered = Model(model.entry, edges, model.initial, model.properties, model.origin)
    return Lowered(lowered, lifting(making.history), lambda proof: _joined(proof, making.replaced, deadline))


@dataclass(frozen=True)
class _Replaced:
    """The location behind a loop that was replaced, and by what it was."""

    after: Location
    acceleration: Acceleration


@dataclass
class _Making:
    """The steps that stand in for loops, and locations that have become two."""

    model: Model
    known: Known
    replacing: dict[Edge, tuple[Edge, ...]] = field(default_factory=dict)
    replaced: dict[Location, _Replaced] = field(default_factory=dict)
    history: dict[Edge, Made] = field(default_factory=dict)

    def look_at(self, place: Location) -> None:
        """Note what stands in for the loops of ``place``."""
        loops = [edge for edge in self.model.leaving(place) if edge.target == place and not edge.uses]
        ways = {loop: self._ways(loop) for loop in loops}
        found = [way for ways_of_one in ways.values() for way in ways_of_one]
        if len(found) == 1 and isinstance(found[0], Acceleration) and found[0].exact:
            self.replacing.update((loop, ()) for loop in loops[1:])
            self.replacing[loops[0]] = self._passing(place, found[0])
            return
        for loop, ways_of_one in ways.items():
            if any(isinstance(way, Acceleration) for way in ways_of_one):
                self.replacing[loop] = tuple(self._step(way) for way in ways_of_one)

    def _ways(self, loop: Edge) -> list[Acceleration | Edge]:
        """The ways through a loop's body, accelerated; those that have no closed form as they are."""
        known = self.known.get(loop.source, frozenset())
        asked = conjunction(part for part in conjuncts(loop.guard) if part not in known)
        bare = loop if asked is loop.guard else replace(loop, guard=asked)
        found = cases_of(bare)
        if found is None:
            return [loop]
        cases, made = found
        self.history.update(made)
        if bare is not loop:
            self.history[bare] = Rewritten(loop)
        return [accelerated(case) or case for case in cases]

    def _step(self, way: Acceleration | Edge) -> Edge:
        if isinstance(way, Edge):
            return way
        self.history[way.step] = Repeated(way.loop, way.times)
        return way.step

    def _passing(self, place: Location, way: Acceleration) -> tuple[Edge, ...]:
        """No iteration, or any number of them, from ``place`` to a location of its own."""
        after = Location(self._unused(f"{place.name}{AFTER}"), place.variables)
        step = way.step
        some = Edge(step.name, place, after, step.guard, step.updates, step.origin)
        none = Edge(f"{step.name}0", place, after, TRUE, {}, step.origin)
        self.history[some] = Repeated(way.loop, way.times)
        self.history[none] = Repeated(way.loop, ZERO)
        self.replaced[place] = _Replaced(after, way)
        return none, some

    def _unused(self, name: str) -> str:
        taken = {place.name for place in self.model.locations}
        while name in taken:
            name += "'"
        return name

    def instead(self, edge: Edge) -> tuple[Edge, ...]:
        """What stands for ``edge``."""
        if edge in self.replacing:
            return self.replacing[edge]
        if edge.source not in self.replaced:
            return (edge,)
        after = self.replaced[edge.source].after
        moved = Edge(edge.name, after, edge.target, edge.guard, edge.updates, edge.origin)
        self.history[moved] = Rewritten(edge)
        return (moved,)


def _joined(proof: Proof, replaced: Mapping[Location, _Replaced], deadline: Deadline) -> Proof:
    """The proof at the locations as they were before they became two."""
    until = deadline.within(ELIMINATING)
    invariant = dict(proof.invariant)
    for place, found in replaced.items():
        behind = invariant.pop(found.after, FALSE)
        if place in invariant:
            own = frozenset((*place.variables, *proof.every))
            escape = and_(found.acceleration.step.guard, not_(found.acceleration.step.back(behind)))
            escaping = conjunction(eliminated((escape,), own, until)) if escape is not FALSE else FALSE
            invariant[place] = and_(behind, not_(escaping))
    return Proof(invariant, every=proof.every)
