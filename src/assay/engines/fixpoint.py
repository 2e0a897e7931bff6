"""Engines of fixpoint-guided refinement: CGR, dual CGR, FBAR and their hybrid on the sets that suit the model.

Every recipe takes the model as it was read and one property.  A model with one location and finitely many states is
searched over decision diagrams, abstracted to the latches that the property speaks of; a small one with several
locations state by state; any other over formulas, abstracted to the predicates of guards and of the error.  Nets have
upward-closed sets, where dual CGR is at home; the other methods need complements, and see a net as any other model.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, TypeVar

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure, Unsupported
from assay.core.events import Listener, PhaseStarted, ignore
from assay.core.model import Location, Model, Property
from assay.core.roles import Alarm, Genuine, Refined, Stuck
from assay.core.terms import Term, atoms
from assay.core.verdict import Holds, Proof, Trace, Unknown, Verdict, Violated
from assay.domains.fixpoint.capped_markings import Capped, Watched
from assay.domains.fixpoint.layered import layered
from assay.domains.fixpoint.learning_partition import Predicated
from assay.domains.fixpoint.partition import Partition, generated
from assay.domains.fixpoint.protocols import Disjunctive
from assay.engines.config import Config
from assay.engines.guided import METHODS, Conduct, decide
from assay.engines.hardware import is_hardware, lifted_answer
from assay.engines.loop import run
from assay.engines.recipes import lifted
from assay.explore.circuit.answers import Run, StateTable
from assay.explore.nets.backward import Coverability
from assay.explore.nets.dual_cgr import Covering
from assay.refine.nets.dual_cgr import Uncovering
from assay.refine.nets.replay import Replayed
from assay.refine.paths.seeds import error_preimages
from assay.spaces.circuit.sets import CircuitSets, DiagramSet, Visible
from assay.spaces.circuit.space import CircuitSpace
from assay.spaces.finite.enumerated import enumerated
from assay.spaces.finite.explicit import graph_of, states_of
from assay.spaces.formulas.space import FormulaSpace
from assay.spaces.nets.net import net_of
from assay.spaces.sets import StateSet, System, announcing
from assay.transforms.circuit.bitblast import circuit_of
from assay.transforms.circuit.simplify import simplify
from assay.transforms.prepare.standard import prepare

Recipe = Callable[[Model, Property, Config, Deadline, Listener], Verdict]
S = TypeVar("S", bound=StateSet)

# Predicates a location may start with: every one of them may double the blocks there.
MOST_PREDICATES: Final = 6


def coverability(
    model: Model, property: Property, deadline: Deadline, announce: Listener = ignore, *, accelerated: bool = False
) -> Verdict:
    """Backward over upward-closed sets of markings.  ``Unsupported`` names the rule that makes this impossible.

    Takes the model as it was read, because other preparations would hide the net.
    """
    net = net_of(model, property)
    return run(Coverability(net, deadline, announce, accelerated=accelerated), Replayed(net), None, announce)


def over_markings(model: Model, property: Property, deadline: Deadline, announce: Listener = ignore) -> Verdict:
    """Dual CGR over upward-closed sets of markings.  ``Unsupported`` names the rule that makes this impossible."""
    net = net_of(model, property)
    net.require_plain()

    def search() -> Genuine | Stuck:
        alarm = Coverability(net, deadline, announce, alone=True).explore()
        if isinstance(alarm, Stuck):
            return alarm
        assert isinstance(alarm, Alarm), "an error was claimed that no run reaches"
        found = Replayed(net).refine(None, alarm.evidence)
        assert not isinstance(found, Refined)
        return found

    remaining = tuple(net.not_initial())
    first = Watched(Capped().refine(remaining), remaining)
    explorer = Covering(net, deadline, announce)
    return run(explorer, Uncovering(net, search, deadline, announce), first, announce)


def over_diagrams(
    method: str, model: Model, prop: Property, config: Config, deadline: Deadline, announce: Listener
) -> Verdict:
    """Over decision diagrams: a model with one location and finitely many states."""
    announce(PhaseStarted("preparing"))
    blasted = circuit_of(replace(model, properties=(prop,), temporal=(), fairness=(), compassion=()))
    small = simplify(blasted.circuit)
    (bad,) = small.circuit.bads
    space = CircuitSpace(small.circuit, (bad,), deadline)
    sets = CircuitSets(space, bad)

    def describe(invariant: DiagramSet) -> Proof:
        rows, root = sets.table(invariant)
        verdict = lifted_answer(blasted, small, StateTable(tuple(rows), root))
        assert isinstance(verdict, Holds) and isinstance(verdict.proof, Proof)
        return verdict.proof

    def follow(rings: Sequence[DiagramSet]) -> Trace:
        initial, inputs = sets.follow(rings)
        verdict = lifted_answer(blasted, small, Run(initial, tuple(inputs)))
        assert isinstance(verdict, Violated)
        return verdict.trace

    system = System(sets.whole, sets.initial, sets.bad, sets.post, sets.pre, describe, follow, sets.show)
    members = (system.safe, system.bad, system.initial, system.other)
    domain = layered(Visible(space, sets.support(sets.bad)), sets.whole, filter(None, members))
    return _guided(method, system, domain, deadline, announce, checked=config.debug)


def state_by_state(
    method: str, model: Model, prop: Property, config: Config, deadline: Deadline, announce: Listener
) -> Verdict:
    """Over bitsets: a model with few states."""
    announce(PhaseStarted("enumerating states"))
    space = enumerated(replace(model, properties=(prop,)), deadline=deadline)
    domain = generated(space.system.whole, space.predicates())
    return _guided(method, space.system, domain, deadline, announce, checked=config.debug)


def over_graph(
    method: str, model: Model, prop: Property, config: Config, deadline: Deadline, announce: Listener
) -> Verdict:
    """Over bitsets: a graph.  Its named sets generate the first domain; ``Unsupported`` if it is none."""
    graph = graph_of(model, prop)
    domain: Partition[int] = generated(graph.states, map(states_of, model.definitions.values()))
    return _guided(method, graph.system, domain, deadline, announce, checked=config.debug)


def over_formulas(
    method: str, model: Model, prop: Property, config: Config, deadline: Deadline, announce: Listener
) -> Verdict:
    """Over formulas: any model, prepared as for other engines; the evidence is lifted back."""
    lowered = prepare(model, prop, blocks=config.blocks, deadline=deadline, announce=announce)
    space = FormulaSpace(lowered.model, deadline)
    domain = by_predicates(space, first_predicates(lowered.model))
    verdict = _guided(method, space.system, domain, deadline, announce)
    announce(PhaseStarted("lifting the evidence"))
    return lifted(lowered, verdict)


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
) -> Verdict:
    conduct = Conduct(announcing(system, announce), deadline, announce, checked)
    return decide(METHODS[method], system, domain, conduct)


def on_model(method: str) -> Recipe:
    """A method as an engine: the space is chosen by what the model is."""

    def recipe(model: Model, prop: Property, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
        try:
            if is_hardware(model):
                return over_diagrams(method, model, prop, config, deadline, announce)
            if method == "cgr-dual" and _is_plain_net(model, prop):
                return over_markings(model, prop, deadline, announce)
            with contextlib.suppress(Unsupported):
                return over_graph(method, model, prop, config, deadline, announce)
            try:
                return state_by_state(method, model, prop, config, deadline, announce)
            except Unsupported:
                return over_formulas(method, model, prop, config, deadline, announce)
        except SolverFailure as failure:
            return Unknown(f"{method}: {failure}", hint="raise --time, or try another --engine")

    return recipe


def _is_plain_net(model: Model, prop: Property) -> bool:
    try:
        net_of(model, prop).require_plain()
    except Unsupported:
        return False
    return True


def fixpoint(model: Model, prop: Property, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
    """What suits the model: backward search for nets, the hybrid for all others and where that does not decide."""
    with contextlib.suppress(Unsupported):
        return over_graph("hybrid", model, prop, config, deadline, announce)
    with contextlib.suppress(Unsupported):
        verdict = coverability(model, prop, deadline, announce, accelerated=config.accelerated)
        if not isinstance(verdict, Unknown):
            return verdict
    return on_model("hybrid")(model, prop, config, deadline, announce)


def _coverability(model: Model, prop: Property, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
    return coverability(model, prop, deadline, announce, accelerated=config.accelerated)


RECIPES: Final[Mapping[str, Recipe]] = MappingProxyType(
    {**{name: on_model(name) for name in METHODS}, "fixpoint": fixpoint, "coverability": _coverability}
)
"""By the names of engines."""
