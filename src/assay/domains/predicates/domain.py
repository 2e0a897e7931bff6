"""Predicate abstraction of a model: abstract states are cubes, abstract steps are cartesian or boolean.

This is the domain that ``explore.unfold.explorer`` unfolds.  Guarded commands are shared by the edges that have them: a
command keeps its solver and all answers for the whole analysis, whatever the precision.  Initial states are the
successors of an edge without source predicates whose guard is the initial condition.  What an edge uses joins its
source: the predicates of a use, with its arguments for the variables, are further predicates before the step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Protocol
from weakref import WeakValueDictionary

from assay.core.events import Counters
from assay.core.model import Edge, Location, Model
from assay.core.terms import Term
from assay.core.terms.rebuild import Substitution
from assay.domains.predicates import cubes
from assay.domains.predicates.boolean import Boolean
from assay.domains.predicates.cartesian import Cartesian, Part
from assay.domains.predicates.command_solver import CommandSolver
from assay.domains.predicates.cubes import Cube, Renumbering
from assay.domains.predicates.precision import Precision
from assay.domains.predicates.syntactic import Carrying
from assay.solve.smt import Solver

Kind = Literal["cartesian", "boolean"]


class _Engine(Protocol):
    def outcomes(self, holds: int, fails: int, questions: int, /) -> tuple[Part, ...]: ...


class _Command:
    """The guarded command that edges share: its step, the answers of the step, its views by predicate lists."""

    __slots__ = ("engine", "step", "views")

    def __init__(self, step: CommandSolver, engine: _Engine) -> None:
        self.step = step
        self.engine = engine
        self.views: WeakValueDictionary[tuple[tuple[Term, ...], tuple[Term, ...]], _View] = WeakValueDictionary()


class _View:
    """A step between two lists of predicates: syntax decides what it can, the rest is asked of the step."""

    __slots__ = ("__weakref__", "_back", "_carrying", "_engine", "_memo", "_source", "_step", "_target", "_width")

    def __init__(self, edge: Edge, command: _Command, source: Sequence[Term], target: Sequence[Term]) -> None:
        """``source`` has the predicates of the edge's source, then those of each of its uses as of its arguments."""
        step = self._step = command.step
        self._engine = command.engine
        self._carrying = Carrying(edge, source, target)
        there = [(here, step.target(predicate)) for here, predicate in enumerate(target)]
        self._source = Renumbering((here, step.source(predicate)) for here, predicate in enumerate(source))
        self._target = Renumbering(there)
        self._back = Renumbering((number, here) for here, number in there)
        self._width = len(target)
        self._memo: dict[Cube, tuple[Cube, ...]] = {}

    def post(self, cube: Cube) -> tuple[Cube, ...]:
        """Cubes above the successors of ``cube``; none if the edge is not enabled."""
        known = self._memo.get(cube)
        if known is None:
            known = self._memo[cube] = self._compute(cube)
        return known

    def possible(self, cube: Cube) -> bool:
        """May there be a step from a state with the literals of ``cube``, and maybe more?"""
        return self._step.possible(self._source(cube[0]), self._source(cube[1]))

    def _compute(self, cube: Cube) -> tuple[Cube, ...]:
        holds, fails, width = cube
        carrying, source, back = self._carrying, self._source, self._back
        relevant, questions = carrying.relevance(holds | fails, width)
        same_holds, same_fails = carrying.carry(holds, fails)
        questions &= ~(same_holds | same_fails)
        parts = self._engine.outcomes(source(holds & relevant), source(fails & relevant), self._target(questions))
        same_holds |= carrying.fixed[0]
        same_fails |= carrying.fixed[1]
        after = [(back(holds) | same_holds, back(fails) | same_fails, self._width) for holds, fails in parts]
        return tuple(sorted(after))  # whatever the order in which the solver finds them


