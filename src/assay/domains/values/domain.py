"""The value analysis: abstract states give some tracked variables an explicit value and leave the others open.

A precision says which variables are tracked where.  A state is a tuple with one entry a tracked variable of its
location, None where the value is not known; commands are compiled for the positions that they touch.  An equation
with a variable that has no value gives it one, an assumption that cannot be evaluated is ignored (Beyer, Löwe, FASE
2013; Beyer, Löwe, Wendler, SPIN 2015, section 2).  Commands whose guards are disjunctions have a successor for each
case (``domains.values.guard_cases``).  Limit: no relation between two variables is ever kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from assay.core.events import Counters
from assay.core.model import Edge, Location, Model
from assay.core.terms import Term
from assay.domains.predicates.precision import SCOPES, ScopeKey, own_name
from assay.domains.values import partial_arrays
from assay.domains.values.compile_commands import Moves, State, Transition, compiled, transition
from assay.domains.values.compile_terms import trackable
from assay.domains.values.formulas import union_term
from assay.domains.values.guard_cases import LIMIT, Case, cases
from assay.domains.values.guard_values import demands


@dataclass(frozen=True)
class ValuePrecision:
    """Tracked variables per scope key, in order of arrival; later precisions only append to them."""

    variables: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)
    scope: ScopeKey = own_name
    _at: dict[Location, tuple[Term, ...]] = field(default_factory=dict, init=False, compare=False, repr=False)

    @staticmethod
    def empty(scope: str | ScopeKey = "location") -> ValuePrecision:
        """Nothing is tracked; ``scope`` is a name in ``SCOPES`` or a function from locations to keys."""
        return ValuePrecision({}, SCOPES[scope] if isinstance(scope, str) else scope)

    def at(self, location: Location) -> tuple[Term, ...]:
        """The tracked variables of this location."""
        known = self._at.get(location)
        if known is None:
            mine = frozenset(location.variables)
            shared = self.variables.get(self.scope(location), ())
            known = self._at[location] = tuple(symbol for symbol in shared if symbol in mine)
        return known

    def extended(self, found: Mapping[Location, Iterable[Term]]) -> ValuePrecision:
        """This precision and ``found``; equal to this one if all of that is tracked already."""
        grown: dict[str, dict[Term, None]] = {}
        for location, symbols in found.items():
            key = self.scope(location)
            bucket = grown.setdefault(key, dict.fromkeys(self.variables.get(key, ())))
            for symbol in symbols:
                if symbol not in location.variables or not trackable(symbol.sort):
                    raise ValueError(f"{symbol} cannot be tracked at {location}")
                bucket[symbol] = None
        changed = {
            key: tuple(bucket) for key, bucket in grown.items() if len(bucket) > len(self.variables.get(key, ()))
        }
        return ValuePrecision({**self.variables, **changed}, self.scope) if changed else self

    @property
    def size(self) -> int:
        """The number of tracked variables, each counted once a scope."""
        return sum(map(len, self.variables.values()))

    def __hash__(self) -> int:
        return hash(frozenset(self.variables.items()))


class ValueAbstraction:
    """The transfer functions of the value analysis.  ``limit`` bounds the cases that a guard is taken apart into.

    A state has an entry for each variable that is tracked at its location, in the order of the precision; a state of an
    earlier precision may be shorter, and knows nothing of what came later.
    """

    def __init__(self, model: Model, *, limit: int = LIMIT) -> None:
        self._start = Location("", model.entry.variables)
        self._initial = Edge("initial", self._start, model.entry, model.initial)
        self._locations = model.locations
        self._limit = limit
        self._precision = ValuePrecision()
        self._positions: dict[Location, dict[Term, int]] = {}
        self._cases: dict[Term, tuple[Case, ...]] = {}
        self._demands: dict[Term, Mapping[Term, frozenset[object]]] = {}
        self._compiled: dict[str, Transition] = {}
        self._transitions: dict[Edge, Transition] = {}

    # -- the role of a transfer --------------------------------------------------------------------------------------

    def adopt(self, precision: ValuePrecision, /) -> bool:
        """Compute with ``precision`` from now on; states keep their meaning if it extends the last one."""
        old, self._precision = self._precision, precision
        changed = {place for place in self._locations if precision.at(place) != old.at(place)}
        for place in changed:
            self._positions.pop(place, None)
        for edge in [edge for edge in self._transitions if edge.source in changed or edge.target in changed]:
            del self._transitions[edge]
        return all(precision.at(place)[: len(old.at(place))] == old.at(place) for place in changed)

    def initial(self) -> Sequence[State]:
        """The abstraction of the initial states."""
        return self.transition(self._initial)(())

    def post(self, edge: Edge, state: State, /) -> Sequence[State]:
        """The abstraction of the successors of ``state`` along ``edge``, case by case."""
        missing = len(self._precision.at(edge.source)) - len(state)
        return self.transition(edge)(state + (None,) * missing if missing else state)

    def leq(self, left: State, right: State, /) -> bool:
        """Does ``left`` have every value that ``right`` has?"""
        pairs = zip_longest(left, right)
        return all(theirs is None or mine == theirs or partial_arrays.leq(mine, theirs) for mine, theirs in pairs)

    def rank(self, state: State, /) -> int:
        """The number of facts: values, elements of arrays."""
        return sum(map(partial_arrays.facts, state))

    def stamp(self, location: Location, /) -> int:
        """The number of tracked variables: they only grow."""
        return len(self._precision.at(location))

    def formula(self, location: Location, states: Sequence[State], /) -> Term:
        """The disjunction of the states as equations."""
        symbols = self._precision.at(location)
        return union_term(symbols, [state + (None,) * (len(symbols) - len(state)) for state in states])

    def counters(self) -> Counters:
        return {"tracked": self._precision.size, "compiled": len(self._compiled)}

    # -- for explorers that know the domain --------------------------------------------------------------------------

    def state(self, location: Location, values: Mapping[Term, partial_arrays.Known]) -> State:
        """What is tracked of ``values`` at ``location``."""
        return tuple(values.get(symbol) for symbol in self._precision.at(location))

    def transition(self, edge: Edge) -> Transition:
        """The compiled step along ``edge`` from states of full length."""
        known = self._transitions.get(edge)
        if known is None:
            known = self._transitions[edge] = self._compile(edge)
        return known

    def demands(self, edge: Edge) -> Mapping[int, frozenset[object]]:
        """Per position the values without which there is no step along ``edge``: any other known value excludes it."""
        found = self._demands.get(edge.guard)
        if found is None:
            found = self._demands[edge.guard] = demands(edge.guard)
        places = self._positions_at(edge.source)
        return {places[symbol]: values for symbol, values in found.items() if symbol in places}

    def spread(self, states: Mapping[Location, Sequence[State]]) -> dict[Term, int]:
        """The number of different values that each tracked variable has in ``states``."""
        found: dict[Term, set[partial_arrays.Known]] = {}
        for location, here in states.items():
            for symbol, column in zip(self._precision.at(location), zip_longest(*here), strict=False):
                found.setdefault(symbol, set()).update(column)
        return {symbol: len(values - {None}) for symbol, values in found.items()}

    # -- compilation -------------------------------------------------------------------------------------------------

    def _positions_at(self, location: Location) -> dict[Term, int]:
        known = self._positions.get(location)
        if known is None:
            symbols = self._precision.at(location) if location is not self._start else ()
            known = self._positions[location] = {symbol: number for number, symbol in enumerate(symbols)}
        return known

    def _compile(self, edge: Edge) -> Transition:
        moves = Moves(self._positions_at(edge.source), self._positions_at(edge.target))
        if edge.guard not in self._cases:
            self._cases[edge.guard] = cases((edge.guard,), self._limit)
        return union([self._function(transition(case, edge.updates, moves)) for case in self._cases[edge.guard]])

    def _function(self, text: str) -> Transition:
        function = self._compiled.get(text)
        if function is None:
            function = self._compiled[text] = compiled(text)
        return function


def union(parts: Sequence[Callable[[State], tuple[State, ...]]]) -> Transition:
    """The successors that any of the transitions gives, each once."""
    if len(parts) == 1:
        return parts[0]

    def step(state: State) -> tuple[State, ...]:
        found: dict[State, None] = {}
        for part in parts:
            found.update(dict.fromkeys(part(state)))
        return tuple(found)

    return step
