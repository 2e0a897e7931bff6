"""The way back for derivations of programs that call functions: what was derived is executed again, call by call.

A lowered model may forget variables that do not matter.  Then one derivation of a function's end serves calls that
differ in them; in the original each call has its own.  So a lowered derivation is followed as a run: into the function
with the values of this call, along the steps that derived its end, back, and on.  Each step is unfolded into those that
it stands for (``history``), and executed by evaluation.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping

from assay.core.c_source import SourceMap
from assay.core.called_runs import segment
from assay.core.evidence import Assignment, Derivation, Derived, Trace
from assay.core.model import Edge, Location, Model
from assay.core.roles import LiftDerivation
from assay.core.terms import Term
from assay.core.terms.evaluate import Value
from assay.transforms.edges.history import History, chosen, successor, unfolded


def reexecution(model: Model, history: History) -> LiftDerivation:
    """The way back to ``model`` from edges that were made as ``history`` tells; those that it does not list stay."""
    return lambda derivation: _Execution(model, history, derivation).whole()


def no_run(trace: Trace) -> Trace:
    raise AssertionError("a model with calls has no runs")


Work = Generator[tuple[int, int | None], int, int]
"""Asks for a node of the lowered derivation in a call of its function, and answers with its number in the original."""


class _Execution:
    def __init__(self, model: Model, history: History, derivation: Derivation) -> None:
        self._model = model
        self._history = history
        self._lowered = derivation
        source = model.origin.source or SourceMap()
        self._entries: Mapping[str, str] = {function.end.name: function.entry.name for function in source.functions}
        self._begins = frozenset(function.entry for function in source.functions)
        self.nodes: list[Derived] = [derivation.nodes[0]]
        self._calls: dict[tuple[Location, tuple[Value, ...]], int] = {}
        self._known: dict[tuple[int, int | None], int] = {}

    def whole(self) -> Derivation:
        """The derivation in the original; work on one node waits for others without recursion."""
        last = len(self._lowered.nodes) - 1
        answer: int | None = None
        stack: list[tuple[tuple[int, int | None], Work]] = [((last, None), self._follow(last, None))]
        while stack:
            wanted, work = stack[-1]
            try:
                request = next(work) if answer is None else work.send(answer)
            except StopIteration as done:
                answer = self._known[wanted] = done.value
                stack.pop()
                continue
            answer = self._known.get(request)
            if answer is None:
                stack.append((request, self._follow(*request)))
        return Derivation(tuple(self.nodes), self._lowered.final)

    def _follow(self, last: int, entered: int | None) -> Work:
        """The node ``last``, in the call that began with the node ``entered`` of the original; None if any call."""
        part = segment(self._lowered, last, self._begins)
        first = self._lowered.nodes[part[0]]
        number = 0
        if entered is not None:
            number = entered
        elif first.edge is not None:
            assert first.source is not None
            number = yield first.source, None
            number = yield from self._steps(number, first)
        for index in part[1:]:
            number = yield from self._steps(number, self._lowered.nodes[index])
        return number

    def _steps(self, number: int, node: Derived) -> Work:
        """All that a lowered step stands for."""
        assert node.edge is not None
        pending: list[tuple[Edge, Assignment]] = [(node.edge, node.inputs)]
        while pending:
            edge, inputs = pending.pop()
            made = self._history.get(edge)
            if made is not None:
                pending.extend(unfolded((edge, inputs), made, self.nodes[number].state))
            elif edge.uses:
                number = yield from self._over(number, edge, inputs, node)
            else:
                number = self._take(number, edge, inputs)
        return number

    def _over(self, number: int, edge: Edge, inputs: Assignment, node: Derived) -> Work:
        """The step over a call: what it leaves open of the function's end is as the function leaves it."""
        ((use,), (end,)) = edge.uses, node.uses
        entry = self._entries[use.location.name]
        (into,) = (other for other in self._model.leaving(edge.source) if other.target.name == entry)
        entered = self._enter(number, into, chosen(into.inputs, inputs))
        used = yield end, entered
        state = self.nodes[used].state
        left: dict[Term, Value] = {t: state[s] for s, t in use.values.items() if t in edge.inputs}
        return self._take(number, edge, {**inputs, **left}, (used,))

    def _enter(self, number: int, into: Edge, inputs: Assignment) -> int:
        """The step into a function; a call with the same values that was executed before is the same call."""
        state = successor(self.nodes[number].state, into, inputs)
        key = into.target, tuple(state[symbol] for symbol in into.target.variables)
        if key not in self._calls:
            self._calls[key] = self._take(number, into, inputs)
        return self._calls[key]

    def _take(self, number: int, edge: Edge, inputs: Assignment, uses: tuple[int, ...] = ()) -> int:
        state = successor(self.nodes[number].state, edge, inputs)
        self.nodes.append(Derived(state, edge, inputs, number, uses))
        return len(self.nodes) - 1
