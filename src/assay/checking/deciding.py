"""One property of one model: the engine's verdict, with what the front end left for proofs to show.

A C program whose recursion was cut off holds only if no run reaches the cut; a run that does decides nothing.
"""

from __future__ import annotations

from typing import Final

from assay.checking.confirming import reaches, with_auxiliary
from assay.core.events import Listener
from assay.core.model import Goal, Model, Safety
from assay.core.verdict import Unknown, Verdict, Violated
from assay.engines.catalogue import ENGINES
from assay.engines.config import Config
from assay.solve.budget import Deadline

# Of the time there is, what the search for a proof without cuts gets before errors are looked for alone.
WHOLE_SHARE: Final = 0.6


def decide(model: Model, goal: Goal, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
    """A verdict about the model as it was read; its evidence is not yet checked."""
    engine = ENGINES[config.engine]
    if not isinstance(goal, Safety):
        return engine.decide(model, goal, config, deadline, announce)
    whole = with_auxiliary(model, goal)
    if whole is goal:
        return engine.decide(model, goal, config, deadline, announce)
    verdict = engine.decide(model, whole, config, deadline.within(WHOLE_SHARE * deadline.left), announce)
    if not isinstance(verdict, Violated) or reaches(verdict.trace, goal):
        return verdict
    verdict = engine.decide(model, goal, config, deadline, announce)
    if isinstance(verdict, Violated):
        return verdict
    return Unknown(
        "some run exceeds the bound to which recursion is unfolded, and none within it reaches the error call",
        hint="a smaller bound on the depth of recursion in the program would make it decidable",
    )
