"""Methods over the gates of a model with one location and finitely many states: IC3, induction, diagrams, and runs.

A program without memory is such a model too, with one step between loop heads: SAT solvers find errors many rounds deep
in which solvers for vectors get lost, IC3 finds invariants over flags and last bits.  Limit: its proofs are checked by
solvers for formulas, so they must be invariants of a size that those can take.
"""

from __future__ import annotations

from typing import Final

from assay.core.budget import Deadline
from assay.core.circuit_answers import Inductive, Invariant, Run
from assay.core.evidence import Proof, StateTable, Trace
from assay.core.roles import Found, Paused, Search, Stuck
from assay.engines.forms import Gates
from assay.engines.plans import STRENGTHENING
from assay.engines.portfolio import Rather
from assay.engines.searches import Lifted, Resumed
from assay.engines.swept import SweptLater
from assay.engines.views import Task
from assay.explore.circuit.events import search_by_events
from assay.explore.circuit.ic3.search import Ic3
from assay.explore.circuit.kinduction import Induction
from assay.explore.circuit.long_bmc import Leaps
from assay.explore.circuit.reachability import search_by_rings
from assay.explore.circuit.walks import Walks

Answer = Invariant | StateTable | Inductive | Run

# Rows of a decision diagram that solvers for formulas check soon enough.
LARGEST_TABLE: Final = 2000


def ic3(task: Task) -> Search[Proof | Trace]:
    """Backward from bad states, frame by frame; after a while over fewer gates, if sweeping leaves clearly fewer."""
    return SweptLater(task.gates(), lambda gates: _lifted(task, _ic3(task, gates), gates))


def kinduction(task: Task) -> Search[Proof | Trace]:
    """Runs of growing length and induction over them; a proof is given an invariant if IC3 finds one quickly."""
    circuit = task.gates().circuit
    induction: Search[Answer] = _NothingIsBad(Induction(circuit, circuit.bads[0], task.announce))
    better = Rather(
        induction, lambda answer: isinstance(answer, Inductive), lambda: _ic3(task, task.gates()), STRENGTHENING
    )
    return _lifted(task, better)


def bounded_gates(task: Task) -> Search[Proof | Trace]:
    """Runs of growing length alone."""
    circuit = task.gates().circuit
    return _lifted(task, Induction(circuit, circuit.bads[0], task.announce, prove=False))


def random_walks(task: Task) -> Search[Proof | Trace]:
    """A thousand runs at a time, with inputs that a design may well be meant for."""
    gates = task.gates()
    circuit = gates.circuit
    return _lifted(task, Walks(circuit, circuit.bads[0], gates.words))


def long_runs(task: Task) -> Search[Proof | Trace]:
    """Runs of 64, 128 and more steps."""
    circuit = task.gates().circuit
    return _lifted(task, Leaps(circuit, circuit.bads[0], task.announce))


def diagrams(task: Task) -> Search[Proof | Trace]:
    """Breadth-first search over decision diagrams."""
    circuit = task.gates().circuit
    largest = LARGEST_TABLE if task.views.is_program else None

    def search(deadline: Deadline) -> Answer | Stuck:
        answer = search_by_rings(circuit, circuit.bads[0], deadline, task.announce)
        if largest is not None and isinstance(answer, StateTable) and len(answer.rows) > largest:
            return Stuck("the decision diagram of all states is too large to be checked")
        return answer

    return _lifted(task, Resumed(search))


def events(task: Task) -> Search[Proof | Trace]:
    """Event by event over decision diagrams, where inputs choose among events."""
    gates = task.gates()

    def search(deadline: Deadline) -> Answer | Stuck:
        if not gates.choices:
            return Stuck("there are no inputs of which at most one is 1")
        return search_by_events(gates.circuit, gates.circuit.bads[0], gates.choices, deadline, task.announce)

    return _lifted(task, Resumed(search))


def _ic3(task: Task, gates: Gates) -> Search[Answer]:
    return Ic3(gates.circuit, gates.circuit.bads[0], task.announce)


def _lifted(task: Task, search: Search[Answer], gates: Gates | None = None) -> Search[Proof | Trace]:
    return Lifted(search, (gates or task.gates()).lift, task.announce)


class _NothingIsBad:
    """Induction at depth 0 says that no state at all is bad: then everything is an invariant."""

    def __init__(self, induction: Induction) -> None:
        self._induction = induction

    def advance(self, deadline: Deadline, /) -> Found[Answer] | Paused | Stuck:
        answer = self._induction.advance(deadline)
        return Found(Invariant(())) if answer == Found(Inductive(0, simple=False)) else answer

    def close(self) -> None:
        self._induction.close()
