"""Fixpoint-guided refinement: CGR, dual CGR, FBAR and their hybrid on the sets that suit the model.

A model with one location and finitely many states is searched over decision diagrams, abstracted to the latches that
the property speaks of; a small one with several locations state by state; any other over formulas, abstracted to the
predicates of guards and of the error.  Nets have upward-closed sets, where dual CGR is at home; the other methods need
complements, and see a net as any other model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeVar

from assay.core.budget import Deadline
from assay.core.circuit_answers import Run
from assay.core.errors import Unsupported
from assay.core.events import Listener, PhaseStarted
from assay.core.evidence import Evidence, Proof, StateTable, Trace
from assay.core.model import Location, Model, Safety
from assay.core.roles import Search, Stuck
from assay.core.terms import Term, atoms
from assay.domains.fixpoint.layered import layered
from assay.domains.fixpoint.learning_partition import Predicated
from assay.domains.fixpoint.partition import Partition, generated
from assay.domains.fixpoint.protocols import Disjunctive
from assay.engines.forms import Gates
from assay.engines.options import CoverabilityAndFixpoints, Fixpoints
from assay.engines.recipes.guided import METHODS, Conduct, decide
from assay.engines.recipes.nets import over_markings
from assay.engines.searches import Afresh
from assay.engines.views import Task, Views
from assay.refine.paths.seeds import error_preimages
from assay.spaces.circuit.sets import CircuitSets, DiagramSet, LatchProjection
from assay.spaces.circuit.space import CircuitSpace
from assay.spaces.finite.enumerated import enumerated
from assay.spaces.finite.explicit import graph_of, states_of
from assay.spaces.formulas.space import FormulaSpace
from assay.spaces.sets import StateSet, System, announcing
from assay.transforms.circuit.lift import lifted_trace
from assay.transforms.prepare.standard import prepare

S = TypeVar("S", bound=StateSet)
Outcome = Proof | Trace | Stuck

# Predicates a location may start with: every one of them may double the blocks there.
MOST_PREDICATES: Final = 6


def cgr(task: Task) -> Search[Evidence]:
    """Fixpoint-guided refinement, forward."""
    return _searching("cgr", task)


def cgr_dual(task: Task) -> Search[Evidence]:
    """The same backward."""
    return _searching("cgr-dual", task)


def fbar(task: Task) -> Search[Evidence]:
    """Forward and backward at once."""
    return _searching("fbar", task)


def hybrid(task: Task) -> Search[Evidence]:
    """All three in turns over one domain."""
    return _searching("hybrid", task)


def _searching(method: str, task: Task) -> Search[Evidence]:
    both = task.options
    options = both.fixpoints if isinstance(both, CoverabilityAndFixpoints) else task.chosen(Fixpoints)
    return Afresh(lambda deadline: on_views(method, task.views, options, deadline, task.announce))


def on_views(method: str, views: Views, options: Fixpoints, deadline: Deadline, announce: Listener) -> Outcome:
    """The space is chosen by what the model is."""
    goal = views.goal
    assert isinstance(goal, Safety)
    if views.is_finite:
        return over_diagrams(method, views.gates(), options, deadline, announce)
    with suppress(Unsupported):
        if method == "cgr-dual":
            return over_markings(views.net(), deadline, announce)
    with suppress(Unsupported):
        return over_graph(method, views.model, goal, options, deadline, announce)
    with suppress(Unsupported):
        return state_by_state(method, views.model, goal, options, deadline, announce)
    return over_formulas(method, views.model, goal, options, deadline, announce)


def over_diagrams(method: str, gates: Gates, options: Fixpoints, deadline: Deadline, announce: Listener) -> Outcome:
    """Over decision diagrams: a model with one location and finitely many states."""
    blasted, small = gates.blasted, gates.small
    (bad,) = small.circuit.bads
    space = CircuitSpace(small.circuit, (bad,), deadline)
    sets = CircuitSets(space, bad)

    def describe(invariant: DiagramSet) -> Proof:
        rows, root = sets.table(invariant)
        return gates.proof(StateTable(tuple(rows), root))

    def follow(rings: Sequence[DiagramSet]) -> Trace:
        initial, inputs = sets.follow(rings)
        return lifted_trace(blasted, small, Run(initial, tuple(inputs)))

    system = System(sets.whole, sets.initial, sets.bad, sets.post, sets.pre, describe, follow, sets.show)
    members = (system.safe, system.bad, system.initial, system.other)
    domain = layered(LatchProjection(space, sets.support(sets.bad)), sets.whole, filter(None, members))
    return _guided(method, system, domain, deadline, announce, checked=options.debug)


def state_by_state(
    method: str, model: Model, prop: Safety, options: Fixpoints, deadline: Deadline, announce: Listener
) -> Outcome:
    """Over bitsets: a model with few states."""
    announce(PhaseStarted("enumerating states"))
    space = enumerated(replace(model, properties=(prop,)), deadline=deadline)
    domain = generated(space.system.whole, space.predicates())
    return _guided(method, space.system, domain, deadline, announce, checked=options.debug)


def over_graph(
    method: str, model: Model, prop: Safety, options: Fixpoints, deadline: Deadline, announce: Listener
) -> Outcome:
    """Over bitsets: a graph.  Its named sets generate the first domain; ``Unsupported`` if it is none."""
    graph = graph_of(model, prop)
    domain: Partition[int] = generated(graph.states, map(states_of, model.definitions.values()))
    return _guided(method, graph.system, domain, deadline, announce, checked=options.debug)


def over_formulas(
    method: str, model: Model, prop: Safety, options: Fixpoints, deadline: Deadline, announce: Listener
) -> Outcome:
    """Over formulas: any model, prepared as for other engines; the evidence is lifted back."""
    lowered = prepare(model, prop, blocks=options.blocks, deadline=deadline, announce=announce)
    space = FormulaSpace(lowered.model, deadline)
    domain = by_predicates(space, first_predicates(lowered.model))
    found = _guided(method, space.system, domain, deadline, announce)
    announce(PhaseStarted("lifting the evidence"))
    return found if isinstance(found, Stuck) else lowered.lift(found)


def first_predicates(model: Model) -> dict[Location, tuple[Term, ...]]:
    """Per location what the error's preimage and the guards speak of, as far as it may."""
    found: dict[Location, dict[Term, None]] = {}
    for place, literals in error_preimages(model).items():
        found.setdefault(place, {}).update(dict.fromkeys(literals))
    for edge in model.edges:
        own = set(edge.source.variables)
        mine = found.setdefault(edge.source, {})
        mine.update(dict.fromkeys(atom for atom in atoms(edge.guard) if atom.free and atom.free <= own))
    return {place: tuple(terms)[:MOST_PREDICATES] for place, terms in found.items()}


def by_predicates(space: FormulaSpace, predicates: Mapping[Location, tuple[Term, ...]]) -> Predicated:
    """The domain that tells apart locations, and at each location what its predicates do."""
    places = tuple(map(space.at, space.model.locations))
    domain = Partition(places, tuple(1 << number for number in range(len(places))), space.settle)
    for place, terms in predicates.items():
        for term in terms:
            states = space.satisfying(place, term)
            domain = domain.refine(states).refine(~states)
    return Predicated(domain, space)


def _guided(
    method: str,
    system: System[S],
    domain: Disjunctive[S],
    deadline: Deadline,
    announce: Listener,
    *,
    checked: bool = False,
) -> Outcome:
    conduct = Conduct(announcing(system, announce), deadline, announce, checked)
    return decide(METHODS[method], system, domain, conduct)
