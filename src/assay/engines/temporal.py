"""Recipes for CTL, LTL and justice properties of models with one location and finitely many states.

What can be said of runs is decided as a search for a fair lasso that violates it: by decision diagrams, or with SAT by
reduction to safety.  That includes CTL where removing the quantifiers changes nothing.  Other CTL formulas
go to fixpoints over decision diagrams.  Invariants are tried as safety properties first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat
from types import MappingProxyType
from typing import Final

from assay.core.certificates import Claim, Counting, Elimination, Fixpoints, Lasting, NoFairRun, StateTable
from assay.core.circuit import TRUE, Circuit
from assay.core.events import Listener, PhaseStarted, ignore
from assay.core.model import Ctl, Model, Safety, TemporalProperty
from assay.core.roles import Stuck
from assay.core.temporal import Formula, invariant
from assay.core.terms import not_
from assay.core.verdict import Holds, Proof, Trace, Unknown
from assay.engines.hardware import lifted_answer
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
from assay.transforms.violations import Violations, path_formula, violations

Search = Callable[[Simplified, Deadline, Listener], Run | NoFairRun | Stuck]

# Up to so many latches decision diagrams come before SAT.
FEW_LATCHES: Final = 60
# Traversals of a loop after which latches outside the property's cone should repeat.
TRAVERSALS: Final = 200


@dataclass(frozen=True)
class Decided:
    """What is true of a temporal property, why, and the run that shows it (a lasso), where one can.

    ``certificate`` is what independent code can check (``witness.temporal_check``): an inductive invariant of the
    model, if the property is one, or why the circuit of its violating runs has no fair run; fixpoints for other CTL
    formulas, also where those fail.
    """

    holds: bool
    reason: str
    trace: Trace | None = None
    certificate: Proof | NoFairRun | Fixpoints | None = None


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
    if formula is not None:
        answer = _as_safety(found.blasted, prop.name, formula, deadline, announce)
        if answer is not None:
            return answer
    return _no_fair_run(found, engine, deadline, announce)


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
    if answer.holds or answer.state is None:
        return Decided(True, f"fixpoints over all reachable states{note}", certificate=why)
    run = Run(small.lift_leaves(answer.state), ({},))
    trace = lowered.lift_trace(blasted.trace(simulate(blasted.circuit, run)))
    return Decided(False, f"fixpoints over all reachable states; the initial state is shown{note}", trace, why)


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


def _as_safety(blasted: Blasted, name: str, formula: Formula, deadline: Deadline, announce: Listener) -> Decided | None:
    """The answer where the formula is an invariant and reachability suffices for it."""
    task = safety_of(blasted, name, formula)
    if task is None:
        return None
    small = simplify(task.circuit)
    answer = _reach(small.circuit, deadline if task.exact else deadline.within(deadline.left / 3), announce)
    match answer:
        case Invariant():
            verdict = lifted_answer(blasted, small, answer)
            assert isinstance(verdict, Holds)
            reason = f"an inductive invariant of {len(answer.clauses)} clauses"
            return Decided(True, reason, certificate=verdict.proof)
        case Inductive(depth):
            return Decided(True, f"proved by {depth}-induction")
        case Run() if task.exact:
            steps = simulate(task.circuit, lifted_run(small, answer, task.circuit))
            return Decided(False, "a run to a state that violates the invariant", blasted.trace(steps))
        case _:
            return None


def _reach(circuit: Circuit, deadline: Deadline, announce: Listener) -> Invariant | Inductive | Run | Stuck:
    """Induction for a while, then IC3; what induction proves is given an inductive invariant if there is time."""
    first = search_by_induction(circuit, circuit.bads[0], deadline.within(0.15 * deadline.left), announce)
    if isinstance(first, Run):
        return first
    answer = Ic3(circuit, circuit.bads[0], deadline, announce).run()
    return first if isinstance(answer, Stuck) and isinstance(first, Inductive) else answer


# -- fair runs ---------------------------------------------------------------------------------------------------------


def _no_fair_run(found: Violations, engine: str, deadline: Deadline, announce: Listener) -> Decided | Unknown:
    """Holds iff there is no fair run that violates it."""
    blasted, small = found.blasted, simplify(found.circuit)
    searches = SEARCHES.get(engine)
    if searches is None:
        few = len(small.circuit.latches) <= FEW_LATCHES
        searches = (_by_diagrams, _by_bounds, _by_counting) if few else (_by_bounds, _by_counting, _by_diagrams)
    answer: Run | NoFairRun | Stuck = Stuck("nothing was tried")
    for left, search in zip(range(len(searches), 0, -1), searches, strict=True):
        answer = search(small, deadline.within(deadline.left / left), announce)
        if not isinstance(answer, Stuck):
            break
    match answer:
        case Stuck(reason, hint):
            return Unknown(reason, hint=hint)
        case Run() as run:
            trace = lasso_trace(blasted, lifted_run(small, run, blasted.circuit))
            return Decided(False, "a fair run that violates it", trace)
        case Elimination(_, _, removals):
            reason = f"no fair run: decision diagrams, all states eliminated in {len(removals)} steps"
            return Decided(True, reason, certificate=answer)
        case Counting(number, clauses):
            reason = f"no run sees all of fairness {number} times: an inductive invariant of {len(clauses)} clauses"
            return Decided(True, reason, certificate=answer)


def _by_diagrams(small: Simplified, deadline: Deadline, announce: Listener) -> Run | NoFairRun | Stuck:
    announce(PhaseStarted("decision diagrams"))
    answer = search_lasso(small.circuit, deadline, announce)
    return eliminated(small, answer) if isinstance(answer, NoLasso) else answer


def eliminated(small: Simplified, found: NoLasso) -> Elimination:
    """The certificate over the latches and conditions of the circuit that was simplified."""
    lift = _Lift(small)
    return Elimination(small.clauses, lift.table(found.reached), lift.removals(found.removals))


def lifted_fixpoints(small: Simplified, found: Fixpoints | None) -> Fixpoints | None:
    """The certificate over the latches and conditions of the circuit that was simplified."""
    if found is None:
        return None
    lift = _Lift(small)
    claims = tuple(
        Claim(
            lift.table(claim.states),
            lift.tables(claim.rings),
            lift.removals(claim.removals),
            None if claim.lasting is None else lift.lasting(claim.lasting),
        )
        for claim in found.claims
    )
    state = None if found.state is None else tuple((small.origin[latch], value) for latch, value in found.state)
    reached, unfair = lift.table(found.reached), lift.removals(found.unfair)
    return Fixpoints(small.clauses, reached, unfair, lift.lasting(found.fair), claims, state)


class _Lift:
    """Sets and fairness conditions of a simplified circuit as those of the original."""

    def __init__(self, small: Simplified) -> None:
        self._origin = small.origin
        self._conditions = [(small.literal(old), old) for old in dict.fromkeys(small.original.fairness)]

    def table(self, table: StateTable) -> StateTable:
        return StateTable(tuple((self._origin[latch], low, high) for latch, low, high in table.rows), table.root)

    def tables(self, tables: Sequence[StateTable]) -> tuple[StateTable, ...]:
        return tuple(self.table(table) for table in tables)

    def removals(self, removals: Sequence[tuple[StateTable, int]]) -> tuple[tuple[StateTable, int], ...]:
        olds = dict(reversed(self._conditions))
        return tuple((self.table(states), olds.get(literal, literal)) for states, literal in removals)

    def lasting(self, lasting: Lasting) -> Lasting:
        """With rings for each condition of the original: several of those may have become one."""
        news = list(dict.fromkeys(new for new, _ in self._conditions)) or [TRUE]
        rings = {new: self.tables(row) for new, row in zip(news, lasting.rings, strict=True)}
        rows = tuple(rings[new] for new, _ in self._conditions) or tuple(rings.values())
        return Lasting(self.table(lasting.states), rows)


def _by_bounds(small: Simplified, deadline: Deadline, announce: Listener) -> Run | NoFairRun | Stuck:
    """Lassos of growing length."""
    announce(PhaseStarted("bounded search"))
    circuit = small.circuit
    target = lassos(circuit)
    answer = search_by_induction(target.circuit, target.circuit.bads[0], deadline, announce, prove=False)
    if not isinstance(answer, Run):
        return Stuck("out of time", "raise --time")
    start = next(k for k, step in enumerate(answer.inputs) if step.get(target.save >> 1))
    return _restricted(Run(answer.initial, answer.inputs[:-1], start), circuit)


def _by_counting(small: Simplified, deadline: Deadline, announce: Listener) -> Run | NoFairRun | Stuck:
    """No run sees all of fairness so many times, for a growing number."""
    announce(PhaseStarted("IC3"))
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


def lifted_run(small: Simplified, run: Run, circuit: Circuit) -> Run:
    """The run in terms of ``circuit``, which is what was simplified, or was extended to that."""
    inputs = tuple(small.lift_leaves(step) for step in run.inputs)
    return _restricted(Run(small.lift_leaves(run.initial), inputs, run.loop), circuit)


def _restricted(run: Run, circuit: Circuit) -> Run:
    """The run of an extension of ``circuit`` as one of itself: its nodes are the first of the extension's."""

    def own(values: Mapping[int, int]) -> dict[int, int]:
        return {node: value for node, value in values.items() if node < circuit.size}

    return Run(own(run.initial), tuple(own(step) for step in run.inputs), run.loop)


def lasso_trace(blasted: Blasted, run: Run) -> Trace | None:
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


SEARCHES: Final[Mapping[str, tuple[Search, ...]]] = MappingProxyType(
    {
        "bdd": (_by_diagrams,),
        "ic3": (_by_bounds, _by_counting),
        "kinduction": (_by_bounds,),
        "counting": (_by_counting,),
    }
)