class PredicateAbstraction:
    """The transfer functions of predicate abstraction.  ``seconds`` bounds a query, ``cap`` a boolean step's cubes."""

    leq = staticmethod(cubes.leq)  # asked more often than anything else
    rank = staticmethod(cubes.rank)

    def __init__(
        self,
        model: Model,
        solver: Callable[[], Solver],
        *,
        kind: Kind = "cartesian",
        seconds: float | None = None,
        cap: int = 128,
    ) -> None:
        start = Location("", model.entry.variables)
        self._initial = Edge("initial", start, model.entry, model.initial)
        self._locations = model.locations
        self._new_solver = solver
        self._kind = kind
        self._seconds = seconds
        self._cap = cap
        self._precision = Precision()
        self._commands: dict[object, _Command] = {}
        self._views: dict[Edge, _View] = {}

    def adopt(self, precision: Precision, /) -> bool:
        """Compute with ``precision`` from now on; cubes keep their meaning if it extends the last one."""
        old, self._precision = self._precision, precision
        changed = precision.changed_since(old, self._locations)
        for edge in [edge for edge in self._views if not changed.isdisjoint((edge.target, *edge.premises))]:
            del self._views[edge]
        return precision.extends(old, changed)

    def initial(self) -> Sequence[Cube]:
        """The abstraction of the initial states."""
        return self.post(self._initial, (0, 0, 0))

    def post(self, edge: Edge, cube: Cube, /, *uses: Cube) -> Sequence[Cube]:
        """The abstraction of the successors of ``cube`` along ``edge``, taken together with ``uses``."""
        return self._seen(edge).post(self._joined(edge, (cube, *uses)) if uses else cube)

    def possible(self, edge: Edge, chosen: Sequence[Cube | None], /) -> bool:
        """May ``chosen`` take part in a step along ``edge``?"""
        return self._seen(edge).possible(self._joined(edge, chosen))

    def _joined(self, edge: Edge, chosen: Sequence[Cube | None]) -> Cube:
        """All premises as one cube over the joint list of their predicates."""
        holds = fails = offset = 0
        for place, cube in zip(edge.premises, chosen, strict=True):
            if cube is not None:
                holds |= cube[0] << offset
                fails |= cube[1] << offset
            offset += len(self._precision.at(place))
        return holds, fails, 0 if chosen[0] is None else chosen[0][2]

    def _seen(self, edge: Edge) -> _View:
        view = self._views.get(edge)
        if view is None:
            view = self._views[edge] = self._view(edge)
        return view

    def _view(self, edge: Edge) -> _View:
        source = () if edge is self._initial else self._precision.at(edge.source)
        for use in edge.uses:
            source += tuple(map(Substitution(use.values), self._precision.at(use.location)))
        target = self._precision.at(edge.target)
        key = (edge.guard, frozenset(edge.updates.items()), tuple(use.arguments for use in edge.uses))
        command = self._commands.get(key)
        if command is None:
            step = CommandSolver(edge, self._new_solver(), self._seconds)
            engine = Cartesian(step) if self._kind == "cartesian" else Boolean(step, self._cap)
            command = self._commands[key] = _Command(step, engine)
        view = command.views.get((source, target))
        if view is None:
            view = command.views[source, target] = _View(edge, command, source, target)
        return view

    def stamp(self, location: Location, /) -> int:
        """The number of predicates: lists only grow."""
        return len(self._precision.at(location))

    def formula(self, location: Location, states: Sequence[Cube], /) -> Term:
        return cubes.union_term(states, self._precision.at(location))

    @property
    def queries(self) -> int:
        """The number of theorem-prover calls so far."""
        return sum(command.step.solver.queries for command in self._commands.values())

    @property
    def unknowns(self) -> int:
        """How many of them stayed without an answer."""
        return sum(command.step.unknowns for command in self._commands.values())

    def counters(self) -> Counters:
        return {"queries": self.queries, "unknowns": self.unknowns, "predicates": self._precision.size}
