"""Recipes for CTL, LTL and justice properties of models with one location and finitely many states.

What can be said of runs is decided as a search for a fair lasso that violates it: by decision diagrams, or with SAT by
reduction to safety.  That includes CTL where removing the quantifiers changes nothing (``linear``).  Other CTL formulas
go to fixpoints over decision diagrams.  Invariants are tried as safety properties first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import chain, repeat
from types import MappingProxyType
from typing import Final

from assay.core.circuit import Circuit
from assay.core.events import Listener, PhaseStarted, ignore
from assay.core.model import Ctl, Justice, Ltl, Model, TemporalProperty
from assay.core.roles import Stuck
from assay.core.temporal import (
    Atom,
    Connective,
    Formula,
    Logic,
    PathOperator,
    Quantifier,
    Temporal,
    invariant,
    negation_normal,
)
from assay.core.terms import not_
from assay.core.verdict import Trace, Unknown
from assay.explore.branching import decide_branching
from assay.explore.ic3 import Ic3
from assay.explore.kinduction import search_by_induction
from assay.explore.lasso import NoLasso, search_lasso
from assay.explore.runs import Inductive, Invariant, Run, simulate, stepwise
from assay.solve.budget import Deadline
from assay.transforms.bitblast import Blasted, circuit_of
from assay.transforms.liveness import lassos, rounds
from assay.transforms.observed import observe
from assay.transforms.simplify import Simplified, simplify
from assay.transforms.tableau import fair_runs, violating_runs

# Up to so many latches decision diagrams come before SAT.
FEW_LATCHES: Final = 60
# Traversals of a loop after which latches outside the property's cone should repeat.
TRAVERSALS: Final = 200


@dataclass(frozen=True)
class Decided:
    """What is true of a temporal property, why, and the run that shows it (a lasso), where one can."""

    holds: bool
    reason: str
    trace: Trace | None = None


def decide_temporal(
    model: Model, prop: TemporalProperty, engine: str, deadline: Deadline, announce: Listener = ignore
) -> Decided | Unknown:
    """Does ``prop`` hold of ``model``?  ``engine`` is auto or one of ``SEARCHES``, which applies to fair runs."""
    announce(PhaseStarted("preparing"))
    blasted = circuit_of(replace(model, properties=(), temporal=(prop,)))
    pairs = [(blasted.literals[p], blasted.literals[q]) for p, q in model.compassion]
    match prop:
        case Justice():
            return _no_fair_run(
                blasted, fair_runs(blasted.circuit, blasted.circuit.justice[0], pairs), engine, deadline
            )
        case Ltl(_, formula):
            pass
        case Ctl(_, formula):
            path = linear(formula)
            if path is None or (engine == "bdd" and not pairs):
                return _branching(model, prop, deadline, announce)
            formula = path
    found = _as_safety(blasted, formula, deadline, announce)
    if found is not None:
        return found
    circuit = violating_runs(blasted.circuit, formula, blasted.literals, pairs)
    return _no_fair_run(blasted, circuit, engine, deadline)


# -- CTL ---------------------------------------------------------------------------------------------------------------


def linear(root: Formula) -> Formula | None:
    """The LTL formula that holds of the same models as the CTL formula, where one is known; else None.

    That is so if all quantifiers are universal, every disjunction and the operands of A[f U g] and AF have at most one
    temporal part, where it does no harm (a fragment of the deterministic one of Maidl, "The common fragment of CTL and
    LTL", FOCS 2000).
    """
    return _linear(negation_normal(root))


def _linear(formula: Formula) -> Formula | None:
    match formula:
        case Atom():
            return formula
        case Connective(op, parts):
            if op is Logic.OR and sum(not isinstance(part, Atom) for part in parts) > 1:
                return None
            inner = [_linear(part) for part in parts]
            return None if None in inner else Connective(op, tuple(part for part in inner if part is not None))
        case Temporal(op, parts, Quantifier.ALL):
            if op in (PathOperator.NEXT, PathOperator.GLOBALLY):
                below = _linear(parts[0])
                return None if below is None else Temporal(op, (below,))
            return Temporal(op, parts) if all(isinstance(part, Atom) for part in parts) else None
    return None


def _branching(model: Model, prop: Ctl, deadline: Deadline, announce: Listener) -> Decided | Unknown:
    announce(PhaseStarted("decision diagrams"))
    if model.compassion:
        return Unknown("compassion is not considered for branching time", hint="use FAIRNESS")
    lowered = observe(model, prop)
    blasted = circuit_of(lowered.model)
    small = simplify(blasted.circuit, tuple(blasted.literals.values()))
    atoms = {term: small.literal(literal) for term, literal in blasted.literals.items()}
    answer = decide_branching(small.circuit, prop.formula, atoms, deadline, announce)
    if isinstance(answer, Stuck):
        return Unknown(answer.reason, hint=answer.hint)
    note = "; some reachable state has no successor" if answer.deadlock else ""
    if answer.holds or answer.state is None:
        return Decided(True, f"fixpoints over all reachable states{note}")
    run = Run(small.lift_leaves(answer.state), ({},))
    trace = lowered.lift_trace(blasted.trace(simulate(blasted.circuit, run)))
    return Decided(False, f"fixpoints over all reachable states; the initial state is shown{note}", trace)


# -- invariants --------------------------------------------------------------------------------------------------------


def _as_safety(blasted: Blasted, formula: Formula, deadline: Deadline, announce: Listener) -> Decided | None:
    """The answer where the formula is an invariant and reachability suffices for it."""
    term = invariant(formula)
    if term is None:
        return None
    literals = blasted.literals
    if term.is_const:
        bad = int(not term.value)
    elif term in literals or not_(term) in literals:
        bad = literals[term] ^ 1 if term in literals else literals[not_(term)]
    else:
        return None
    circuit = replace(blasted.circuit, bads=(bad,), justice=(), fairness=())
    small = simplify(circuit)
    exact = not circuit.constraints and not blasted.circuit.fairness and not blasted.model.compassion
    answer = _reach(small.circuit, deadline if exact else deadline.within(deadline.left / 3), announce)
    if isinstance(answer, Invariant | Inductive):
        return Decided(True, _proved(answer))
    if isinstance(answer, Run) and exact:
        steps = simulate(circuit, _lifted_run(small, answer, circuit))
        return Decided(False, "a run to a state that violates the invariant", blasted.trace(steps))
    return None


def _proved(answer: Invariant | Inductive) -> str:
    if isinstance(answer, Inductive):
        return f"proved by {answer.depth}-induction"
    return f"an inductive invariant of {len(answer.clauses)} clauses"


def _reach(circuit: Circuit, deadline: Deadline, announce: Listener) -> Invariant | Inductive | Run | Stuck:
    """Induction for a while, then IC3."""
    first = search_by_induction(circuit, circuit.bads[0], deadline.within(0.15 * deadline.left), announce)
    if not isinstance(first, Stuck):
        return first
    return Ic3(circuit, circuit.bads[0], deadline, announce).run()


# -- fair runs ---------------------------------------------------------------------------------------------------------


def _no_fair_run(blasted: Blasted, circuit: Circuit, engine: str, deadline: Deadline) -> Decided | Unknown:
    """Holds iff ``circuit``, which contains the blasted one, has no fair run."""
    small = simplify(circuit)
    searches = SEARCHES.get(engine)
    if searches is None:
        few = len(small.circuit.latches) <= FEW_LATCHES
        searches = (_by_diagrams, _by_bounds, _by_counting) if few else (_by_bounds, _by_counting, _by_diagrams)
    answer: Run | str | Stuck = Stuck("nothing was tried")
    for left, search in zip(range(len(searches), 0, -1), searches, strict=True):
        answer = search(small.circuit, deadline.within(deadline.left / left))
        if not isinstance(answer, Stuck):
            break
    match answer:
        case Stuck(reason, hint):
            return Unknown(reason, hint=hint)
        case Run() as run:
            trace = _lasso(blasted, _lifted_run(small, run, blasted.circuit))
            return Decided(False, "a fair run that violates it", trace)
        case str() as reason:
            return Decided(True, reason)


def _by_diagrams(circuit: Circuit, deadline: Deadline) -> Run | str | Stuck:
    answer = search_lasso(circuit, deadline)
    if isinstance(answer, NoLasso):
        return f"no fair run: decision diagrams, {answer.rounds} rounds of the fixpoint"
    return answer


def _by_bounds(circuit: Circuit, deadline: Deadline) -> Run | str | Stuck:
    """Lassos of growing length."""
    target = lassos(circuit)
    answer = search_by_induction(target.circuit, target.circuit.bads[0], deadline, prove=False)
    if not isinstance(answer, Run):
        return Stuck("out of time", "raise --time")
    start = next(k for k, step in enumerate(answer.inputs) if step.get(target.save >> 1))
    return _restricted(Run(answer.initial, answer.inputs[:-1], start), circuit)


def _by_counting(circuit: Circuit, deadline: Deadline) -> Run | str | Stuck:
    """No run sees all of fairness so many times, for a growing number."""
    number = 1
    while not deadline.passed:
        counted = simplify(rounds(circuit, number)).circuit
        answer = Ic3(counted, counted.bads[0], deadline).run()
        if isinstance(answer, Invariant):
            return (
                f"no run sees all of fairness {number} times: an inductive invariant of {len(answer.clauses)} clauses"
            )
        if isinstance(answer, Stuck):
            return answer
        number *= 2
    return Stuck("out of time", "raise --time")


def _lifted_run(small: Simplified, run: Run, circuit: Circuit) -> Run:
    """The run in terms of ``circuit``, which is what was simplified, or was extended to that."""
    inputs = tuple(small.lift_leaves(step) for step in run.inputs)
    return _restricted(Run(small.lift_leaves(run.initial), inputs, run.loop), circuit)


def _restricted(run: Run, circuit: Circuit) -> Run:
    """The run of an extension of ``circuit`` as one of itself: its nodes are the first of the extension's."""

    def own(values: Mapping[int, int]) -> dict[int, int]:
        return {node: value for node, value in values.items() if node < circuit.size}

    return Run(own(run.initial), tuple(own(step) for step in run.inputs), run.loop)


def _lasso(blasted: Blasted, run: Run) -> Trace | None:
    """The lasso as a run of the model; the loop is gone through until latches outside of the cone repeat as well."""
    circuit, loop = blasted.circuit, run.loop
    assert loop is not None
    body = run.inputs[loop:]
    seen: dict[tuple[int, ...], int] = {}
    steps: list[bytes] = []
    for values in stepwise(circuit, run.initial, chain(run.inputs, *repeat(body, TRAVERSALS))):
        number = len(steps)
        if number >= loop and (number - loop) % len(body) == 0:
            first = seen.setdefault(tuple(values[latch.node] for latch in circuit.latches), number)
            if first != number:
                return blasted.trace(steps, first)
        steps.append(values)
    return None


SEARCHES: Final[Mapping[str, tuple[Callable[[Circuit, Deadline], Run | str | Stuck], ...]]] = MappingProxyType(
    {
        "bdd": (_by_diagrams,),
        "ic3": (_by_bounds, _by_counting),
        "kinduction": (_by_bounds,),
        "counting": (_by_counting,),
    }
)
