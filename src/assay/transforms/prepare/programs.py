"""From one property of a program to the small, aimed models that engines work on.

As ``standard.prepare``, with what programs need besides: inputs between bounds instead of remainders, interval analysis
on the small steps, all paths between loop heads as one step.  That is enough to look for errors.  For proofs, control
that hides in variables is made visible, and facts about loop heads become part of the steps: the intervals, as far as
they are inductive there, affine equalities, and bounds on sums and differences.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.evidence import Proof
from assay.core.garbage import without_collection
from assay.core.graph import loop_heads
from assay.core.model import Location, Model, Safety
from assay.core.roles import Lowered
from assay.core.terms import TRUE, Term, conjuncts
from assay.solve.interpolation import providers as interpolants
from assay.transforms.aim import aim
from assay.transforms.edges.bounded_inputs import with_bounded_inputs
from assay.transforms.edges.reduction import Reducing
from assay.transforms.edges.shortening import shorten_steps
from assay.transforms.facts.affine import with_affine_equalities
from assay.transforms.facts.houdini import with_inductive_part
from assay.transforms.facts.intervals import formula, has_bounds, intervals, within
from assay.transforms.facts.templates import with_template_invariants
from assay.transforms.locations.blocks import enlarge
from assay.transforms.locations.control import unfold_control
from assay.transforms.locations.loop_free_paths import listing, summarised
from assay.transforms.locations.reach import reachable_part
from assay.transforms.prepare.prepared import Blocks, Prepared
from assay.transforms.prepare.standard import UNFOLDINGS, Transform, repeated
from assay.transforms.variables.constants import drop_constants
from assay.transforms.variables.live import without_dead_variables

FACT_SECONDS: Final = 2.0
AFFINE_SECONDS: Final = 2.0
VECTORS: Final = 16  # at a location: among more of them the search for equations takes its time in vain
CONTROL_SECONDS: Final = 1.0
TEMPLATE_SECONDS: Final = 2.0


def _simplifications() -> tuple[Transform, ...]:
    """What is repeated once there are blocks.  Locations stay: a proof about blocks is given at them."""
    return without_dead_variables, drop_constants, shorten_steps, Reducing(), reachable_part


def prepare_program(
    model: Model, goal: Safety, *, blocks: Blocks, deadline: Deadline = FOREVER, seconds: float = 20.0
) -> Prepared:
    """The aimed model of ``goal``, as small as transforms that ask no solver make it within ``seconds``."""
    with without_collection():
        return _prepared(model, goal, blocks, deadline.within(seconds), deadline)


def _prepared(model: Model, goal: Safety, blocks: Blocks, until: Deadline, deadline: Deadline) -> Prepared:
    lowered = aim(model, goal)
    heads = loop_heads(lowered.model)
    if blocks == "large":
        lowered = lowered.then(listing(lowered.model, heads))
    for transform in (reachable_part, with_bounded_inputs, without_dead_variables, drop_constants):
        lowered = lowered.then(transform(lowered.model))
    bounds = intervals(lowered.model, until.within(until.left / 3)) if has_bounds(lowered.model) else None
    smaller: tuple[Transform, ...] = (Reducing(), reachable_part)
    if bounds is not None:
        lowered = lowered.then(within(lowered.model, bounds))
        smaller = (Reducing(), without_dead_variables, drop_constants, reachable_part)
    # Once is enough: what that uncovers is found in the blocks, too, and they are few.
    lowered = repeated(lowered, smaller, until, rounds=1)
    lowered = lowered.then(_larger(lowered.model, heads, blocks, until, deadline))
    lowered = repeated(lowered, _simplifications(), until)
    # Of most locations nobody asks: they are inside of blocks.
    left = [place for place in lowered.model.locations if bounds is not None and place in bounds]
    return Prepared(lowered, {place: formula(bounds[place]) for place in left} if bounds is not None else {})


def _larger(model: Model, heads: Collection[Location], blocks: Blocks, until: Deadline, deadline: Deadline) -> Lowered:
    if blocks == "large":
        return summarised(model, heads)
    return enlarge(model, blocks=blocks, between=interpolants.between, deadline=until, lifting_deadline=deadline)


def strengthen_program(
    prepared: Prepared, *, deadline: Deadline = FOREVER, seconds: float = 10.0, patience: float = 1.0
) -> Prepared:
    """The same with control made visible and with facts that solvers find, each within a share of ``seconds``.

    With more ``patience`` each kind of fact may take so many times as long.
    """
    until = deadline.within(seconds)
    lowered = prepared.lowered
    unfolding = until.within(min(patience * CONTROL_SECONDS, until.left / 4))
    for _ in range(UNFOLDINGS):
        found = unfold_control(lowered.model, seconds=unfolding.left)
        if found.model is lowered.model:
            break
        lowered = repeated(lowered.then(found), _simplifications(), until)
    known: dict[Location, set[Term]] = {}
    for strengthen in _strengthenings(prepared.facts, until, patience):
        found = strengthen(lowered.model)
        if found.model is not lowered.model:
            for place, fact in found.lift_proof(_anything(lowered.model)).invariant.items():
                known.setdefault(place, set()).update(conjuncts(fact))
            lowered = repeated(lowered.then(found), _simplifications(), until)
    return Prepared(lowered, prepared.facts, {place: frozenset(parts) for place, parts in known.items()})


def _strengthenings(
    facts: Mapping[Location, Term], until: Deadline, patience: float
) -> tuple[Callable[[Model], Lowered], ...]:
    def by_intervals(model: Model) -> Lowered:
        candidates = {place: _about(place, facts) for place in model.locations}
        return with_inductive_part(model, candidates, deadline=until.within(patience * FACT_SECONDS))

    def by_equalities(model: Model) -> Lowered:
        return with_affine_equalities(model, seconds=min(patience * AFFINE_SECONDS, until.left / 4), vectors=VECTORS)

    def by_templates(model: Model) -> Lowered:
        return with_template_invariants(model, seconds=min(patience * TEMPLATE_SECONDS, until.left / 4))

    return by_intervals, by_equalities, by_templates


def _anything(model: Model) -> Proof:
    """The invariant that says nothing: lifted, it shows what a transform adds to every proof."""
    return Proof(dict.fromkeys(model.locations, TRUE))


def _about(place: Location, facts: Mapping[Location, Term]) -> list[Term]:
    """The facts about variables that ``place`` still has."""
    own = frozenset(place.variables)
    return [part for part in conjuncts(facts[place]) if part.free <= own] if place in facts else []
