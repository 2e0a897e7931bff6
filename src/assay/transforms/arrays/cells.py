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

from dataclasses import dataclass, replace

from assay.core.errors import SolverFailure, Unsupported
from assay.core.evidence import Proof, Trace
from assay.core.model import Edge, Location, Model
from assay.core.roles import Lowered
from assay.core.terms import (
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
from assay.transforms.arrays.choice import Cells, cells
from assay.transforms.arrays.elements import Elements
from assay.transforms.arrays.moduli import moduli
from assay.transforms.edges.compose import fresh
from assay.transforms.edges.reduction import trimmed


@dataclass(frozen=True)
class AtCells:
    """The model at cells, and the indices that these are at."""

    lowered: Lowered
    indices: tuple[Term, ...]


def at_cells(model: Model) -> AtCells:
    """An aimed model without arrays; its proofs are about every element.  ``Unsupported`` if there are no cells."""
    if not model.is_linear:
        raise Unsupported("steps that use several states are not looked at by cells")
    error = error_of(model)
    found = cells(model, error)
    if not found.reads:
        raise Unsupported("no step to the error reads an array")
    view = _View(model, found)
    places = {place: view.place(place) for place in model.locations}
    edges = tuple(view.step(edge, places) for edge in model.edges)
    asked = disjunction(_about(edge.guard, found.indices) for edge in edges if edge.target == error)
    first = tuple(
        replace(edge, guard=and_(edge.guard, asked)) if edge.source == model.entry else edge for edge in edges
    )

    def lift_proof(proof: Proof) -> Proof:
        invariant = {
            place: implies(asked, substitute(formula, view.meanings)) if place.variables else formula
            for place, formula in proof.invariant.items()
        }
        return replace(proof, invariant=invariant, every=found.indices)

    return AtCells(Lowered(replace(model, edges=first), never_lifted, lift_proof), found.indices)


def never_lifted(trace: Trace) -> Trace:
    """Runs of the view say nothing of the model."""
    raise SolverFailure("a run that knows some elements of arrays only is none of the program")


def _about(guard: Term, indices: tuple[Term, ...]) -> Term:
    """What a condition says of the indices alone."""
    return conjunction(part for part in conjuncts(guard) if part.free <= frozenset(indices))


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
        chosen = self.cells.chosen.get(edge, {})
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
