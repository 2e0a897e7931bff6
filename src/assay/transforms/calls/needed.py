"""The cone of influence of a program that calls functions: per location, only the variables that matter for the error.

As ``variables.live``, through calls: a value that a function was called with matters at its end exactly if it matters
at its entry, and what it leaves, if some call needs it.  A function does the same whatever the values are that do not
matter to it, so that one derivation of its end serves all calls that differ only in those; a proof stays inductive as
it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assay.core.c_source import SourceMap
from assay.core.model import Edge, Location, Model, Use
from assay.core.roles import Lowered
from assay.core.terms import Term
from assay.transforms.calls.reexecution import no_run, reexecution
from assay.transforms.edges.history import Made, Rewritten


def needed_variables(model: Model) -> dict[Location, set[Term]]:
    """The least sets closed under the rule above."""
    return _Needs(model).found()


class _Needs:
    def __init__(self, model: Model) -> None:
        self._model = model
        self._needed: dict[Location, set[Term]] = {place: set() for place in model.locations}
        self._own = {place: frozenset(place.variables) for place in model.locations}
        functions = (model.origin.source or SourceMap()).functions
        places = {place.name: place for place in model.locations}
        self._given: dict[Location, list[tuple[Location, Term, Term]]] = {}
        self._kept: dict[Location, frozenset[Term]] = {}
        for function in functions:
            entry, end = places.get(function.entry.name), places.get(function.end.name)
            if entry is not None and end is not None:
                self._given[entry] = [(end, symbol, kept) for symbol, kept in function.given]
                self._kept[end] = frozenset(kept for _, kept in function.given)
        self._users: dict[Location, list[Edge]] = {}
        for edge in model.edges:
            for use in edge.uses:
                self._users.setdefault(use.location, []).append(edge)
        self._pending: dict[Location, None] = {}

    def found(self) -> dict[Location, set[Term]]:
        for edge in self._model.edges:
            self._need(edge.source, edge.guard.free)
            for use in edge.uses:
                self._need(use.location, self._left_open(edge, use, edge.guard.free))
        while self._pending:
            place, _ = self._pending.popitem()
            for end, symbol, kept in self._given.get(place, ()):
                if symbol in self._needed[place]:
                    self._need(end, (kept,))
            for edge in self._model.entering(place):
                self._through(edge)
            for edge in self._users.get(place, ()):
                self._through(edge)
        return self._needed

    def _need(self, place: Location, symbols: Iterable[Term]) -> None:
        known = self._needed[place]
        fresh = self._own[place].intersection(symbols).difference(known)
        if fresh:
            known |= fresh
            self._pending[place] = None

    def _through(self, edge: Edge) -> None:
        """What a step needs so that what is needed behind it, and of the states that it uses, has its values."""
        terms = [edge.after(symbol) for symbol in self._needed[edge.target]]
        for use in edge.uses:
            terms += [term for symbol, term in use.values.items() if symbol in self._needed[use.location]]
        symbols = frozenset[Term]().union(*(term.free for term in terms))
        self._need(edge.source, symbols)
        for use in edge.uses:
            self._need(use.location, self._left_open(edge, use, symbols))

    def _left_open(self, edge: Edge, use: Use, symbols: frozenset[Term]) -> Iterator[Term]:
        """What a function leaves that the step speaks of; any state that is no function's end matters altogether."""
        kept = self._kept.get(use.location)
        for symbol, term in use.values.items():
            if kept is None or (symbol not in kept and (term not in edge.inputs or term in symbols)):
                yield symbol


def without_needless_variables(model: Model) -> Lowered:
    """The model over the variables that matter."""
    assert not model.entry.variables
    needed = needed_variables(model)
    places = {p: Location(p.name, tuple(s for s in p.variables if s in needed[p])) for p in model.locations}
    history: dict[Edge, Made] = {}
    edges: list[Edge] = []
    for edge in model.edges:
        target = places[edge.target]
        updates = {symbol: edge.updates[symbol] for symbol in target.variables if symbol in edge.updates}
        uses = tuple(
            Use(places[use.location], tuple(use.values[symbol] for symbol in places[use.location].variables))
            for use in edge.uses
        )
        edges.append(Edge(edge.name, places[edge.source], target, edge.guard, updates, edge.origin, uses))
        history[edges[-1]] = Rewritten(edge)
    lowered = Model(places[model.entry], tuple(edges), model.initial, model.properties, model.origin)
    return Lowered(lowered, no_run, lambda proof: proof, reexecution(model, history))
