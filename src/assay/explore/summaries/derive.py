"""A derivation with values, from a fact that derives the error: models from the error down to what has no premises."""

from __future__ import annotations

from collections.abc import Mapping

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.evidence import Derivation, Derived, Trace
from assay.core.model import Location
from assay.core.terms import Term, eq
from assay.core.terms.evaluate import Value, constant, evaluate
from assay.explore.summaries.facts import Reached
from assay.explore.summaries.rules import Origin
from assay.solve.interpolation.reduction import decide
from assay.solve.z3.solver import Z3Solver

State = Mapping[Term, Value]


class Deriver:
    """Collects the nodes of a derivation of an aimed model, premises first; a state of a fact is derived once."""

    def __init__(self, entry: Location, deadline: Deadline) -> None:
        self._entry = entry
        self._deadline = deadline
        self._nodes: list[Derived] = [Derived({})]
        self._known: dict[tuple[Reached, tuple[Value, ...]], int] = {}

    def derivation(self, fact: Reached) -> Derivation:
        """Of the state of a place without variables."""
        self._derive(fact, {})
        return Derivation(tuple(self._nodes))

    def _derive(self, root: Reached, state: State) -> int:
        """The number of the node for a state of a fact; without recursion, for derivations may be deep."""
        stack: list[tuple[Reached, State]] = [(root, state)]
        values: dict[tuple[Reached, tuple[Value, ...]], State] = {}
        while stack:
            fact, state = stack[-1]
            key = _key(fact, state)
            if key in self._known:
                stack.pop()
                continue
            if key not in values:
                values[key] = self._values(fact, state)
            rule, found = fact.rule, values[key]
            below = [
                (premise, {v: found[s] for v, s in zip(interface.place.variables, interface.symbols, strict=True)})
                for interface, premise in zip(rule.premises, fact.premises, strict=True)
            ]
            missing = [pair for pair in below if _key(*pair) not in self._known]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            self._known[key] = self._add(rule.origin, found, [self._known[_key(*pair)] for pair in below])
        return self._known[_key(root, state)]

    def _values(self, fact: Reached, state: State) -> State:
        """Values of all symbols of the fact's rule that derive ``state`` from states of the facts before it."""
        rule, solver = fact.rule, Z3Solver(incremental=False)
        solver.add(*rule.whole)
        for interface, premise in zip(rule.premises, fact.premises, strict=True):
            solver.add(interface.inward(premise.states))
        for symbol, variable in zip(rule.head.symbols, rule.head.place.variables, strict=True):
            solver.add(eq(symbol, constant(state[variable], symbol.sort)))
        if not decide(solver, (), self._deadline):
            raise SolverFailure("a fact that should be derivable is not")
        return {symbol: solver.value(symbol) for symbol in rule.symbols}

    def _add(self, origin: Origin, values: State, premises: list[int]) -> int:
        """The nodes of a step and of those inside its rule; the number of the last."""
        numbers = [
            premises[part] if isinstance(part, int) else self._add(part, values, premises) for part in origin.below
        ]
        named = {symbol: evaluate(term, values) for symbol, term in origin.naming.items()}
        edge = origin.edge
        source = 0 if edge.source == self._entry else numbers.pop(0)
        state = {v: evaluate(edge.after(v), named) for v in edge.target.variables}
        inputs = {symbol: named[symbol] for symbol in edge.inputs}
        self._nodes.append(Derived(state, edge, inputs, source, tuple(numbers)))
        return len(self._nodes) - 1


def _key(fact: Reached, state: State) -> tuple[Reached, tuple[Value, ...]]:
    return fact, tuple(state[v] for v in fact.place.variables)


def run_of(derivation: Derivation) -> Trace:
    """The run that a derivation is where no step uses more than its source's state."""
    chain: list[Derived] = []
    number: int | None = len(derivation.nodes) - 1
    while number is not None:
        chain.append(derivation.nodes[number])
        number = chain[-1].source
    chain.reverse()
    edges = [(node.edge, node.inputs) for node in chain if node.edge is not None]
    return Trace(
        tuple(node.state for node in chain),
        tuple(edge for edge, _ in edges),
        tuple(inputs for _, inputs in edges),
        final=derivation.final,
    )
