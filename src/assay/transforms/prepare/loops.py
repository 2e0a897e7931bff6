"""From a prepared model to one where any number of iterations of a loop with a closed form is one step."""

from __future__ import annotations

from dataclasses import replace

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import Unsupported
from assay.transforms.edges.reduction import Reducing
from assay.transforms.locations.reach import reachable_part
from assay.transforms.loops.accelerate import accelerate
from assay.transforms.prepare.prepared import Prepared
from assay.transforms.prepare.standard import repeated
from assay.transforms.variables.constants import drop_constants
from assay.transforms.variables.live import without_dead_variables


def prepare_loops(prepared: Prepared, *, deadline: Deadline = FOREVER, seconds: float = 5.0) -> Prepared:
    """The model with its loops accelerated; ``Unsupported`` if none has a closed form."""
    found = accelerate(prepared.model, deadline, known=prepared.known)
    if found.model is prepared.model:
        raise Unsupported("no loop has a closed form")
    simplifications = (Reducing(), without_dead_variables, drop_constants, reachable_part)
    lowered = repeated(prepared.lowered.then(found), simplifications, deadline.within(seconds))
    return replace(prepared, lowered=lowered)
