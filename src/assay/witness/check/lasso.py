"""Replaying a lasso by evaluation: the independent checker of runs that violate justice properties.

A lasso is accepted if it is a run of the model, ends in the state that it returns to, and makes every condition true at
some step of the loop.  Conditions speak of a state and of the inputs of the step that leaves it.  No solver takes part.
"""

from __future__ import annotations

from collections.abc import Sequence

from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Trace
from assay.core.model import Model
from assay.core.terms import Term
from assay.witness.check.replay import REPLAYED, check_path, moments


def check_lasso(model: Model, conditions: Sequence[Term], trace: Trace) -> str:
    """The way in which ``trace`` was confirmed to be a fair lasso of ``model`` that satisfies ``conditions`` infinitely
    often; raises UnsoundVerdict with what fails.
    """
    loop = trace.loop
    if loop is None or not 0 <= loop < len(trace.edges) == len(trace.inputs) == len(trace.states) - 1:
        raise UnsoundVerdict("this is no lasso: it needs a step for each state but the last, and a state to return to")
    places = check_path(model, trace)
    steps = moments(trace)
    back = places[loop]
    if places[-1] != back or any(trace.states[-1][symbol] != trace.states[loop][symbol] for symbol in back.variables):
        raise UnsoundVerdict(f"the last state is not state {loop}")
    for number, condition in enumerate((*conditions, *model.fairness)):
        if not any(step(condition) is True for step in steps[loop:]):
            raise UnsoundVerdict(f"condition {number} is never true on the loop")
    for number, (first, second) in enumerate(model.compassion):
        if any(step(first) is True for step in steps[loop:]) and not any(step(second) is True for step in steps[loop:]):
            raise UnsoundVerdict(f"compassion {number} is violated on the loop")
    return REPLAYED
