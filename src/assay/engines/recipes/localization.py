"""Localization reduction: prove with few latches visible, and bring the others back layer by layer where that fails.

The first abstraction has the latches that the property mentions.  Invariants and everything that can be said of runs
(LTL, justice, and CTL whose quantifiers can be dropped) are refined by reconstruction of the abstract path or lasso;
other universal CTL formulas by one more layer at a time.  A formula outside of ACTL is not preserved by simulation: it
goes to the engine for the whole design, and the answer says so.
(Barner, Geist, Gringauze, CAV 2002; core-guided refinement with SAT instead of decision diagrams is our addition.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from assay.core.budget import Deadline
from assay.core.circuit import Circuit
from assay.core.circuit_answers import Invariant, NoLasso, Run, broken_constraints, conjuncts, simulate, truth
from assay.core.events import Listener, PhaseStarted
from assay.core.evidence import Evidence, Proof, StateTable, Trace
from assay.core.model import Ctl
from assay.core.roles import Explorer, Refiner, Search, Stuck
from assay.domains.localization import AbstractPath, BadStates, Latches, Localization, Supports, Visible
from assay.engines.forms import Branchings, Gates, Runs
from assay.engines.loop import run
from assay.engines.options import Localization as Options
from assay.engines.recipes.localization_told import Layer, Telling
from assay.engines.recipes.temporal import explained
from assay.engines.searches import Afresh, Resumed
from assay.engines.views import Task
from assay.explore.circuit.localized import BranchingExplorer, ClauseExplorer, LassoExplorer, RingExplorer
from assay.explore.temporal.ctl import Branching
from assay.refine.localization.bundles import BundledReconstruction
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
from assay.refine.localization.paths_sat import GuardedSteps, SatReconstruction
from assay.transforms.circuit.lift import eliminated, lasso_trace, lifted_run

# With SAT, so many traversals of an abstract loop are tried at most.
TRAVERSALS: Final = 16

FOLLOWS: Final[Mapping[str, Follow]] = MappingProxyType(
    {"clarke": follow_all, "layer1": follow_relaxing, "layer2": follow_backtracking}
)


# -- safety ------------------------------------------------------------------------------------------------------------


def localization(task: Task) -> Search[Evidence]:
    """Is the bad state reachable?"""
    gates, options = task.gates(), task.chosen(Options)

    def search(deadline: Deadline) -> Proof | Trace | Stuck:
        answer = bad_state(gates, options, deadline, task.announce)
        match answer:
            case StateTable() | Invariant():
                return gates.lift(answer)
            case Trace() if not gates.exact:
                return Stuck("a state that violates the invariant is reached, but perhaps by no fair run")
            case _:
                return answer

    # IC3 takes over from diagrams after a share of the time that it is told.
    return Afresh(search) if options.reconstruction == "sat" else Resumed(search)


def bad_state(
    gates: Gates, options: Options, deadline: Deadline, announce: Listener
) -> StateTable | Invariant | Trace | Stuck:
    """The reachable states of an abstraction without bad ones; or a run of the model to one."""
    blasted, small = gates.blasted, gates.small
    circuit = _split(small.circuit)
    literal = circuit.bads[0]
    bad = _bad_states(circuit)

    def lift_run(initial: Mapping[int, int], inputs: Sequence[Mapping[int, int]], loop: int | None) -> Trace | None:
        run = _own(circuit, Run(initial, tuple(inputs)))
        steps = simulate(circuit, run)
        if broken_constraints(circuit, steps) or not truth(steps[-1], literal) or not truth(steps[0], circuit.initial):
            return None
        return blasted.trace(simulate(blasted.circuit, lifted_run(small, run, blasted.circuit)))

    announce(PhaseStarted("localization"))
    layer = Layer(announce)
    explorer: Explorer[Visible, AbstractPath, StateTable | Invariant]
    refiner: Refiner[Visible, AbstractPath, Trace]
    if options.reconstruction == "sat":
        supports = Supports(circuit)
        explorer = ClauseExplorer(circuit, bad, supports, literal, deadline, announce)
        refiner = SatReconstruction(supports, bad, lift_run, deadline, layer)
        first = Visible(_mentioned(supports, bad.own))
    elif options.reconstruction == "bundle":
        local = Localization(circuit, deadline)
        explorer = RingExplorer(local, bad, announce)
        one = LayeredReconstruction(local, bad, lift_run, follow_backtracking, announce=layer)
        refiner = BundledReconstruction(local, bad, lift_run, one, GuardedSteps(circuit), deadline, layer)
        first = Visible(_mentioned(local.supports, bad.own))
    else:
        local = Localization(circuit, deadline)
        follow, layered = FOLLOWS[options.reconstruction], options.reconstruction != "clarke"
        explorer = RingExplorer(local, bad, announce)
        refiner = LayeredReconstruction(local, bad, lift_run, follow, layered=layered, announce=layer)
        first = Visible(_mentioned(local.supports, bad.own))
    return run(explorer, Telling(refiner, circuit, layer, announce), first, announce)


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


def _own(circuit: Circuit, run: Run) -> Run:
    """The run with values of inputs, and of latches that may begin with any; others may have been hidden."""
    inputs = set(circuit.inputs)
    opened = {latch.node for latch in circuit.latches if latch.reset is None}
    steps = tuple({node: value for node, value in step.items() if node in inputs} for step in run.inputs)
    return Run({node: value for node, value in run.initial.items() if node in opened}, steps, run.loop)


# -- temporal properties -----------------------------------------------------------------------------------------------


def localization_of_runs(task: Task) -> Search[Evidence]:
    """Is there no fair run that violates the property?"""
    view, options = task.views.runs(), task.chosen(Options)

    def search(deadline: Deadline) -> Evidence | Stuck:
        answer = fair_lasso(view, options, deadline, task.announce)
        return eliminated(view.small, answer) if isinstance(answer, NoLasso) else answer

    return Afresh(search)


def fair_lasso(view: Runs, options: Options, deadline: Deadline, announce: Listener) -> NoLasso | Trace | Stuck:
    blasted, small = view.found.blasted, view.small
    circuit = _split(small.circuit)
    local = Localization(circuit, deadline)

    announce(PhaseStarted("localization"))
    goals = [*circuit.fairness, *(small.literal(part) for part in view.found.added)]
    first = Visible(_mentioned(local.supports, goals))

    def lift_run(initial: Mapping[int, int], inputs: Sequence[Mapping[int, int]], loop: int | None) -> Trace | None:
        run = _own(circuit, Run(initial, tuple(inputs), loop))
        *_, closed = local.supports.layers(first)
        fair = is_fair(circuit, run, closed)
        return lasso_trace(blasted, lifted_run(small, run, blasted.circuit)) if fair else None

    layer = Layer(announce)
    refiner: Refiner[Visible, AbstractPath, Trace]
    if options.reconstruction == "sat":
        traversals = TRAVERSALS if options.loops == "fixpoint" else 1
        refiner = SatLoopReconstruction(Supports(circuit), lift_run, traversals, deadline, layer)
    else:
        refiner = LoopReconstruction(local, lift_run, CLOSINGS[options.loops], announce=layer)
    return run(LassoExplorer(local, announce), Telling(refiner, circuit, layer, announce), first, announce)


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


def localization_of_branching(task: Task) -> Search[Evidence]:
    """A universal formula that says more than runs can: what holds of an abstraction holds of the design."""
    view, goal = task.views.branching(), task.views.goal
    assert isinstance(goal, Ctl)

    def search(deadline: Deadline) -> Evidence | Stuck:
        answer = universally(view, goal, deadline, task.announce)
        if isinstance(answer, Stuck):
            return answer
        # Runs and deadlocks of an abstraction are none of the design.
        shown = answer if answer.state is not None else replace(answer, example=None, shown=(), deadlock=False)
        return explained(view, shown)

    return Afresh(search)


def universally(view: Branchings, goal: Ctl, deadline: Deadline, announce: Listener) -> Branching | Stuck:
    circuit = _split(view.small.circuit)
    local = Localization(circuit, deadline)
    announce(PhaseStarted("localization"))
    first = Visible(_mentioned(local.supports, (*view.atoms.values(), *circuit.fairness)))
    explorer = BranchingExplorer(local, goal.formula, view.atoms, announce)
    refiner = LayerByLayer[Branching](local.supports)
    return run(explorer, Telling(refiner, circuit, Layer(announce), announce), first, announce)
