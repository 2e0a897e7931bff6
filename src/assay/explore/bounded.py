"""Bounded search for errors: all runs of growing length in one incremental formula.

Each depth has one Boolean symbol per location and per edge; an edge's symbol implies that its source was reached and
that its step was taken.  Finds shallow errors quickly and never proves anything: reaching the bound is *stuck*, not
*proof*. (Biere, Cimatti, Clarke, Zhu, TACAS 1999; over control-flow graphs as in the trial of Horn clauses.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.events import BoundReached, Listener, ignore
from assay.core.evidence import Path, Proof
from assay.core.model import Edge, Location, Model
from assay.core.roles import Alarm, Proved, Stuck
from assay.core.terms import Term, and_, conjunction, disjunction, eq, implies, not_, variable
from assay.core.terms.rebuild import Substitution
from assay.core.terms.sorts import BOOL
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver


@dataclass(frozen=True)
class Bound:
    """Precision of bounded search: the greatest number of steps to look at."""

    depth: int


Layer = Mapping[Location, list[tuple[Edge, Term]]]
"""The steps of one depth by target, with their symbols."""


class BoundedSearch:
    """Explorer whose alarms are real.  Requires a single error location (transform ``aim``).

    Each exploration goes on at the depth where the last one stopped.
    """

    def __init__(self, model: Model, deadline: Deadline = FOREVER, announce: Listener = ignore) -> None:
        self.model = model
        self._deadline = deadline
        self._announce = announce
        (self._error,) = model.properties[0].bad
        self._solver = Z3Solver()
        self._reached: dict[Location, Term] = {model.entry: _flag("at", model.entry.name, 0)}
        self._solver.add(self._reached[model.entry], _now(0, model.entry)(model.initial))
        self._taken: list[Layer] = []
        self._refuted = 0  # layers whose steps are known not to be erroneous

    def explore(self, precision: Bound, /) -> Proved[Proof] | Alarm[Path] | Stuck:
        while self._refuted < precision.depth:
            if self._refuted == len(self._taken):
                self._taken.append(self._layer(self._solver, self._refuted, self._reached))
            depth = self._refuted + 1
            if self._is_erroneous(self._taken[-1], depth):
                return Alarm(_path(self._solver, self._taken, self._error))
            self._reached = self._after(self._solver, depth, self._taken[-1], self._error)
            self._refuted = depth
            self._announce(BoundReached(depth))
            if not self._reached:
                return Stuck(f"no path of the control flow is longer than {depth} steps, and none is an error")
            if self._deadline.passed:
                return Stuck(f"bounded search ended at depth {depth}", hint="raise --time")
        return Stuck(f"no error within {precision.depth} steps", hint="a proof needs another engine")

    def _is_erroneous(self, layer: Layer, depth: int) -> bool:
        if self._error not in layer:
            return False
        goal = disjunction(flag for _, flag in layer[self._error])
        answer = self._solver.check((goal,), seconds=self._deadline.left)
        if answer is Answer.UNKNOWN:
            raise SolverFailure(f"bounded search gave up at depth {depth}")
        if answer is Answer.UNSAT:
            self._solver.add(not_(goal))
        return answer is Answer.SAT

    def _layer(
        self, solver: Z3Solver, depth: int, reached: Mapping[Location, Term]
    ) -> dict[Location, list[tuple[Edge, Term]]]:
        """Assert the steps that leave depth ``depth``; their symbols by target."""
        layer: dict[Location, list[tuple[Edge, Term]]] = {}
        for number, edge in enumerate(self.model.edges):
            if edge.source in reached:
                flag = _flag("edge", str(number), depth)
                solver.add(implies(flag, and_(reached[edge.source], _step(edge, depth))))
                layer.setdefault(edge.target, []).append((edge, flag))
        return layer

    def _after(self, solver: Z3Solver, depth: int, layer: Layer, error: Location) -> dict[Location, Term]:
        reached: dict[Location, Term] = {}
        for place, steps in layer.items():
            if place != error:
                reached[place] = _flag("at", place.name, depth)
                solver.add(implies(reached[place], disjunction(flag for _, flag in steps)))
        return reached


def _flag(kind: str, name: str, depth: int) -> Term:
    return variable(f"%{kind} {name}@{depth}", BOOL)


def _symbol(plain: Term, depth: int) -> Term:
    return variable(f"{plain.name}@{depth}", plain.sort)


def _now(depth: int, place: Location) -> Substitution:
    return Substitution({v: _symbol(v, depth) for v in place.variables})


def _step(edge: Edge, depth: int) -> Term:
    """The edge between ``depth`` and the next depth; inputs have symbols of their own per edge."""
    inputs = {symbol: variable(f"{symbol.name}@{depth}!{edge.name}", symbol.sort) for symbol in edge.inputs}
    now = Substitution({**{v: _symbol(v, depth) for v in edge.source.variables}, **inputs})
    moved = (eq(_symbol(v, depth + 1), now(edge.after(v))) for v in edge.target.variables)
    return conjunction((now(edge.guard), *moved))


def _path(solver: Z3Solver, taken: list[Layer], error: Location) -> Path:
    """Walk back from the error along the edges that the model took."""
    place = error
    edges: list[Edge] = []
    for layer in reversed(taken):
        steps = layer[place]
        truths = solver.truth([flag for _, flag in steps])
        edge = next(edge for (edge, _), true in zip(steps, truths, strict=True) if true)
        edges.append(edge)
        place = edge.source
    return Path(tuple(reversed(edges)))
