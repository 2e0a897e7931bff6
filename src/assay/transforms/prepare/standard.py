"""All transforms in a row: from one property of a model to the small, aimed model that engines work on.

Edges are reduced first, since that turns relations into updates; then dead and constant variables go; then locations,
which uncovers more of both, so the last steps repeat until nothing changes.  Preparation gives up in good order when
its time is over: every stage's result is a model in its own right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.events import Listener, PhaseStarted, Progress, ignore
from assay.core.model import Model, Safety
from assay.core.roles import Lowered
from assay.solve.interpolation import providers as interpolants
from assay.transforms.aim import aim
from assay.transforms.edges.reduction import Reducing
from assay.transforms.facts.affine import with_affine_equalities
from assay.transforms.locations.blocks import STANDARD, Limits, enlarge
from assay.transforms.locations.control import unfold_control
from assay.transforms.locations.reach import reachable_part
from assay.transforms.locations.restore import Between
from assay.transforms.prepare.prepared import Blocks
from assay.transforms.variables.constants import drop_constants
from assay.transforms.variables.live import without_dead_variables

Transform = Callable[[Model], Lowered]

ROUNDS: Final = 8
UNFOLDINGS: Final = 3


def prepare(
    model: Model,
    goal: Safety,
    *,
    blocks: Blocks,
    between: Between = interpolants.between,
    limits: Limits = STANDARD,
    deadline: Deadline = FOREVER,
    seconds: float = 10.0,
    control_seconds: float = 1.0,
    affine_seconds: float = 2.0,
    first: Sequence[Transform] = (),
    announce: Listener = ignore,
) -> Lowered:
    """The aimed model of ``goal``, as small as the transforms make it within ``seconds``.

    Unfolding control and the search for affine equalities get at most ``control_seconds`` and ``affine_seconds``;
    with 0 they are left out.  ``first`` are transforms to begin with, once the model is aimed.  ``between`` serves the
    lifting of proofs.
    """
    announce(PhaseStarted("preparing"))
    until = deadline.within(seconds)

    def larger(current: Model) -> Lowered:
        return enlarge(
            current, blocks=blocks, between=between, limits=limits, deadline=until, lifting_deadline=deadline
        )

    reduce_edges = Reducing()
    transforms: tuple[Transform, ...] = (without_dead_variables, drop_constants, reduce_edges, reachable_part, larger)
    lowered = aim(model, goal)
    lowered = lowered.then(reachable_part(lowered.model))
    for transform in first:
        lowered = lowered.then(transform(lowered.model))
    lowered = lowered.then(reduce_edges(lowered.model))
    lowered = repeated(lowered, transforms, until)
    unfolding = until.within(min(control_seconds, until.left / 4))
    for _ in range(UNFOLDINGS):
        found = unfold_control(lowered.model, seconds=unfolding.left)
        if found.model is lowered.model:
            break
        lowered = repeated(lowered.then(found), transforms, until)
    found = with_affine_equalities(lowered.model, seconds=min(affine_seconds, until.left / 4))
    if found.model is not lowered.model:
        lowered = repeated(lowered.then(found), transforms, until)
    announce(Progress(dict(zip(("locations", "edges", "variables"), measure(lowered.model), strict=True))))
    return lowered


def repeated(lowered: Lowered, transforms: Iterable[Transform], until: Deadline, *, rounds: int = ROUNDS) -> Lowered:
    """Apply the transforms in turn until a round changes nothing, or ``rounds`` or the time are over.

    Of its own result a transform makes nothing new, so it is not applied to that.
    """
    results: dict[Transform, Model] = {}
    for _ in range(rounds):
        before = measure(lowered.model)
        for transform in transforms:
            if not until.passed and results.get(transform) is not lowered.model:
                lowered = lowered.then(transform(lowered.model))
                results[transform] = lowered.model
        if measure(lowered.model) == before:
            break
    return lowered


def measure(model: Model) -> tuple[int, int, int]:
    """The size of a model: locations, edges, variables."""
    return len(model.locations), len(model.edges), sum(len(place.variables) for place in model.locations)
