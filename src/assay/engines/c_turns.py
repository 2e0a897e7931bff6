"""C programs by values and predicates in turns: each analysis on the form of the program that suits it.

Values step through small blocks of the bit-precise program, and are quick where they suffice.  Predicates work over
integers, where paths between loop heads are single steps and facts about loop heads are found beforehand
(``transforms.prepare.programs``), and over large blocks of the bit-precise program, as the engine ``predicate`` does
it. Turns grow; an analysis that gave up early gets no second turn.  Every verdict is about the bit-precise program.
Limits: a second turn begins afresh, and what one analysis has learnt does not serve the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from assay.core.budget import Deadline
from assay.core.events import Listener
from assay.core.model import Model, Safety
from assay.core.verdict import Verdict
from assay.engines.c_programs import FIRST_VALUES, Turn, candidates
from assay.engines.config import Config

PLAN: Final = (
    FIRST_VALUES,
    Turn("integers", "unfolding", 0.1),
    Turn("bits", "large blocks", 0.2),
    Turn("bits", "values", 0.3),
    Turn("integers", "unfolding", 0.15),
    Turn("bits", "large blocks", 1.0),
)


def candidates_by_both(
    bits: Model,
    integers: Callable[[], Model | None],
    goal: Safety,
    config: Config,
    deadline: Deadline,
    announce: Listener,
) -> Iterator[Verdict]:
    """The outcome of each turn: verdicts about ``bits``; ``integers`` reads the same program over integers."""
    return candidates(bits, integers, goal, config, deadline, announce, plan=PLAN)
