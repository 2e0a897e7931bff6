"""From one property of a program that calls functions to the small, aimed model that engines work on.

Function by function: what takes part in no derivation of the error goes, variables that do not matter go, and all paths
between loop heads and calls are one step.
"""

from __future__ import annotations

from assay.core.model import Model, Safety
from assay.transforms.aim import aim
from assay.transforms.calls.blocks_between import between_calls
from assay.transforms.calls.needed import without_needless_variables
from assay.transforms.locations.derivable import derivable_part
from assay.transforms.prepare.prepared import Prepared


def prepare_calls(model: Model, goal: Safety) -> Prepared:
    """The aimed model of ``goal``."""
    lowered = aim(model, goal)
    for transform in (
        derivable_part,
        without_needless_variables,
        between_calls,
        derivable_part,
        without_needless_variables,
    ):
        lowered = lowered.then(transform(lowered.model))
    return Prepared(lowered)
