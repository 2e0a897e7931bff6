"""Recipes for CTL, LTL and justice properties of models with one location and finitely many states.

What can be said of runs is decided as a search for a fair lasso that violates it: by decision diagrams, or with SAT by
reduction to safety.  That includes CTL where removing the quantifiers changes nothing.  Other CTL formulas
go to fixpoints over decision diagrams.  Invariants are tried as safety properties first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Final

from assay.core.budget import Deadline
from assay.core.certificates import Counting, Elimination, Fixpoints, NoFairRun, StateTable
from assay.core.circuit import Circuit
from assay.core.events import Listener, PhaseStarted, ignore
from assay.core.model import Ctl, Model, Safety, TemporalProperty
from assay.core.roles import Stuck
from assay.core.temporal import Formula, invariant
from assay.core.terms import not_
from assay.core.verdict import Branch, Holds, Proof, Trace, Unknown
from assay.engines.branches import lifted_branches
from assay.engines.hardware import lifted_answer
from assay.engines.lifting import eliminated, lasso_trace, lifted_fixpoints, lifted_run, restricted
from assay.engines.resumed import Resumed
from assay.engines.turns import MANY_GATES, Seat, search_in_turns, take_turns
from assay.explore.circuit.answers import Inductive, Invariant, Run, simulate
from assay.explore.circuit.ic3.search import Ic3
from assay.explore.circuit.kinduction import search_by_induction
from assay.explore.temporal.ctl import decide_branching
from assay.explore.temporal.lasso import NoLasso, search_lasso
from assay.transforms.circuit.bitblast import Blasted, circuit_of
from assay.transforms.circuit.simplify import Simplified, simplify
from assay.transforms.temporal.liveness import lassos, rounds
from assay.transforms.temporal.observed import observe
from assay.transforms.temporal.violations import Violations, path_formula, violations

Search = Callable[[Simplified, Listener, Deadline], Run | NoFairRun | Stuck]

# Up to so many latches decision diagrams come before SAT; up to so many they get more than short turns.
FEW_LATCHES: Final = 60
SOME_LATCHES: Final = 200
# A formula that adds more latches than this to the design is rather decided by fixpoints, if it is one of CTL.
FEW_ADDED: Final = 5
# Seconds that a run is looked for when fixpoints have shown that there is one.
SHOWING: Final = 5.0


@dataclass(frozen=True)
class Decided:
    """What is true of a temporal property, why, and the run that shows it (a lasso), where one can.

    ``certificate`` is what independent code can check (``witness.check.temporal_proofs``): an inductive invariant of
    the model, if the property is one, or why the circuit of its violating runs has no fair run; fixpoints for other CTL
    formulas, also where those fail; ``branches`` are runs that show it as far as runs can.
    """

    holds: bool
    reason: str
    trace: Trace | None = None
    certificate: Proof | NoFairRun | Fixpoints | None = None
    branches: tuple[Branch, ...] = ()


def decide_temporal(
    model: Model, prop: TemporalProperty, engine: str, deadline: Deadline, announce: Listener = ignore
) -> Decided | Unknown:
    """Does ``prop`` hold of ``model``?  ``engine`` is auto or one of ``SEARCHES``, which applies to fair runs."""
    announce(PhaseStarted("preparing"))
    if isinstance(prop, Ctl) and (path_formula(prop) is None or (engine == "bdd" and not model.compassion)):
        return _branching(model, prop, deadline, announce)
    found = violations(model, prop)
    assert found is not None
    formula = path_formula(prop)
    task = None if formula is None else safety_of(found.blasted, prop.name, formula)
    if task is not None and (task.exact or engine in SEARCHES):
        answer = _as_safety(
            found.blasted, task, deadline if task.exact else deadline.within(deadline.left / 3), announce
        )
        if isinstance(answer, Decided):
            return answer
    if engine in SEARCHES:
        small = simplify(found.circuit)
        seats = [_seat(name, partial(search, small, announce)) for name, search in SEARCHES[engine].items()]
        return _concluded(found, small, _seated(seats, deadline, announce))
    return _no_fair_run(model, prop, found, task, deadline, announce)


# -- CTL ---------------------------------------------------------------------------------------------------------------


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
    why = lifted_fixpoints(small, answer.fixpoints)
    if answer.state is None:
        reason = f"fixpoints over all reachable states{note}"
        if answer.example is None:
            return Decided(True, reason, certificate=why)
        _, example = lifted_branches(lowered, blasted, small, answer.example, answer.shown)
        return Decided(True, reason, None, why, example)
    start, branches = lifted_branches(lowered, blasted, small, answer.state, answer.shown)
    return Decided(False, f"fixpoints over all reachable states{note}", start, why, branches)


# -- invariants --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class InvariantTask:
    """A temporal property as the safety of ``prop``; ``exact`` if a bad state also violates the property."""

    prop: Safety
    circuit: Circuit
    exact: bool


def safety_of(blasted: Blasted, name: str, formula: Formula) -> InvariantTask | None:
    """The safety property that implies the formula, where the formula is an invariant.

    A bad state violates it if every run to there is part of a fair one: without constraints and fairness.
    """
    term = invariant(formula)
    if term is None:
        return None
    literals, place = blasted.literals, blasted.model.entry
    if term.is_const:
        bad = int(not term.value)
    elif term in literals or not_(term) in literals:
        bad = literals[term] ^ 1 if term in literals else literals[not_(term)]
    else:
        return None
    circuit = replace(blasted.circuit, bads=(bad,), justice=(), fairness=())
    exact = not circuit.constraints and not blasted.circuit.fairness and not blasted.model.compassion
    return InvariantTask(Safety(name, {place: not_(term)}), circuit, exact)


def _as_safety(blasted: Blasted, task: InvariantTask, deadline: Deadline, announce: Listener) -> Decided | Stuck:
    """The answer where reachability suffices for it."""
    small = simplify(task.circuit)
    answer = search_in_turns(small.circuit, small.circuit.bads[0], deadline, announce)
    match answer:
        case Run() if task.exact:
            steps = simulate(task.circuit, lifted_run(small, answer, task.circuit))
            return Decided(False, "a run to a state that violates the invariant", blasted.trace(steps))
        case Run():
            return Stuck("a state that violates the invariant is reached, but perhaps by no fair run")
        case Stuck():
            return answer
    verdict = lifted_answer(blasted, small, answer)
    assert isinstance(verdict, Holds)
    return Decided(True, _reason(answer), certificate=verdict.proof)


def _reason(answer: Invariant | StateTable | Inductive) -> str:
    match answer:
        case Invariant(clauses):
            return f"an inductive invariant of {len(clauses)} clauses"
        case StateTable(rows):
            return f"the reachable states, as a decision diagram of {len(rows)} nodes"
        case Inductive(depth):
            return f"proved by {depth}-induction"


# -- fair runs ---------------------------------------------------------------------------------------------------------


def _no_fair_run(
    model: Model,
    prop: TemporalProperty,
    found: Violations,
    task: InvariantTask | None,
    deadline: Deadline,
    announce: Listener,
) -> Decided | Unknown:
    """Holds iff there is no fair run that violates it; or if it is an invariant of all runs, fair or not."""
    small = simplify(found.circuit)
    fixpoints = isinstance(prop, Ctl) and not model.compassion and _added(found) > FEW_ADDED

    def by_diagrams(own: Deadline) -> Fair | Stuck:
        if not fixpoints:
            return _by_diagrams(small, announce, own)
        assert isinstance(prop, Ctl)
        answer = _branching(model, prop, own, announce)
        return Stuck(answer.reason, answer.hint) if isinstance(answer, Unknown) else answer

    seats = _all_seats(small, by_diagrams, announce)
    if task is not None:
        seats.insert(1, _seat("invariant", lambda own: _as_safety(found.blasted, task, own, announce), 3.0))
    answer = _seated(seats, deadline, announce)
    if isinstance(answer, Decided) and not answer.holds:
        # Fixpoints show an initial state only: a run says more.
        shown = _by_bounds(small, announce, deadline.within(min(SHOWING, deadline.left / 2)))
        return _concluded(found, small, shown) if isinstance(shown, Run) else answer
    return _concluded(found, small, answer)


def _added(found: Violations) -> int:
    """How many latches the property adds to those of the design."""
    return len(found.circuit.latches) - len(found.blasted.circuit.latches)


Fair = Run | NoFairRun | Decided


def _seat(
    name: str, search: Callable[[Deadline], Fair | Stuck], times: float = 1.0, *, late: bool = False
) -> Seat[Fair]:
    resumed = Resumed(search)
    return Seat(name, resumed.run, resumed.close, times, late=late)


def _all_seats(small: Simplified, diagrams: Callable[[Deadline], Fair | Stuck], announce: Listener) -> list[Seat[Fair]]:
    """All searches: long turns for what suits the number of latches."""
    latches = len(small.circuit.latches)
    few = latches <= FEW_LATCHES
    some = few or (latches <= SOME_LATCHES and small.circuit.gates <= MANY_GATES)
    seats = [
        _seat("bounded search", lambda own: _by_bounds(small, announce, own)),
        _seat("IC3", lambda own: _by_counting(small, announce, own), 2.0),
    ]
    by_diagrams = _seat("decision diagrams", diagrams, 3.0 if few else 2.0 if some else 0.5, late=not some)
    seats.insert(0 if few else 2, by_diagrams)
    return seats


def _seated(seats: Sequence[Seat[Fair]], deadline: Deadline, announce: Listener) -> Fair | Stuck:
    try:
        return take_turns(seats, deadline, announce)
    finally:
        for seat in seats:
            seat.close()


def _concluded(found: Violations, small: Simplified, answer: Fair | Stuck) -> Decided | Unknown:
    """What a search of the small circuit says about the property."""
    match answer:
        case Decided():
            return answer
        case Stuck(reason, hint):
            return Unknown(reason, hint=hint)
        case Run() as run:
            trace = lasso_trace(found.blasted, lifted_run(small, run, found.blasted.circuit))
            return Decided(False, "a fair run that violates it", trace)
        case Elimination(_, _, removals):
            reason = f"no fair run: decision diagrams, all states eliminated in {len(removals)} steps"
            return Decided(True, reason, certificate=answer)
        case Counting(number, clauses):
            reason = f"no run sees all of fairness {number} times: an inductive invariant of {len(clauses)} clauses"
            return Decided(True, reason, certificate=answer)


def _by_diagrams(small: Simplified, announce: Listener, deadline: Deadline) -> Run | NoFairRun | Stuck:
    answer = search_lasso(small.circuit, deadline, announce)
    return eliminated(small, answer) if isinstance(answer, NoLasso) else answer


def _by_bounds(small: Simplified, announce: Listener, deadline: Deadline) -> Run | NoFairRun | Stuck:
    """Lassos of growing length."""
    circuit = small.circuit
    target = lassos(circuit)
    answer = search_by_induction(target.circuit, target.circuit.bads[0], deadline, announce, prove=False)
    if not isinstance(answer, Run):
        return Stuck("out of time", "raise --time")
    start = next(k for k, step in enumerate(answer.inputs) if step.get(target.save >> 1))
    return restricted(Run(answer.initial, answer.inputs[:-1], start), circuit)


def _by_counting(small: Simplified, announce: Listener, deadline: Deadline) -> Run | NoFairRun | Stuck:
    """No run sees all of fairness so many times, for a growing number."""
    number = 1
    while not deadline.passed:
        # Counted in the circuit as it was given, so that the invariant can be checked there.
        counted = simplify(rounds(small.original, number))
        answer = Ic3(counted.circuit, counted.circuit.bads[0], deadline, announce).run()
        if isinstance(answer, Invariant):
            return Counting(number, tuple(counted.lift_clauses(answer.clauses)))
        if isinstance(answer, Stuck):
            return answer
        number *= 2
    return Stuck("out of time", "raise --time")


SEARCHES: Final[Mapping[str, Mapping[str, Search]]] = MappingProxyType(
    {
        "bdd": {"decision diagrams": _by_diagrams},
        "ic3": {"bounded search": _by_bounds, "IC3": _by_counting},
        "kinduction": {"bounded search": _by_bounds},
        "counting": {"IC3": _by_counting},
    }
)
