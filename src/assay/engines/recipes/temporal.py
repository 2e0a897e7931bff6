"""Methods for CTL, LTL and justice properties of models with one location and finitely many states.

What can be said of runs is decided as a search for a fair lasso that violates it: by decision diagrams, or with SAT by
reduction to safety.  That includes CTL where removing the quantifiers changes nothing.  Other CTL formulas
go to fixpoints over decision diagrams.  Invariants are tried as safety properties first.
"""

from __future__ import annotations

from dataclasses import replace

from assay.core.budget import Deadline
from assay.core.circuit_answers import Invariant, NoLasso, Run
from assay.core.evidence import Branches, Counting, Elimination, Evidence, Fixpoints, Trace
from assay.core.model import Ctl
from assay.core.roles import Found, Paused, Search, Stuck
from assay.engines.forms import Branchings, Runs
from assay.engines.plans import SHOWING
from assay.engines.portfolio import Rather
from assay.engines.searches import Lifted, Resumed
from assay.engines.views import Task
from assay.explore.circuit.ic3.search import Ic3
from assay.explore.circuit.kinduction import Induction
from assay.explore.temporal.ctl import Branching, branching_in
from assay.explore.temporal.lasso import lasso_in
from assay.spaces.circuit.space import CircuitSpace
from assay.transforms.circuit.lift import eliminated, lasso_trace, lifted_fixpoints, lifted_run, restricted
from assay.transforms.circuit.lift_branches import lifted_branches
from assay.transforms.circuit.simplify import simplify
from assay.transforms.temporal.liveness import Lassos, lassos, rounds

FairRun = Trace | Elimination | Counting


def fixpoints(task: Task) -> Search[Evidence]:
    """Fixpoints over decision diagrams, for any CTL formula."""
    view, goal = task.views.branching(), task.views.goal
    assert isinstance(goal, Ctl)
    circuit, literals = view.small.circuit, tuple(view.atoms.values())

    def search(deadline: Deadline) -> Branching:
        return branching_in(CircuitSpace(circuit, literals, deadline), goal.formula, view.atoms, task.announce)

    return Lifted(Resumed(search), lambda answer: explained(view, answer), task.announce)


def explained(view: Branchings, answer: Branching) -> Fixpoints | Branches | Stuck:
    """An answer about the small circuit as evidence about the model."""
    lowered, blasted, small = view.lowered, view.blasted, view.small
    why = lifted_fixpoints(small, answer.fixpoints)
    if answer.state is not None:
        start, branches = lifted_branches(lowered, blasted, small, answer.state, answer.shown)
        return Branches(start, branches, why)
    if why is None:
        return Stuck(
            "a proof was found, but it could not be checked: time was over before there was evidence", "raise --time"
        )
    why = replace(why, deadlock=answer.deadlock)
    if answer.example is None:
        return why
    _, example = lifted_branches(lowered, blasted, small, answer.example, answer.shown)
    return replace(why, example=example)


def fixpoints_or_lasso(task: Task) -> Search[Evidence]:
    """The same; but where the formula fails, a run says more than an initial state."""
    return Rather(fixpoints(task), lambda found: isinstance(found, Branches), lambda: growing_lassos(task), SHOWING)


def diagrams_of_runs(task: Task) -> Search[Elimination | Trace]:
    """The greatest set in which all of fairness can be met again and again, over decision diagrams."""
    view = task.views.runs()

    def search(deadline: Deadline) -> NoLasso | Run:
        return lasso_in(CircuitSpace(view.circuit, (), deadline), task.announce)

    def lift(answer: NoLasso | Run) -> Elimination | Trace | Stuck:
        return eliminated(view.small, answer) if isinstance(answer, NoLasso) else violating(view, answer)

    found: Search[NoLasso | Run] = Resumed(search)
    return Lifted(found, lift, task.announce)


def violating(view: Runs, run: Run) -> Trace | Stuck:
    """A lasso of the small circuit as a run of the model."""
    blasted = view.found.blasted
    trace = lasso_trace(blasted, lifted_run(view.small, run, blasted.circuit))
    return trace or Stuck("a fair run was found, but its loop does not close over the whole design")


def growing_lassos(task: Task) -> Search[Evidence]:
    """Lassos of growing length, with SAT."""
    view = task.views.runs()
    target = lassos(view.circuit)
    search = Induction(target.circuit, target.circuit.bads[0], task.announce, prove=False)

    def lift(found: object) -> Trace | Stuck:
        assert isinstance(found, Run)
        return violating(view, looped(view, target, found))

    return Lifted(search, lift, task.announce)


def looped(view: Runs, target: Lassos, run: Run) -> Run:
    """A run that has come back to the state that it saved, as a lasso."""
    start = next(k for k, step in enumerate(run.inputs) if step.get(target.save >> 1))
    return restricted(Run(run.initial, run.inputs[:-1], start), view.circuit)


class FairRounds:
    """No run sees all of fairness so many times, for a growing number: an invariant by IC3."""

    def __init__(self, task: Task) -> None:
        self._task = task
        # Counted in the circuit as it was given, so that the invariant can be checked there.
        self._circuit = task.views.runs().small.original
        self._number = 1
        self._begin()

    def _begin(self) -> None:
        self._counted = simplify(rounds(self._circuit, self._number))
        self._search = Ic3(self._counted.circuit, self._counted.circuit.bads[0], self._task.announce)

    def advance(self, deadline: Deadline, /) -> Found[Evidence] | Paused | Stuck:
        while not deadline.passed:
            answer = self._search.advance(deadline)
            match answer:
                case Found(Invariant(clauses)):
                    return Found(Counting(self._number, tuple(self._counted.lift_clauses(clauses))))
                case Found():
                    self._search.close()
                    self._number *= 2
                    self._begin()
                case other:
                    return other
        return Paused()

    def close(self) -> None:
        self._search.close()
