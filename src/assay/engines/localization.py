"""Localization reduction: prove with few latches visible, and bring the others back layer by layer where that fails.

The first abstraction has the latches that the property mentions.  Invariants and everything that can be said of runs
(LTL, justice, and CTL whose quantifiers can be dropped) are refined by reconstruction of the abstract path or lasso;
other universal CTL formulas by one more layer at a time.  A formula outside of ACTL is not preserved by simulation: it
goes to the engine for the whole design, and the answer says so.
(Barner, Geist, Gringauze, CAV 2002; core-guided refinement with SAT instead of decision diagrams is our addition.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal

from assay.core.budget import Deadline
from assay.core.circuit import Circuit
from assay.core.errors import SolverFailure
from assay.core.events import Listener, PhaseStarted, ignore
from assay.core.model import Ctl, Model, Safety, TemporalProperty
from assay.core.roles import Explorer, Refiner
from assay.core.temporal import Formula, is_universal
from assay.core.terms import TRUE
from assay.core.verdict import Argued, Holds, Proof, Trace, Unknown, Verdict, Violated
from assay.domains.localization import AbstractPath, BadStates, Latches, Localization, Supports, Visible
from assay.engines.branches import lifted_branches
from assay.engines.hardware import lifted_answer
from assay.engines.lifting import eliminated, lasso_trace, lifted_fixpoints, lifted_run
from assay.engines.loop import run
from assay.engines.temporal import Decided, decide_temporal, safety_of
from assay.explore.circuit.answers import Invariant, Run, StateTable, broken_constraints, conjuncts, simulate, truth
from assay.explore.circuit.localized import BranchingExplorer, ClauseExplorer, LassoExplorer, Lift, RingExplorer
from assay.refine.localization.lassos_bdd import CLOSINGS, LoopReconstruction
from assay.refine.localization.lassos_sat import SatLoopReconstruction
from assay.refine.localization.paths_bdd import (
    Follow,
    LayerByLayer,
    LayeredReconstruction,
    follow_all,
    follow_backtracking,
    follow_relaxing,
)
from assay.refine.localization.paths_sat import SatReconstruction
from assay.transforms.circuit.bitblast import Blasted, circuit_of
from assay.transforms.circuit.simplify import Simplified, simplify
from assay.transforms.temporal.observed import observe
from assay.transforms.temporal.violations import Violations, path_formula, violations

Reconstruction = Literal["clarke", "layer1", "layer2", "sat"]
Loops = Literal["naive", "fixpoint"]

# With SAT, diagrams of abstract models may have so many nodes, and take this share of the time, before IC3 takes over.
LARGEST: Final = 1_000_000
DIAGRAM_SHARE: Final = 0.3
# With SAT, so many traversals of an abstract loop are tried at most.
TRAVERSALS: Final = 16


@dataclass(frozen=True)
class Options:
    """How abstract paths and loops are reconstructed.

    ``layer2`` alone never gives up on a path that exists; ``fixpoint`` finds loops of several traversals.
    """

    reconstruction: Reconstruction = "layer2"
    loops: Loops = "fixpoint"


FOLLOWS: Final[Mapping[str, Follow]] = MappingProxyType(
    {"clarke": follow_all, "layer1": follow_relaxing, "layer2": follow_backtracking}
)


# -- safety ------------------------------------------------------------------------------------------------------------


def decide_safety(
    model: Model, prop: Safety, options: Options, deadline: Deadline, announce: Listener = ignore
) -> Verdict:
    """A verdict about ``prop``, with evidence over the variables of ``model``; the proof or run is not yet checked."""
    announce(PhaseStarted("preparing"))
    blasted = circuit_of(replace(model, properties=(prop,), temporal=(), fairness=(), compassion=()))
    try:
        return _safety(blasted, blasted.circuit, options, deadline, announce)
    except SolverFailure as failure:
        return Unknown(str(failure), hint="raise --time")


def _safety(blasted: Blasted, whole: Circuit, options: Options, deadline: Deadline, announce: Listener) -> Verdict:
    """Is the bad state of ``whole``, a circuit over the nodes of the blasted one, reachable?"""
    small = simplify(whole)
    circuit = _split(small.circuit)
    literal = circuit.bads[0]
    bad = _bad_states(circuit)
    lift = _lift(blasted, small)

    def lift_run(initial: Mapping[int, int], inputs: Sequence[Mapping[int, int]], loop: int | None) -> Trace | None:
        run = _own(circuit, Run(initial, tuple(inputs)))
        steps = simulate(circuit, run)
        if broken_constraints(circuit, steps) or not truth(steps[-1], literal) or not truth(steps[0], circuit.initial):
            return None
        return blasted.trace(simulate(blasted.circuit, lifted_run(small, run, blasted.circuit)))

    announce(PhaseStarted("localization"))
    explorer: Explorer[Visible, AbstractPath]
    refiner: Refiner[Visible, AbstractPath]
    if options.reconstruction == "sat":
        local = Localization(circuit, deadline.within(DIAGRAM_SHARE * deadline.left), LARGEST)
        supports = Supports(circuit)
        rings = RingExplorer(local, bad, lift, announce)
        explorer = ClauseExplorer(rings, supports, literal, lift, deadline, announce)
        refiner = SatReconstruction(supports, bad, lift_run, deadline, announce)
        first = Visible(_mentioned(supports, bad.own))
    else:
        local = Localization(circuit, deadline)
        follow, layered = FOLLOWS[options.reconstruction], options.reconstruction != "clarke"
        explorer = RingExplorer(local, bad, lift, announce)
        refiner = LayeredReconstruction(local, bad, lift_run, follow, layered=layered, announce=announce)
        first = Visible(_mentioned(local.supports, bad.own))
    return run(explorer, refiner, first, announce)


def _bad_states(circuit: Circuit) -> BadStates:
    """A bad state repeats the constraints: those are no part of what the property mentions."""
    shared = set(circuit.constraints)
    parts = conjuncts(circuit, circuit.bads[:1])
    own = tuple(part for part in parts if part not in shared)
    return BadStates(own, tuple(part for part in parts if part in shared))


def _mentioned(supports: Supports, literals: Iterable[int]) -> Latches:
    """The latches on which the literals depend."""
    return frozenset[int]().union(*(supports.leaves(literal) for literal in literals)) & supports.latches


def _split(circuit: Circuit) -> Circuit:
    """The circuit with constraints in parts, so that an abstraction may have some of them only."""
    return replace(circuit, constraints=tuple(conjuncts(circuit, circuit.constraints)))


def _lift(blasted: Blasted, small: Simplified) -> Lift:
    def lift(found: StateTable | Invariant) -> Proof:
        verdict = lifted_answer(blasted, small, found)
        assert isinstance(verdict, Holds)
        return verdict.proof

    return lift


def _trivial(blasted: Blasted) -> Lift:
    """For properties that no invariant proves: the invariant that says nothing."""
    return lambda found: Proof({blasted.model.entry: TRUE})


def _own(circuit: Circuit, run: Run) -> Run:
    """The run with values of inputs only: latches that an abstraction hides are none."""
    inputs = set(circuit.inputs)
    steps = tuple({node: value for node, value in step.items() if node in inputs} for step in run.inputs)
    return Run(run.initial, steps, run.loop)


# -- temporal properties -----------------------------------------------------------------------------------------------


def decide_temporal_property(
    model: Model, prop: TemporalProperty, options: Options, deadline: Deadline, announce: Listener = ignore
) -> Decided | Unknown:
    """Does ``prop`` hold of ``model``?  What is outside of ACTL is decided on the whole design."""
    announce(PhaseStarted("preparing"))
    if isinstance(prop, Ctl) and not is_universal(prop.formula):
        answer = decide_temporal(model, prop, "bdd", deadline, announce)
        if isinstance(answer, Unknown):
            return answer
        return replace(answer, reason=f"no ACTL formula, so on the whole design: {answer.reason}")
    try:
        return _universal(model, prop, options, deadline, announce)
    except SolverFailure as failure:
        return Unknown(str(failure), hint="raise --time")


def _universal(
    model: Model, prop: TemporalProperty, options: Options, deadline: Deadline, announce: Listener
) -> Decided | Unknown:
    """What every run must satisfy, or a formula of ACTL: what holds of an abstraction holds of the design."""
    found = violations(model, prop)
    if found is None:
        assert isinstance(prop, Ctl)
        return _branching(model, prop, deadline, announce)
    formula = path_formula(prop)
    if formula is not None:
        early = _as_safety(found.blasted, prop.name, formula, options, deadline, announce)
        if early is not None:
            return early
    return _no_fair_run(found, options, deadline, announce)


def _as_safety(
    blasted: Blasted, name: str, formula: Formula, options: Options, deadline: Deadline, announce: Listener
) -> Decided | Unknown | None:
    """The answer where the formula is an invariant and reachability suffices for it."""
    task = safety_of(blasted, name, formula)
    if task is None:
        return None
    share = deadline if task.exact else deadline.within(deadline.left / 2)
    match _safety(blasted, task.circuit, options, share, announce):
        case Holds(proof):
            return Decided(True, "an inductive invariant over visible latches", certificate=proof)
        case Violated(trace) if task.exact:
            return Decided(False, "a run to a state that violates the invariant", trace)
        case Unknown() as unknown if task.exact:
            return unknown
        case _:
            return None


def _no_fair_run(found: Violations, options: Options, deadline: Deadline, announce: Listener) -> Decided | Unknown:
    """Holds iff there is no fair run that violates it."""
    blasted, small = found.blasted, simplify(found.circuit)
    circuit = _split(small.circuit)
    local = Localization(circuit, deadline)

    announce(PhaseStarted("localization"))
    goals = [*circuit.fairness, *(small.literal(part) for part in found.added)]
    first = Visible(_mentioned(local.supports, goals))

    def lift_run(initial: Mapping[int, int], inputs: Sequence[Mapping[int, int]], loop: int | None) -> Trace | None:
        run = _own(circuit, Run(initial, tuple(inputs), loop))
        *_, closed = local.supports.layers(first)
        fair = is_fair(circuit, run, closed)
        return lasso_trace(blasted, lifted_run(small, run, blasted.circuit)) if fair else None

    explorer = LassoExplorer(local, _trivial(blasted), announce)
    refiner: Refiner[Visible, AbstractPath]
    if options.reconstruction == "sat":
        traversals = TRAVERSALS if options.loops == "fixpoint" else 1
        refiner = SatLoopReconstruction(Supports(circuit), lift_run, traversals, deadline, announce)
    else:
        refiner = LoopReconstruction(local, lift_run, CLOSINGS[options.loops], announce=announce)
    match run(explorer, refiner, first, announce):
        case Holds() | Argued():
            assert explorer.found is not None
            certificate = eliminated(small, explorer.found)
            reason = f"no fair run over visible latches: all states eliminated in {len(certificate.removals)} steps"
            return Decided(True, reason, certificate=certificate)
        case Violated(trace):
            return Decided(False, "a fair run that violates it", trace)
        case Unknown() as unknown:
            return unknown


def is_fair(circuit: Circuit, run: Run, latches: Latches) -> bool:
    """Is this a lasso of the circuit, as far as ``latches`` show it, on which every fairness condition is met?"""
    assert run.loop is not None
    *steps, back = simulate(circuit, Run(run.initial, (*run.inputs, {})))
    return (
        bool(truth(steps[0], circuit.initial))
        and all(back[node] == steps[run.loop][node] for node in latches)
        and all(truth(values, part) for values in steps for part in circuit.constraints)
        and all(any(truth(values, part) for values in steps[run.loop :]) for part in circuit.fairness)
    )


# -- branching time ----------------------------------------------------------------------------------------------------


def _branching(model: Model, prop: Ctl, deadline: Deadline, announce: Listener) -> Decided | Unknown:
    """A universal formula that says more than runs can: what holds of an abstraction holds of the design."""
    if model.compassion:
        return Unknown("compassion is not considered for branching time", hint="use FAIRNESS")
    lowered = observe(model, prop)
    blasted = circuit_of(lowered.model)
    small = simplify(blasted.circuit, tuple(blasted.literals.values()))
    circuit = _split(small.circuit)
    atoms = {term: small.literal(literal) for term, literal in blasted.literals.items()}
    local = Localization(circuit, deadline)

    def lift_state(state: Mapping[int, int]) -> Trace:
        run = Run(small.lift_leaves(state), ({},))
        return lowered.lift_trace(blasted.trace(simulate(blasted.circuit, run)))

    announce(PhaseStarted("localization"))
    first = Visible(_mentioned(local.supports, (*atoms.values(), *circuit.fairness)))
    explorer = BranchingExplorer(local, prop.formula, atoms, _trivial(blasted), announce)
    refiner = LayerByLayer(local.supports, lift_state)
    match run(explorer, refiner, first, announce):
        case Holds() | Argued():
            reason = "fixpoints over the reachable states of an abstraction, which simulates the design"
            found = explorer.found.fixpoints if explorer.found is not None else None
            return Decided(True, reason, certificate=lifted_fixpoints(small, found))
        case Violated():
            answer = explorer.found
            assert answer is not None and answer.state is not None
            trace, branches = lifted_branches(lowered, blasted, small, answer.state, answer.shown)
            why = lifted_fixpoints(small, answer.fixpoints)
            return Decided(False, "fixpoints over all reachable states", trace, why, branches)
        case Unknown() as unknown:
            return unknown
