"""From a prepared model with arrays to a prepared one that knows some of their elements only."""

from __future__ import annotations

from assay.core.budget import FOREVER, Deadline
from assay.core.roles import Lowered
from assay.transforms.arrays.cells import at_cells, never_lifted
from assay.transforms.arrays.phases import in_phases
from assay.transforms.arrays.plain import with_plain_indices
from assay.transforms.edges.reduction import reduce_edges
from assay.transforms.edges.shortening import shorten_steps
from assay.transforms.facts.intervals import formula, intervals, within
from assay.transforms.locations.reach import reachable_part
from assay.transforms.prepare.prepared import Prepared
from assay.transforms.prepare.programs import strengthen_program
from assay.transforms.prepare.standard import repeated
from assay.transforms.variables.constants import drop_constants
from assay.transforms.variables.live import without_dead_variables


def prepare_cells(prepared: Prepared, *, deadline: Deadline = FOREVER, seconds: float = 10.0) -> Prepared:
    """The model at cells, as small as transforms make it, with facts; ``Unsupported`` if there are no cells."""
    until = deadline.within(seconds)
    plain = with_plain_indices(prepared.model, until)
    lowered = prepared.lowered.then(Lowered(plain, never_lifted, lambda proof: proof))
    cells = at_cells(plain)
    lowered = repeated(lowered.then(cells.lowered), (reduce_edges, without_dead_variables, reachable_part), until)
    lowered = lowered.then(in_phases(lowered.model, cells.indices, until))
    lowered = repeated(lowered, (reduce_edges, without_dead_variables, drop_constants, reachable_part), until)
    facts = {}
    bounds = intervals(lowered.model, until.within(until.left / 3))
    if bounds is not None:
        facts = {place: formula(known) for place, known in bounds.items()}
        lowered = lowered.then(within(lowered.model, bounds))
    simplifications = (without_dead_variables, drop_constants, shorten_steps, reduce_edges, reachable_part)
    lowered = repeated(lowered, simplifications, until)
    return strengthen_program(Prepared(lowered, facts), deadline=until)
