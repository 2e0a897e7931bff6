"""Facts about all elements of arrays: a model in which of each array only some elements at unknown indices are known.

Monniaux and Gonnord (Cell morphing: from array programs to array-free Horn clauses, SAS 2016): an array becomes an
index that never changes and the element there.  A write changes the element if it meets the index, a read that does not
yields anything.  An invariant of this model about index and element is one about all elements of the array, for the
index is arbitrary.  Here a cell is any read of an array over a location's variables and the indices, as chosen by
``transforms.arrays.choice``.

Every run of the original to the error is one of this model, for the indices that its last step reads at; a run of this
model says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay.core.errors import SolverFailure
from assay.core.evidence import Proof, Trace
from assay.core.model import Edge, Location, Model
from assay.core.roles import Lowered
from assay.core.terms import (
    TRUE,
    Term,
    and_,
    conjunction,
    conjuncts,
    disjunction,
    eq,
    implies,
    int_mod,
    integer,
    variable,
)
from assay.core.terms.rebuild import Substitution, substitute
from assay.transforms.aim import error_of
from assay.transforms.arrays.choice import Cells, changing_variables
from assay.transforms.arrays.elements import Elements
from assay.transforms.arrays.moduli import moduli
from assay.transforms.edges.compose import fresh
from assay.transforms.edges.reduction import trimmed


@dataclass(frozen=True)
class AtCells:
    """The model at cells, and the indices that these are at."""

    lowered: Lowered
    indices: tuple[Term, ...]


def at_cells(model: Model, found: Cells) -> AtCells:
    """An aimed model without arrays, which knows the cells that were ``found``; its proofs are about every element."""
    error = error_of(model)
    view = _View(model, found)
    places = {place: view.place(place) for place in model.locations}
    edges = [view.step(edge, places) for edge in model.edges]
    asked = _asked(model, found, edges)

    def known(place: Location) -> Term:
        return asked if asked.free <= frozenset(place.variables) and place != error else TRUE

    narrowed = tuple(replace(edge, guard=and_(edge.guard, edge.back(known(edge.target)))) for edge in edges)

    def lift_proof(proof: Proof) -> Proof:
        invariant = {
            place: implies(known(places[place]), substitute(proof.invariant[place], view.meanings))
            for place in model.locations
            if place in proof.invariant
        }
        return replace(proof, invariant=invariant, every=found.indices)

    return AtCells(Lowered(replace(model, edges=narrowed), never_lifted, lift_proof), found.indices)


def _asked(model: Model, found: Cells, edges: Sequence[Edge]) -> Term:
    """What is true of indices wherever a cell matters, by what never changes; known at a location, it stays known."""
    if not found.indices:
        return TRUE
    fixed = {symbol for place in model.locations for symbol in place.variables} - changing_variables(model)
    guards = [
        substitute(edge.guard, {counter: index for index, counter in counters.items()})
        for edge, counters in found.counters.items()
    ]
    for symbols in ({*found.indices, *fixed}, {*found.indices}):
        asked = disjunction(
            conjunction(part for part in conjuncts(guard) if part.free <= symbols and _plain(part)) for guard in guards
        )
        knowing = {place for edge in edges for place in (edge.source, edge.target)}
        knowing = {place for place in knowing if asked.free <= frozenset(place.variables)}
        if all(edge.target in knowing or not edge.target.variables for edge in edges if edge.source in knowing):
            return asked
    return TRUE


def _plain(part: Term) -> bool:
    return not any(symbol.sort.is_array for symbol in part.free)


def never_lifted(trace: Trace) -> Trace:
    """Runs of the view say nothing of the model."""
    raise SolverFailure("a run that knows some elements of arrays only is none of the program")


class _View:
    """The model through its cells: ``values`` has the variable that stands for each."""

    def __init__(self, model: Model, found: Cells) -> None:
        self.cells = found
        taken = {symbol for place in model.locations for symbol in place.variables}
        self._moduli = moduli(model)
        self.values: dict[Term, Term] = {}
        for number, read in enumerate(found.reads):
            self.values[read] = variable(f"%cell{number}:{read.args[0].name}", read.sort)
        assert taken.isdisjoint(self.values.values())
        self._reads = {value: read for read, value in self.values.items()}
        self.meanings = {value: self._known(read) for value, read in self._reads.items()}
        self._entry, self._error = model.entry, error_of(model)

    def _known(self, read: Term) -> Term:
        """What is known of an element: its remainder, if no more matters."""
        modulus = self._moduli.of(read.args[0])
        return read if modulus is None else int_mod(read, integer(modulus))

    def at(self, place: Location) -> dict[Term, Term]:
        """The cells that exist at ``place``, and their values."""
        known = {*place.variables, *self.cells.indices}
        return {read: value for read, value in self.values.items() if read.free <= known}

    def place(self, place: Location) -> Location:
        if place in (self._entry, self._error):
            return place  # neither has variables
        scalars = (symbol for symbol in place.variables if not symbol.sort.is_array)
        return Location(place.name, (*self.cells.indices, *scalars, *self.at(place).values()))

    def step(self, edge: Edge, places: dict[Location, Location]) -> Edge:
        source, target = places[edge.source], places[edge.target]
        taken = {*source.variables, *target.variables, *edge.inputs}

        def name(symbol: Term) -> Term:
            found = fresh(symbol, taken)
            taken.add(found)
            return found

        elements = Elements(name, self._moduli.at(edge))
        for read, value in self.at(edge.source).items():
            elements.know(read, value)
        # Where the indices are chosen, what is read there is what the cells have.
        chosen = self.cells.counters.get(edge, {}) if edge.target == self._error else {}
        there = Substitution({counter: index for index, counter in chosen.items()})
        guard = elements.guard(there(edge.guard))
        updates = {symbol: self._after(symbol, edge, elements) for symbol in target.variables}
        equations, conditions = elements.conditions()
        choice = (eq(index, counter) for index, counter in chosen.items())
        guard = and_(equations(guard), *map(equations, conditions), *choice)
        changed = {symbol: equations(value) for symbol, value in updates.items()}
        own = frozenset(source.variables)
        return replace(edge, source=source, target=target, guard=guard, updates=trimmed(changed, own))

    def _after(self, symbol: Term, edge: Edge, elements: Elements) -> Term:
        """The value of a variable of the view after the step."""
        read = self._reads.get(symbol)
        if read is None:
            return elements.without_arrays(edge.after(symbol))
        array, index = read.args
        return elements.element(edge.after(array), elements.without_arrays(edge.back(index)), self._moduli.of(array))
