"""Paths as formulas: each step over symbols of its own; is a path real, and if so, which run takes it?

A variable that a step leaves alone keeps its symbol, and one that takes an input takes over the input's symbol, so a
path formula mentions only what changes.  Symbols at one position are distinct, so formulas translate back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.evidence import Path, Trace
from assay.core.model import Edge, Model
from assay.core.terms import TRUE, Op, Term, conjuncts, eq, variable
from assay.core.terms.evaluate import Evaluation, Value, default_value, evaluate
from assay.core.terms.float_operators import is_floating
from assay.core.terms.literals import definitions
from assay.core.terms.rebuild import Substitution
from assay.solve.sampling import sampled
from assay.solve.smt import Answer, Solver
from assay.solve.z3.solver import Z3Solver


@dataclass(frozen=True)
class Unrolling:
    """``steps[i]`` are the conjuncts of the i-th edge (the first also holds the initial condition);
    ``symbols[i]`` maps each variable at the i-th position, and ``inputs[i]`` each input of the i-th edge, to its
    symbol."""

    edges: tuple[Edge, ...]
    steps: tuple[tuple[Term, ...], ...]
    symbols: tuple[Mapping[Term, Term], ...]
    inputs: tuple[Mapping[Term, Term], ...]

    def back(self, position: int) -> Substitution:
        """Translates a formula over the symbols at ``position`` to one over the location's variables."""
        return Substitution({symbol: plain for plain, symbol in self.symbols[position].items()})


def unroll(model: Model, edges: Sequence[Edge]) -> Unrolling:
    """The path formula of ``edges`` from the model's entry."""
    at: Mapping[Term, Term] = {v: variable(f"{v.name}@0", v.sort) for v in model.entry.variables}
    start = conjuncts(Substitution(at)(model.initial)) if at else conjuncts(model.initial)
    steps: list[tuple[Term, ...]] = []
    symbols = [at]
    inputs: list[Mapping[Term, Term]] = []
    for index, edge in enumerate(edges):
        chosen = {symbol: variable(f"{symbol.name}@{index}!", symbol.sort) for symbol in edge.inputs}
        constraint, at = stepped(edge, index, at, chosen)
        steps.append((*start, *constraint) if index == 0 else constraint)
        symbols.append(at)
        inputs.append(chosen)
    return Unrolling(tuple(edges), tuple(steps), tuple(symbols), tuple(inputs))


def stepped(
    edge: Edge, index: int, at: Mapping[Term, Term], chosen: Mapping[Term, Term]
) -> tuple[tuple[Term, ...], Mapping[Term, Term]]:
    """What ``edge`` says of the symbols ``at`` its source and of those ``chosen`` for inputs, and the symbols after it.

    New ones have the number after ``index``.
    """
    now = Substitution({**at, **chosen})
    constraint = list(conjuncts(now(edge.guard)))
    after: dict[Term, Term] = {}
    taken: set[Term] = set()
    for target in edge.target.variables:
        if target not in edge.updates:
            after[target] = at[target]
            continue
        update = edge.updates[target]
        if update in chosen and update not in taken:
            taken.add(update)
            after[target] = chosen[update]
            continue
        after[target] = variable(f"{target.name}@{index + 1}", target.sort)
        constraint.append(eq(after[target], now(update)))
    return tuple(constraint), after


def replayed(model: Model, unrolling: Unrolling, value: Callable[[Term], Value]) -> Trace:
    """The run that a model of the path formula describes.

    Only initial values and inputs are read from the model; the rest is computed, so that the run is exact.
    """
    state = {v: value(symbol) for v, symbol in unrolling.symbols[0].items()}
    states = [state]
    inputs: list[Mapping[Term, Value]] = []
    for edge, chosen in zip(unrolling.edges, unrolling.inputs, strict=True):
        choice = {symbol: value(fresh) for symbol, fresh in chosen.items()}
        now = Evaluation({**state, **choice})
        state = {v: now(edge.after(v)) for v in edge.target.variables}
        states.append(state)
        inputs.append(choice)
    return Trace(tuple(states), unrolling.edges, tuple(inputs))


def _inlined(parts: Sequence[Term]) -> tuple[list[Term], Mapping[Term, Term]]:
    """The conjuncts of a path with every symbol replaced by what defines it, and those definitions.

    Numbers then need not pass through their bits from step to step, and what is constant is computed on the way.
    """
    known: dict[Term, Term] = {}
    rest: list[Term] = []
    mentioned: set[Term] = set()
    for part in parts:
        now = Substitution({symbol: known[symbol] for symbol in part.free if symbol in known})(part)
        unknown = now.free.difference(mentioned)
        found = next(definitions(now, unknown), None) if now.op is Op.EQ else None
        if found is not None:
            known[found[0]] = found[1]
            mentioned |= found[1].free
        elif now is not TRUE:
            rest.append(now)
            mentioned |= now.free
    return rest, known


def _drawn(found: Mapping[Term, Value], term: Term) -> Value:
    return evaluate(term, {symbol: found.get(symbol, default_value(symbol.sort)) for symbol in term.free})


def _value(solver: Solver, term: Term) -> Value:
    return evaluate(term, {symbol: solver.value(symbol) for symbol in term.free})


def decide(model: Model, path: Path, deadline: Deadline) -> Trace | Unrolling:
    """The run that ``path`` describes, or its unsatisfiable path formula; ``SolverFailure`` if undecided in time."""
    unrolling = unroll(model, path.edges)
    value = solution([part for step in unrolling.steps for part in step], deadline, f"a path of {len(path)} steps")
    return unrolling if value is None else replayed(model, unrolling, value)


def solution(formulas: Sequence[Term], deadline: Deadline, what: str) -> Callable[[Term], Value] | None:
    """Values of symbols that satisfy all formulas, None if there are none; ``SolverFailure`` if undecided in time."""
    solver = Z3Solver()
    parts: Sequence[Term] = formulas
    inlined: Mapping[Term, Term] = {}
    if is_floating(*parts):
        parts, inlined = _inlined(parts)
        found = sampled(parts)
        if found is not None:
            return lambda symbol: _drawn(found, inlined.get(symbol, symbol))
    solver.add(*parts)
    match solver.check(seconds=deadline.left):
        case Answer.SAT:
            return lambda symbol: _value(solver, inlined.get(symbol, symbol))
        case Answer.UNSAT:
            return None
        case Answer.UNKNOWN:
            raise SolverFailure(f"the solver could not decide {what}")
