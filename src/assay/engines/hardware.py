"""Recipes for models with one location and finitely many states: IC3, k-induction, BDDs, and their order by default.

Every recipe takes the model as it was read and one property, and answers about both.  A model is blasted into gates and
simplified; what an explorer finds is lifted back to the model's own variables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import Unsupported
from assay.core.events import Listener, PhaseStarted, ignore
from assay.core.model import Model, Safety
from assay.core.roles import Stuck
from assay.core.terms import FALSE, Term, conjunction, ite, not_
from assay.core.verdict import Holds, Proof, Unknown, Verdict, Violated
from assay.engines.turns import STRENGTHENING, Answer, search_in_turns
from assay.explore.circuit.answers import Inductive, Invariant, Run, StateTable, simulate
from assay.explore.circuit.ic3.search import Ic3
from assay.explore.circuit.kinduction import search_by_induction
from assay.explore.circuit.reachability import search_by_rings
from assay.transforms.circuit.bitblast import Blasted, circuit_of, clause, width_of
from assay.transforms.circuit.simplify import Simplified, simplify

Search = Callable[[Simplified, Deadline, Listener], Answer]


def is_hardware(model: Model) -> bool:
    """Can the engines of this module decide the model?"""
    if any(edge.source != model.entry or edge.target != model.entry for edge in model.edges):
        return False
    try:
        for symbol in (*model.entry.variables, *(symbol for edge in model.edges for symbol in edge.inputs)):
            width_of(symbol.sort)
    except Unsupported:
        return False
    return True


def ic3(small: Simplified, deadline: Deadline, announce: Listener) -> Answer:
    """Backward from bad states, frame by frame."""
    announce(PhaseStarted("IC3"))
    return Ic3(small.circuit, small.circuit.bads[0], deadline, announce).run()


def induction(small: Simplified, deadline: Deadline, announce: Listener) -> Answer:
    """Runs of growing length, and induction over them."""
    announce(PhaseStarted("k-induction"))
    answer = search_by_induction(small.circuit, small.circuit.bads[0], deadline, announce)
    # No state at all is bad: everything is an invariant.
    return Invariant(()) if answer == Inductive(0, simple=False) else answer


def kinduction(small: Simplified, deadline: Deadline, announce: Listener) -> Answer:
    """k-induction; what it proves at some depth is given an inductive invariant if one is found quickly."""
    answer = induction(small, deadline, announce)
    if not isinstance(answer, Inductive):
        return answer
    plain = ic3(small, deadline.within(STRENGTHENING), announce)
    return plain if isinstance(plain, Invariant) else answer


def bdd(small: Simplified, deadline: Deadline, announce: Listener) -> Answer:
    """Breadth-first search over decision diagrams."""
    announce(PhaseStarted("decision diagrams"))
    return search_by_rings(small.circuit, small.circuit.bads[0], deadline, announce)


def hardware(small: Simplified, deadline: Deadline, announce: Listener) -> Answer:
    """All of them in turns."""
    return search_in_turns(small.circuit, small.circuit.bads[0], deadline, announce)


SEARCHES: Final[Mapping[str, Search]] = MappingProxyType(
    {"auto": hardware, "ic3": ic3, "kinduction": kinduction, "bdd": bdd}
)


def decide_safety(model: Model, prop: Safety, engine: str, deadline: Deadline, announce: Listener = ignore) -> Verdict:
    """A verdict about ``prop``, with evidence over the variables of ``model``; the proof or run is not yet checked."""
    announce(PhaseStarted("preparing"))
    blasted = circuit_of(replace(model, properties=(prop,), temporal=(), fairness=(), compassion=()))
    small = simplify(blasted.circuit)
    return lifted_answer(blasted, small, SEARCHES[engine](small, deadline, announce))


def lifted_answer(blasted: Blasted, small: Simplified, answer: Answer) -> Verdict:
    """What an explorer of the small circuit found, as a verdict about the model."""
    match answer:
        case Invariant(clauses):
            parts = [clause(blasted, row) for row in small.lift_clauses(clauses)]
            return Holds(Proof({blasted.model.entry: conjunction(parts)}))
        case StateTable():
            parts = [clause(blasted, row) for row in small.clauses]
            return Holds(Proof({blasted.model.entry: conjunction((*parts, _formula(blasted, small, answer)))}))
        case Run(initial, inputs, loop):
            whole = Run(small.lift_leaves(initial), tuple(small.lift_leaves(step) for step in inputs), loop)
            return Violated(blasted.trace(simulate(blasted.circuit, whole), loop))
        case Inductive(depth, simple):
            parts = [clause(blasted, row) for row in small.clauses]
            return Holds(Proof({blasted.model.entry: conjunction(parts)}, depth, simple))
        case Stuck(reason, hint):
            return Unknown(reason, hint=hint)


def _formula(blasted: Blasted, small: Simplified, table: StateTable) -> Term:
    """The set of states as a formula over the model's variables."""
    formulas = [FALSE]

    def formula(literal: int) -> Term:
        inner = formulas[literal >> 1]
        return not_(inner) if literal & 1 else inner

    for latch, low, high in table.rows:
        formulas.append(ite(blasted.bit(small.origin[latch]), formula(high), formula(low)))
    return formula(table.root)
