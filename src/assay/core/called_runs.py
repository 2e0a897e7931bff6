"""The run of a program that calls functions, from a derivation of its error: calls one inside the other.

The model with calls has no runs: the step over a call uses a state of the function's end.  Executed, the steps come in
order, depth first: into the function, along what derived that state, back, and on.  Here they are the steps of a model
of their own, in which each activation has copies of the function's variables, as if it had been copied into the call.
Values at its entry that only its summary needs are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from assay.core.c_source import INSIDE, CalledFunction, SourceMap
from assay.core.errors import Position, SolverFailure
from assay.core.evidence import Assignment, Derivation, Derived, Trace
from assay.core.model import Edge, Location, Model
from assay.core.terms import TRUE, Term, variable
from assay.core.terms.evaluate import Evaluation, Value
from assay.core.terms.rebuild import Substitution

# Who calls functions can do more in a short derivation than anybody would follow step by step.
LONGEST: Final = 200_000


def called_run(model: Model, derivation: Derivation) -> tuple[Model, Trace]:
    """The run, and the model that it is one of: that part of the program, with its calls as copies."""
    steps = _Steps(model, derivation)
    steps.run()
    source = replace(model.origin, source=steps.source)
    part = Model(model.entry, tuple(steps.made.values()), model.initial, model.properties, source)
    return part, Trace(tuple(steps.states), tuple(steps.edges), tuple(steps.inputs), None, derivation.final)


def segment(derivation: Derivation, last: int, entries: frozenset[Location]) -> list[int]:
    """The nodes of one activation up to a node of it: the first is where a function was entered, or the program."""
    found = [last]
    while (node := derivation.nodes[found[-1]]).edge is not None and node.edge.target not in entries:
        assert node.source is not None
        found.append(node.source)
    return found[::-1]


@dataclass
class _Activation:
    """A call under way: the steps still to come, what its variables are called, and where it was called from."""

    pending: Iterator[int]
    path: str = ""
    names: dict[Term, Term] = field(default_factory=dict)
    around: tuple[Term, ...] = ()
    function: CalledFunction | None = None
    calling: Derived | None = None

    def own(self, symbol: Term) -> Term:
        """The copy of a variable of the function; variables of the outside have none."""
        outside = self.function is None or (
            symbol in self.function.entry.variables and symbol not in self.function.parameters
        )
        if outside:
            return symbol
        if symbol not in self.names:
            self.names[symbol] = variable(f"{self.path}{INSIDE}{symbol.name}", symbol.sort)
        return self.names[symbol]

    def renaming(self, edge: Edge) -> dict[Term, Term]:
        return {symbol: self.own(symbol) for symbol in edge.source.variables}


class _Steps:
    def __init__(self, model: Model, derivation: Derivation) -> None:
        self.model = model
        self.derivation = derivation
        self.source = model.origin.source or SourceMap()
        self.functions = {function.end: function for function in self.source.functions}
        self.entries = frozenset(function.entry for function in self.source.functions)
        self.before = {k for f in self.source.functions for symbol, k in f.given if k is not symbol}
        self.made: dict[tuple[str, str, str], Edge] = {}
        self.states: list[Assignment] = [derivation.nodes[0].state]
        self.edges: list[Edge] = []
        self.inputs: list[Assignment] = []
        self._stack: list[_Activation] = []

    def run(self) -> None:
        """All steps up to the error, through the calls that have not returned by then."""
        last, parts = len(self.derivation.nodes) - 1, list[list[int]]()
        while True:
            parts.append(segment(self.derivation, last, self.entries))
            first = self.derivation.nodes[parts[-1][0]]
            if first.edge is None:
                break
            assert first.source is not None
            last = first.source
        for part in reversed(parts):
            if self._stack:
                self._enter(self.derivation.nodes[part[0]], part)
            else:
                self._stack.append(_Activation(iter(part[1:])))
            self._finish(len(self._stack))

    def _finish(self, depth: int) -> None:
        """Take the steps that are left of the innermost call, and all calls that they make."""
        while True:
            active = self._stack[-1]
            number = next(active.pending, None)
            if number is None:
                if len(self._stack) == depth:
                    return
                self._return()
                continue
            node = self.derivation.nodes[number]
            assert node.edge is not None
            if node.edge.uses:
                self._over(node)
            else:
                self._step(node.edge, node)

    def _step(self, edge: Edge, node: Derived) -> None:
        """A step inside the innermost call."""
        active = self._stack[-1]
        rename = Substitution(active.renaming(edge))
        ends = not self.model.leaving(edge.target) and edge.target not in self.functions
        target = edge.target if ends else self._place(active, edge.target)
        updates = {active.own(v): rename(term) for v, term in edge.updates.items() if v not in self.before}
        self._take(
            active.path, edge, self._place(active, edge.source), target, rename(edge.guard), updates, node.inputs
        )

    def _place(self, active: _Activation, place: Location) -> Location:
        if active.function is None:
            return place
        own = [active.own(symbol) for symbol in place.variables if symbol not in self.before]
        return Location(f"{active.path}/{place.name}", tuple(dict.fromkeys((*active.around, *own))))

    def _take(
        self,
        path: str,
        edge: Edge,
        source: Location,
        target: Location,
        guard: Term,
        updates: dict[Term, Term],
        inputs: Assignment,
        origin: Position | None = None,
    ) -> None:
        key = path, edge.name, target.name
        if key not in self.made:
            self.made[key] = Edge(edge.name, source, target, guard, updates, origin or edge.origin)
        made = self.made[key]
        chosen = {symbol: inputs[symbol] for symbol in made.inputs}
        if len(self.edges) >= LONGEST:
            raise SolverFailure(f"the run takes more than {LONGEST:,} steps")
        self.edges.append(made)
        self.inputs.append(chosen)
        self.states.append(_after(self.states[-1], made, chosen))

    # -- calls

    def _over(self, node: Derived) -> None:
        """Enter the function whose end the step over a call uses."""
        (used,) = node.uses
        part = segment(self.derivation, used, self.entries)
        self._enter(node, part)
        self._stack[-1].calling = node

    def _enter(self, node: Derived, part: Sequence[int]) -> None:
        """The step into a function, by a step over it or, if it does not return, into it."""
        caller, edge = self._stack[-1], node.edge
        assert edge is not None
        first = self.derivation.nodes[part[0]].edge
        assert first is not None
        function = next(f for f in self.source.functions if f.entry == first.target)
        here = self._place(caller, edge.source)
        active = _Activation(iter(part[1:]), here.name, {}, here.variables, function)
        rename = Substitution(caller.renaming(edge))
        given = self._given(edge, function)
        known = frozenset(here.variables)
        updates = {active.own(v): rename(term) for v, term in given.items() if term is not v or v not in known}
        self._stack.append(active)
        into = self._place(active, function.entry)
        self._take(caller.path, edge, here, into, rename(edge.guard), updates, node.inputs)

    def _given(self, edge: Edge, function: CalledFunction) -> dict[Term, Term]:
        """The values of the entry's variables, over those of the caller."""
        if not edge.uses:
            return {symbol: edge.after(symbol) for symbol in function.entry.variables}
        values = edge.uses[0].values
        return {symbol: values[kept] for symbol, kept in function.given}

    def _return(self) -> None:
        """The step out of a function, which does for the caller what the step over it does."""
        active = self._stack.pop()
        caller, node, function = self._stack[-1], active.calling, active.function
        assert node is not None and node.edge is not None and function is not None
        edge = node.edge
        (use,) = edge.uses
        back = {term: active.own(symbol) for symbol, term in use.values.items() if term in edge.inputs}
        rename = Substitution({**caller.renaming(edge), **back})
        updates = {caller.own(v): rename(term) for v, term in edge.updates.items()}
        updates = {v: term for v, term in updates.items() if term is not v}
        end, last = self._place(active, function.end), self.edges[-1]
        after = self._place(caller, edge.target)
        path = f"{active.path}/{last.source}"
        self._take(path, edge, end, after, TRUE, updates, node.inputs, last.origin)


def _after(state: Assignment, edge: Edge, inputs: Assignment) -> dict[Term, Value]:
    value = Evaluation({**state, **inputs})
    return {symbol: value(edge.after(symbol)) for symbol in edge.target.variables}
