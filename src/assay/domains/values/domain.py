"""The value analysis: abstract states give some tracked variables an explicit value and leave the others open.

A precision says which variables are tracked where.  A state is a tuple with one entry for each tracked variable of its
location, None where the value is not known; commands are compiled for the positions that they touch.  An equation
with a variable that has no value gives it one, an assumption that cannot be evaluated is ignored (Beyer, Löwe, FASE
2013; Beyer, Löwe, Wendler, SPIN 2015, section 2).  Commands whose guards are disjunctions have a successor for each
case (``domains.values.guard_cases``).  Limit: no relation between two variables is ever kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Literal

from assay.core.events import Counters
from assay.core.model import Edge, Location, Model
from assay.core.terms import FALSE, TRUE, Op, Term, and_, disjunction
from assay.domains.scoped import Scoped
from assay.domains.values import partial_arrays
from assay.domains.values.compile_commands import Moves, State, Transition, compiled, transition
from assay.domains.values.compile_terms import trackable
from assay.domains.values.guard_cases import LIMIT, Case, cases
from assay.domains.values.guard_values import demands

ValuePrecision = Scoped[Literal["variable"]]
"""Which variables are tracked where."""


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
        changed = precision.changed_since(old, self._locations)
        for place in changed:
            self._positions.pop(place, None)
            for symbol in precision.at(place):
                if symbol.op is not Op.VAR or not trackable(symbol.sort):
                    raise ValueError(f"{symbol} cannot be tracked at {place}")
        for edge in [edge for edge in self._transitions if edge.source in changed or edge.target in changed]:
            del self._transitions[edge]
        return precision.extends(old, changed)

    def initial(self) -> Sequence[State]:
        """The abstraction of the initial states."""
        return self.transition(self._initial)(())

    def post(self, edge: Edge, state: State, /, *uses: State) -> Sequence[State]:
        """The abstraction of the successors of ``state`` along ``edge``, case by case."""
        missing = len(self._precision.at(edge.source)) - len(state)
        return self.transition(edge)(state + (None,) * missing if missing else state)

    def possible(self, edge: Edge, chosen: Sequence[State | None], /) -> bool:
        return True

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


def union_term(symbols: Sequence[Term], states: Iterable[tuple[partial_arrays.Known, ...]]) -> Term:
    """True exactly where the ``symbols`` have the values of one of the states; None allows any value.

    A decision diagram over the variables, not a list of cubes.  States are merged from the last variable to the first:
    prefixes with the same rest share one formula, and values with the same rest share one branch.  Terms are
    hash-consed, so ten thousand states often are a small formula.
    """
    rest: dict[tuple[partial_arrays.Known, ...], Term] = dict.fromkeys(states, TRUE)
    for symbol in reversed(symbols):
        branches: dict[tuple[partial_arrays.Known, ...], dict[Term, list[Term]]] = {}
        for state, formula in rest.items():
            alternatives = branches.setdefault(state[:-1], {})
            alternatives.setdefault(formula, []).append(partial_arrays.described(symbol, state[-1]))
        rest = {
            prefix: disjunction(and_(disjunction(values), formula) for formula, values in alternatives.items())
            for prefix, alternatives in branches.items()
        }
    return rest.get((), FALSE)
