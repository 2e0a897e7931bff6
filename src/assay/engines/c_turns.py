"""C programs by values and predicates in turns: each analysis on the form of the program that suits it.

Values step through small blocks of the bit-precise program, and are quick where they suffice.  Predicates follow: over
integers, where paths between loop heads are single steps and facts about loop heads are found beforehand
(``transforms.programs``); then over large blocks of the bit-precise program, as the engine ``predicate`` does it.
Every verdict is about the bit-precise program.  Limit: what one analysis has learnt does not serve the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from assay.core.events import Listener
from assay.core.model import Model, Safety
from assay.core.verdict import Verdict
from assay.engines.c_programs import over_integers
from assay.engines.config import Config
from assay.engines.recipes import LONGEST_PLAN
from assay.engines.selection import VALUE_SHARE, decide_by_predicates, decide_by_values
from assay.solve.budget import Deadline

INTEGER_SHARE: Final = 0.3  # of the time: predicates over integers are found soon or not at all


def candidates_by_both(
    bits: Model,
    integers: Callable[[], Model | None],
    goal: Safety,
    config: Config,
    deadline: Deadline,
    announce: Listener,
) -> Iterator[Verdict]:
    """The outcome of each turn: verdicts about ``bits``; ``integers`` reads the same program over integers."""
    budget = min(deadline.left, LONGEST_PLAN)
    yield decide_by_values(bits, goal, config, deadline.within(VALUE_SHARE * budget), announce)
    if deadline.passed:
        return
    side = over_integers(integers(), bits, goal, config, deadline, announce)
    if side is not None:
        side.prepare("unfolding")
        yield side.turn("unfolding", deadline.within(INTEGER_SHARE * budget))
    if not deadline.passed:
        yield decide_by_predicates(bits, goal, config, deadline, announce)
